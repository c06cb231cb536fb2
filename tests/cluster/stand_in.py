"""An engine of one process: workers answer at once, and die, lie or misjudge as a test says."""

import dataclasses
import io
import json
import pickle

from harness.cluster.engine import Answered, Opened, WorkerLost
from harness.device.base import DeviceInfo
from harness.run.result_json import result_document
from harness.verdict import CaseResult, Finding, Reason, Verdict

INFO = DeviceInfo("cpu", "stand-in", "sm_90", "nvrtc 13.0", "13.0")


class StandIn:
    """Serves `hosts`, in turn; `behave(case_id, host, n_before)` returns a result, ``die`` or ``junk``."""

    def __init__(self, behave=None, hosts=("a", "b"), room=4, failed=""):
        self.behave = behave or (lambda *_: None)
        self.hosts_named = hosts
        self.n_room = room
        self.failed = failed
        self.place = {}
        self.ran = []
        self.names = []
        self.stopped = []
        self.closed = False
        self.events = []
        self.n_tasks = 0

    def room(self, _need):
        return self.n_room

    def hosts(self):
        return "4 CPU"

    def start(self, _need, _folders, _start):
        number = len(self.place)
        self.place[number] = self.hosts_named[number % len(self.hosts_named)]
        info = None if self.failed else dataclasses.asdict(INFO)
        answer = {"info": info, "failed": self.failed, "pid": 1}
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

    def wait(self, _timeout_s):
        if not self.events:
            return []
        first = self.events.pop(0)
        return [self._event(first) if isinstance(first, tuple) else first]

    def _event(self, asked):
        task, worker, request = asked
        if worker in self.stopped:  # as Ray does, a loss for each task
            return WorkerLost(worker, "stopped")
        host, results, answer = self.place[worker], [], None
        for case_id in cases_in(request):
            n_before = sum(1 for seen, _, _ in self.ran if seen == case_id)
            self.ran.append((case_id, host, worker))
            result = self.behave(case_id, host, n_before)
            if result == "die":
                self.stopped.append(worker)
                return WorkerLost(worker, "killed")
            if result == "junk":
                answer = b"\x80\x04cos\nsystem\n"
                result = None
            results.append(result_document(result or passed(case_id)))
        document = {"results": results, "failed": "", "said": "", "elapsed_s": 0.001}
        return Answered(task, worker, answer or json.dumps(document).encode())

    def stop(self, worker):
        self.stopped.append(worker)

    def close(self):
        self.closed = True


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
