"""``gate --run``: one command on both revisions, on a virtual GPU."""

import json
from pathlib import Path

import pytest

from harness.cli.commands.gate import read_allowance
from harness.errors import UsageError
from harness.gate.program_run import read_command
from tests.gate.repository import gate, reports
from tests.sampled import one_in

PROGRAMS = Path(__file__).resolve().parents[2] / "fixtures" / "programs"
# A library with a kernel, a program that uses it, and its tests.
LIBRARY = '''
import ctypes
import numpy as np
from cuda.bindings import driver
from programs_cuda import check, kernel, start
start()
SOURCE = """
extern "C" __global__ void scale(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = 2.0f * x[i];
}
"""
FUNCTION = kernel(SOURCE, "scale")
def scale(x):
    out = np.empty_like(x)
    buffers = [check(driver.cuMemAlloc(x.nbytes)) for _ in range(2)]
    check(driver.cuMemcpyHtoD(buffers[0], x.ctypes.data, x.nbytes))
    values = (*map(int, buffers), len(x)), (ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int)
    check(driver.cuLaunchKernel(FUNCTION, 2, 1, 1, 64, 1, 1, 0, 0, values, 0))
    check(driver.cuMemcpyDtoH(out.ctypes.data, buffers[1], x.nbytes))
    for buffer in buffers:
        check(driver.cuMemFree(buffer))
    return out
'''
FILES = {
    "pyproject.toml": "",
    "library.py": LIBRARY,
    "prog.py": "import numpy as np, library\nprint(library.scale(np.ones(100, np.float32)).sum())\n",
    "test_library.py": (
        "import numpy as np\nimport library\n\n"
        "def test_twice():\n    assert (library.scale(np.ones(100, np.float32)) == 2).all()\n\n"
        "def test_never_right():\n    assert False, 'in both'\n"
    ),
}


@pytest.fixture(autouse=True)
def programs(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(PROGRAMS))


def judged(tmp_path, command, *options):
    result, texts = reports(tmp_path, "--base", "HEAD", "--run", command, *options)
    return result, {own["id"]: own for own in json.loads(texts["json"])["variants"]}


def kinds(row):
    return [own["kind"] for own in row["regressions"]]


@pytest.mark.parametrize("command", ["python prog.py", "pytest"])
def test_an_unchanged_repository_is_clean(repository, tmp_path, command):
    result, rows = judged(tmp_path, command)
    assert (result.exit_code, [*rows]) == (0, ["run"]), result.stdout
    assert "1 launch of 1 kernel" in rows["run"]["why"]


def test_a_bound_that_is_off_by_one_is_a_fault(repository, tmp_path):
    repository.edit("library.py", "if (i < n)", "if (i <= n)")
    result, rows = judged(tmp_path, "python prog.py")
    assert result.exit_code == 1, result.stdout
    assert set(kinds(rows["run/scale"])) == {"fault"}
    assert rows["run/scale"]["regressions"][0]["places"] == ["library.py:20"]
    assert "oob-write at kernel.cu:5" in result.stdout
    assert "rerun: kernel-harness gate --base " in result.stdout
    assert "--run 'python prog.py'" in result.stdout
    allowed = gate("--base", "HEAD", "--run", "python prog.py", "--allow", "run/scale:known")
    assert "ALLOWED fault run/scale: known" in allowed.stdout
    repository.commit("off by one")
    repository.edit("library.py", "if (i <= n)", "if (i < n)")
    result, rows = judged(tmp_path, "python prog.py")
    assert (result.exit_code, rows["run/scale"]["regressions"]) == (0, [])
    assert "gone from the base: " in rows["run/scale"]["why"]


def test_a_costlier_kernel_is_a_regression(repository, tmp_path):
    repository.edit("library.py", "2.0f * x[i]", "x[i] + *(volatile float const*)(x + i)")
    result, rows = judged(tmp_path, "python prog.py")
    assert (result.exit_code, kinds(rows["run/scale"])[:1]) == (1, ["costlier"]), result.stdout
    assert "global_load_sectors" in result.stdout


def test_a_test_that_broke_is_a_regression_and_one_that_failed_before_is_none(repository, tmp_path):
    repository.edit("library.py", "2.0f * x[i]", "3.0f * x[i]")
    result, rows = judged(tmp_path, "pytest -p no:randomly")
    assert result.exit_code == 1, result.stdout
    (broken,) = rows["run"]["regressions"]
    assert broken["kind"] == "broken"
    assert broken["message"].startswith("test test_library.test_twice: ")
    accepted = gate("--base", "HEAD", "--run", "pytest", "--allow", "run/broken:three on purpose")
    assert accepted.exit_code == 0, accepted.stdout


@pytest.mark.slow
def test_a_kernel_that_only_the_base_launches_is_not_clean(repository, tmp_path):
    repository.edit("prog.py", "print(", "library.SOURCE and print(0) or print(")
    repository.edit("library.py", " scale(const float* x", " scaled(const float* x")
    repository.edit("library.py", '"scale")', '"scaled")')
    result, rows = judged(tmp_path, "python prog.py")
    assert result.exit_code == 3, result.stdout
    assert {name: row["change"] for name, row in rows.items()}["run/scaled"] == "added"
    assert rows["run/scale"]["doubts"][0]["kind"] == "unjudged"


@pytest.mark.parametrize(
    ("edit", "status", "said"),
    one_in(2, [
        (("print(", "raise SystemExit('broken') or print("), 1, "the base ended with 0"),
        (("library.scale(np.ones(100, np.float32)).sum()", "1"), 3, "launched"),
    ], pytest.mark.slow),
    ids=["ends", "launches-nothing"],
)  # fmt: skip
def test_a_program_that_is_broken_is_not_clean(repository, tmp_path, edit, status, said):
    repository.edit("prog.py", *edit)
    result, _ = judged(tmp_path, "python prog.py")
    assert result.exit_code == status, result.stdout
    assert said in result.stdout


@pytest.mark.slow
def test_what_a_second_comparison_does_not_find_is_said_and_no_regression(repository, tmp_path):
    # Worse in its first run, by a file that this one writes.
    worse = "import os\nif not os.path.exists('r'):\n    open('r', 'w')\n    library.scale(np.ones(9, np.float32))\n"
    repository.write("prog.py", FILES["prog.py"] + worse)
    result, _ = judged(tmp_path, "python prog.py")
    assert result.exit_code == 0, result.stdout
    assert "worse in the first of two comparisons only" in result.stdout


def test_the_base_runs_its_own_code(repository, tmp_path, monkeypatch):
    # As an editable installation finds it, before the folder of the revision.
    repository.write(
        "prog.py", f"import sys; sys.path.insert(0, {str(repository.root)!r})\n{FILES['prog.py']}"
    )
    repository.commit("path")
    repository.edit("library.py", "if (i < n)", "if (i <= n)")
    result, _ = judged(tmp_path, "python prog.py")
    assert result.exit_code == 2, result.stdout
    assert "of the working tree: its own code was not run" in result.stdout


@pytest.mark.parametrize("text", ["make test", "python", "python -c pass", "pytest 'x", ""])
def test_a_command_must_be_a_program_or_tests(text):
    with pytest.raises(UsageError, match="--run must be a program or tests"):
        read_command(text)


def test_an_allowance_may_name_a_kernel_of_a_namespace():
    allowance = read_allowance("run/rows::scale<float>/fault:a reason: known")
    assert (allowance.name, allowance.reason) == ("run/rows::scale<float>/fault", "a reason: known")
