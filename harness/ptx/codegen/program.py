"""A loaded module: its kernels, compiled on first use, its variables, and their cache between processes."""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import io
import pickle
import sys
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from ...store.disk_cache import DiskCache, sources_digest
from ..ir.kernel_code import KernelCode
from ..layout import WORKSPACE_BASE, Alloc
from ..memory import Allocation, Memory, native_table
from .native import Runtime

if TYPE_CHECKING:
    from ..reading.address_origin import Access
    from ..text.syntax import PtxModule

KEPT_VARIABLE_BYTES = 1 << 20
"""Most bytes of a module's variables that are cached between processes; larger ones are made again."""

Value = TypeVar("Value")

_ARRAY_NAMES = frozenset(
    (module, name)
    for name, modules in {
        "_frombuffer": ("numpy.core.numeric", "numpy._core.numeric"),
        "_reconstruct": ("numpy.core.multiarray", "numpy._core.multiarray"),
        "dtype": ("numpy",),
        "ndarray": ("numpy",),
    }.items()
    for module in modules
)
"""Names in a pickle of an array, for NumPy 1 and 2."""

_PROTOCOL = 5
_EXECUTOR = __name__.rsplit(".", 2)[0]
"""The package of the executor, whose classes entries hold and whose sources they depend on."""


class KeptCode:
    """Cache entries of one PTX text.

    Entries are pickles. Like the machine code next to them, they are trusted as far as the cache's folder is. A pickle
    may name only classes of the executor and NumPy's arrays; a damaged entry, or one that names anything else, is made
    again. An entry's key is the text and the executor's sources, so a change of either makes a new entry.
    """

    def __init__(self, cache: DiskCache, text: str) -> None:
        self._cache = cache
        self._digest = hashlib.sha256(text.encode()).hexdigest()

    def get(self, what: str, make: Callable[[], Value], is_kept: Callable[[Value], bool] = bool) -> Value:
        """Return the entry of a name; make and keep the entry if there is none."""
        if self._cache.folder is None:
            return make()  # no need to read the sources
        key = hashlib.sha256(f"kept|{_maker()}|{self._digest}|{what}".encode()).hexdigest()
        with self._cache.claim(key, waits=True):
            data = self._cache.get(key)
            if data is not None:
                with contextlib.suppress(Exception):  # a damaged pickle may raise anything
                    return cast(Value, _CodeUnpickler(io.BytesIO(data)).load())
            value = make()
            if is_kept(value):
                self._cache.put(key, pickle.dumps(value, _PROTOCOL))
        return value


class _CodeUnpickler(pickle.Unpickler):
    """Finds only classes of this package and names in pickles of NumPy's arrays."""

    def find_class(self, module: str, name: str) -> object:
        # a name with dots could reach the imports of our modules
        is_own = module.startswith(f"{_EXECUTOR}.") and "." not in name
        if is_own or (module, name) in _ARRAY_NAMES:
            named: object = super().find_class(module, name)
            # a pickle calls what it names, so it may name only classes that the module itself defines
            if not is_own or (isinstance(named, type) and named.__module__ == module):
                return named
        raise pickle.UnpicklingError(f"{module}.{name} is not allowed in an entry")


def _maker() -> str:
    """Return the part of an entry's key besides the text: the executor's sources and pickle versions."""
    # A checkout and a wheel have the same sources under different package names, and a pickle holds the name.
    return f"{sys.version_info[:2]}|{_EXECUTOR}|{sources_digest(_EXECUTOR)}"


class Outline(NamedTuple):
    """Facts about a module that its launches need, apart from the code of its kernels."""

    target: str
    """Architecture of the module, such as ``sm_90``."""
    files: dict[int, str]
    variables: tuple[Allocation, ...]
    """The ``.global`` and ``.const`` variables that the module uses, sorted by address, with their initial content."""


