"""An engine of one process: workers answer at once, and die, lie or misjudge as a test says."""

import dataclasses
import io
import json
import os
import pickle
from pathlib import Path

from harness.cluster.engine import Answered, JobLines, Opened, WorkerLost
from harness.cluster.remote_worker import RemoteWorker, lines_of, software
from harness.device.base import DeviceInfo
from harness.run.unjudged import MOST_HANGS
from harness.store.records import plain
from harness.verdict import CaseResult, Finding, Reason, Verdict

INFO = DeviceInfo("cpu", "stand-in", "sm_90", "nvrtc 13.0", "13.0")


class _Engine:
    def __init__(self):
        self.events, self.names = [], []
        self.closed = False

    def wait(self, _timeout_s):
        return [self.events.pop(0)] if self.events else []

    def close(self):
        self.closed = True


class StandIn(_Engine):
    """Serves `hosts`, in turn; `behave(case_id, host, n_before)` returns a result, ``die`` or ``junk``."""

    def __init__(self, behave=None, hosts=("a", "b"), room=4, failed=""):
        super().__init__()
        self.behave = behave or (lambda *_: None)
        self.hosts_named = hosts
        self.n_room = room
        self.failed = failed
        self.place = {}
        self.ran = []
        self.stopped = []
        self.n_tasks = 0

    def room(self, _need):
        return self.n_room

    def hosts(self):
        return "4 CPU"

    def start(self, _need, _folders, _start):
        number = len(self.place)
        self.place[number] = self.hosts_named[number % len(self.hosts_named)]
        info = None if self.failed else dataclasses.asdict(INFO)
        answer = {"info": info, "failed": self.failed}
        self.events.append(Opened(number, self.place[number], json.dumps(answer).encode()))
        return number

    def share(self, _files, _variants):
        return object()

    def prepare(self, _worker, _shared):
        pass

    def ask(self, worker, name, request):
        self.n_tasks += 1
        self.names.append(name)
        self.events.append((self.n_tasks, worker, request))
        return self.n_tasks

    def wait(self, timeout_s):
        return [self._event(each) if isinstance(each, tuple) else each for each in super().wait(timeout_s)]

    def _event(self, asked):
        task, worker, request = asked
        if worker in self.stopped:  # as Ray does, a loss for each task
            return WorkerLost(worker, "stopped")
        host, results, answer = self.place[worker], [], None
        for case_id in cases_in(request):
            if sum(each["verdict"] == "HANG" for each in results) == MOST_HANGS:  # as a worker does
                results.append(plain(judged(case_id, Verdict.NOT_RUN, Reason.HANG, "behind two hangs")))
                continue
            n_before = sum(1 for seen, _, _ in self.ran if seen == case_id)
            self.ran.append((case_id, host, worker))
            result = self.behave(case_id, host, n_before)
            if result == "die":
                self.stopped.append(worker)
                return WorkerLost(worker, "killed")
            if result == "junk":
                answer = b"\x80\x04cos\nsystem\n"
                result = None
            results.append(plain(result or passed(case_id)))
        document = {"results": results, "failed": "", "said": ""}
        return Answered(task, worker, answer or json.dumps(document).encode())

    def stop(self, *workers):
        self.stopped += workers


class _Ids(pickle.Unpickler):
    def persistent_load(self, pid):
        return _Named(pid)


class _Named:
    """A variant or a path, of which only the number or text arrived."""

    def __init__(self, pid):
        self.pid = pid


def cases_in(request):
    return [key(case) for case in _Ids(io.BytesIO(request)).load()]


def key(case):
    return f"{case.dtype}-{case.shape.n_rows}x{case.shape.n_cols}-{case.kind}-{case.layout}-{case.block}"


def passed(case_id):
    return CaseResult(case_id, "k", "cpu", Verdict.PASS)


def judged(case_id, verdict, reason, message):
    return CaseResult(case_id, "k", "cpu", verdict, (Finding(reason, message),))


def killed(case_id):
    return judged(
        case_id,
        Verdict.CRASH,
        Reason.CRASH,
        "kernel k ended its process: the worker was ended by signal SIGKILL",
    )


class LocalEngine(_Engine):
    """Real workers in this process, which run jobs at once; `rooms` says how many there may be of each need.

    `die(worker, job)` says whether a worker dies instead of a job's answer; both count from 0.
    """

    def __init__(self, rooms=lambda need: 2, die=lambda worker, job: False):
        super().__init__()
        self.rooms = rooms
        self.die = die
        self.workers = {}
        self.needs = {}
        self.most_busy = {}
        self.n_jobs = 0

    def room(self, need):
        return self.rooms(need)

    def hosts(self):
        return "2 CPU, 2 GPU"

    def start(self, need, folders, start):
        number = len(self.needs)
        self.needs[number] = need
        self.workers[number] = RemoteWorker()
        running = sum(self.needs[each] == need for each in self.workers)
        self.most_busy[need] = max(running, self.most_busy.get(need, 0))
        here = Path.cwd()
        answer = self.workers[number].open(folders, start, software())
        os.chdir(here)  # a worker has its own process elsewhere
        self.events.append(Opened(number, f"host{number}", answer))
        return number

    def share(self, files, variants):
        return files, variants

    def prepare(self, worker, shared):
        self.workers[worker].prepare(*shared)

    def ask_job(self, worker, name, request):
        number = self.n_jobs
        self.n_jobs += 1
        self.names.append(name)
        if self.die(worker, number):
            self.stop(worker)
            self.events.append(WorkerLost(worker, "killed"))
            return number
        answer = self.workers[worker].job(request)
        lines, is_end = lines_of(self.workers[worker].new_lines())
        assert is_end
        self.events += [JobLines(worker, lines), Answered(number, worker, answer)]
        return number

    def stop(self, *workers):
        for worker in workers:
            if worker in self.workers:
                self.workers.pop(worker).close()

    def close(self):
        super().close()
        for worker in list(self.workers):
            self.stop(worker)
