"""Opens the runner of a command: on this machine, or on the cluster that ``--on`` names."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..device.selection import resolve_kind
from ..errors import UsageError
from ..run.case_run import run_case
from ..run.case_timing import time_case
from ..run.session import Runner, open_cpu, open_gpu, open_runner
from ..settings.settings import Settings
from ..settings.table import ISOLATION_NONE
from ..worker.channel import Task
from .cluster_runner import ClusterRunner
from .engine import Engine, Need

RAY = "ray"


@dataclass(frozen=True)
class Where:
    """Where the cases of a command run.

    Parameters
    ----------
    address : str or None
        Address of a Ray cluster, as ``ray.init`` takes it; empty for ``RAY_ADDRESS`` or a cluster on this host; None
        for this machine without Ray.
    accelerator : str
        Kind of GPU, as Ray names it; empty for any.
    gpu_share : float
        GPUs of a worker on ``gpu``, above 0 and at most 1.
    cuda_release : str
        CUDA release that a host must have as its resource ``cuda-RELEASE``; empty for any.
    """

    address: str | None = None
    accelerator: str = ""
    gpu_share: float = 1.0
    cuda_release: str = ""

    @classmethod
    def parse(
        cls, on: str | None, accelerator: str = "", gpu_share: float = 1.0, cuda_release: str = ""
    ) -> Where:
        """Read the option ``--on`` and those that refine it.

        Raises
        ------
        UsageError
            ``--on`` is neither ``ray`` nor ``ray=ADDRESS``, or another option is given without it.
        """
        if on is None:
            if accelerator or cuda_release or gpu_share != 1.0:
                raise UsageError(
                    "--accelerator, --gpu-share and --cuda-release choose hosts of a cluster (got no --on);"
                    " add --on ray"
                )
            return cls()
        name, _, address = on.partition("=")
        if name != RAY:
            raise UsageError(f"--on must be {RAY} or {RAY}=ADDRESS (got '{on}')")
        return cls(address, accelerator, gpu_share, cuda_release)


HERE = Where()
"""This machine, without Ray."""


@contextlib.contextmanager
def open_runner_on(
    where: Where,
    kind: str,
    settings: Settings,
    *,
    clock: Callable[[], float] = time.monotonic,
    open_engine: Callable[[Where, Settings], Engine] | None = None,
    n_groups: int = 1,
) -> Iterator[Runner]:
    """Open a runner; see ``harness.run.session.open_runner``.

    Parameters
    ----------
    where : Where
        This machine, or a cluster.
    kind : {"auto", "cpu", "gpu"}
        The device. On a cluster ``auto`` is ``cpu`` unless `where` names an accelerator.
    settings : Settings
        Settings of the run; ``cpu_workers``, if it was given, limits the workers on a cluster.
    clock : callable
        Returns seconds.
    open_engine : callable, optional
        Replaces Ray.
    n_groups : int
        Number of groups of cases that are sure to come; on this machine their workers start now.

    Raises
    ------
    UsageError
        The cluster cannot be reached, or ``isolation`` is ``none``.
    """
    if where.address is None:
        with open_runner(kind, settings, clock=clock, n_groups=n_groups) as runner:
            yield runner
        return
    if settings.isolation == ISOLATION_NONE:
        raise UsageError(
            f"--on must run cases in worker processes (got isolation = {ISOLATION_NONE!r}); leave out one of the two"
        )
    kind = kind_on(where, kind, settings)
    need = Need(
        n_cpus=1.0,
        n_gpus=where.gpu_share if kind == "gpu" else 0.0,
        accelerator=where.accelerator,
        cuda_release=where.cuda_release,
    )
    engine = (open_engine or _open_ray)(where, settings)
    is_limited = kind == "cpu" and "cpu_workers" in settings.given
    task = Task(open_gpu if kind == "gpu" else open_cpu, run_case, time_case)
    try:
        room = engine.room(need)
        most = settings.cpu_workers if is_limited else room
        yield ClusterRunner(kind, settings, engine, need, max(1, most), task, clock)
    finally:
        engine.close()


def kind_on(where: Where, kind: str, settings: Settings) -> str:
    """Return the kind of device of a run: the driver of a cluster often has no GPU, so ``auto`` does not look."""
    if where.address is None:
        return resolve_kind(kind, settings)
    if kind == "auto":
        return "gpu" if where.accelerator else "cpu"
    return resolve_kind(kind, settings)


def _open_ray(where: Where, settings: Settings) -> Engine:
    from .ray_engine import RayEngine

    return RayEngine(where.address or "", settings.cpu_workers)
