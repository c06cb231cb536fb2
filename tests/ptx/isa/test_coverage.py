"""The printed list of known forms, and the error bounds: every approximate instruction has one, and nothing else."""

import pytest

from harness.errors import PtxError
from harness.ptx.isa import table as isa
from harness.ptx.isa.coverage import REFUSED, RefusedPtx, coverage, summary
from harness.ptx.isa.error_bounds import ERROR_BOUNDS, ErrorBound, error_bounds
from harness.ptx.text.syntax import Instruction
from tests.agreement.instruction_forms import opcodes


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


# the error of a matrix's sums depends on the sizes of all that is added
APPROXIMATE = [
    opcode for row in isa.ROWS if not row.exact and row.family != "matrix" for opcode, _ in opcodes(row)
]


@pytest.mark.parametrize("opcode", APPROXIMATE)
def test_approximate_instruction_has_bounds_for_every_operand(opcode):
    bounds = error_bounds(opcode)
    # the last one takes what the others leave
    assert (bounds[-1].low, bounds[-1].high) == (0, float("inf"))


def test_no_bound_is_for_something_else():
    known = {opcode.removesuffix("x2") for opcode in APPROXIMATE}
    assert set(ERROR_BOUNDS) <= known | {opcode.replace(".ftz", "") for opcode in known}


@pytest.mark.parametrize("opcode", ["add.rn.f32", "sqrt.rn.f32", "ex3.approx.f32"])
def test_exact_and_unknown_instructions_have_none(opcode):
    with pytest.raises(KeyError):
        error_bounds(opcode)


@pytest.mark.parametrize(
    ("bound", "shown"),
    [
        (ErrorBound(ulp=2), "2 ulp"),
        (ErrorBound(relative=2.0**-22), "2^-22 relative"),
        (ErrorBound(absolute=2.0**-20.5), "2^-20.5 absolute"),
        (ErrorBound(ulp=1, is_documented=False), "1 ulp (not documented)"),
        (ErrorBound(absolute=float("inf")), "none"),
    ],
)
def test_bound_in_words(bound, shown):
    assert bound.shown == shown
