"""Which launches find wrong kernels: the first launch of a case, or further ones; all of them, or those of its turn.

    python benchmarks/finding_launches.py
    python benchmarks/finding_launches.py --generated 320 --workers 16

Every wrong kernel of the fixtures runs its whole matrix on the cpu device with ``--thorough``, and so does each of the
`--generated` mutants, one random change of a shipped variant each. Those that no first launch rejects are listed with
the kinds of further launches that do, and run again without ``--thorough``. The status is 1 if one then passes.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from harness.device.base import Device  # noqa: E402
from harness.device.selection import open_device  # noqa: E402
from harness.errors import HarnessError  # noqa: E402
from harness.run.case_run import run_case  # noqa: E402
from harness.settings.settings import Settings  # noqa: E402
from harness.variant.declaration.discovery import load_variant  # noqa: E402
from harness.variant.matrix import cases  # noqa: E402
from harness.verdict import CaseResult, Reason  # noqa: E402
from tests.kernels.mutants import FIXTURES, TABLE, kernels  # noqa: E402
from tests.mutation.kernels import changes_of, write  # noqa: E402

OPERATIONS = FIXTURES / "declared_kernels" / "operations"
KINDS = {
    Reason.NONDETERMINISTIC: "repetition",
    Reason.ROW_DEPENDENCE: "other rows",
    Reason.PERMUTATION_VARIANCE: "moved columns",
    Reason.SHIFT_VARIANCE: "shifted rows",
}
"""Kinds of further launches by the reason that no other launch gives."""
WORDS = {
    "rows that show errors of approximations": "largest errors",
    "documented error": "moved columns",
    "in a further launch": "damage",
}
"""Kinds by the words of a finding."""


@dataclass
class Found:
    """What the cases of one kernel showed, in numbers of cases."""

    kernel: str
    cases: int = 0
    first: int = 0
    further: Counter[str] = field(default_factory=Counter)
    by_default: int = 0
    refused: str = ""


def wrong_kernels(n_generated: int, folder: Path) -> Iterator[Path]:
    """Yield the wrong kernels of the fixtures, and mutants of the shipped variants."""
    for table in sorted(FIXTURES.rglob(TABLE)):
        yield from (path for path in kernels(table.parent) if path.suffix == ".cu")
    draws, sources = random.Random(0), sorted((ROOT / "cuda_src").glob("*.cu"))
    for number in range(n_generated):
        source = sources[number % len(sources)]
        changes = changes_of(source)
        fault = draws.choice(sorted({change.fault for change in changes}))
        change = draws.choice([each for each in changes if each.fault == fault])
        (folder / str(number)).mkdir()
        yield write(source, change, folder / str(number))


@cache
def opened() -> tuple[Device, Settings]:
    """Open the device of this process."""
    settings = Settings.load(ROOT, device="cpu", cpu_threads=1, thorough=True)
    return open_device("cpu", settings), settings


def kind_of(result: CaseResult) -> str:
    """Return the kind of further launches that a case failed in; empty if its first launch showed the fault."""
    for finding in result.findings:
        if finding.reason in KINDS:
            return KINDS[finding.reason]
        if kind := next((kind for words, kind in WORDS.items() if words in finding.message), ""):
            return kind
    return ""


def look(path: Path) -> Found:
    """Run a kernel's matrix."""
    device, settings = opened()
    found = Found(path.stem)
    try:
        every = cases(load_variant(path, (OPERATIONS,)))
    except HarnessError as error:
        return replace(found, refused=str(error))
    for case in every:
        result = run_case(case, device, settings)
        found.cases += 1
        if result.verdict.is_failure and not (kind := kind_of(result)):
            found.first += 1
        elif result.verdict.is_failure:
            found.further[kind] += 1
    if found.further and not found.first:
        quick = replace(settings, thorough=False)
        found.by_default = sum(run_case(case, device, quick).verdict.is_failure for case in every)
    return found


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--generated", type=int, default=0, metavar="N")
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)), metavar="N")
    options = parser.parse_args()
    counts, lost = Counter[str](), 0
    with tempfile.TemporaryDirectory() as folder, multiprocessing.Pool(options.workers) as pool:
        for found in pool.imap_unordered(look, wrong_kernels(options.generated, Path(folder))):
            if found.refused or found.first or not found.further:
                counts["refused" if found.refused else "first launch" if found.first else "none"] += 1
                continue
            counts["further launches"] += 1
            lost += not found.by_default
            kinds = ", ".join(f"{kind} {n}" for kind, n in sorted(found.further.items()))
            total = sum(found.further.values())
            print(
                f"{found.kernel}: {total} of {found.cases} cases, by default {found.by_default}; {kinds}",
                flush=True,
            )
    print(", ".join(f"{name}: {n}" for name, n in sorted(counts.items())))
    return int(lost > 0)


if __name__ == "__main__":
    sys.exit(main())
