"""Times ``harness.softmax`` and every other softmax that is installed, in one process and by one method.

    python benchmarks/peers.py [--json FILE] [--clear read|write] [--dtype float32|bfloat16] [--shape ROWSxCOLS ...]

Needs a GPU and PyTorch; Triton, Liger-Kernel and QuACK take part where they are installed. A number of the table is the
time of a copy of the same bytes divided by the kernel's time, so 1.00 is the speed of the copy; both are medians of the
times between two CUDA events around one launch, each after the L2 cache was cleared. ``*`` marks the fastest, ``!`` a
number of ours below its target. ``can't`` is a refusal, ``wrong`` an output that is off by more than rounding.

Clearing: ``write`` fills a 256 MB buffer, as most benchmarks of kernels do, and leaves up to an L2 of lines that
have yet to be written back while the kernel is timed, and the copy too; ``read`` reads such a buffer, and leaves
nothing behind. The targets were set with ``write``.
"""

from __future__ import annotations

import argparse
import importlib
import json
import platform
import random
import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

import harness
from harness.device.cuda_gpu import driver_version
from harness.dispatch.arrays import matrix_of
from harness.dispatch.prepared import Prepared, gpu_of
from harness.dispatch.problem import Problem
from harness.dispatch.regimes import Regime, choose, own_regimes, sources_folder
from harness.errors import HarnessError
from harness.report.whole_file import check_writable, write_text
from harness.spec.discovery import load_variant
from harness.spec.variant import Shape, block_text

# Rows, columns, and the targets for float32 and bfloat16.
TABLE = (
    (32768, 128, 1.00, 0.98),
    (131072, 32, 1.03, 0.95),
    (65536, 257, 1.00, 0.90),
    (16384, 1000, 1.00, 0.97),
    (8192, 1023, 0.99, 0.92),
    (4096, 4096, 1.02, 0.99),
    (4096, 4097, 0.97, 0.92),
    (8192, 8192, 0.98, 0.98),
    (2048, 32768, 0.98, 0.98),
    (1024, 50257, 0.95, 0.92),
    (512, 131072, 0.95, 0.96),
    (128, 262144, 0.92, 0.93),
    (16, 1048576, 0.75, 0.75),
    (1, 1000, 1.00, 1.00),
    (64, 1024, 0.95, 0.95),
)
HEADLINE = (32768, 128, 17.7)
"""Where the kernel with one thread a row must be so many times slower."""
CLEAR_BYTES = 1 << 28
PASSES = 4
SAMPLES = 20
HOLD_CYCLES = 8_000_000
"""The stream sleeps so long while the host queues a series, so that no launch of the host is on the clock."""


@dataclass(frozen=True)
class Peer:
    """One softmax: how to make it ready for a shape, and where it is from."""

    name: str
    version: str
    make: Callable[[torch.Tensor, torch.Tensor], Callable[[], Any]]
    """Given input and output, returns what does it once; may return its result in a tensor of its own."""


def main() -> int:
    """Run the benchmark; 0 when every output was right and every target was met, else 1."""
    options = _options()
    if options.json:
        check_writable(options.json)
    if not torch.cuda.is_available():
        print("peers.py needs a GPU (got none that PyTorch sees)", file=sys.stderr)
        return 2
    timer = Timer(options.clear)
    peers = [peer for peer in _peers() if not options.peer or peer.name in ("harness", *options.peer)]
    print(_environment_line(), flush=True)
    print("peers: " + ", ".join(f"{peer.name} {peer.version}".strip() for peer in peers), flush=True)
    results: list[dict[str, Any]] = []
    missed = 0
    for dtype in options.dtype or ("float32", "bfloat16"):
        names = ["harness", *(peer.name for peer in peers if peer.name not in ("harness", "naive"))]
        print(f"\n{dtype}, {options.clear}-cleared L2: time of a copy / time")
        print(
            f"{'shape':>15} {'copy us':>8} {'ours us':>8} "
            + " ".join(f"{name:>13}" for name in names)
            + "  target",
            flush=True,
        )
        for n_rows, n_cols, *targets in TABLE:
            if options.shape and f"{n_rows}x{n_cols}" not in options.shape:
                continue
            row = measure(n_rows, n_cols, dtype, peers, timer)
            row["target"] = targets[dtype == "bfloat16"]
            results.append(row)
            missed += _print_row(row, names)
    if options.json:
        content = {"environment": _environment(), "clear": options.clear, "rows": results}
        write_text(json.dumps(content, indent=1) + "\n", options.json)
        print(f"written {options.json}")
    return 1 if missed else 0


