"""Which device this machine has, and how parallel processes share it."""

import ctypes
import dataclasses
import os
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from harness.device import selection
from harness.device.base import entry_symbol
from harness.device.gpu.pycuda_build import Probe
from harness.device.selection import count_gpus, first_missing, missing_for, open_device, probe, resolve_kind
from harness.device.share import XdistWorker, shared_settings, suite_shares, use_one_queue, xdist_worker
from harness.errors import DeviceError, LaunchError
from harness.settings.settings import Settings

NAMES = ("driver", "gpu", "pycuda", "nvcc", "nvrtc", "headers", "llvmlite", "cpu")


@pytest.fixture
def settings(tmp_path):
    loaded = Settings.load(
        tmp_path, environ={"HOME": str(tmp_path)}, compiler="nvrtc", nvcc=str(tmp_path / "no")
    )
    return dataclasses.replace(loaded, cuda_home=None)


def make(monkeypatch, **found):
    """Replace what the searches find: a text is found, an exception is raised."""
    for name, outcome in found.items():

        def find(*_args, outcome=outcome):
            if isinstance(outcome, Exception):
                raise outcome
            return outcome

        monkeypatch.setattr(selection, f"_find_{name}", find)


@pytest.fixture
def no_gpu(monkeypatch):
    make(
        monkeypatch,
        driver=OSError("libcuda.so.1: cannot open shared object file"),
        gpu=RuntimeError("Failed to dlopen libcuda.so.1"),
        pycuda=DeviceError("not installed"),
    )


@pytest.fixture
def with_gpu(monkeypatch):
    make(
        monkeypatch,
        driver="libcuda.so.1 580.82.07",
        gpu="NVIDIA H200 (number 0 of 1)",
        pycuda="pycuda 2026.1",
    )


def test_a_probe_always_has_the_same_names_and_never_raises(settings):
    found = probe(settings)
    assert tuple(each.name for each in found) == NAMES
    for each in found:
        assert each.found
        # What is there needs no mending, and what is not says how.
        assert bool(each.remedy) is not each.ok


@pytest.mark.usefixtures("no_gpu")
def test_a_machine_without_a_gpu_has_all_that_the_cpu_device_needs(settings):
    found = {each.name: each for each in probe(settings)}
    for name in ("nvrtc", "headers", "llvmlite", "cpu"):
        assert found[name].ok, found[name]
        assert "cpu" in found[name].needed_for
    assert not found["driver"].ok
    assert found["driver"].found == "libcuda.so.1: cannot open shared object file"
    assert missing_for("cpu", settings) == ()
    assert [each.name for each in missing_for("gpu", settings)] == ["driver", "gpu", "pycuda"]
    assert first_missing("cpu", settings) is None
    assert first_missing("gpu", settings).name == "driver"


@pytest.mark.usefixtures("no_gpu")
def test_auto_is_the_cpu_where_the_gpu_lacks_something(settings):
    assert resolve_kind("auto", settings) == "cpu"
    assert resolve_kind("gpu", settings) == "gpu"


@pytest.mark.usefixtures("with_gpu")
def test_auto_is_the_gpu_where_there_is_one(settings):
    assert resolve_kind("auto", settings) == "gpu"
    assert resolve_kind("cpu", settings) == "cpu"


@pytest.mark.usefixtures("with_gpu")
def test_a_gpu_without_pycuda_is_not_usable(settings, monkeypatch):
    make(monkeypatch, pycuda=DeviceError("not installed"))
    assert resolve_kind("auto", settings) == "cpu"
    with pytest.raises(DeviceError, match=r"missing: pycuda \(got: not installed\): pip install pycuda"):
        open_device("gpu", settings)


@pytest.mark.usefixtures("no_gpu")
def test_a_gpu_that_was_asked_for_and_is_not_there_says_all_that_is_missing(settings):
    with pytest.raises(DeviceError) as refused:
        open_device("gpu", settings)
    message = str(refused.value)
    assert message.startswith(
        "the gpu device is not available on this machine; missing: driver (got: libcuda.so.1"
    )
    assert "install the NVIDIA driver" in message
    assert "pip install pycuda" in message


def test_one_cause_and_its_remedy_are_said_once(settings):
    with pytest.raises(DeviceError) as refused:
        open_device("cpu", dataclasses.replace(settings, cuda="99.1", compiler="nvrtc"))
    message = str(refused.value)
    assert "missing: nvrtc and headers (got: nvrtc of CUDA 99.1 is not installed" in message
    assert message.count("pip install") == 1


