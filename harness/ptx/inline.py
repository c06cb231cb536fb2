"""Turns an entry and all it calls into one flat body without calls.

Barriers and shuffles inside a called function then need no call stack: a warp's place in the kernel is one program
counter a lane. Local variables keep a stack's layout: calls that follow each other share the same bytes.

Limitations: recursion and indirect calls are refused; so are calls of functions without a body, such as device-side
``printf`` and ``malloc``. Lanes that reach one ``shfl.sync`` through different calls do not meet there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from harness.errors import PtxError
from harness.ptx.syntax import (
    TYPE_BYTES,
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

MAX_STATEMENTS = 100_000
"""Flat statements of one kernel; a larger one is refused rather than compiled for minutes."""
MAX_CALL_DEPTH = 200


@dataclass
class FlatKernel:
    """An entry with its calls expanded.

    Parameters
    ----------
    name : str
        Entry symbol.
    params : list of Variable
        Kernel parameters in order.
    shared : dict of str to Variable
        Shared variables of all functions.
    locals : dict of str to int
        Offset of each local variable in a thread's frame; the parameters of called functions are among them.
    local_bytes : int
        Size of the frame.
    body : list of Instruction or Label
        No `Call` among them.
    branch_tables : dict of str to tuple of str
        Targets of ``.branchtargets`` by label.
    max_threads : int
        Threads of a block at most, 0 where it is not limited.
    required_block : tuple of int or None
        The only block shape that is allowed.
    """

    name: str
    params: list[Variable]
    shared: dict[str, Variable] = field(default_factory=dict)
    locals: dict[str, int] = field(default_factory=dict)
    local_bytes: int = 0
    body: list[Instruction | Label] = field(default_factory=list)
    branch_tables: dict[str, tuple[str, ...]] = field(default_factory=dict)
    max_threads: int = 0
    required_block: tuple[int, ...] | None = None


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
    if function.is_declaration:
        raise PtxError(f"kernel {entry} is declared without a body", line=function.line)
    if function.cluster_line:
        raise PtxError("thread block clusters are not supported", line=function.cluster_line)
    kernel = FlatKernel(
        entry, function.params, max_threads=function.max_threads, required_block=function.required_block
    )
    _Expansion(module, kernel).expand(_Activation(function, stack=(entry,)))
    return kernel


@dataclass
class _Activation:
    """One expansion of a function.

    `suffix` makes its names unique in the flat body, `names` maps its own names to those, `call_params` holds the
    sizes of the variables it passes to others, and its frame ends at `frame_end`.
    """

    function: Function
    stack: tuple[str, ...]
    suffix: str = ""
    names: dict[str, str] = field(default_factory=dict)
    call_params: dict[str, int] = field(default_factory=dict)
    frame_end: int = 0


class _Expansion:
    def __init__(self, module: Module, kernel: FlatKernel) -> None:
        self.module = module
        self.kernel = kernel
        self.n_calls = 0
        self.param_names = {variable.name for variable in kernel.params}

    def expand(self, a: _Activation) -> None:
        function, suffix = a.function, a.suffix
        self.place_variables(a)
        for label, targets in function.branch_tables.items():
            self.kernel.branch_tables[label + suffix] = tuple(target + suffix for target in targets)
        labels = {s.name for s in function.body if isinstance(s, Label)} | set(function.branch_tables)
        a.names.update((label, label + suffix) for label in labels)
        for statement in function.body:
            if len(self.kernel.body) > MAX_STATEMENTS:
                raise PtxError(
                    f"kernel {self.kernel.name} has more than {MAX_STATEMENTS} instructions once its calls are expanded"
                )
            if isinstance(statement, Label):
                self.kernel.body.append(replace(statement, name=a.names[statement.name]))
            elif isinstance(statement, Call):
                self.expand_call(a, statement)
            else:
                self.kernel.body.append(self.renamed(a, statement))
        if suffix:
            self.kernel.body.append(Label(f"~end{suffix}", function.line))

    def place_variables(self, a: _Activation) -> None:
        for variable in a.function.variables.values():
            if variable.space == "shared":
                # one for all calls of the function
                name = a.names[variable.name] = f"{variable.name}@{a.function.name}"
                self.kernel.shared[name] = replace(variable, name=name)
                continue
            name = a.names[variable.name] = variable.name + a.suffix
            self.place(a, name, variable)
            if variable.space == "param":
                a.call_params[name] = variable.size_bytes

    def place(self, a: _Activation, name: str, variable: Variable) -> None:
        """Give a local variable its bytes at the end of the frame."""
        start = -(-a.frame_end // variable.align) * variable.align
        self.kernel.locals[name] = start
        a.frame_end = start + variable.size_bytes
        self.kernel.local_bytes = max(self.kernel.local_bytes, a.frame_end)

    def renamed(self, a: _Activation, instruction: Instruction) -> Instruction:
        predicate = _rename_register(instruction.predicate, a.suffix)
        if instruction.name == "ret" and a.suffix:
            end = Symbol(f"~end{a.suffix}")
            return replace(instruction, opcode="bra", operands=(end,), predicate=predicate)
        opcode = instruction.opcode
        operands = tuple(_rename(operand, a.suffix, a.names) for operand in instruction.operands)
        if ".param" in opcode and self.is_call_parameter(a, instruction, operands):
            words = ("local" if word.startswith("param") else word for word in opcode.split("."))
            opcode = ".".join(words)
        return replace(instruction, opcode=opcode, operands=operands, predicate=predicate)

    def is_call_parameter(
        self, a: _Activation, instruction: Instruction, operands: tuple[Operand, ...]
    ) -> bool:
        """Whether a ``.param`` access means an argument of a call, which is a local variable here.

        In a function it always does; in a kernel, parameters of the kernel itself can be read as well.
        """
        bases = (operand.base if isinstance(operand, Address) else operand for operand in operands)
        symbols = {base.name for base in bases if isinstance(base, Symbol)}
        if a.suffix or symbols:
            return bool(a.suffix) or not symbols & self.param_names
        return instruction.name == "st"

    def expand_call(self, a: _Activation, call: Call) -> None:
        callee = self.callee(a, call)
        self.n_calls += 1
        suffix = f"{a.suffix}~{self.n_calls}"
        skip = f"~skip{suffix}"
        if call.predicate is not None:
            guard = _rename_register(call.predicate, a.suffix)
            self.kernel.body.append(
                Instruction("bra", (Symbol(skip),), guard, not call.negated, call.line, call.location)
            )
        inner = _Activation(callee, (*a.stack, call.function), suffix, frame_end=a.frame_end)
        after = []
        for param, argument in zip(callee.params, call.arguments, strict=True):
            self.bind(a, inner, call, param, argument)
        for param, argument in zip(callee.results, call.results, strict=True):
            result = self.bind(a, inner, call, param, argument, is_result=True)
            after.extend(result)
        self.expand(inner)
        self.kernel.body.extend(after)
        if call.predicate is not None:
            self.kernel.body.append(Label(skip, call.line))

    def callee(self, a: _Activation, call: Call) -> Function:
        """Return the called function; PtxError where the call cannot be expanded."""
        callee = self.module.functions.get(call.function)
        if callee is not None and callee.is_entry:
            raise PtxError(f"a kernel cannot be called (got {call.function!r})", line=call.line)
        if callee is None or callee.is_declaration:
            raise PtxError(
                f"call of a function without a body (got {call.function!r}); device-side printf, malloc and assert "
                "are not supported on the cpu device: compile them out",
                line=call.line,
            )
        if call.function in a.stack:
            chain = " -> ".join((*a.stack, call.function))
            raise PtxError(f"recursive calls are not supported (got {chain})", line=call.line)
        if len(a.stack) > MAX_CALL_DEPTH:
            raise PtxError(f"calls are nested more than {MAX_CALL_DEPTH} deep", line=call.line)
        if len(call.arguments) != len(callee.params) or len(call.results) != len(callee.results):
            raise PtxError(
                f"call of {call.function} with {len(call.arguments)} arguments and {len(call.results)} results "
                f"(it takes {len(callee.params)} and returns {len(callee.results)})",
                line=call.line,
            )
        return callee

    def bind(
        self,
        a: _Activation,
        inner: _Activation,
        call: Call,
        param: Variable,
        argument: Operand,
        is_result: bool = False,
    ) -> list[Instruction]:
        """Give a parameter of the callee the caller's variable, or one made for a register or constant.

        Returns what must follow the call.
        """
        operand = _rename(argument, a.suffix, a.names)
        if isinstance(operand, Symbol):
            if a.call_params.get(operand.name, 0) < param.size_bytes:
                raise PtxError(
                    f"argument {operand.name!r} must be a .param variable of the caller of at least "
                    f"{param.size_bytes} bytes",
                    line=call.line,
                )
            inner.names[param.name] = operand.name
            return []
        if isinstance(operand, Register) and operand.type != "pred":
            pass
        elif is_result or not isinstance(operand, Immediate):
            raise PtxError("a call's argument must be a variable, a register or a constant", line=call.line)
        name = inner.names[param.name] = param.name + inner.suffix
        self.place(inner, name, param)
        address = Address(Symbol(name))
        width = f"b{8 * TYPE_BYTES[param.type]}"
        if is_result:
            return [
                Instruction(f"ld.local.{width}", (operand, address), line=call.line, location=call.location)
            ]
        self.kernel.body.append(
            Instruction(f"st.local.{width}", (address, operand), line=call.line, location=call.location)
        )
        return []


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
        return Negated(replace(operand.operand, name=operand.operand.name + suffix)) if suffix else operand
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
