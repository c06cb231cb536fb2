"""The JSON of a check: its records, and how a `CheckReport` becomes one.

Two runs over the same kernels on the same device give the same bytes, apart from the ``timing`` object,
which holds every time there is. Nothing is rounded or left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...compiler.source.file_names import display_path
from ...device.base import CheckedDevice
from ...lazy import dataclass
from ...run.fault_groups import FaultGroup, fault_groups
from ...run.outcome import BranchCoverage, ImpostorCount, VariantOutcome
from ...run.source_files import NamedSource, SourceLines, code_digest, named_sources
from ...run.target import CheckTarget
from ...store.records import COUNT, EXTENT, EXTENTS, SIZE, WHOLE, pick, plain, to_json
from ...undeclared.job import RunKernel
from ...variant.case import Case
from ...verdict import CaseResult, Finding, Measures, Number, Reason, Verdict
from ..model import CheckReport
from . import Document, wrong_files

_NO_CASES = '\n      "cases": []'


@dataclass(frozen=True)
class WrongDeclaration:
    """What is wrong with a file that was to be checked; such a file has no variant."""

    reason: str
    """`declaration-error`."""
    path: str
    """The file."""
    line: WHOLE
    """1-based line."""
    message: str
    """The rule, what was found, what is allowed."""


@dataclass(frozen=True, kw_only=True)
class _PlacedCase:
    """A case, its verdict and its findings: the fields before those that the checks measure."""

    id: str
    """Id; `kernel-harness check VARIANT -k ID` runs it again."""
    dtype: str
    """Element type."""
    n_rows: EXTENT
    """Rows."""
    n_cols: EXTENT
    """Columns."""
    sizes: dict[str, int]
    """Value of each further size of the operation, by name."""
    inp_stride: WHOLE
    """Elements from a row of the input to the next."""
    out_stride: WHOLE
    """The same of the output."""
    inp_offset: WHOLE
    """Elements that the input's first row is off a 256-byte boundary."""
    out_offset: WHOLE
    """The same of the output."""
    block: EXTENTS
    """Block in x, y, z."""
    input: str
    """Input kind."""
    layout: str
    """Layout of the rows."""
    seed: int
    """Seed of the input."""
    verdict: Verdict
    """`PASS`, `FAIL`, `CRASH`, `HANG`, `ERROR`, `UNPROVEN`, `SKIP`, `NOT-RUN`."""
    reasons: tuple[Reason, ...]
    """Reason codes of the findings, without repeats."""
    detail: str
    """For `SKIP`, `NOT-RUN`, `UNPROVEN` and `ERROR`: why."""
    findings: tuple[Finding, ...]
    """Everything that was wrong, most telling first."""
    printed: str
    """What the kernel printed in its first launch; empty on `gpu`."""
    notes: tuple[Finding, ...]
    """Observations without effect on the verdict."""


@dataclass(frozen=True, kw_only=True)
class CheckedCase(Measures, _PlacedCase):
    """A selected case with its result."""

    rerun: str
    """Shell command that runs this case, from the same folder."""


@dataclass(frozen=True, kw_only=True)
class CheckedVariant:
    """A variant of which a case was selected."""

    id: str
    """The variant."""
    path: str
    """Its file."""
    code: str
    """Digest of its file, declaration, own headers and operation."""
    summary: str
    """Its declared summary."""
    operation: str
    """What it computes: `softmax`, ..."""
    known_issue: str | None
    """Its declared known issue; it excuses nothing here."""
    declaration_notes: tuple[str, ...]
    """What the declaration leaves open or implies, a line each."""
    verdict: Verdict
    """Its worst: `CRASH` `HANG` `FAIL` `ERROR` `NOT-RUN` `UNPROVEN` `PASS` `SKIP`."""
    counts: dict[str, COUNT]
    """Number of its cases by verdict."""
    worst_error_ratio: Number | None
    """Largest error over allowed error."""
    widest: str | None
    """Id of the launched case with the most columns."""
    tallest: str | None
    """Id of the launched case with the most rows."""
    sources: tuple[NamedSource, ...]
    """The sources that findings of its cases name; none of CUDA itself."""
    impostors: tuple[ImpostorCount, ...]
    """Known wrong outputs that its cases tried; none for an operation with its own."""
    unrun_lines: tuple[int, ...]
    """[Lines that no launch ran](checks.md#lines-that-no-launch-ran), on `cpu`."""
    branches: BranchCoverage | None
    """What its branches did; null if they were not measured."""
    groups: tuple[FaultGroup, ...] = ()
    """Its faults, that of the most cases first."""
    cases: tuple[CheckedCase, ...]
    """Every selected case; those outside `requires` last, as `SKIP`."""


@dataclass(frozen=True)
class CheckTimes:
    """Every time there is."""

    started: str
    """When the check began, ISO 8601 in UTC."""
    elapsed_s: SIZE
    """Wall time of the check in seconds."""
    variants: dict[str, float]
    """Wall time of each variant in seconds, by id."""
    kernel_us: dict[str, Number]
    """Device time of each case's launches in microseconds, by case id; on `cpu` the executor's."""


