"""Builds small PTX modules and runs them: what tests of the executor have in common."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

from harness.errors import PtxError
from harness.ptx.fault import KernelFault
from harness.ptx.launch.executor import Executor, LaunchReport, Program
from harness.ptx.launch.watch import UNWATCHED, Watch

HEADER = ".version 8.5\n.target sm_90\n.address_size 64\n"

# Lines 4 to 17 of the text; the first line of a body is BODY_LINE.
_PROLOGUE = """\
.visible .entry k(.param .u64 out, .param .u64 inp, .param .u32 n)
{
.reg .pred %p<40>;
.reg .b16 %h<40>;
.reg .b32 %r<60>;
.reg .b64 %rd<40>;
.reg .f32 %f<20>;
.reg .f64 %fd<20>;
mov.u32 %r0, %tid.x;
ld.param.u64 %rd0, [out];
ld.param.u64 %rd1, [inp];
ld.param.u32 %r1, [n];
mad.wide.u32 %rd2, %r0, 4, %rd0;
"""


def kernel(body: str, module: str = "", result: str = "") -> str:
    """Return a module with the kernel ``k(out, inp, n)``.

    ``%r0`` is ``tid.x``, ``%r1`` is ``n``, ``%rd0`` and ``%rd1`` are the pointers and ``%rd2`` is the thread's own
    word of ``out``. A `result` names the 32-bit register that is stored there in the end.
    """
    store = f"st.global.b32 [%rd2], {result};\n" if result else ""
    return f"{HEADER}{module}{_PROLOGUE}{body.strip()}\n{store}ret;\n}}\n"


def line_of(ptx: str, text: str) -> int:
    """Return the 1-based line of the only line that contains a text."""
    found = [number for number, line in enumerate(ptx.splitlines(), 1) if text in line]
    assert len(found) == 1, f"{text!r} is on lines {found}"
    return found[0]


@dataclass(frozen=True)
class Ran:
    """What a launch of `run` left: the words of ``out``, those of ``inp``, and the report."""

    out: NDArray[np.uint32]
    inp: NDArray[np.uint32]
    report: LaunchReport

    @property
    def clean_out(self) -> NDArray[np.uint32]:
        """The words of ``out``; the launch must have neither fault nor note."""
        assert self.report.faults == ()
        return self.out

    @property
    def reasons(self) -> list[str]:
        return [fault.reason for fault in self.report.faults]

    @property
    def is_clean(self) -> bool:
        return self.report.faults == ()

    @property
    def messages(self) -> list[str]:
        """What initcheck says; the launch must have no other finding."""
        assert {*self.reasons} <= {"uninitialised-read"}, self.report
        return [fault.message for fault in self.report.faults]

    @property
    def wrong(self) -> list[KernelFault]:
        """The faults that are not merely worth knowing."""
        return [fault for fault in self.report.faults if not fault.is_info]

    @property
    def notes(self) -> list[KernelFault]:
        """What is merely worth knowing."""
        return [fault for fault in self.report.faults if fault.is_info]


def run(
    executor: Executor,
    ptx: str,
    *,
    grid: Sequence[int] = (1, 1, 1),
    block: Sequence[int] = (32, 1, 1),
    inp: NDArray[np.generic] | None = None,
    out: NDArray[np.uint32] | None = None,
    n: int = 0,
    n_out: int | None = None,
    n_defined: int = 0,
    entry: str = "k",
    **options: Any,
) -> Ran:
    """Launch ``k`` of a module of `kernel` on fresh memory; ``out`` has one word a thread unless `n_out` says else.

    With `out`, the host has written these words to it. The first `n_defined` bytes of ``inp`` count as written.
    """
    executor.memory.clear()
    n_words = int(np.prod(block)) if n_out is None else n_out
    target = executor.memory.allocate(4 * n_words if out is None else out.nbytes, "out")
    if out is not None:
        target.data[:] = out.view(np.uint8)
        target.define()
    data = np.zeros(0, np.uint8) if inp is None else np.ascontiguousarray(inp).reshape(-1).view(np.uint8)
    source = executor.memory.allocate(data.nbytes, "inp")
    source.data[:] = data
    source.define(0, n_defined)
    args = [np.uint64(target.address), np.uint64(source.address), np.uint32(n)]
    report = executor.launch(executor.load(ptx), entry, grid, block, args, **options)
    padded = source.data[: source.data.nbytes // 4 * 4].view(np.uint32).copy()
    return Ran(target.data.view(np.uint32).copy(), padded, report)


def launch_on(
    executor: Executor,
    ptx: str | Program,
    entry: str,
    arrays: Sequence[NDArray[Any]],
    *extra: np.generic | bytes,
    grid: Sequence[int] = (1, 1, 1),
    block: Sequence[int] = (32, 1, 1),
    shared_bytes: int = 0,
    watch: Watch = UNWATCHED,
    clear: bool = True,
    **options: Any,
) -> tuple[list[NDArray[Any]], LaunchReport]:
    """Launch a kernel of arrays and then other arguments; returns the arrays as the launch left them, and its report.

    The first array has the label ``out`` and counts as never written, the second has the label ``inp``.
    """
    if clear:
        executor.memory.clear()
    buffers = []
    for index, array in enumerate(arrays):
        label = ("out", "inp")[index] if index < 2 else f"array {index}"
        buffer = executor.memory.allocate(array.nbytes, label)
        buffer.data[:] = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
        if index:
            buffer.define()
        buffers.append(buffer)
    args = [*(np.uint64(buffer.address) for buffer in buffers), *extra]
    program = executor.load(ptx) if isinstance(ptx, str) else ptx
    report = executor.launch(program, entry, grid, block, args, shared_bytes, watch, **options)
    left = zip(buffers, arrays, strict=True)
    return [buffer.data.view(array.dtype).reshape(array.shape).copy() for buffer, array in left], report


def words(executor: Executor, body: str, result: str, **options: object) -> NDArray[np.uint32]:
    """Run a body without faults and return what each thread stored."""
    ran = run(executor, kernel(body, result=result), **options)
    assert ran.wrong == []
    assert ran.report.completed
    return ran.out


class Example(NamedTuple):
    """A body, and what it leaves in a register: one number in every thread, or a number for each."""

    body: str
    expected: ArrayLike
    module: str = ""
    threads: int = 32
    result: str = "%r5"
    options: Mapping[str, Any] = {}
    """Of `run`, whose ``inp`` has 32 words of 7 otherwise."""

    def check(self, executor: Executor, **options: Any) -> None:
        options = {"block": (self.threads, 1, 1), "inp": np.full(32, 7, np.uint32), **self.options, **options}
        ran = run(executor, kernel(self.body, self.module, self.result), **options)
        np.testing.assert_array_equal(ran.clean_out, np.broadcast_to(self.expected, ran.out.shape))


class Finding(NamedTuple):
    """A body whose launch has one finding, at the line that is marked ``// here`` if one is, or several.

    `reason`: several reasons have spaces between them. `words`: part of the first message; a mark in angle brackets is
    that line. `facts`: attributes of each finding, or of the report. `out`: what is left in ``%r5``, if given, as of an
    `Example`.
    """

    body: str
    reason: str
    words: str = ""
    facts: Mapping[str, object] = {}
    out: ArrayLike | None = None
    module: str = ""
    options: Mapping[str, Any] = {}

    def check(self, executor: Executor) -> None:
        text = kernel(self.body, self.module, "" if self.out is None else "%r5")
        ran = run(executor, text, **self.options)
        assert ran.reasons == self.reason.split()
        first = ran.report.faults[0]
        assert (
            re.sub("<(.+?)>", lambda mark: str(line_of(text, f"// {mark[1]}")), self.words) in first.message
        )
        assert "// here" not in text or first.ptx_line == line_of(text, "// here")
        for name, expected in self.facts.items():
            found = [
                getattr(fault if hasattr(fault, name) else ran.report, name) for fault in ran.report.faults
            ]
            assert found == [expected] * len(found), name
        if self.out is not None:
            np.testing.assert_array_equal(ran.out, np.broadcast_to(self.out, ran.out.shape))


def of_threads(n: int) -> Mapping[str, Any]:
    """Return the option of a launch of one block."""
    return {"block": (n, 1, 1)}


def check_refused(executor: Executor, ptx: str, rule: str, place: str = "") -> None:
    """Check that the kernel ``k`` of a module is refused by a rule, at the line that contains `place`, if given."""
    with pytest.raises(PtxError) as caught:
        executor.load(ptx).kernel("k")
    assert rule in str(caught.value)
    assert not place or caught.value.line == line_of(ptx, place)
