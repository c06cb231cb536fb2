"""Shares a machine between parallel processes, such as the workers of pytest-xdist.

Each worker gets a GPU of its own while there are enough. GPUs are numbered within the caller's
``CUDA_VISIBLE_DEVICES``: CUDA enumerates the GPUs of that list in its order, whatever form the entries have. On the
cpu device each worker gets a part of the cores. Neither affects results.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..settings.settings import Settings

_WORKER = re.compile(r"gw(\d+)")


@dataclass(frozen=True)
class XdistWorker:
    """One of several processes of a run.

    Parameters
    ----------
    number : int
        Index of the worker, from 0.
    n_workers : int
        Number of workers.
    """

    number: int
    n_workers: int


def xdist_worker(environ: Mapping[str, str]) -> XdistWorker | None:
    """Return which worker of pytest-xdist this process is; None in any other process.

    Parameters
    ----------
    environ : mapping of str to str
        Environment variables; xdist sets worker and count.
    """
    name = _WORKER.fullmatch(environ.get("PYTEST_XDIST_WORKER", ""))
    count = environ.get("PYTEST_XDIST_WORKER_COUNT", "")
    if name is None or not count.isdigit():
        return None
    return XdistWorker(int(name[1]), max(int(count), 1))


def shared_settings(settings: Settings, worker: XdistWorker, *, n_gpus: int) -> Settings:
    """Return the settings of one worker.

    Parameters
    ----------
    settings : Settings
        Settings of the run; its ``gpu_index`` is the GPU of worker 0.
    worker : XdistWorker
        The worker.
    n_gpus : int
        Number of GPUs that CUDA shows to this process.

    Returns
    -------
    Settings
        Process K gets GPU K, modulo their number, and a part of the cores unless ``cpu_threads`` is set.
    """
    if n_gpus > 0:
        settings = replace(settings, gpu_index=(settings.gpu_index + worker.number) % n_gpus)
    if "cpu_threads" not in settings.given:
        settings = replace(settings, cpu_threads=max(1, settings.cpu_threads // worker.n_workers))
    return settings
