"""Moves and addresses: ``mov``, ``cvta``, ``isspacep``. PTX ISA, chapter 9.7.9.

Other moves are compared with what an H200 gave: `tests.agreement.test_gpu_vectors`.
"""

from collections.abc import Iterator
from functools import partial

import pytest

from tests.ptx.one_instruction import Case, Lanes, check, crossed, each_instruction, random_bits
from tests.ptx.ptx_text import kernel, run


def width(ptx_type: str) -> int:
    return int(ptx_type[1:])


def element(k: int, *words: int) -> int:
    return words[k]


def byte_reversed(a: int) -> int:
    return int.from_bytes(a.to_bytes(4, "little"), "big")


def constant(result: int, _: int) -> int:
    return result


def move_cases() -> Iterator[Case]:
    words = Lanes((random_bits(32, 64, seed=11),))
    text = """.reg .b8 %y<4>; mov.b32 {%y0, %y1, %y2, %y3}, $a; $op $d, {%y3, %y2, %y1, %y0};"""
    yield Case("mov.b32", 32, words, byte_reversed, text, "bytes")
    for tag, opcode, text, result in (
        ("hexadecimal", "mov.u32", "0xDEADBEEF", 0xDEADBEEF),
        ("negative", "mov.u32", "-5", 0xFFFFFFFB),
        ("float", "mov.f32", "0f40490FDB", 0x40490FDB),
        ("negative-float", "mov.f32", "-0f3F800000", 0xBF800000),
        ("warp-size", "mov.u32", "WARP_SZ", 32),
        ("double", "mov.f64", "0dBFF8000000000000", 0xBFF8_0000_0000_0000),
        ("decimal", "mov.f64", "0.1", 0x3FB9_9999_9999_999A),
    ):
        yield Case(opcode, width(opcode[4:]), words, partial(constant, result), f"$op $d, {text};", tag)


def vector_move_cases() -> Iterator[Case]:
    """Yield moves of vectors whose sources are their own destinations, rotated, and with the last into the sink."""
    for t in ("b16", "u16", "s16", "b32", "u32", "s32", "f32", "b64", "u64", "s64", "f64"):
        bits = width(t)
        lanes = crossed(*[(bits, [1, 1 << bits - 1, -1])] * 2, n_random=20)
        for n in (2, 4) if bits < 64 else (2,):
            names = [f"%turned_{t}_{n}_{k}" for k in range(n)]
            start = f".reg .{t} {', '.join(names)}; $op {{{', '.join(['$a', '$b'] * (n // 2))}}}"
            start = start.replace("$op {", "$op {" + ", ".join(names) + "}, {", 1)
            text = f"{start}; $op {{{', '.join([*names[1:], '_'])}}}, {{{', '.join(names)}}}; mov.{t} $d, {names[-1]};"
            yield Case(f"mov.v{n}.{t}", bits, lanes, partial(element, 0), text)


CASES = [*move_cases(), *vector_move_cases()]


@each_instruction(CASES)
def test_move(cases, shared_executor):
    check(shared_executor, cases)


SPACES = ("global", "const", "shared", "local", "param")
VARIABLES = """
.global .align 4 .u32 in_global = 101;
.const .align 4 .u32 in_const = 102;
.shared .align 4 .u32 in_shared[4];
"""
TAKE = {
    "global": "mov.u64 %rd4, in_global; cvta.global.u64 %rd5, %rd4;",
    "const": "mov.u64 %rd4, in_const; cvta.const.u64 %rd5, %rd4;",
    "shared": "mov.u64 %rd4, in_shared; cvta.shared.u64 %rd5, %rd4;",
    "local": ".local .align 4 .u32 in_local[2]; mov.u64 %rd4, in_local; cvta.local.u64 %rd5, %rd4;",
    "param": "mov.u64 %rd4, n; cvta.param.u64 %rd5, %rd4;",
}
QUERIES = {
    **{space: space for space in SPACES},
    "shared::cta": "shared",
    "shared::cluster": "shared",
    "param::entry": "param",
}


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("space", SPACES)
def test_space_of_a_generic_address_is_known(space, query, shared_executor):
    body = f"{TAKE[space]} isspacep.{query} %p0, %rd5; selp.u32 %r2, 1, 0, %p0;"
    # the window of the parameters is part of the global one
    is_inside = QUERIES[query] == space or (query, space) == ("global", "param")
    assert set(_run_with_variables(shared_executor, body).tolist()) == {int(is_inside)}


@pytest.mark.parametrize("space", QUERIES)
def test_address_survives_the_way_to_generic_and_back(space, shared_executor):
    take = TAKE[QUERIES[space]].replace(f"cvta.{QUERIES[space]}.", f"cvta.{space}.")
    assert f"cvta.{space}.u64" in take
    body = f"{take} cvta.to.{space}.u64 %rd6, %rd5; setp.eq.u64 %p0, %rd4, %rd6; selp.u32 %r2, 1, 0, %p0;"
    assert set(_run_with_variables(shared_executor, body).tolist()) == {1}


def test_generic_address_of_a_shared_variable_reaches_it(shared_executor):
    body = """
    st.shared.u32 [in_shared+8], 77;
    bar.sync 0;
    mov.u64 %rd4, in_shared;
    cvta.shared.u64 %rd5, %rd4;
    ld.u32 %r2, [%rd5+8];
    """
    assert set(_run_with_variables(shared_executor, body).tolist()) == {77}


@pytest.mark.parametrize(("space", "expected"), [("global", 101), ("const", 102)])
def test_generic_address_of_a_module_variable_reaches_it(space, expected, shared_executor):
    out = _run_with_variables(shared_executor, f"{TAKE[space]} ld.u32 %r2, [%rd5];")
    assert set(out.tolist()) == {expected}


def _run_with_variables(executor, body):
    ran = run(executor, kernel(body, module=VARIABLES, result="%r2"), n=5)
    assert ran.report.completed
    return ran.out
