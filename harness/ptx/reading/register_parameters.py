"""Passes a function's register parameters and results in memory, as ``.param`` variables are passed.

The function loads its parameters when it starts and stores its results where it returns.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..ir.argument_access import read_argument, write_argument
from ..text.syntax import (
    Address,
    Function,
    Instruction,
    Register,
    Statement,
    Symbol,
    Variable,
    VectorOperand,
)


@dataclass(frozen=True)
class RegisterParameter:
    """A parameter or result in a register or a vector of registers, and the variable that passes it."""

    variable: Variable
    operand: Register | VectorOperand


def pass_in_memory(
    function: Function, results: list[RegisterParameter], params: list[RegisterParameter]
) -> None:
    """Load register parameters at the start of a function's body, and store register results at its ends."""
    if not results and not params:
        return
    body: list[Statement] = [each for param in params for each in _load(param)]
    for statement in function.body:
        if isinstance(statement, Instruction) and statement.name == "ret":
            predicate, negated, location = statement.predicate, statement.negated, statement.location
            for store in (each for result in results for each in _store(result, statement.line)):
                body.append(replace(store, predicate=predicate, negated=negated, location=location))
        body.append(statement)
    function.body = [*body, *(each for result in results for each in _store(result, function.line))]


def _load(parameter: RegisterParameter) -> list[Instruction]:
    variable = parameter.variable
    loads = read_argument(parameter.operand, Address(Symbol(variable.name)), variable.size_bytes, "param")
    return [replace(load, line=variable.line) for load in loads]


def _store(parameter: RegisterParameter, line: int) -> list[Instruction]:
    variable = parameter.variable
    stores = write_argument(parameter.operand, Address(Symbol(variable.name)), variable.size_bytes, "param")
    return [replace(store, line=line) for store in stores]