class Timer:
    """Times a call on the device, with the L2 cache cleared before each launch."""

    def __init__(self, clear: str) -> None:
        self._buffer = torch.zeros(CLEAR_BYTES // 4, device="cuda")
        self._clear = self._buffer.zero_ if clear == "write" else self._read

    def _read(self) -> None:
        torch.amax(self._buffer)

    def series(self, call: Callable[[], Any], samples: int) -> list[float]:
        """Microseconds of each of so many launches."""
        events = [
            (torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True))
            for _ in range(samples)
        ]
        torch.cuda._sleep(HOLD_CYCLES)
        for start, stop in events:
            self._clear()
            start.record()
            call()
            stop.record()
        torch.cuda.synchronize()
        return [start.elapsed_time(stop) * 1e3 for start, stop in events]


def measure(n_rows: int, n_cols: int, dtype: str, peers: list[Peer], timer: Timer) -> dict[str, Any]:
    """Time all peers on one shape, in an order that changes from pass to pass."""
    torch.manual_seed(0)
    x = torch.randn(n_rows, n_cols, device="cuda").to(getattr(torch, dtype))
    out = torch.empty_like(x)
    copied = torch.empty_like(x)
    calls: dict[str, Callable[[], Any]] = {"copy": lambda: copied.copy_(x)}
    failures: dict[str, str] = {}
    for peer in peers:
        try:
            out.fill_(float("nan"))
            call = peer.make(x, out)
            result = call()
            torch.cuda.synchronize()
            if _is_wrong(x, result if isinstance(result, torch.Tensor) else out):
                failures[peer.name] = "wrong"
            else:
                calls[peer.name] = call
            del result
        except Exception as error:  # whatever a peer raises, the others are timed
            failures[peer.name] = (
                f"can't: {type(error).__name__}: {str(error).strip().splitlines()[0][:120]}"
                if str(error).strip()
                else f"can't: {type(error).__name__}"
            )
            torch.cuda.synchronize()
    times: dict[str, list[float]] = {name: [] for name in calls}
    order = random.Random(f"{n_rows}x{n_cols}")
    for call in calls.values():
        timer.series(call, 3)  # warm-up
    for _ in range(PASSES):
        names = list(calls)
        order.shuffle(names)
        for name in names:
            times[name] += timer.series(calls[name], SAMPLES)
    medians = {name: statistics.median(each) for name, each in times.items()}
    chosen = choose(_problem(x, out), own_regimes())
    return {
        "n_rows": n_rows,
        "n_cols": n_cols,
        "dtype": dtype,
        "variant": f"{chosen.variant.id} block {block_text(chosen.block)}",
        "us": {name: round(us, 3) for name, us in medians.items()},
        "quartiles_us": {
            name: [round(q, 3) for q in statistics.quantiles(each, n=4)[::2]] for name, each in times.items()
        },
        "ratio": {name: round(medians["copy"] / us, 4) for name, us in medians.items() if name != "copy"},
        "failures": failures,
    }


