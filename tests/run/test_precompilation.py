"""What one process would compile one after the other is compiled into the cache on all cores before."""

import signal
import subprocess
import sys
from dataclasses import replace

import pytest

from harness.compiler import open_cache, open_compiler
from harness.compiler.compilation import missing_keys
from harness.device.cpu.ptx_cpu import PtxCpu
from harness.launch.plan import compile_request
from harness.run import precompilation
from harness.run.precompilation import precompile_cases
from harness.settings.settings import Settings
from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant
from tests.gate.repository import KERNEL


@pytest.fixture
def settings(tmp_path):
    return Settings.load(tmp_path, environ={"HOME": str(tmp_path)}, compiler="nvrtc")


@pytest.fixture
def begun(monkeypatch):
    """Have four cores, and note how many jobs begin side by side, in how many processes."""
    found = []
    real = precompilation.run_jobs

    def run_jobs(function, jobs, n_processes):
        found.append((len(jobs), n_processes))
        return real(function, jobs, n_processes)

    monkeypatch.setattr(precompilation, "run_jobs", run_jobs)
    monkeypatch.setattr(precompilation, "usable_cores", lambda: 4)
    return found


def cases_of(folder, n_kernels, text=KERNEL):
    cases = []
    for number in range(n_kernels):
        path = folder / f"k{number}.cu"
        path.write_text(text.replace("softmax(", f"softmax(/*{number}*/ "))
        variant = load_variant(path)
        for n_cols in (4, 5):  # of the same code
            cases.append(make_case(variant, dtype="float32", n_rows=3, n_cols=n_cols, block=(32, 1, 1)))
    return cases


def missing(cases, info, settings):
    compiler, cache = open_compiler(settings, device="cpu"), open_cache(settings)
    requests = {compile_request(case, info, settings) for case in cases}
    return len(list(missing_keys(requests, compiler=compiler, cache=cache)))


def test_what_the_cache_lacks_is_compiled_once_on_all_cores(tmp_path, settings, begun):
    info = PtxCpu(settings).info
    cases = cases_of(tmp_path, 8)
    assert missing(cases, info, settings) == 8
    for _ in range(2):
        precompile_cases(cases, info, settings)
    assert missing(cases, info, settings) == 0
    assert begun == [(8, 4)]


def test_code_that_is_refused_costs_the_others_nothing(tmp_path, settings, begun):
    info = PtxCpu(settings).info
    cases = cases_of(tmp_path, 8)
    cases[0].variant.path.write_text(KERNEL.replace("float sum", "float sum = oops, more"))
    bad = make_case(
        load_variant(cases[0].variant.path), dtype="float32", n_rows=3, n_cols=4, block=(32, 1, 1)
    )
    precompile_cases([bad, *cases[2:]], info, settings)
    assert missing(cases[2:], info, settings) == 0
    assert begun == [(8, 4)]


@pytest.mark.parametrize(("n_cores", "n_kernels"), [(4, 6), (1, 8)])
def test_few_compilations_or_cores_start_no_processes(
    tmp_path, settings, begun, monkeypatch, n_cores, n_kernels
):
    monkeypatch.setattr(precompilation, "usable_cores", lambda: n_cores)
    precompile_cases(cases_of(tmp_path, n_kernels), PtxCpu(settings).info, settings)
    assert begun == []


def test_a_compiler_that_is_not_there_is_left_to_who_needs_it(tmp_path, settings, begun):
    info = PtxCpu(settings).info
    absent = replace(settings, compiler="nvcc", nvcc=tmp_path / "no-nvcc", cuda_home=tmp_path)
    precompile_cases(cases_of(tmp_path, 8), info, absent)
    assert begun == []


def test_nvcc_takes_long_enough_for_two(tmp_path, settings, begun, monkeypatch):
    monkeypatch.setattr(precompilation, "uses_nvcc", lambda _settings, *, device: True)
    for n_kernels, expected in ((1, []), (2, [(2, 4)])):
        precompile_cases(cases_of(tmp_path, n_kernels), PtxCpu(settings).info, settings)
        assert begun == expected


_ENDLESS = """
import time
from pathlib import Path
from harness.run import precompilation
from harness.settings.settings import Settings

precompilation.compile = lambda *_, **__: time.sleep(60)
precompilation._compiler = lambda *_: None
settings = Settings.load(Path.cwd(), compile_deadline_s=0.2)
precompilation.compile_into_cache("cpu", (settings, None))
"""


def test_a_compiler_that_does_not_end_ends_its_process(tmp_path):
    done = subprocess.run([sys.executable, "-c", _ENDLESS], cwd=tmp_path, check=False, timeout=50)
    assert done.returncode == -signal.SIGALRM
