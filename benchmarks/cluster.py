"""Measures ``--on ray`` with several Ray nodes on this host; needs Ray.

    python benchmarks/cluster.py ratio [RUNS] [-k EXPR]   the matrix by Ray against `check` without, in turns, 2 workers
    python benchmarks/cluster.py overhead [TASKS]     time of a task, without a kernel
    python benchmarks/cluster.py kills [RUNS]         the same verdicts while workers and nodes are killed at random
    python benchmarks/cluster.py placement            where workers go on four different nodes
    python benchmarks/cluster.py scale [WORKERS...]   so many workers that only answer, each a process: where it ends
    python benchmarks/cluster.py stream [WORKERS...]  cases a second through so many simulated workers, 25 to a process
    python benchmarks/cluster.py driver [WORKERS...]  the same without Ray: the runner's own part

Its nodes are processes of this host, and its GPUs are numbers: it says nothing about a network or a real GPU.
"""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, deque
from pathlib import Path

from harness.cluster.cluster_runner import ClusterRunner
from harness.cluster.engine import Answered, Need, Opened, WorkerLost
from harness.cluster.opening import Where, open_runner_on, summary_of
from harness.cluster.ray_engine import RayEngine, RayWorker, import_ray
from harness.cluster.remote_worker import Unpacked
from harness.device.base import DeviceInfo
from harness.run.case_run import run_case
from harness.run.session import open_cpu
from harness.run.suite import assemble, find_variants
from harness.settings.settings import Settings
from harness.store.records import plain
from harness.variant.declaration.discovery import with_checked_rules
from harness.verdict import CaseResult, Verdict
from harness.worker.channel import Task

KILLED_VARIANTS = ("softmax_naive", "softmax_warp_row")
KILLED_CASES = 400
WORKER_PROCESS, ANY_PROCESS = "kh-worker", "kh-"
RAYS_OWN = ("ray::IDLE", "ray::DashboardAgent", "ray::RuntimeEnvAgent", "ray::RayCodeStore")
MARK = f"KH_BENCHMARK={os.getpid()}"
os.environ.__setitem__(*MARK.split("="))


class Answering(RayWorker):
    """A worker that answers without a kernel."""

    def open(self, _folders, _start, _wanted):
        return json.dumps({"info": None, "failed": ""}).encode()

    def run(self, request):
        return request


class AnsweringEngine(RayEngine):
    worker_class = Answering


@contextlib.contextmanager
def cluster(*nodes):
    """Start a cluster of nodes with these resources; yields its `ray.cluster_utils.Cluster`."""
    import_ray()
    from ray.cluster_utils import Cluster

    started = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    for node in nodes:
        started.add_node(**node)
    os.environ["RAY_ADDRESS"] = started.address
    try:
        yield started
    finally:
        del os.environ["RAY_ADDRESS"]
        started.shutdown()


def overhead(n_tasks: int) -> None:
    """Print the time of a task on two workers."""
    with answering(2) as (engine, workers):
        n_open = wait_for(engine, 2)
        assert n_open == 2
        print(f"{rate(engine, workers, n_tasks):.0f} tasks a second, 2 workers, {n_tasks} tasks")


def scale(counts: list[int]) -> None:
    """Print the tasks a second through more and more workers; each holds no core."""
    for count in counts:
        began = time.monotonic()
        with answering(count) as (engine, workers):
            n_open = wait_for(engine, count)
            started_s = time.monotonic() - began
            tasks = rate(engine, workers, 4 * count) if n_open == count else 0.0
            each_mib = statistics.median([anonymous_mib(pid) for pid in actors()] or [0.0])
            print(
                f"{count} workers: {n_open} open after {started_s:.0f} s, {tasks:.0f} tasks a second, driver "
                f"{anonymous_mib(os.getpid()):.0f} MiB, each worker {each_mib:.0f} MiB, {free_gib():.1f} GiB left",
                flush=True,
            )
        if n_open < count:
            return


PER_PROCESS = 25
IDLE_S = 3.0
DEVICE = DeviceInfo("cpu", "simulated", "sm_90", "none", "13.0")


