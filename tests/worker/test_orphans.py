"""What becomes of worker processes, and of what they have started, when the program that started them is killed."""

import os
import signal
import sys
from pathlib import Path

import pytest

from ..run.process_table import Program, children_of, in_session, processes, wait_until
from ..run.test_session import make_cases

pytestmark = pytest.mark.slow
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
from tests.run.session_tasks import FAKE, run_as

folder, slow, limit, options, kind = sys.argv[1:]
given = {"memory_limit_bytes": int(limit)} if limit else {}
settings = Settings.load(Path(folder), environ={"HOME": folder}, cpu_workers=1, gpu_workers=1, **given)
case = cases(load_variant(Path(folder, "nothing.cu")))[0]
if slow:
    os.environ["PYTEST_SLOW_START"] = slow
print("ready", flush=True)
with open_runner(kind, settings, task=FAKE) as runner:
    print(runner.run(case).detail, flush=True)
    run_as(runner, case, **dict(each.split("=") for each in options.split(",") if each))
"""


@pytest.fixture
def program(tmp_path):
    started = []

    def start(*, slow="", limit="", options="", kind="cpu"):
        make_cases(tmp_path / "nothing.cu")
        (tmp_path / "sitecustomize.py").write_text(SLOW_SITE)
        (tmp_path / "program.py").write_text(SCRIPT)
        arguments = (tmp_path / "program.py", tmp_path, slow, limit, options, kind)
        started.append(Program(sys.executable, *arguments, path=(tmp_path,)))
        assert started[-1].line() == "ready"
        return started[-1]

    yield start
    for each in started:
        assert each.left_when_killed(1.0) == []


def has_started(worker: int, name: str) -> bool:
    """Whether a worker, or what it has started, has started a program."""
    return any(Path(f"/proc/{pid}/comm").read_text().strip() == name for pid in in_session(worker))


def is_asleep(worker: int) -> bool:
    """Whether a worker is in the C library's sleep."""
    return "nanosleep" in Path(f"/proc/{worker}/wchan").read_text()


@pytest.fixture
def busy(program):
    """Start a program whose worker sleeps in native code, or waits for a child that sleeps."""

    def start(options, **others):
        run = program(options=options, **others)
        worker = int(run.line())
        wait_until(lambda: has_started(worker, "sleep") if "child" in options else is_asleep(worker))
        return run, worker

    return start


both_limits = pytest.mark.parametrize("limit", ["", str(2**30)], ids=["unlimited", "limited"])


@both_limits
def test_a_worker_that_has_just_been_started_ends_with_its_program(program, limit):
    run = program(limit=limit)
    wait_until(lambda: children_of(run.process.pid))
    assert run.left_when_killed() == []


@both_limits
def test_a_worker_that_is_importing_ends_with_its_program(program, tmp_path, limit):
    imports = tmp_path / "imports"
    run = program(slow=imports, limit=limit)
    wait_until(imports.exists)
    assert run.left_when_killed() == []


@both_limits
@pytest.mark.parametrize("stage", ["compiling", "loading", "launch"])
def test_a_worker_and_the_compiler_that_it_runs_end_with_their_program(busy, stage, limit):
    run, _ = busy(f"{stage}=hang with child", limit=limit)
    assert run.left_when_killed() == []


@pytest.mark.parametrize("stage", ["compiling", "launch"])
def test_native_code_that_keeps_every_thread_of_python_waiting_ends_with_its_program(busy, stage):
    run, _ = busy(f"{stage}=hold")
    assert run.left_when_killed() == []


@pytest.mark.parametrize("kind", ["cpu", "gpu"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.usefixtures("interruptible")
def test_a_worker_and_its_child_end_with_a_program_that_a_signal_ends(busy, kind, number):
    run, _ = busy("launch=hang with child", kind=kind)
    # Ctrl-C at a terminal goes to every process of the foreground group.
    (os.killpg if number is signal.SIGINT else os.kill)(run.process.pid, number)
    assert run.process.wait(120) == -number
    assert run.left() == []


def test_a_compiler_ends_where_program_and_worker_are_killed_at_once(busy):
    run, worker = busy("compiling=hang with child")
    run.process.send_signal(signal.SIGSTOP)
    os.kill(worker, signal.SIGKILL)
    assert run.left_when_killed() == []


def test_a_worker_ends_with_its_program_where_every_child_of_it_was_killed(busy):
    run, worker = busy("launch=hold")
    for child in children_of(worker):
        os.kill(child, signal.SIGKILL)
    assert run.left_when_killed() == []


def test_a_stopped_program_that_is_killed_leaves_nothing(busy):
    run, _ = busy("launch=hold")
    for process in processes():
        if process.pid in run.running():
            os.kill(process.pid, signal.SIGSTOP)
    assert run.left_when_killed() == []


PYTEST_MODULE = """\
from tests.run.session_tasks import FAKE, run_as
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
        run_as(runner, case, launch="hang with child")
"""


@pytest.mark.parametrize(("options", "n_ready"), [((), 1), (("-n", "2"), 2)], ids=["alone", "xdist"])
def test_nothing_outlives_pytest(tmp_path, options, n_ready):
    make_cases(tmp_path / "nothing.cu")
    (tmp_path / "test_endless.py").write_text(PYTEST_MODULE)
    command = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options, tmp_path)
    program = Program(*command, folder=tmp_path)
    try:
        wait_until(lambda: len(list(tmp_path.glob("ready-*"))) == n_ready)
        for path in tmp_path.glob("ready-*"):
            wait_until(path.read_text)
            worker = int(path.read_text())
            wait_until(lambda worker=worker: has_started(worker, "sleep"))
    finally:
        # A process of pytest-xdist that is busy gives itself some seconds when its controller is gone.
        assert program.left_when_killed(180.0) == []
