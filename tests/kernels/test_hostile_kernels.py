"""Hostile kernels between good ones, in one run: each costs its own case, as its ``expect`` block says."""

import itertools
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from harness.run.outcome import VariantOutcome
from harness.run.session import open_runner
from harness.run.suite import Suite, SuiteResult, VariantCases, run_suite
from harness.run.worker_runner import WorkerRunner
from harness.settings.settings import Settings
from harness.variant.case import Case, parse_case_id
from harness.variant.matrix import cases
from harness.variant.variant import Variant
from harness.verdict import CaseResult, Reason, Verdict
from tests.kernels.expectations import declared_variant, expect_table, shipped_variants
from tests.kernels.test_sources import barrier_faults, layout_faults
from tests.run.process_table import cpu_seconds, left_of_session, workers_of

ROOT = Path(__file__).resolve().parents[2]
HOSTILE_KERNELS = ROOT / "fixtures" / "hostile_kernels"

_KEYS = {"case", "cpu", "gpu", "fault"}

Outcome = tuple[Verdict, tuple[Reason, ...]]


@dataclass(frozen=True)
class Hostile:
    """What one hostile kernel must come to.

    `outcomes`: by kind of device: the verdict and all its reasons, in order. `fault`: what is hostile, in a
    sentence.
    """

    path: Path
    case: Case
    outcomes: dict[str, Outcome]
    fault: str


def read_hostile(path: Path) -> Hostile:
    table = expect_table(path)
    if table.keys() != _KEYS:
        raise ValueError(f"{path}: expected the keys {sorted(_KEYS)} (got {sorted(table)})")
    if not table["fault"].endswith("."):
        raise ValueError(f"{path}: expected a fault that is a sentence (got {table['fault']!r})")
    variant = declared_variant(path)
    case = parse_case_id(f"{variant.id}-{table['case']}", [variant])
    return Hostile(path, case, {kind: _outcome(path, table[kind]) for kind in ("cpu", "gpu")}, table["fault"])


def hostile_kernels() -> tuple[Hostile, ...]:
    return tuple(read_hostile(path) for path in sorted(HOSTILE_KERNELS.glob("*.cu")))


def _outcome(path: Path, words: list[str]) -> Outcome:
    verdict, reasons = Verdict(words[0]), tuple(Reason(word) for word in words[1:])
    if bool(reasons) != verdict.is_failure:
        raise ValueError(f"{path}: expected reasons just where the verdict is a failure (got {words})")
    return verdict, reasons


HOSTILE = hostile_kernels()
GOOD_PER_VARIANT = 8


