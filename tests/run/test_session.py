import contextlib
import os
import signal
import threading
import time
from functools import partial

import pytest

from harness.errors import DeviceError, HarnessError
from harness.settings.settings import Settings
from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from harness.verdict import Reason, Verdict
from harness.worker import child_process

from . import session_tasks
from .process_table import children_of, in_session, left_of_session, processes
from .session_tasks import FAKE, NOTHING, opened_runner, run_as, run_by_columns, run_case, run_case_here

# Of what never ends. Cases that end have this long too, on a machine that may be busy with something else.
SHORT_S = 2.0


def make_cases(path):
    path.write_text(NOTHING)
    return cases(load_variant(path))


@pytest.fixture
def case(tmp_path):
    return make_cases(tmp_path / "nothing.cu")[0]


@pytest.fixture
def other_case(tmp_path):
    """Make a case of another variant, so of other code."""
    return make_cases(tmp_path / "other.cu")[0]


@pytest.fixture(scope="module")
def runner(tmp_path_factory):
    """Give a session that outlives what becomes of its workers, so tests of one case each may share it."""
    folder = tmp_path_factory.mktemp("session")
    settings = Settings.load(folder, environ={"HOME": str(folder)}, cpu_workers=1, gpu_workers=1)
    with opened_runner("gpu", settings) as runner:
        yield runner


@pytest.mark.parametrize("kind", ["cpu", "gpu"])
def test_a_case_runs_in_another_process_and_its_result_comes_back(settings, case, kind):
    with opened_runner(kind, settings) as runner:
        result = runner.run(case)
        assert result.verdict is Verdict.PASS
        assert result.kernel_us == 12.5
        assert int(result.detail) != os.getpid()
        assert runner.kind == kind
        assert runner.info == session_tasks.INFO
        assert runner.unavailable == ""


def test_one_process_serves_case_after_case(runner, case):
    assert runner.run(case).detail == runner.run(case).detail


_LIMIT, _DEADLINE, _HERE = {"memory_limit_bytes": 2**30}, {"case_deadline_s": SHORT_S}, {"isolation": "none"}
_COSTS = [
    # device, settings, what the case does, verdict, reason, words of the message, whether its worker ends
    ("gpu", {}, {"launch": "abort"}, Verdict.CRASH, Reason.CRASH, "signal SIGABRT", True),
    ("gpu", {}, {"launch": "abort"}, Verdict.CRASH, Reason.CRASH, "assertion failed in k.cu", True),
    ("gpu", {}, {"launch": "exit"}, Verdict.CRASH, Reason.CRASH, "status 3", True),
    ("gpu", {}, {"launch": "illegal"}, Verdict.CRASH, Reason.CRASH, "CUDA_ERROR_ILLEGAL_ADDRESS", True),
    ("gpu", {}, {"launch": "ended by the driver"}, Verdict.HANG, Reason.HANG,
     "CUDA_ERROR_LAUNCH_TIMEOUT", True),
    ("gpu", _DEADLINE, {"after": "hang"}, Verdict.HANG, Reason.HANG, "after a launch of k", True),
    # Nothing was launched, so no kernel is to blame, and it took the case's deadline to end it.
    ("gpu", _DEADLINE, {"before": "hang"}, Verdict.ERROR, Reason.INTERNAL_ERROR,
     f"did not end within {SHORT_S:g} seconds and its process was killed, before any launch", True),
    ("gpu", {}, {"before": "illegal"}, Verdict.ERROR, Reason.DEVICE_UNAVAILABLE, "", True),
    ("gpu", {}, {"before": "bug"}, Verdict.ERROR, Reason.INTERNAL_ERROR,
     "ZeroDivisionError: in the harness", False),
    # What the case had taken up to then is not missing in the next one's process.
    ("cpu", _LIMIT, {"launch": "allocate"}, Verdict.ERROR, Reason.OUT_OF_MEMORY, "2.00 GiB", True),
    ("cpu", _LIMIT, {"launch": "no room"}, Verdict.ERROR, Reason.OUT_OF_MEMORY,
     "the GPU must have room for out", True),
    ("cpu", _HERE, {"launch": "illegal"}, Verdict.ERROR, Reason.DEVICE_UNAVAILABLE, "", False),
    ("cpu", _HERE, {"launch": "no room"}, Verdict.ERROR, Reason.OUT_OF_MEMORY, "", False),
    ("cpu", _HERE, {"launch": "bug"}, Verdict.ERROR, Reason.INTERNAL_ERROR, "", False),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "given", "behaviour", "verdict", "reason", "said", "ends"), _COSTS)
