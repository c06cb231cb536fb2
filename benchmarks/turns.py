"""Turns of a benchmark, each a process of its own: where the driver places code and data is drawn anew with each."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any


def run_turns(script: str, n_turns: int) -> list[Any]:
    """Run ``SCRIPT --turn K --json FILE`` for each turn, one after the other.

    Parameters
    ----------
    script : str
        Path of the benchmark.
    n_turns : int
        Number of turns; they count from 0.

    Returns
    -------
    list
        What each turn wrote.

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


def interval_of(n_turns: int) -> str:
    """Say how likely the median of all processes lies between the lowest and the highest of some."""
    return (
        f"{n_turns} processes: lowest to highest is a {1 - 0.5 ** (n_turns - 1):.0%} interval of the median"
    )
