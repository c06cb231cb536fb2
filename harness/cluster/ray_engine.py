"""The engine for Ray: an actor holds each worker, and the object store carries the user's files to the hosts."""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import queue
import sys
import tempfile
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from ..errors import UsageError
from .code_store import CodeStore
from .engine import Answered, Event, Need, Opened, Said, WorkerLost
from .placement import actor_options, cluster_address, refuse_without_ray, room_in
from .remote_worker import RemoteWorker, lines_of, software

_CLOSE_S = 10.0
"""Time for workers to remove their files before they are killed."""
_CONTROL = "control"
_LINES = "lines"
"""Groups of threads of an actor: its end and its lines do not wait for its tasks."""
# The objects of a run are sources and results. Ray would reserve 30 % of the memory.
_OBJECT_STORE_BYTES = 512 << 20
_WHY_CHARACTERS = 300
_MOST_ASKING = 2000
"""Workers that may wait for compiled code at the same time."""
_log = logging.getLogger("harness.cluster")
UNLIMITED = 10_000
"""Most workers, if what they need limits their number nowhere."""


class RayCodeStore(CodeStore):
    """The cluster's compiled code inside a Ray actor, which owns the entries: they are objects of Ray's store."""

    async def keep(self, key: str, data: bytes) -> None:
        """Put an entry into the object store."""
        # in a list, because Ray replaces a bare reference by its object
        await self.put(key, [import_ray().put(data)])


class RayCode:
    """The cluster's compiled code, as one actor sees it; a lost store has nothing."""

    def __init__(self, store: Any, holder: str) -> None:
        self._store = store
        self._holder = holder

    def get(self, key: str, makes: bool) -> bytes | None:
        """See ``CodeSource.get``."""
        ray = import_ray()
        # without the store a host compiles for itself
        with contextlib.suppress(ray.exceptions.RayError):
            entry = ray.get(self._store.get.options(name="code").remote(key, self._holder, makes))
            found: bytes | None = None if entry is None else ray.get(entry[0])
            return found
        return None

    def put(self, key: str, data: bytes) -> None:
        """See ``CodeSource.put``."""
        self._store.keep.options(name="keep code").remote(key, data)

    def release(self) -> None:
        """See ``ClusterCode.release``."""
        self._store.release.options(name="release code").remote(self._holder)


class RayWorker(RemoteWorker):
    """The worker inside a Ray actor."""

    def __init__(self, store: Any = None, number: int = 0) -> None:
        super().__init__(None if store is None else RayCode(store, str(number)))

    def where(self) -> tuple[str, str]:
        """Return the id of the node and the name of the host."""
        ray = import_ray()
        return ray.get_runtime_context().get_node_id(), os.uname().nodename


def import_ray() -> Any:
    """Return the module ``ray``."""
    refuse_without_ray()
    # Ray reads these when it is imported. Usage reports would leave the machine.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    import ray

    return ray


@dataclass
class _Actor:
    handle: Any
    is_open: bool = False