@pytest.mark.usefixtures("with_gpu")
@pytest.mark.parametrize(
    ("compiler", "kind", "missing"),
    [("nvcc", "gpu", ["nvcc"]), ("nvcc", "cpu", ["nvcc"]), ("nvrtc", "gpu", []), ("auto", "gpu", [])],
)
def test_nvcc_is_needed_only_where_it_is_asked_for(settings, compiler, kind, missing):
    asked = dataclasses.replace(settings, compiler=compiler)
    assert [each.name for each in missing_for(kind, asked)] == missing


def test_the_cpu_device_opens(settings):
    device = open_device("cpu", settings)
    try:
        assert device.info.kind == "cpu"
        assert device.info.compiler.startswith("nvrtc ")
    finally:
        device.close()


def test_an_unknown_kind_is_refused(settings):
    with pytest.raises(DeviceError, match=r"one of auto, cpu, gpu \(got 'tpu'\)"):
        open_device("tpu", settings)


def test_a_number_beyond_the_gpus_is_refused(settings, monkeypatch):
    from cuda.bindings import driver

    success = driver.CUresult.CUDA_SUCCESS
    monkeypatch.setattr(driver, "cuInit", lambda _flags: (success,))
    monkeypatch.setattr(driver, "cuDeviceGetCount", lambda: (success, 2))
    monkeypatch.setattr(driver, "cuDeviceGet", lambda number: (success, number))
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: None)
    models = {0: b"GPU", 1: b"GPU"}
    monkeypatch.setattr(
        driver, "cuDeviceGetName", lambda length, device: (success, models[device].ljust(length, b"\0"))
    )
    both = dataclasses.replace(settings, gpu_count=2)
    assert selection._find_gpu(dataclasses.replace(settings, gpu_index=1)) == "GPU (number 1 of 2)"
    assert selection._find_gpu(both) == "GPU (numbers 0 to 1 of 2)"
    with pytest.raises(DeviceError, match=r"below the number of GPUs, 2 \(got 2\)"):
        selection._find_gpu(dataclasses.replace(settings, gpu_index=2))
    with pytest.raises(DeviceError, match=r"at most the number of GPUs, 2 \(got 3\)"):
        selection._find_gpu(dataclasses.replace(both, gpu_index=1))
    models[1] = b"Other"
    with pytest.raises(DeviceError, match=r"of one model \(got GPU, Other\)"):
        selection._find_gpu(both)
    monkeypatch.setattr(driver, "cuInit", lambda _flags: (driver.CUresult.CUDA_ERROR_NO_DEVICE,))
    with pytest.raises(DeviceError, match="CUDA_ERROR_NO_DEVICE"):
        selection._find_gpu(settings)


@pytest.mark.usefixtures("no_gpu")
def test_a_release_that_is_not_installed_is_mended_by_its_own_wheels(settings):
    found = {each.name: each for each in probe(dataclasses.replace(settings, cuda="10.9"))}
    for name in ("nvrtc", "headers"):
        assert not found[name].ok
        assert found[name].remedy == "pip install 'cuda-toolkit[nvrtc,cudart,cccl,nvcc]==10.9.*'"


QUEUES = "CUDA_DEVICE_MAX_CONNECTIONS"
GONE = Probe("gpu", False, "gone")


@pytest.fixture
def usual(tmp_path):
    return replace(Settings.load(tmp_path, environ={"HOME": str(tmp_path)}), cpu_threads=8)


@pytest.mark.parametrize(
    ("environ", "worker"),
    [
        ({}, None),
        ({"PYTEST_XDIST_WORKER": "gw0", "PYTEST_XDIST_WORKER_COUNT": "4"}, XdistWorker(0, 4)),
        ({"PYTEST_XDIST_WORKER": "gw11", "PYTEST_XDIST_WORKER_COUNT": "12"}, XdistWorker(11, 12)),
        ({"PYTEST_XDIST_WORKER": "master", "PYTEST_XDIST_WORKER_COUNT": "4"}, None),
        ({"PYTEST_XDIST_WORKER": "gw1"}, None),
    ],
)
def test_a_worker_knows_its_number(environ, worker):
    assert xdist_worker(environ) == worker


@pytest.mark.parametrize(
    ("n_gpus", "first", "indices"),
    [
        (2, 0, [0, 1, 0, 1, 0]),
        (4, 0, [0, 1, 2, 3, 0]),
        (3, 1, [1, 2, 0, 1, 2]),
        (1, 0, [0, 0, 0, 0, 0]),
        (0, 0, [0, 0, 0, 0, 0]),
    ],
)
def test_workers_go_round_the_gpus(usual, n_gpus, first, indices):
    usual = replace(usual, gpu_index=first)
    shares = [shared_settings(usual, XdistWorker(number, 5), n_gpus=n_gpus) for number in range(5)]
    assert [each.gpu_index for each in shares] == indices


