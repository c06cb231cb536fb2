"""The executor against the reference on a few programs, and the fuzzer against faults put into the executor.

``python -m tests.fuzz --count 10000`` runs many.

Of the fuzzer of memory-unsafe programs: it runs what it writes, and a check that the runtime leaves out ends it.
"""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from harness.errors import PtxError
from harness.ptx.isa import table as isa
from harness.ptx.isa.row import Lowering
from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import Watch
from harness.ptx.lower import bits as lower_bits
from harness.ptx.lower import memory as lower_memory
from harness.ptx.lower import warp as lower_warp
from harness.ptx.lower.emitter import Emitter, Modifiers
from harness.ptx.lower.llvm_text import I1, bits_of, ivec
from harness.ptx.runtime.make_runtime import HERE
from harness.ptx.text.syntax import Immediate, Instruction
from tests.fuzz import unsafe
from tests.fuzz.__main__ import main
from tests.fuzz.campaign import (
    LOST,
    Difference,
    ExecutorDevice,
    Summary,
    check,
    constants_of,
    opcodes_of,
    run,
    run_reference,
    still_differs,
)
from tests.fuzz.constructs import CONSTRUCTS
from tests.fuzz.generate import generate
from tests.fuzz.program import Program
from tests.fuzz.reader import read
from tests.fuzz.shrink import shrink
from tests.ptx import sanitized
from tests.ptx.code_cache import compiling_executor
from tests.sampled import one_in

N_PROGRAMS = 48
N_TOGETHER = 6


@pytest.fixture(scope="module")
def device() -> Iterator[ExecutorDevice]:
    executor = compiling_executor()
    yield ExecutorDevice(executor)
    executor.close()


@pytest.mark.parametrize("start", one_in(2, range(0, N_PROGRAMS, N_TOGETHER), pytest.mark.slow))
def test_executor_agrees_with_the_reference(start, device):
    for seed in range(start, start + N_TOGETHER):
        result = check(generate(seed), device)
        assert not result.difference, f"seed {seed}: {result.difference}; python -m tests.fuzz --seed {seed}"


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_the_executor_follows_the_manual_where_an_assembler_does_not(name, device):
    assert CONSTRUCTS[name].result(device) == CONSTRUCTS[name].wanted


class LosesItself(ExecutorDevice):
    n_runs = 0

    def run(self, program: Program) -> dict[str, bytes] | Difference:
        self.n_runs += 1
        return Difference(f"{LOST}illegal instruction") if self.n_runs == 3 else super().run(program)


def test_nothing_runs_on_a_device_that_was_lost(device):
    results = list(run(range(6), LosesItself(device.executor)))
    assert [result.seed for result in results] == [0, 1, 2]
    assert results[-1].difference.startswith(LOST)


def shift_without_clamp(e: Emitter, i: Instruction, m: Modifiers) -> None:
    kind = m["type"]
    bits = bits_of(kind)
    d, a, b = i.operands
    amount = e.tmp(f"and {ivec(bits)} {e.resize(e.read(b, 'u32'), 32, bits)}, splat (i{bits} {bits - 1})")
    e.write(d, e.tmp(f"lshr {ivec(bits)} {e.read(a, kind)}, {amount}"), kind)


def insert_one_bit_too_high(e: Emitter, i: Instruction, m: Modifiers) -> None:
    f, a, b, c, d = i.operands
    position = Immediate((c.value + 1) % 64) if isinstance(c, Immediate) else c
    lower_bits.insert_field(e, replace(i, operands=(f, a, b, position, d)), m)


