"""Times ``harness.softmax(x)`` and other softmaxes in the two ways that users time kernels.

    python benchmarks/peers_in_use.py [--json FILE] [--turns N]    # N processes, one after the other

Needs a GPU, PyTorch and Triton. ``do_bench`` is ``triton.testing.do_bench``: calls from Python, with the cache cleared
before each, so a call that takes longer than its kernel shows. ``graph`` is ``triton.testing.do_bench_cudagraph``:
replays of a CUDA graph of many calls, with nothing cleared. The problems are those of ``peers.py``. The Triton kernel
holds a row in one block, at most 131,072 columns here.

A turn is a process of its own, which times every peer on every problem, in an order drawn anew, with the matrices at
other addresses. Where the driver places code and data decides on a tenth of a small kernel's time
(``small_problems.py``), and turns in one process share the place. A number is a peer's time divided by ours in the same
turn, so above 1.00 ours is faster: the median over the turns, and the lowest and highest turn. These two are an
interval for the median: 98 % with 7 turns. ``*`` marks a cell in which no peer is faster: the interval of each reaches
1.00.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from peers import TABLE, environment
from triton.testing import do_bench, do_bench_cudagraph
from triton_softmax import launch as triton_launch
from turns import interval_of, run_turns

import harness

DTYPES = ("float32", "bfloat16")
WAYS: dict[str, Callable[[Callable[[], Any]], float]] = {
    "do_bench": lambda call: do_bench(call, warmup=3, rep=15, return_mode="median"),
    "graph": lambda call: do_bench_cudagraph(call, rep=1, return_mode="median"),
}
TURNS = 7
MOST_COLS_OF_TRITON = 131072
MOST_SPACE_BYTES = (1 << 20, 64 << 20)
"""Most memory that a turn takes before a problem's matrices, so that they lie elsewhere in each: from PyTorch's small
blocks, and from its large ones."""


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
    space = [
        torch.empty(order.randrange(most), dtype=torch.uint8, device="cuda") for most in MOST_SPACE_BYTES
    ]
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
    """Join the turns: a list of times where a turn has one. What failed in one turn is left out."""
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
    """Return each peer's time divided by ours: the median over the turns, the lowest and the highest."""
    ms = row["ms"][way]
    found: dict[str, tuple[float, float, float]] = {}
    if "harness" not in ms:
        return found
    for name in PEERS:
        if name in ms:
            of_turns = [theirs / own for theirs, own in zip(ms[name], ms["harness"], strict=True)]
            found[name] = (statistics.median(of_turns), min(of_turns), max(of_turns))
    return found


def main() -> int:
    """Run the benchmark; 0 when no peer is faster in any cell, either way, else 1."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all times")
    parser.add_argument("--turns", type=int, default=TURNS, metavar="N", help=f"{TURNS} when not given")
    parser.add_argument("--turn", type=int, metavar="K", help="run turn K alone, in this process")
    chosen = parser.parse_args()
    if chosen.turn is not None:
        chosen.json.write_text(json.dumps(measure_turn(chosen.turn)))
        return 0
    document = joined(run_turns(__file__, chosen.turns))
    print(", ".join(f"{name} {value}" for name, value in document["environment"].items()))
    head = " ".join(f"{f'{way}: us':>12}" + "".join(f" {name:>21}" for name in PEERS) for way in WAYS)
    print(f"{'problem':>22} {head}")
    unbeaten = dict.fromkeys(WAYS, 0)
    for row in document["rows"]:
        line = f"{'{n_rows}x{n_cols} {dtype}'.format(**row):>22}"
        for way in WAYS:
            found = ratios(row, way)
            own = row["ms"][way].get("harness")
            is_unbeaten = own is not None and all(highest >= 1.0 for _, _, highest in found.values())
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
    print(interval_of(chosen.turns))
    for way, n_unbeaten in unbeaten.items():
        print(f"{way}: fastest or not to be told from it in {n_unbeaten} of {len(document['rows'])} cells")
    if chosen.json:
        chosen.json.write_text(json.dumps(document, indent=1) + "\n")
    return 0 if all(each == len(document["rows"]) for each in unbeaten.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
