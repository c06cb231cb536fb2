from __future__ import annotations

import dataclasses
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from harness.check.verdict import CaseResult, Reason, Verdict
from harness.errors import DeviceError, HarnessError
from harness.run.session import open_runner
from harness.settings import Settings
from harness.spec.discovery import load_variant
from harness.spec.matrix import cases

from . import session_tasks
from .session_tasks import FAKE

DECLARATION = """\
// /// variant
// summary = "Does nothing."
// source = "this test"
// args = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// block = [[32]]
// grid = "n_rows"
// dtypes = ["float32"]
// arithmetic = "ieee"
// ///
"""


@pytest.fixture
def case(tmp_path):
    path = tmp_path / "nothing.cu"
    path.write_text(DECLARATION + 'extern "C" __global__ void softmax() {}\n')
    return cases(load_variant(path))[0]


@pytest.fixture
def settings(tmp_path):
    return Settings.load(tmp_path, environ={"HOME": str(tmp_path)})


@pytest.fixture
def runner(settings):
    with open_runner("gpu", settings, task=FAKE) as runner:
        yield runner


def test_a_case_runs_in_another_process_and_its_result_comes_back(runner, case):
    result = runner.run(case)
    assert result.verdict is Verdict.PASS
    assert result.kernel_us == 12.5
    assert int(result.detail) != os.getpid()
    assert runner.kind == "gpu"
    assert runner.info == session_tasks.INFO
    assert runner.unavailable == ""


def test_one_process_serves_case_after_case(runner, case):
    assert runner.run(case).detail == runner.run(case).detail


@pytest.mark.parametrize(
    ("behaviour", "said"),
    [
        ("abort", "signal SIGABRT"),
        ("segfault", "signal SIGSEGV"),
        ("exit", "status 3"),
        ("illegal", "CUDA_ERROR_ILLEGAL_ADDRESS"),
    ],
)
def test_a_crash_costs_its_own_case_and_no_other(runner, case, behaviour, said):
    first = runner.run(case).detail
    crash = runner.run(case, launch=behaviour)
    assert crash.verdict is Verdict.CRASH
    assert crash.reasons == (Reason.CRASH,)
    assert said in crash.findings[0].message
    assert crash.findings[0].kernel == "k"
    assert crash.case_id == case.id
    assert crash.rerun.endswith("--device gpu")
    after = runner.run(case)
    assert after.verdict is Verdict.PASS
    assert after.detail != first


def test_what_a_dying_worker_said_last_is_in_the_finding(runner, case):
    assert "assertion failed in k.cu" in runner.run(case, launch="abort").findings[0].message


def test_a_launch_past_its_deadline_is_a_hang_and_its_process_is_gone(case, settings):
    with open_runner("gpu", dataclasses.replace(settings, launch_deadline_s=0.5), task=FAKE) as runner:
        pid = int(runner.run(case).detail)
        hang = runner.run(case, launch="hang")
        assert hang.verdict is Verdict.HANG
        assert hang.reasons == (Reason.HANG,)
        assert "kernel k did not end within 0.5 seconds" in hang.findings[0].message
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
        assert runner.run(case).verdict is Verdict.PASS


def test_the_launch_deadline_does_not_bound_what_is_not_a_launch(case, settings):
    with open_runner("gpu", dataclasses.replace(settings, case_deadline_s=1.0), task=FAKE) as runner:
        slow = runner.run(case, before="hang")
    # Nothing was launched, so no kernel is to blame, and it took the case's deadline to end it.
    assert slow.verdict is Verdict.ERROR
    assert slow.reasons == (Reason.INTERNAL_ERROR,)
    assert "did not end within 1 seconds" in slow.findings[0].message
    assert "before any launch" in slow.findings[0].message


def test_a_case_that_never_ends_after_its_launch_is_a_hang(case, settings):
    with open_runner("gpu", dataclasses.replace(settings, case_deadline_s=1.0), task=FAKE) as runner:
        hang = runner.run(case, after="hang")
    assert hang.verdict is Verdict.HANG
    assert "after a launch of k" in hang.findings[0].message


def test_a_device_lost_before_any_launch_is_not_the_kernels_fault(runner, case):
    result = runner.run(case, before="illegal")
    assert result.verdict is Verdict.ERROR
    assert result.reasons == (Reason.DEVICE_UNAVAILABLE,)
    assert runner.run(case).verdict is Verdict.PASS


def test_a_fault_of_the_harness_is_an_error_with_its_traceback_and_the_worker_stays(runner, case):
    first = runner.run(case).detail
    result = runner.run(case, before="bug")
    assert result.verdict is Verdict.ERROR
    assert result.reasons == (Reason.INTERNAL_ERROR,)
    assert "ZeroDivisionError: in the harness" in result.findings[0].message
    assert runner.run(case).detail == first


def test_a_worker_whose_case_came_back_as_crash_is_replaced(case, settings):
    task = dataclasses.replace(FAKE, run_case=session_tasks.run_case_to_crash_result)
    with open_runner("gpu", settings, task=task) as runner:
        assert runner.run(case).detail != runner.run(case).detail


def test_kernel_output_goes_to_stderr(runner, case, capfd):
    runner.run(case, launch="printf")
    runner.run(case)
    out, err = capfd.readouterr()
    assert out == ""
    assert err == "hello from the kernel\n"


