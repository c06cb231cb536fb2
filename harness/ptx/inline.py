"""Turns an entry and all it calls into one flat body without calls.

Barriers and shuffles inside a called function then need no call stack: a warp's place in the kernel is one program
counter a lane. Limitations: recursion and indirect calls are refused; so are calls of functions without a body, such
as device-side ``printf`` and ``malloc``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from harness.errors import PtxError
from harness.ptx.parser import TYPE_BYTES
from harness.ptx.syntax import (
    Address,
    Call,
    Function,
    Immediate,
    Instruction,
    Label,
    Module,
    Negated,
    Operand,
    Pair,
    Register,
    Symbol,
    Variable,
    Vector,
)

MAX_STATEMENTS = 400_000
"""Flat statements of one kernel; a larger one is refused rather than compiled for minutes."""


@dataclass
class FlatKernel:
    """An entry with its calls expanded.

    Parameters
    ----------
    name : str
        Entry symbol.
    params : list of Variable
        Kernel parameters in order.
    locals, shared : dict of str to Variable
        Variables of all functions in the local and the shared space; function parameters have become local ones.
    body : list of Instruction or Label
        No `Call` among them.
    branch_tables : dict of str to list of str
        Targets of ``.branchtargets`` by label.
    """

    name: str
    params: list[Variable]
    locals: dict[str, Variable] = field(default_factory=dict)
    shared: dict[str, Variable] = field(default_factory=dict)
    body: list[Instruction | Label] = field(default_factory=list)
    branch_tables: dict[str, tuple[str, ...]] = field(default_factory=dict)


def flatten(module: Module, entry: str) -> FlatKernel:
    """Expand all calls of an entry.

    Raises
    ------
    PtxError
        The entry does not exist, or a call cannot be expanded: recursion, a function without a body, or a wrong
        number of arguments.
    """
    function = module.functions.get(entry)
    if function is None or not function.is_entry:
        names = ", ".join(f.name for f in module.entries) or "none"
        raise PtxError(f"no kernel of this name in the module (got {entry!r}, it has: {names})")
    kernel = FlatKernel(entry, function.params)
    _Expansion(module, kernel).expand(function, suffix="", aliases={}, stack=(entry,))
    return kernel


class _Expansion:
    def __init__(self, module: Module, kernel: FlatKernel) -> None:
        self.module = module
        self.kernel = kernel
        self.n_calls = 0
        self.param_names = {variable.name for variable in kernel.params}

    def expand(
        self, function: Function, suffix: str, aliases: dict[str, str], stack: tuple[str, ...]
    ) -> None:
        names = dict(aliases)
        for variable in function.variables.values():
            if variable.space == "shared":
                self.kernel.shared[variable.name] = variable
                continue
            names[variable.name] = variable.name + suffix
            space = "local" if variable.space == "param" else variable.space
            self.kernel.locals[names[variable.name]] = replace(
                variable, name=names[variable.name], space=space
            )
        for label, targets in function.branch_tables.items():
            self.kernel.branch_tables[label + suffix] = tuple(target + suffix for target in targets)
        labels = {s.name for s in function.body if isinstance(s, Label)} | set(function.branch_tables)
        names.update((label, label + suffix) for label in labels)
        end = f"$end{suffix}"
        for statement in function.body:
            if len(self.kernel.body) > MAX_STATEMENTS:
                raise PtxError(
                    f"kernel {self.kernel.name} has more than {MAX_STATEMENTS} instructions once its calls are expanded"
                )
            if isinstance(statement, Label):
                self.kernel.body.append(replace(statement, name=names[statement.name]))
            elif isinstance(statement, Call):
                self.expand_call(statement, suffix, names, stack)
            else:
                self.kernel.body.append(self.renamed(statement, suffix, names, end if suffix else ""))
        if suffix:
            self.kernel.body.append(Label(end, function.line))

    def renamed(self, instruction: Instruction, suffix: str, names: dict[str, str], end: str) -> Instruction:
        opcode = instruction.opcode
        if opcode.split(".")[0] == "ret" and end:
            return Instruction(
                "bra",
                (Symbol(end),),
                _rename_register(instruction.predicate, suffix),
                instruction.negated,
                instruction.line,
                instruction.location,
            )
        operands = tuple(_rename(operand, suffix, names) for operand in instruction.operands)
        words = opcode.split(".")
        if words[0] in ("ld", "st") and any(word.startswith("param") for word in words):
            symbols = {o.base.name for o in operands if isinstance(o, Address) and isinstance(o.base, Symbol)}
            if symbols and not symbols & self.param_names:
                opcode = ".".join("local" if word.startswith("param") else word for word in words)
        return replace(
            instruction,
            opcode=opcode,
            operands=operands,
            predicate=_rename_register(instruction.predicate, suffix),
        )

    def expand_call(self, call: Call, suffix: str, names: dict[str, str], stack: tuple[str, ...]) -> None:
        callee = self.module.functions.get(call.function)
        if callee is None or callee.is_declaration:
            raise PtxError(
                f"call of a function without a body (got {call.function!r}); device-side printf, malloc and assert "
                "are not supported on the cpu device: compile them out",
                line=call.line,
            )
        if call.function in stack:
            chain = " -> ".join((*stack, call.function))
            raise PtxError(f"recursive calls are not supported (got {chain})", line=call.line)
        if len(call.arguments) != len(callee.params) or len(call.results) != len(callee.results):
            raise PtxError(
                f"call of {call.function} with {len(call.arguments)} arguments and {len(call.results)} results "
                f"(it takes {len(callee.params)} and returns {len(callee.results)})",
                line=call.line,
            )
        self.n_calls += 1
        inner = f"{suffix}~{self.n_calls}"
        skip = f"$skip{inner}"
        if call.predicate is not None:
            guard = _rename_register(call.predicate, suffix)
            self.kernel.body.append(
                Instruction("bra", (Symbol(skip),), guard, not call.negated, call.line, call.location)
            )
        aliases, after = self.bind(call, callee, suffix, names, inner)
        self.expand(callee, inner, aliases, (*stack, call.function))
        self.kernel.body.extend(after)
        if call.predicate is not None:
            self.kernel.body.append(Label(skip, call.line))

    def bind(
        self, call: Call, callee: Function, suffix: str, names: dict[str, str], inner: str
    ) -> tuple[dict[str, str], list[Instruction]]:
        """Give each parameter of the callee the caller's variable, or one made for a register or constant."""
        aliases: dict[str, str] = {}
        after = []
        pairs = [
            *zip(callee.params, call.arguments, strict=True),
            *zip(callee.results, call.results, strict=True),
        ]
        for position, (param, argument) in enumerate(pairs):
            operand = _rename(argument, suffix, names)
            if isinstance(operand, Symbol):
                aliases[param.name] = operand.name
                continue
            if not isinstance(operand, Register | Immediate):
                raise PtxError(
                    "a call's argument must be a variable, a register or a constant", line=call.line
                )
            name = param.name + inner
            aliases[param.name] = name
            self.kernel.locals[name] = replace(param, name=name, space="local")
            width = f"b{8 * TYPE_BYTES[param.type]}"
            address = Address(Symbol(name))
            if position < len(callee.params):
                self.kernel.body.append(
                    Instruction(
                        f"st.local.{width}", (address, operand), line=call.line, location=call.location
                    )
                )
            else:
                after.append(
                    Instruction(
                        f"ld.local.{width}", (operand, address), line=call.line, location=call.location
                    )
                )
        return aliases, after


