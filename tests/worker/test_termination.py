"""A program that is asked to end does so in order: nothing that it has made stays behind, and its status says why."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from harness.exit_status import EXIT_INTERRUPTED
from harness.worker.termination import Requests, orderly_termination
from tests.gate.repository import SMALL, Repository

from ..run.kept_runtime import give_runtime
from ..run.process_table import ROOT, Program, wait_until

_WAIT_S = 120.0
pytestmark = pytest.mark.usefixtures("hears_hangups")
_ASKED = [signal.SIGTERM, signal.SIGHUP]
# A step budget that nothing uses up before it is asked to end.
ENDLESS = SMALL.replace("  float sum = 0.0f;", "  while (row >= 0) __threadfence();\n  float sum = 0.0f;")


class Run(Program):
    """A command of the harness in a repository, with a folder for temporary files that is its own."""

    def __init__(self, repository, *arguments, nohup=False):
        self.repository = repository
        self.temporary = repository.root.parent / "temporary"
        self.temporary.mkdir(exist_ok=True)
        super().__init__(
            *(["nohup"] if nohup else []),
            *(sys.executable, "-m", "kernel_harness", *arguments),
            path=(ROOT, ROOT / "harness" / "checkout"),
            folder=repository.root,
            errors=subprocess.STDOUT,
            TMPDIR=str(self.temporary),
            KERNEL_HARNESS_STEP_BUDGET=str(10**12),
            KERNEL_HARNESS_CACHE_DIR=str(give_runtime(repository.root.parent / "cache")),
        )

    def wait_until_it_runs_cases(self):
        """Wait until it has started a worker process, which has a guard."""
        wait_until(lambda: self.process.poll() is not None or len(self.running()) >= 3, _WAIT_S)
        assert self.process.poll() is None

    def left_in_words(self):
        processes = [f"process {pid}" for pid in self.left()]
        files = [f"temporary {path.name}" for path in self.temporary.iterdir()]
        git = self.repository.root / ".git"
        locks = [f"lock {path.name}" for path in git.rglob("*.lock")]
        trees = self.repository.git("worktree", "list", "--porcelain").count("worktree ") - 1
        return processes + files + locks + ["worktree"] * trees


@pytest.fixture
def repository(tmp_path):
    return Repository(tmp_path / "repository", {"kernels/rows.cu": SMALL})


@pytest.fixture
def endless(repository):
    """Make the kernel one that never ends, in a commit of its own."""
    repository.write("kernels/rows.cu", ENDLESS)
    repository.commit("endless")
    return repository


_GATE = ("gate", "--base", "HEAD~1", "--head", "HEAD")


@pytest.mark.slow
@pytest.mark.parametrize("number", _ASKED, ids=lambda number: number.name)
@pytest.mark.parametrize("command", [_GATE, ("check",)], ids=lambda command: command[0])
def test_a_command_that_is_asked_to_end_leaves_nothing(endless, command, number):
    report = endless.root.parent / "report.json"
    run = Run(endless, *command, "--device", "cpu", "--json", str(report))
    run.wait_until_it_runs_cases()
    run.process.send_signal(number)
    run.process.communicate(timeout=_WAIT_S)
    assert run.process.returncode == -number
    assert run.left_in_words() == []
    assert not report.exists()


@pytest.mark.slow
def test_a_second_request_does_not_break_off_what_the_first_has_begun(endless):
    run = Run(endless, *_GATE, "--device", "cpu")
    run.wait_until_it_runs_cases()
    for _ in range(5):
        run.process.send_signal(signal.SIGTERM)
        time.sleep(0.02)
    run.process.communicate(timeout=_WAIT_S)
    assert run.process.returncode == -signal.SIGTERM
    assert run.left_in_words() == []


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [
    ("check", "--device", "cpu"), ("count",), ("search", "rows", "--device", "cpu"),
], ids=" ".join)  # fmt: skip
def test_no_process_of_a_command_outlives_it(endless, arguments):
    run = Run(endless, *arguments)
    run.wait_until_it_runs_cases()
    assert run.left_when_killed() == []


@pytest.mark.slow
def test_under_nohup_a_closed_terminal_ends_nothing(repository):
    run = Run(repository, "check", "--device", "cpu", "-k", "3x4-spread", nohup=True)
    run.wait_until_it_runs_cases()
    run.process.send_signal(signal.SIGHUP)
    said = run.process.communicate(timeout=_WAIT_S)[0]
    assert run.process.returncode == 0, said
    assert run.left_in_words() == []


def test_outside_the_main_thread_signals_stay_as_they_are():
    before = [signal.getsignal(number) for number in _ASKED]
    seen = []

    def block() -> None:
        with orderly_termination():
            seen.extend(signal.getsignal(number) for number in _ASKED)

    thread = threading.Thread(target=block)
    thread.start()
    thread.join()
    assert seen == before


def test_a_handler_of_the_program_stays_and_the_default_comes_back():
    calls = []
    before = signal.signal(signal.SIGTERM, lambda *_: calls.append("own"))
    try:
        with orderly_termination():
            os.kill(os.getpid(), signal.SIGTERM)
            assert signal.getsignal(signal.SIGHUP) is not signal.SIG_DFL
        assert calls == ["own"]
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, before)


def ran(program, path=ROOT):
    """Run the text of a program; return its status, its output and its errors."""
    environ = {**os.environ, "PYTHONPATH": f"{path}{os.pathsep}{ROOT}"}
    given = {"cwd": ROOT, "env": environ, "capture_output": True, "text": True, "timeout": 60}
    done = subprocess.run([sys.executable, "-c", program], **given, check=False)
    return done.returncode, done.stdout, done.stderr


_IMPORTING = """
import os, signal
from harness.worker.termination import orderly_termination