def test_what_goes_wrong_costs_its_own_case_and_no_other(
    settings, case, kind, given, behaviour, verdict, reason, said, ends
):
    with opened_runner(
        kind, settings, **given, run_case=run_case_here if given is _HERE else run_case
    ) as runner:
        first = runner.run(case).detail
        result = run_as(runner, case, **behaviour)
        assert (result.verdict, result.reasons, result.case_id) == (verdict, (reason,), case.id)
        assert result.rerun.endswith(f"--device {kind}")
        assert said in result.findings[0].message
        if verdict is not Verdict.ERROR:
            assert result.findings[0].kernel == "k"
        after = runner.run(case)
        assert after.verdict is Verdict.PASS
        assert (after.detail != first) == ends


@pytest.mark.parametrize(
    ("kind", "setting"), [("gpu", "launch_deadline_s"), ("cpu", "cpu_launch_deadline_s")]
)
def test_a_launch_past_its_deadline_is_a_hang_and_its_process_is_gone(case, settings, kind, setting):
    with opened_runner(kind, settings, **{setting: SHORT_S}) as runner:
        pid = int(runner.run(case).detail)
        hang = run_as(runner, case, launch="hang with child")
        assert hang.verdict is Verdict.HANG
        assert hang.reasons == (Reason.HANG,)
        assert f"kernel k did not end within {SHORT_S:g} seconds" in hang.findings[0].message
        assert f"KERNEL_HARNESS_{setting.upper()}" in hang.findings[0].message
        assert left_of_session(pid) == []
        assert runner.run(case).verdict is Verdict.PASS


def test_launches_before_it_do_not_count_against_a_launch(case, settings):
    with opened_runner("gpu", settings, launch_deadline_s=SHORT_S) as runner:
        # Each round is a launch of its own, and sleeps less than the deadline; all together sleep more.
        assert len(runner.call(session_tasks.launch_often, "sleep", 8)) == 8


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("compiling", f"nothing.cu did not compile within {SHORT_S:g} seconds"),
        ("loading", "kernel k did not load within"),
    ],
)
def test_code_that_never_gets_ready_is_an_error_and_costs_one_deadline_in_all(
    case, other_case, settings, step, said
):
    with opened_runner("cpu", settings, compile_deadline_s=SHORT_S) as runner:
        first = run_as(runner, case, **{step: "hang with child"})
        assert first.verdict is Verdict.ERROR
        assert first.reasons == (Reason.COMPILE_ERROR,)
        assert said in first.findings[0].message
        assert "KERNEL_HARNESS_COMPILE_DEADLINE_S" in first.findings[0].message
        worker = runner.run(other_case).detail
        # The same code again: the worker lives on, so nothing was tried.
        again = run_as(runner, case, **{step: "hang"})
        assert again == first
        assert runner.run(other_case).detail == worker


@pytest.mark.parametrize(
    ("step", "said"), [("compiling", "compiling nothing.cu ended"), ("loading", "loading kernel k ended")]
)
def test_a_compiler_that_dies_is_a_crash_and_dies_once(case, other_case, settings, step, said):
    with opened_runner("cpu", settings) as runner:
        crash = run_as(runner, case, **{step: "segfault"})
        assert crash.verdict is Verdict.CRASH
        assert said in crash.findings[0].message
        assert "signal SIGSEGV" in crash.findings[0].message
        assert run_as(runner, case, **{step: "segfault"}) == crash
        assert runner.run(other_case).verdict is Verdict.PASS


def test_a_worker_whose_case_came_back_as_crash_is_replaced(case, settings):
    with opened_runner("gpu", settings, run_case=session_tasks.run_case_to_crash_result) as runner:
        assert runner.run(case).detail != runner.run(case).detail


def test_a_kernel_that_prints_without_end_is_cut_short(runner, case, capfd):
    assert run_as(runner, case, launch="printf flood").verdict is Verdict.PASS
    assert runner.run(case).verdict is Verdict.PASS
    err = capfd.readouterr().err
    assert err.startswith("xxxx")
    assert err.endswith("\n... and 934464 bytes more that are not shown\n")
    assert len(err) < 70_000


def test_kernel_output_goes_to_stderr(runner, case, capfd):
    run_as(runner, case, launch="printf")
    runner.run(case)
    out, err = capfd.readouterr()
    assert out == ""
    assert err == "hello from the kernel\n"


