"""Files that are no files, in every place where the program reads one: refused at once.

A place that opened a pipe would wait for ever, which an alarm ends. One that read a device would take all memory: that
is left to a process, in the places that read most. Both are told apart in tests/store/test_input_file.py.
"""

import os
import signal
from pathlib import Path

import pytest

from tests.gate.repository import invoke
from tests.report.made_up import ZERO, make_device, run_program

ROOT = Path(__file__).parents[2]
KERNEL = ROOT / "cuda_src" / "softmax_naive.cu"


WITH_HEADER = KERNEL.read_text().replace("// ///\n", '// ///\n#include "header.cuh"\n', 1)


@pytest.fixture(autouse=True)
def _project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")


@pytest.fixture
def in_time():

    def waited(_number, _frame):
        raise AssertionError("it waits for a pipe")

    before = signal.signal(signal.SIGALRM, waited)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("in_time")
@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("k.cu", ("check", "k.cu"), "a source must be a regular file (got a "),
        ("k.cu", ("list", "k.cu"), "a source must be a regular file (got a "),
        ("k.cu", ("count", "k.cu"), "a source must be a regular file (got a "),
        ("k.cu", ("init", "k.cu"), "a FILE must be a file"),
        ("x.json", ("report", "out.html", "x.json"), "readable JSON file (got: must be a regular"),
        ("x.json", ("report", "x.json", "x.json"), "readable JSON file (got: must be a regular"),
        ("t.toml", ("tune", "--table", "t.toml"), "must be a regular file (got a "),
        ("own.py", ("list", KERNEL), "an operation's file must be readable (got: "),
    ],
)
def test_a_pipe_is_refused_at_once(tmp_path, name, arguments, said):
    os.mkfifo(tmp_path / name)
    if name == "own.py":
        (tmp_path / "pyproject.toml").write_text('[tool.kernel-harness]\noperations = ["own.py"]\n')
    done = invoke(*arguments)
    assert done.exit_code == 2, done.output
    assert said in done.output


@pytest.mark.usefixtures("in_time")
def test_a_header_that_is_a_pipe_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "header.cuh")
    (tmp_path / "k.cu").write_text(WITH_HEADER)
    done = invoke("check", "k.cu", "--device", "cpu", "-x")
    assert done.exit_code == 1
    assert "header.cuh: a source or header must be a regular file (got a " in done.stdout


def test_an_endless_source_header_and_result_are_refused_at_once(tmp_path):
    for name in ("endless.cu", "header.cuh", "x.json"):
        make_device(tmp_path / name, ZERO)
    (tmp_path / "k.cu").write_text(WITH_HEADER)
    done = run_program("check", "k.cu", "endless.cu", "--device", "cpu", "-x", timeout=120)
    assert done.returncode == 1
    assert "endless.cu:1: a source must be a regular file (got a device" in done.stdout
    assert "header.cuh: a source or header must be a regular file (got a device" in done.stdout
    assert "Traceback" not in done.stderr
    done = run_program("report", "out.html", "x.json", timeout=120)
    assert done.returncode == 2
    assert "x.json must be a readable JSON file (got: must be a regular" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("n_keys", "n_lines", "first", "last"),
    [
        # 9000 unknown keys, and the keys that a declaration must have
        (
            9000,
            51,
            "no key of this name (got 'key0')",
            "8954 more errors that are not shown; fix these first",
        ),
        (200_000, 1, "a declaration must have at most 10000 lines", ""),
    ],
)
def test_many_wrong_keys_are_counted_not_listed(tmp_path, n_keys, n_lines, first, last):
    head = "".join(f"// key{number} = {number}\n" for number in range(n_keys))
    (tmp_path / "k.cu").write_text(f"// /// variant\n{head}// ///\n")
    done = invoke("list", "k.cu")
    assert done.exit_code == 2
    lines = done.stdout.splitlines()
    assert len(lines) == n_lines
    assert first in lines[0]
    assert lines[-1].endswith(last)
