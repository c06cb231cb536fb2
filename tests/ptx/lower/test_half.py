"""f16 and bf16 instructions, single and packed, bit for bit with one rounding.

PTX ISA, chapter 9.7.4. NaN results are this project's canonical NaN, 0x7fff, which the manual leaves open.
"""

from collections.abc import Callable
from functools import partial

from tests.ptx.exact_float import BF16, F16, Format
from tests.ptx.float_lanes import operands
from tests.ptx.lower.test_float import extreme, modifiers, rounded, signed_result
from tests.ptx.one_instruction import (
    Case,
    Expected,
    Lanes,
    check,
    crossed,
    each_instruction,
    in_halves,
    paired,
)

FORMS = (F16, BF16)
UNARY = {form: operands(form) for form in FORMS}
BINARY = {form: operands(form, form) for form in FORMS}
TERNARY = {form: operands(form, form, form, n_random=500) for form in FORMS}


PAIRS = {
    (form, n): paired(lanes[form]) for n, lanes in ((1, UNARY), (2, BINARY), (3, TERNARY)) for form in FORMS
}


def with_packed(
    form: Format, n: int, opcode: str, oracle: Callable[..., Expected], lanes: dict[Format, Lanes]
) -> list[Case]:
    """Return the single and the packed form of an instruction."""
    return [
        Case(f"{opcode}.{form.name}", 16, lanes[form], oracle),
        Case(f"{opcode}.{form.name}x2", 32, PAIRS[form, n], in_halves(16, oracle)),
    ]


def relu(form: Format, operation: str, ftz: bool, *bits: int) -> Expected:
    """Return an operation's result with negative numbers, -0 too, replaced by +0 (the manual leaves -0 open)."""
    result = rounded(operation, form, "rn", ftz, False, *bits)
    assert isinstance(result, int)
    return 0 if result & form.sign else result


def cases_of(form: Format) -> list[Case]:
    cases: list[Case] = []
    flushes = (False, True) if form == F16 else (False,)
    for ftz in flushes:
        for sat in flushes:
            for operation in ("add", "sub", "mul"):
                for mode in ("", "rn"):
                    oracle = partial(rounded, operation, form, "rn", ftz, sat)
                    cases += with_packed(form, 2, operation + modifiers(mode, ftz, sat), oracle, BINARY)
            oracle = partial(rounded, "fma", form, "rn", ftz, sat)
            cases += with_packed(form, 3, "fma" + modifiers("rn", ftz, sat), oracle, TERNARY)
        cases += with_packed(form, 3, f"fma.rn{'.ftz' * ftz}.relu", partial(relu, form, "fma", ftz), TERNARY)
        rest = form.sign - 1
        oracle = partial(signed_result, form, ftz, lambda a, s=form.sign: a ^ s)
        cases += with_packed(form, 1, f"neg{'.ftz' * ftz}", oracle, UNARY)
        oracle = partial(signed_result, form, ftz, lambda a, r=rest: a & r)
        cases += with_packed(form, 1, f"abs{'.ftz' * ftz}", oracle, UNARY)
        for name in ("min", "max"):
            for nan in (False, True):
                for sign in ("", "xorsign.abs"):
                    opcode = f"{name}{'.ftz' * ftz}{'.NaN' * nan}{'.' * bool(sign)}{sign}"
                    cases += with_packed(
                        form, 2, opcode, partial(extreme, form, name, nan, sign, ftz), BINARY
                    )
    return cases


CASES = [*cases_of(F16), *cases_of(BF16)]


@each_instruction(CASES)
def test_half_instruction(cases, shared_executor):
    check(shared_executor, cases)


def test_fma_rounds_once_where_two_roundings_would_differ(shared_executor):
    # (1 + 2^-10)^2 + 2^-22 lies just above a tie of f16: rounding the product or the sum to f32 first loses that
    one = F16.one
    lanes = crossed((16, [one + 1]), (16, [one + 1]), (16, [0x0004]), n_random=0)
    case = Case("fma.rn.f16", 16, lanes, partial(rounded, "fma", F16, "rn", False, False))
    check(shared_executor, [case])
