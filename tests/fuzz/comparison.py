"""Runs a program on the reference and on the executor, and says where they differ."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from harness.errors import HarnessError
from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import UNWATCHED, Watch
from tests.fuzz import reference
from tests.fuzz.core import Written
from tests.fuzz.memory import Memory
from tests.fuzz.program import BUFFERS, OUT_BYTES, Program
from tests.fuzz.reader import read

REFUSED = "refused: "
LOST = "the device was lost: "
"""Begins the text of a difference after which a device runs nothing more in this process."""
N_ARGUMENT = 7
"""The kernel's last argument."""


@dataclass(frozen=True)
class Difference:
    """What a device did that the reference did not."""

    text: str

    def __str__(self) -> str:
        return self.text


class Device(Protocol):
    """Runs a program and returns what it leaves in each buffer, or why it could not.

    `runs_newest` is whether it takes programs for targets after sm_90.
    """

    runs_newest: bool

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

    runs_newest = True

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