@pytest.mark.parametrize(
    ("opening", "said"),
    [
        (session_tasks.open_nothing, "missing: driver"),
        (session_tasks.open_and_die, "no kernel module"),
    ],
)
def test_no_device_is_not_run_and_says_why(case, settings, opening, said):
    with open_runner("gpu", settings, task=dataclasses.replace(FAKE, open_device=opening)) as runner:
        assert runner.info is None
        assert said in runner.unavailable
        result = runner.run(case)
        assert result.verdict is Verdict.NOT_RUN
        assert result.verdict.is_failure
        assert result.reasons == (Reason.DEVICE_UNAVAILABLE,)
        with pytest.raises(DeviceError, match=said):
            runner.time(case, 1)


def test_cases_after_a_device_that_does_not_come_back_are_not_run(case, settings):
    task = dataclasses.replace(FAKE, open_device=session_tasks.open_once)
    with open_runner("gpu", settings, task=task) as runner:
        assert runner.run(case).verdict is Verdict.PASS
        assert runner.run(case, launch="abort").verdict is Verdict.CRASH
        result = runner.run(case)
    assert result.verdict is Verdict.NOT_RUN
    assert "the GPU is lost" in result.detail


def test_a_worker_that_ended_between_cases_costs_none(runner, case):
    pid = int(runner.run(case).detail)
    os.kill(pid, signal.SIGKILL)
    # The end of a process is seen by its parent a moment later; /proc tells when it is a zombie.
    while Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z":
        time.sleep(0.01)
    result = runner.run(case)
    assert result.verdict is Verdict.PASS
    assert int(result.detail) != pid


def test_a_system_without_room_for_a_process_is_not_run(case, settings, monkeypatch):
    def no_memory(*_args, **_keywords):
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr("harness.run.worker_process.subprocess.Popen", no_memory)
    with open_runner("gpu", settings, task=FAKE) as runner:
        result = runner.run(case)
    assert result.verdict is Verdict.NOT_RUN
    assert "no worker process can be started (got: [Errno 12] Cannot allocate memory)" in result.detail


def test_times_come_back_in_seconds(runner, case):
    assert runner.time(case, 3) == [12.5 * 1e-6] * 3


def test_a_case_that_cannot_be_timed_says_why(case, settings):
    with open_runner("gpu", dataclasses.replace(settings, launch_deadline_s=0.5), task=FAKE) as runner:
        with pytest.raises(HarnessError, match=r"was not timed: k\.cu does not compile"):
            runner.time(case, 13)
        with pytest.raises(DeviceError, match="did not end within"):
            runner.time(case, 66)
        assert runner.time(case, 1) == [12.5 * 1e-6]


def test_the_worker_ends_with_its_session(case, settings):
    with open_runner("gpu", settings, task=FAKE) as runner:
        pid = int(runner.run(case).detail)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_the_worker_ends_when_its_session_is_killed(tmp_path):
    # A session that is killed cannot end its worker; even one in an endless launch has to notice by itself.
    script = tmp_path / "session.py"
    script.write_text(
        "import os, sys, threading, time\n"
        f"sys.path[:] = {sys.path!r}\n"
        "from pathlib import Path\n"
        "from harness.run.session import WorkerRunner\n"
        "from harness.run.worker import RunCase\n"
        "from harness.settings import Settings\n"
        "from tests.run.session_tasks import FAKE\n"
        f"settings = Settings.load(Path({str(tmp_path)!r}), environ={{'HOME': {str(tmp_path)!r}}})\n"
        "runner = WorkerRunner(settings, FAKE)\n"
        "print(runner._worker._process.pid, flush=True)\n"
        "runner._worker._connection.send(RunCase(None, {'launch': 'hang'}))\n"
        "time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as session:
        assert session.stdout is not None
        worker = int(session.stdout.readline())
        session.kill()
    for _ in range(600):
        if not Path(f"/proc/{worker}").exists():
            return
        time.sleep(0.05)
    pytest.fail(f"worker {worker} outlived its session")


def test_cpu_cases_run_in_this_process(case, settings):
    with open_runner("cpu", settings, task=FAKE) as runner:
        assert runner.kind == "cpu"
        assert int(runner.run(case).detail) == os.getpid()
        assert runner.time(case, 2) == [12.5 * 1e-6] * 2


@pytest.mark.parametrize(
    ("behaviour", "reason"), [("illegal", Reason.DEVICE_UNAVAILABLE), ("bug", Reason.INTERNAL_ERROR)]
)
def test_an_exception_on_cpu_costs_its_own_case(case, settings, behaviour, reason):
    with open_runner("cpu", settings, task=FAKE) as runner:
        result = runner.run(case, launch=behaviour)
        assert result.verdict is Verdict.ERROR
        assert result.reasons == (reason,)
        assert runner.run(case).verdict is Verdict.PASS


def test_a_cpu_device_that_is_not_there_is_not_run(case, settings):
    task = dataclasses.replace(FAKE, open_device=session_tasks.open_nothing)
    with open_runner("cpu", settings, task=task) as runner:
        result = runner.run(case)
    assert isinstance(result, CaseResult)
    assert result.verdict is Verdict.NOT_RUN


def test_an_unknown_device_is_refused(settings):
    with (
        pytest.raises(DeviceError, match=r"one of auto, cpu, gpu \(got 'tpu'\)"),
        open_runner("tpu", settings),
    ):
        pass
