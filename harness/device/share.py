"""How processes that run side by side, such as the workers of pytest-xdist, share a machine.

Each gets a GPU of its own, as long as there are as many, counted within the caller's ``CUDA_VISIBLE_DEVICES``: CUDA
itself enumerates what that names, in its order, so a number below CUDA's own count is a place in the caller's list,
whatever it is made of. On the cpu device each gets its part of the cores. Neither changes a result.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..settings.settings import Settings

_WORKER = re.compile(r"gw(\d+)")


@dataclass(frozen=True)
class Worker:
    """One of several processes of a run.

    Parameters
    ----------
    number : int
        From 0 on.
    n_workers : int
        How many there are.
    """

    number: int
    n_workers: int


def xdist_worker(environ: Mapping[str, str]) -> Worker | None:
    """Return the worker of pytest-xdist that this process is; None in any other process.

    Parameters
    ----------
    environ : mapping of str to str
        The environment, in which xdist names worker and count.
    """
    name = _WORKER.fullmatch(environ.get("PYTEST_XDIST_WORKER", ""))
    count = environ.get("PYTEST_XDIST_WORKER_COUNT", "")
    if name is None or not count.isdigit():
        return None
    return Worker(int(name[1]), max(int(count), 1))


def shared_settings(settings: Settings, worker: Worker, *, n_gpus: int) -> Settings:
    """Return the settings of one worker.

    Parameters
    ----------
    settings : Settings
        Those of the run; its ``gpu_index`` is the GPU of worker 0.
    worker : Worker
        Which one.
    n_gpus : int
        How many GPUs CUDA shows to this process; 0 where there are none.

    Returns
    -------
    Settings
        With worker K on GPU K of them, going round, and a part of the cores unless ``cpu_threads`` is set.
    """
    if n_gpus > 0:
        settings = replace(settings, gpu_index=(settings.gpu_index + worker.number) % n_gpus)
    if "cpu_threads" not in settings.given:
        settings = replace(settings, cpu_threads=max(1, settings.cpu_threads // worker.n_workers))
    return settings
