"""Opens the runner of a command: on this machine, or on the cluster that ``--on`` names."""

from __future__ import annotations

import contextlib
import dataclasses
import sys
from collections.abc import Iterator

from ..device.selection import resolve_kind
from ..errors import UsageError
from ..lazy import dataclass
from ..run.session import Runner, open_cpu, open_gpu, open_runner, run_case
from ..settings.settings import (
    ISOLATION_NONE,
    WORKER_MEMORY_BYTES,
    Settings,
    usable_cores,
    usable_memory_bytes,
)
from ..worker.channel import Task
from .engine import Engine, Need

RAY = "ray"


@dataclass(frozen=True)
class Where:
    """The machine or cluster that runs the cases of a command."""

    address: str | None = None
    """Address of a Ray cluster, as ``ray.init`` takes it; empty for ``RAY_ADDRESS`` or a cluster on this host; None
    for this machine without Ray."""
    accelerators: tuple[str, ...] = ()
    """Kinds of GPU, as Ray names them; empty for any."""
    gpu_share: float = 1.0
    """GPUs of a worker on ``gpu``, above 0 and at most 1."""
    cuda_release: str = ""
    """CUDA release that a host must have as its resource ``cuda-RELEASE``; empty for any."""

    @classmethod
    def parse(
        cls, on: str | None, accelerator: str = "", gpu_share: float = 1.0, cuda_release: str = ""
    ) -> Where:
        """Read the option ``--on`` and the options that refine it; `accelerator` may name several kinds with commas."""
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
        kinds = tuple(dict.fromkeys(kind.strip() for kind in accelerator.split(",") if kind.strip()))
        return cls(address, kinds, gpu_share, cuda_release)

    def refuse_several(self, command: str) -> None:
        """Raise UsageError if several kinds of GPU are named."""
        if len(self.accelerators) > 1:
            raise UsageError(
                f"{command} runs on one kind of GPU (got --accelerator {','.join(self.accelerators)}); name one"
            )

    def only(self, accelerator: str) -> Where:
        """Return the same place with one kind of GPU; any kind if `accelerator` is empty."""
        return dataclasses.replace(self, accelerators=(accelerator,) if accelerator else ())

    def need(self, kind: str) -> Need:
        """Return the resources that a worker for a kind of device occupies, on the first kind of GPU."""
        return Need(
            n_cpus=1.0,
            n_gpus=self.gpu_share if kind == "gpu" else 0.0,
            accelerator=self.accelerators[0] if self.accelerators else "",
            cuda_release=self.cuda_release,
        )


HERE = Where()
"""This machine, without Ray."""


@contextlib.contextmanager
def open_cluster(where: Where, settings: Settings) -> Iterator[Engine | None]:
    """Open the cluster that a command runs on; yields None for this machine."""
    if where.address is None:
        yield None
        return
    with contextlib.closing(open_ray(where, settings)) as engine:
        yield engine


@contextlib.contextmanager
def open_runner_on(
    where: Where, kind: str, settings: Settings, *, engine: Engine | None = None, n_groups: int = 1
) -> Iterator[Runner]:
    """Open a runner; see ``harness.run.session.open_runner``."""
    if where.address is None:
        with open_runner(kind, settings, n_groups=n_groups) as runner:
            yield runner
        return
    # Few runs have a cluster.
    from .cluster_runner import ClusterRunner

    kind = kind_on(where, kind, settings)
    is_limited = kind == "cpu" and "cpu_workers" in settings.given
    most = settings.cpu_workers if is_limited else sys.maxsize
    task = Task(open_gpu if kind == "gpu" else open_cpu, run_case)
    # the number of processes that take turns if a GPU's memory is short
    own = dataclasses.replace(settings, gpu_workers=max(1, round(1 / where.gpu_share)))
    with contextlib.ExitStack() as opened:
        cluster = engine or opened.enter_context(contextlib.closing(open_ray(where, settings)))
        runner = ClusterRunner(kind, own, cluster, where.need(kind), most, task, n_groups)
        yield opened.enter_context(contextlib.closing(runner))


def summary_of(runner: Runner) -> list[str]:
    """Return the summary of a runner on a cluster; empty for a runner of this machine."""
    return list(getattr(runner, "summary", list)())


def kind_on(where: Where, kind: str, settings: Settings) -> str:
    """Return the kind of device of a run: the driver of a cluster often has no GPU, so ``auto`` does not look."""
    if where.address is not None and kind == "auto":
        return "gpu" if where.accelerators else "cpu"
    return resolve_kind(kind, settings)


def open_ray(where: Where, settings: Settings) -> Engine:
    """Join the cluster of an address, or start one on this host."""
    from .ray_engine import RayEngine

    if settings.isolation == ISOLATION_NONE:
        raise UsageError(
            f"--on must run cases in worker processes (got isolation = {ISOLATION_NONE!r}); leave out one of the two"
        )
    # `cpu_workers` has a limit of its own by default, which is not for workers with a GPU.
    n_cpus = max(1, min(usable_cores(), usable_memory_bytes() // WORKER_MEMORY_BYTES))
    return RayEngine(where.address or "", settings.cpu_workers if "cpu_workers" in settings.given else n_cpus)