class RayEngine:
    """Starts workers as Ray actors."""

    worker_class: type[RayWorker] = RayWorker

    def __init__(self, address: str = "", n_cpus: int = 1) -> None:
        address = cluster_address(address)
        self._ray = import_ray()
        self._was_there = bool(self._ray.is_initialized())
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        self._is_own = False
        if not self._was_there:
            self._join(address, n_cpus)
        self._store: Any = None
        self._actors: dict[int, _Actor] = {}
        self._numbers = itertools.count()
        self._tasks = itertools.count()
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()

    def _join(self, address: str, n_cpus: int) -> None:
        # It would say that it sets no handler of SIGTERM, in another thread than the main one.
        logging.getLogger("ray").setLevel(logging.ERROR)
        quiet: dict[str, Any] = {
            "configure_logging": False,
            "logging_level": logging.ERROR,
            "log_to_driver": False,
        }
        _keep_off_the_output()
        try:
            if address and address != "local":
                self._ray.init(address=address, **quiet)
                return
            # Ray leaves its session behind; sockets in it must have short paths.
            self._temporary = tempfile.TemporaryDirectory(prefix="kh-ray-", ignore_cleanup_errors=True)
            self._ray.init(
                address="local",
                num_cpus=n_cpus,
                include_dashboard=False,
                object_store_memory=_OBJECT_STORE_BYTES,
                _temp_dir=self._temporary.name,
                # there is no dashboard that would show them
                _system_config={"task_events_report_interval_ms": 0},
                **quiet,
            )
            self._is_own = True
        except Exception as error:
            if self._temporary is not None:
                self._temporary.cleanup()
            at = (
                f"a Ray cluster must answer at {address}"
                if address
                else "a Ray cluster must start on this host"
            )
            raise UsageError(f"{at} (got: {_one_line(error)}); `ray status` shows one that runs") from None

    def room(self, need: Need) -> int:
        """See `Engine.room`."""
        return room_in(need, self._offers(), UNLIMITED)

    def hosts(self) -> str:
        """See `Engine.hosts`."""
        shown = (
            ", ".join(f"{amount:g} {name}" for name, amount in sorted(offer.items()) if _is_shown(name))
            for offer in self._offers()
        )
        return "; ".join(filter(None, shown))

    def _offers(self) -> list[Mapping[str, float]]:
        return [node["Resources"] for node in self._ray.nodes() if node["Alive"]]

    def start(self, need: Need, folders: tuple[str, ...], start: bytes) -> int:
        """See `Engine.start`."""
        number = next(self._numbers)
        handle = (
            self._ray.remote(concurrency_groups={_CONTROL: 1, _LINES: 1})(self.worker_class)
            .options(
                max_restarts=0,
                max_task_retries=0,
                scheduling_strategy="SPREAD",
                **actor_options(need),
            )
            .remote(self._code_store(), number)
        )
        self._actors[number] = _Actor(handle)
        where = handle.where.options(name="where").remote()
        opened = handle.open.options(name=f"open {need.n_gpus:g} GPU").remote(folders, start, software())
        self._when_done(
            where, number, lambda place: self._open_too(opened, number, f"{place[1]}/{place[0][:8]}")
        )
        return number

    def _code_store(self) -> Any:
        """Return the handle of the run's compiled code, which is with the driver; None where one host has it all."""
        if self._store is None and not self._is_own:
            from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

            here = self._ray.get_runtime_context().get_node_id()
            self._store = (
                self._ray.remote(RayCodeStore)
                .options(
                    num_cpus=0,
                    max_concurrency=_MOST_ASKING,
                    scheduling_strategy=NodeAffinitySchedulingStrategy(here, soft=True),
                )
                .remote()
            )
        return self._store

    def code_counts(self) -> dict[str, int]:
        """Return `CodeStore.counts`; empty where no code is shared."""
        store = self._code_store()
        counts: dict[str, int] = {} if store is None else self._ray.get(store.counts.remote())
        return counts

    def _open_too(self, opened: Any, number: int, host: str) -> None:
        self._when_done(opened, number, lambda answer: self._events.put(Opened(number, host, answer)))

    def share(self, files: dict[str, bytes], variants: bytes) -> object:
        """See `Engine.share`."""
        return self._ray.put(files), self._ray.put(variants)

    def prepare(self, worker: int, shared: object) -> None:
        """See `Engine.prepare`."""
        assert isinstance(shared, tuple)
        ref = self._actors[worker].handle.prepare.options(name="prepare").remote(*shared)
        self._when_done(ref, worker, lambda _: None)

    def ask(self, worker: int, name: str, request: bytes) -> int:
        """See `Engine.ask`."""
        task = next(self._tasks)
        ref = self._actors[worker].handle.run.options(name=name).remote(request)
        self._when_done(ref, worker, lambda answer: self._events.put(Answered(task, worker, answer)))
        return task

    def ask_job(self, worker: int, name: str, request: bytes) -> int:
        """See `Engine.ask_job`."""
        task = next(self._tasks)
        handle = self._actors[worker].handle
        answer = handle.job.options(name=name).remote(request)

        def listen() -> None:
            said = handle.said.options(name=f"lines of {name}", concurrency_group=_LINES).remote()
            self._when_done(said, worker, heard)

        def heard(said: bytes) -> None:
            lines, is_end = lines_of(said)
            if lines:
                self._events.put(Said(worker, lines))
            if is_end:
                self._when_done(answer, worker, lambda value: self._events.put(Answered(task, worker, value)))
            else:
                listen()

        listen()
        return task

    def _when_done(self, ref: Any, worker: int, use: Any) -> None:
        """Call `use` with a task's value when it has one; an error of any kind is the loss of the worker."""

        def done(future: Future[Any]) -> None:
            error = future.exception()
            if error is None:
                use(future.result())
            elif worker in self._actors:
                self._events.put(WorkerLost(worker, _one_line(error)))

        ref.future().add_done_callback(done)

    def wait(self, timeout_s: float) -> list[Event]:
        """See `Engine.wait`."""
        found: list[Event] = []
        with contextlib.suppress(queue.Empty):
            found.append(self._events.get(timeout=timeout_s))
            while True:
                found.append(self._events.get_nowait())
        return [event for event in found if self._is_news(event)]

    def _is_news(self, event: Event) -> bool:
        """Whether an event is of a worker in use; the loss of one comes once for each of its tasks."""
        if event.worker not in self._actors:
            return False
        if isinstance(event, WorkerLost):
            self._kill(self._actors.pop(event.worker))
            self._release(event.worker)
        return True

    def _release(self, worker: int) -> None:
        """Let others compile what a worker that is gone was to compile."""
        if self._store is not None:
            with contextlib.suppress(Exception):  # the store may be lost, too
                self._store.release.remote(str(worker))

    def stop(self, *workers: int) -> None:
        """See `Engine.stop`."""
        known = [worker for worker in workers if worker in self._actors]
        self._end([self._actors.pop(worker) for worker in known])
        for worker in known:
            self._release(worker)

    def close(self) -> None:
        """See `Engine.close`."""
        actors = list(self._actors.values())
        self._actors.clear()
        try:
            self._end(actors)
            if self._store is not None:
                with contextlib.suppress(Exception):
                    self._ray.kill(self._store)
        finally:
            if not self._was_there:
                self._ray.shutdown()
            if self._temporary is not None:
                self._temporary.cleanup()

    def _end(self, actors: list[_Actor]) -> None:
        with contextlib.suppress(Exception):
            closing = [
                actor.handle.close.options(name="close", concurrency_group=_CONTROL).remote()
                for actor in actors
            ]
            if closing:
                self._ray.wait(closing, num_returns=len(closing), timeout=_CLOSE_S)
        for actor in actors:
            self._kill(actor)

    def _kill(self, actor: _Actor) -> None:
        # It may be dead, and Ray may be gone with the cluster.
        with contextlib.suppress(Exception):
            self._ray.kill(actor.handle)


def _keep_off_the_output() -> None:
    """Have Ray log what its hosts say about lost workers; it would print that among the command's own output.

    Ray has no option for it. If a later Ray has no such function, the messages are printed.
    """
    module = sys.modules.get("ray._private.worker")
    if hasattr(module, "print_to_stdstream"):
        vars(module)["print_to_stdstream"] = lambda data, *_, **__: _log.info("%s", data)


def _is_shown(name: str) -> bool:
    """Whether a resource is one that the user gave or knows, rather than one of Ray's own for each node."""
    return name in ("CPU", "GPU") or not (name.startswith("node:") or "memory" in name)


def _one_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    text = " ".join(lines) or type(error).__name__
    return text if len(text) <= _WHY_CHARACTERS else text[:_WHY_CHARACTERS] + " ..."