@dataclass(frozen=True, kw_only=True)
class CheckDocument(Document):
    """A check.

    Variants stand in the order of their ids, cases in the order of the matrix, each case on a line of its own. Two
    checks of the same kernels on the same device give the same bytes, apart from `timing`, which holds every time there
    is. For example, the cases that did not pass:

    ```sh
    kernel-harness check --json result.json
    python -c "
    import json
    for variant in json.load(open('result.json'))['variants']:
        for case in variant['cases']:
            if case['verdict'] not in ('PASS', 'SKIP'):
                print(case['verdict'], case['id'], *case['reasons'])"
    ```
    """

    schema: str = "kernel-harness/check"
    command: tuple[str, ...]
    """Arguments of the command line, without the program's name."""
    expression: str
    """The `-k` expression; empty: all cases."""
    options: tuple[str, ...]
    """Settings of the checks that differ from the usual ones, such as `--schedules 4`."""
    device: CheckTarget
    """The device."""
    exit_code: int
    """Exit status of the command."""
    stopped: str
    """`interrupted` (Ctrl-C) or `exitfirst` if it ended early."""
    summary: dict[str, COUNT]
    """`variants` of which a case was selected, selected `cases`, those `done`, which ran to an end, good or bad (all
    but SKIP and NOT-RUN), and the number of cases with each verdict."""
    declaration_errors: tuple[WrongDeclaration, ...]
    """What is wrong with files to be checked."""
    variants: tuple[CheckedVariant, ...]
    """One for each variant of which a case was selected."""
    undeclared: tuple[RunKernel, ...] = ()
    """Kernels of files [without a declaration](adopting.md#without-a-declaration)."""
    timing: CheckTimes
    """Times."""


def document(report: CheckReport) -> CheckDocument:
    counts = report.counts
    target = report.target
    return pick(
        CheckDocument,
        report,
        device=pick(
            CheckTarget, target, info=None if target.info is None else pick(CheckedDevice, target.info)
        ),
        summary={
            "variants": len(report.outcomes),
            "cases": sum(counts.values()),
            "done": report.n_done,
            # Every verdict, also with 0 cases: readers need no default.
            **{verdict.value: counts[verdict] for verdict in Verdict},
        },
        declaration_errors=tuple(
            pick(WrongDeclaration, wrong, reason=Reason.DECLARATION_ERROR.value)
            for wrong in wrong_files(report.declaration_errors)
        ),
        variants=tuple(_variant(outcome, report.include_dirs) for outcome in report.outcomes),
        timing=CheckTimes(
            report.started,
            report.elapsed_s,
            {outcome.variant.id: outcome.elapsed_s for outcome in report.outcomes},
            {
                result.case_id: result.kernel_us
                for outcome in report.outcomes
                for _, result in outcome.results
                if result.kernel_us is not None
            },
        ),
    )


def text(report: CheckReport) -> str:
    """Return the document as text: two spaces of indent and a line for each case, ASCII only, one final newline."""
    whole = plain(document(report))
    # Cases are encoded one by one: the encoder in C does not indent, and a check on a GPU has a hundred thousand.
    cases = [",".join(f"\n        {to_json(case)}" for case in row["cases"]) for row in whole["variants"]]
    for variant in whole["variants"]:
        variant["cases"] = []
    # JSON strings have no line breaks, so this finds only the variants' cases.
    first, *rest = to_json(whole, indent=2).split(_NO_CASES)
    written = (
        f"{_NO_CASES[:-1]}{lines}\n      ]{part}" if lines else f"{_NO_CASES}{part}"
        for lines, part in zip(cases, rest, strict=True)
    )
    return "".join((first, *written, "\n"))


def _variant(outcome: VariantOutcome, include_dirs: Sequence[Path]) -> CheckedVariant:
    variant, counts = outcome.variant, outcome.counts
    return pick(
        CheckedVariant, outcome, id=variant.id, path=display_path(variant.path),
        code=code_digest(variant, include_dirs), summary=variant.summary, operation=variant.operation.name,
        known_issue=variant.known_issue, declaration_notes=variant.notes,
        counts={verdict.value: counts[verdict] for verdict in Verdict},
        worst_error_ratio=outcome.worst_ratio,
        widest=None if outcome.widest is None else outcome.widest.id,
        tallest=None if outcome.tallest is None else outcome.tallest.id,
        sources=named_sources(outcome, include_dirs),
        groups=fault_groups(outcome, SourceLines(include_dirs)),
        cases=tuple(_case(case, result) for case, result in outcome.results),
    )  # fmt: skip


def _case(case: Case, result: CaseResult) -> CheckedCase:
    return pick(
        CheckedCase, result, id=result.case_id, dtype=case.dtype, n_rows=case.shape.n_rows,
        n_cols=case.shape.n_cols, sizes=dict(case.shape.further),
        inp_stride=case.shape.integers["inp_stride"], out_stride=case.shape.integers["out_stride"],
        inp_offset=case.placement.inp_offset, out_offset=case.placement.out_offset, block=case.block,
        input=case.kind, layout=case.layout, seed=case.seed,
    )  # fmt: skip
