"""A loaded module: its kernels, compiled when first asked for, and its variables."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field

import numpy as np

from harness.errors import PtxError
from harness.ptx.call_graph import function_addresses
from harness.ptx.codegen import KernelCode, generate
from harness.ptx.frame import place_module_variables
from harness.ptx.layout import WORKSPACE_BASE, Alloc
from harness.ptx.memory import Allocation, Memory, native_table
from harness.ptx.native import Runtime
from harness.ptx.syntax import Instruction, Module, Special, Variable

WORKSPACE_BYTES = 64
"""What the driver gives a cooperative launch; ``cooperative_groups`` uses the second of its words as a counter."""


@dataclass(eq=False)
class Program:
    """A parsed module.

    Parameters
    ----------
    module : Module
        The PTX.
    runtime : Runtime
        What compiles its kernels.
    variables : tuple of Allocation
        Its ``.global`` and ``.const`` variables, sorted by address. They keep their content from launch to launch.
    """

    module: Module
    runtime: Runtime
    variables: tuple[Allocation, ...]
    _kernels: dict[tuple[str, bool, bool], tuple[KernelCode, int]] = field(default_factory=dict)
    _table: tuple[Memory, int, ctypes.Array[Alloc]] | None = None

    def kernel(self, entry: str, *, counting: bool = False, shadows: bool = False) -> tuple[KernelCode, int]:
        """Return a kernel's code and the address of its machine code; PtxError where it cannot be executed."""
        key = (entry, counting, shadows)
        if key not in self._kernels:
            code = generate(self.module, entry, counting=counting, shadows=shadows)
            self._kernels[key] = (code, self.runtime.add_kernel(code.llvm_ir, code.symbol))
        return self._kernels[key]

    @property
    def sm(self) -> int:
        """Number of the architecture that the module is for, such as 90; 0 where it is not known."""
        digits = "".join(c for c in self.module.target.removeprefix("sm_") if c.isdigit())
        return int(digits or 0)

    def workspace(self) -> int:
        """Make the grid's workspace ready for a cooperative launch; returns its address, 0 where none is read."""
        for allocation in self.variables:
            if allocation.address == WORKSPACE_BASE:
                allocation.data[:] = 0
                return WORKSPACE_BASE
        return 0

    def allocations(self, memory: Memory) -> tuple[Allocation, ...]:
        """Return all that a kernel of this program can reach, sorted by address."""
        return (*self.variables, *memory.allocations)

    def native_table(self, memory: Memory) -> ctypes.Array[Alloc]:
        """Return the same for the runtime; made anew only when the memory has changed."""
        if self._table is None or self._table[0] is not memory or self._table[1] != memory.version:
            self._table = (memory, memory.version, native_table(self.allocations(memory)))
        return self._table[2]


def place_variables(module: Module) -> tuple[Allocation, ...]:
    """Give a module's ``.global`` and ``.const`` variables their memory, initialisers applied.

    Variables without an initialiser are zero, as in CUDA.

    Raises
    ------
    PtxError
        Constants are larger than constant memory, or an initialiser names what is not there.
    """
    addresses = place_module_variables(module.variables)
    found = []
    for name, address in addresses.items():
        variable = module.variables[name]
        try:
            data = np.zeros(variable.size_bytes, np.uint8)
        except MemoryError:
            raise PtxError(
                f"out of host memory for {variable.size_bytes} bytes of {name}", line=variable.line
            ) from None
        if variable.initial is not None:
            data[:] = np.frombuffer(variable.initial, np.uint8)
        for offset, symbol, addend in variable.references:
            value = _address_of(module, addresses, variable, symbol, addend)
            data[offset : offset + 8] = np.frombuffer(value.to_bytes(8, "little"), np.uint8)
        end = address + variable.size_bytes
        found.append(Allocation(address, data, name, address, end, is_const=variable.space == "const"))
    if _reads_workspace(module):
        data = np.zeros(WORKSPACE_BYTES, np.uint8)
        end = WORKSPACE_BASE + WORKSPACE_BYTES
        found.append(Allocation(WORKSPACE_BASE, data, "the grid's workspace", WORKSPACE_BASE, end))
    return tuple(sorted(found, key=lambda allocation: allocation.address))


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
