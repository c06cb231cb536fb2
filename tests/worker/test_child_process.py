"""A child process is forked by a server that has imported what it needs, and is as one that was started anew."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.worker import fork_server
from harness.worker.child_process import ChildProcess, preload

from ..run.process_table import ROOT, processes, wait_until, workers_of
from .child_tasks import WATCHED

TASKS = f"{__package__}.child_tasks"


@contextlib.contextmanager
def child(*descriptors, **options) -> Iterator[ChildProcess]:
    process = ChildProcess(TASKS, descriptors, **options)
    process.connection.settimeout(60)
    try:
        yield process
    finally:
        process.kill()
        process.connection.close()


def ask(process: ChildProcess, request: str) -> str:
    process.connection.sendall(request.encode())
    with process.connection.makefile() as answers:
        return answers.readline().strip()


def facts(process: ChildProcess) -> dict:
    return json.loads(ask(process, "facts"))


def test_two_processes_are_forks_of_one_server(no_servers):
    with child() as one, child() as two:
        first, second = facts(one), facts(two)
    assert first["pid"] != second["pid"]
    assert first["parent"] == second["parent"] != os.getpid()


def test_a_process_leads_its_session_and_holds_no_descriptor_of_another():
    with tempfile.TemporaryFile("a+b") as output, child() as one, child(output=output) as two:
        first, second = facts(one), facts(two)
    for each in (first, second):
        assert each["session"] == each["pid"]
        assert each["name"] == "kh-child_tasks"
    # Standard streams, its connection, its guard's pipe, and /proc/self/fd itself.
    assert [len(each["descriptors"]) for each in (first, second)] == [6, 6]


def test_a_process_has_the_environment_and_the_folder_of_its_start(monkeypatch, tmp_path):
    with child() as before:
        parent = facts(before)["parent"]
        monkeypatch.setenv(WATCHED, "new")
        monkeypatch.chdir(tmp_path)
        with child() as after:
            now = facts(after)
    assert (now["watched"], now["folder"]) == ("new", str(tmp_path))
    assert now["parent"] != parent
    monkeypatch.delenv(WATCHED)
    with child() as again:
        assert facts(again)["parent"] == parent, "the server of the environment before is kept"


def test_pytest_names_each_test_to_its_processes(request):
    with child() as process:
        assert facts(process)["test"] == f"{request.node.nodeid} (call)"


def test_what_is_preloaded_is_there_at_the_first_statement(no_servers):
    with child() as process:
        assert "fractions" not in facts(process)["modules"]
    with child(preloaded=["fractions"]) as process:
        assert "fractions" in facts(process)["modules"]
    with child() as process:
        preload(["antigravity_no_such_module", "statistics"])

        def is_there():
            with child() as next_one:
                return "statistics" in facts(next_one)["modules"]

        wait_until(is_there)
        assert "statistics" not in facts(process)["modules"]


def test_output_goes_to_the_file():
    with tempfile.TemporaryFile("a+b") as output, child(output=output) as process:
        assert ask(process, "print") == "printed"
        output.seek(0)
        assert output.read() == b"to standard output\nto standard error\n"


def test_output_without_a_file_is_the_parents(capfd):
    with child() as process:
        assert ask(process, "print") == "printed"
    assert capfd.readouterr() == ("to standard output\n", "to standard error\n")


@pytest.mark.parametrize(("request_", "how"), [
    ("raise", "ended with status 1"), ("exit", "ended with status 7"),
    ("crash", "was ended by signal SIGSEGV"),
])  # fmt: skip
def test_how_a_process_ended_is_known(request_, how):
    with tempfile.TemporaryFile("a+b") as output, child(output=output) as process:
        process.connection.sendall(request_.encode())
        assert process.how_it_died() == how
        assert process.signal == (signal.SIGSEGV if request_ == "crash" else 0)
        output.seek(0)
        assert (b"ValueError: raised" in output.read()) == (request_ == "raise")


def test_a_process_without_an_end_is_still_running():
    with child() as process:
        facts(process)
        assert process.is_alive
        assert not process.wait(0.01)


def test_a_killed_process_is_reaped_and_its_server_forks_on(no_servers):
    with child() as process:
        assert ask(process, "sleep") == "asleep"
        server = facts_of_server(process)
        process.kill()
        assert process.pid not in {each.pid for each in processes()}
        with child() as next_one:
            assert facts(next_one)["parent"] == server
    wait_until(lambda: not zombies_of(server))


def test_a_process_that_is_not_a_leader_yet_is_killed(no_servers, monkeypatch, tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import os, time\nos.setsid = lambda: time.sleep(600)\n")
    monkeypatch.syspath_prepend(tmp_path)
    process = ChildProcess(TASKS)
    pid = process.pid
    process.kill()
    process.connection.close()
    assert pid not in {each.pid for each in processes()}


def test_a_process_that_is_ended_before_its_server_has_made_it_costs_no_other(
    no_servers, monkeypatch, tmp_path
):
    (tmp_path / "slow_import.py").write_text("import time; time.sleep(3)\n")
    monkeypatch.syspath_prepend(tmp_path)
    with child() as process:
        server = facts(process)["parent"]
        late = ChildProcess(TASKS, preloaded=["slow_import"])
        late.signal_end()
        late.kill()
        assert late.connection.recv(1) == b""
        late.connection.close()
        assert facts(process)["parent"] == server
        assert workers_of(os.getpid()) == [process.pid]


def facts_of_server(process: ChildProcess) -> int:
    (parent,) = [each.parent for each in processes() if each.pid == process.pid]
    return parent


def zombies_of(pid: int) -> list[str]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
            if fields[0] == "Z" and int(fields[1]) == pid:
                found.append(folder.name)
    return found


def test_the_end_of_a_server_ends_its_processes_and_the_next_start_has_another(no_servers):
    with child() as process:
        server = facts(process)["parent"]
        os.kill(server, signal.SIGKILL)
        assert process.how_it_died() == "was ended by signal SIGKILL"
        with child() as next_one:
            assert facts(next_one)["parent"] != server


def test_a_server_that_cannot_start_says_why(no_servers, monkeypatch, tmp_path):
    # A module of the standard library that the server needs; its parent has it already.
    (tmp_path / "pickle.py").write_text("raise RuntimeError('no such luck')\n")
    monkeypatch.syspath_prepend(tmp_path)
    with tempfile.TemporaryFile("a+b") as output, child(output=output) as process:
        assert process.how_it_died() == "ended with status 1"
        output.seek(0)
        assert b"no such luck" in output.read()


def test_a_system_without_room_for_a_fork_is_said(no_servers, monkeypatch, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import os\ndef fork():\n    raise BlockingIOError(11, 'no room')\nos.fork = fork\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with child() as process:
        assert process.how_it_died() == "could not be started: Resource temporarily unavailable"


def test_threads_get_one_process_each(no_servers):
    started: list[dict] = []

    def start() -> None:
        with child() as process:
            started.append(facts(process))

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({each["pid"] for each in started}) == 8
    assert len({each["parent"] for each in started}) == 1, "one server made them all"
    assert workers_of(os.getpid()) == []


def test_an_idle_server_ends_and_takes_no_request_with_it(no_servers, monkeypatch, tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import harness.worker.fork_server as s; s.IDLE_S = 0.05\n")
    monkeypatch.syspath_prepend(tmp_path)
    servers = set()
    for wait_s in (0.0, 0.04, 0.045, 0.05, 0.055, 0.06, 0.2):
        time.sleep(wait_s)
        with child() as process:
            servers.add(facts(process)["parent"])
    assert len(servers) > 1
    assert fork_server.IDLE_S == 30.0


def test_a_server_ends_with_a_program_that_does_not_end_its_workers(tmp_path):
    program = (
        "from harness.worker.child_process import ChildProcess\n"
        f"process = ChildProcess({TASKS!r})\n"
        "process.connection.sendall(b'sleep'); process.connection.recv(100)\n"
        "print(process.pid, flush=True)\n"
    )
    given = {
        "env": {**os.environ, "PYTHONPATH": str(ROOT)},
        "capture_output": True,
        "text": True,
        "timeout": 120,
    }
    done = subprocess.run([sys.executable, "-c", program], **given, check=True)
    assert done.stderr == ""
    pid = int(done.stdout)
    wait_until(lambda: pid not in {each.pid for each in processes()})


def test_a_fork_of_the_program_has_a_server_of_its_own():
    with child() as process:
        server = facts(process)["parent"]
        pid = os.fork()
        if pid == 0:
            status = 1
            with contextlib.suppress(BaseException), child() as own:
                status = 0 if facts(own)["parent"] != server else 2
            os._exit(status)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
        assert facts(process)["parent"] == server
