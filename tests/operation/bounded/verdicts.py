"""``python -m tests.operation.bounded.verdicts``: judges kernels by derived bounds where an operation has one by hand.

Every case of every shipped variant must pass, and every bad kernel must be rejected. Cases rejected for other reasons
than the file states are listed: an element beyond its bound hides a wrong sum. Takes four minutes on one core.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from harness.device.cpu.ptx_cpu import PtxCpu
from harness.operation.catalogue import shipped_operations
from harness.run.case_run import run_case
from harness.settings.settings import Settings
from harness.variant.case import Case, parse_case_id
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from harness.verdict import CaseResult, Reason, Verdict
from tests.kernels import test_bad_kernels, test_boundary_kernels
from tests.kernels.expectations import ROOT, runnable, shipped_variants
from tests.progress import say


@contextmanager
def derived_bounds() -> Iterator[frozenset[str]]:
    """Take the bounds made by hand from the operations that also have a bounded reference; gives their names."""
    changed = {}
    for operation in shipped_operations().values():
        if operation.bounded_reference is not None:
            changed[operation] = {
                part: getattr(operation, part) for part in ("reference", "bound", "bounded_reference")
            }
            without = {"reference": operation.bounded_reference, "bound": None, "bounded_reference": None}
            for part, value in without.items():
                object.__setattr__(operation, part, value)
    try:
        yield frozenset(operation.name for operation in changed)
    finally:
        for operation, parts in changed.items():
            for part, value in parts.items():
                object.__setattr__(operation, part, value)


def right_cases(names: frozenset[str]) -> Iterator[tuple[Case, tuple[Reason, ...]]]:
    for variant in shipped_variants():
        if variant.operation.name in names:
            yield from ((case, ()) for case in cases(variant))


def wrong_cases(names: frozenset[str]) -> Iterator[tuple[Case, tuple[Reason, ...]]]:
    """Yield the cases in which bad kernels must be rejected, with the reasons."""
    for each in runnable():
        # A fault that is only noted has nothing to do with bounds.
        if not each.notes and load_variant(each.path).operation.name in names:
            yield from ((case, each.reasons) for case in test_bad_kernels.cases_of(each))
    for path in test_boundary_kernels.WRONG:
        block = test_boundary_kernels.expectation(path)
        variant = load_variant(path)
        case = parse_case_id(f"{variant.id}-{block['case']}", [variant])
        if case.variant.operation.name in names:
            yield case, tuple(Reason(reason) for reason in block["reasons"])


def judged(
    device: PtxCpu, settings: Settings, chosen: Iterable[tuple[Case, tuple[Reason, ...]]]
) -> tuple[int, list[CaseResult], list[CaseResult]]:
    """Run cases; give their number, the results with a wrong verdict, and those with other reasons than stated."""
    n_cases, wrong, others = 0, [], []
    for case, reasons in chosen:
        result = run_case(case, device, settings)
        n_cases += 1
        is_rejected = result.verdict in (Verdict.FAIL, Verdict.CRASH, Verdict.HANG)
        if is_rejected != bool(reasons) or not (is_rejected or result.verdict is Verdict.PASS):
            wrong.append(result)
        elif not set(reasons) <= set(result.reasons):
            others.append(result)
    return n_cases, wrong, others


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.operation.bounded.verdicts", description=__doc__)
    parser.add_argument("--only", choices=("right", "wrong"), help="right or wrong kernels only")
    only = parser.parse_args().only
    settings = Settings.load(ROOT, step_budget=test_bad_kernels.STEP_BUDGET)
    device = PtxCpu(settings)
    n_wrong = 0
    with derived_bounds() as names:
        for what, cases_of in (("right", right_cases), ("wrong", wrong_cases)):
            if only not in (None, what):
                continue
            n_cases, wrong, others = judged(device, settings, cases_of(names))
            n_wrong += len(wrong)
            say(
                f"{what} kernels: {n_cases} cases, {len(wrong)} with the wrong verdict, {len(others)} for other reasons"
            )
            for result in (*wrong, *others):
                say(f"  {result.case_id}: {result.verdict.value} {', '.join(result.reasons)}")
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
