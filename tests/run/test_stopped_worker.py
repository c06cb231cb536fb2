"""A worker that does not start, or stops, is killed at a deadline and said to be; the other cases run."""

import os
import time

import pytest

from harness.errors import DeviceError
from harness.verdict import Reason, Verdict
from harness.worker import worker_process
from harness.worker.worker_process import WorkerProcess

from . import session_tasks
from .process_table import workers_of
from .session_tasks import opened_runner, run_as
from .test_session import SHORT_S, make_cases

# A site that takes for ever to start: the first time only, or each time.
SITE = """\
import os, pathlib, time
mark = pathlib.Path(os.environ["PYTEST_SLOW_ONCE"])
if not mark.exists():
    mark.touch()
    time.sleep(600)
"""


@pytest.fixture
def some(tmp_path):
    return make_cases(tmp_path / "nothing.cu")[:3]


@pytest.fixture(autouse=True)
def no_worker_stays():
    before = workers_of(os.getpid())
    yield
    assert workers_of(os.getpid()) == before


@pytest.fixture
def slow_site(tmp_path, monkeypatch):
    (tmp_path / "sitecustomize.py").write_text(SITE)
    # A worker takes over the path of its parent, which PYTHONPATH sets where the parent starts.
    monkeypatch.syspath_prepend(tmp_path)
    return lambda mark: monkeypatch.setenv("PYTEST_SLOW_ONCE", str(mark))


@pytest.fixture
def gives_up(monkeypatch):
    """Let the deadline of a worker that is going to stop pass when it has stopped, and no other's.

    Takes a function that counts the marks of workers, and one that says of a count whether the next worker stops.
    """

    def patch(n_marks, stops):
        opened = WorkerProcess.open

        def open_worker(worker):
            before = n_marks()
            if stops(before):
                poll = worker._channel.poll

                def poll_when_stopped(_timeout_s):
                    while n_marks() == before and worker.is_alive:
                        time.sleep(0.01)
                    return poll(0.1)

                monkeypatch.setattr(worker._channel, "poll", poll_when_stopped)
            return opened(worker)

        monkeypatch.setattr(WorkerProcess, "open", open_worker)

    return patch


def test_a_worker_that_never_starts_is_killed_and_its_cases_are_not_run(settings, some, slow_site, tmp_path):
    slow_site(tmp_path / "no" / "such" / "folder")
    (tmp_path / "sitecustomize.py").write_text("import time; time.sleep(600)\n")
    with opened_runner("cpu", settings, start_deadline_s=0.5) as runner:
        results = list(runner.run_all(some))
    assert [result.verdict for result in results] == [Verdict.NOT_RUN] * 3
    assert {result.reasons for result in results} == {(Reason.DEVICE_UNAVAILABLE,)}
    assert results[0].findings[0].message == (
        "the worker process did not start within 0.5 seconds and was killed; "
        "KERNEL_HARNESS_START_DEADLINE_S sets the deadline"
    )


def test_a_worker_that_does_not_start_is_replaced_once(settings, some, slow_site, gives_up, tmp_path):
    mark = tmp_path / "mark"
    slow_site(mark)
    gives_up(mark.exists, lambda is_there: not is_there)
    with opened_runner("cpu", settings) as runner:
        assert [result.verdict for result in runner.run_all(some)] == [Verdict.PASS] * 3
    assert mark.exists()


def test_a_worker_that_is_stopped_while_it_opens_its_device_is_replaced_once(settings, some, gives_up):
    gives_up((settings.cache_dir / "stopped").exists, lambda is_there: not is_there)
    with opened_runner("cpu", settings, open_device=session_tasks.open_stopped_once) as runner:
        assert [result.verdict for result in runner.run_all(some)] == [Verdict.PASS] * 3


def test_a_worker_that_is_stopped_in_a_launch_costs_its_case(settings, some):
    with opened_runner("cpu", settings, cpu_launch_deadline_s=SHORT_S) as runner:
        hang = run_as(runner, some[0], launch="stop")
        assert (hang.verdict, hang.reasons) == (Verdict.HANG, (Reason.HANG,))
        assert runner.run(some[1]).verdict is Verdict.PASS


def test_a_worker_that_is_stopped_in_the_middle_of_its_answer_is_killed(settings, some, monkeypatch):
    monkeypatch.setattr(worker_process, "_STALL_S", 1)
    with opened_runner("cpu", settings) as runner:
        with pytest.raises(
            DeviceError, match="stopped in the middle of its answer for 1 seconds and was killed"
        ):
            runner.call(session_tasks.stop_in_the_middle_of_an_answer)
        assert runner.run(some[0]).verdict is Verdict.PASS


def test_a_worker_that_cannot_be_replaced_leaves_its_cases_to_the_others(settings, gives_up, tmp_path):
    opened = settings.cache_dir / "opened"
    gives_up(lambda: opened.stat().st_size if opened.exists() else 0, lambda n_opened: n_opened >= 2)
    functions = {"run_case": session_tasks.run_by_columns, "open_device": session_tasks.open_two_and_no_more}
    wanted = [case for name in ("one", "two", "three") for case in make_cases(tmp_path / f"{name}.cu")[:3]]
    wanted = [case for case in wanted if case.variant.id == "one" or case.shape.n_cols != 2]
    with opened_runner("cpu", settings, cpu_workers=2, **functions) as runner:
        results = list(runner.run_all(wanted))
        again = list(runner.run_all(wanted[:1]))
    assert [result.case_id for result in results] == [case.id for case in wanted]
    # One case of the first variant ends its worker.
    assert [result.verdict for result in results] == [Verdict.PASS, Verdict.CRASH] + [Verdict.PASS] * 5
    assert again[0].verdict is Verdict.PASS
