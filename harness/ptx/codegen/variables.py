"""Gives the variables of a module their memory."""

from __future__ import annotations

import numpy as np

from ...errors import PtxError
from ..ir.calls import function_addresses
from ..ir.frame import place_module_variables
from ..layout import WORKSPACE_BASE
from ..memory import Allocation
from ..text.declared import Variable
from ..text.syntax import CallStatement, Instruction, PtxModule, Special, symbols_of

WORKSPACE_BYTES = 64
"""Bytes of a cooperative launch's workspace; ``cooperative_groups`` uses its second word as a counter."""


def place_variables(module: PtxModule) -> tuple[Allocation, ...]:
    """Give a module's ``.global`` and ``.const`` variables their memory, initialisers applied."""
    # Variables without an initialiser are zero, as in CUDA. Unused variables, of which headers of CUDA's libraries
    # declare hundreds, get addresses and no memory.
    addresses = place_module_variables(module.variables)
    allocations = []
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
        allocations.append(Allocation(address, data, shown, address, end, is_const=variable.space == "const"))
    if _reads_workspace(module):
        data = np.zeros(WORKSPACE_BYTES, np.uint8)
        end = WORKSPACE_BASE + WORKSPACE_BYTES
        allocations.append(Allocation(WORKSPACE_BASE, data, "the grid's workspace", WORKSPACE_BASE, end))
    return tuple(sorted(allocations, key=lambda allocation: allocation.address))


def _named_symbols(module: PtxModule) -> set[str]:
    names = {symbol for variable in module.variables.values() for _, symbol, _ in variable.references}
    for function in module.functions.values():
        for statement in function.body:
            if isinstance(statement, Instruction):
                operands = statement.operands
            elif isinstance(statement, CallStatement):
                operands = (*statement.arguments, *statement.results)
                names.add(statement.prototype)  # may be a table of functions
            else:
                continue
            names.update(symbol for operand in operands for symbol in symbols_of(operand))
    return names


def _reads_workspace(module: PtxModule) -> bool:
    return any(
        # where cooperative_groups finds the workspace of its grid
        isinstance(operand, Special) and operand.name in ("%envreg1", "%envreg2")
        for function in module.functions.values()
        for statement in function.body
        if isinstance(statement, Instruction)
        for operand in statement.operands
    )


def _address_of(
    module: PtxModule, addresses: dict[str, int], variable: Variable, symbol: str, addend: int
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
