"""Reports for tests: real variants and cases, results as a test wants them."""

import json
import math
import os
import stat
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from harness.device.base import DeviceInfo
from harness.errors import SpecError
from harness.measure.launch_resources import LaunchResources
from harness.report.json import check as render_json
from harness.report.json.count import CaseCost, CountDocument, CountedVariant
from harness.report.model import CheckReport
from harness.run.outcome import OneSided, VariantOutcome, coverage
from harness.run.source_files import NamedSource
from harness.run.target import Target
from harness.store.records import record_text
from harness.trace.model import CaseTrace, Decision, SourcePlace, Statement, Store, Values
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from harness.verdict import CaseResult, Finding, Reason, Verdict
from tests import forked
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

BRANCHES = coverage(
    (32, 1, 1),
    "float32",
    branches=3,
    both_ways=2,
    both_ways_in_matrix=1,
    one_sided=(OneSided("softmax", "k.cu:7", 40, "bra", "not taken", "no size turned it"),),
    further_cases=("k-float32-1x12289-spread-block32",),
    lines=2,
    lines_not_run=("k.cu:7",),
    launches=5,
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
    outcomes = [
        make_outcome(folder, verdicts, stem=f"softmax_{number}", findings=findings, stopped=bool(stopped))
        for number, verdicts in enumerate(verdicts_of_each)
    ]
    return CheckReport(
        command=("check", "--device", "cpu"),
        expression="",
        target=target,
        outcomes=tuple(outcomes),
        declaration_errors=errors,
        stopped=stopped,
        started="2026-01-02T03:04:05+00:00",
        elapsed_s=1.5,
    )


STORE = SourcePlace("k.cu", 12, "out[col] = total;", ("called at k.cu:40",))
SUM = SourcePlace("k.cu", 8, "total += x[col];", STORE.callers)
LOOP = SourcePlace(
    "k.cu", 7, "for (int col = threadIdx.x; col < n_cols - 1; col += blockDim.x)", STORE.callers
)
THREAD = "thread (3, 0, 0) of block (0, 0, 0)"
SERIES = (
    Values(
        count=1,
        first=math.inf,
        last=math.inf,
        least=math.inf,
        largest=math.inf,
        largest_in=THREAD,
        n_infinite=1,
        first_infinite_in=THREAD,
    ),
    Values(count=32, first=1, last=2, least=None, largest=None, n_nan=32, first_nan_in=THREAD),
    Values(count=32, first=1.0, last=0.5, least=0.25, largest=2.0, largest_in=THREAD),
)

WRONG_TRACE = CaseTrace(
    case="k-float32-2x33-spread-block32", variant="k", array="out", element="out[0, 3]", got=math.nan,
    expected=1.5, allowed=1e-6, is_wrong=True, is_worst=True, schedule=7, n_wrong=2, n_elements=66,
    stores=(Store(STORE, THREAD, "k", 2),), depends_on=("inp[0, 0..31]",), selected_by=("index[0]",),
    missing=("inp[0, 32]",), unexpected=("inp[1, 0]",),
    unknown="matrix instructions are followed as whole tiles, so the value may depend on fewer",
    statements=(
        Statement(1, 0, STORE, "k", 1, THREAD, uses=(2,), findings=("oob-read",)),
        Statement(
            2,
            1,
            SUM,
            "k",
            32,
            "32 threads of block (0, 0, 0): 0..31",
            results=SERIES,
            terms=SERIES,
            reads=("inp[0, 0..31]",),
            over=("inp[0, 0..31]",),
            left_out=("inp[0, 32]",),
            notes=("reads shared memory that nobody had written",),
        ),
    ),
    decisions=(Decision(LOOP, "32 < 32", "false", THREAD, 64, 32),),
    indices=(SourcePlace("k.cu", 5, "const float* x = inp + row * stride;", STORE.callers),),
    findings=(OOB,),
    rerun="kernel-harness trace k -k k-float32-2x33-spread-block32 --device cpu --row 0 --col 3",
    sources=(NamedSource("k.cu", "cuda_src/k.cu", "0" * 64),),
)  # fmt: skip

UNWRITTEN_TRACE = CaseTrace(
    case="k-int32-2x33-spread-block32",
    variant="k",
    array="out",
    element="out[0, 32]",
    got=-7,
    expected=4,
    allowed=0.0,
    is_wrong=True,
    is_worst=False,
    schedule=None,
    n_wrong=0,
    n_elements=66,
    nearest="out[0, 31]",
    statements=(Statement(1, 0, STORE, "", 1, THREAD),),
    rerun="kernel-harness trace k -k k-int32-2x33-spread-block32 --device cpu --row 0 --col 32",
)


PASSES = (Verdict.PASS, Verdict.PASS, Verdict.SKIP)
FAILS = (Verdict.PASS, Verdict.FAIL, Verdict.SKIP)


def check(folder: Path, cuda: str, *verdicts: Sequence[Verdict], **info: str) -> dict[str, Any]:
    """Make the document of a check of ``softmax_0``, ``softmax_1``, ..., with these verdicts of their first cases."""
    device = replace(INFO, cuda=cuda, compiler=f"nvrtc {cuda}.99", **info)
    report = make_report(
        folder, *(verdicts or (PASSES,)), findings=(WRONG,), target=Target("auto", device.kind, device)
    )
    return json.loads(render_json.text(report))


def count(
    checked: Mapping[str, Any],
    cuda: str,
    *,
    shapes: Sequence[str] = ("4x8", "64x100"),
    archs: Sequence[str] = ("sm_90",),
    registers: int = 32,
    spilled: int = 0,
    instructions: int = 500,
    sectors: int = 200,
) -> dict[str, Any]:
    """Make the document of a count of the same variants, each case of which has these figures."""
    block = (32, 1, 1)
    resources = tuple(
        LaunchResources("softmax", arch, block, 0, registers, 0, 0, spilled, 0, 0, None) for arch in archs
    )
    cases = []
    for variant in checked["variants"]:
        for shape in shapes:
            n_rows, n_cols = map(int, shape.split("x"))
            case = CaseCost(
                id=f"{variant['id']}-float32-{shape}-normal-block32", variant=variant["id"], dtype="float32",
                n_rows=n_rows, n_cols=n_cols, sizes={}, block=block, n_elements=n_rows * n_cols,
                counters={"instructions": instructions, "global_load_sectors": sectors}, block_barriers=0,
                classes={}, derived={}, findings=(), launches=(), resources=resources,
            )  # fmt: skip
            cases.append(case)
    document = CountDocument(
        command=("count",), arch="sm_90", compiler=f"nvrtc {cuda}.99", cuda=cuda, archs=tuple(archs), exit_code=0,
        declaration_errors=(), left_out=(), failed=(), cases=tuple(cases),
        variants=tuple(CountedVariant(each["id"], each["code"]) for each in checked["variants"]),
    )  # fmt: skip
    made: dict[str, Any] = json.loads(record_text(document))
    return made


NULL, ZERO, FULL = 3, 5, 7
"""Minor numbers of /dev/null, /dev/zero and /dev/full (devices.txt of Linux)."""
_MEMORY = 1


def make_device(path: Path, minor: int) -> Path:
    """Make a character device; skips the test where this user may not, or the folder's file system has none."""
    try:
        os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(_MEMORY, minor))
        with path.open("rb"):
            pass
    except OSError as error:
        pytest.skip(f"devices cannot be made or opened here: {error}")
    return path


def run_program(*arguments: object, **options) -> subprocess.CompletedProcess[str]:
    return forked.run(
        [sys.executable, "-m", "kernel_harness", *map(str, arguments)],
        **{"capture_output": True, "text": True, "stdin": subprocess.DEVNULL, "timeout": 300, **options},
    )
