import os
import subprocess
import sys
import time

import pytest

from harness.worker.channel import Progress, ProgressPage, Stage


@pytest.fixture
def pages():
    """Give the session's page, and the worker's of the same memory."""
    session = ProgressPage.create()
    worker = ProgressPage(os.dup(session.descriptor))
    yield session, worker
    session.close()
    worker.close()


def test_a_stage_is_seen_while_it_lasts(pages):
    session, worker = pages
    worker.begin(7)
    assert session.read(7).stage is Stage.NONE
    before = time.monotonic()
    with worker.during(Stage.COMPILE, "softmax.cu"):
        seen = session.read(7)
        assert (seen.stage, seen.subject, seen.kernel) == (Stage.COMPILE, "softmax.cu", "")
        assert before <= seen.started_s <= time.monotonic()
    assert session.read(7).stage is Stage.NONE


def test_the_last_kernel_is_remembered_after_its_launch(pages):
    session, worker = pages
    worker.begin(1)
    with worker.during(Stage.LAUNCH, "softmax"):
        assert session.read(1).kernel == "softmax"
    after = session.read(1)
    assert (after.stage, after.subject, after.kernel) == (Stage.NONE, "", "softmax")


def test_a_stage_ends_also_by_an_exception(pages):
    session, worker = pages
    worker.begin(1)
    with pytest.raises(ZeroDivisionError), worker.during(Stage.LAUNCH, "softmax"):
        raise ZeroDivisionError
    assert session.read(1).stage is Stage.NONE


def test_what_was_noted_for_another_request_is_not_taken_for_this_ones(pages):
    session, worker = pages
    worker.begin(1)
    with worker.during(Stage.LAUNCH, "softmax"):
        assert session.read(2) == Progress()
    worker.begin(2)
    assert session.read(2).kernel == ""


def test_a_long_name_is_cut_and_a_strange_one_survives(pages):
    session, worker = pages
    worker.begin(1)
    with worker.during(Stage.LAUNCH, "k" * 5000):
        assert session.read(1).subject == "k" * 512
    with worker.during(Stage.LAUNCH, "kernel_\u00e4"):
        assert session.read(1).subject == "kernel_\u00e4"


def test_a_note_that_was_never_finished_can_be_read(pages):
    # As a worker leaves it that is killed while it writes.
    session, worker = pages
    worker.begin(1)
    worker._memory[0] = worker._memory[0] | 1
    assert session.read(1).stage is Stage.NONE


WRITER = """
import sys, time
from harness.worker.channel import ProgressPage, Stage
page = ProgressPage(int(sys.argv[1]))
page.begin(1)
print(flush=True)
end = time.monotonic() + 60
while time.monotonic() < end:
    for _ in range(1000):
        with page.during(Stage.LAUNCH, "softmax"):
            pass
"""


def test_a_note_that_is_being_written_is_not_read_in_part():
    page = ProgressPage.create()
    began = time.monotonic()
    command = [sys.executable, "-c", WRITER, str(page.descriptor)]
    with subprocess.Popen(command, pass_fds=[page.descriptor], stdout=subprocess.PIPE) as writer:
        try:
            assert writer.stdout.readline() == b"\n"
            for _ in range(50_000):
                progress = page.read(1)
                assert progress.started_s > began, progress
        finally:
            writer.kill()
            page.close()


def test_closing_twice_is_nothing(pages):
    session, _ = pages
    session.close()
    session.close()
