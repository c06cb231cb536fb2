"""Generated programs are a function of their seed, valid, independent of any order, and have every instruction."""

import hashlib

import pytest

from harness.ptx.isa.table import ROWS
from tests.fuzz.campaign import NOT_GENERATED, is_generated, opcodes_of, row_of
from tests.fuzz.comparison import run_reference
from tests.fuzz.generate import FIRST_EXTENDED, generate
from tests.fuzz.patterns import NEWER_PATTERNS, PATTERNS, opcodes
from tests.fuzz.semantics import meaning


def test_a_seed_gives_one_program():
    assert generate(7) == generate(7)
    assert generate(7).buffers() == generate(7).buffers()
    assert generate(7).text != generate(8).text


@pytest.mark.parametrize("start", range(900, 912, 3))
def test_results_do_not_depend_on_the_order_of_threads(start):
    for seed in range(start, start + 3):
        program = generate(seed)
        assert run_reference(program) == run_reference(program, backwards=True), f"seed {seed}"


@pytest.mark.parametrize("pattern", [*PATTERNS, *NEWER_PATTERNS])
def test_every_opcode_of_a_pattern_has_a_meaning_and_a_row(pattern):
    for opcode in opcodes(pattern):
        assert meaning(opcode).sources, opcode
        assert row_of(opcode), opcode


def test_programs_have_every_row_of_the_instruction_table():
    missing = {row.syntax for row in ROWS if is_generated(row)}
    for seed in (*range(1500), *range(FIRST_EXTENDED, FIRST_EXTENDED + 400)):
        missing -= {row_of(opcode) for opcode in opcodes_of(generate(seed))}
        if not missing:
            break
    assert missing == set()


@pytest.mark.parametrize("beginning", NOT_GENERATED)
def test_rows_that_are_left_out_exist(beginning):
    assert any(row.syntax.startswith(beginning) for row in ROWS)


def test_programs_before_the_extended_ones_are_what_they_were():
    text = "".join(generate(seed).text for seed in range(40))
    assert hashlib.sha256(text.encode()).hexdigest() == (
        "265ad15fd6108af3c07ed7891393d788d5d09b969aa3c32f00c1dc9b59998c9c"
    )


def test_programs_have_every_shape():
    texts = [generate(seed).text for seed in range(300)]
    for part in (
        "brx.idx",
        "call (",
        "bra L",
        "@%q1 exit;",
        "bar.red",
        ".arrive",
        "shfl.sync",
        "sm_100",
        "cp.async",
    ):
        assert sum(part in text for text in texts) >= 3, part
