"""Files that are no files, in every place where the program reads one: refused at once, by real processes."""

import os
import shutil
from pathlib import Path

import pytest

from tests.report.devices import ZERO, make_device, run_program

ROOT = Path(__file__).parents[2]
KERNEL = ROOT / "cuda_src" / "softmax_naive.cu"


def make_pipe(path: Path) -> Path:
    os.mkfifo(path)
    return path


def make_endless(path: Path) -> Path:
    return make_device(path, ZERO)


@pytest.fixture(autouse=True)
def _project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("make", [make_pipe, make_endless])
@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("k.cu", ("check", "k.cu"), "a source must be a regular file (got a "),
        ("k.cu", ("list", "k.cu"), "a source must be a regular file (got a "),
        ("k.cu", ("count", "k.cu"), "a source must be a regular file (got a "),
        ("k.cu", ("init", "k.cu"), "a FILE must exist"),
        (
            "x.json",
            ("report", "out.html", "x.json"),
            "x.json must be a readable JSON file (got: must be a regular",
        ),
        (
            "x.json",
            ("history", "add", "x.json"),
            "x.json must be a readable JSON file (got: must be a regular",
        ),
        (
            "x.json",
            ("cuda", "table", "x.json"),
            "x.json must be a readable JSON file (got: must be a regular",
        ),
        ("t.toml", ("tune", "--table", "t.toml"), "must be a regular file (got a "),
        ("own.py", ("list", KERNEL), "an operation's file must be readable (got: "),
    ],
)
def test_it_is_refused_at_once(tmp_path, make, name, arguments, said):
    make(tmp_path / name)
    if name == "own.py":
        (tmp_path / "pyproject.toml").write_text('[tool.kernel-harness]\noperations = ["own.py"]\n')
    done = run_program(*arguments, timeout=120)
    assert done.returncode == 2, done
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("make", [make_pipe, make_endless])
def test_a_header_is_refused_at_once(tmp_path, make):
    make(tmp_path / "header.cuh")
    (tmp_path / "k.cu").write_text(
        KERNEL.read_text().replace("// ///\n", '// ///\n#include "header.cuh"\n', 1)
    )
    done = run_program("check", "k.cu", "--device", "cpu", "-x", timeout=120)
    assert done.returncode == 1
    assert "header.cuh: a source or header must be a regular file (got a " in done.stdout


def test_many_wrong_keys_are_counted_not_listed(tmp_path):
    head = "".join(f"// key{number} = {number}\n" for number in range(9000))
    shutil.copy(KERNEL, tmp_path / "k.cu")
    (tmp_path / "k.cu").write_text(f"// /// variant\n{head}// ///\n")
    done = run_program("list", "k.cu", timeout=120)
    assert done.returncode == 2
    lines = done.stdout.splitlines()
    assert len(lines) == 51
    assert "a declaration has no key of this name (got 'key0')" in lines[0]
    # 9000 unknown keys, and the keys that a declaration must have.
    assert lines[-1].endswith(f"and {9000 - 50 + 5} more errors that are not shown; mend these first")


def test_a_declaration_that_never_ends_is_refused(tmp_path):
    head = "".join(f"// key{number} = {number}\n" for number in range(200_000))
    (tmp_path / "k.cu").write_text(f"// /// variant\n{head}// ///\n")
    done = run_program("list", "k.cu", timeout=120)
    assert done.returncode == 2
    assert "a declaration must have at most 10000 lines" in done.stdout
    assert len(done.stdout.splitlines()) == 1