class Simulated(RayWorker):
    """Workers that pass every case at once."""

    def open(self, folders, _start, _wanted):
        if not hasattr(self, "_unpacked"):
            self._unpacked = Unpacked(folders)
        return opened_document()

    def run(self, request):
        return passed_document(self._unpacked.load(request, self._variants))


def opened_document() -> bytes:
    return json.dumps({"info": dataclasses.asdict(DEVICE), "failed": ""}).encode()


def passed_document(cases) -> bytes:
    results = [plain(CaseResult(case.id, case.variant.id, "cpu", Verdict.PASS)) for case in cases]
    answer = {"results": results, "failed": "", "said": ""}
    return json.dumps(answer).encode()


class Shared(RayEngine):
    """Several simulated workers in each process: a thousand processes do not fit this host."""

    def start(self, need, folders, start):
        number = len(self._actors)
        if number % PER_PROCESS == 0:
            return super().start(need, folders, start)
        number = next(self._numbers)
        self._actors[number] = self._actors[number - number % PER_PROCESS]
        opened = self._actors[number].open.remote(folders, start, "")
        self._open_too(opened, number, "here")
        return number


class Instant:
    """An engine without Ray, whose workers have their answers made before the clock starts."""

    def __init__(self) -> None:
        self.numbers, self.tasks = itertools.count(), itertools.count()
        self.events: deque = deque()
        self.elsewhere_s = 0.0
        self.variants: tuple = ()
        self.unpacked = Unpacked((str(Path.cwd()),))

    def room(self, _need):
        return 10_000

    def hosts(self):
        return ""

    def start(self, _need, _folders, _start):
        number = next(self.numbers)
        self.events.append(Opened(number, f"host{number // 16}", opened_document()))
        return number

    def share(self, _files, variants):
        self.variants = self.unpacked.load(variants)
        return object()

    def prepare(self, _worker, _shared):
        pass

    def ask(self, worker, _name, request):
        began = time.process_time()
        task = next(self.tasks)
        answer = passed_document(self.unpacked.load(request, self.variants))
        self.events.append(Answered(task, worker, answer))
        self.elsewhere_s += time.process_time() - began
        return task

    def wait(self, _timeout_s):
        return [self.events.popleft() for _ in range(min(16, len(self.events)))]

    def stop(self, *_workers):
        pass

    def close(self):
        self.unpacked.close()


def stream(counts: list[int], on_ray: bool) -> None:
    """Print how many cases a second a runner hands out and takes back, and what each costs the driver."""
    settings = Settings.load(Path.cwd(), device="cpu")
    suite = assemble(with_checked_rules(find_variants((), settings.sources)), "")
    cases = [case for part in suite.parts for case in part.cases]
    for count in counts:
        began = time.monotonic()
        engine = Instant()
        if on_ray:
            engine = Shared("local", n_cpus=2)
            engine.worker_class = Simulated
            engine.room = lambda _need: 10_000
        task = Task(open_cpu, run_case)
        runner = ClusterRunner("cpu", settings, engine, Need(n_cpus=0.0), count, task, n_first=count)
        while any(worker.place is None for worker in runner._workers.values()):
            runner._take_events(None)
        open_s, at = time.monotonic() - began, 0.0
        # What the driver's process takes while nothing is asked: Ray's own threads.
        idle = 0.0
        if on_ray:
            idle_cpu_s = time.process_time()
            time.sleep(IDLE_S)
            idle = (time.process_time() - idle_cpu_s) / IDLE_S
        began, cpu_s = time.monotonic(), time.process_time()
        n_tasks = itertools.count()
        ask = engine.ask
        engine.ask = lambda *words, ask=ask, n_tasks=n_tasks: (next(n_tasks), ask(*words))[1]
        n_passed = sum(result.verdict is Verdict.PASS for result in runner.run_all(cases))
        assert n_passed == len(cases)
        wall_s, cpu_s = (
            time.monotonic() - began,
            time.process_time() - cpu_s - getattr(engine, "elsewhere_s", at),
        )
        tasks = next(n_tasks)
        print(
            f"{count} workers, {len(cases) / tasks:.1f} cases a task: {len(cases) / wall_s:.0f} cases a second, "
            f"{tasks / wall_s:.0f} tasks a second; the driver takes {1e3 * cpu_s / len(cases):.3f} ms a case, "
            f"{1e3 * cpu_s / tasks:.2f} ms a task, {1e3 * (cpu_s - idle * wall_s) / tasks:.2f} ms without the "
            f"{1e3 * idle:.0f} ms a second that it takes idle; open after {open_s:.1f} s",
            flush=True,
        )
        began = time.monotonic()
        runner.close()
        engine.close()
        if on_ray:
            print(f"   closed after {time.monotonic() - began:.1f} s", flush=True)


