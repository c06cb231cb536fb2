"""The table of what is known is up to date, and what it says is refused is."""

from pathlib import Path

import pytest

from harness.errors import PtxError
from harness.ptx.isa import table as isa
from harness.ptx.isa.coverage import REFUSED, RefusedPtx, coverage, main
from harness.ptx.text.syntax import Instruction

DOCUMENT = Path(__file__).parents[3] / "docs" / "ptx-coverage.md"


def test_document_is_up_to_date():
    assert DOCUMENT.read_text(encoding="utf-8") == coverage(), (
        "python -m harness.ptx.isa.coverage docs/ptx-coverage.md"
    )


def test_document_has_every_row_but_our_own():
    text = coverage()
    rows = [row for row in isa.ROWS if not row.name.startswith("kh_")]
    assert all(
        f"| `{row.shown}` |".replace("|", "\\|").replace("\\| `", "| `").replace("` \\|", "` |") in text
        for row in rows
    )
    assert "kh_" not in text


def test_approximate_results_have_their_bound():
    lines = [line for line in coverage().splitlines() if line.startswith("| `ex2.approx{.ftz}.f32`")]
    assert lines == ["| `ex2.approx{.ftz}.f32` | approximate | 2 ulp |"]


@pytest.mark.parametrize("refusal", REFUSED, ids=lambda refusal: refusal.opcode)
def test_what_is_said_to_be_refused_is(refusal: RefusedPtx):
    with pytest.raises(PtxError, match="not known to the cpu device"):
        isa.find(Instruction(refusal.opcode, ()))


def test_document_is_written(tmp_path):
    main([str(tmp_path / "table.md")])
    assert (tmp_path / "table.md").read_text(encoding="utf-8") == coverage()
