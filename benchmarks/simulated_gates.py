"""Simulates the verdicts of a gate on kernels whose launches scatter, for several numbers of pairs. Needs no GPU.

    python benchmarks/simulated_gates.py [--comparisons N] [--scatter SHARE] [--beside N]

The log ratios of a process's pairs are normal with a standard deviation of ``--scatter``, around a mean that differs
from process to process by 0.1 %. Each comparison shares its error rate with ``--beside`` others. The table has, for a
kernel compared with itself and with one that takes 1 % longer, the verdicts of the first pass, the verdicts after the
confirming pass, and the mean number of processes of the first pass.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from harness.measure.statistics import CONFIRMING_LOOKS, CONFIRMING_RESTARTS, Speed, StoppingRule  # noqa: E402

BETWEEN = 0.001
PAIRS = (8, 32, 96)


def main() -> None:
    """Simulate, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--comparisons", type=int, default=300)
    parser.add_argument("--scatter", type=float, default=0.03)
    parser.add_argument("--beside", type=int, default=36)
    options = parser.parse_args()
    rule = StoppingRule(n_comparisons=options.beside + 1)
    print(f"{options.comparisons} comparisons each, pairs scatter by {options.scatter:.1%}")
    print(f"{'pairs':>5} {'longer':>7}  {'first pass':<38} {'confirmed':<38} {'processes':>9}")
    for n_pairs in PAIRS:
        for longer in (0.0, 0.01):
            source = np.random.default_rng([n_pairs, round(1e4 * longer)])
            first: Counter[str] = Counter()
            last: Counter[str] = Counter()
            n_processes = 0
            for _ in range(options.comparisons):
                speed, confirmed, n = compared(rule, source, longer, options.scatter, n_pairs)
                first[speed.value] += 1
                last[confirmed.value] += 1
                n_processes += n
            columns = f"{shown(first):<38} {shown(last):<38} {n_processes / options.comparisons:>9.1f}"
            print(f"{n_pairs:>5} {longer:>7.1%}  {columns}")


def compared(
    rule: StoppingRule, source: np.random.Generator, longer: float, scatter: float, n_pairs: int
) -> tuple[Speed, Speed, int]:
    """Return the verdict of the first pass, the verdict in the end, and the processes of the first pass."""

    def process() -> np.ndarray:
        mean = math.log1p(longer) + BETWEEN * source.standard_normal()
        return mean + scatter * source.standard_normal(n_pairs)

    processes = [process()]
    while (speed := rule.look(processes)[0]) is None:
        processes.append(process())
    confirmed = speed
    if speed in (Speed.SLOWER, Speed.FASTER):
        second = [process() for _ in range(CONFIRMING_RESTARTS)]
        if not any(rule.confirms(speed, second[:n])[0] for n in CONFIRMING_LOOKS):
            confirmed = Speed.AMBIGUOUS
    return speed, confirmed, len(processes)


def shown(counts: Counter[str]) -> str:
    """Return counts as text, the most frequent verdict first."""
    return ", ".join(f"{n} {name}" for name, n in counts.most_common())


if __name__ == "__main__":
    main()
