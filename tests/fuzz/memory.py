"""Memory of the reference interpreter: regions that know which of their bytes were written, and atomics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tests.fuzz.floats import decode
from tests.fuzz.meaning import cut, number_of, width
from tests.fuzz.reader import Variable
from tests.ptx.exact_float import FORMATS, add

_SLOT = 32
"""A region's address is its number shifted by this much: none reaches into another."""

_SHARED, _LOCAL = 0x8000, 0x8001
ADDRESSES = frozenset({*range(1, 17), _SHARED, _LOCAL})
"""Upper halves of the words that may be addresses."""


class UndefinedError(Exception):
    """The program does what PTX leaves undefined."""


class Region:
    """Bytes; where `written` is not None, those that were are marked in it. Nothing is before the offset `first`."""

    def __init__(
        self, data: bytearray, written: bytearray | None = None, *, constant: bool = False, first: int = 0
    ) -> None:
        self.data = data
        self.written = written
        self.constant = constant
        self.first = first

    @classmethod
    def unwritten(cls, size: int, first: int = 0) -> Region:
        """Return a region of so many bytes, the first of them at an offset."""
        return cls(bytearray(first + size), bytearray(first + size), first=first)

    def load(self, start: int, size: int, line: int, align: int = 0) -> bytes:
        self._check(start, size, align or size, line)
        if self.written is not None and not all(self.written[start : start + size]):
            raise UndefinedError(f"line {line}: reads bytes that were never written")
        return bytes(self.data[start : start + size])

    def store(self, start: int, data: bytes, line: int) -> None:
        self._check(start, len(data), len(data), line)
        if self.constant:
            raise UndefinedError(f"line {line}: writes a constant")
        self.data[start : start + len(data)] = data
        if self.written is not None:
            self.written[start : start + len(data)] = b"\1" * len(data)

    def forget(self, start: int, size: int, line: int) -> None:
        self._check(start, size, size, line)
        if self.written is not None:
            self.written[start : start + size] = bytes(size)

    def _check(self, start: int, size: int, align: int, line: int) -> None:
        if not self.first <= start <= len(self.data) - size:
            raise UndefinedError(f"line {line}: {size} bytes at {start} of {len(self.data)}")
        if start % align:
            raise UndefinedError(f"line {line}: address {start} is not a multiple of {align}")


class Memory:
    """Global and constant memory, by address; `elsewhere` puts it, shared and local memory in other places."""

    def __init__(self, *, elsewhere: bool = False) -> None:
        self.first_slot = 9 if elsewhere else 1
        self.first_offset = 2048 if elsewhere else 1024
        """Where a block's shared and a thread's local memory begin."""
        self.regions: dict[int, Region] = {}
        self.symbols: dict[str, int] = {}
        self.windows = {"shared": _SHARED << _SLOT, "local": _LOCAL << _SLOT}

    def allocate(self, data: bytes) -> int:
        slot = len(self.regions) + self.first_slot
        self.regions[slot] = Region(bytearray(data))
        return slot << _SLOT

    def place(self, variables: Iterable[Variable]) -> None:
        for variable in variables:
            address = self.allocate(variable.initial.ljust(variable.size, b"\0"))
            self.regions[address >> _SLOT].constant = variable.space == "const"
            self.symbols[variable.name] = address

    def region(self, address: int) -> tuple[Region, int]:
        region = self.regions.get(address >> _SLOT)
        if region is None:
            raise UndefinedError(f"nothing is at {address:#x}")
        return region, address & ((1 << _SLOT) - 1)

    def space_of(self, address: int) -> str:
        for space, window in self.windows.items():
            if address >> _SLOT == window >> _SLOT:
                return space
        region, _ = self.region(address)
        return "const" if region.constant else "global"


def atomic(words: Sequence[str], old: int, operands: Sequence[int], *, flushes: bool) -> int:
    """Return what an atomic leaves in memory; `flushes` where f32 subnormals count as zeros."""
    kind = words[-1]
    operation = next(word for word in words if word in _INTEGER or word in ("add", "cas"))
    if operation == "cas":
        return operands[1] if old == operands[0] else old
    (operand,) = operands
    if kind in FORMATS:
        form = FORMATS[kind]
        a, b = (form.flush(bits) if kind == "f32" and flushes else bits for bits in (old, operand))
        total = form.encode(add(decode(form, a), decode(form, b)))
        return form.flush(total) if kind == "f32" and flushes else total
    if operation == "add":
        return cut(old + operand, width(kind))
    return cut(_INTEGER[operation](number_of(old, kind), number_of(operand, kind)), width(kind))


_INTEGER: dict[str, Callable[[int, int], int]] = {
    "min": min,
    "max": max,
    "and": lambda old, b: old & b,
    "or": lambda old, b: old | b,
    "xor": lambda old, b: old ^ b,
    "exch": lambda _old, b: b,
    "inc": lambda old, b: 0 if old >= b else old + 1,
    "dec": lambda old, b: b if old == 0 or old > b else old - 1,
}
