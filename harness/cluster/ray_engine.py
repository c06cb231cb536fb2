"""The engine for Ray: an actor holds each worker, and the object store carries the user's files to the hosts."""

from __future__ import annotations

import contextlib
import importlib.util
import itertools
import logging
import os
import queue
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any

from ..errors import UsageError
from .engine import RELEASE_PREFIX, Answered, Event, JobLines, Need, Opened, WorkerLost
from .remote_worker import RemoteWorker, lines_of, software

_CLOSE_S = 10.0
"""Time for workers to remove their files before they are killed."""
_CONTROL = "control"
_LINES = "lines"
"""Groups of threads of an actor: its end and its lines do not wait for its tasks."""
# The objects of a run are sources and results. Ray would reserve 30 % of the memory.
_OBJECT_STORE_BYTES = 512 << 20
_WHY_CHARACTERS = 300
_log = logging.getLogger("harness.cluster")
UNLIMITED = 10_000
"""Most workers if no requirement limits their number."""
INSTALL = "pip install 'ray[default]>=2.60'"
_CLIENT_PREFIX = "ray://"
_ACCELERATOR_PREFIX = "accelerator_type:"
# Ray counts in units of 0.0001; this share marks a requirement without limiting how many workers meet it.
_MARK = 0.001


def marks_of(need: Need) -> dict[str, float]:
    """Return the resources, by Ray's names, that a host must have for a worker, besides cores and GPUs."""
    named = ((_ACCELERATOR_PREFIX, need.accelerator), (RELEASE_PREFIX, need.cuda_release))
    return {prefix + name: _MARK for prefix, name in named if name}


def actor_options(need: Need) -> dict[str, Any]:
    """Return the options of a Ray actor that occupies what a worker needs."""
    return {"num_cpus": need.n_cpus, "num_gpus": need.n_gpus, "resources": marks_of(need)}


def room_on(need: Need, host: Mapping[str, float]) -> int:
    """Return how many workers a host has room for; `UNLIMITED` if nothing limits their number."""
    if any(host.get(name, 0.0) < amount for name, amount in marks_of(need).items()):
        return 0
    amounts = {"CPU": need.n_cpus, "GPU": need.n_gpus}
    # The small number: 0.3 / 0.1 is below 3 in binary floating point.
    shares = [int(host.get(name, 0.0) / amount + 1e-9) for name, amount in amounts.items() if amount]
    if 0.0 < need.n_gpus < 1.0 and shares:
        # A share of a GPU never spans two GPUs.
        shares[-1] = int(host.get("GPU", 0.0)) * int(1.0 / need.n_gpus + 1e-9)
    return min(shares, default=UNLIMITED)


def cluster_address(address: str) -> str:
    """Return an address, or ``RAY_ADDRESS`` if it is empty; UsageError for an address of Ray Client."""
    address = address or os.environ.get("RAY_ADDRESS", "")
    if address.startswith(_CLIENT_PREFIX):
        raise UsageError(
            f"the address must be one of a cluster's head (got '{address}'): Ray Client is not supported; run the "
            "command on the cluster, for example with `ray exec` or `ray job submit`"
        )
    return address


class RayCodeStore:
    """The cluster's compiled code inside a Ray actor, which owns the entries: they are objects of Ray's store."""

    def __init__(self) -> None:
        self._entries: defaultdict[str, dict[str, Any]] = defaultdict(dict)

    def get(self, program: str) -> dict[str, Any]:
        """Return references of a program's entries by key."""
        return self._entries[program]

    def keep(self, program: str, key: str, data: bytes) -> None:
        """Keep an entry, unless another host has made it, too."""
        if key not in self._entries[program]:
            self._entries[program][key] = import_ray().put(data)


