"""Documents that hold every field of each schema, made by the renderers.

A value that may be null is null in one of them and there in another; a number that may be no finite one is both.
"""

import dataclasses
import json
import math
import shutil
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from harness.adopt.checkout.outcome import KernelOutcome, State
from harness.cli.program import main
from harness.driver.device.profile import gpu_profile
from harness.driver.findings import KernelTotal, ProgramFinding, PythonLine
from harness.driver.program import ProgramReport
from harness.errors import SpecError
from harness.gate.model import (
    Allowance,
    Change,
    Doubt,
    Kind,
    NotCompared,
    Regression,
    UncountedVariant,
    VariantGate,
)
from harness.measure.clocks import TimedOn
from harness.ptx.launch.counts import Counters
from harness.report.json import adopt as adopt_json
from harness.report.json import check as render_json
from harness.report.json import count as count_json
from harness.report.json import gate as gate_json
from harness.report.json import operations as operations_json
from harness.report.json import program as program_json
from harness.report.json import trace as trace_json
from harness.run.source_files import NamedSource
from harness.run.target import Target
from harness.verdict import Verdict
from tests.report.made_up import (
    BRANCHES,
    INFO,
    OOB,
    UNWRITTEN_TRACE,
    WRONG,
    WRONG_TRACE,
    make_outcome,
    make_report,
)
from tests.report.report_files import ROOT, gate_report

_ERROR = SpecError("a key is not known", path=Path("wrong.cu"), line=3)


def samples(folder: Path) -> dict[str, list[dict[str, Any]]]:
    return {
        render_json.CheckDocument.schema: _checks(folder),
        gate_json.GateDocument.schema: _gates(folder),
        count_json.CountDocument.schema: [_count(folder)],
        adopt_json.AdoptDocument.schema: [_adopted()],
        operations_json.OperationsDocument.schema: [_operations(folder)],
        program_json.ProgramDocument.schema: program_documents(),
        trace_json.TraceDocument.schema: [
            json.loads(trace_json.text(each, ("trace", "k"))) for each in (WRONG_TRACE, UNWRITTEN_TRACE)
        ],
    }


def _checks(folder: Path) -> list[dict[str, Any]]:
    verdicts = [Verdict.PASS, Verdict.FAIL, Verdict.SKIP, Verdict.NOT_RUN]
    (folder / "k.cu").write_text("// the source that a finding names\n")
    info = dataclasses.replace(INFO, observes=("wrong-value",))
    target = Target("auto", "cpu", info, not_covered=("gpu: no driver",))
    usual = make_report(folder, verdicts, findings=(OOB, WRONG), errors=(_ERROR,), target=target)
    (outcome,) = usual.outcomes
    (case, passed), (_, failed), *others = outcome.results
    noted = dataclasses.replace(
        passed, notes=(OOB, WRONG), unseen_impostors=("rows swapped",), lines=(7, 8), lines_run=(7,)
    )
    off = dataclasses.replace(failed, max_error_ulp=math.inf, max_error_ratio=math.nan)
    rare = dataclasses.replace(
        outcome,
        variant=dataclasses.replace(outcome.variant, known_issue="wrong-value: rows of one", source=""),
        results=((case, noted), (case, off), *others),
        branches=BRANCHES,
    )
    absent = Target("gpu", "gpu", None, unavailable="no driver")
    nothing = make_report(folder, [Verdict.NOT_RUN], target=absent)
    reports = (usual, dataclasses.replace(usual, outcomes=(rare,), options=("--schedules 4",)), nothing)
    return [json.loads(render_json.text(report)) for report in reports]


