"""Times ``harness.softmax`` and every other softmax that is installed, in one process and by one method.

    python benchmarks/peers.py [--json FILE] [--clear read|write|both] [--dtype float32|bfloat16] [--shape ROWSxCOLS]

Needs a GPU and PyTorch; Triton, Liger-Kernel and QuACK take part where they are installed. A number of the table is
the time of a copy of the same bytes divided by the kernel's time, so 1.00 is the speed of the copy. Times are those
between two CUDA events around one launch, after the L2 cache was cleared. In each round, the copy and everything that
is compared run once, in an order drawn anew, so that a drift of the GPU meets all of them; the number is the median
over the rounds of the ratio within a round, and ``+-`` is half the width of its 95 % interval. ``*`` marks the
fastest and whatever cannot be told from it (overlapping intervals), ``!`` a number of ours below its target.
``can't`` is a refusal, ``wrong`` an output that is off by more than rounding.

Clearing: ``read`` reads 256 MB, which leaves the cache full of lines that need not be kept. ``write`` fills 256 MB,
as most benchmarks do, and leaves up to an L2 cache of lines that have yet to be written back: as the kernel brings
its own lines in, that traffic is on its clock, and on the copy's. So ``read`` times the kernel alone, and ``write``
adds the same to all, which moves every ratio towards 1. Both are shown; the targets were set with ``write`` and are
held against that. Either way the last lines that a kernel has written are still in the cache when its time ends, for
all alike.
"""

from __future__ import annotations

import argparse
import importlib
import json
import platform
import random
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from scipy import stats

import harness
from harness.device.gpu.cuda_gpu import driver_version
from harness.dispatch.regimes import DispatchProblem, Regime, choose, own_regimes, sources_folder
from harness.dispatch.softmax import PreparedRegime, gpu_of, matrix_of
from harness.errors import HarnessError
from harness.store.whole_file import check_writable, write_text
from harness.variant.declaration.discovery import load_variant
from harness.variant.variant import Shape, block_text

CONFIDENCE = 0.95
FEWEST = 6
"""Values that an interval needs at least: the extremes of five enclose the median with 94 %."""
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
    (2048, 32768, 0.97, 0.98),
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
CLEARS = ("read", "write")
ROUNDS = 101
WARM_UP_ROUNDS = 5
QUEUED = 240
"""Launches that are queued at a time."""
HOLD_CYCLES = 40_000_000
"""The stream sleeps so long, some 20 ms, while the host queues launches: no processor time is on the clock."""


@dataclass(frozen=True)
class Peer:
    """One softmax: how to make it ready for a shape, and where it is from."""

    name: str
    version: str
    make: Callable[[torch.Tensor, torch.Tensor], Callable[[], Any]]
    """Given input and output, returns what does it once; may return its result in a tensor of its own."""