@pytest.mark.parametrize(
    ("opening", "isolation", "said"),
    [
        (session_tasks.open_nothing, "process", "missing: driver"),
        (session_tasks.open_nothing, "none", "missing: driver"),
        (session_tasks.open_and_die, "process", "no kernel module"),
    ],
)
@pytest.mark.parametrize("kind", ["cpu", "gpu"])
def test_no_device_is_not_run_and_says_why(case, settings, kind, opening, isolation, said):
    with opened_runner(kind, settings, isolation=isolation, open_device=opening) as runner:
        assert runner.info is None
        assert said in runner.unavailable
        for result in (runner.run(case), *runner.run_all([case, case])):
            assert (result.verdict, result.reasons) == (Verdict.NOT_RUN, (Reason.DEVICE_UNAVAILABLE,))
        with pytest.raises(DeviceError, match=said):
            runner.call(session_tasks.describe)


def test_cases_after_a_device_that_does_not_come_back_are_not_run(case, settings):
    with opened_runner("gpu", settings, open_device=session_tasks.open_once) as runner:
        assert runner.run(case).verdict is Verdict.PASS
        assert run_as(runner, case, launch="abort").verdict is Verdict.CRASH
        result = runner.run(case)
    assert result.verdict is Verdict.NOT_RUN
    assert "the GPU is lost" in result.detail


def wait_for_the_end_of(runner):
    """Wait until the worker has ended by itself; a parent is told of that a moment after it happened."""
    while runner._worker.is_alive:
        time.sleep(0.01)


def test_the_end_of_the_fork_server_costs_the_case_that_runs(case, settings):
    with opened_runner("cpu", settings) as runner:
        (server,) = [each.parent for each in processes() if each.pid == int(runner.run(case).detail)]
        threading.Timer(0.3, os.kill, (server, signal.SIGKILL)).start()
        lost = run_as(runner, case, launch="hold")
        assert lost.verdict is Verdict.CRASH
        assert "was ended by signal SIGKILL" in lost.detail
        assert runner.run(case).verdict is Verdict.PASS


def test_a_worker_that_ended_between_cases_costs_none(runner, case):
    pid = int(runner.run(case).detail)
    os.kill(pid, signal.SIGKILL)
    wait_for_the_end_of(runner)
    result = runner.run(case)
    assert result.verdict is Verdict.PASS
    assert int(result.detail) != pid


def test_a_system_without_room_for_a_process_is_not_run(case, settings, monkeypatch):
    def no_memory(*_args, **_keywords):
        raise OSError(12, "Cannot allocate memory")

    child_process._SERVERS.close()
    monkeypatch.setattr("harness.worker.child_process.subprocess.Popen", no_memory)
    with opened_runner("gpu", settings) as runner:
        result = runner.run(case)
    assert result.verdict is Verdict.NOT_RUN
    assert "no worker process can be started (got: [Errno 12] Cannot allocate memory)" in result.detail


def test_the_worker_ends_with_its_session(case, settings):
    with opened_runner("gpu", settings) as runner:
        pid = int(runner.run(case).detail)
        assert set(in_session(pid)) == {pid, *children_of(pid)}
    assert left_of_session(pid) == []


def test_a_session_that_is_left_in_the_middle_of_a_case_does_not_wait_for_it(case, settings, monkeypatch):
    session = contextlib.ExitStack()
    runner = session.enter_context(opened_runner("gpu", settings))
    pid = int(runner.run(case).detail)
    runner._worker.ask(partial(FAKE.run_case, launch="hang with child"), (case,))
    process = runner._worker
    wait = process.wait
    # a killed process is waited for, one that is busy is not
    monkeypatch.setattr(
        process, "wait", lambda: wait() if process._lifeline < 0 else pytest.fail("waited before the kill")
    )
    session.close()
    assert left_of_session(pid) == []


@pytest.mark.parametrize("kind", ["cpu", "gpu"])
def test_cases_run_ahead_come_back_in_order_whatever_becomes_of_some(tmp_path, settings, kind):
    wanted = make_cases(tmp_path / "nothing.cu")[:24]
    changed = {"launch_deadline_s": SHORT_S, "cpu_launch_deadline_s": SHORT_S, "memory_limit_bytes": 2**30}
    with opened_runner(kind, settings, run_case=run_by_columns, **changed) as runner:
        results = list(runner.run_all(wanted))
        pid = runner._worker.pid
    assert [result.case_id for result in results] == [case.id for case in wanted]
    assert left_of_session(pid) == []
    ended = {
        case.shape.n_cols: (result.verdict, *result.reasons)
        for case, result in zip(wanted, results, strict=True)
        if result.verdict is not Verdict.PASS
    }
    assert ended == {
        2: (Verdict.CRASH, Reason.CRASH),
        4: (Verdict.HANG, Reason.HANG),
        32: (Verdict.ERROR, Reason.INTERNAL_ERROR),
        33: (Verdict.CRASH, Reason.CRASH),
        65: (Verdict.ERROR, Reason.OUT_OF_MEMORY),
    }