def anonymous_mib(pid: int) -> float:
    """Return the memory that a process does not share with files, in MiB; 0 if it has ended."""
    with contextlib.suppress(OSError, StopIteration):
        status = Path(f"/proc/{pid}/status").read_text().splitlines()
        return int(next(line for line in status if line.startswith("RssAnon")).split()[1]) / 1024
    return 0.0


def free_gib() -> float:
    line = next(each for each in Path("/proc/meminfo").read_text().splitlines() if "MemAvailable" in each)
    return int(line.split()[1]) / 2**20


@contextlib.contextmanager
def answering(count: int):
    """Yield an engine and its workers, which answer without a kernel."""
    engine = AnsweringEngine("local", n_cpus=2)
    try:
        yield engine, [engine.start(Need(n_cpus=0.0), ("/",), b"") for _ in range(count)]
    finally:
        engine.close()


def wait_for(engine, count: int) -> int:
    """Return how many workers have opened, after all have, one is lost, or ten minutes."""
    opened, end = 0, time.monotonic() + 600
    while opened < count and time.monotonic() < end:
        for event in engine.wait(1.0):
            if isinstance(event, WorkerLost):
                print(f"lost: {event.why}")
                return opened
            opened += isinstance(event, Opened)
    return opened


def rate(engine, workers: list[int], n_tasks: int) -> float:
    """Return the tasks a second, two ahead for each worker."""
    request = b"x" * 4000
    began, asked, done = time.monotonic(), 0, 0
    for worker in workers * 2:
        engine.ask(worker, "case", request)
        asked += 1
    while done < asked:
        for event in engine.wait(1.0):
            if isinstance(event, WorkerLost):
                raise SystemExit(f"lost: {event.why}")
            if isinstance(event, Answered):
                done += 1
                if asked < n_tasks:
                    engine.ask(event.worker, "case", request)
                    asked += 1
    return done / (time.monotonic() - began)


def placement() -> None:
    """Print on which of four nodes the workers of each need are."""
    kinds = {
        "cpu": {"num_cpus": 2},
        "h100": {"num_cpus": 2, "num_gpus": 2, "resources": {"accelerator_type:H100": 1}},
        "a100": {"num_cpus": 2, "num_gpus": 1, "resources": {"accelerator_type:A100": 1}},
        "old": {"num_cpus": 2, "resources": {"cuda-12.9": 1}},
    }
    needs = {
        "1 CPU": Need(),
        "1 GPU": Need(n_gpus=1.0),
        "H100": Need(n_gpus=1.0, accelerator="H100"),
        "half an A100": Need(n_cpus=0.5, n_gpus=0.5, accelerator="A100"),
        "CUDA 12.9": Need(cuda_release="12.9"),
        "B200": Need(n_gpus=1.0, accelerator="B200"),
    }
    with cluster() as started:
        names = {started.add_node(**node).node_id: name for name, node in kinds.items()}
        for text, need in needs.items():
            engine = AnsweringEngine()
            room = engine.room(need)
            found = Counter()
            for _ in range(room):
                engine.start(need, ("/",), b"")
            end = time.monotonic() + 120
            while found.total() < room and time.monotonic() < end:
                for event in engine.wait(1.0):
                    if isinstance(event, Opened):
                        found[next(n for i, n in names.items() if i[:8] == event.host.partition("/")[2])] += 1
            print(f"{text}: room for {room}, placed {dict(found)}", flush=True)
            engine.close()