def _rename_register(register: Register | None, suffix: str) -> Register | None:
    return replace(register, name=register.name + suffix) if register is not None and suffix else register


def _rename(operand: Operand, suffix: str, names: dict[str, str]) -> Operand:
    if isinstance(operand, Register):
        return replace(operand, name=operand.name + suffix) if suffix else operand
    if isinstance(operand, Symbol):
        return replace(operand, name=names.get(operand.name, operand.name))
    if isinstance(operand, Address):
        base = _rename(operand.base, suffix, names)
        if not isinstance(base, Register | Symbol | Immediate):  # pragma: no cover - _rename keeps the kind
            raise TypeError(base)
        return replace(operand, base=base)
    if isinstance(operand, Vector):
        return Vector(tuple(_rename(element, suffix, names) for element in operand.elements))
    if isinstance(operand, Pair):
        return Pair(_rename(operand.first, suffix, names), _rename(operand.second, suffix, names))
    if isinstance(operand, Negated):
        return Negated(replace(operand.operand, name=operand.operand.name + suffix))
    return operand


def registers_of(operand: Operand) -> Iterator[Register]:
    """Yield the registers that an operand names, addresses included."""
    if isinstance(operand, Register):
        yield operand
    elif isinstance(operand, Address) and isinstance(operand.base, Register):
        yield operand.base
    elif isinstance(operand, Vector):
        for element in operand.elements:
            yield from registers_of(element)
    elif isinstance(operand, Pair):
        yield from registers_of(operand.first)
        yield from registers_of(operand.second)
    elif isinstance(operand, Negated):
        yield operand.operand
