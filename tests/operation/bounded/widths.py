"""``python -m tests.operation.bounded.widths``: how much wider the derived bounds are than those made by hand.

Both bounds are computed for every case of every shipped variant whose operation has both. The table has the ratio
of the two for the elements that both judge and neither finds exact.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from harness.launch.inputs import problem_of
from harness.operation.model import Operation
from harness.operation.problem import Problem
from harness.variant.matrix import cases
from tests.kernels.expectations import shipped_variants

Key = tuple[str, str, str, str]
"""Operation, element type, arithmetic, input kind."""


@dataclass
class Widths:
    """The two bounds of the elements of some problems.

    `ratios`: derived bound over that made by hand, one array for each problem. `only_by_hand`, `only_derived`: elements
    that one bound judges and the other does not. `apart`: elements for which no number is within both bounds, or
    NaN by one of them and a number by the other; one of the bounds is wrong there.
    """

    ratios: list[np.ndarray] = field(default_factory=list)
    n_problems: int = 0
    only_by_hand: int = 0
    only_derived: int = 0
    apart: int = 0

    def add(self, operation: Operation, problem: Problem) -> None:
        (by_hand,) = operation.expected(problem).values()
        (derived,) = operation.derived(problem).values()
        self.n_problems += 1
        if not problem.inp.size:
            return
        judged, judged_too = ~np.isnan(by_hand.allowed), ~np.isnan(derived.allowed)
        self.only_by_hand += int((judged & ~judged_too).sum())
        self.only_derived += int((judged_too & ~judged).sum())
        both = judged & judged_too
        with np.errstate(invalid="ignore"):
            distance = np.abs(by_hand.reference - derived.reference)
            same = (by_hand.reference == derived.reference) | (distance <= by_hand.allowed + derived.allowed)
        same |= np.isnan(by_hand.reference) & np.isnan(derived.reference)
        self.apart += int((both & ~same).sum())
        rounds = both & np.isfinite(by_hand.reference) & (by_hand.allowed > 0.0) & (derived.allowed > 0.0)
        self.ratios.append((derived.allowed[rounds] / by_hand.allowed[rounds]).ravel())

    def merge(self, other: "Widths") -> None:
        self.ratios += other.ratios
        self.n_problems += other.n_problems
        self.only_by_hand += other.only_by_hand
        self.only_derived += other.only_derived
        self.apart += other.apart

    @property
    def median(self) -> float:
        """Median over all elements; NaN if there are none."""
        found = np.concatenate(self.ratios) if self.ratios else np.empty(0)
        return float(np.median(found)) if found.size else float("nan")

    @property
    def largest(self) -> float:
        """Largest ratio; NaN if there are no elements."""
        return max((float(each.max()) for each in self.ratios if each.size), default=float("nan"))

    @property
    def smallest(self) -> float:
        """Smallest ratio; NaN if there are no elements."""
        return min((float(each.min()) for each in self.ratios if each.size), default=float("nan"))


def problems(name: str = "") -> Iterator[tuple[Operation, str, Problem]]:
    """Yield operation, input kind and problem of every case with both bounds, equal problems once."""
    seen = set()
    for variant in shipped_variants():
        operation = variant.operation
        if operation.bound is None or operation.bounded_reference is None or name not in ("", operation.name):
            continue
        for case in cases(variant):
            problem = problem_of(case)
            how = (problem.dtype, problem.how.name, problem.row_threads, problem.serial)
            key = (operation.name, *how, case.kind, case.seed, problem.inp.shape, problem.given)
            key = (*key, tuple(problem.scalars.items()))
            if key not in seen:
                seen.add(key)
                yield operation, case.kind, problem


def widths(name: str = "", every: int = 1) -> dict[Key, Widths]:
    """Return the widths of one operation, or of all, by operation, element type, arithmetic and input kind.

    With `every`, only every so many of the problems are computed.
    """
    found: defaultdict[Key, Widths] = defaultdict(Widths)
    for operation, kind, problem in islice(problems(name), None, None, every):
        found[operation.name, problem.dtype, problem.how.name, kind].add(operation, problem)
    return dict(found)


def table(found: dict[Key, Widths], *, by_kind: bool = False) -> str:
    """Return the widths as a table in Markdown."""
    rows: defaultdict[tuple[str, ...], dict[str, Widths]] = defaultdict(dict)
    for key, each in sorted(found.items()):
        rows[key if by_kind else key[:3]][key[3]] = each
    lines = [
        "| operation | dtype | arithmetic | kind | problems | smallest | median | largest |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for key, kinds in rows.items():
        together = Widths()
        for each in kinds.values():
            together.merge(each)
        if not any(part.size for part in together.ratios):
            continue
        worst = max(kinds, key=lambda kind: np.nan_to_num(kinds[kind].largest))
        numbers = f"{together.smallest:.2f} | {together.median:.2f} | {together.largest:.2f}"
        what = f"| {key[0]} | {key[1]} | `{key[2]}` | {worst} | {together.n_problems} "
        lines.append(f"{what}| {numbers} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.operation.bounded.widths", description=__doc__)
    parser.add_argument("operation", nargs="?", default="", help="only this operation")
    parser.add_argument("--kinds", action="store_true", help="one line for each input kind")
    chosen = parser.parse_args()
    found = widths(chosen.operation)
    sys.stdout.write(table(found, by_kind=chosen.kinds) + "\n")
    for name in dict.fromkeys(key[0] for key in found):
        parts = [each for key, each in found.items() if key[0] == name]
        sys.stdout.write(
            f"{name}: {sum(each.n_problems for each in parts)} problems; elements judged by one bound only: "
            f"{sum(each.only_by_hand for each in parts)} by hand, {sum(each.only_derived for each in parts)} derived; "
            f"bounds apart: {sum(each.apart for each in parts)}\n"
        )


if __name__ == "__main__":
    main()
