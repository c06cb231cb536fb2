import os
from dataclasses import replace

import pytest

from harness.device import selection
from harness.device.selection import count_gpus
from harness.device.share import XdistWorker, shared_settings, suite_shares, use_one_queue, xdist_worker
from harness.errors import DeviceError
from harness.settings.settings import Settings

QUEUES = "CUDA_DEVICE_MAX_CONNECTIONS"
GONE = selection.Probe("gpu", False, "gone")


@pytest.fixture
def settings(tmp_path):
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
def test_workers_go_round_the_gpus(settings, n_gpus, first, indices):
    settings = replace(settings, gpu_index=first)
    shares = [shared_settings(settings, XdistWorker(number, 5), n_gpus=n_gpus) for number in range(5)]
    assert [each.gpu_index for each in shares] == indices


@pytest.mark.parametrize(("n_workers", "threads"), [(1, 8), (2, 4), (3, 2), (8, 1), (20, 1)])
def test_workers_share_the_cores(settings, n_workers, threads):
    assert shared_settings(settings, XdistWorker(0, n_workers), n_gpus=0).cpu_threads == threads


def test_threads_that_somebody_has_set_stay(settings):
    settings = replace(settings, given=frozenset({"cpu_threads"}))
    assert shared_settings(settings, XdistWorker(1, 4), n_gpus=0).cpu_threads == 8


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
def test_workers_of_a_suite_go_round_its_gpus(settings, monkeypatch, n_gpus, n_workers, given, cores, n_each):
    monkeypatch.setattr("harness.device.share.usable_cores", lambda: cores)
    settings = replace(settings, gpu_index=1, gpu_count=n_gpus, gpu_workers=n_workers, given=frozenset(given))
    shares = suite_shares("gpu", settings)
    assert [each.gpu_index for each in shares] == [1 + number % n_gpus for number in range(n_gpus * n_each)]
    assert {each.gpu_workers for each in shares} == {n_each}
    # one worker looks whether all are there
    assert [each.gpu_count for each in shares] == [n_gpus] + [1] * (n_gpus * n_each - 1)


def test_nothing_else_changes(settings):
    shared = shared_settings(settings, XdistWorker(3, 4), n_gpus=2)
    assert replace(shared, gpu_index=settings.gpu_index, cpu_threads=settings.cpu_threads) == settings


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
def test_contexts_that_share_a_gpu_have_one_queue(settings, n_workers, isolation, before, after):
    environ = dict(before)
    use_one_queue(replace(settings, gpu_workers=n_workers, isolation=isolation), environ)
    assert environ == after


def test_the_driver_is_told_before_it_starts(settings, monkeypatch):
    """It starts when the GPUs are counted."""
    seen = []
    monkeypatch.delenv(QUEUES, raising=False)
    monkeypatch.setattr(selection, "missing_for", lambda *_: seen.append(os.environ.get(QUEUES)) or (GONE,))
    with pytest.raises(DeviceError, match="gone"):
        selection.open_device("gpu", replace(settings, gpu_workers=2))
    assert seen == ["1"]