with orderly_termination():
    try:
        {body}
    except BaseException:
        raise ImportError("a part of the library failed to import")
"""


@pytest.mark.parametrize(
    ("body", "status"), [("os.kill(os.getpid(), signal.SIGTERM)", -signal.SIGTERM), ("1 // 0", 1)]
)
def test_a_library_that_turns_the_request_into_an_error_of_its_own_hides_nothing(body, status):
    """As NumPy does while it is imported; an error without a request stays one."""
    found, _, errors = ran(_IMPORTING.format(body=body))
    assert (found, "ImportError" in errors) == (status, status == 1)


_TERMINATED = "from harness.worker.termination import orderly_termination as o\nwith o():\n    import numpy"
_COMMAND = "from harness.cli.program import main\nmain(['check'])"


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(
    ("name", "program", "status", "said"),
    [("SIGTERM", _TERMINATED, -signal.SIGTERM, ""), ("SIGINT", _COMMAND, EXIT_INTERRUPTED, "interrupted\n")],
)
def test_a_request_while_numpy_is_imported_ends_the_program_without_a_traceback(
    tmp_path, name, program, status, said
):
    """NumPy's native part prints what it meets, as this stand-in does."""
    (tmp_path / "numpy.py").write_text(
        f"import os, signal, traceback\ntry:\n    os.kill(os.getpid(), signal.{name})\n"
        "except BaseException:\n    traceback.print_exc()\n    raise ImportError('_multiarray_umath') from None\n",
        encoding="ascii",
    )
    assert ran(program, tmp_path) == (status, "", said)


