"""A loaded module: its kernels, compiled on first use, and its variables."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..ir.kernel_code import KernelCode
from ..layout import WORKSPACE_BASE, Alloc
from ..memory import Allocation, Memory, native_table
from ..text.syntax import Module
from .kept_code import KeptCode
from .native import Runtime

if TYPE_CHECKING:
    from ..reading.address_origin import Access

KEPT_VARIABLE_BYTES = 1 << 20
"""Most bytes of a module's variables that are cached between processes; larger ones are made again."""


@dataclass(frozen=True)
class Outline:
    """Facts about a module for its launches, beside the code of its kernels."""

    target: str
    """Architecture of the module, such as ``sm_90``."""
    files: dict[int, str]
    """Table of source files."""
    variables: tuple[Allocation, ...]
    """The ``.global`` and ``.const`` variables that the module uses, sorted by address, with their initial content."""


class Program:
    """A module whose kernels can be launched; the text is parsed when a kernel must be compiled."""

    def __init__(self, text: str, runtime: Runtime) -> None:
        self._text = text
        self._runtime = runtime
        self._kept = KeptCode(runtime.cache, text)
        self._module: Module | None = None
        self._kernels: dict[tuple[str | bool, ...], KernelCode] = {}
        self._addresses: dict[tuple[str | bool, ...], int] = {}
        self._accesses: dict[str, tuple[Access, ...] | None] = {}
        self._symbols: dict[int, frozenset[tuple[str, int]]] = {}
        self._ran: dict[str, int] = {}
        self.lines: dict[tuple[str, int], bool] = {}
        self.lines_version = 0
        self._table: tuple[tuple[Allocation, ...], ctypes.Array[Alloc]] | None = None
        self._reached: tuple[Memory, int, tuple[Allocation, ...]] | None = None
        outline = self._kept.get("outline", self._outline, _is_small)
        self.target = outline.target
        self.files = outline.files
        # they keep their content from launch to launch
        self.variables = outline.variables

    def kernel(
        self, entry: str, *, counting: bool = False, shadows: bool = False, tracing: bool = False
    ) -> tuple[KernelCode, int]:
        """Return a kernel's code and the address of its machine code; PtxError if it cannot be executed."""
        form = {"counting": counting, "shadows": shadows, "tracing": tracing}
        key: tuple[str | bool, ...] = (entry, counting, shadows, tracing)
        if key not in self._kernels:
            self._kernels[key] = self._kept.get(
                f"kernel|{'|'.join(map(str, key))}",
                lambda: self._generate(entry, **form),
            )
        code = self._kernels[key]
        # A kernel calls the form of the runtime that it was linked against.
        place = (*key, self._runtime.is_quick)
        if place not in self._addresses:
            self._addresses[place] = self._runtime.add_kernel(code.llvm_ir, code.symbol)
        return code, self._addresses[place]

    def note_blocks(self, code: KernelCode, ran: bytes) -> None:
        """Add to `lines` whether a launch has run them: file and line of each instruction of the launched kernels."""
        known = self._ran.get(code.name)
        seen = int.from_bytes(ran, "little") | (known or 0)
        if seen == known:
            return
        self._ran[code.name] = seen
        self.lines_version += 1
        for index, places in enumerate(code.block_places):
            for number, line in places:
                place = self.files.get(number, ""), line
                self.lines[place] = self.lines.get(place, False) or bool(seen >> 8 * index & 1)

    # Parser, code generator and instruction table take a tenth of a second to import, and cached code needs none.

    def _parsed(self) -> Module:
        from ..reading.parser import parse

        if self._module is None:
            self._module = parse(self._text)
        return self._module

    def _generate(self, entry: str, **form: bool) -> KernelCode:
        from ..codegen.kernel import generate

        return generate(self._parsed(), entry, **form)

    def _outline(self) -> Outline:
        from .module_variables import place_variables

        module = self._parsed()
        return Outline(module.target, module.files, place_variables(module))

    @property
    def sm(self) -> int:
        """Architecture number of the module, such as 90; 0 if unknown."""
        digits = "".join(c for c in self.target.removeprefix("sm_") if c.isdigit())
        return int(digits or 0)

    def address_symbols(self, ptx_line: int) -> frozenset[tuple[str, int]]:
        """Return the parameters and variables that an instruction's addresses may be computed from, with offsets."""
        from ..reading.address_origin import address_symbols

        if ptx_line not in self._symbols:
            found = (address_symbols(each, ptx_line) for each in self._parsed().functions.values())
            self._symbols[ptx_line] = next(filter(None, found), frozenset())
        return self._symbols[ptx_line]

    def global_accesses(self, entry: str) -> tuple[Access, ...] | None:
        """Return the kinds of access to global memory in a kernel; None if not all of them are known."""
        if entry not in self._accesses:
            self._accesses[entry] = self._kept.get(
                f"accesses|{entry}", lambda: self._find_accesses(entry), lambda _: True
            )
        return self._accesses[entry]

    def _find_accesses(self, entry: str) -> tuple[Access, ...] | None:
        from ..reading.address_origin import global_accesses

        return global_accesses(self._parsed().functions[entry])

    def loop_counts(self, entry: str, ptx_line: int) -> bool:
        """Return whether the loops around a loop head may all end by themselves, so that a launch may only be long."""
        from ..reading.flow import analyze
        from ..reading.inline import flatten
        from ..reading.loops import counts

        return counts(analyze(flatten(self._parsed(), entry)), ptx_line)

    def workspace(self) -> int:
        """Reset the grid's workspace for a cooperative launch; return its address, 0 if the module reads none."""
        for allocation in self.variables:
            if allocation.address == WORKSPACE_BASE:
                allocation.data[:] = 0
                return WORKSPACE_BASE
        return 0

    def allocations(self, memory: Memory) -> tuple[Allocation, ...]:
        """Return all allocations that a kernel of this program can reach, sorted by address.

        The same tuple until the memory has changed.
        """
        if self._reached is None or self._reached[0] is not memory or self._reached[1] != memory.version:
            self._reached = (memory, memory.version, self._sorted(memory))
        return self._reached[2]

    def _sorted(self, memory: Memory) -> tuple[Allocation, ...]:
        found = (*self.variables, *memory.allocations)
        if (
            self.variables
            and memory.allocations
            and self.variables[-1].address > memory.allocations[0].address
        ):
            return tuple(sorted(found, key=lambda each: each.address))  # memory of the caller is mapped below
        return found

    def native_table(self, allocations: tuple[Allocation, ...]) -> ctypes.Array[Alloc]:
        """Return the result of `allocations` as the runtime's table; that of one tuple is kept."""
        if self._table is None or self._table[0] is not allocations:
            self._table = allocations, native_table(allocations)
        return self._table[1]


def _is_small(outline: Outline) -> bool:
    return sum(len(variable.data) for variable in outline.variables) <= KEPT_VARIABLE_BYTES
