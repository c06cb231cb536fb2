"""Resources are asked of a compiler that may crash."""

import os
import signal
from pathlib import Path

from harness.compiler import CompileRequest
from harness.errors import CompileError
from harness.measure import launch_resources
from harness.measure.case_counts import count_on, open_counter
from harness.measure.launch_resources import Meter
from harness.run.precompilation import compile_into_cache
from harness.settings.settings import Settings
from harness.variant.case import Case, make_case
from harness.variant.declaration.discovery import load_variant
from tests.gate.repository import KERNEL


def crash_over_one(device: str, job: tuple[Settings, CompileRequest]) -> None:
    """Compile as a compiler does that has a bug."""
    if job[1].path.stem == "bad":
        os.kill(os.getpid(), signal.SIGSEGV)
    compile_into_cache(device, job)


def case_of(folder: Path, name: str) -> Case:
    path = folder / f"{name}.cu"
    path.write_text(KERNEL.replace("softmax(", f"softmax(/*{name}*/ "))
    return make_case(load_variant(path), dtype="float32", n_rows=3, n_cols=4, block=(32, 1, 1))


def test_a_compiler_that_crashes_costs_one_kernel(tmp_path, monkeypatch):
    monkeypatch.setattr(launch_resources, "compile_into_cache", crash_over_one)
    settings = Settings.load(
        tmp_path, environ={"HOME": str(tmp_path), "KERNEL_HARNESS_ISOLATION": "none"}, compiler="nvrtc"
    )
    good, bad = case_of(tmp_path, "good"), case_of(tmp_path, "bad")
    meter = Meter(settings, ("sm_90",))
    with open_counter(settings) as runner:
        counted = [count_on(runner, case) for case in (good, bad)]
    meter.prepare([good, bad])
    (found,), no_errors = meter.measure(counted[0])
    assert found.resources.registers > 0
    assert no_errors == ()
    nothing, (error,) = meter.measure(counted[1])
    assert nothing == ()
    assert isinstance(error, CompileError)
    assert "bad.cu has no machine code for sm_90 with nvrtc" in str(error)
    assert "the compiler was ended by signal SIGSEGV" in str(error)
