"""What a worker does in tests/run/test_session.py: a device that ends as its launch's behaviour says."""

import contextlib
import ctypes
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from harness.device.base import DeviceInfo, LaunchResult
from harness.errors import DeviceError, DeviceHangError, LaunchError, OutOfMemoryError
from harness.launch.plan import compile_request
from harness.run.session import open_runner
from harness.verdict import CaseResult, Verdict
from harness.worker.channel import Task

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
NOTHING = DECLARATION + 'extern "C" __global__ void softmax() {}\n'
INFO = DeviceInfo("gpu", "fake", "sm_90", "nvrtc 13.0", "13.0", "580.0", ("crash",))
CUDA_ERROR = "kernel k: the CUDA context died of CUDA_ERROR_ILLEGAL_ADDRESS"
TIMEOUT = "kernel k: the CUDA context died of CUDA_ERROR_LAUNCH_TIMEOUT"


@dataclass(frozen=True)
class FakeKernel:
    name: str
    behaviour: str


class FakeDevice:
    """Has the few things of a device that the fake cases use."""

    info = INFO
    compiling = ""
    loading = ""

    def compile(self, _request):
        behave(self.compiling)

    def load(self, _artifact, _entry):
        behave(self.loading)

    def launch(self, kernel, _config, _args):
        behave(kernel.behaviour)
        return LaunchResult(kernel_us=12.5)

    def free_all(self):
        behave("")

    def close(self):
        sys.stdout.write("closed")


def behave(behaviour):
    if behaviour == "abort":
        os.write(2, b"assertion failed in k.cu\n")
        os.abort()
    if behaviour == "exit":
        os._exit(3)
    if behaviour == "segfault":
        os.kill(os.getpid(), signal.SIGSEGV)
    if behaviour == "hang":
        while True:
            time.sleep(60)
    if behaviour == "sleep":
        time.sleep(0.3)
    if behaviour == "hang with child":
        # As a compiler does that a worker has started.
        subprocess.run(["sleep", "600"], check=False)
    if behaviour == "hold":
        # As native code does that never lets another thread of Python run.
        ctypes.PyDLL(None).sleep(600)
    if behaviour == "stop":
        os.kill(os.getpid(), signal.SIGSTOP)
    if behaviour == "illegal":
        raise DeviceError(CUDA_ERROR)
    if behaviour == "ended by the driver":
        raise DeviceHangError(TIMEOUT)
    if behaviour == "bug":
        raise ZeroDivisionError("in the harness")
    if behaviour == "printf":
        os.write(1, b"hello from the kernel\n")
    if behaviour == "printf flood":
        for _ in range(100):
            os.write(1, b"x" * 10_000)
    if behaviour == "allocate":
        np.ones(2**31, np.uint8)
    if behaviour == "no room":
        raise OutOfMemoryError("the GPU must have room for out (got 10 bytes; 9 of 80 are free)")


def run_case(case, device, settings, *, before="", compiling="", loading="", launch="", after=""):
    behave(before)
    device._device.compiling, device._device.loading = compiling, loading
    device.load(device.compile(compile_request(case, device.info, settings)), "k")
    result = device.launch(FakeKernel("k", launch), None, ())
    behave(after)
    return CaseResult(
        case.id, case.variant.id, "gpu", Verdict.PASS, detail=str(os.getpid()), kernel_us=result.kernel_us
    )


def run_case_here(case, device, _settings, *, launch=""):
    result = device.launch(FakeKernel("k", launch), None, ())
    return CaseResult(
        case.id, case.variant.id, "cpu", Verdict.PASS, detail=str(os.getpid()), kernel_us=result.kernel_us
    )


def run_case_to_crash_result(case, _device, _settings):
    return CaseResult(case.id, case.variant.id, "gpu", Verdict.CRASH, detail=str(os.getpid()))


def run_by_columns(case, device, settings):
    """Behave as the width of the case says, so that cases of one run differ."""
    behaviour = {2: "abort", 4: "hang", 32: "bug", 33: "illegal", 65: "allocate"}.get(case.shape.n_cols, "")
    return run_case(case, device, settings, launch=behaviour)


def run_to_hangs(case, device, settings):
    """Give hangs from 7 columns on; the narrow cases end last."""
    settings.cache_dir.mkdir(parents=True, exist_ok=True)
    with (settings.cache_dir / "ran").open("a") as notes:
        notes.write(f"{case.id}\n")
    time.sleep(0.2 if case.shape.n_cols < 32 else 0.01)
    verdict = Verdict.HANG if case.shape.n_cols >= 7 else Verdict.PASS
    return CaseResult(case.id, case.variant.id, "cpu", verdict)


def run_and_note(case, device, settings):
    settings.cache_dir.mkdir(parents=True, exist_ok=True)
    with (settings.cache_dir / "ran").open("a") as notes:
        notes.write(f"{case.shape.n_cols}\n")
    return run_by_columns(case, device, settings)


def run_case_that_does_not_compile(case, device, settings):
    return run_case(case, device, settings, compiling="hang" if case.variant.id == "nothing" else "")


def launch_often(device, _settings, behaviour, rounds):
    return [device.launch(FakeKernel("k", behaviour), None, ()).kernel_us for _ in range(rounds)]


def open_fake(_settings):
    return FakeDevice()


def open_nothing(_settings):
    raise DeviceError("the gpu device is not available on this machine; missing: driver")


def open_and_die(_settings):
    os.write(2, b"no kernel module\n")
    os._exit(9)


def open_without_end(_settings):
    behave("hang")


def open_stopped_once(settings):
    """Stop the first time, as a process does that somebody looks at in a debugger."""
    mark = settings.cache_dir / "stopped"
    if not mark.exists():
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
        behave("stop")
    return FakeDevice()


def open_two_and_no_more(settings):
    """Open for two workers; those that are to take their places stop."""
    settings.cache_dir.mkdir(parents=True, exist_ok=True)
    with (settings.cache_dir / "opened").open("a") as notes:
        notes.write("x")
        notes.flush()
        if notes.tell() > 2:
            behave("stop")
    return FakeDevice()


def stop_in_the_middle_of_an_answer(device, settings):
    for path in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError), socket.socket(fileno=os.dup(int(path.name))) as connection:
            connection.send(struct.pack("!i", 1000) + b"the first of a thousand bytes")
    behave("stop")


def open_once(settings):
    """Open the first time only, as a GPU that falls off its bus does."""
    mark = settings.cache_dir / "opened"
    if mark.exists():
        raise DeviceError("the GPU is lost")
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()
    return FakeDevice()


def describe(device, settings, *words):
    return f"{device.info.kind} {settings.isolation} {words}"


def refuse(device, settings):
    raise LaunchError("the grid must not be empty")


def end_process(device, settings):
    os.kill(os.getpid(), signal.SIGKILL)


FAKE = Task(open_fake, run_case)


def run_as(runner, case, **behaviour):
    """Run a case whose kernel, compiler or judgement behaves in a way; see `run_case`."""
    runner = getattr(runner, "_first", runner)  # of several, on a GPU
    task = runner._task
    runner._task = task._replace(run_case=partial(task.run_case, **behaviour))
    try:
        return runner.run(case)
    finally:
        runner._task = task


def opened_runner(kind, settings, *, open_device=open_fake, run_case=run_case, n_groups=1, **changed):
    """Open a runner with these functions and with some settings changed."""
    task = Task(open_device, run_case)
    return open_runner(kind, replace(settings, **changed), task=task, n_groups=n_groups)


def blas_threads(device, settings):
    """Tell how many threads OpenBLAS may have."""
    return os.environ.get("OPENBLAS_NUM_THREADS")
