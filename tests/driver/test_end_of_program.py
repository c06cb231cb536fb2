"""How programs end: native code may call the driver after Python, and a kernel may be endless."""

import os
import signal
import subprocess
import sys
import time

import pytest

from harness.driver.attachment import remove_left
from harness.driver.library import write_library
from harness.settings.settings import Settings
from tests import forked
from tests.driver.program_text import PATHS, ROOT, run_right, run_text
from tests.run.process_table import in_session, left_of

# as a destructor of a library does
_CALLS_LATE = """
import ctypes
driver = ctypes.CDLL("libcuda.so.1")
assert driver.cuInit(0) == 0
ctypes.CDLL(None).on_exit(ctypes.cast(driver.cuProfilerStop, ctypes.c_void_p), None)
"""
# as a program does whose launch was interrupted: its binding's error leads to the KeyboardInterrupt
_OWNS_AN_OBJECT = """
import ctypes
driver = ctypes.CDLL("libcuda.so.1")
class Owner:
    def __del__(self):
        print("freed:", driver.cuInit(0), flush=True)
def work():
    owner = Owner()
    try:
        raise RuntimeError
    except RuntimeError:
        raise KeyboardInterrupt
work()
"""
# as PyCUDA's objects that are still alive when Python ends: they print the error of their last call
_OWNS_TO_THE_END = """
import builtins, ctypes, os
driver = ctypes.CDLL("libcuda.so.1")
assert driver.cuInit(0) == 0
class Owner:
    def __init__(self):
        self.driver, self.ctypes, self.write = driver, ctypes, os.write
    def __del__(self):
        told = self.driver.cuMemFree_v2(self.ctypes.c_uint64(0))
        for code in (told, 0, 700, 999, 12345, -1):
            for ask in (self.driver.cuGetErrorName, self.driver.cuGetErrorString):
                text = self.ctypes.c_char_p(b"garbage")
                self.write(1, f"{code} {ask(code, self.ctypes.byref(text))} {text.value}\\n".encode())
builtins.kept = Owner()
"""


@pytest.mark.parametrize(
    ("end", "status"), [("", 0), ("raise KeyboardInterrupt", 130)], ids=["end", "interrupt"]
)
def test_a_call_from_a_native_destructor_does_not_end_in_a_crash(tmp_path, end, status):
    found = run_text(tmp_path, _CALLS_LATE + end)
    assert found.returncode == status, found.stderr


def test_objects_of_an_interrupted_program_are_freed_while_the_driver_is_there(tmp_path):
    found = run_text(tmp_path, _OWNS_AN_OBJECT)
    assert found.returncode == 130, found.stderr
    assert found.stdout == "freed: 0\n"


def test_a_driver_that_has_ended_says_so_and_tells_the_texts_of_errors(tmp_path):
    found = run_text(tmp_path, _OWNS_TO_THE_END)
    assert found.returncode == 0, found.stderr
    assert found.stdout.splitlines() == [
        "4 0 b'CUDA_ERROR_DEINITIALIZED'",
        "4 0 b'driver shutting down'",
        "0 0 b'CUDA_SUCCESS'",
        "0 0 b'no error'",
        "700 0 b'CUDA_ERROR_ILLEGAL_ADDRESS'",
        "700 0 b'an illegal memory access was encountered'",
        "999 0 b'CUDA_ERROR_UNKNOWN'",
        "999 0 b'unknown error'",
        *["12345 1 None"] * 2,
        *["-1 1 None"] * 2,
    ]


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
    with forked.Popen(
        [sys.executable, "-m", "harness", "run", str(program)],
        cwd=ROOT,
        env=os.environ | PATHS | {"KERNEL_HARNESS_STEP_BUDGET": str(10**12)},
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


# a signal may interrupt any line of Python code: here the first line of a function that the call needs
_PROGRAM_INTERRUPTED = """
import os, signal, sys
from harness.driver import interrupts
from cuda.bindings import driver
from programs_cuda import check, kernel, start

signal.signal(signal.SIGINT, signal.default_int_handler)
interrupts.defer_interrupts(lambda _thread: None)
start()
function = kernel('extern "C" __global__ void k(int *out) { *out = 7; }', "k")
codes = []

def interrupted(call, name):
    def trace(frame, event, _argument):
        if frame.f_code.co_name == name:
            sys.settrace(None)
            os.kill(os.getpid(), signal.SIGINT)
    sys.settrace(trace)
    try:
        codes.append([int(each) for each in call()])
        while True:
            pass
    except KeyboardInterrupt:
        codes.append("interrupted")

interrupted(lambda: driver.cuMemAlloc(4), "allocate")
a = codes[0][1]
interrupted(lambda: driver.cuMemsetD32(a, 7, 1), "require")
interrupted(lambda: driver.cuCtxSynchronize(), "run")
given = ((driver.CUdeviceptr(a),), (None,))
interrupted(lambda: driver.cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, 0, given, 0), "_prepare_workers")
interrupted(lambda: driver.cuCtxSynchronize(), "call")
assert a > 0
assert codes[::2] == [[0, a], [0], [0], [702], [702]], codes
assert set(codes[1::2]) == {"interrupted"}, codes
print("right")
"""


def test_a_call_returns_its_result_before_the_program_is_interrupted(tmp_path):
    run_right(tmp_path, _PROGRAM_INTERRUPTED)


# as a test's timeout: on a GPU the handler runs when the call has returned, and no launch ends early
_PROGRAM_TIMED_OUT = """
import os, signal, sys
from cuda.bindings import driver
from programs_cuda import check, kernel, start

def time_out(_number, frame):
    raise TimeoutError(frame.f_code.co_name)

assert signal.signal(signal.SIGALRM, time_out) == signal.SIG_DFL
assert signal.getsignal(signal.SIGALRM) is time_out
start()
function = kernel('extern "C" __global__ void k(int *out) { *out = 7; }', "k")
codes = []

def timed_out(call, name):
    def trace(frame, event, _argument):
        if frame.f_code.co_name == name:
            sys.settrace(None)
            os.kill(os.getpid(), signal.SIGALRM)
    sys.settrace(trace)
    try:
        codes.append([int(each) for each in call()])
        while True:
            pass
    except TimeoutError as error:
        codes.append(str(error))

timed_out(lambda: driver.cuMemAlloc(4), "allocate")
a = codes[0][1]
given = ((driver.CUdeviceptr(a),), (None,))
timed_out(lambda: driver.cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, 0, given, 0), "_prepare_workers")
timed_out(lambda: driver.cuCtxSynchronize(), "call")
assert codes == [[0, a], "timed_out", [0], "timed_out", [0], "timed_out"], codes
assert signal.signal(signal.SIGALRM, signal.SIG_DFL) is time_out
print("right")
"""


def test_a_call_returns_its_result_before_a_handler_of_the_program_raises(tmp_path):
    run_right(tmp_path, _PROGRAM_TIMED_OUT)