def test_behind_two_deadlines_only_other_code_runs(tmp_path, settings):
    """Cases that a worker has been asked for are not run either."""
    path = tmp_path / "nothing.cu"
    path.write_text(NOTHING)
    variant = load_variant(path)
    narrow = [make_case(variant, dtype="float32", n_rows=n, n_cols=4, block=(32, 1, 1)) for n in range(1, 20)]
    other = make_cases(tmp_path / "other.cu")[0]
    with opened_runner("gpu", settings, launch_deadline_s=0.5, run_case=session_tasks.run_and_note) as runner:
        results = list(runner.run_all([*narrow, other]))
    assert [result.verdict for result in results[:2]] == [Verdict.HANG] * 2
    assert {result.verdict for result in results[2:-1]} == {Verdict.NOT_RUN}
    assert results[-1].verdict is Verdict.PASS
    assert (settings.cache_dir / "ran").read_text().split() == ["4", "4", "1"]


def test_a_case_that_crashes_while_an_earlier_result_is_looked_at_is_run_once(tmp_path, settings):
    wanted = make_cases(tmp_path / "nothing.cu")[:3]
    assert [case.shape.n_cols for case in wanted] == [1, 2, 3]  # the second crashes
    with opened_runner("cpu", settings, run_case=session_tasks.run_and_note) as runner:
        results = runner.run_all(wanted)
        next(results)
        wait_for_the_end_of(runner)
        assert [result.verdict for result in results] == [Verdict.CRASH, Verdict.PASS]
    noted = (settings.cache_dir / "ran").read_text().split()
    assert noted == ["1", "2", "3"]


def test_cases_run_ahead_of_a_fatal_compilation_are_not_compiled_again(case, other_case, settings):
    with opened_runner(
        "cpu", settings, compile_deadline_s=SHORT_S, run_case=session_tasks.run_case_that_does_not_compile
    ) as runner:
        results = list(runner.run_all([other_case, case, case, other_case, case, other_case]))
    verdicts = [result.verdict for result in results]
    assert verdicts == [Verdict.PASS, Verdict.ERROR, Verdict.ERROR, Verdict.PASS, Verdict.ERROR, Verdict.PASS]
    workers = [result.detail for result in results if result.verdict is Verdict.PASS]
    assert workers[0] != workers[1] == workers[2]


def test_giving_up_cases_that_run_ahead_leaves_nothing_of_them(tmp_path, settings):
    wanted = make_cases(tmp_path / "nothing.cu")
    with opened_runner("cpu", settings) as runner:
        with contextlib.closing(runner.run_all(wanted)) as results:
            first = next(results)
        assert left_of_session(int(first.detail)) == []
        after = runner.run(wanted[1])
    assert after.case_id == wanted[1].id
    assert after.verdict is Verdict.PASS


@pytest.mark.parametrize("kind", ["cpu", "gpu"])
def test_without_isolation_cases_run_in_this_process(case, settings, kind):
    with opened_runner(kind, settings, isolation="none", run_case=run_case_here) as runner:
        assert runner.kind == kind
        assert int(runner.run(case).detail) == os.getpid()
        assert [int(result.detail) for result in runner.run_all([case, case])] == [os.getpid()] * 2


@pytest.mark.parametrize("isolation", ["process", "none"])
def test_a_function_is_called_where_the_device_is(settings, isolation):
    with opened_runner("gpu", settings, isolation=isolation) as runner:
        said = runner.call(session_tasks.describe, 1, "two")
        assert said == f"gpu {isolation} (1, 'two')"
        with pytest.raises(HarnessError, match="the grid must not be empty"):
            runner.call(session_tasks.refuse)


@pytest.mark.parametrize(
    ("function", "arguments", "said"),
    [
        (session_tasks.end_process, (), r"end_process failed: .*SIGKILL"),
        (session_tasks.launch_often, ("hang", 1), "did not end within"),
    ],
)
def test_a_function_that_ends_the_worker_costs_itself_alone(settings, function, arguments, said):
    with opened_runner("gpu", settings, launch_deadline_s=SHORT_S) as runner:
        with pytest.raises(DeviceError, match=said):
            runner.call(function, *arguments)
        assert runner.call(session_tasks.describe).startswith("gpu")


@pytest.mark.parametrize(("given", "expected"), [(None, "1"), ("3", "3")])
def test_a_worker_has_no_buffers_for_threads_of_linear_algebra(settings, monkeypatch, given, expected):
    """They count against its memory limit, and grow with the number of cores."""
    if given is None:
        monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    else:
        monkeypatch.setenv("OPENBLAS_NUM_THREADS", given)
    with opened_runner("cpu", settings) as runner:
        assert runner.call(session_tasks.blas_threads) == expected