def kills(n_runs: int) -> None:
    """Run the same cases again and again while workers and nodes die; print what differs."""
    settings = Settings.load(Path.cwd(), device="cpu")
    suite = assemble(find_variants(KILLED_VARIANTS, settings.sources), "")
    cases = [case for part in suite.parts for case in part.cases][:KILLED_CASES]
    with open_runner_on(Where(), "cpu", settings) as runner:
        expected = [(result.case_id, result.verdict.value) for result in runner.run_all(cases)]
    with cluster(*[{"num_cpus": 1}] * 4) as started:
        for number in range(n_runs):
            chance = random.Random(number)
            is_over = threading.Event()
            killed: Counter[str] = Counter()
            found: list[CaseResult] = []
            began = time.monotonic()
            with open_runner_on(Where(""), "cpu", settings, n_groups=4) as runner:

                def take(runner=runner, found=found, is_over=is_over) -> None:
                    with contextlib.suppress(Exception):
                        for result in runner.run_all(cases):
                            found.append(result)
                    is_over.set()

                taker = threading.Thread(target=take)
                taker.start()
                kill(started, chance, is_over, killed, found)  # Ray starts nodes from the main thread only
                taker.join()
                losses = summary_of(runner)[1:]
            got = [(result.case_id, result.verdict.value) for result in found]
            wrong = [pair for pair in itertools.zip_longest(expected, got) if pair[0] != pair[1]]
            print(
                f"run {number}: {len(got)} results, {len(wrong)} differ, killed {dict(killed)}, "
                f"{len(losses)} losses, {time.monotonic() - began:.0f} s",
                flush=True,
            )
            for each in wrong[:3]:
                print("  ", each)
            for loss in losses[:6]:
                print("  ", loss[:200])
            time.sleep(3)
            left = [text(pid)[:80] for pid in (*actors(), *processes(ANY_PROCESS)) if not is_own(pid)]
            print(f"  left behind: {left}", flush=True)
    time.sleep(3)
    print(f"after the cluster's end: {left_behind('ray::', ANY_PROCESS, 'raylet')}", flush=True)


def kill(
    started, chance: random.Random, is_over: threading.Event, killed: Counter[str], found: list[CaseResult]
) -> None:
    """Kill something each time that some results have come, or none for eight seconds, whatever the host's speed."""
    while not is_over.is_set():
        n_wanted, end = len(found) + chance.randint(10, 60), time.monotonic() + 8
        while len(found) < n_wanted and time.monotonic() < end and not is_over.wait(0.05):
            pass
        if is_over.is_set():
            return
        what = chance.choice(("actor", "actor", "worker process", "worker process", "node", "code"))
        if what == "node":
            nodes = list(started.worker_nodes)
            if nodes:
                started.remove_node(chance.choice(nodes), allow_graceful=False)
                killed[what] += 1
                with contextlib.suppress(Exception):  # a busy host may be too slow for Ray's deadline
                    started.add_node(num_cpus=1)
            continue
        if what == "actor":
            pids = actors()
        else:
            pids = processes(WORKER_PROCESS if what == "worker process" else "ray::RayCodeStore")
        if pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(chance.choice(pids), signal.SIGKILL)
                killed[what] += 1


def processes(word: str) -> list[int]:
    """Return the processes that this program started, directly or not, whose command line or name has a word."""
    pids = (int(each.name) for each in Path("/proc").iterdir() if each.name.isdigit())
    return [pid for pid in pids if (word in text(pid) or word in name(pid)) and is_ours(pid)]


def actors() -> list[int]:
    """Return the processes of workers; each has the name of the task that it runs."""
    return [pid for pid in processes("ray::") if not text(pid).startswith(RAYS_OWN)]


