"""Faults that the matrix misses: a search finds each, and reduces it to the very case that its file states."""

import re
import shlex
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from harness.run.session import Runner, open_runner
from harness.search.engine import SearchOutcome, search
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import discover, load_variant
from harness.variant.matrix import cases
from harness.verdict import Reason, Verdict
from tests import forked
from tests.kernels.mutants import kernel, kernels
from tests.kernels.test_sources import barrier_faults, layout_faults

ROOT = Path(__file__).resolve().parents[2]
RARE_FAULTS = ROOT / "fixtures" / "rare_faults"
FILES = list(kernels(RARE_FAULTS))

by_name = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def expected_case(path: Path) -> str:
    (case,) = re.findall(r'^// case = "(.+)"$', path.read_text(encoding="ascii"), re.MULTILINE)
    return f"{path.stem}-{case}"


@pytest.fixture(scope="module")
def runner(settings: Settings) -> Iterator[Runner]:
    with open_runner("cpu", settings) as runner:
        yield runner


@pytest.fixture(scope="module")
def searched(runner: Runner, settings: Settings) -> Callable[[Path], SearchOutcome]:
    """Search each file once."""
    return cache(lambda path: search(load_variant(path), runner, settings))


@pytest.mark.slow
@by_name
def test_a_search_finds_the_fault_and_the_smallest_case_of_it(
    path: Path, searched: Callable[[Path], SearchOutcome]
) -> None:
    found = {each.case.id: each.result for each in searched(path).found}
    assert expected_case(path) in found
    assert found[expected_case(path)].verdict is Verdict.FAIL
    assert Reason.WRONG_VALUE in found[expected_case(path)].reasons


@pytest.mark.slow
@by_name
def test_the_matrix_misses_it(path: Path, runner: Runner) -> None:
    matrix = cases(load_variant(path))
    assert expected_case(path) not in {case.id for case in matrix}
    verdicts = {result.verdict for result in runner.run_all(matrix[::8])}
    assert verdicts == {Verdict.PASS}


def test_a_kernel_without_a_fault_has_nothing_to_be_found(runner: Runner, settings: Settings) -> None:
    right = load_variant(ROOT / "cuda_src" / "softmax_naive.cu")
    outcome = search(right, runner, settings, n_examples=50)
    assert outcome.found == ()
    assert outcome.verdict is Verdict.PASS


@pytest.mark.slow
def test_the_command_that_is_printed_reruns_the_case(searched: Callable[[Path], SearchOutcome]) -> None:
    found = searched(kernel(RARE_FAULTS, "one_value")).found[0]
    program, *arguments = shlex.split(found.result.rerun)
    assert program == "kernel-harness"
    said = forked.run(
        [sys.executable, "-m", "harness", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert said.returncode == 1
    reasons = ", ".join(reason.value for reason in found.result.reasons)
    assert f"FAIL {found.case.id}  {reasons}" in said.stdout
    assert "1 variant, 1 case: 0 passed, 1 failed" in said.stdout


def test_all_files_declare_a_variant_and_their_fault() -> None:
    found = discover(FILES)
    assert found.errors == ()
    assert [variant.path for variant in found.variants] == FILES
    assert len(FILES) >= 6
    readme = (RARE_FAULTS / "README.md").read_text()
    for path in FILES:
        text = path.read_text(encoding="ascii")
        assert layout_faults(text) == barrier_faults(text) == []
        assert text.count("// fault\n") == 1
        assert f"| `{path.stem}` |" in readme
