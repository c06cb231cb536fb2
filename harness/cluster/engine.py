"""The protocol between a runner and a cluster, a worker's needs, and the events that a cluster reports.

`harness.cluster.ray_engine` is the engine for Ray. Tests use one that runs in their own process.
"""

from __future__ import annotations

from typing import Protocol

from ..lazy import dataclass


@dataclass(frozen=True)
class Need:
    """Resources that one worker occupies on a host."""

    n_cpus: float = 1.0
    """Cores; 0 for a worker that only waits."""
    n_gpus: float = 0.0
    """GPUs, or the share of one below 1; 0 for the ``cpu`` device."""
    accelerator: str = ""
    """Kind of the GPU, as Ray names it (``H100``); empty for any."""
    cuda_release: str = ""
    """CUDA release whose compiler the host must have (``12.9``); empty for any."""


RELEASE_PREFIX = "cuda-"
"""Prefix of the custom resource with which a host declares a CUDA release: ``cuda-12.9``."""


@dataclass(frozen=True)
class Opened:
    """A worker is ready, or its host cannot serve it."""

    worker: int
    host: str
    answer: bytes
    """Answer of ``RemoteWorker.open``."""


@dataclass(frozen=True)
class Answered:
    """A task has ended."""

    task: int
    """Number that `Engine.ask` returned."""
    worker: int
    answer: bytes


@dataclass(frozen=True)
class JobLines:
    """A job has lines for the driver."""

    worker: int
    lines: tuple[str, ...]


@dataclass(frozen=True)
class WorkerLost:
    """A worker has ended unexpectedly; all its unanswered tasks are lost."""

    worker: int
    why: str
    """One line: the process died, its host is gone, or it could not start."""


Event = Opened | Answered | JobLines | WorkerLost


class Engine(Protocol):
    """Starts workers on a cluster and carries tasks to them."""

    def room(self, need: Need) -> int:
        """Return how many workers of this need the hosts have room for; 0 if no host can serve it."""

    def hosts(self) -> str:
        """Return the hosts and their resources, in one line."""

    def start(self, need: Need, folders: tuple[str, ...], start: bytes) -> int:
        """Start a worker, open it as ``RemoteWorker.open`` does, and return its number."""

    def share(self, files: dict[str, bytes], variants: bytes) -> object:
        """Put the arguments of ``RemoteWorker.prepare`` where all workers can read them; each host gets them once."""

    def prepare(self, worker: int, shared: object) -> None:
        """Have a worker prepare for the tasks that follow; `shared` is from `share`."""

    def ask(self, worker: int, name: str, request: bytes) -> int:
        """Send a task and return its number; a worker takes tasks in order. The dashboard shows the name."""

    def ask_job(self, worker: int, name: str, request: bytes) -> int:
        """Send a job, for ``RemoteWorker.job``, and return its number; its `JobLines` events come before its end."""

    def wait(self, timeout_s: float) -> list[Event]:
        """Return the events since the last call; waits up to a time for the first. May be empty."""

    def stop(self, *workers: int) -> None:
        """End workers at once, with the processes that they started. No event from them follows."""

    def close(self) -> None:
        """End all workers at once and leave the cluster."""


def absence_of(need: Need, engine: Engine | None = None) -> str:
    """Return a message that no host has a worker's resources; with an engine, also the hosts' resources."""
    kind = f" of type {need.accelerator}" if need.accelerator else ""
    parts = [f"{need.n_gpus:g} GPU{kind}"] if need.n_gpus else []
    parts += [f"{need.n_cpus:g} CPU"] if need.n_cpus else []
    parts += [f"the resource {RELEASE_PREFIX}{need.cuda_release}"] if need.cuda_release else []
    have = "" if engine is None else f" (got {engine.hosts() or 'no host'})"
    return f"no host of the cluster has {' and '.join(parts) or 'nothing'}{have}"
