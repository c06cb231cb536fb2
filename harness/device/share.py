"""Shares a machine between parallel processes, such as the workers of pytest-xdist.

Each worker gets its own GPU while there are enough. GPUs are numbered within the caller's
``CUDA_VISIBLE_DEVICES``: CUDA enumerates the GPUs of that list in its order, whatever form the entries have. On the
cpu device each worker gets a part of the cores. Neither affects results.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ..lazy import pattern
from ..settings.settings import ISOLATION_NONE, Settings, usable_cores

_WORKER = pattern(r"gw(\d+)")


class XdistWorker(NamedTuple):
    """One of several processes of a run, counted from 0."""

    number: int
    n_workers: int


def xdist_worker(environ: Mapping[str, str]) -> XdistWorker | None:
    """Return which worker of pytest-xdist this process is; None in any other process."""
    name = _WORKER.fullmatch(environ.get("PYTEST_XDIST_WORKER", ""))
    count = environ.get("PYTEST_XDIST_WORKER_COUNT", "")
    if name is None or not count.isdigit():
        return None
    return XdistWorker(int(name[1]), max(int(count), 1))


def shared_settings(settings: Settings, worker: XdistWorker, *, n_gpus: int) -> Settings:
    if n_gpus > 0:
        settings = replace(settings, gpu_index=(settings.gpu_index + worker.number) % n_gpus, gpu_count=1)
    # a number from the settings is for each worker
    if "cpu_threads" not in settings.given:
        settings = replace(settings, cpu_threads=max(1, settings.cpu_threads // worker.n_workers))
    return settings


def suite_shares(kind: str, settings: Settings, n_groups: int = 1) -> tuple[Settings, ...]:
    if kind == "cpu":
        alone = replace(settings, cpu_threads=1)
        # The first worker also serves single cases and calls, which may use every core. Where every worker has its
        # own cases, handing a small launch to a second thread takes longer than the launch.
        is_shared = 1 < settings.cpu_workers <= n_groups
        return (alone if is_shared else settings, *[alone] * (settings.cpu_workers - 1))
    n_gpus, n_each = settings.gpu_count, settings.gpu_workers
    if "gpu_workers" not in settings.given:
        # the workers of all GPUs share the cores
        n_each = min(n_each, max(1, usable_cores() // n_gpus))
    return tuple(
        replace(
            settings,
            # in turn: a run that opens only some of them uses every GPU
            gpu_index=settings.gpu_index + number % n_gpus,
            # The first worker's probe looks at all GPUs: they must be of one model.
            gpu_count=1 if number else n_gpus,
            gpu_workers=n_each,
        )
        for number in range(n_gpus * n_each)
    )


def use_one_queue(settings: Settings, environ: MutableMapping[str, str]) -> None:
    """Have the driver make contexts with one hardware queue, if several worker processes share a GPU."""
    # By default a context has eight, for work on several streams; a case uses one stream. The driver makes and closes a
    # context with one queue in less than half the time.
    if settings.gpu_workers > 1 and settings.isolation != ISOLATION_NONE:
        environ.setdefault("CUDA_DEVICE_MAX_CONNECTIONS", "1")


def processor_name() -> str:
    """Return the processor's name from Linux; empty if Linux does not report it (most aarch64)."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    for line in text.splitlines():
        key, _, value = line.partition(":")
        if key.strip() == "model name":
            return value.strip()
    return ""
