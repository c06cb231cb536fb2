"""Times ``harness.softmax(x)`` and other softmaxes in the two ways that users time kernels.

    python benchmarks/peers_in_use.py [--json FILE] [--turns N]    # N processes, one after the other

Needs a GPU, PyTorch and Triton. ``do_bench`` is ``triton.testing.do_bench``: calls from Python, with the cache cleared
before each, so a call that takes longer than its kernel shows. ``graph`` is ``triton.testing.do_bench_cudagraph``:
replays of a CUDA graph of many calls, with nothing cleared. The problems are those of ``peers.py``. The Triton kernel
holds a row in one block, at most 131,072 columns here.

Each turn runs in its own process and times every peer on every problem, in an order drawn anew, with the matrices at
other addresses. Turns in one process would share the addresses of code and data, and a small kernel's time changes by a
tenth with them (``small_problems.py``). A number is a peer's time divided by ours in the same turn, so above 1.00 ours
is faster: the median over the turns, and its 95 % interval. ``*`` marks a cell in which no peer is faster: the upper
end of each peer's interval is at least 1.00.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
from collections.abc import Callable
from typing import Any

import torch
from interval import median_with_interval
from peers import TABLE, environment
from triton.testing import do_bench, do_bench_cudagraph
from triton_softmax import launch as triton_launch
from turns import INTERVAL, parse_options, run_turns, take_space

import harness

DTYPES = ("float32", "bfloat16")
WAYS: dict[str, Callable[[Callable[[], Any]], float]] = {
    "do_bench": lambda call: do_bench(call, warmup=3, rep=15, return_mode="median"),
    "graph": lambda call: do_bench_cudagraph(call, rep=1, return_mode="median"),
}
MOST_COLS_OF_TRITON = 131072


def ours(x: torch.Tensor) -> Callable[[], Any]:
    """Return a call of this project's softmax, which allocates its result."""
    return lambda: harness.softmax(x)


def eager(x: torch.Tensor) -> Callable[[], Any]:
    """Return a call of PyTorch's softmax."""
    return lambda: torch.softmax(x, 1)


def triton(x: torch.Tensor) -> Callable[[], Any]:
    """Return a launch of a Triton kernel into a tensor that is there already."""
    if x.shape[1] > MOST_COLS_OF_TRITON:
        raise ValueError(f"a row must have at most {MOST_COLS_OF_TRITON} columns (got {x.shape[1]})")
    return triton_launch(x, torch.empty_like(x))


PEERS = {"torch": eager, "triton": triton}


def measure(n_rows: int, n_cols: int, dtype: str, turn: int) -> dict[str, Any]:
    """Time everything on one problem in this process; milliseconds by way and name."""
    order = random.Random(f"{n_rows}x{n_cols}{dtype}{turn}")
    space = take_space(order)
    torch.manual_seed(0)
    x = torch.randn(n_rows, n_cols, device="cuda").to(getattr(torch, dtype))
    calls, failures = {"harness": ours(x)}, {}
    for name, make in PEERS.items():
        try:
            calls[name] = make(x)
            calls[name]()
            torch.cuda.synchronize()
        except Exception as error:  # whatever a peer raises, the others are timed
            failures[name] = f"{type(error).__name__}: {error}"[:160]
            calls.pop(name, None)
    torch.testing.assert_close(calls["harness"](), torch.softmax(x.double(), 1).to(x.dtype))
    ms: dict[str, dict[str, float]] = {way: {} for way in WAYS}
    for way, time in WAYS.items():
        names = list(calls)
        order.shuffle(names)
        for name in names:
            try:
                ms[way][name] = float(time(calls[name]))
            except Exception as error:  # as above
                failures[f"{name} by {way}"] = f"{type(error).__name__}: {error}"[:160]
    del space
    return {"n_rows": n_rows, "n_cols": n_cols, "dtype": dtype, "ms": ms, "failures": failures}


def measure_turn(turn: int) -> dict[str, Any]:
    """Time everything on all problems in this process."""
    rows = [measure(n_rows, n_cols, dtype, turn) for dtype in DTYPES for n_rows, n_cols, *_ in TABLE]
    return {"environment": environment(), "rows": rows}


def joined(turns: list[dict[str, Any]]) -> dict[str, Any]:
    """Join the turns: each time becomes a list over the turns. A peer that failed in any turn has no times."""
    rows = []
    for of_turns in zip(*(turn["rows"] for turn in turns), strict=True):
        ms = {
            way: {
                name: [row["ms"][way][name] for row in of_turns]
                for name in of_turns[0]["ms"][way]
                if all(name in row["ms"][way] for row in of_turns)
            }
            for way in WAYS
        }
        failures = {name: why for row in of_turns for name, why in row["failures"].items()}
        rows.append({**of_turns[0], "ms": ms, "failures": failures})
    return {"environment": turns[0]["environment"], "rows": rows}


def ratios(row: dict[str, Any], way: str) -> dict[str, tuple[float, float, float]]:
    """Return each peer's time divided by ours: the median over the turns, and the ends of its interval."""
    ms = row["ms"][way]
    found: dict[str, tuple[float, float, float]] = {}
    if "harness" not in ms:
        return found
    for name in PEERS:
        if name in ms:
            of_turns = [theirs / own for theirs, own in zip(ms[name], ms["harness"], strict=True)]
            found[name] = median_with_interval(of_turns)
    return found


def print_table(document: dict[str, Any]) -> dict[str, int]:
    """Print a line for each problem; return the number of cells in which no peer is faster, by way."""
    print(", ".join(f"{name} {value}" for name, value in document["environment"].items()))
    head = " ".join(f"{f'{way}: us':>12}" + "".join(f" {name:>21}" for name in PEERS) for way in WAYS)
    print(f"{'problem':>22} {head}")
    unbeaten = dict.fromkeys(WAYS, 0)
    for row in document["rows"]:
        line = f"{'{n_rows}x{n_cols} {dtype}'.format(**row):>22}"
        for way in WAYS:
            found = ratios(row, way)
            own = row["ms"][way].get("harness")
            is_unbeaten = own is not None and all(upper >= 1.0 for _, _, upper in found.values())
            unbeaten[way] += is_unbeaten
            us = statistics.median(own or [0.0]) * 1e3
            cells = "".join(
                f" {'{:.2f} ({:.2f} to {:.2f})'.format(*found[name]):>21}"
                if name in found
                else f" {'none':>21}"
                for name in PEERS
            )
            line += f" {us:11.1f}{'*' if is_unbeaten else ' '}{cells}"
        print(line)
    for row in document["rows"]:
        for name, why in row["failures"].items():
            print(f"{row['n_rows']}x{row['n_cols']} {row['dtype']}: {name}: {why}")
    return unbeaten


def main() -> int:
    """Run the benchmark; 0 when no peer is faster in any cell, either way, else 1."""
    options = parse_options(__doc__ or "")
    if options.turn is not None:
        options.json.write_text(json.dumps(measure_turn(options.turn)))
        return 0
    document = joined(run_turns(__file__, options.turns))
    unbeaten, n_cells = print_table(document), len(document["rows"])
    print(f"{options.turns} processes; {INTERVAL}")
    for way, n_unbeaten in unbeaten.items():
        print(f"{way}: fastest or not to be told from it in {n_unbeaten} of {n_cells} cells")
    if options.json:
        options.json.write_text(json.dumps(document, indent=1) + "\n")
    return 0 if all(each == n_cells for each in unbeaten.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
