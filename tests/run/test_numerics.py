"""``--numerics``: notes on results that rounding moves, with the lines that do it."""

import pytest

from harness.device.cpu.ptx_cpu import PtxCpu
from harness.run.case_run import run_case
from harness.settings.settings import Settings
from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant
from harness.verdict import Reason, Verdict
from tests.kernels.mutants import FIXTURES, ROOT

ONE_PASS = FIXTURES / "declared_kernels" / "right" / "layer_norm_one_pass.cu"
TWO_PASS = ROOT / "cuda_src" / "layer_norm_naive.cu"


def notes(path, kind, n_cols=300, **given):
    settings = Settings.load(ROOT, environ={}, include_dirs=[str(ROOT / "cuda_src" / "include")], **given)
    device = PtxCpu(settings)
    try:
        variant = load_variant(path)
        case = make_case(
            variant, dtype="float32", n_rows=3, n_cols=n_cols, kind=kind, block=variant.blocks[0]
        )
        result = run_case(case, device, settings)
    finally:
        device.close()
    assert result.verdict is Verdict.PASS, result
    return [note for note in result.notes if note.reason is Reason.UNSTABLE_ROUNDING]


def test_raw_moments_are_noted_with_their_lines_on_a_mean_far_above_the_spread():
    (note,) = notes(ONE_PASS, "normal", numerics=True)
    assert "on normal inputs plus 1000" in note.message
    lines = {line.partition(".cu:")[2].partition(":")[0] for line in note.message.splitlines()[1:]}
    assert {"27", "28"} <= lines  # the sum, and the sum of squares
    assert note.source in ("layer_norm_one_pass.cu:27", "layer_norm_one_pass.cu:28")
    assert "squares += x[col] * x[col];" in note.message


@pytest.mark.parametrize("kind", ["spread", "ascending"])
def test_a_variance_of_differences_is_not_noted(kind):
    assert notes(TWO_PASS, kind, numerics=True) == []


def test_nothing_is_drawn_unless_asked_for():
    assert notes(ONE_PASS, "normal") == []