def median_with_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the median and the ends of its interval; both ends are NaN for fewer than `FEWEST` values.

    Order statistics give the interval, so no distribution is assumed (``scipy.stats.quantile_test``).
    """
    median = statistics.median(values)
    ends = stats.quantile_test(values, q=median, p=0.5).confidence_interval(CONFIDENCE)
    return median, float(ends.low), float(ends.high)


def main() -> int:
    """Run the benchmark; 0 when every output was right and every target was met, else 1."""
    options = _options()
    if options.json:
        check_writable(options.json)
    if not torch.cuda.is_available():
        print("peers.py needs a GPU (got none that PyTorch sees)", file=sys.stderr)
        return 2
    clears = CLEARS if options.clear == "both" else (options.clear,)
    timer = Timer()
    peers = [peer for peer in _peers() if not options.peer or peer.name in ("harness", *options.peer)]
    print(_environment_line(), flush=True)
    print("peers: " + ", ".join(f"{peer.name} {peer.version}".strip() for peer in peers), flush=True)
    names = ["harness", *(peer.name for peer in peers if peer.name not in ("harness", "naive"))]
    results: list[dict[str, Any]] = []
    for dtype in options.dtype or ("float32", "bfloat16"):
        rows = []
        for n_rows, n_cols, *targets in TABLE:
            if options.shape and f"{n_rows}x{n_cols}" not in options.shape:
                continue
            print(f"timing {n_rows}x{n_cols} {dtype}", file=sys.stderr, flush=True)
            row = measure(n_rows, n_cols, dtype, peers, timer, clears, options.rounds)
            row["target"] = targets[dtype == "bfloat16"]
            rows.append(row)
        results += rows
        for clear in clears:
            _print_table(rows, names, dtype, clear)
    if options.json:
        content = {"environment": environment(), "rounds": options.rounds, "rows": results}
        write_text(json.dumps(content, indent=1) + "\n", options.json)
        print(f"written {options.json}")
    judged = clears[-1]
    met = sum(_reaches_target(row, judged) for row in results)
    fastest = sum("harness" in _leaders(row, names, judged) for row in results)
    print(
        f"\n{judged}-cleared: at or above target in {met} of {len(results)} cells, "
        f"fastest or not to be told from it in {fastest}"
    )
    return 0 if met == len(results) else 1


class Timer:
    """Times calls on the device, with the L2 cache cleared before each launch."""

    def __init__(self) -> None:
        self._buffer = torch.zeros(CLEAR_BYTES // 4, device="cuda")
        self._largest = torch.zeros((), device="cuda")
        self._events = [
            (torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True))
            for _ in range(QUEUED)
        ]

    def _clear(self, how: str) -> None:
        if how == "write":
            self._buffer.zero_()
        else:
            torch.amax(self._buffer, 0, out=self._largest)

    def series(self, calls: list[tuple[str, Callable[[], Any]]]) -> list[float]:
        """Microseconds of each call, which comes with how the cache is cleared before it."""
        times: list[float] = []
        for first in range(0, len(calls), QUEUED):
            torch.cuda._sleep(HOLD_CYCLES)
            queued = list(zip(calls[first : first + QUEUED], self._events, strict=False))
            for (clear, call), (start, stop) in queued:
                self._clear(clear)
                start.record()
                call()
                stop.record()
            torch.cuda.synchronize()
            times += [start.elapsed_time(stop) * 1e3 for _, (start, stop) in queued]
        return times


def measure(
    n_rows: int,
    n_cols: int,
    dtype: str,
    peers: list[Peer],
    timer: Timer,
    clears: tuple[str, ...],
    rounds: int,
) -> dict[str, Any]:
    """Time all peers on one shape, in rounds of which each has all of them in an order of its own."""
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
    keys = [(clear, name) for clear in clears for name in calls]
    order = random.Random(f"{n_rows}x{n_cols}")
    times: dict[tuple[str, str], list[float]] = {key: [] for key in keys}
    queue = []
    for _ in range(WARM_UP_ROUNDS + rounds):
        order.shuffle(keys)
        queue += keys
    for key, us in zip(queue, timer.series([(clear, calls[name]) for clear, name in queue]), strict=True):
        times[key].append(us)
    times = {key: each[WARM_UP_ROUNDS:] for key, each in times.items()}
    chosen = choose(_problem(x, out), own_regimes())
    return {
        "n_rows": n_rows,
        "n_cols": n_cols,
        "dtype": dtype,
        "variant": f"{chosen.variant.id} block {block_text(chosen.block)}",
        "us": {
            clear: {name: round(statistics.median(times[clear, name]), 3) for name in calls}
            for clear in clears
        },
        "ratio": {
            clear: {
                name: [
                    round(each, 4)
                    for each in median_with_interval(
                        [copy / us for copy, us in zip(times[clear, "copy"], times[clear, name], strict=True)]
                    )
                ]
                for name in calls
                if name != "copy"
            }
            for clear in clears
        },
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


def _problem(x: torch.Tensor, out: torch.Tensor) -> DispatchProblem:
    rows, results = matrix_of(x, "x", writable=False), matrix_of(out, "out", writable=True)
    gpu = gpu_of(x.device.index or 0)
    shape = Shape(rows.n_rows, rows.n_cols, rows.stride, results.stride)
    return DispatchProblem(shape, rows.dtype, rows.offset, results.offset, gpu.arch, gpu.sms)


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
    prepared = PreparedRegime(regime, _problem(x, out), gpu_of(x.device.index or 0))
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


def environment() -> dict[str, str]:
    """Return what the times depend on: GPU, driver and versions."""
    return {
        "gpu": torch.cuda.get_device_name(),
        "driver": driver_version(),
        "cuda": str(torch.version.cuda),
        "python": platform.python_version(),
        "torch": torch.__version__,
        "harness": harness.__version__,
    }


def _environment_line() -> str:
    return ", ".join(f"{name} {value}" for name, value in environment().items())


def _leaders(row: dict[str, Any], names: list[str], clear: str) -> set[str]:
    ratios = {name: row["ratio"][clear][name] for name in names if name in row["ratio"][clear]}
    if not ratios:
        return set()
    best_low = max(ratios.values())[1]
    return {name for name, (_, _, high) in ratios.items() if high >= best_low}


def _reaches_target(row: dict[str, Any], clear: str) -> bool:
    return bool(round(row["ratio"][clear].get("harness", [0.0])[0], 2) >= row["target"])


def _print_table(rows: list[dict[str, Any]], names: list[str], dtype: str, clear: str) -> None:
    print(f"\n{dtype}, {clear}-cleared L2: time of a copy / time")
    print(
        f"{'shape':>13} {'copy us':>8} {'ours us':>8} {names[0]:>10} {'+-':>5}"
        + "".join(f" {name:>13}" for name in names[1:])
        + " target"
    )
    for row in rows:
        us, ratios, leaders = row["us"][clear], row["ratio"][clear], _leaders(row, names, clear)
        cells = []
        for name in names:
            if name not in ratios:
                cells.append(row["failures"].get(name, "none").partition(":")[0])
                continue
            missed = name == "harness" and not _reaches_target(row, clear)
            cells.append(f"{ratios[name][0]:.2f}" + "*" * (name in leaders) + "!" * missed)
        _, low, high = ratios.get("harness", (0.0, 0.0, 0.0))
        extra = ""
        if "naive" in us and "harness" in us and (row["n_rows"], row["n_cols"]) == HEADLINE[:2]:
            extra = (
                f"; one thread a row takes {us['naive'] / us['harness']:.1f} times as long as ours, "
                f"{us['naive'] / us['copy']:.1f} times as long as a copy (target {HEADLINE[2]})"
            )
        print(
            f"{row['n_rows']}x{row['n_cols']}".rjust(13)
            + f" {us['copy']:8.1f} {us.get('harness', 0.0):8.1f} {cells[0]:>10} {(high - low) / 2:5.3f}"
            + "".join(f" {cell:>13}" for cell in cells[1:])
            + f"   {row['target']:.2f}  {row['variant']}{extra}",
            flush=True,
        )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all numbers")
    parser.add_argument(
        "--clear", choices=(*CLEARS, "both"), default="both", help="how the L2 cache is cleared"
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N", help=f"{ROUNDS} when not given")
    parser.add_argument("--dtype", action="append", choices=("float32", "bfloat16"))
    parser.add_argument("--shape", action="append", metavar="ROWSxCOLS")
    parser.add_argument("--peer", action="append", metavar="NAME", help="only these, besides the harness")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
