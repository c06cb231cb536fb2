from typing import Any

Step = tuple[int, bytes, bytes, bytes, tuple[int, ...], tuple[int, ...]]

def open_driver(launch_at: int, current_at: int) -> None: ...
def add_type(of: type, exchange: object) -> bool: ...
def remember(
    x: object,
    out: object,
    make: object,
    make_args: object,
    context: int,
    inp_bytes: int,
    out_bytes: int,
    steps: tuple[Step, ...],
) -> bool: ...
def forget() -> None: ...
def call(x: object, out: object, stream: object) -> Any: ...
