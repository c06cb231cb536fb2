"""A fork is like a new interpreter: the same program says the same in both."""

import importlib.util
import json
import os
import signal
import subprocess
import sys

import pytest

from tests import forked

_FACTS = """
import json, os, signal, sys
said = sys.stdin.read()
facts = [
    said, sys.argv, sys.path, os.getcwd(), dict(os.environ), os.getppid(), os.getpgid(0) == os.getpid(),
    [signal.getsignal(number) is signal.SIG_IGN for number in range(1, 32)],
    signal.getsignal(signal.SIGINT) is signal.default_int_handler, list(signal.pthread_sigmask(0, ())),
    [(each.encoding, each.errors, each.line_buffering, each.isatty()) for each in (sys.stdin, sys.stdout, sys.stderr)],
    __name__, sys.modules["__main__"].__dict__ is globals(), sys.exception() if hasattr(sys, "exception") else None,
    os.path.exists("/proc/self/fd/3"),
]
for each in facts:
    print(json.dumps(each))
print("an error", file=sys.stderr)
sys.exit(5)
"""


def both(command, **options):
    """Run a command as a new interpreter and as a fork, and check that they end and say the same."""
    found = [runs([sys.executable, *command], text=True, **options) for runs in (subprocess.run, forked.run)]
    new, fork = found
    assert new.returncode == fork.returncode
    assert (new.stdout or "").splitlines() == (fork.stdout or "").splitlines()
    # A traceback of a fork begins with lines of `tests.forked`.
    assert (new.stderr or "").splitlines()[-1:] == (fork.stderr or "").splitlines()[-1:]
    return fork


@pytest.mark.parametrize("kind", ["-c", "-m", "script"])
@pytest.mark.parametrize("is_leader", [False, True])
def test_a_program_finds_what_a_new_one_finds(tmp_path, monkeypatch, kind, is_leader):
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}relative")
    (tmp_path / "facts.py").write_text(_FACTS)
    start = {"-c": ["-c", _FACTS], "-m": ["-m", "facts"], "script": ["facts.py"]}[kind]
    environ = {**os.environ, "ONLY_HERE": "1"}
    before = signal.signal(signal.SIGINT, signal.SIG_IGN if is_leader else signal.default_int_handler)
    try:
        ran = both(
            [*start, "a", "-b"], cwd=tmp_path, env=environ, start_new_session=is_leader, input="words",
            capture_output=True,
        )  # fmt: skip
    finally:
        signal.signal(signal.SIGINT, before)
    assert ran.returncode == 5
    facts = [json.loads(line) for line in ran.stdout.splitlines()]
    assert facts[5] == os.getpid()
    assert facts[6] == is_leader


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("raise SystemExit('words')", 1),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL),
        ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", -signal.SIGTERM),
        ("import atexit; atexit.register(print, 'last'); print('first')", 0),
        ("import threading, time; threading.Timer(0.1, print, ['late']).start(); print('first')", 0),
        ("import sys; sys.stdout.close()", 0),
        ("import os; os.close(1); print('lost')", 1 if os.environ.get("PYTHONUNBUFFERED") else 120),
    ],
)
def test_a_program_ends_as_a_new_one_ends(code, status):
    assert both(["-c", code], capture_output=True).returncode == status


def test_nothing_of_a_program_is_left_for_the_next(tmp_path):
    leaves = (
        "import os, sys, signal, harness\nharness.left = 1; os.environ['LEFT'] = '1'; sys.path.append('left')"
    )
    leaves += "\nsignal.signal(signal.SIGTERM, signal.SIG_IGN); os.chdir('/'); print('left')"
    asks = (
        "import os, sys, signal, harness; print(hasattr(harness, 'left'), 'LEFT' in os.environ, sys.path[-1],"
    )
    asks += " os.getcwd(), signal.getsignal(signal.SIGTERM) == signal.SIG_DFL)"
    assert forked.run([sys.executable, "-c", leaves], capture_output=True, check=True).stdout == b"left\n"
    both(["-c", asks], cwd=tmp_path, capture_output=True)


def test_files_that_are_passed_keep_their_numbers(tmp_path):
    with (tmp_path / "file").open("w+") as file:
        code = f"import os; os.write({file.fileno()}, b'word')"
        both(["-c", code], pass_fds=[file.fileno()], stdout=subprocess.DEVNULL)
        both(["-c", "print('to the file', flush=True)"], stdout=file)
    assert (tmp_path / "file").read_text() == "wordword" + 2 * "to the file\n"


def test_a_program_that_takes_too_long_is_killed():
    with pytest.raises(subprocess.TimeoutExpired):
        forked.run([sys.executable, "-c", "import time; time.sleep(600)"], timeout=0.5)


@pytest.mark.parametrize(
    "environ", [{"PYTHONHASHSEED": "1"}, {"PYTHONDONTWRITEBYTECODE": "other"}, {"LANG": "C"}]
)
def test_what_an_interpreter_reads_when_it_starts_starts_one(environ):
    code = "import sys; print(sys.orig_argv[1:])"
    ran = forked.run(
        [sys.executable, "-c", code], env={**os.environ, **environ}, capture_output=True, text=True
    )
    assert ran.stdout == f"{['-c', code]}\n"


def test_the_server_of_a_commands_workers_has_imported_as_well(tmp_path):
    (tmp_path / "asked.py").write_text(
        "import os, sys\ndef main(number): os.write(number, str('scipy.special' in sys.modules).encode())\n"
    )
    code = "from harness.worker.child_process import ChildProcess; child = ChildProcess('asked')"
    command = [sys.executable, "-c", f"{code}; print(child.connection.recv(9).decode())"]
    environ = {**os.environ, "PYTHONPATH": str(tmp_path)}
    said = [
        runs(command, env=environ, capture_output=True, check=True).stdout
        for runs in (subprocess.run, forked.run)
    ]
    assert said == [b"False\n", b"True\n"]


def test_what_is_imported_for_all_is_there():
    own = [name for name in forked.IMPORTED if name.startswith("harness.")]
    assert [name for name in own if importlib.util.find_spec(name) is None] == []
