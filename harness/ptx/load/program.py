"""A loaded module: its kernels, compiled on first use, and its variables."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

import numpy as np

from ...errors import PtxError
from ..codegen.kernel import KernelCode, generate
from ..ir.call_graph import function_addresses
from ..ir.frame import place_module_variables
from ..layout import WORKSPACE_BASE, Alloc
from ..memory import Allocation, Memory, native_table
from ..reading.address_origin import address_symbols
from ..reading.parser import parse
from ..text.syntax import (
    Address,
    CallStatement,
    Instruction,
    Module,
    Operand,
    Special,
    Symbol,
    Variable,
    VectorOperand,
)
from .kept_code import KeptCode
from .native import Runtime

WORKSPACE_BYTES = 64
"""Bytes of a cooperative launch's workspace; ``cooperative_groups`` uses its second word as a counter."""

KEPT_VARIABLE_BYTES = 1 << 20
"""Most bytes of a module's variables that are cached between processes; larger ones are made again."""


@dataclass(frozen=True)
class Outline:
    """Facts about a module for its launches, beside the code of its kernels.

    Parameters
    ----------
    target : str
        Architecture of the module, such as ``sm_90``.
    files : dict of int to str
        Table of source files.
    variables : tuple of Allocation
        The ``.global`` and ``.const`` variables that the module uses, sorted by address, with their initial content.
    """

    target: str
    files: dict[int, str]
    variables: tuple[Allocation, ...]


class Program:
    """A module whose kernels can be launched; the text is parsed when a kernel must be compiled.

    Parameters
    ----------
    text : str
        The PTX.
    runtime : Runtime
        Compiles the kernels and caches their code.

    Raises
    ------
    PtxError
        The text cannot be parsed.
    """

    def __init__(self, text: str, runtime: Runtime) -> None:
        self._text = text
        self._runtime = runtime
        self._kept = KeptCode(runtime.cache, text)
        self._module: Module | None = None
        self._kernels: dict[tuple[str, bool, bool], tuple[KernelCode, int]] = {}
        self._table: tuple[Memory, int, ctypes.Array[Alloc]] | None = None
        outline = self._kept.get("outline", self._outline, _is_small)
        self.target = outline.target
        self.files = outline.files
        # they keep their content from launch to launch
        self.variables = outline.variables

    def kernel(self, entry: str, *, counting: bool = False, shadows: bool = False) -> tuple[KernelCode, int]:
        """Return a kernel's code and the address of its machine code; PtxError if it cannot be executed."""
        key = (entry, counting, shadows)
        if key not in self._kernels:
            code = self._kept.get(
                f"kernel|{entry}|{counting}|{shadows}",
                lambda: generate(self._parsed(), entry, counting=counting, shadows=shadows),
            )
            self._kernels[key] = (code, self._runtime.add_kernel(code.llvm_ir, code.symbol))
        return self._kernels[key]

    def _parsed(self) -> Module:
        if self._module is None:
            self._module = parse(self._text)
        return self._module

    def _outline(self) -> Outline:
        module = self._parsed()
        return Outline(module.target, module.files, place_variables(module))

    @property
    def sm(self) -> int:
        """Architecture number of the module, such as 90; 0 if unknown."""
        digits = "".join(c for c in self.target.removeprefix("sm_") if c.isdigit())
        return int(digits or 0)

    def address_symbols(self, ptx_line: int) -> frozenset[tuple[str, int]]:
        """Return the parameters and variables that an instruction's addresses may be computed from, with offsets."""
        found = (address_symbols(each, ptx_line) for each in self._parsed().functions.values())
        return next(filter(None, found), frozenset())

    def workspace(self) -> int:
        """Reset the grid's workspace for a cooperative launch; return its address, 0 if the module reads none."""
        for allocation in self.variables:
            if allocation.address == WORKSPACE_BASE:
                allocation.data[:] = 0
                return WORKSPACE_BASE
        return 0

    def allocations(self, memory: Memory) -> tuple[Allocation, ...]:
        """Return all allocations that a kernel of this program can reach, sorted by address."""
        return (*self.variables, *memory.allocations)

    def native_table(self, memory: Memory) -> ctypes.Array[Alloc]:
        """Return the same allocations for the runtime; the table is rebuilt only if the memory has changed."""
        if self._table is None or self._table[0] is not memory or self._table[1] != memory.version:
            self._table = (memory, memory.version, native_table(self.allocations(memory)))
        return self._table[2]


