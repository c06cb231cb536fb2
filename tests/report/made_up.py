"""Reports for tests: real variants and cases, results as a test wants them."""

from collections.abc import Sequence
from pathlib import Path

from harness.device.base import DeviceInfo
from harness.errors import SpecError
from harness.report.model import CheckReport
from harness.run.branch_coverage import BranchCoverage, OneSided
from harness.run.outcome import VariantOutcome
from harness.run.target import Target
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from harness.verdict import CaseResult, Finding, Reason, Verdict
from tests.run.fake_device import write_kernel

INFO = DeviceInfo("cpu", "PTX executor on a processor", "sm_90", "nvrtc 13.0.88", "13.0")
TARGET = Target("auto", "cpu", INFO, not_covered=("gpu: no driver",))

WRONG = Finding(
    Reason.WRONG_VALUE, "1 of 99 elements are off\nworst at row 2, column 32: expected 1, got 2", count=1
)
OOB = Finding(
    Reason.OOB_READ,
    "invalid global read of size 4 at inp+132",
    kernel="softmax",
    block=(0, 0, 0),
    thread=(31, 0, 0),
    address=0x7F00,
    size_bytes=4,
    ptx_line=88,
    source="k.cu:12",
    count=3,
    instructions=2,
    callers=("in row_sum", "called at k.cu:40"),
)


VACUOUS = Finding(
    Reason.VACUOUS_CHECK, "the error bound of this case also accepts known wrong outputs: zeros"
)

BRANCHES = BranchCoverage(
    block=(32, 1, 1),
    dtype="float32",
    n_branches=3,
    n_both_before=1,
    n_both=2,
    one_sided=(OneSided("softmax", "k.cu:7", 40, "bra", "not taken", "no size turned it"),),
    cases=("k-float32-1x12289-spread-block32",),
    lines={"k.cu:6": True, "k.cu:7": False},
    n_launches=5,
)
"""Branches of which one did not go both ways."""


def make_outcome(
    folder: Path,
    verdicts: Sequence[Verdict],
    *,
    stem: str = "softmax_fake",
    findings: tuple[Finding, ...] = (),
    stopped: bool = False,
) -> VariantOutcome:
    """Give the first cases of a variant these verdicts; FAIL has the findings, NOT-RUN no device or no turn."""
    absent = () if stopped else (Finding(Reason.DEVICE_UNAVAILABLE, "no driver"),)
    found = {Verdict.FAIL: findings, Verdict.NOT_RUN: absent, Verdict.UNPROVEN: (VACUOUS,)}
    variant = load_variant(write_kernel(folder, stem))
    results = []
    for index, (case, verdict) in enumerate(zip(cases(variant), verdicts, strict=False)):
        is_judged = verdict in (Verdict.PASS, Verdict.FAIL)
        result = CaseResult(
            case.id,
            variant.id,
            "cpu",
            verdict,
            findings=found.get(verdict, ()),
            detail=("stopped" if stopped else "no driver") if verdict is Verdict.NOT_RUN else "",
            rerun="" if verdict is Verdict.PASS else f"kernel-harness check {stem} -k {case.id} --device cpu",
            max_error_ulp=0.5 if is_judged else None,
            max_error_ratio=(index + 1) / 8 if is_judged else None,
            kernel_us=12.5 if is_judged else None,
        )
        results.append((case, result))
    return VariantOutcome(variant, tuple(results), elapsed_s=0.25)


def make_report(
    folder: Path,
    *verdicts_of_each: Sequence[Verdict],
    findings: tuple[Finding, ...] = (),
    errors: tuple[SpecError, ...] = (),
    stopped: str = "",
    target: Target = TARGET,
) -> CheckReport:
    """Make a report of one variant for each sequence of verdicts."""
    outcomes = [
        make_outcome(folder, verdicts, stem=f"softmax_{number}", findings=findings, stopped=bool(stopped))
        for number, verdicts in enumerate(verdicts_of_each)
    ]
    return CheckReport(
        harness_version="0.1.0",
        command=("check", "--device", "cpu"),
        expression="",
        target=target,
        outcomes=tuple(outcomes),
        declaration_errors=errors,
        stopped=stopped,
        started="2026-01-02T03:04:05+00:00",
        elapsed_s=1.5,
    )
