"""Memory of a module's ``.global`` and ``.const`` variables."""

from __future__ import annotations

import numpy as np

from ...errors import PtxError
from ..ir.call_graph import function_addresses
from ..ir.frame import place_module_variables
from ..layout import WORKSPACE_BASE
from ..memory import Allocation
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

WORKSPACE_BYTES = 64
"""Bytes of a cooperative launch's workspace; ``cooperative_groups`` uses its second word as a counter."""


def place_variables(module: Module) -> tuple[Allocation, ...]:
    """Give a module's ``.global`` and ``.const`` variables their memory, initialisers applied.

    Variables without an initialiser are zero, as in CUDA. Unused variables, of which headers of CUDA's libraries
    declare hundreds, get addresses and no memory.
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
        # a function's own variable has a suffix
        shown = name.partition("@")[0]
        found.append(Allocation(address, data, shown, address, end, is_const=variable.space == "const"))
    if _reads_workspace(module):
        data = np.zeros(WORKSPACE_BYTES, np.uint8)
        end = WORKSPACE_BASE + WORKSPACE_BYTES
        found.append(Allocation(WORKSPACE_BASE, data, "the grid's workspace", WORKSPACE_BASE, end))
    return tuple(sorted(found, key=lambda allocation: allocation.address))


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
