"""Runs many programs on a device and the reference, and collects what they were made of and where the two differ."""

import argparse
import multiprocessing
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Protocol

import numpy as np

from harness.errors import HarnessError
from harness.ptx.isa.row import Row
from harness.ptx.isa.table import ROWS
from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import UNWATCHED, Watch
from tests.fuzz import reference
from tests.fuzz.core import Written
from tests.fuzz.generate import generate
from tests.fuzz.memory import Memory, UndefinedError
from tests.fuzz.patterns import PATTERNS, opcodes
from tests.fuzz.program import BUFFERS, OUT_BYTES, Program
from tests.fuzz.reader import OTHERS, UnreadableError, read
from tests.ptx.code_cache import compiling_executor

REFUSED = "refused: "
LOST = "the device was lost: "
"""Begins the text of a difference after which a device runs nothing more in this process."""
N_ARGUMENT = 7
"""The kernel's last argument."""


class Difference(str):
    """Where a device differs, or why it does not run."""


class Device(Protocol):
    """Runs a program and returns what it leaves in each buffer, or why it could not."""

    def run(self, program: Program) -> dict[str, bytes] | Difference: ...

    def run_plainly(self, program: Program) -> dict[str, bytes] | Difference:
        """Run a program as it is written: on a GPU, optimised as little as its assembler can."""
        ...


def run_reference(
    program: Program, *, backwards: bool = False, written: Written | None = None
) -> dict[str, bytes]:
    """Return what a program leaves in each buffer; UndefinedError or UnreadableError where it is not a valid one.

    With `backwards` its threads run in the opposite order, and all memory is in other places.
    """
    memory = Memory(elsewhere=backwards)
    addresses = {name: memory.allocate(data) for name, data in program.buffers().items()}
    args = [*(addresses[name] for name in BUFFERS), N_ARGUMENT]
    module = read(program.text)
    reference.run(
        module, "k", program.grid, program.block, args, memory, backwards=backwards, written=written
    )
    return {name: bytes(memory.region(address)[0].data) for name, address in addresses.items()}


def constants_of(program: Program) -> dict[int, dict[str, tuple[int, int]]]:
    """Return the lines that always write the same to registers, with the width and the bits of each."""
    written: Written = {}
    run_reference(program, written=written)
    found = {}
    for line, registers in written.items():
        constants = {name: value for name, value in registers.items() if value is not None}
        if len(constants) == len(registers):
            found[line] = constants
    return found


class ExecutorDevice:
    """The executor of `harness.ptx`."""

    def __init__(self, executor: Executor, watch: Watch = UNWATCHED) -> None:
        self.executor = executor
        self.watch = watch

    def run(self, program: Program) -> dict[str, bytes] | Difference:
        self.executor.memory.clear()
        allocations = {}
        for name, data in program.buffers().items():
            allocation = self.executor.memory.allocate(len(data), name)
            allocation.data[:] = np.frombuffer(data, np.uint8)
            allocation.define()
            allocations[name] = allocation
        args = [*(np.uint64(allocations[name].address) for name in BUFFERS), np.uint32(N_ARGUMENT)]
        try:
            loaded = self.executor.load(program.text)
            report = self.executor.launch(loaded, "k", program.grid, program.block, args, watch=self.watch)
        except HarnessError as error:
            return Difference(f"{REFUSED}{error}")
        wrong = [fault for fault in report.faults if not fault.is_info]
        if wrong or not report.completed:
            texts = [f"line {fault.ptx_line}: {fault.message}" for fault in wrong]
            return Difference("; ".join(texts) or "did not complete")
        return {name: allocation.data.tobytes() for name, allocation in allocations.items()}

    def run_plainly(self, program: Program) -> dict[str, bytes] | Difference:
        """Run a program; the executor has no other way."""
        return self.run(program)


def compare(wanted: Mapping[str, bytes], got: Mapping[str, bytes] | Difference) -> Difference | None:
    """Return the first place where a device's memory is not the reference's."""
    if isinstance(got, Difference):
        return got
    for name, data in wanted.items():
        if got[name] == data:
            continue
        place = next(k for k, (a, b) in enumerate(zip(data, got[name], strict=True)) if a != b)
        n = sum(a != b for a, b in zip(data, got[name], strict=True))
        thread = (
            f", thread {place // OUT_BYTES}, byte {place % OUT_BYTES} of its registers"
            if name == "out"
            else ""
        )
        start = place // 8 * 8
        words = (each[start : start + 8][::-1].hex() for each in (data, got[name]))
        return Difference(
            f"{n} bytes of {name} differ, the first at {place}{thread}: must be {next(words)} (got {next(words)})"
        )
    return None


