"""What the workers of a run need is begun before the run asks for it."""

import contextlib
import ctypes
import importlib
import json
import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from harness.device.gpu import driver_library
from harness.settings.settings import Settings
from harness.worker import child_process, head_start
from harness.worker.head_start import PRELOADED

from ..gate.repository import SMALL
from ..run.process_table import processes, wait_until
from .test_child_process import TASKS, child, facts


def named(name: str) -> list[int]:
    """List the processes of a name, of which the system keeps 15 letters."""
    found = []
    for each in processes():
        with contextlib.suppress(OSError):
            if Path(f"/proc/{each.pid}/comm").read_text().strip() == name[:15]:
                found.append(each.pid)
    return found


def waking() -> list[int]:
    return named("kh-driver_library")


def test_the_next_process_has_what_workers_need(no_servers, tmp_path):
    with head_start.head_start(Settings.load(tmp_path, device="cpu")):
        wanted = {"harness.run.session", *PRELOADED["cpu"]}

        def are_there():
            with child() as process:
                return wanted <= set(facts(process)["modules"])

        wait_until(are_there)
        assert waking() == []
    assert len(child_process._SERVERS._current) == 1


def test_modules_of_this_package_are_named_as_it_is():
    package = head_start.__name__.partition(".")[0]
    names = (*PRELOADED["cpu"], *PRELOADED["gpu"], head_start._WAKING)
    ours = [name for name in names if name.startswith(f"{package}.")]
    assert len(ours) == 9
    for name in ours:
        importlib.import_module(name)


def test_the_process_that_wakes_the_gpus_lives_until_the_run_ends(no_servers, tmp_path, monkeypatch):
    """With a module that waits as `driver_library.main` does where there is a GPU."""
    monkeypatch.setattr(head_start, "_WAKING", TASKS)
    monkeypatch.setattr(head_start, "_GPU_FILES", (str(tmp_path),))
    with head_start.head_start(Settings.load(tmp_path, device="auto")):
        wait_until(lambda: named("kh-child_tasks"))
        kept = named("kh-child_tasks")
        time.sleep(0.2)
        assert named("kh-child_tasks") == kept
    assert named("kh-child_tasks") == []


def test_without_a_gpus_file_auto_is_cpu(no_servers, tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(head_start, "_GPU_FILES", (str(tmp_path / "nvidiactl"),))
    monkeypatch.setattr(head_start, "preload", asked.append)
    with head_start.head_start(Settings.load(tmp_path, device="auto")):
        assert waking() == []
    (names,) = asked
    assert set(PRELOADED["cpu"]) <= set(names)


@pytest.mark.parametrize(("status", "is_kept"), [(0, True), (100, False), (None, False)])
def test_the_process_ends_at_once_without_a_gpu(monkeypatch, status, is_kept):
    class Library:
        def __init__(self, name):
            assert name == driver_library.DRIVER_LIBRARY
            if status is None:
                raise OSError("there is none")

        def cuInit(self, flags):  # noqa: N802 - the driver's name
            assert flags == 0
            return status

    monkeypatch.setattr(ctypes, "CDLL", Library)
    ours, theirs = socket.socketpair()
    thread = threading.Thread(target=driver_library.main, args=(theirs.detach(),), daemon=True)
    thread.start()
    thread.join(0.2 if is_kept else 60)
    assert thread.is_alive() == is_kept
    ours.close()
    thread.join(60)
    assert not thread.is_alive()


def test_a_run_goes_on_where_no_process_can_be_started(monkeypatch, tmp_path):
    def refused(*_):
        raise OSError("too many processes")

    monkeypatch.setattr(child_process._SERVERS, "send", refused)
    with contextlib.ExitStack() as stack:
        stack.enter_context(head_start.head_start(Settings.load(tmp_path, device="gpu")))


_CHECK = """
import json, os, sys
from harness.cli.program import main
try:
    main(["check", *sys.argv[1:]], prog_name="kernel-harness")
except SystemExit as exit:
    from harness.worker import child_process
    servers = child_process._SERVERS
    print(json.dumps([exit.code, len(servers._current) + len(servers._retired)]))
"""


@pytest.mark.parametrize(("isolation", "n_servers"), [("process", 1), ("none", 0)])
def test_a_check_has_one_server(tmp_path, isolation, n_servers):
    path = tmp_path / "rows.cu"
    path.write_text(SMALL)
    command = [sys.executable, "-c", _CHECK, str(path), "--device", "cpu"]
    given = {"cwd": tmp_path, "env": {**os.environ, "KERNEL_HARNESS_ISOLATION": isolation}, "timeout": 120}
    done = subprocess.run(command, **given, capture_output=True, text=True, check=False)
    assert json.loads(done.stdout.splitlines()[-1]) == [0, n_servers], done.stdout + done.stderr
