"""What becomes of worker processes, and of what they have started, when the program that started them is killed."""

import os
import signal
import subprocess
import sys
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

import pytest

from ..run.process_table import children_of, in_session, left_of, processes, with_variable
from ..run.test_session import make_cases

ROOT = Path(__file__).parents[2]
_VARIABLE = "PYTEST_KH_RUN"
_WAIT_S = 60.0
# What nobody ends runs for ten minutes in these tests.
_GRACE_S = 60.0

# Run by every Python process of a program, the main one included, whose environment has no PYTEST_SLOW_START yet.
SLOW_SITE = """\
import os, pathlib, time
if os.environ.get("PYTEST_SLOW_START"):
    pathlib.Path(os.environ["PYTEST_SLOW_START"]).touch()
    time.sleep(600)
"""

SCRIPT = """\
import os, sys
from pathlib import Path
from harness.run.session import open_runner
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from tests.run.session_tasks import FAKE

folder, slow, limit, options, kind = sys.argv[1:]
given = {"memory_limit_bytes": int(limit)} if limit else {}
settings = Settings.load(Path(folder), environ={"HOME": folder}, cpu_workers=1, gpu_workers=1, **given)
case = cases(load_variant(Path(folder, "nothing.cu")))[0]
if slow:
    os.environ["PYTEST_SLOW_START"] = slow
print("ready", flush=True)
with open_runner(kind, settings, task=FAKE) as runner:
    print(runner.run(case).detail, flush=True)
    runner.run(case, **dict(each.split("=") for each in options.split(",") if each))
"""


@dataclass
class Program:
    """A program that runs cases, and the processes that belong to it."""

    main: subprocess.Popen[str]
    mark: str

    def running(self) -> list[int]:
        return with_variable(_VARIABLE, self.mark)

    def line(self) -> str:
        assert self.main.stdout is not None
        return self.main.stdout.readline().strip()

    def leaves_nothing(self) -> bool:
        """Kill the main process alone, as the system does that is out of memory; whether all others end."""
        self.main.kill()
        self.main.wait(_WAIT_S)
        return left_of(self.running, _GRACE_S) == []


