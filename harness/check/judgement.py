"""Turns the state after a launch into a verdict. Only this module decides whether a case passes.

The most informative findings come first: a hang or a bad access explains wrong values, but not the reverse. Each check
is a function from buffers to findings, called by `judge`. Checks that need a further launch are in
`harness.check.properties`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..lazy import dataclass, field, replace
from ..operation.derived import expectation
from ..operation.model import Operation
from ..operation.problem import Expected, Problem
from ..verdict import Finding, Measures, Reason, Verdict
from .comparison import compare, describe, element_name, right_elements, row_findings, unwritten_message
from .property import about, exact
from .vacuity import proof_of


class StrayWrite(NamedTuple):
    """A write to memory outside the elements of a buffer."""

    n_elements: int
    """Number of element-sized words that changed."""
    first_byte: int
    """Offset of the first changed word from element (0, 0), in bytes; negative before the array."""
    where: str
    """Description: ``3 elements past the end of row 4 (columns 1000..1002)``."""


@dataclass(frozen=True)
class ImageReport:
    """State of one buffer after the launch."""

    label: str
    """Name of the buffer, such as ``out``."""
    values: NDArray[Any]
    """Elements, without padding."""
    unwritten: NDArray[np.bool_]
    """True for elements that still have the fill pattern; all False for a buffer that was not filled."""
    changed: NDArray[np.bool_]
    """True for elements whose bytes differ from before the launch."""
    strays: tuple[StrayWrite, ...] = ()
    """Writes outside the elements: before the array, after a row, after the array."""
    dims: tuple[int, ...] = ()
    """Sizes of all dimensions if there are more than two; a row is then one of the last dimension."""


@dataclass(frozen=True)
class Evidence:
    """State after the launches of a case: arrays that the kernel writes, by name, its inputs and scratch buffers."""

    outputs: Mapping[str, ImageReport]
    inputs: tuple[ImageReport, ...] = ()
    scratch: tuple[ImageReport, ...] = ()
    findings: tuple[Finding, ...] = ()
    notes: tuple[Finding, ...] = ()
    hung: bool = False
    trapped: bool = False
    """`findings`, `notes`, `hung`, `trapped`: as in `harness.device.base.LaunchResult`."""

    @property
    def values(self) -> dict[str, NDArray[Any]]:
        """Elements of every output, as rows."""
        return {name: report.values for name, report in self.outputs.items()}


MAX_STRAYS = 4
"""Maximum number of stray writes listed per buffer; the others are only counted."""


@dataclass(frozen=True)
class Judgement(Measures):
    """Verdict on the first launch of a case, with the findings."""

    verdict: Verdict
    """PASS, FAIL, HANG, or UNPROVEN for a check of values that could not have failed."""
    findings: tuple[Finding, ...] = ()
    """All findings, most informative first; empty for PASS."""
    detail: str = ""
    """Reason for UNPROVEN, in one line; otherwise empty."""
    rejected_impostors: tuple[str, ...] = ()
    """Known wrong outputs that the error bound of the case rejects."""
    expected: Mapping[str, Expected] | None = field(default=None, compare=False, repr=False)
    """Right result and error bound of each output; None if values were not judged. Ignored by ``==``."""


def judge(
    *, operation: Operation, problem: Problem, evidence: Evidence, ignores_arguments: bool = True
) -> Judgement:
    """Judge one case by its buffers after the launch."""
    # HANG if the launch did not end; else FAIL if there is a finding; else UNPROVEN if the bound accepts a known wrong
    # output; else PASS.
    findings = damage(evidence)
    if any(finding.reason is Reason.HANG for finding in findings):
        return Judgement(Verdict.HANG, tuple(findings))
    if evidence.trapped:
        # The kernel is wrong, not slow. Values mean nothing after a launch that did not end by itself.
        return Judgement(Verdict.FAIL, tuple(findings))

    expected = expectation(operation, problem)
    chosen = operation.accepted(problem, evidence.values)
    outputs = dict(evidence.outputs)
    for output in operation.outputs:
        report = outputs[output.name]
        if output.is_byte and report.unwritten.any():
            # A right kernel may store any byte.
            right = right_elements(report.values, expected[output.name], chosen.get(output.name))
            outputs[output.name] = replace(report, unwritten=report.unwritten & ~right)
    comparisons = {
        output.name: compare(
            outputs[output.name].values,
            expected[output.name],
            accepted=chosen.get(output.name),
            ignore=outputs[output.name].unwritten,
            operation=operation,
        )
        for output in operation.outputs
    }
    findings += unwritten_elements(outputs)
    for name, comparison in comparisons.items():
        if comparison.n_wrong:
            findings.append(
                about(Reason.WRONG_VALUE, comparison.message(), name, outputs, comparison.n_wrong)
            )
    if operation.row_quantities:
        ((name, out),) = outputs.items()
        # If an element is wrong, a wrong sum adds no information.
        if comparisons[name].n_wrong == 0 and not out.unwritten.any():
            own = expected[name]
            quantities = operation.quantities_of(problem, exact(out.values), own.reference, own.allowed)
            findings += row_findings(quantities)
    proof = problem.once(
        ("proof", operation, ignores_arguments),
        lambda: proof_of(operation, problem, expected, ignores_arguments=ignores_arguments),
    )
    detail = ""
    verdict = Verdict.FAIL if findings else Verdict.PASS
    if proof.accepted:
        message = (
            f"the error bound of this case also accepts known wrong outputs: {', '.join(proof.accepted)}"
        )
        findings.append(Finding(Reason.VACUOUS_CHECK, message))
        if verdict is Verdict.PASS:
            verdict, detail = Verdict.UNPROVEN, message
    measured = {name: comparison for name, comparison in comparisons.items() if comparison.worst is not None}
    worst = max(measured, key=lambda name: measured[name].max_ratio, default="")
    place = ""
    if worst and (at := measured[worst].worst) is not None:
        place = f"{worst}, {element_name(at.row, at.column, measured[worst].dims)}"
    return Judgement(
        verdict=verdict,
        findings=tuple(findings),
        detail=detail,
        max_error_ulp=max((comparison.max_ulp for comparison in measured.values()), default=None),
        max_error_ratio=measured[worst].max_ratio if worst else None,
        max_error_at=place,
        wrong_elements=sum(comparison.n_wrong for comparison in measured.values()) if measured else None,
        rejected_impostors=proof.rejected,
        unseen_impostors=proof.unseen,
        expected=expected,
    )


def damage(evidence: Evidence) -> list[Finding]:
    """Return the findings that do not depend on values: a hang, the device's findings, writes outside the outputs."""
    findings: list[Finding] = []
    if evidence.hung and not any(finding.reason is Reason.HANG for finding in evidence.findings):
        findings.append(Finding(Reason.HANG, "the launch was stopped because it could not end"))
    # A hang explains wrong values and is first; the sort is stable, so the others keep their order.
    findings += sorted(evidence.findings, key=lambda finding: finding.reason is not Reason.HANG)
    for image in (*evidence.outputs.values(), *evidence.inputs, *evidence.scratch):
        findings += _stray_writes(image)
    for image in evidence.inputs:
        findings += _modified_elements(image, evidence.notes)
    return findings


