"""Times ``harness.softmax(x)`` and other softmaxes in the two ways that users time kernels.

    python benchmarks/peers_in_use.py [--json FILE] [--turns N]

Needs a GPU, PyTorch and Triton. ``do_bench`` is ``triton.testing.do_bench``: calls from Python, with the cache cleared
before each, so a call that takes longer than its kernel shows. ``graph`` is ``triton.testing.do_bench_cudagraph``:
replays of a CUDA graph of many calls, with nothing cleared. The problems are those of ``peers.py``. Each way takes
every peer in turns, in an order drawn anew for each turn. A number is a peer's time divided by ours, so above 1.00 ours
is faster: the median over the turns, and the lowest and highest turn. ``*`` marks a cell in which no peer is faster:
the highest turn of each reaches 1.00. The Triton kernel holds a row in one block, at most 131,072 columns here.
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

import harness

WAYS: dict[str, Callable[[Callable[[], Any]], float]] = {
    "do_bench": lambda call: do_bench(call, warmup=3, rep=15, return_mode="median"),
    "graph": lambda call: do_bench_cudagraph(call, rep=1, return_mode="median"),
}
TURNS = 7
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


def measure(n_rows: int, n_cols: int, dtype: str, turns: int) -> dict[str, Any]:
    """Time everything on one problem, in turns; milliseconds of each turn by way and name."""
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
    order = random.Random(f"{n_rows}x{n_cols}{dtype}")
    ms: dict[str, dict[str, list[float]]] = {way: {name: [] for name in calls} for way in WAYS}
    for _ in range(turns):
        for way, time in WAYS.items():
            names = list(calls)
            order.shuffle(names)
            for name in names:
                if name in ms[way]:
                    try:
                        ms[way][name].append(float(time(calls[name])))
                    except Exception as error:  # as above
                        failures[f"{name} by {way}"] = f"{type(error).__name__}: {error}"[:160]
                        del ms[way][name]
    return {"n_rows": n_rows, "n_cols": n_cols, "dtype": dtype, "ms": ms, "failures": failures}


def ratios(row: dict[str, Any], way: str) -> dict[str, tuple[float, float, float]]:
    """Return each peer's time divided by ours: the median over the turns, the lowest and the highest."""
    ms = row["ms"][way]
    found: dict[str, tuple[float, float, float]] = {}
    if "harness" not in ms:
        return found
    for name in ms:
        if name != "harness":
            of_turns = [theirs / own for theirs, own in zip(ms[name], ms["harness"], strict=True)]
            found[name] = (statistics.median(of_turns), min(of_turns), max(of_turns))
    return found


def main() -> int:
    """Run the benchmark; 0 when no peer is faster in any cell, either way, else 1."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all times")
    parser.add_argument("--turns", type=int, default=TURNS, metavar="N", help=f"{TURNS} when not given")
    chosen = parser.parse_args()
    facts = environment()
    print(", ".join(f"{name} {value}" for name, value in facts.items()), flush=True)
    head = " ".join(f"{f'{way}: us':>12}" + "".join(f" {name:>21}" for name in PEERS) for way in WAYS)
    print(f"{'problem':>22} {head}")
    rows, unbeaten = [], dict.fromkeys(WAYS, 0)
    for dtype in ("float32", "bfloat16"):
        for n_rows, n_cols, *_ in TABLE:
            row = measure(n_rows, n_cols, dtype, chosen.turns)
            rows.append(row)
            line = f"{f'{n_rows}x{n_cols} {dtype}':>22}"
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
            print(line, flush=True)
    for row in rows:
        for name, why in row["failures"].items():
            print(f"{row['n_rows']}x{row['n_cols']} {row['dtype']}: {name}: {why}")
    for way, n_unbeaten in unbeaten.items():
        print(f"{way}: fastest or not to be told from it in {n_unbeaten} of {len(rows)} cells")
    if chosen.json:
        chosen.json.write_text(json.dumps({"environment": facts, "rows": rows}, indent=1) + "\n")
    return 0 if all(each == len(rows) for each in unbeaten.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