class RayWorker(RemoteWorker):
    """The worker inside a Ray actor; `store` is the handle of the cluster's compiled code, if it has any."""

    def __init__(self, store: Any = None) -> None:
        super().__init__()
        self._store = store
        self.shares_code = store is not None

    def where(self) -> tuple[str, str]:
        return import_ray().get_runtime_context().get_node_id(), os.uname().nodename

    def code_of(self, program: str) -> dict[str, bytes]:
        ray = import_ray()
        # without the store a host compiles for itself
        with contextlib.suppress(ray.exceptions.RayError):
            entries = ray.get(self._store.get.options(name="code").remote(program))
            return dict(zip(entries, ray.get([*entries.values()]), strict=True))
        return {}

    def share_code(self, program: str, key: str, data: bytes) -> None:
        self._store.keep.options(name="keep code").remote(program, key, data)


def import_ray() -> Any:
    """Return the module ``ray``; UsageError, with the command that installs it, if it is missing."""
    if importlib.util.find_spec("ray") is None:
        raise UsageError(f"--on ray must find Ray (got no installed package ray); install it: {INSTALL}")
    # Ray reads these when it is imported. Usage reports would leave the machine.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    import ray

    return ray


class RayEngine:
    """Starts workers as Ray actors."""

    worker_class: type[RayWorker] = RayWorker

    def __init__(self, address: str = "", n_cpus: int = 1) -> None:
        address = cluster_address(address)
        self._ray = import_ray()
        self._was_there = bool(self._ray.is_initialized())
        # The folder of a cluster that runs only on this host, and ends with the run.
        self._own: tempfile.TemporaryDirectory[str] | None = None
        if not self._was_there:
            self._join(address, n_cpus)
        self._store: Any = None
        self._actors: dict[int, Any] = {}
        self._numbers = itertools.count()
        self._tasks = itertools.count()
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()

    def _join(self, address: str, n_cpus: int) -> None:
        # Its warnings would appear among the output of the command.
        logging.getLogger("ray").setLevel(logging.ERROR)
        quiet = dict[str, Any](configure_logging=False, logging_level=logging.ERROR, log_to_driver=False)
        _keep_off_the_output()
        try:
            if address and address != "local":
                self._ray.init(address=address, **quiet)
                return
            # Ray leaves its session behind; sockets in it must have short paths.
            self._own = tempfile.TemporaryDirectory(prefix="kh-ray-", ignore_cleanup_errors=True)
            self._ray.init(
                address="local",
                num_cpus=n_cpus,
                include_dashboard=False,
                object_store_memory=_OBJECT_STORE_BYTES,
                _temp_dir=self._own.name,
                # there is no dashboard that would show them
                _system_config={"task_events_report_interval_ms": 0},
                **quiet,
            )
        except Exception as error:
            if self._own is not None:
                self._own.cleanup()
            wanted = f"answer at {address}" if address else "start on this host"
            why = f"a Ray cluster must {wanted} (got: {_one_line(error)})"
            raise UsageError(f"{why}; `ray status` shows a running one") from None

    def room(self, need: Need) -> int:
        return min(UNLIMITED, sum(room_on(need, offer) for offer in self._offers()))

    def hosts(self) -> str:
        shown = (
            ", ".join(f"{amount:g} {name}" for name, amount in sorted(offer.items()) if _is_shown(name))
            for offer in self._offers()
        )
        return "; ".join(filter(None, shown))

    def _offers(self) -> list[Mapping[str, float]]:
        return [node["Resources"] for node in self._ray.nodes() if node["Alive"]]

    def start(self, need: Need, folders: tuple[str, ...], start: bytes) -> int:
        number = next(self._numbers)
        handle = (
            self._ray.remote(concurrency_groups={_CONTROL: 1, _LINES: 1})(self.worker_class)
            .options(
                # The runner decides about second tries, and must hear of each loss.
                max_restarts=0,
                max_task_retries=0,
                scheduling_strategy="SPREAD",
                **actor_options(need),
            )
            .remote(self._code_store())
        )
        self._actors[number] = handle
        # The host comes first, because events name it.
        where = handle.where.options(name="where").remote()
        opened = handle.open.options(name=f"open {need.n_gpus:g} GPU").remote(folders, start, software())

        def located(place: tuple[str, str]) -> None:
            host = f"{place[1]}/{place[0][:8]}"
            self._when_done(opened, number, lambda answer: self._events.put(Opened(number, host, answer)))

        self._when_done(where, number, located)
        return number

    def _code_store(self) -> Any:
        """Return the handle of the run's compiled code, kept at the driver; None on a cluster of one host."""
        if self._store is None and self._own is None:
            from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

            here = self._ray.get_runtime_context().get_node_id()
            self._store = (
                self._ray.remote(RayCodeStore)
                .options(num_cpus=0, scheduling_strategy=NodeAffinitySchedulingStrategy(here, soft=True))
                .remote()
            )
        return self._store

    def share(self, files: dict[str, bytes], variants: bytes) -> object:
        return self._ray.put(files), self._ray.put(variants)

    def prepare(self, worker: int, shared: object) -> None:
        assert isinstance(shared, tuple)
        ref = self._actors[worker].prepare.options(name="prepare").remote(*shared)
        self._when_done(ref, worker, lambda _: None)

    def ask(self, worker: int, name: str, request: bytes) -> int:
        task = next(self._tasks)
        ref = self._actors[worker].run.options(name=name).remote(request)
        self._when_done(ref, worker, lambda answer: self._events.put(Answered(task, worker, answer)))
        return task

    def ask_job(self, worker: int, name: str, request: bytes) -> int:
        task = next(self._tasks)
        handle = self._actors[worker]
        answer = handle.job.options(name=name).remote(request)

        def listen() -> None:
            text = handle.new_lines.options(name=f"lines of {name}", concurrency_group=_LINES).remote()
            self._when_done(text, worker, heard)

        def heard(text: bytes) -> None:
            lines, is_end = lines_of(text)
            if lines:
                self._events.put(JobLines(worker, lines))
            if is_end:
                self._when_done(answer, worker, lambda value: self._events.put(Answered(task, worker, value)))
            else:
                listen()

        listen()
        return task

    def _when_done(self, ref: Any, worker: int, use: Any) -> None:
        """Call `use` with a task's value when it is there; an error of any kind means that the worker is lost."""

        def done(future: Future[Any]) -> None:
            error = future.exception()
            if error is None:
                use(future.result())
            elif worker in self._actors:
                self._events.put(WorkerLost(worker, _one_line(error)))

        ref.future().add_done_callback(done)

    def wait(self, timeout_s: float) -> list[Event]:
        came: list[Event] = []
        with contextlib.suppress(queue.Empty):
            came.append(self._events.get(timeout=timeout_s))
            while True:
                came.append(self._events.get_nowait())
        events = []
        for event in came:
            # the loss of a worker comes once for each of its tasks
            if event.worker in self._actors:
                events.append(event)
                if isinstance(event, WorkerLost):
                    self._kill(self._actors.pop(event.worker))
        return events

    def stop(self, *workers: int) -> None:
        self._end([self._actors.pop(worker) for worker in workers if worker in self._actors])

    def close(self) -> None:
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
            if self._own is not None:
                self._own.cleanup()

    def _end(self, actors: list[Any]) -> None:
        with contextlib.suppress(Exception):
            control = {"name": "close", "concurrency_group": _CONTROL}
            closing = [actor.close.options(**control).remote() for actor in actors]
            if closing:
                self._ray.wait(closing, num_returns=len(closing), timeout=_CLOSE_S)
        for actor in actors:
            self._kill(actor)

    def _kill(self, actor: Any) -> None:
        # It may be dead, and Ray may be gone with the cluster.
        with contextlib.suppress(Exception):
            self._ray.kill(actor)


def _keep_off_the_output() -> None:
    """Have Ray log its hosts' messages about lost workers instead of printing them among the command's output."""
    # Ray has no option for it. If a later Ray has no such function, the messages are printed.
    module = sys.modules.get("ray._private.worker")
    if hasattr(module, "print_to_stdstream"):
        vars(module)["print_to_stdstream"] = lambda data, *_, **__: _log.info("%s", data)


def _is_shown(name: str) -> bool:
    """Whether the user gave or knows a resource; Ray adds others of its own to each node."""
    return name in ("CPU", "GPU") or not (name.startswith("node:") or "memory" in name)


def _one_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    text = " ".join(lines) or type(error).__name__
    return text if len(text) <= _WHY_CHARACTERS else text[:_WHY_CHARACTERS] + " ..."
