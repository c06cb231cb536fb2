"""Jobs in child processes: answers in order, a death costs its own job, and nothing is left behind."""

import contextlib
import functools
import os
import signal
import sys
import time

import pytest

from harness.worker.channel import Done, Failed
from harness.worker.pool import Died, run_jobs

from ..run.process_table import Program, wait_until, workers_of
from ..run.session_tasks import behave


@pytest.fixture(autouse=True)
def no_process_stays():
    before = workers_of(os.getpid())
    yield
    assert workers_of(os.getpid()) == before


def double(number):
    time.sleep(0.2 if number == 0 else 0.0)
    return 2 * number


def process_id(_number):
    return os.getpid()


def behave_as(behaviours, number):
    behave(behaviours.get(number, ""))
    return number


def wait_until_closed(number):
    if number:
        time.sleep(600)
    return number


def test_answers_come_in_the_order_of_the_arguments():
    assert list(run_jobs(double, range(7), 3)) == [(number, Done(2 * number)) for number in range(7)]


def test_one_process_does_job_after_job():
    assert len({answer.value for _, answer in run_jobs(process_id, range(8), 2)}) <= 2


def test_a_death_costs_its_own_job_and_is_described():
    work = functools.partial(behave_as, {1: "exit", 3: "segfault"})
    answers = dict(run_jobs(work, range(5), 2))
    assert answers[1] == Died("ended with status 3", 0)
    assert answers[3] == Died("was ended by signal SIGSEGV", signal.SIGSEGV)
    assert [answers[number] for number in (0, 2, 4)] == [Done(0), Done(2), Done(4)]


def test_an_exception_is_an_answer():
    (_, answer), (_, after) = run_jobs(functools.partial(behave_as, {0: "bug"}), range(2), 1)
    assert isinstance(answer, Failed)
    assert "ZeroDivisionError: in the harness" in answer.why
    assert after == Done(1)


def test_no_arguments_start_no_process():
    assert list(run_jobs(double, [], 2)) == []


def test_jobs_that_nobody_waits_for_are_ended():
    with contextlib.closing(run_jobs(wait_until_closed, range(9), 3)) as answers:
        assert next(answers) == (0, Done(0))


def test_no_process_outlives_the_program_that_started_it():
    program = Program(
        sys.executable,
        "-c",
        "import functools\n"
        "from harness.worker.pool import run_jobs\n"
        "from tests.worker.test_jobs import behave_as\n"
        "work = functools.partial(behave_as, {1: 'hold', 2: 'hang with child'})\n"
        "for answer in run_jobs(work, range(3), 2): print('ready', flush=True)\n",
    )
    try:
        assert program.line() == "ready"
        # The fork server, two processes, the guards of all three and what one has started.
        wait_until(lambda: len(program.running()) == 8)
    finally:
        assert program.left_when_killed() == []
