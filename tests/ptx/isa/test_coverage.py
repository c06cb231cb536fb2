"""The list of known forms leaves nothing out, and what is said to be refused is."""

import pytest

from harness.errors import PtxError
from harness.ptx.isa import table as isa
from harness.ptx.isa.coverage import REFUSED, RefusedPtx, coverage, summary
from harness.ptx.text.syntax import Instruction


def test_every_row_but_our_own_is_listed():
    shown = [line.partition("\t")[0] for line in coverage().splitlines()]
    assert shown == [row.shown for row in isa.ROWS if not row.name.startswith("kh_")]


def test_the_summary_has_every_instruction_once_a_class():
    lines = dict(line.strip("| ").split(" | ", 1) for line in summary().partition("\n\n")[0].splitlines()[2:])
    found = {(family, name.strip("`")) for family, names in lines.items() for name in names.split(", ")}
    assert found == {(row.family, row.name) for row in isa.ROWS if not row.name.startswith("kh_")}


def test_approximate_results_have_their_bound():
    lines = [line for line in coverage().splitlines() if line.startswith("ex2.approx{.ftz}.f32")]
    assert lines == ["ex2.approx{.ftz}.f32\tapproximate\t2 ulp"]


@pytest.mark.parametrize("refusal", REFUSED, ids=lambda refusal: refusal.opcode)
def test_what_is_said_to_be_refused_is(refusal: RefusedPtx):
    with pytest.raises(PtxError, match="not known to the cpu device"):
        isa.find(Instruction(refusal.opcode, ()))