_LOSING = """
import collections, ctypes, functools, operator, os, signal, time, weakref
import click
from harness.cli.program import _Program

ask = functools.partial(ctypes.CDLL(None).kill, os.getpid(), signal.{name})

class Referred: pass

def callback(_):
    ask()
    for _ in range(1000): pass

def callbacks(times):
    for _ in range(times):
        it = Referred()
        reference = weakref.ref(it, callback)
        del it

def at_once(*calls):
    # C code makes the calls, so no handler runs between them.
    collections.deque(map(operator.methodcaller("__call__"), calls), 0)

def caught():
    try:
        ask()
        time.sleep(60)
    except BaseException:
        pass

def go_on():
    {place}
    time.sleep(60)
    print("it went on")

_Program(commands={{"go-on": click.Command("go-on", callback=go_on)}})(["go-on"])
"""
_PLACES = {
    # Python prints and drops the exceptions of a callback.
    "a callback": "callbacks(1)",
    "three callbacks": "callbacks(3)",
    # Python's compiler goes on after any exception but a KeyboardInterrupt.
    "a constant that is folded": "at_once(ask, functools.partial(compile, 'x = 2 ** 64', 'folded', 'exec'))",
    # A signal ends a wait, but not one that has yet to begin, and handlers run after it.
    "the moment before a wait": "at_once(ask, functools.partial(time.sleep, 60))",
}


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(
    ("name", "place"),
    [(name, place) for name in ("SIGTERM", "SIGHUP", "SIGINT") for place in _PLACES]
    + [("SIGTERM", "a handler of every exception")],
)
def test_a_request_ends_the_program_wherever_it_comes(name, place):
    right = (EXIT_INTERRUPTED, "", "interrupted\n") if name == "SIGINT" else (-signal.Signals[name], "", "")
    assert ran(_LOSING.format(name=name, place=_PLACES.get(place, "caught()"))) == right


# The clean-up takes longer than it takes to send a lost signal again, and handles an error of its own.
_CLEANING = """
import os, signal, time
from harness.worker import termination

termination._ONCE_S = {once_s}
with termination.orderly_termination():
    try:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(60)
    finally:
        try:
            raise OSError("a file is gone")
        except OSError:
            time.sleep(0.3)
        print("cleaning up")
        os.kill(os.getpid(), signal.SIGTERM)
        print("cleaned up")
"""


@pytest.mark.parametrize(
    ("once_s", "said"), [(60, "cleaning up\ncleaned up\n"), (0.2, "cleaning up\n")], ids=["soon", "later"]
)
def test_only_a_later_request_breaks_the_clean_up_off(once_s, said):
    assert ran(_CLEANING.format(once_s=once_s)) == (-signal.SIGTERM, said, "")


_CHANGING = """
import os, signal
from harness.worker.termination import orderly_termination

set_handler = signal.signal

def changed(number, handler):
    signal.signal = set_handler
    if handler is signal.SIG_DFL: os.kill(os.getpid(), signal.SIGTERM)
    set_handler(number, handler)
    os.kill(os.getpid(), signal.SIGTERM)

{early}
with orderly_termination():
    {late}
"""


@pytest.mark.parametrize(
    ("early", "late"), [("signal.signal = changed", "pass"), ("", "signal.signal = changed")]
)
def test_a_request_while_the_handlers_change_ends_the_program_without_a_traceback(early, late):
    assert ran(_CHANGING.format(early=early, late=late)) == (-signal.SIGTERM, "", "")


_OTHER = """
import weakref
from harness.worker.termination import orderly_termination

class Referred: pass

with orderly_termination():
    it = Referred()
    reference = weakref.ref(it, lambda _: 1 // 0)
    del it
"""


def test_other_exceptions_that_python_drops_are_printed_as_ever():
    status, _, errors = ran(_OTHER)
    assert (status, "ZeroDivisionError" in errors) == (0, True)


def test_ctrl_c_that_is_sent_again_while_it_is_heard_interrupts_once(monkeypatch):
    """The handler of the first one runs between the decision to send it again and its coming."""
    requests = Requests()
    reader, writer = os.pipe()
    os.write(writer, bytes([signal.SIGINT]))
    heard = []

    def send(_main, number):
        for _ in range(2):
            try:
                requests.handle(number, None)
            except KeyboardInterrupt:
                heard.append(number)
        requests._is_over = True

    monkeypatch.setattr(signal, "pthread_kill", send)
    requests._send_again(reader, {signal.SIGINT})
    os.close(writer)
    assert heard == [signal.SIGINT]
    requests._is_over = False
    with pytest.raises(KeyboardInterrupt):
        requests.handle(signal.SIGINT, None)  # the user's second one