def unwritten_elements(outputs: Mapping[str, ImageReport]) -> list[Finding]:
    """Return a finding for each output with elements that were never written; empty if all were."""
    findings = []
    for name, out in outputs.items():
        message = unwritten_message(out.unwritten, out.dims)
        if message:
            n_unwritten = np.count_nonzero(out.unwritten)
            findings.append(about(Reason.UNWRITTEN_OUTPUT, message, name, outputs, n_unwritten))
    return findings


def _stray_writes(image: ImageReport) -> list[Finding]:
    if not image.strays:
        return []
    lines = [stray.where for stray in image.strays[:MAX_STRAYS]]
    if len(image.strays) > MAX_STRAYS:
        lines.append(f"... and {len(image.strays) - MAX_STRAYS} more places")
    return [
        Finding(
            Reason.OOB_WRITE,
            f"{image.label}: memory outside the elements was written\n" + "\n".join(lines),
            count=sum(stray.n_elements for stray in image.strays),
        )
    ]


def _modified_elements(image: ImageReport, notes: Sequence[Finding]) -> list[Finding]:
    """Return the change of an input, at the first store into it if the device noted one."""
    n_changed = int(np.count_nonzero(image.changed))
    if n_changed == 0:
        return []
    message = (
        f"{image.label}: {n_changed} of {image.changed.size} input elements were changed\n"
        f"changed: {describe(image.changed, dims=image.dims)}"
    )
    for note in notes:
        if note.reason is Reason.INPUT_MODIFIED and f" into {image.label}" in note.message:
            return [replace(note, message=f"{message}\nthe first store: {note.message}")]
    return [Finding(Reason.INPUT_MODIFIED, message, count=n_changed)]
