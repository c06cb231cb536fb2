"""Times every form of the softmax on small problems, and the same form several times.

    python benchmarks/small_problems.py [--json FILE] [--turns N]    # N processes, one after the other

Needs a GPU, PyTorch and Triton. Shows how far times of a few microseconds can tell kernels apart. Each turn is a
process of its own, in which ``triton.testing.do_bench`` times, in an order drawn anew and twice each: every variant and
block of the family that takes the problem and declares ``fast_exp``; a Triton kernel with 1 to 8 warps; PyTorch's copy;
and the form that ``harness.softmax`` chooses, loaded three times, so that the same code lies at three addresses. A
number is in microseconds: the median over the turns, the lowest and the highest.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch
import triton
from peers import environment
from triton.testing import do_bench
from triton_softmax import launch as triton_launch
from turns import interval_of, run_turns

from harness.dispatch.known import KnownCall
from harness.dispatch.prepared import Prepared, _launcher, current_context, gpu_of
from harness.dispatch.problem import DispatchProblem
from harness.dispatch.regimes import Regime, choose, own_regimes, sources_folder
from harness.dispatch.tuning import Candidate, _compile_all
from harness.variant.declaration.discovery import load_variant
from harness.variant.shape import Shape
from harness.variant.variant import block_text

PROBLEMS = ((1, 1000, "float32"), (64, 1024, "float32"), (1, 1000, "bfloat16"), (64, 1024, "bfloat16"))
TURNS, PASSES = 7, 2
MOST_SPACE_BYTES = (1 << 20, 64 << 20)
"""Most memory that is taken before a problem's matrices: from PyTorch's small blocks, and from its large ones."""
COPIES = ("chosen", "chosen, loaded again", "chosen, loaded a third time")


def forms(problem: DispatchProblem) -> Iterator[tuple[str, Regime]]:
    """Give the form that is chosen, under each name, and all others."""
    chosen = choose(problem, own_regimes())
    for name in COPIES:
        yield name, chosen
    for path in sorted(sources_folder().glob("softmax_*.cu")):
        variant = load_variant(path)
        if "fast_exp" not in variant.arithmetic or problem.dtype not in variant.dtypes:
            continue
        for block in variant.blocks:
            regime = Regime(variant, block, (problem.dtype,), None, "a candidate")
            if variant.operation.name == "softmax" and regime.unmet(problem) is None:
                yield f"{variant.id} {block_text(block)}", regime


def own_call(regime: Regime, problem: DispatchProblem, x: torch.Tensor, y: torch.Tensor) -> Callable[[], Any]:
    """Return a launch of a form from code that is loaded for it alone."""
    gpu = gpu_of(x.device.index)
    _launcher.cache_clear()
    with current_context(gpu):
        prepared = Prepared(regime, problem, gpu)
    n_bytes = x.numel() * x.element_size()
    known = KnownCall(prepared, int(gpu.context), n_bytes, n_bytes)
    inp, out, stream = x.data_ptr(), y.data_ptr(), torch.cuda.current_stream().cuda_stream
    return lambda: known.launch(inp, out, stream)


def problem_of(n_rows: int, n_cols: int, dtype: str) -> DispatchProblem:
    """Return a contiguous problem on this GPU."""
    gpu = gpu_of(torch.cuda.current_device())
    return DispatchProblem(Shape(n_rows, n_cols, n_cols, n_cols), dtype, 0, 0, gpu.arch, gpu.sms)


def compile_forms() -> None:
    """Compile every form on all cores, into the cache on disk."""
    problems = [problem_of(*each) for each in PROBLEMS]
    fields = [
        (problem, tuple(Candidate(regime.variant, regime.block) for _, regime in forms(problem)))
        for problem in problems
    ]
    _compile_all(fields, gpu_of(torch.cuda.current_device()))


def measure(n_rows: int, n_cols: int, dtype: str, order: random.Random) -> dict[str, float]:
    """Time everything on one problem in this process; microseconds by name."""
    space = [
        torch.empty(order.randrange(most), dtype=torch.uint8, device="cuda") for most in MOST_SPACE_BYTES
    ]
    x = torch.randn(n_rows, n_cols, device="cuda").to(getattr(torch, dtype))
    problem = problem_of(n_rows, n_cols, dtype)
    outputs: dict[str, torch.Tensor] = {}
    calls: dict[str, Callable[[], Any]] = {}
    for name, regime in forms(problem):
        outputs[name] = torch.empty_like(x)
        calls[name] = own_call(regime, problem, x, outputs[name])
    for n_warps in (1, 2, 4, 8):
        name = f"Triton, {n_warps} warps"
        outputs[name] = torch.empty_like(x)
        calls[name] = triton_launch(x, outputs[name], n_warps)
    expected = torch.softmax(x.double(), 1).to(x.dtype)
    for name, call in calls.items():
        call()
        torch.testing.assert_close(outputs[name], expected, msg=lambda text, name=name: f"{name}: {text}")
    copied = torch.empty_like(x)
    calls["PyTorch's copy"] = lambda: copied.copy_(x)
    us: dict[str, list[float]] = {name: [] for name in calls}
    names = list(calls)
    for _ in range(PASSES):
        order.shuffle(names)
        for name in names:
            us[name].append(do_bench(calls[name], warmup=2, rep=8, return_mode="median") * 1e3)
    del space
    return {name: statistics.mean(each) for name, each in us.items()}


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all times")
    parser.add_argument("--turns", type=int, default=TURNS, metavar="N", help=f"{TURNS} when not given")
    parser.add_argument("--turn", type=int, metavar="K", help="run turn K alone, in this process")
    chosen = parser.parse_args()
    if chosen.turn is not None:
        if chosen.turn == 0:
            compile_forms()
        order = random.Random(chosen.turn)
        us = {f"{r}x{c} {dtype}": measure(r, c, dtype, order) for r, c, dtype in PROBLEMS}
        chosen.json.write_text(json.dumps({"environment": environment(), "us": us}))
        return
    turns = run_turns(__file__, chosen.turns)
    facts = turns[0]["environment"]
    print(", ".join(f"{name} {value}" for name, value in {**facts, "triton": triton.__version__}.items()))
    for problem, of_first in turns[0]["us"].items():
        print(f"{problem:35} {'median':>8} {'lowest':>8} {'highest':>8}")
        times = {name: [turn["us"][problem][name] for turn in turns] for name in of_first}
        for name in sorted(times, key=lambda name, times=times: statistics.median(times[name])):
            of_turns = times[name]
            print(f"  {name:33} {statistics.median(of_turns):8.2f} {min(of_turns):8.2f} {max(of_turns):8.2f}")
    print(interval_of(chosen.turns))
    if chosen.json:
        document = {"environment": facts, "us": [turn["us"] for turn in turns]}
        chosen.json.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
