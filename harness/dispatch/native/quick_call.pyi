from typing import Any

SOURCE: str
Step = tuple[int, bytes, bytes, bytes, tuple[int, ...], tuple[int, ...]]

def take_driver(launch_at: int, current_at: int, allocate_at: int, free_at: int) -> None: ...
def add_type(of: type, exchange: object) -> bool: ...
def watch_forward(names: dict[str, Any]) -> None: ...
def remember(
    x: object,
    out: object,
    make: object,
    make_args: object,
    context: int,
    inp_bytes: int,
    out_bytes: int,
    pool: int,
    scratch: tuple[int, ...],
    steps: tuple[Step, ...],
) -> bool: ...
def forget() -> None: ...
def call(x: object, out: object, stream: object) -> Any: ...
