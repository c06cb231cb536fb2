"""Times every form of the softmax on small problems, and the same form several times.

    python benchmarks/small_problems.py [--json FILE] [--turns N]    # N processes, one after the other

Needs a GPU, PyTorch and Triton. Shows which differences between times of a few microseconds are significant. Each turn
runs in its own process. ``triton.testing.do_bench`` times these, twice each, in an order drawn anew:

- every variant and block of the family that takes the problem and declares ``fast_exp``
- the form that ``harness.softmax`` chooses, loaded three times, so that the same code is at three addresses
- a Triton kernel with 1 to 8 warps, and PyTorch's copy

A number is in microseconds: the median over the turns, and the ends of its 95 % interval.
"""

from __future__ import annotations

import json
import random
import statistics
from collections.abc import Callable, Iterator
from typing import Any

import torch
from interval import median_with_interval
from peers import environment
from triton.testing import do_bench
from triton_softmax import launch as triton_launch
from turns import INTERVAL, parse_options, run_turns, take_space

from harness.dispatch.known import KnownCall
from harness.dispatch.prepared import Prepared, _launcher, current_context, gpu_of
from harness.dispatch.problem import DispatchProblem
from harness.dispatch.regimes import Regime, choose, own_regimes, sources_folder
from harness.dispatch.tuning import Candidate, compile_candidates
from harness.variant.declaration.discovery import load_variant
from harness.variant.shape import Shape
from harness.variant.variant import block_text

PROBLEMS = ((1, 1000, "float32"), (64, 1024, "float32"), (1, 1000, "bfloat16"), (64, 1024, "bfloat16"))
PASSES = 2
COPIES = ("chosen", "chosen, loaded again", "chosen, loaded a third time")


def forms(problem: DispatchProblem) -> Iterator[tuple[str, Regime]]:
    """Yield the chosen form under each name of `COPIES`, then every form by its own name."""
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
    """Return a launch of a form, whose code is loaded again."""
    gpu = gpu_of(x.device.index)
    _launcher.cache_clear()  # a new launcher loads the code again
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
    compile_candidates(fields, gpu_of(torch.cuda.current_device()))


def measure(n_rows: int, n_cols: int, dtype: str, order: random.Random) -> dict[str, float]:
    """Time everything on one problem in this process; microseconds by name."""
    space = take_space(order)
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


def print_tables(document: dict[str, Any]) -> None:
    """Print a table for each problem, fastest first."""
    print(", ".join(f"{name} {value}" for name, value in document["environment"].items()))
    for problem, of_first in document["us"][0].items():
        print(f"{problem:35} {'median':>8} {'from':>8} {'to':>8}")
        found = {
            name: median_with_interval([turn[problem][name] for turn in document["us"]]) for name in of_first
        }
        for name, numbers in sorted(found.items(), key=lambda each: each[1][0]):
            print(f"  {name:33} " + " ".join(f"{each:8.2f}" for each in numbers))


def main() -> None:
    """Run the benchmark."""
    options = parse_options(__doc__ or "")
    if options.turn is not None:
        if options.turn == 0:
            compile_forms()
        order = random.Random(options.turn)
        us = {f"{r}x{c} {dtype}": measure(r, c, dtype, order) for r, c, dtype in PROBLEMS}
        options.json.write_text(json.dumps({"environment": environment(), "us": us}))
        return
    turns = run_turns(__file__, options.turns)
    document = {"environment": turns[0]["environment"], "us": [turn["us"] for turn in turns]}
    print_tables(document)
    print(f"{options.turns} processes; {INTERVAL}")
    if options.json:
        options.json.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