def _is_wrong(x: torch.Tensor, y: torch.Tensor) -> bool:
    # A sanity check of peers; our own kernels are held to derived bounds by the test-suite.
    for first in range(0, x.shape[0], max(1, (1 << 24) // x.shape[1])):
        last = first + max(1, (1 << 24) // x.shape[1])
        expected = torch.softmax(x[first:last].double(), 1)
        relative = 1e-4 if x.dtype == torch.float32 else 1e-2
        if not bool(((y[first:last].double() - expected).abs() <= relative * expected).all()):
            return True
    return False


def _problem(x: torch.Tensor, out: torch.Tensor) -> Problem:
    rows, results = matrix_of(x, "x", writable=False), matrix_of(out, "out", writable=True)
    gpu = gpu_of(x.device.index or 0)
    shape = Shape(rows.n_rows, rows.n_cols, rows.stride, results.stride)
    return Problem(shape, rows.dtype, rows.offset, results.offset, gpu.arch, gpu.sms)


def _peers() -> list[Peer]:
    found = [
        Peer("harness", harness.__version__, _ours),
        Peer("naive", "", _naive),
        Peer("torch", torch.__version__, _eager),
        Peer("torch.compile", "", _compiled),
    ]
    for name, module, make in (
        ("triton", "triton", _triton),
        ("liger", "liger_kernel.ops.softmax", _liger),
        ("quack", "quack.softmax", _quack),
    ):
        try:
            importlib.import_module(module)
        except Exception as error:  # an installed peer may fail to load in many ways
            print(f"not present: {name} ({type(error).__name__}: {error})")
            continue
        found.append(Peer(name, _version(name), make))
    return found


def _ours(x: torch.Tensor, out: torch.Tensor) -> Callable[[], Any]:
    def call() -> None:
        harness.softmax(x, out)

    return call


def _eager(x: torch.Tensor, out: torch.Tensor) -> Callable[[], Any]:
    def call() -> None:
        torch.softmax(x, 1, out=out)

    return call


def _naive(x: torch.Tensor, out: torch.Tensor) -> Callable[[], Any]:
    if x.dtype != torch.float32 or x.numel() > 1 << 23:
        raise HarnessError("timed at the headline's shape only")
    variant = load_variant(sources_folder() / "softmax_naive.cu")
    regime = Regime(variant, variant.usual_block, variant.dtypes, None, "")
    prepared = Prepared(regime, _problem(x, out), gpu_of(x.device.index or 0))
    addresses = {"inp": x.data_ptr(), "out": out.data_ptr()}
    stream = torch.cuda.current_stream().cuda_stream
    return lambda: prepared.launch(stream, addresses)


def _compiled(x: torch.Tensor, out: torch.Tensor) -> Callable[[], Any]:
    del out
    torch._dynamo.reset()
    compiled = torch.compile(lambda rows: torch.softmax(rows, 1), dynamic=False)
    compiled(x)
    return lambda: compiled(x)


def _triton(x: torch.Tensor, out: torch.Tensor) -> Callable[[], Any]:
    from triton_softmax import launch

    return launch(x, out)


def _liger(x: torch.Tensor, out: torch.Tensor) -> Callable[[], Any]:
    del out
    from liger_kernel.ops.softmax import _softmax_forward

    return lambda: _softmax_forward(x)[0]


def _quack(x: torch.Tensor, out: torch.Tensor) -> Callable[[], Any]:
    del out
    from quack.softmax import softmax_fwd

    return lambda: softmax_fwd(x)


def _version(name: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version({"liger": "liger-kernel", "quack": "quack-kernels"}.get(name, name))
    except PackageNotFoundError:
        return ""


def _environment() -> dict[str, str]:
    return {
        "gpu": torch.cuda.get_device_name(),
        "driver": driver_version(),
        "cuda": str(torch.version.cuda),
        "python": platform.python_version(),
        "torch": torch.__version__,
        "harness": harness.__version__,
    }


def _environment_line() -> str:
    return ", ".join(f"{name} {value}" for name, value in _environment().items())


def _print_row(row: dict[str, Any], names: list[str]) -> int:
    best = max(row["ratio"][name] for name in names if name in row["ratio"])
    cells = []
    for name in names:
        ratio = row["ratio"].get(name)
        if ratio is None:
            cells.append(f"{row['failures'].get(name, 'none').partition(':')[0]:>13}")
            continue
        marks = ("*" if ratio == best else "") + (
            "!" if name == "harness" and round(ratio, 2) < row["target"] else ""
        )
        cells.append(f"{ratio:.2f}{marks}".rjust(13))
    ours = row["us"].get("harness")
    shape = f"{row['n_rows']}x{row['n_cols']}"
    extra = ""
    if "naive" in row["us"] and ours and (row["n_rows"], row["n_cols"]) == HEADLINE[:2]:
        extra = (
            f"  {row['us']['naive'] / ours:.1f} times the one-thread-per-row kernel (target {HEADLINE[2]})"
        )
    shown = f"{ours:8.1f}" if ours else f"{row['failures'].get('harness', ''):>8}"
    print(
        f"{shape:>15} {row['us']['copy']:8.1f} {shown} "
        + " ".join(cells)
        + f"  {row['target']:.2f}  {row['variant']}{extra}",
        flush=True,
    )
    return int(round(row["ratio"].get("harness", 0.0), 2) < row["target"])


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all numbers")
    parser.add_argument(
        "--clear", choices=("read", "write"), default="write", help="how the L2 cache is cleared"
    )
    parser.add_argument("--dtype", action="append", choices=("float32", "bfloat16"))
    parser.add_argument("--shape", action="append", metavar="ROWSxCOLS")
    parser.add_argument("--peer", action="append", metavar="NAME", help="only these, besides the harness")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