def _gates(folder: Path) -> list[dict[str, Any]]:
    report = gate_report()
    (timed,) = report.variants
    speed = timed.speeds[0]
    untimed = dataclasses.replace(
        speed, speed=None, change=None, confirmed=None, base_us=None, head_us=None, copy_us=None
    )
    allowance = Allowance("softmax_changed", "it is right for more rows", "somebody")
    allowed = Regression(Kind.COSTLIER, "more sectors", allowance)
    gpu = TimedOn("host1", "NVIDIA H100", "0000:01:00.0", "580.1", 1980, 2619, ("sw-power-cap",))
    unread = dataclasses.replace(gpu, sm_mhz=None, memory_mhz=None, limits=())
    full = dataclasses.replace(
        timed,
        outcome=make_outcome(folder, [Verdict.PASS, Verdict.FAIL], findings=(WRONG, OOB)),
        speeds=(
            *(dataclasses.replace(each, timed_on=gpu) for each in timed.speeds),
            untimed,
            dataclasses.replace(speed, timed_on=unread),
        ),
        regressions=(*timed.regressions, allowed),
        errors=("ptxas is not there",),
        counted=("softmax_changed-float32-64x1024-normal-block256",),
        not_compared=(NotCompared("cost of float16", "only the head claims it"),),
    )
    named = NamedSource("softmax_new.cu", "cuda_src/softmax_new.cu", "0" * 64)
    why = UncountedVariant("no shape is claimed by both", accept="--allow softmax_changed/uncounted:REASON")
    doubt = Doubt("results changed", kind="results", accept="--allow 'a.cu/scale/results:REASON'")
    unknown = dataclasses.replace(timed, uncounted=why, sources=(named,), doubts=(doubt,))
    let_through = dataclasses.replace(timed, uncounted=dataclasses.replace(why, allowed=allowance, accept=""))
    gone = VariantGate("softmax_old", Change.REMOVED, "it is not there", renamed_to="softmax_new")
    more = dataclasses.replace(
        report,
        variants=(full, unknown, let_through, gone),
        declaration_errors=(_ERROR,),
        speed_errors=("the gpu was lost",),
        unused_allowances=(allowance,),
        further_devices=("A100: NVIDIA A100, sm_80",),
    )
    return [json.loads(gate_json.text(each)) for each in (report, more)]


def _count(folder: Path) -> dict[str, Any]:
    """Count kernels here, one of each kind: right, faulty, too narrow, not compiling, wrongly declared."""
    sources = folder / "counted"
    shutil.copytree(ROOT / "cuda_src" / "include", sources / "include")
    good = (ROOT / "cuda_src" / "softmax_block_tree.cu").read_text(encoding="utf-8")
    (sources / "good.cu").write_text(good, encoding="utf-8")
    (sources / "broken.cu").write_text(good.replace("float sum", "floot sum"), encoding="utf-8")
    (sources / "narrow.cu").write_text(
        good.replace("// grid ", '// requires = ["n_cols < 9"]\n// grid '), "utf-8"
    )
    (sources / "wrong.cu").write_text("// /// variant\n// blok = 1\n// ///\n", encoding="utf-8")
    shutil.copy(ROOT / "fixtures" / "bad_kernels" / "write_past_row.cu", sources)
    path = folder / "count.json"
    # What is known of sm_88 is nothing: its occupancy is null.
    archs = ("--arch", "sm_90", "--arch", "sm_88")
    result = CliRunner().invoke(
        main, ["count", str(sources), "--shape", "4x300", *archs, "--json", str(path)]
    )
    assert result.exit_code == 1, result.output
    return json.loads(path.read_text(encoding="utf-8"))


def _adopted() -> dict[str, Any]:
    outcome = KernelOutcome(
        "csrc/norm.cu", 8, "norm::rows", "rows", State.ADOPTED, operation="softmax",
        findings=("wrong-value: 3x1",), notes=("a guess",), declaration=("[kernel.rows]",),
    )  # fmt: skip
    return json.loads(adopt_json.text((outcome,), "theirs", "kernels/kernels.toml", 0))


def _operations(folder: Path) -> dict[str, Any]:
    path = folder / "wrong.py"
    path.write_text("OPERATION = 1\n", encoding="ascii")
    result = CliRunner().invoke(
        main, ["operations", "--json", "-"], env={"KERNEL_HARNESS_OPERATIONS": str(path)}
    )
    assert result.exit_code == 2, result.output
    return json.loads(result.stdout)


def program_documents() -> list[dict[str, Any]]:
    line = PythonLine("train.py", 12, "step")
    of_kernel = ProgramFinding(
        "oob-write", "invalid", "k", 1, (0, 0, 0), (1, 0, 0), "k.cu:4", ("in f",), line, 2, ptx_line=30
    )
    of_call = ProgramFinding("copy-not-awaited", "a copy", python=line)
    report = ProgramReport(
        ("train.py", "--fast"),
        gpu_profile("sm_90"),
        ("memcheck",),
        0,
        1,
        0,
        (of_kernel, of_call),
        (of_call, of_kernel),
        (("cuArrayCreate_v2", line, 1),),
        ("cuMemAlloc_v2 failed",),
        (KernelTotal("k", 2, 1, Counters(instructions=40, lane_instructions=1280), 3),),
        has_counters=True,
        unlaunched=(line,),
    )
    uncounted = dataclasses.replace(report, has_counters=False)
    return [json.loads(program_json.text(each)) for each in (report, uncounted)]
