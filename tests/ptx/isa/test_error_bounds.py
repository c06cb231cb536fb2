"""Every approximate instruction has a bound, and nothing else has."""

import pytest

from harness.ptx.isa import table as isa
from harness.ptx.isa.error_bounds import ERROR_BOUNDS, ErrorBound, error_bounds
from tests.agreement.instruction_forms import opcodes

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
