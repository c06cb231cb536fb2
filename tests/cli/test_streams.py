"""The program's standard streams and the files that options name, by real processes."""

import json
import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.gate.repository import invoke
from tests.report.made_up import FULL, make_device, run_program
from tests.report.report_files import check_text

ROOT = Path(__file__).parents[2]
KERNEL = ROOT / "cuda_src" / "softmax_naive.cu"
CHECK = ("check", KERNEL, "-k", "7x3-spread", "--device", "cpu")
BROKEN_PIPE = 141


@pytest.fixture(autouse=True)
def _project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    # A worker has streams of its own: the tests that need one ask for it.
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")


@pytest.fixture
def with_workers(monkeypatch):
    monkeypatch.delenv("KERNEL_HARNESS_ISOLATION")


def shell(text: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash in which `kh` is the program; its exit status is that of the program."""
    line = f'kh() {{ {sys.executable} -m kernel_harness "$@"; }}; {text}'
    return subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=300
    )


def test_a_full_device_is_an_error_and_stays_a_device(tmp_path):
    full = make_device(tmp_path / "full", FULL)
    done = run_program(*CHECK, "--json", full)
    assert done.returncode == 2
    assert "Error: --json could not be written (got [Errno 28] No space left on device" in done.stderr
    assert "Traceback" not in done.stderr
    assert stat.S_ISCHR(os.lstat(full).st_mode)


def test_json_on_standard_output_is_json_and_the_text_is_on_standard_error():
    done = run_program(*CHECK, "--json", "-")
    assert done.returncode == 0
    assert json.loads(done.stdout)["schema"] == "kernel-harness/check"
    assert "3 passed" in done.stderr
    assert list(Path.cwd().iterdir()) == []
    # A file that a shell has opened is not torn.
    done = shell(f"kh {' '.join(map(str, CHECK))} --json /dev/stdout > out.json")
    assert done.returncode == 0
    assert json.loads(Path("out.json").read_text())["schema"] == "kernel-harness/check"


def test_two_files_on_standard_output_are_refused():
    done = invoke("gate", "--base", "HEAD", "--json", "-", "--markdown", "/dev/stdout")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "at most one file may go to standard output (got --json, --markdown)" in done.stderr


def test_a_report_on_standard_output(tmp_path):
    (tmp_path / "check.json").write_text(check_text(tmp_path))
    done = run_program("report", "-", "check.json")
    assert done.returncode == 0
    assert done.stdout.startswith("<!doctype html>")
    assert done.stderr.startswith("-: 1 check, ")


@pytest.mark.parametrize("command", [f"list {KERNEL} --cases", "check --help", "doctor"])
def test_a_closed_pipe_ends_it_quietly(command):
    # `true` reads nothing, so that even a short output finds no reader.
    done = shell(f"{{ sleep 0.2; kh {command}; echo $? > status; }} | true; cat status")
    assert done.stderr == ""
    assert done.stdout == f"{BROKEN_PIPE}\n"


@pytest.mark.usefixtures("with_workers")
def test_a_reader_that_has_enough_ends_a_check_and_its_workers(tmp_path):
    script = f"kh check {KERNEL} --device cpu; echo $? > status"
    done = shell(f"{{ {script}; }} | head -1; cat status")
    assert done.stdout.splitlines()[0].startswith("kernel-harness ")
    assert done.stdout.splitlines()[1:] == [str(BROKEN_PIPE)]
    assert done.stderr == ""
    assert processes_in(tmp_path) == []


def processes_in(folder: Path) -> list[str]:
    """Commands of the processes that run in a folder, once those that are about to end have ended."""
    for _ in range(100):
        found = []
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdecimal() and (entry / "cwd").resolve(strict=True) == folder.resolve():
                    found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode())
            except OSError:
                continue
        found = [each for each in found if "kernel_harness" in each or "multiprocessing" in each]
        if not found:
            break
        time.sleep(0.1)
    return found


def test_a_full_standard_output_is_an_error(tmp_path):
    full = make_device(tmp_path / "full", FULL)
    with full.open("w") as out:
        done = run_program(*CHECK, capture_output=False, stdout=out, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert "the output could not be written (got [Errno 28] No space left on device)" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


@pytest.mark.usefixtures("with_workers")
def test_streams_that_are_closed_at_the_start_harm_no_file(tmp_path):
    done = shell(f"kh {' '.join(map(str, CHECK))} --json check.json <&- >&- 2>&-")
    assert done.returncode == 0
    assert json.loads((tmp_path / "check.json").read_text())["schema"] == "kernel-harness/check"
    done = shell(f"kh {' '.join(map(str, CHECK))} --json - >&-")
    assert done.returncode == 2
    assert "standard output must be open for --json - (got a closed one)" in done.stderr


# What the program does first, a file that it opens, and what passes by Python's streams.
OPENS_A_FILE = """
import os, sys
from kernel_harness.store.standard_streams import open_closed
open_closed()
with open("kept", "w") as file:
    number = int(sys.argv[1])
    assert os.write(number, b"printed") if number else os.read(number, 1) == b""
    print("printed", file=sys.stderr if number == 2 else sys.stdout, flush=True)
    file.write("whole")
"""


@pytest.mark.parametrize(("closed", "number"), [("<&-", 0), (">&-", 1), ("2>&-", 2)])
def test_one_stream_that_is_closed_at_the_start_harms_no_file(tmp_path, closed, number):
    (tmp_path / "opens.py").write_text(OPENS_A_FILE)
    done = shell(f"{sys.executable} opens.py {number} {closed}")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "kept").read_text() == "whole"