def text(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    return ""


def name(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text(errors="replace")
    return ""


def is_ours(pid: int) -> bool:
    """Whether a process has the mark of this program in its environment: processes may change their parent."""
    with contextlib.suppress(OSError):
        return pid != os.getpid() and MARK.encode() in Path(f"/proc/{pid}/environ").read_bytes()
    return False


def is_own(pid: int) -> bool:
    """Whether a process belongs to the fork server of the run without a cluster, which ends after 30 idle seconds."""
    with contextlib.suppress(OSError):
        return parent_of(os.getsid(pid)) == os.getpid()
    return False


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def left_behind(*words: str) -> list[str]:
    """Return the command lines of processes of this program that should have ended."""
    return [text(pid)[:80] for word in words for pid in processes(word)]


def ratio(n_runs: int, options: list[str]) -> None:
    """Print the times of `check` with two workers, without and with Ray, in turns; fail if the reports differ.

    Times are of warm caches: run `check` once before. Wall time includes the start and the end of the cluster.
    Processor time is that of all processes of a run, read twice a second.
    """
    walls: dict[str, list[float]] = {"check": [], "ray": []}
    cpus: dict[str, list[float]] = {"check": [], "ray": []}
    reports: dict[str, set[str]] = {"check": set(), "ray": set()}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.json"
        for number in range(n_runs):
            names = ["check", "ray"] if number % 2 == 0 else ["ray", "check"]
            for name in names:
                command = [sys.executable, "-m", "harness", "check", "--device", "cpu", "--json", str(path)]
                command += options + (["--on", "ray=local"] if name == "ray" else [])
                wall_s, cpu_s, end = timed(command)
                report = json.loads(path.read_text())
                del report["command"], report["timing"]
                reports[name].add(json.dumps(report))
                walls[name].append(wall_s)
                cpus[name].append(cpu_s)
                print(f"{name:<5} {wall_s:6.1f} s, {cpu_s:6.1f} s of processor time: {end}", flush=True)
    for what, times in (("wall", walls), ("processor time", cpus)):
        pairs = [ray / check for ray, check in zip(times["ray"], times["check"], strict=True)]
        medians = {name: statistics.median(each) for name, each in times.items()}
        print(
            f"{what}: medians {medians['check']:.1f} s and {medians['ray']:.1f} s with Ray, "
            f"{medians['ray'] / medians['check']:.3f} times (pairs: {', '.join(f'{each:.3f}' for each in pairs)})"
        )
    same = len(reports["check"] | reports["ray"]) == 1
    print("reports: the same apart from command and timing" if same else "reports: THEY DIFFER")
    raise SystemExit(0 if same else 1)


def timed(command: list[str]) -> tuple[float, float, str]:
    """Run a command; return its wall time and processor time with all its processes, and its last line."""
    mark = f"KH_RATIO={time.monotonic_ns()}"
    name, _, value = mark.partition("=")
    environment = {**os.environ, name: value, "KERNEL_HARNESS_CPU_WORKERS": "2"}
    found: dict[int, float] = {}
    others: set[int] = set()
    began = time.monotonic()
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        lines: list[str] = []
        reader = threading.Thread(target=lambda: lines.extend(process.stdout))
        reader.start()
        while process.poll() is None:
            for pid in [int(each.name) for each in Path("/proc").iterdir() if each.name.isdigit()]:
                if pid not in found and pid not in others and not has_mark(pid, mark):
                    others.add(pid)
                if pid not in others:
                    with contextlib.suppress(OSError, IndexError):
                        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                        found[pid] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            time.sleep(0.5)
        wall_s = time.monotonic() - began
        reader.join()
    if process.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return wall_s, sum(found.values()), next((line.strip() for line in reversed(lines) if line.strip()), "")


def has_mark(pid: int, mark: str) -> bool:
    with contextlib.suppress(OSError):
        return mark.encode() in Path(f"/proc/{pid}/environ").read_bytes()
    return False


def main() -> None:
    name, *rest = sys.argv[1:] or ["overhead"]
    if name == "ratio":
        ratio(int(rest[0]) if rest else 3, rest[1:])
    elif name == "overhead":
        overhead(int(rest[0]) if rest else 4000)
    elif name == "kills":
        kills(int(rest[0]) if rest else 10)
    elif name == "placement":
        placement()
    elif name in ("stream", "driver"):
        stream([int(each) for each in rest] or [10, 30, 100, 300, 1000], name == "stream")
    elif name == "scale":
        scale([int(each) for each in rest] or [10, 30, 100, 300, 1000])
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main()