_OF_OTHER_BLOCKS = (
    "barrier.cluster", "st.async", "red.async", "cp.async.bulk", "cp.async.mbarrier", "fence.mbarrier_init",
    "fence.acquire.sync_restrict", "fence.release.sync_restrict", "fence.proxy.async::generic",
)  # fmt: skip
NOT_GENERATED = {
    **dict.fromkeys(_OF_OTHER_BLOCKS, "the reference has no clusters and mbarriers"),
    "atom{<aorder>}{<scope>}{<aspace>}(operation:exch cas){<hint>}(type:b128)": "not in the reference: 128 bits",
    "atom{<aorder>}{<scope>}{.global}(operation:add){.noftz}{<hint>}(vec": "not in the reference: vectors",
    "red{<rorder>}{<scope>}{.global}(operation:add){.noftz}{<hint>}(vec": "not in the reference: vectors",
    "cp.reduce.async.bulk": "not in the reference: asynchronous copies",
    **dict.fromkeys(
        ("prefetch{<space>}.tensormap", "fence.proxy.tensormap"), "not in the reference: tensor maps"
    ),
    "vote(mode": "assemblers refuse it for sm_70 and later",
}
"""Beginnings of rows of memory, control flow and other threads that programs leave out, and why.

Of the rows that concern registers alone, programs have those of `patterns.PATTERNS` and of carry chains.
"""


@dataclass
class Result:
    """What became of one program.

    With `is_of_the_assembler`, the device differs, but not where its assembler optimises least: the instructions of the
    PTX leave on it what they must.
    """

    seed: int
    difference: str = ""
    opcodes: frozenset[str] = frozenset()
    is_of_the_assembler: bool = False


@dataclass
class Summary:
    n_programs: int = 0
    failed: list[Result] = field(default_factory=list)
    assembled: list[Result] = field(default_factory=list)
    opcodes: set[str] = field(default_factory=set)
    n_with_row: Counter[str] = field(default_factory=Counter)

    def add(self, result: Result) -> None:
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
        assembled = (
            f", {len(self.assembled)} by optimisation of the assembler alone" if self.assembled else ""
        )
        return (
            f"{self.n_programs} programs, {len(self.failed)} differences{assembled}; "
            f"{len(self.opcodes)} opcodes, {n_hit} of {len(coverage)} rows of the instruction table"
        )


@cache
def _of_patterns() -> frozenset[str]:
    return frozenset(row_of(opcode) for pattern in PATTERNS for opcode in opcodes(pattern))


def is_generated(row: Row) -> bool:
    is_left_out = row.syntax.startswith(tuple(NOT_GENERATED))
    return row.syntax in _of_patterns() or (row.name in OTHERS and not is_left_out)


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
    return Result(program.seed, str(difference), opcodes, is_of_the_assembler)


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
        if difference is None or _kind(difference) != _kind(first):
            return False
        return judge is None or compare(wanted, judge.run(program)) is None

    return fails


def _kind(difference: str) -> str:
    """Return what a difference has in common with others of its sort."""
    if difference.startswith(REFUSED):
        return re.sub(r"\d+", "", difference)
    return "values" if " bytes of " in difference and " differ, " in difference else "fault"


def run(seeds: Iterable[int], device: Device) -> Iterator[Result]:
    """Generate and check the program of each seed, up to one that costs the device; that is the last result."""
    for seed in seeds:
        result = check(generate(seed), device)
        yield result
        if result.difference.startswith(LOST):
            return


CHUNK = {"cpu": 25, "gpu": 100}
"""Programs that a process takes at a time; one with a GPU takes no more and ends."""
_devices: dict[str, Device] = {}


def seeds_of(options: argparse.Namespace) -> range:
    return range(options.seed, options.seed + options.count)


def device_of(options: argparse.Namespace) -> Device:
    """Return this process's device, opened when it is first wanted."""
    if options.device not in _devices:
        if options.device == "gpu":
            from tests.fuzz.gpu import GpuDevice

            _devices["gpu"] = GpuDevice(options.level)
        else:
            watch = Watch(races=options.watch, undefined=options.watch, schedule=options.schedule)
            _devices["cpu"] = ExecutorDevice(compiling_executor(), watch)
    return _devices[options.device]


def judge_of(options: argparse.Namespace) -> Device | None:
    """Return what has to agree with the reference where a GPU does not: the executor, which sees races."""
    if options.device != "gpu":
        return None
    if "judge" not in _devices:
        _devices["judge"] = ExecutorDevice(compiling_executor(), Watch(races=True, undefined=True))
    return _devices["judge"]


def _chunk(options: argparse.Namespace, seeds: range) -> list[Result]:
    return list(run(seeds, device_of(options)))


def results_of(options: argparse.Namespace) -> Iterator[Result]:
    """Yield the result of each seed; what a lost device left undone comes last."""
    seeds = seeds_of(options)
    size = CHUNK[options.device]
    chunks = [seeds[start : start + size] for start in range(0, len(seeds), size)]
    if options.device == "gpu":
        yield from _results_apart(options, chunks)
        return
    if options.jobs == 1:
        for chunk in chunks:
            yield from _chunk(options, chunk)
        return
    with ProcessPoolExecutor(options.jobs) as pool:
        for results in pool.map(_chunk, [options] * len(chunks), chunks):
            yield from results


def _results_apart(options: argparse.Namespace, chunks: list[range]) -> Iterator[Result]:
    """Yield results of processes that take one chunk each; what a lost device left of a chunk comes at the end."""
    with multiprocessing.get_context("spawn").Pool(options.jobs, maxtasksperchild=1) as pool:
        while chunks:
            left = []
            for chunk, results in zip(chunks, pool.imap(partial(_chunk, options), chunks), strict=True):
                yield from results
                if len(results) < len(chunk):
                    left.append(chunk[len(results) :])
            chunks = left
