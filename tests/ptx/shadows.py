"""Runs kernels under the exact pass of initcheck, and reads the shadows that they leave in shared memory."""

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from harness.ptx.launch.executor import Executor, LaunchReport
from harness.ptx.launch.watch import Watch
from harness.ptx.layout import WATCH_DEFINED, Defined
from harness.ptx.memory import Allocation
from tests.ptx.ptx_text import kernel

Bytes = NDArray[np.uint8]

WATCH = Watch(undefined=True)


class ExactWatch(Watch):
    """A watch whose exact pass runs whatever the screening pass says."""

    def exact(self, suspects: int) -> int:
        del suspects
        return WATCH_DEFINED


EXACT = ExactWatch(undefined=True)


def undefined_bits(allocation: Allocation, shadow: Bytes) -> None:
    """Say which bits of an allocation have never been written."""
    allocation.define(mask=np.zeros(len(allocation.data), bool))
    there = allocation.shadow()
    assert there is not None
    there[:] = shadow


@dataclass(frozen=True)
class Left:
    """What a launch of one block left in shared memory: the bytes, the bits that are undefined, and the report."""

    data: Bytes
    shadow: Bytes
    report: LaunchReport


def left_in_shared(
    executor: Executor, text: str, args: Sequence[np.generic], threads: int, shared_bytes: int
) -> Left:
    """Launch one block of the kernel ``k`` and return what is in its shared memory in the end."""
    report = executor.launch(executor.load(text), "k", (1, 1, 1), (threads, 1, 1), args, shared_bytes, EXACT)
    assert report.completed
    worker = executor._arenas[0].worker

    def read(address: int) -> Bytes:
        return np.frombuffer(ctypes.string_at(address, shared_bytes), np.uint8)

    start = worker.defined + -(-ctypes.sizeof(Defined) // 64) * 64
    return Left(read(worker.shared), read(start), report)


@dataclass(frozen=True)
class Seen:
    """What a watched launch reported, and whether it was looked at closely."""

    report: LaunchReport
    out: Allocation
    inp: Allocation

    @property
    def messages(self) -> list[str]:
        assert all(fault.reason == "uninitialised-read" for fault in self.report.faults), self.report
        return [fault.message for fault in self.report.faults]

    @property
    def is_clean(self) -> bool:
        return self.report.faults == ()


def look(
    executor: Executor,
    body: str,
    module: str = "",
    result: str = "",
    *,
    n_defined: int = 1 << 12,
    n: int = 5,
    grid: int = 1,
    threads: int = 32,
    watch: Watch = WATCH,
    clear: bool = True,
) -> Seen:
    """Launch a body of `ptx_text.kernel`; the first `n_defined` bytes of the 4 KiB of ``inp`` have a value."""
    memory = executor.memory
    if clear:
        memory.clear()
        memory.allocate(4096, "out")
        inp = memory.allocate(4096, "inp")
        inp.data[:] = np.arange(4096) % 251
        inp.define(0, n_defined)
    out, inp = memory.allocations
    report = executor.launch(
        executor.load(kernel(body, module, result)),
        "k",
        (grid, 1, 1),
        (threads, 1, 1),
        [np.uint64(out.address), np.uint64(inp.address), np.uint32(n)],
        0,
        watch,
    )
    assert report.completed
    return Seen(report, out, inp)