class Program:
    """A module whose kernels can be launched; the text is parsed when a kernel must be compiled."""

    def __init__(self, text: str, runtime: Runtime) -> None:
        self._text = text
        self._runtime = runtime
        self._kept = KeptCode(runtime.cache, text)
        self._module: PtxModule | None = None
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
        self._checksums = [(v, zlib.crc32(v.data.data)) for v in self.variables if not v.is_const]

    def kernel(
        self,
        entry: str,
        *,
        counting: bool = False,
        shadows: bool = False,
        tracing: bool = False,
        drawing: bool = False,
    ) -> tuple[KernelCode, int]:
        """Return a kernel's code and the address of its machine code; PtxError if it cannot be executed."""
        form = {"counting": counting, "shadows": shadows, "tracing": tracing, "drawing": drawing}
        key: tuple[str | bool, ...] = (entry, *form.values())
        if key not in self._kernels:
            self._kernels[key] = self._kept.get(
                f"kernel|{'|'.join(map(str, key))}", lambda: self._generate(entry, **form)
            )
        code = self._kernels[key]
        # A kernel calls the form of the runtime that it was linked against.
        place = (*key, self._runtime.is_quick)
        if place not in self._addresses:
            self._addresses[place] = self._runtime.add_kernel(code.llvm_ir, code.symbol, code.lane_code)
        return code, self._addresses[place]

    def note_blocks(self, code: KernelCode, ran: bytes) -> None:
        """Update `lines`: whether a launch has run each source line of the launched kernels, by file and line."""
        known = self._ran.get(code.name)
        seen = int.from_bytes(ran, "little") | (known or 0)
        # most launches run no block that an earlier one has not run
        if seen == known:
            return
        self._ran[code.name] = seen
        self.lines_version += 1
        for index, places in enumerate(code.block_places):
            for number, line in places:
                place = self.files.get(number, ""), line
                self.lines[place] = self.lines.get(place, False) or bool(seen >> 8 * index & 1)

    # Parser, code generator and instruction table take a tenth of a second to import, and cached code needs none.

    def _parsed(self) -> PtxModule:
        from ..reading.parser import parse

        if self._module is None:
            self._module = parse(self._text)
        return self._module

    def _generate(self, entry: str, **form: bool) -> KernelCode:
        from .kernel import generate

        return generate(self._parsed(), entry, **form)

    def _outline(self) -> Outline:
        from .variables import place_variables

        module = self._parsed()
        return Outline(module.target, module.files, place_variables(module))

    @property
    def sm(self) -> int:
        """Architecture number of the module, such as 90; 0 if unknown."""
        return int("".join(c for c in self.target.removeprefix("sm_") if c.isdigit()) or 0)

    def address_symbols(self, ptx_line: int) -> frozenset[tuple[str, int]]:
        """Return the parameters and variables that an instruction's addresses may be computed from, with offsets."""
        from ..reading.address_origin import address_symbols

        if ptx_line not in self._symbols:
            symbols = (address_symbols(f, ptx_line) for f in self._parsed().functions.values())
            self._symbols[ptx_line] = next(filter(None, symbols), frozenset())
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
        from ..reading.flow import analyze, counts
        from ..reading.inline import flatten

        return counts(analyze(flatten(self._parsed(), entry)), ptx_line)

    def workspace(self) -> int:
        """Reset the grid's workspace for a cooperative launch; return its address, 0 if the module reads none."""
        for allocation in self.variables:
            if allocation.address == WORKSPACE_BASE:
                allocation.data[:] = 0
                return WORKSPACE_BASE
        return 0

    def changed_variables(self) -> list[Allocation]:
        """Return the variables whose values launches have changed since the module was loaded."""
        return [
            variable
            for variable, checksum in self._checksums
            # the workspace begins anew with each launch
            if variable.address != WORKSPACE_BASE and zlib.crc32(variable.data.data) != checksum
        ]

    def allocations(self, memory: Memory) -> tuple[Allocation, ...]:
        """Return all allocations that a kernel of this program can reach, sorted by address."""
        # Returns the same tuple until the memory changes.
        if self._reached is None or self._reached[0] is not memory or self._reached[1] != memory.version:
            self._reached = (memory, memory.version, self._sorted(memory))
        return self._reached[2]

    def _sorted(self, memory: Memory) -> tuple[Allocation, ...]:
        everything = (*self.variables, *memory.allocations)
        if (
            self.variables
            and memory.allocations
            and self.variables[-1].address > memory.allocations[0].address
        ):
            return tuple(sorted(everything, key=lambda a: a.address))  # memory of the caller is mapped below
        return everything

    def native_table(self, allocations: tuple[Allocation, ...]) -> ctypes.Array[Alloc]:
        """Return the result of `allocations` as the runtime's table; the table of one tuple is cached."""
        if self._table is None or self._table[0] is not allocations:
            self._table = allocations, native_table(allocations)
        return self._table[1]


def _is_small(outline: Outline) -> bool:
    return sum(len(variable.data) for variable in outline.variables) <= KEPT_VARIABLE_BYTES
