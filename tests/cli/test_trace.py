import json
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from harness.cli.commands.trace import _case
from harness.verdict import Reason, Verdict
from tests.kernels.mutants import kernel

ROOT = Path(__file__).parents[2]
TAIL = "dropped_tail_sum-float32-2x1001-spread-block64"


@pytest.fixture
def real(real):
    (real / "pyproject.toml").touch()  # so that a kernel may include it
    return real


@pytest.fixture
def trace(real, invoke):

    def run(name, *options, folder="bad_kernels"):
        target = real / "fixtures" / folder / f"{name}.cu"
        shutil.copytree(ROOT / "cuda_src" / "include", target.parent / "include", dirs_exist_ok=True)
        shutil.copy(kernel(ROOT / "fixtures" / folder, name), target)
        return invoke("trace", target, "--device", "cpu", *options)

    return run


def statements(text):
    path = text.partition("value, from the store back\n")[2].partition("\n\n")[0]
    found = []
    for line in path.splitlines():
        if line[:5].strip().isdigit():
            found.append((line.split()[1], []))
        elif found:
            found[-1][1].append(line.strip())
    return found


def test_a_forgotten_tail_is_told_at_the_sum(trace, real):
    result = trace("dropped_tail_sum", "-k", TAIL, "--json", real / "t.json")
    assert result.exit_code == 1, result.output
    assert f"{TAIL}: out[0, 1000]" in result.stdout
    places = dict(statements(result.stdout))
    assert "over inp[0, 0..999]" in places["dropped_tail_sum.cu:46"]
    assert "without inp[0, 1000], of the same rows" in places["dropped_tail_sum.cu:46"]
    again = next(line for line in result.stdout.splitlines() if line.startswith("again: "))
    assert again.endswith("--row 0 --col 1000")
    document = json.loads((real / "t.json").read_text())
    assert (document["schema"], document["is_wrong"], document["element"]) == (
        "kernel-harness/trace",
        True,
        "out[0, 1000]",
    )


def test_an_element_that_nobody_stored_shows_the_condition_of_its_neighbour(trace):
    result = trace("unwritten_output", "-k", "unwritten_output-float32-7x65-spread-block64")
    assert result.exit_code == 1, result.output
    assert "nothing: no thread stored to it" in result.stdout
    assert "the nearest element with a store is out[0, 63]" in result.stdout
    (place,) = {place for place, _ in statements(result.stdout)}
    assert place == "unwritten_output.cu:40"
    assert "unwritten_output.cu:39  if (threadIdx.x < n_cols)" in result.stdout


def test_a_missing_barrier_is_found_in_an_order_in_which_it_shows(trace):
    result = trace(
        "missing_barrier_before_total", "-k", "missing_barrier_before_total-float32-1x1000-spread-block100"
    )
    assert result.exit_code == 1, result.output
    assert "of blocks, warps and lanes: seed " in result.stdout
    marked = [
        place for place, lines in statements(result.stdout) if any("racecheck" in line for line in lines)
    ]
    assert marked == ["missing_barrier_before_total.cu:39"]
    assert "on which the right result depends" in result.stdout


def test_a_right_element_has_exit_status_0(trace):
    case = "unwritten_output-float32-7x65-spread-block64"
    result = trace("unwritten_output", "-k", case, "--row", 0, "--col", 3)
    assert result.exit_code == 0, result.output
    assert "+-" in result.stdout
    assert "   right" in result.stdout
    assert "computed from inp[0, 0..64]" in result.stdout


def test_an_element_of_another_row_is_unexpected(trace):
    result = trace("gather_own_row", "-k", "gather_own_row-float32-7x3-spread-block256", "--row", 0, "--col", 1,
                   folder="operations/wrong")  # fmt: skip
    assert result.exit_code == 1, result.output
    assert "but also from table[0, 1], on which the right result does not depend" in result.stdout


def test_a_matrix_instruction_is_followed_as_a_whole_tile_and_blames_no_row(trace):
    case = "product_tf32_undeclared-float32-3x1-k1-spread-block32"
    result = trace("product_tf32_undeclared", "-k", case, folder="operations/wrong")
    assert result.exit_code == 1, result.output
    assert "matrix instructions are followed as whole tiles" in result.stdout
    assert "but also from" not in result.stdout


def test_the_first_failing_case_of_several(trace):
    result = trace(
        "unwritten_output", "-k", "block64 and (7x3 or 7x65) and spread and not strided", "--first"
    )
    assert "unwritten_output-float32-7x65-spread-block64: out[" in result.stdout


@pytest.mark.parametrize("verdict", [Verdict.HANG, Verdict.CRASH])
def test_a_case_that_hangs_or_crashes_fails_unless_a_later_one_has_a_wrong_element(verdict):
    results = {
        "right": SimpleNamespace(verdict=Verdict.PASS, reasons=()),
        "ended": SimpleNamespace(verdict=verdict, reasons=()),
        "wrong": SimpleNamespace(verdict=Verdict.FAIL, reasons=(Reason.WRONG_VALUE,)),
    }
    runner = SimpleNamespace(run=results.__getitem__)
    assert _case(["right", "ended"], runner, "", first=True) == "ended"
    assert _case(["right", "ended", "wrong"], runner, "", first=True) == "wrong"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("-k", "spread"), "-k must select one case (got "),
        (
            ("-k", TAIL, "--row", 2, "--col", 0),
            "the element must be one of the 2 x 1001 of the output (got 2, 0)",
        ),
        (("-k", TAIL, "--array", "y"), "--array must name an output (got 'y'; outputs: out)"),
    ],
)
def test_errors_of_usage(trace, options, message):
    result = trace("dropped_tail_sum", *options)
    assert result.exit_code == 2
    assert message in result.stderr


def test_the_cases_to_choose_from_have_a_line_each(trace):
    said = trace("dropped_tail_sum", "-k", "7x3").stderr
    assert said.count("\n  dropped_tail_sum-float32-7x3") == 3
    assert "\\n" not in said