def place_variables(module: Module) -> tuple[Allocation, ...]:
    """Give a module's ``.global`` and ``.const`` variables their memory, initialisers applied.

    Variables without an initialiser are zero, as in CUDA. Unused variables, of which headers of CUDA's libraries
    declare hundreds, get addresses and no memory.

    Raises
    ------
    PtxError
        Constants are larger than constant memory, or an initialiser names an unknown symbol.
    """
    addresses = place_module_variables(module.variables)
    found = []
    named = _named_symbols(module)
    for name, address in addresses.items():
        variable = module.variables[name]
        values = [
            (offset, _address_of(module, addresses, variable, symbol, addend))
            for offset, symbol, addend in variable.references
        ]
        if name not in named:
            continue
        try:
            data = np.zeros(variable.size_bytes, np.uint8)
        except MemoryError:
            raise PtxError(
                f"out of host memory for {variable.size_bytes} bytes of {name}", line=variable.line
            ) from None
        if variable.initial is not None:
            data[:] = np.frombuffer(variable.initial, np.uint8)
        for offset, value in values:
            data[offset : offset + 8] = np.frombuffer(value.to_bytes(8, "little"), np.uint8)
        end = address + variable.size_bytes
        found.append(Allocation(address, data, name, address, end, is_const=variable.space == "const"))
    if _reads_workspace(module):
        data = np.zeros(WORKSPACE_BYTES, np.uint8)
        end = WORKSPACE_BASE + WORKSPACE_BYTES
        found.append(Allocation(WORKSPACE_BASE, data, "the grid's workspace", WORKSPACE_BASE, end))
    return tuple(sorted(found, key=lambda allocation: allocation.address))


def _is_small(outline: Outline) -> bool:
    return sum(len(variable.data) for variable in outline.variables) <= KEPT_VARIABLE_BYTES


def _named_symbols(module: Module) -> set[str]:
    """Return the names that instructions and initial values mention."""
    found = {symbol for variable in module.variables.values() for _, symbol, _ in variable.references}
    for function in module.functions.values():
        for statement in function.body:
            if isinstance(statement, Instruction):
                operands = statement.operands
            elif isinstance(statement, CallStatement):
                operands = (*statement.arguments, *statement.results)
                found.add(statement.prototype)  # may be a table of functions
            else:
                continue
            for operand in operands:
                _note_symbols(operand, found)
    return found


def _note_symbols(operand: Operand, found: set[str]) -> None:
    if isinstance(operand, VectorOperand):
        for element in operand.elements:
            _note_symbols(element, found)
        return
    base = operand.base if isinstance(operand, Address) else operand
    if isinstance(base, Symbol):
        found.add(base.name)


def _reads_workspace(module: Module) -> bool:
    return any(
        isinstance(operand, Special) and operand.name in ("%envreg1", "%envreg2")
        for function in module.functions.values()
        for statement in function.body
        if isinstance(statement, Instruction)
        for operand in statement.operands
    )


def _address_of(
    module: Module, addresses: dict[str, int], variable: Variable, symbol: str, addend: int
) -> int:
    if symbol in addresses:
        return addresses[symbol] + addend & (1 << 64) - 1
    functions = function_addresses(module)
    if symbol in functions:
        return functions[symbol] + addend & (1 << 64) - 1
    raise PtxError(
        f"the initial value of {variable.name} needs a .global or .const variable (got {symbol!r})",
        line=variable.line,
    )
