"""What a worker does in tests/run/test_session.py: a device that ends as its launch's behaviour says."""

from __future__ import annotations

import os
import signal
import sys
import time
from dataclasses import dataclass

from harness.check.verdict import CaseResult, Verdict
from harness.device.base import DeviceInfo, LaunchResult
from harness.errors import CompileError, DeviceError
from harness.run.worker import Task

INFO = DeviceInfo("gpu", "fake", "sm_90", "nvrtc 13.0", "13.0", "580.0", ("crash",))
CUDA_ERROR = "kernel k: the CUDA context died of CUDA_ERROR_ILLEGAL_ADDRESS"


@dataclass(frozen=True)
class FakeKernel:
    name: str
    behaviour: str


class FakeDevice:
    """Has the two things of a device that the fake cases use."""

    info = INFO

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
    if behaviour == "illegal":
        raise DeviceError(CUDA_ERROR)
    if behaviour == "bug":
        raise ZeroDivisionError("in the harness")
    if behaviour == "printf":
        os.write(1, b"hello from the kernel\n")


def run_case(case, device, _settings, *, before="", launch="", after=""):
    behave(before)
    result = device.launch(FakeKernel("k", launch), None, ())
    behave(after)
    return CaseResult(
        case.id, case.variant.id, "gpu", Verdict.PASS, detail=str(os.getpid()), kernel_us=result.kernel_us
    )


def run_case_to_crash_result(case, _device, _settings):
    return CaseResult(case.id, case.variant.id, "gpu", Verdict.CRASH, detail=str(os.getpid()))


def time_case(_case, device, _settings, rounds):
    if rounds == 13:
        raise CompileError("k.cu does not compile", log="k.cu(1): error: no")
    behaviour = "hang" if rounds == 66 else ""
    return [device.launch(FakeKernel("k", behaviour), None, ()).kernel_us * 1e-6 for _ in range(rounds)]


def open_fake(_settings):
    return FakeDevice()


def open_nothing(_settings):
    raise DeviceError("the gpu device is not available on this machine; missing: driver")


def open_and_die(_settings):
    os.write(2, b"no kernel module\n")
    os._exit(9)


def open_once(settings):
    """Open the first time only, as a GPU that falls off its bus does."""
    mark = settings.cache_dir / "opened"
    if mark.exists():
        raise DeviceError("the GPU is lost")
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()
    return FakeDevice()


FAKE = Task(open_fake, run_case, time_case)