@pytest.fixture
def program(tmp_path):
    mark = uuid.uuid4().hex
    started: list[Program] = []

    def start(*, slow: Path | None = None, limit: str = "", options: str = "", kind: str = "cpu") -> Program:
        make_cases(tmp_path / "nothing.cu")
        (tmp_path / "sitecustomize.py").write_text(SLOW_SITE)
        (tmp_path / "program.py").write_text(SCRIPT)
        arguments = [str(tmp_path), str(slow or ""), limit, options, kind]
        process = subprocess.Popen(
            [sys.executable, tmp_path / "program.py", *arguments],
            env={**os.environ, _VARIABLE: mark, "PYTHONPATH": f"{tmp_path}:{ROOT}"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        started.append(Program(process, mark))
        assert started[-1].line() == "ready"
        return started[-1]

    yield start
    for each in started:
        each.main.kill()
        each.main.communicate()
    assert left_of(lambda: with_variable(_VARIABLE, mark), wait_s=1.0) == []


def wait_until(holds) -> None:
    end = time.monotonic() + _WAIT_S
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.002)


def has_started(worker: int, name: str) -> bool:
    """Whether a worker, or what it has started, has started a program."""
    return any(Path(f"/proc/{pid}/comm").read_text().strip() == name for pid in in_session(worker))


def is_asleep(worker: int) -> bool:
    """Whether a worker is in the C library's sleep."""
    return "nanosleep" in Path(f"/proc/{worker}/wchan").read_text()


@pytest.fixture
def busy(program):
    """Start a program whose worker sleeps in native code, or waits for a child that sleeps."""

    def start(options: str, **others: str) -> tuple[Program, int]:
        run = program(options=options, **others)
        worker = int(run.line())
        wait_until(lambda: has_started(worker, "sleep") if "child" in options else is_asleep(worker))
        return run, worker

    return start


both_limits = pytest.mark.parametrize("limit", ["", str(2**30)], ids=["unlimited", "limited"])


@both_limits
def test_a_worker_that_has_just_been_started_ends_with_its_program(program, limit):
    run = program(limit=limit)
    wait_until(lambda: children_of(run.main.pid))
    assert run.leaves_nothing()


@both_limits
def test_a_worker_that_is_importing_ends_with_its_program(program, tmp_path, limit):
    imports = tmp_path / "imports"
    run = program(slow=imports, limit=limit)
    wait_until(imports.exists)
    assert run.leaves_nothing()


@both_limits
@pytest.mark.parametrize("stage", ["compiling", "loading", "launch"])
def test_a_worker_and_the_compiler_that_it_runs_end_with_their_program(busy, stage, limit):
    run, _ = busy(f"{stage}=hang with child", limit=limit)
    assert run.leaves_nothing()


@pytest.mark.parametrize("stage", ["compiling", "launch"])
def test_native_code_that_keeps_every_thread_of_python_waiting_ends_with_its_program(busy, stage):
    run, _ = busy(f"{stage}=hold")
    assert run.leaves_nothing()


@pytest.mark.parametrize("kind", ["cpu", "gpu"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.usefixtures("interruptible")
def test_a_worker_and_its_child_end_with_a_program_that_a_signal_ends(busy, kind, number):
    run, _ = busy("launch=hang with child", kind=kind)
    # Ctrl-C at a terminal goes to every process of the foreground group.
    (os.killpg if number is signal.SIGINT else os.kill)(run.main.pid, number)
    assert run.main.wait(120) == -number
    assert left_of(run.running, _GRACE_S) == []


def test_a_compiler_ends_where_program_and_worker_are_killed_at_once(busy):
    run, worker = busy("compiling=hang with child")
    run.main.send_signal(signal.SIGSTOP)
    os.kill(worker, signal.SIGKILL)
    assert run.leaves_nothing()


def test_a_worker_ends_with_its_program_where_every_child_of_it_was_killed(busy):
    run, worker = busy("launch=hold")
    for child in children_of(worker):
        os.kill(child, signal.SIGKILL)
    assert run.leaves_nothing()


def test_a_stopped_program_that_is_killed_leaves_nothing(busy):
    run, _ = busy("launch=hold")
    for process in processes():
        if process.pid in run.running():
            os.kill(process.pid, signal.SIGSTOP)
    assert run.leaves_nothing()


PYTEST_MODULE = """\
from tests.run.session_tasks import FAKE
from harness.run.session import open_runner
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from pathlib import Path
import pytest

@pytest.mark.parametrize("number", range(2))
def test_endless(number):
    folder = Path(__file__).parent
    settings = Settings.load(folder, environ={"HOME": str(folder)}, cpu_workers=1, gpu_workers=1)
    case = cases(load_variant(folder / "nothing.cu"))[0]
    with open_runner("cpu", settings, task=FAKE) as runner:
        (folder / f"ready-{number}").write_text(runner.run(case).detail)
        runner.run(case, launch="hang with child")
"""


@pytest.mark.parametrize(("options", "n_ready"), [((), 1), (("-n", "2"), 2)], ids=["alone", "xdist"])
def test_nothing_outlives_pytest(tmp_path, options, n_ready):
    mark = uuid.uuid4().hex
    make_cases(tmp_path / "nothing.cu")
    (tmp_path / "test_endless.py").write_text(PYTEST_MODULE)
    with subprocess.Popen(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options, str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, _VARIABLE: mark, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as main:
        wait_until(lambda: len(list(tmp_path.glob("ready-*"))) == n_ready)
        for path in tmp_path.glob("ready-*"):
            wait_until(path.read_text)
            worker = int(path.read_text())
            wait_until(lambda worker=worker: has_started(worker, "sleep"))
        main.kill()
    # A process of pytest-xdist that is busy gives itself some seconds when its controller is gone.
    assert left_of(lambda: with_variable(_VARIABLE, mark), 3 * _GRACE_S) == []
