"""A program that is ended in an endless kernel leaves no process, and no file that the next run does not remove."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from harness.driver.attachment import remove_left
from harness.driver.library import write_library
from harness.settings.settings import Settings
from tests.run.process_table import in_session, left_of

ROOT = Path(__file__).resolve().parents[2]
_PROGRAM = """
import signal
assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
from cuda.bindings import driver
from programs_cuda import check, kernel, start
start()
function = kernel('extern "C" __global__ void k(volatile int *out) { while (!*out); }', "k")
a = check(driver.cuMemAlloc(4))
check(driver.cuMemsetD32(a, 0, 1))
print("launched", flush=True)
driver.cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, 0, ((a,), (None,)), 0)
"""


def wait_or_kill(running):
    """Wait for a process, and kill one that does not end, so that the test fails and does not wait for it."""
    try:
        return running.wait(20)
    except subprocess.TimeoutExpired:
        running.kill()
        raise


@pytest.mark.parametrize(
    ("number", "after_s"),
    # at once, Python code prepares the launch; later, the kernel runs
    [(signal.SIGINT, 0), (signal.SIGINT, 1.5), (signal.SIGTERM, 0), (signal.SIGKILL, 0)],
)
@pytest.mark.usefixtures("interruptible")
def test_a_stopped_program_leaves_no_process_and_no_file(tmp_path, number, after_s):
    program = tmp_path / "program.py"
    program.write_text(_PROGRAM)
    environ = os.environ | {
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'fixtures' / 'programs'}",
        "KERNEL_HARNESS_STEP_BUDGET": str(10**12),
    }
    with subprocess.Popen(
        [sys.executable, "-m", "harness", "run", str(program)],
        cwd=ROOT,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    ) as running:
        assert running.stdout is not None
        assert any("launched" in line for line in iter(running.stdout.readline, ""))
        time.sleep(after_s)
        running.send_signal(number)
        assert wait_or_kill(running) == (130 if number == signal.SIGINT else -number)
        assert left_of(lambda: in_session(running.pid), 10) == []
    place = write_library(Settings.load(ROOT, device="cpu").cache_dir).parent.parent / "running"
    left = list(place.glob(f"{running.pid}-*"))
    # when a signal ends the process, the next run removes the folder: here, or meanwhile in another process
    assert left == [] or number != signal.SIGINT
    remove_left(place)
    assert list(place.glob(f"{running.pid}-*")) == []
