"""Programs are a function of their seed, valid, independent of any order, have every instruction, and shrink."""

import pytest

from harness.ptx.isa.table import ROWS
from tests.fuzz.campaign import NOT_GENERATED, is_generated, opcodes_of, row_of, run_reference
from tests.fuzz.generate import generate
from tests.fuzz.program import Program
from tests.fuzz.shrink import shrink


def test_a_seed_gives_one_program():
    assert generate(7) == generate(7)
    assert generate(7).buffers() == generate(7).buffers()
    assert generate(7).text != generate(8).text


@pytest.mark.parametrize("start", range(900, 912, 3))
def test_results_do_not_depend_on_the_order_of_threads(start):
    for seed in range(start, start + 3):
        program = generate(seed)
        assert run_reference(program) == run_reference(program, backwards=True), f"seed {seed}"


def test_programs_have_every_row_of_the_instruction_table():
    missing = {row.syntax for row in ROWS if is_generated(row)}
    for seed in range(400):
        missing -= {row_of(opcode) for opcode in opcodes_of(generate(seed))}
        if not missing:
            break
    assert missing == set()


@pytest.mark.parametrize("beginning", NOT_GENERATED)
def test_rows_that_are_left_out_exist(beginning):
    assert any(row.syntax.startswith(beginning) for row in ROWS)


def test_programs_have_every_shape():
    texts = [generate(seed).text for seed in range(300)]
    parts = ["brx.idx", "call (", "bra L", "@%q1 exit;", "bar.red", ".arrive", "addc", "mov.v4", "cp.async"]
    for part in parts:
        assert sum(part in text for text in texts) >= 3, part


LINES = [f"line{k};" for k in range(40)]


def program(
    lines: list[str], grid: tuple[int, int, int] = (2, 1, 1), block: tuple[int, int, int] = (8, 5, 1)
) -> Program:
    return Program(0, "\n".join(lines) + "\n", grid, block)


def test_only_the_lines_that_matter_stay():
    def fails(candidate: Program) -> bool:
        return {"line3;", "line17;", "line38;"} <= set(candidate.text.splitlines())

    small = shrink(program(LINES), fails)
    assert small.text == "line3;\nline17;\nline38;\n"
    assert small.grid == (1, 1, 1)
    assert small.block == (1, 1, 1)


def test_lines_that_need_each_other_go_together():
    def fails(candidate: Program) -> bool:
        lines = set(candidate.text.splitlines())
        return "line20;" in lines and ("line5;" in lines) == ("line30;" in lines)

    # neither of the pair can go alone, but both are in one half
    near = ["line5;", "line30;", *[line for line in LINES if line not in ("line5;", "line30;")]]
    assert shrink(program(near), fails).text == "line20;\n"


def test_threads_that_matter_stay():
    def fails(candidate: Program) -> bool:
        return candidate.n_threads >= 3 and candidate.grid == (1, 1, 1)

    assert shrink(program(LINES[:2], grid=(1, 1, 1)), fails).block == (4, 1, 1)


def test_the_thread_that_matters_is_found():
    def fails(candidate: Program) -> bool:
        return candidate.first_thread <= 39 < candidate.first_thread + candidate.n_threads

    assert shrink(program(LINES[:2], grid=(1, 1, 1)), fails).n_threads == 1


def test_what_nothing_reads_goes_at_once():
    tries = []

    def fails(candidate: Program) -> bool:
        tries.append(candidate)
        return "st.global.b32 [%a0], %r1;" in candidate.text and "mov.b32 %r1, 5;" in candidate.text

    chain = [f"add.u32 %r{k}, %r{k - 1}, 1;" for k in range(11, 40)]
    lines = ["mov.b32 %r1, 5;", "mov.b32 %r10, 7;", *chain, "st.global.b32 [%a0], %r1;"]
    assert len(shrink(program(lines, (1, 1, 1), (1, 1, 1)), fails).text.splitlines()) == 2


def test_instructions_become_moves_of_what_they_wrote():
    def fails(candidate: Program) -> bool:
        return candidate.text in ("\n".join(kept) + "\n" for kept in (lines, [lines[0], *moved], moved))

    lines = ["ld.global.b32 %r3, [%a0];", "mul.lo.u32 %r2, %r3, 3;", "shr.u32 %r1, %r2, 40;"]
    moved = ["mov.b32 %r2, 0xC;", lines[2]]
    small = shrink(program(lines, (1, 1, 1), (1, 1, 1)), fails, lambda _: {2: {"%r2": (32, 0xC)}})
    assert small.text.splitlines() == moved


def test_registers_give_way_to_constants():
    def fails(candidate: Program) -> bool:
        return candidate.text.startswith("shr.u32 %r1, %r2")

    assert shrink(program(["shr.u32 %r1, %r2, %r3;"]), fails).text == "shr.u32 %r1, %r2, 0;\n"


def test_it_gives_up_in_time():
    tries = 0

    def fails(candidate: Program) -> bool:
        nonlocal tries
        tries += 1
        return False

    shrink(program(LINES), fails, max_tries=25)
    assert tries == 25
