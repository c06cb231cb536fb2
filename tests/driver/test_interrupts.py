"""Ctrl-C in a call of the driver: the call returns a result first, then the program has its KeyboardInterrupt."""

from tests.driver.program_text import run_text

# a signal may interrupt any line of Python code: here the first line of a function that the call needs
_PROGRAM = """
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

interrupted(lambda: driver.cuMemAlloc(4), "cuMemAlloc_v2")
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
    found = run_text(tmp_path, _PROGRAM)
    assert found.stdout == "right\n", found.stderr
    assert found.returncode == 0, found.stderr