def usual_cases(variant: Variant) -> tuple[Case, ...]:
    own = [
        case
        for case in cases(variant)
        if case.block == variant.usual_block and case.dtype == variant.dtypes[0]
    ]
    return tuple(own[:: len(own) // GOOD_PER_VARIANT][:GOOD_PER_VARIANT])


@pytest.fixture(scope="module")
def good_cases() -> tuple[Case, ...]:
    """Return cases of a few variants, one for each hostile kernel: it has a good neighbour, and few are compiled."""
    found = tuple(case for variant in shipped_variants()[::10] for case in usual_cases(variant))
    assert len(found) >= len(HOSTILE)
    return found


@pytest.fixture(scope="module")
def settings() -> Settings:
    # Far above what a good case needs; compilations of good cases come from the cache by then.
    return Settings.load(
        ROOT,
        compiler="nvrtc",
        step_budget=1_000_000,
        cpu_workers=1,
        gpu_workers=1,
        cpu_launch_deadline_s=1.5,
        launch_deadline_s=5.0,
        compile_deadline_s=5.0,
    )


def one_by_one(some: Iterator[Case]) -> Suite:
    """Make a suite of cases in this very order, whatever their variants."""
    return Suite(tuple(VariantCases(case.variant, (case,)) for case in some))


def results_of(result: SuiteResult) -> dict[str, CaseResult]:
    """Take the results by id, without the times."""
    return {
        case.id: replace(each, kernel_us=None)
        for outcome in result.outcomes
        for case, each in outcome.results
    }


def run_interleaved(kind: str, settings: Settings, good: tuple[Case, ...]) -> dict[str, CaseResult]:
    """Run good and hostile kernels by turns; returns the results of the hostile ones."""
    with open_runner(kind, replace(settings, compile_deadline_s=180.0), task=None) as runner:
        alone = results_of(run_suite(one_by_one(iter(good)), runner, settings))
    assert {each.verdict for each in alone.values()} == {Verdict.PASS}

    own_children, workers = workers_of(os.getpid()), set()
    mixed = [
        case
        for pair in itertools.zip_longest(good, [hostile.case for hostile in HOSTILE])
        for case in pair
        if case is not None
    ]
    with open_runner(kind, settings) as runner:
        assert isinstance(runner, WorkerRunner)

        def note_worker(_outcome: VariantOutcome | None) -> None:
            workers.update(set(workers_of(os.getpid())) - set(own_children))

        note_worker(None)
        result = run_suite(one_by_one(iter(mixed)), runner, settings, on_variant=note_worker)
    together = results_of(result)

    assert {case_id: together[case_id] for case_id in alone} == alone
    outcomes = {each.case.variant.id: together[each.case.id] for each in HOSTILE}
    found = {name: (each.verdict, each.reasons) for name, each in outcomes.items()}
    assert found == {each.case.variant.id: each.outcomes[kind] for each in HOSTILE}
    # Whoever reads the report has to learn from it what happened.
    assert all(finding.message for each in outcomes.values() for finding in each.findings)

    assert workers
    assert workers_of(os.getpid()) == own_children
    assert {pid: left_of_session(pid) for pid in workers} == {pid: [] for pid in workers}
    return outcomes


REFUSED = {
    "missing_symbol": "softmax_of_tomorrow",
    "too_many_threads": "64 threads",
    "enormous_local": "1073741824 bytes",
    "enormous_shared": "1073741824",
    "huge_scratch": "KERNEL_HARNESS_MEMORY_LIMIT_BYTES",
}
"""What the cpu device refuses, and a part of its message."""


@pytest.mark.slow
def test_on_cpu_each_hostile_kernel_costs_its_own_case(
    settings: Settings, good_cases: tuple[Case, ...]
) -> None:
    outcomes = run_interleaved("cpu", settings, good_cases)
    for name, said in REFUSED.items():
        assert said in outcomes[name].findings[0].message, name


@pytest.mark.kernel_gpu
@pytest.mark.virtual_gpu_findings
def test_on_gpu_each_hostile_kernel_costs_its_own_case(
    settings: Settings, good_cases: tuple[Case, ...]
) -> None:
    run_interleaved("gpu", settings, good_cases)


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_in_an_endless_kernel_leaves_no_process() -> None:
    source = HOSTILE_KERNELS / "endless_loop.cu"
    command = ["-m", "harness", "check", str(source), "-k", read_hostile(source).case.id, "--device", "cpu"]
    environment = os.environ | {"KERNEL_HARNESS_STEP_BUDGET": str(10**12)}
    with subprocess.Popen(
        [sys.executable, *command],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    ) as program:
        assert program.stdout is not None
        head = iter(program.stdout.readline, "")
        # Printed when the worker has opened the device, just before the first case.
        assert any(line.startswith("checking") for line in head)
        (worker,) = workers_of(program.pid)
        spent_s = cpu_seconds(worker)
        while cpu_seconds(worker) < spent_s + 0.3:  # then it is in the kernel
            time.sleep(0.02)
        os.killpg(program.pid, signal.SIGINT)
        rest = program.stdout.read()
        status = program.wait(60)
    assert left_of_session(worker) == []
    assert left_of_session(program.pid) == []
    assert status == 130
    assert "\ninterrupted: " in rest


def test_verdicts_of_every_kind_are_expected() -> None:
    listed = re.findall(r"^\| `(\w+\.cu)` \|", (HOSTILE_KERNELS / "README.md").read_text(), re.MULTILINE)
    assert listed == [each.path.name for each in HOSTILE]
    for kind in ("cpu", "gpu"):
        verdicts = {each.outcomes[kind][0] for each in HOSTILE}
        assert verdicts >= {Verdict.PASS, Verdict.FAIL, Verdict.HANG, Verdict.ERROR}
    assert Verdict.CRASH in {each.outcomes["gpu"][0] for each in HOSTILE}


@pytest.mark.parametrize("path", sorted(HOSTILE_KERNELS.rglob("*.cu*")), ids=lambda path: path.name)
def test_source_keeps_to_the_style(path: Path) -> None:
    text = path.read_bytes().decode("utf-8")
    assert layout_faults(text) == []
    assert barrier_faults(text) == []


@pytest.mark.parametrize("hostile", HOSTILE, ids=lambda hostile: hostile.case.variant.id)
def test_the_line_of_the_fault_is_marked_and_the_table_tells_of_it(hostile) -> None:
    text = hostile.path.read_text(encoding="ascii")
    assert len(re.findall(r"(?://|#) fault(?! = )", text)) == 1
    assert hostile.case.variant.summary.startswith("Hostile: ")
    (row,) = re.findall(
        rf"^\| `{hostile.path.name}` \| (.*) \|$", (HOSTILE_KERNELS / "README.md").read_text(), re.MULTILINE
    )
    what, *columns = row.split(" | ")
    assert f"Hostile: {what}." == hostile.case.variant.summary
    for kind, column in zip(("cpu", "gpu"), columns, strict=True):
        verdict, reasons = hostile.outcomes[kind]
        assert column == ": ".join(
            filter(None, (verdict.value, ", ".join(f"`{each.value}`" for each in reasons)))
        )


@pytest.mark.parametrize(
    "block",
    [
        "",
        '// /// expect\n// case = "float32-3x33-spread-block128"\n// fault = "No device."\n// ///\n',
        '// /// expect\n// case = "float32-3x33-spread-block128"\n// cpu = ["PASS"]\n// gpu = ["CRASH"]\n'
        '// fault = "No reason."\n// ///\n',
        '// /// expect\n// case = "float32-3x33-spread-block128"\n// cpu = ["PASS"]\n// gpu = ["PASS"]\n'
        '// fault = "no sentence"\n// ///\n',
    ],
)
def test_an_expectation_that_is_not_complete_is_refused(tmp_path: Path, block: str) -> None:
    text = (HOSTILE_KERNELS / "trap.cu").read_text(encoding="ascii")
    path = tmp_path / "trap.cu"
    path.write_text(re.sub(r"// /// expect\n(?://.*\n)*?// ///\n", block, text), encoding="ascii")
    with pytest.raises(ValueError, match=r"trap\.cu: expected"):
        read_hostile(path)
