"""Turns of a benchmark: each runs in its own process, so that the addresses of code and data differ between turns."""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import torch
from interval import CONFIDENCE, FEWEST

TURNS = 7
INTERVAL = f"a range is a {CONFIDENCE:.0%} interval of the median over the processes"
_MOST_SPACE_BYTES = (1 << 20, 64 << 20)
"""One size for PyTorch's pool of small blocks, and one for its pool of large blocks."""


def parse_options(description: str) -> argparse.Namespace:
    """Read ``--json``, ``--turns`` and ``--turn`` from the command line.

    Parameters
    ----------
    description : str
        Text of ``--help``.

    Returns
    -------
    argparse.Namespace
        ``json`` (Path or None), ``turns`` (at least `FEWEST`), and ``turn`` (None in the parent process).
    """
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all times")
    parser.add_argument("--turns", type=int, default=TURNS, metavar="N", help=f"{TURNS} when not given")
    parser.add_argument(
        "--turn", type=int, metavar="K", help="run turn K in this process, and write its times"
    )
    options = parser.parse_args()
    if options.turns < FEWEST:
        parser.error(f"--turns must be at least {FEWEST} (got {options.turns})")
    if options.turn is not None and options.json is None:
        parser.error("--turn needs --json FILE")
    return options


def run_turns(script: str, n_turns: int) -> list[Any]:
    """Run ``SCRIPT --turn K --json FILE`` for each turn, one after the other.

    Parameters
    ----------
    script : str
        Path of the benchmark.
    n_turns : int
        Number of turns. Turns are numbered from 0.

    Returns
    -------
    list
        Content of each turn's file.

    Raises
    ------
    subprocess.CalledProcessError
        A turn failed.
    """
    found = []
    for turn in range(n_turns):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "turn.json")
            subprocess.run([sys.executable, script, "--turn", str(turn), "--json", str(path)], check=True)
            found.append(json.loads(path.read_text()))
        print(f"turn {turn + 1} of {n_turns}", file=sys.stderr, flush=True)
    return found


def take_space(order: random.Random) -> list[torch.Tensor]:
    """Allocate GPU memory of random size; while it is kept, later tensors get other addresses."""
    return [
        torch.empty(order.randrange(most), dtype=torch.uint8, device="cuda") for most in _MOST_SPACE_BYTES
    ]