def follow_the_neighbour(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Let lane 31 of a divergent branch go where lane 30 goes."""
    if e.guard_bits is not None:
        neighbour = e.tmp(f"and i32 {e.tmp(f'shl i32 {e.guard_bits}, 1')}, -2147483648")
        own = e.tmp(f"and i32 {e.guard_bits}, 2147483647")
        e.guard_bits = e.tmp(f"or i32 {own}, {neighbour}")
        e.guard = e.tmp(f"bitcast i32 {e.guard_bits} to {I1}")
    lower_warp.branch(e, i, m)


def shuffle_across_segments(e: Emitter, i: Instruction, m: Modifiers) -> None:
    d, a, b, c, members = i.operands
    assert isinstance(c, Immediate)
    lower_warp.shuffle(e, replace(i, operands=(d, a, b, Immediate(c.value & 31), members)), m)


def load_the_next_byte_unsigned(e: Emitter, i: Instruction, m: Modifiers) -> None:
    kind = m["type"]
    lower_memory.load(e, i, Modifiers(m, type="u" + kind[1:] if kind in ("s8", "s16") else kind))


FAULTS: dict[str, tuple[str, Lowering]] = {
    "shr": ("shr.", shift_without_clamp),
    "bfi": ("bfi.", insert_one_bit_too_high),
    "bra": ("bra L", follow_the_neighbour),
    "shfl": ("shfl.", shuffle_across_segments),
    "ld": ("ld.", load_the_next_byte_unsigned),
}


def planted(monkeypatch: pytest.MonkeyPatch, name: str, lower: Lowering) -> None:
    rows = [replace(row, lower=lower) for row in isa._BY_NAME[name]]
    monkeypatch.setitem(isa._BY_NAME, name, rows)
    # Nothing is found again that was found before, and nothing of this stays.
    monkeypatch.setattr(isa, "find_opcode", isa.find_opcode.__wrapped__)


def first_difference(
    device: ExecutorDevice, part: str, n_programs: int, max_lines: int = 1000
) -> Program | None:
    """Return the first program that has a text and differs, of so many that have it and are short enough."""
    seed = 0
    while n_programs:
        program = generate(seed)
        seed += 1
        if part not in program.text or program.n_threads > 64 or program.text.count("\n") > max_lines:
            continue
        n_programs -= 1
        if check(program, device).difference:
            return program
    return None


@pytest.mark.parametrize("name", one_in(2, FAULTS, pytest.mark.slow))
def test_a_planted_fault_is_found(name, device, monkeypatch):
    part, lower = FAULTS[name]
    planted(monkeypatch, name, lower)
    assert first_difference(device, part, 150) is not None, "not found in 150 programs"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["shr", "bra", "shfl"])
def test_a_program_that_shows_a_fault_is_made_small(name, device, monkeypatch):
    part, lower = FAULTS[name]
    with monkeypatch.context() as patch:
        planted(patch, name, lower)
        # each branch of a longer one takes many tries
        program = first_difference(device, part, 150, max_lines=150 if name == "bra" else 190)
        assert program is not None
        fails = still_differs(device, check(program, device).difference)
        small = shrink(program, fails, constants_of, max_tries=350)
        assert fails(small)
    assert not fails(small), "it differs without the fault as well"
    assert any(opcode.partition(".")[0] == name for opcode in opcodes_of(small))
    assert n_instructions(small) <= min(35, n_instructions(program) // 3), small.text


PARAMS = (
    ".param .u64 out, .param .u64 init, .param .u64 own, .param .u64 table, .param .u64 cells, .param .u32 n"
)
HEAD = f""".version 8.5
.target sm_90
.visible .entry k({PARAMS})
{{
.reg .b64 %a<2>;
.reg .b32 %t<4>;
.shared .align 16 .b8 slots[64];
ld.param.u64 %a0, [out];
mov.u32 %t1, %tid.x;
mad.wide.u32 %a1, %t1, 4, %a0;
"""


class OtherBytes(ExecutorDevice):
    """Leaves 0x77 in the first byte, whatever the program does."""

    def run(self, program: Program) -> dict[str, bytes] | Difference:
        found = run_reference(program, backwards=True)
        return {**found, "out": b"\x77" + found["out"][1:]}


class Optimises(OtherBytes):
    """Leaves other bytes unless it is told to run a program as it is written."""

    def run_plainly(self, program: Program) -> dict[str, bytes] | Difference:
        return run_reference(program)


def test_a_difference_is_the_assemblers_if_it_goes_with_the_optimisation(device):
    program = replace(
        generate(0), text=HEAD + "st.global.b32 [%a1], %t1;\nret;\n}\n", grid=(1, 1, 1), block=(2, 1, 1)
    )
    race = replace(program, text=program.text.replace("[%a1]", "[%a0]"))
    summary = Summary()
    for each in (
        check(program, Optimises(device.executor)),
        check(program, OtherBytes(device.executor)),
        check(race, Optimises(device.executor)),
    ):
        assert each.difference
        summary.add(each)
    assert len(summary.assembled) == 1, "neither what differs always, nor a program that has a race"
    assert "3 programs, 2 differences, 1 by optimisation of the assembler alone; " in str(summary)


def differs_still(device: ExecutorDevice, body: str, judge: ExecutorDevice | None = None) -> bool:
    program = replace(generate(0), text=HEAD + body + "ret;\n}\n", grid=(1, 1, 1), block=(2, 1, 1))
    other = OtherBytes(device.executor)
    return still_differs(other, "1 bytes of out differ, the first at 0", judge)(program)


def test_a_program_that_is_open_is_no_difference_of_the_device(device):
    assert differs_still(device, "st.global.b32 [%a1], %t1;\n")
    assert not differs_still(device, "st.global.b32 [%a0], %t1;\n"), "a race"
    assert not differs_still(device, "mov.u32 %t2, slots;\nst.global.b32 [%a1], %t2;\n"), "an address"


def test_what_the_executor_sees_is_no_difference_of_the_device(device):
    judge = ExecutorDevice(device.executor, Watch(races=True))
    lanes = "st.shared.b32 [slots], %t1;\nld.shared.b32 %t2, [slots];\nst.global.b32 [%a1], %t2;\n"
    assert differs_still(device, lanes), "threads that run one after the other read what they wrote"
    assert not differs_still(device, lanes, judge)
    assert differs_still(device, "st.global.b32 [%a1], %t1;\n", judge)


def n_instructions(program: Program) -> int:
    return sum(len(function.code) for function in read(program.text).functions.values())


def test_a_refusal_is_a_difference(device, monkeypatch):
    def refuse(e: Emitter, i: Instruction, m: Modifiers) -> None:
        raise PtxError("no")

    planted(monkeypatch, "popc", refuse)
    program = first_difference(device, "popc.b", 3)
    assert program is not None
    assert check(program, device).difference.startswith("refused: ")


def test_command_prints_the_seed_and_a_small_program(monkeypatch, capsys):
    planted(monkeypatch, "popc", negated_popc)
    texts = ((seed, generate(seed).text) for seed in range(1000))
    seed = next(
        seed for seed, text in texts if "popc.b32" in text and ".func" not in text and len(text) < 6000
    )
    assert main(["--seed", str(seed), "--max-tries", "60"]) == 1
    printed = capsys.readouterr().out
    assert f"rerun: python -m tests.fuzz --seed {seed}\n" in printed
    assert "popc.b32" in printed
    assert "1 programs, 1 differences" in printed


def negated_popc(e: Emitter, i: Instruction, m: Modifiers) -> None:
    lower_bits.count(e, i, m)
    lower_bits.invert(e, replace(i, operands=(i.operands[0], i.operands[0])), Modifiers(type="b32"))


def test_command_succeeds_where_nothing_differs(capsys):
    assert main(["--count", "2", "--seed", "3", "--coverage"]) == 0
    printed = capsys.readouterr().out
    assert "2 programs, 0 differences" in printed
    assert "left out: vote(mode" in printed


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    executor = compiling_executor(unsafe.STEP_BUDGET)
    yield executor
    executor.close()


@pytest.mark.parametrize("kind", unsafe.KINDS)
def test_every_instruction_is_one(executor: Executor, kind: str) -> None:
    """Alone, in a program: only copies of columns of images are refused."""
    for template in unsafe.KINDS[kind]:
        writer = unsafe._Writer(random.Random(template))
        writer.write(template)
        program = executor.load("\n".join([unsafe.HEAD, *writer.lines, "ret;", "}", ""]))
        if "im2col" in template:
            with pytest.raises(PtxError, match="not known to the cpu device"):
                program.kernel("k")
        else:
            program.kernel("k")


def test_programs_run(executor: Executor) -> None:
    refused = [reason for seed in range(20) if (reason := unsafe.launch(executor, seed))]
    assert all("cp.async.bulk.tensor" in reason for reason in refused)


@pytest.mark.slow
@pytest.mark.skipif(not sanitized.find_sanitizers(), reason="install gcc with libasan and libubsan")
def test_missing_check_is_found(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    unit, source = sanitized.sources_unit, HERE / "memory.c"
    text = source.read_text(encoding="ascii").replace('#include "', f'#include "{HERE}/')
    check = "at >= high || high - at < size"
    assert text.count(check) == 1
    include = f'#include "{source}"'

    def without_bounds(layout: str) -> str:
        assert include in unit(layout)
        return unit(layout).replace(include, text.replace(check, "0"))

    monkeypatch.setattr(sanitized, "sources_unit", without_bounds)
    # a few programs take less time than gcc's optimiser
    monkeypatch.setattr(sanitized, "FLAGS", (*sanitized.FLAGS, "-O0"))
    assert unsafe.main(["--count", "40"]) == 1
    told = capfd.readouterr()
    assert "AddressSanitizer" in told.err
    assert "rerun: python -m tests.fuzz.unsafe --seed" in told.out + told.err