@pytest.mark.parametrize(("n_workers", "threads"), [(1, 8), (2, 4), (3, 2), (8, 1), (20, 1)])
def test_workers_share_the_cores(usual, n_workers, threads):
    assert shared_settings(usual, XdistWorker(0, n_workers), n_gpus=0).cpu_threads == threads


def test_threads_that_somebody_has_set_stay(usual):
    usual = replace(usual, given=frozenset({"cpu_threads"}))
    assert shared_settings(usual, XdistWorker(1, 4), n_gpus=0).cpu_threads == 8


@pytest.mark.parametrize(
    ("n_gpus", "n_workers", "given", "cores", "n_each"),
    [
        (1, 12, (), 16, 12),
        (2, 12, (), 32, 12),
        (2, 12, (), 16, 8),  # two GPUs share the cores
        (4, 12, (), 2, 1),  # and each has a worker
        (2, 12, ("gpu_workers",), 2, 12),
    ],
)
def test_workers_of_a_suite_go_round_its_gpus(usual, monkeypatch, n_gpus, n_workers, given, cores, n_each):
    monkeypatch.setattr("harness.device.share.usable_cores", lambda: cores)
    usual = replace(usual, gpu_index=1, gpu_count=n_gpus, gpu_workers=n_workers, given=frozenset(given))
    shares = suite_shares("gpu", usual)
    assert [each.gpu_index for each in shares] == [1 + number % n_gpus for number in range(n_gpus * n_each)]
    assert {each.gpu_workers for each in shares} == {n_each}
    # one worker looks whether all are there
    assert [each.gpu_count for each in shares] == [n_gpus] + [1] * (n_gpus * n_each - 1)


@pytest.mark.parametrize(
    ("n_workers", "n_groups", "threads"),
    [(3, 1, [8, 1, 1]), (3, 2, [8, 1, 1]), (3, 3, [1, 1, 1]), (1, 9, [8])],
)
def test_the_first_worker_of_a_suite_has_all_cores_unless_each_has_cases(usual, n_workers, n_groups, threads):
    shares = suite_shares("cpu", replace(usual, cpu_workers=n_workers), n_groups)
    assert [each.cpu_threads for each in shares] == threads


def test_nothing_else_changes(usual):
    shared = shared_settings(usual, XdistWorker(3, 4), n_gpus=2)
    assert replace(shared, gpu_index=usual.gpu_index, cpu_threads=usual.cpu_threads) == usual


def test_without_a_driver_there_are_no_gpus(monkeypatch):
    monkeypatch.setattr(selection, "DRIVER_LIBRARY", "libcuda-that-is-not-there.so.1")
    assert count_gpus() == 0


@pytest.mark.parametrize(
    ("n_workers", "isolation", "before", "after"),
    [
        (12, "process", {}, {QUEUES: "1"}),
        (12, "process", {QUEUES: "8"}, {QUEUES: "8"}),
        (1, "process", {}, {}),  # timing has the GPU for itself
        (12, "none", {}, {}),  # the process is a user's
    ],
)
def test_contexts_that_share_a_gpu_have_one_queue(usual, n_workers, isolation, before, after):
    environ = dict(before)
    use_one_queue(replace(usual, gpu_workers=n_workers, isolation=isolation), environ)
    assert environ == after


def test_the_driver_is_told_before_it_starts(usual, monkeypatch):
    """It starts when the GPUs are counted."""
    seen = []
    monkeypatch.delenv(QUEUES, raising=False)
    monkeypatch.setattr(selection, "missing_for", lambda *_: seen.append(os.environ.get(QUEUES)) or (GONE,))
    with pytest.raises(DeviceError, match="gone"):
        selection.open_device("gpu", replace(usual, gpu_workers=2))
    assert seen == ["1"]


@pytest.mark.parametrize(
    ("entries", "file", "said"),
    [
        (("_Z12vadd_inplacePfPKfi",), "k.cu", '(got: vadd_inplace); write entry = "vadd_inplace", and'),
        (("_Z4rowsILi256EEvPf",), "k.cu", '(got: rows<256>); write entry = "rows<256>", and'),
        (("_Z4rowsPf",), "k.ptx", '(got: _Z4rowsPf); write entry = "_Z4rowsPf", and'),
        ((), "k.cu", "(got: none); declare the kernel __global__, and"),
    ],
)
def test_a_kernel_of_another_name_is_told_with_the_key_that_names_it(entries, file, said):
    artifact = SimpleNamespace(entries=entries, symbol=str, request=SimpleNamespace(path=Path(file)))
    with pytest.raises(LaunchError, match=re.escape(f"{file} must have the entry softmax {said}")):
        entry_symbol(artifact, "softmax")
