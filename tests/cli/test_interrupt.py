"""Ctrl-C: a real signal to a real program, which then says how far it came."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests import forked
from tests.gate.repository import KERNEL

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("interruptible")]

ROOT = Path(__file__).parents[2]
N_COPIES = 4
NARROW = KERNEL.replace("[[32], [64]]", "[32]").replace(
    "// grid", '// requires = ["n_cols <= 8192"]\n// grid', 1
)


@pytest.fixture
def kernels(tmp_path):
    """A repository with copies of a kernel, each of which takes half a second or so."""
    folder = tmp_path / "cuda_src"
    folder.mkdir()
    for number in range(N_COPIES):
        (folder / f"copy_{number}.cu").write_text(NARROW)
    (tmp_path / "pyproject.toml").write_text('[tool.kernel-harness]\nsources = ["cuda_src"]\n')
    return tmp_path


def git(folder, *arguments):
    identity = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def interrupted(folder, *arguments, after, n_workers=1):
    """Run the program, send the signal of Ctrl-C when a line of either stream matches, and give all it printed.

    As many kernels as there are workers are done at about the same time.
    """
    environ = {name: value for name, value in os.environ.items() if not name.startswith("KERNEL_HARNESS_")}
    process = forked.Popen(
        [sys.executable, "-m", "kernel_harness", *arguments],
        cwd=folder,
        env={**environ, "KERNEL_HARNESS_DEVICE": "cpu", "KERNEL_HARNESS_CPU_WORKERS": str(n_workers)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    lines = []
    try:
        for line in process.stdout:
            lines.append(line)
            if re.match(after, line):
                # To all of them, as a terminal does it.
                os.killpg(process.pid, signal.SIGINT)
                break
        rest, _ = process.communicate(timeout=120)
    finally:
        process.kill()
    printed = "".join(lines) + rest
    assert process.returncode == 130, printed
    assert "Traceback" not in printed
    return printed


def test_check(kernels):
    printed = interrupted(kernels, "check", "--json", "r.json", after="PASS", n_workers=2)
    summary = json.loads((kernels / "r.json").read_text())["summary"]
    n_run = summary["cases"] - summary["SKIP"]
    assert 0 < summary["done"] == summary["PASS"] < n_run == summary["done"] + summary["NOT-RUN"]
    said = re.search(r"^interrupted: ([\d,]+) of ([\d,]+) cases done", printed, re.MULTILINE)
    assert said, printed
    assert [int(each.replace(",", "")) for each in said.groups()] == [summary["done"], n_run]
    assert f"{summary['PASS']} passed, 0 failed, {summary['NOT-RUN']} not run" in printed
    assert "FAIL" not in printed


def test_count(kernels):
    printed = interrupted(kernels, "count", "--json", "r.json", after="counting")
    n_cases = 3 * N_COPIES  # three shapes
    assert re.search(
        rf"^interrupted: \d+ of {n_cases} cases counted; r.json is not written$", printed, re.MULTILINE
    )
    assert not (kernels / "r.json").exists()


def test_search(kernels):
    pytest.importorskip("hypothesis", reason="a search needs hypothesis: pip install hypothesis")
    printed = interrupted(kernels, "search", "--examples", "20", after="PASS +copy_0")
    assert re.search(
        rf"^interrupted: \d of {N_COPIES} variants searched, and copy_\d by \d+ cases?$",
        printed,
        re.MULTILINE,
    )


def test_gate(kernels):
    git(kernels, "init", "-q", "-b", "main")
    git(kernels, "add", "-A")
    git(kernels, "commit", "-q", "-m", "base")
    for path in (kernels / "cuda_src").glob("copy_*.cu"):
        path.write_text(path.read_text().replace("expf(", "1.0f * expf("))
    printed = interrupted(kernels, "gate", "--base", "HEAD", after="compiling both sides")
    assert re.search(r"^interrupted: compiling both sides; nothing is judged$", printed, re.MULTILINE)


SWALLOWS = """
import os, signal, sys
import click
from kernel_harness.cli import program

def body(*_):
    try:
        if "interrupt" in sys.argv[0]:
            os.kill(os.getpid(), signal.SIGINT)
    except KeyboardInterrupt:
        pass
    raise ImportError("umath failed to import")

program.main.commands = {"check": click.Command("check", callback=body)}
program.main(["check"])
"""


@pytest.mark.parametrize(("name", "status"), [("interrupt.py", 130), ("nothing.py", 2)])
def test_an_import_that_makes_its_own_error_of_it(tmp_path, name, status):
    """As NumPy's extensions do: a KeyboardInterrupt while one is imported comes out as an ImportError."""
    (tmp_path / name).write_text(SWALLOWS)
    path = os.pathsep.join((str(ROOT), str(ROOT / "harness" / "checkout")))
    ran = subprocess.run(
        [sys.executable, tmp_path / name],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == status, ran.stderr
    assert ("umath failed to import" in ran.stderr) == (status == 2)
    assert ran.stderr == "interrupted\n" or status == 2
