"""Runs many programs, collects what they were made of and where devices differ."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from harness.ptx.isa.row import Row
from harness.ptx.isa.table import ROWS
from tests.fuzz.comparison import LOST, REFUSED, Device, compare, run_reference
from tests.fuzz.generate import generate
from tests.fuzz.program import Program
from tests.fuzz.reader import UnreadableError, read
from tests.fuzz.warp import UndefinedError

_OF_OTHER_BLOCKS = (
    "mbarrier", "mapa", "getctarank", "barrier.cluster", "st.async", "red.async", "cp.async.bulk", "cp.async.mbarrier",
    "fence.mbarrier_init", "fence.acquire.sync_restrict", "fence.release.sync_restrict",
    "fence.proxy.async::generic",
)  # fmt: skip
_OF_OBJECTS = ("tex{", "tld4", "txq", "suq", "suld", "sust", "sured")
NOT_GENERATED = {
    **dict.fromkeys(_OF_OTHER_BLOCKS, "the reference has no clusters and mbarriers"),
    "activemask": "depends on the schedule",
    "trap": "ends the launch",
    "brkpt": "ends the launch",
    "kh_": "is the executor's own",
    "mma": "not in the reference: see tests of matrix instructions",
    "wmma": "not in the reference: see tests of matrix instructions",
    "ldmatrix": "not in the reference: see tests of matrix instructions",
    "stmatrix": "not in the reference: see tests of matrix instructions",
    "movmatrix": "not in the reference: see tests of matrix instructions",
    "cvt(rnd:rna)": "not in the reference: tf32",
    "cvt(rnd:rn rz){<satfinite>}{<relu>}(type:tf32)": "not in the reference: tf32",
    "atom{<aorder>}{<scope>}{<aspace>}(operation:exch cas){<hint>}(type:b128)": "not in the reference: 128 bits",
    "atom{<aorder>}{<scope>}{.global}(operation:add){.noftz}{<hint>}(vec": "not in the reference: vectors",
    "red{<rorder>}{<scope>}{.global}(operation:add){.noftz}{<hint>}(vec": "not in the reference: vectors",
    "createpolicy": "not in the reference: cache policies",
    "discard": "makes memory undefined",
    "setmaxnreg": "needs a whole warp group",
    "cp.reduce.async.bulk": "not in the reference: asynchronous copies",
    **dict.fromkeys(_OF_OBJECTS, "not in the reference: textures and surfaces, see tests/ptx/lower"),
    "vote(mode": "assemblers refuse it for sm_70 and later",
}
"""Beginnings of rows of the instruction table that programs leave out, and why; approximations are left out as well."""


@dataclass
class Result:
    """What became of one program.

    With `is_of_the_assembler`, the device differs, but not where its assembler optimises least: the instructions of the
    PTX leave on it what they must.
    """

    seed: int
    difference: str = ""
    skipped: str = ""
    opcodes: frozenset[str] = frozenset()
    is_of_the_assembler: bool = False


@dataclass
class Summary:
    n_programs: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    failed: list[Result] = field(default_factory=list)
    assembled: list[Result] = field(default_factory=list)
    opcodes: set[str] = field(default_factory=set)
    n_with_row: Counter[str] = field(default_factory=Counter)

    def add(self, result: Result) -> None:
        if result.skipped:
            self.skipped[result.skipped] += 1
            return
        self.n_programs += 1
        self.opcodes |= result.opcodes
        self.n_with_row.update({row_of(opcode) for opcode in result.opcodes})
        if result.difference:
            (self.assembled if result.is_of_the_assembler else self.failed).append(result)

    def coverage(self) -> dict[str, int]:
        """Return in how many programs each row of the instruction table occurs, of those that can."""
        return {row.syntax: self.n_with_row[row.syntax] for row in ROWS if is_generated(row)}

    def __str__(self) -> str:
        coverage = self.coverage()
        n_hit = sum(n > 0 for n in coverage.values())
        skipped = "".join(f", {n} skipped ({why})" for why, n in sorted(self.skipped.items()))
        assembled = (
            f", {len(self.assembled)} by optimisation of the assembler alone" if self.assembled else ""
        )
        return (
            f"{self.n_programs} programs, {len(self.failed)} differences{assembled}{skipped}; "
            f"{len(self.opcodes)} opcodes, {n_hit} of {len(coverage)} rows of the instruction table"
        )


def is_generated(row: Row) -> bool:
    """Whether programs can have an instruction of a row."""
    return row.exact and not row.syntax.startswith(tuple(NOT_GENERATED))


@cache
def row_of(opcode: str) -> str:
    """Return the syntax of the row that an opcode matches first, as the executor looks it up; empty for none."""
    return next((row.syntax for row in ROWS if row.match(opcode) is not None), "")


def opcodes_of(program: Program) -> frozenset[str]:
    module = read(program.text)
    return frozenset(i.opcode for function in module.functions.values() for i in function.code)


def check(program: Program, device: Device) -> Result:
    """Run one program and compare; a program that is not valid counts as a difference of the generator's."""
    try:
        wanted = run_reference(program)
        opcodes = opcodes_of(program)
    except (UndefinedError, UnreadableError) as problem:
        return Result(program.seed, f"the generator wrote a program that is not valid: {problem}")
    difference = compare(wanted, device.run(program))
    if difference is None:
        return Result(program.seed, opcodes=opcodes)
    is_of_the_assembler = (
        run_reference(program, backwards=True) == wanted
        and compare(wanted, device.run_plainly(program)) is None
    )
    return Result(program.seed, str(difference), "", opcodes, is_of_the_assembler)


def still_differs(device: Device, first: str, judge: Device | None = None) -> Callable[[Program], bool]:
    """Return whether a program is valid and a device still differs on it in the way of a first difference.

    A refusal must be the same refusal, line numbers apart, and a fault must not become a wrong value. What leaves other
    bytes when its threads run in the opposite order and its memory is elsewhere has a race or depends on addresses, and
    says nothing of a device; nor does that on which the judge, another device, differs as well.
    """

    def fails(program: Program) -> bool:
        try:
            wanted = run_reference(program)
            is_open = run_reference(program, backwards=True) != wanted
        except (
            UndefinedError,
            UnreadableError,
            ArithmeticError,
            AssertionError,
            LookupError,
            TypeError,
            ValueError,
        ):
            return False
        difference = None if is_open else compare(wanted, device.run(program))
        if difference is None or _kind(difference.text) != _kind(first):
            return False
        return judge is None or compare(wanted, judge.run(program)) is None

    return fails


def _kind(difference: str) -> str:
    """Return what a difference has in common with others of its sort."""
    if difference.startswith(REFUSED):
        return re.sub(r"\d+", "", difference)
    return "values" if " bytes of " in difference and " differ, " in difference else "fault"


def run(seeds: Iterable[int], device: Device, *, newest: bool = True) -> Iterator[Result]:
    """Generate and check the program of each seed, up to one that costs the device; that is the last result.

    Without `newest`, programs for sm_100 are skipped.
    """
    for seed in seeds:
        program = generate(seed)
        if program.target != "sm_90" and not newest:
            yield Result(seed, skipped=f"need {program.target}")
            continue
        result = check(program, device)
        yield result
        if result.difference.startswith(LOST):
            return
