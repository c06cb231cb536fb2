"""Finds the last writer of a register or a byte before a moment of a recorded launch.

A moment is the index of a record; records are in the order of execution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from ..lazy import dataclass, pattern
from ..ptx import layout as kh
from ..ptx.ir.traced import Exchange, TracedInstruction, TracedOperand
from ..ptx.launch.recorder import Recorder, SpaceAddress
from .model import Values

_SOURCES_BYTES = 4 * kh.LANES
_PREDICATE_BYTES = 16


@dataclass(frozen=True)
class Access:
    """The access of one instruction of a warp."""

    kind: int
    lanes: int
    """Mask of the lanes that reached memory."""
    size: int
    hosts: NDArray[np.uint64]


@dataclass(frozen=True)
class ByteWriter:
    """The record that gave some bytes their value: `moment`, the lane, and the first byte's offset in its write."""

    moment: int
    lane: int
    offset: int


class Log:
    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.traced: tuple[TracedInstruction, ...] = recorder.code.traced
        records = recorder.records
        self.kind = records["kind"]
        self.index = records["index"]
        self.mask = records["mask"]
        self.block = records["block"]
        self.warp = records["warp"]
        self.info = records["info"]
        self.at = records["at"]
        self._results = np.flatnonzero(self.kind == kh.TRACE_RESULT)
        self._accesses = np.flatnonzero(self.kind == kh.TRACE_ACCESS)
        # An access is recorded before the result of its instruction.
        following = np.searchsorted(self._results, self._accesses)
        is_owned = following < len(self._results)
        # a fault may end the launch between an access and its result
        self._accesses = self._accesses[is_owned]
        self._owner = self._results[following[is_owned]]
        self._threads = self.block.astype(np.uint64) << np.uint64(32) | self.warp
        # the moments of each instruction by warp
        order = np.lexsort((self._results, self._threads[self._results], self.index[self._results]))
        self._by_instruction = self._results[order]
        self._instruction_keys = self.index[self._by_instruction]
        self._definers: dict[str, list[int]] = {}
        for number, instruction in enumerate(self.traced):
            for result in instruction.results:
                self._definers.setdefault(result.register, []).append(number)
        self._definitions: dict[tuple[int, str], NDArray[np.intp]] = {}
        self.blocks = [int(moment) for moment in np.flatnonzero(self.kind == kh.TRACE_BLOCK)]

    def instruction(self, moment: int) -> TracedInstruction:
        return self.traced[int(self.index[moment])]

    def thread(self, moment: int, lane: int) -> str:
        thread = in_grid(int(self.warp[moment]) * kh.LANES + lane, self.recorder.block)
        return f"thread {thread} of block {in_grid(int(self.block[moment]), self.recorder.grid)}"

    def warp_of(self, moment: int) -> int:
        return int(self._threads[moment])

    def moments(self, number: int, warp: int | None = None) -> NDArray[np.intp]:
        """Return the moments at which an instruction was executed, by one warp or by all."""
        low, high = np.searchsorted(self._instruction_keys, [number, number + 1])
        moments = self._by_instruction[low:high]
        if warp is None:
            return np.sort(moments)
        start, stop = np.searchsorted(self._threads[moments], np.array([warp, warp + 1], np.uint64))
        return moments[start:stop]

    def values(self, moment: int, slot: int) -> NDArray[Any] | None:
        """Return the bits that a result gave each lane, shape (32,) of an unsigned type or bool; None if unknown."""
        instruction = self.instruction(moment)
        offset = _SOURCES_BYTES if instruction.exchange is Exchange.SHUFFLE else 0
        for result in instruction.results:
            n_bytes = _PREDICATE_BYTES if result.type == "pred" else kh.LANES * type_bits(result.type) // 8
            if result.slot == slot:
                start = int(self.at[moment]) + offset
                data = self.recorder.payload[start : start + n_bytes]
                if result.type == "pred":
                    return np.unpackbits(data[:4], bitorder="little").astype(bool)
                if type_bits(result.type) == 128:
                    return None
                return data.view(f"u{type_bits(result.type) // 8}")
            offset += n_bytes
        return None

    def shuffle_sources(self, moment: int) -> NDArray[np.uint32]:
        start = int(self.at[moment])
        return self.recorder.payload[start : start + _SOURCES_BYTES].view(np.uint32)

    def definition(self, moment: int, register: str, lanes: int) -> Iterator[tuple[int, int, int]]:
        """Yield the definitions of a register before a moment: moment, slot of the result, and lanes."""
        # Lanes without a definition are not yielded.
        moments = self._defining(self.warp_of(moment), register)
        at = int(np.searchsorted(moments, moment)) - 1
        # A divergent warp may have defined a register in several executions, in some lanes each time.
        while lanes and at >= 0:
            earlier = int(moments[at])
            taken = lanes & int(self.mask[earlier])
            if taken:
                instruction = self.instruction(earlier)
                slot = next(result.slot for result in instruction.results if result.register == register)
                yield earlier, slot, taken
                lanes &= ~taken
            at -= 1

    def _defining(self, warp: int, register: str) -> NDArray[np.intp]:
        key = (warp, register)
        if key not in self._definitions:
            parts = [self.moments(number, warp) for number in self._definers.get(register, ())]
            self._definitions[key] = np.sort(np.concatenate(parts)) if parts else np.zeros(0, np.intp)
        return self._definitions[key]

    def operand_bits(self, moment: int, operand: TracedOperand, lane: int) -> int | None:
        """Return the bits of an operand's register in a lane just before a moment; None if unknown."""
        for earlier, slot, _ in self.definition(moment, operand.register, 1 << lane):
            values = self.values(earlier, slot)
            return None if values is None else int(values[lane])
        return None

    def accesses(self, moment: int) -> list[Access]:
        """Return the accesses of an instruction that has a result at a moment, in their order."""
        low, high = np.searchsorted(self._owner, [moment, moment + 1])
        return [self._access(int(access)) for access in self._accesses[low:high]]

    def _access(self, record: int) -> Access:
        info, start = int(self.info[record]), int(self.at[record])
        hosts = self.recorder.payload[start : start + 8 * kh.LANES].view(np.uint64)
        return Access(info >> 16, int(self.mask[record]), info & 0xFFFF, hosts)

    def copy(self, moment: int) -> tuple[int, int, int, int]:
        """Return target, source, bytes read and bytes of a reduced element of an asynchronous copy."""
        start = int(self.at[moment])
        target, source, n_read, reduced = self.recorder.payload[start : start + 32].view(np.uint64)
        return int(target), int(source), int(n_read), int(reduced)

    @cached_property
    def _writes(self) -> tuple[int, NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
        """The size of a granule, and for each written granule: its number, moment, lane and offset in the write."""
        writes = [
            a for a in range(len(self._accesses)) if self.info[self._accesses[a]] >> 16 != kh.ACCESS_READ
        ]
        copies = np.flatnonzero(self.kind == kh.TRACE_COPY)
        starts, sizes, moments, lanes = [], [], [], []
        for a in writes:
            access = self._access(int(self._accesses[a]))
            active = lanes_of(access.lanes)
            starts.append(access.hosts[active])
            sizes.append(np.full(len(active), access.size))
            moments.append(np.full(len(active), self._owner[a]))
            lanes.append(np.array(active))
        for copied in copies:
            starts.append(np.array([self.copy(int(copied))[0]], np.uint64))
            sizes.append(np.array([self.info[copied]]))
            moments.append(np.array([copied]))
            lanes.append(np.array([int(self.mask[copied]).bit_length() - 1]))
        if not starts:
            empty = np.zeros(0, np.int64)
            return 4, empty.astype(np.uint64), empty, empty, empty
        start, size = np.concatenate(starts), np.concatenate(sizes).astype(np.int64)
        moment, lane = np.concatenate(moments), np.concatenate(lanes)
        # one row a granule, the largest unit that all writes consist of: rows for bytes would be four times as many
        granule = int(min(4, size.min()))
        while granule > 1 and (np.any(size % granule) or np.any(start % np.uint64(granule))):
            granule //= 2
        counts = size // granule
        offset = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        number = np.repeat(start // np.uint64(granule), counts) + offset.astype(np.uint64)
        moment, lane = np.repeat(moment, counts), np.repeat(lane, counts)
        order = np.lexsort((lane, moment, number))
        return granule, number[order], moment[order], lane[order], offset[order] * granule

    def writers(
        self, host: int, size: int, moment: int, lane: int = 0
    ) -> Iterator[tuple[int, int, ByteWriter | None]]:
        """Yield for pieces of some bytes their address, size, and last writer before a moment."""
        # Lanes below `lane` at the moment itself count as before. The writer is None if the launch had not written the
        # bytes, or not since their block started.
        granule, numbers, moments, lanes, offsets = self._writes
        for number in range(host // granule, (host + size - 1) // granule + 1):
            low, high = np.searchsorted(numbers, np.array([number, number + 1], np.uint64))
            at = low + int(np.searchsorted(moments[low:high], moment, "left"))
            while at < high and moments[at] == moment and lanes[at] < lane:
                at += 1
            piece = max(host, number * granule)
            length = min(host + size, (number + 1) * granule) - piece
            writer = None
            # shared and local memory still holds bytes of an earlier block, which this block must not read
            if at > low and moments[at - 1] > self._started(piece, moment):
                offset = int(offsets[at - 1]) + piece - number * granule
                writer = ByteWriter(int(moments[at - 1]), int(lanes[at - 1]), offset)
            yield piece, length, writer

    def next_writer(self, host: int, moment: int) -> int | None:
        """Return the next moment at which a byte was written, before its block ended; None if it was not."""
        granule, numbers, moments, _, _ = self._writes
        number = host // granule
        low, high = np.searchsorted(numbers, np.array([number, number + 1], np.uint64))
        at = low + int(np.searchsorted(moments[low:high], moment, "right"))
        if at >= high:
            return None
        written = int(moments[at])
        return written if self._started(host, written) <= moment else None

    def has_barrier(self, start: int, stop: int) -> bool:
        return bool(np.any(self.kind[start:stop] == kh.TRACE_BARRIER))

    def _started(self, host: int, moment: int) -> int:
        """Return the start of the block whose shared or local memory has a byte; -1 for other memory."""
        for started in reversed(self.blocks):
            if started < moment and self.recorder.place(host, self.memory(started)).space in (
                "shared",
                "local",
            ):
                return started
        return -1

    def memory(self, started: int) -> Sequence[int]:
        start = int(self.at[started])
        return [int(number) for number in self.recorder.payload[start : start + 32].view(np.uint64)]

    def place(self, host: int, moment: int) -> SpaceAddress:
        """Return the place of a host address that a record names."""
        block = int(self.block[moment])
        for started in reversed(self.blocks):
            if started <= moment and self.block[started] == block:
                return self.recorder.place(host, self.memory(started))
        return self.recorder.place(host)


def in_grid(linear: int, extents: Sequence[int]) -> str:
    """Return the index of a thread in its block, or of a block in its grid, as in CUDA: ``(17, 0, 0)``."""
    x, y = linear % extents[0], linear // extents[0] % extents[1]
    return f"({x}, {y}, {linear // (extents[0] * extents[1])})"


def type_bits(ptx_type: str) -> int:
    return 8 * (
        2 if ptx_type == "bf16" else 4 if ptx_type.endswith("x2") else int(ptx_type.lstrip("bfus")) // 8
    )


def lanes_of(mask: int) -> list[int]:
    return [lane for lane in range(mask.bit_length()) if mask >> lane & 1]


_TYPES: Mapping[str, Any] = {
    "f32": np.float32, "f64": np.float64, "f16": np.float16, "bf16": ml_dtypes.bfloat16, "f16x2": np.float16,
    "bf16x2": ml_dtypes.bfloat16, "s8": np.int8, "s16": np.int16, "s32": np.int32, "s64": np.int64,
    "u8": np.uint8, "u16": np.uint16, "u32": np.uint32, "u64": np.uint64,
}  # fmt: skip
_MOVES = ("mov", "shfl", "ld", "ldu", "st", "selp", "slct", "prmt", "atom")
# Conversions that compilers move floats of 16 bits with, into a register that can be shuffled and back.
_WIDENS = pattern(r"cvt\.u(16|32|64)\.u(16|32|64)")
_MOST_STEPS = 6


def of_result(instruction: TracedInstruction) -> str:
    """Return the type of an instruction's result as its opcode states it; empty for bits of any type."""
    name, *words = instruction.opcode.split(".")
    if name in ("setp", "testp") or (name == "vote" and words[-1:] == ["pred"]):
        return "pred"
    return next((word for word in words if word in _TYPES), "")


def _of_operands(instruction: TracedInstruction) -> str:
    return next((word for word in reversed(instruction.opcode.split(".")) if word in _TYPES), "")


def type_of(
    number: int,
    traced: tuple[TracedInstruction, ...],
    users: Callable[[int], list[int]],
    makers: Callable[[int], list[int]],
) -> str:
    """Return the type of an instruction's result: stated, or inferred from its uses and its operands."""
    stated = of_result(traced[number])
    if stated and (stated[0] in "fb" or not _moves(traced[number])):
        return stated
    for step, type_at in ((users, _of_operands), (makers, of_result)):
        seen, edge = {number}, [number]
        for _ in range(_MOST_STEPS):
            edge = [other for user in edge for other in step(user) if other not in seen]
            seen.update(edge)
            kinds = {kind for user in edge if (kind := type_at(traced[user])) and kind[0] in "fb"}
            if kinds:
                return sorted(kinds)[0]
            edge = [user for user in edge if _moves(traced[user])]
    return stated


def _moves(instruction: TracedInstruction) -> bool:
    return instruction.opcode.partition(".")[0] in _MOVES or bool(_WIDENS.fullmatch(instruction.opcode))


def shown_type(ptx_type: str) -> str:
    """Return the type that operands are shown as: bits of no type, such as ``b32``, as unsigned integers."""
    return f"u{ptx_type[1:]}" if ptx_type.startswith("b") and ptx_type not in _TYPES else ptx_type


def as_numbers(bits: NDArray[Any], ptx_type: str) -> NDArray[Any]:
    """Return bits of one width as numbers of a type, shape (n,) or (n, 2) for packed types."""
    if bits.dtype == np.bool_ or ptx_type in ("", "pred"):
        return bits
    kind = np.dtype(_TYPES[ptx_type])
    if ptx_type.endswith("x2"):
        return np.ascontiguousarray(bits).view(kind).reshape(-1, 2) if bits.dtype.itemsize == 4 else bits
    if kind.itemsize > bits.dtype.itemsize:
        return bits
    if kind.itemsize < bits.dtype.itemsize:
        # a register is wider than its value
        bits = bits.astype(f"u{kind.itemsize}")
    return np.ascontiguousarray(bits).view(kind)


def folded(values: NDArray[Any], thread: Callable[[int], str]) -> Values:
    """Fold a series of values, shape (n,) with n >= 1; `thread` describes the thread of each by index."""
    # Widening a signalling NaN raises the invalid flag (IEEE 754).
    with np.errstate(invalid="ignore"):
        numbers = values.astype(np.float64)
    is_nan, is_infinite = np.isnan(numbers), np.isinf(numbers)
    known = np.flatnonzero(~is_nan)

    def plain_at(at: int) -> float | int:
        return int(values[at]) if values.dtype.kind in "biu" else float(numbers[at])

    highest = int(known[np.argmax(numbers[known])]) if known.size else -1
    lowest = int(known[np.argmin(numbers[known])]) if known.size else -1
    return Values(
        count=len(values),
        first=plain_at(0),
        last=plain_at(-1),
        largest=plain_at(highest) if known.size else None,
        least=plain_at(lowest) if known.size else None,
        largest_in=thread(highest) if known.size else "",
        n_nan=int(is_nan.sum()),
        n_infinite=int(is_infinite.sum()),
        first_nan_in=thread(int(np.argmax(is_nan))) if is_nan.any() else "",
        first_infinite_in=thread(int(np.argmax(is_infinite))) if is_infinite.any() else "",
    )
