"""Lines that no launch of any case ran: the cpu device tells them, and a whole check says which are left."""

import pytest
from click.testing import CliRunner

from harness.cli.program import main
from harness.run.outcome import VariantOutcome
from harness.variant.declaration.discovery import load_variant
from harness.verdict import CaseResult, Verdict

KERNEL = """\
// /// variant
// summary = "Square of each element, for some sizes in another way."
// source = "this project"
// operation = "silu"
// args = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// block = [[32]]
// grid = "n_rows"
// requires = ["n_cols <= 40", "n_rows <= 20"]
// arithmetic = "ieee"
// ///
extern "C" __global__ void silu(const float* inp, float* out, int n_cols, long long inp_stride, long long out_stride)
{
    for (int col = threadIdx.x; col < n_cols; col += 32) {
        const float x = inp[blockIdx.x * inp_stride + col];
        float y = x / (1.0f + expf(-x));
        if (n_cols == WIDTH)
            y += atomicAdd(out, 0.0f);
        out[blockIdx.x * out_stride + col] = y;
    }
}
"""


@pytest.fixture
def checked(tmp_path, monkeypatch):
    def check(width: int, *options: str) -> str:
        (tmp_path / "silu.cu").write_text(KERNEL.replace("WIDTH", str(width)))
        monkeypatch.chdir(tmp_path)
        return CliRunner().invoke(main, ["check", "silu.cu", "--device", "cpu", *options]).output

    return check


def test_a_whole_check_names_the_lines_that_no_launch_ran(checked):
    text = checked(12345)
    assert "no launch of any case ran 1 line: silu.cu:17" in text
    assert " 0 failed" in text


def test_lines_that_a_case_ran_are_not_named(checked):
    assert "no launch of any case ran" not in checked(33)


def test_a_part_of_the_cases_says_nothing_of_lines(checked):
    assert "no launch of any case ran" not in checked(12345, "-k", "x33-spread")


def test_results_of_several_processes_are_joined(tmp_path):
    path = tmp_path / "silu.cu"
    path.write_text(KERNEL.replace("WIDTH", "5"))
    results = [
        CaseResult("a", "silu", "cpu", Verdict.PASS, lines=(3, 4, 5), lines_run=(3,)),
        CaseResult("b", "silu", "cpu", Verdict.PASS, lines=(3, 4, 5), lines_run=(4,)),
        CaseResult("c", "silu", "cpu", Verdict.PASS),
    ]
    outcome = VariantOutcome(load_variant(path), tuple((None, each) for each in results))  # type: ignore[misc]
    assert outcome.unrun_lines == (5,)
