"""``--kernel-select-changed``: the tests that run after a change."""

import re
import subprocess

import pytest

from tests.torch_cuda.test_torch import _CACHE

pytestmark = pytest.mark.torch

_FILES = {
    "kernels": """
import torch
import triton
import triton.language as tl


@triton.jit
def called(x):
    return x * 2


@triton.jit
def double(x, out, n, BLOCK: tl.constexpr = 64):
    at = tl.arange(0, BLOCK)
    tl.store(out + at, called(tl.load(x + at, mask=at < n)), mask=at < n)


@triton.jit
def negate(x, out, n, BLOCK: tl.constexpr = 64):
    at = tl.arange(0, BLOCK)
    tl.store(out + at, -tl.load(x + at, mask=at < n), mask=at < n)


def run(kernel, n):
    x, out = torch.ones(n, device="cuda"), torch.empty(n, device="cuda")
    kernel[(1,)](x, out, n)
    return out.sum().item()
""",
    "numbers_of_tests": "def size():\n    return 10\n",
    "test_double": """
import kernels


def test_double():
    import numbers_of_tests
    assert kernels.run(kernels.double, numbers_of_tests.size()) == 20


def test_nothing():
    pass
""",
    "test_negate": """
import kernels
import pytest


@pytest.fixture(scope="module")
def sum_of_negatives():
    return kernels.run(kernels.negate, 10)


def test_negate(sum_of_negatives):
    assert sum_of_negatives == -10


def test_negate_again(sum_of_negatives):
    assert sum_of_negatives < 0
""",
}
_ALL = {"test_double", "test_nothing", "test_negate", "test_negate_again"}


@pytest.fixture
def selected(pytester, monkeypatch):
    """Return a function that runs the suite and returns the tests that ran."""
    monkeypatch.setenv("KERNEL_HARNESS_CACHE_DIR", str(_CACHE))
    pytester.makepyfile(**_FILES)
    pytester.makefile(".cfg", data="1")
    pytester.makefile(".ini", pytest="[pytest]\n")
    for command in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *command], cwd=pytester.path, check=True)

    def run(*options):
        given = (
            "--kernel-virtual-gpu",
            "sm_80",
            "--kernel-select-changed",
            "record.json",
            "-v",
            "-W",
            "ignore",
        )
        result = pytester.runpytest_subprocess(*given, "-p", "no:cacheprovider", *options)
        found = re.findall(
            r"::(\w+) (?:PASSED|FAILED|ERROR)|(?:PASSED|FAILED) \S+::(\w+)", result.stdout.str()
        )
        return {first or second for first, second in found}

    def change(name, old, new):
        path = pytester.path / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    run.change = change
    return run


def test_a_test_runs_again_when_its_kernel_or_its_code_has_changed(selected, pytester):
    assert selected() == _ALL
    assert selected() == set()
    selected.change("kernels.py", "-tl.load", "0 - tl.load")
    assert selected() == {"test_negate", "test_negate_again"}, "also of a kernel that a fixture has launched"
    selected.change("kernels.py", "return x * 2", "# in one step\n    return x + x")
    assert selected() == {"test_double"}, "by a function that its kernel calls; the lines below move"
    selected.change("kernels.py", "\n\ndef run", "\n\n# a comment\ndef run")
    assert selected() == set()
    selected.change("numbers_of_tests.py", "return 10", "return 5 + 5")
    assert selected() == {"test_double", "test_nothing"}, "their file imports it, within a function"
    selected.change("kernels.py", "BLOCK: tl.constexpr = 64", "BLOCK: tl.constexpr = 128")
    assert selected() == _ALL, "the signatures of kernels are code as any other"
    selected.change("data.cfg", "1", "2")
    assert selected() == _ALL, "a test may read any file of the repository"
    (pytester.path / "record.json").unlink()
    assert selected() == _ALL


def test_a_test_that_did_not_pass_runs_again(selected):
    selected.change("test_double.py", "== 20", "== 21")
    selected.change("kernels.py", "-tl.load(x + at, mask=at < n)", "-tl.load(x + at, mask=at <= n)")
    assert selected() == _ALL
    assert selected() == {"test_double", "test_negate"}
    selected.change("kernels.py", "mask=at <= n", "mask=at < n")
    assert selected() == {"test_double", "test_negate", "test_negate_again"}
    assert selected() == {"test_double"}


def test_workers_select_the_same(selected):
    assert selected("-n", "2") == _ALL
    assert selected("-n", "2") == set()
    selected.change("kernels.py", "x * 2", "2 * x")
    assert selected("-n", "2") == {"test_double"}
    assert selected("-n", "2") == set()


@pytest.mark.parametrize(
    ("text", "is_selected"),
    [
        ("import subprocess, sys\n\n\ndef test_it():\n    subprocess.run([sys.executable, '-c', ''])", True),
        ("import kernels, torch\n\n\ndef test_it():\n    assert torch.compile and kernels", True),
        ("from kernels import *\n\n\ndef test_it():\n    double.warmup(*[torch.float32] * 2, 1, grid=(1,))", True),
        ("import kernels\n\n\ndef test_it():\n    pass", False),
    ],
    ids=["process", "compiler", "warmup", "no launch"],
)  # fmt: skip
def test_what_is_not_known_of_a_test_selects_it(selected, pytester, text, is_selected):
    pytester.makepyfile(test_more=text)
    assert selected("test_more.py") == {"test_it"}
    selected.change("kernels.py", "x * 2", "2 * x")
    assert selected("test_more.py") == ({"test_it"} if is_selected else set())


def test_a_file_that_is_no_record_is_refused(selected, pytester):
    (pytester.path / "record.json").write_text("[]")
    result = pytester.runpytest_subprocess(
        "--kernel-virtual-gpu", "sm_80", "--kernel-select-changed", "record.json"
    )
    result.stderr.fnmatch_lines(["*record.json must be a record of an earlier run*"])
    result = pytester.runpytest_subprocess("--kernel-select-changed", "record.json")
    result.stderr.fnmatch_lines(["*--kernel-select-changed needs a virtual GPU*"])
