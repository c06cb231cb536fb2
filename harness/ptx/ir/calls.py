"""Calls that cannot be inlined: which functions they reach, how values pass, and the stack that they need.

A function that is recursive, or called through a pointer, has one body in the kernel. Each of its activations has a
frame in the thread's local memory. The register `FRAME` holds the frame's offset in local memory:

    0    number of the call to return to
    16   results, then parameters; the signature alone determines their places
    ...  local variables of the function and of functions inlined in it
    ...  registers that live across its own calls

A caller saves those registers, writes the parameters into the frame behind its own, and jumps to the function
(``kh_call``). The function ends with ``kh_return``. Bodies come before the kernel's own code, callees first: under the
min-PC rule lanes then finish their calls before lanes that made no call continue.

A predicate is passed as a word, 1 or 0; a vector by one access of all its elements. A function with register parameters
loads them from ``.param`` memory when it starts and stores its results where it returns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...errors import PtxError
from ...lazy import dataclass, field, replace
from ..layout import FUNCTION_BASE, FUNCTION_STEP
from ..text import syntax as ptx
from ..text.declared import Variable


def function_addresses(module: ptx.PtxModule) -> dict[str, int]:
    """Return the address of every function but kernels, by name and by alias."""
    names = [function.name for function in module.functions.values() if not function.is_entry]
    # kh_call_pointer takes an address for an index of a table, which `inline` makes in the same order
    places = {name: FUNCTION_BASE + FUNCTION_STEP * index for index, name in enumerate(names)}
    places.update((alias, places[name]) for alias, name in module.aliases.items() if name in places)
    return places


def stacked_functions(module: ptx.PtxModule, entry: ptx.PtxFunction) -> tuple[ptx.PtxFunction, ...]:
    """Return the functions that need a stack when `entry` runs, callees first."""
    # These are the functions on a cycle of calls and, if a pointer is called, those whose address is taken.
    graph = _Graph(module, entry)
    return tuple(
        function
        for function in graph.callees_first
        if function.name in graph.targets or graph.is_recursive(function)
    )


class _Graph:
    def __init__(self, module: ptx.PtxModule, entry: ptx.PtxFunction) -> None:
        self.module = module
        self.targets: frozenset[str] = frozenset()
        while True:
            self.explore(entry)
            reached = [entry, *self.callees_first]
            signatures = {signature for function in reached for signature in _pointer_signatures(function)}
            # a function reached through a pointer may take further addresses
            more = frozenset(self.addressed(reached, signatures) if signatures else ())
            if more <= self.targets:
                break
            self.targets |= more

    def explore(self, entry: ptx.PtxFunction) -> None:
        """Follow all calls from the entry: fills `edges` by name, `callees_first` in depth-first postorder."""
        self.edges: dict[str, tuple[str, ...]] = {}
        self.callees_first: list[ptx.PtxFunction] = []
        stack: list[tuple[ptx.PtxFunction, Iterator[str]]] = [(entry, iter(self.callees(entry)))]
        while stack:
            function, rest = stack[-1]
            name = next(rest, None)
            if name is None:
                stack.pop()
                if function is not entry:
                    self.callees_first.append(function)
                continue
            callee = self.module.functions[name]
            if name not in self.edges:
                stack.append((callee, iter(self.callees(callee))))

    def callees(self, function: ptx.PtxFunction) -> tuple[str, ...]:
        called = [
            self.module.function(s.function)
            for s in function.body
            if isinstance(s, ptx.CallStatement) and not s.pointer
        ]
        names = [f.name for f in called if f is not None and not f.is_declaration and not f.is_entry]
        if any(True for _ in _pointer_signatures(function)):
            # sorted: this is the order of the bodies, and their text keys the cache
            names += sorted(self.targets)
        self.edges[function.name] = tuple(dict.fromkeys(names))
        return self.edges[function.name]

    def addressed(
        self, functions: list[ptx.PtxFunction], signatures: set[ptx.FunctionSignature | None]
    ) -> Iterator[str]:
        """Yield the possible targets of calls through a pointer."""
        # Reached code or a variable takes their address, and some call has their signature.
        names = {s for variable in self.module.variables.values() for _, s, _ in variable.references}
        for function in functions:
            for targets in function.call_targets.values():
                names.update(targets)
            for statement in function.body:
                if isinstance(statement, ptx.Instruction):
                    for operand in statement.operands:
                        names.update(ptx.symbols_of(operand))
        for name in names:
            target = self.module.function(name)
            if target is None or target.is_declaration or target.is_entry:
                continue
            if None in signatures or target.signature in signatures:
                yield target.name

    def is_recursive(self, function: ptx.PtxFunction) -> bool:
        seen: set[str] = set()
        waiting = list(self.edges[function.name])
        while waiting:
            name = waiting.pop()
            if name == function.name:
                return True
            if name not in seen:
                seen.add(name)
                waiting.extend(self.edges[name])
        return False


def _pointer_signatures(function: ptx.PtxFunction) -> Iterator[ptx.FunctionSignature | None]:
    for statement in function.body:
        if isinstance(statement, ptx.CallStatement) and statement.pointer is not None:
            yield function.prototypes.get(statement.prototype)


PREDICATE_BYTES = 4


def write_argument(
    operand: ptx.Operand, place: ptx.Address, size: int, space: str = "local"
) -> list[ptx.Instruction]:
    if not _is_predicate(operand):
        return [ptx.Instruction(f"st.{space}.{_access_type(operand, size)}", (place, operand))]
    bit = _bit_of(operand)
    return [
        ptx.Instruction("selp.b32", (bit, ptx.Immediate(1), ptx.Immediate(0), operand)),
        ptx.Instruction(f"st.{space}.b32", (place, bit)),
    ]


def read_argument(
    operand: ptx.Operand, place: ptx.Address, size: int, space: str = "local"
) -> list[ptx.Instruction]:
    if not _is_predicate(operand):
        return [ptx.Instruction(f"ld.{space}.{_access_type(operand, size)}", (operand, place))]
    bit = _bit_of(operand)
    return [
        ptx.Instruction(f"ld.{space}.b32", (bit, place)),
        ptx.Instruction("setp.ne.b32", (operand, bit, ptx.Immediate(0))),
    ]


def _is_predicate(operand: ptx.Operand) -> bool:
    return isinstance(operand, ptx.Register) and operand.type == "pred"


def _bit_of(operand: ptx.Operand) -> ptx.Register:
    assert isinstance(operand, ptx.Register)
    return ptx.Register(f"~bit~{operand.name}", "b32")


def _access_type(operand: ptx.Operand, size: int) -> str:
    if isinstance(operand, ptx.VectorOperand):
        return f"v{len(operand.elements)}.b{8 * size // len(operand.elements)}"
    return f"b{8 * size}"


@dataclass(frozen=True)
class RegisterParameter:
    """A parameter or result in a register or a vector of registers, and the variable that passes it."""

    variable: Variable
    operand: ptx.Register | ptx.VectorOperand


def pass_in_memory(
    function: ptx.PtxFunction, results: list[RegisterParameter], params: list[RegisterParameter]
) -> None:
    """Load register parameters at the start of a function's body, and store register results at its ends."""
    if not results and not params:
        return
    body: list[ptx.Statement] = [
        replace(load, line=param.variable.line) for param in params for load in read_argument(*_place(param))
    ]
    stores = [store for result in results for store in write_argument(*_place(result))]
    for statement in function.body:
        if isinstance(statement, ptx.Instruction) and statement.name == "ret":
            body += [replace(statement, opcode=store.opcode, operands=store.operands) for store in stores]
        body.append(statement)
    # the end of a body is a return, too
    function.body = [*body, *(replace(store, line=function.line) for store in stores)]


def _place(parameter: RegisterParameter) -> tuple[ptx.Operand, ptx.Address, int, str]:
    variable = parameter.variable
    return parameter.operand, ptx.Address(ptx.Symbol(variable.name)), variable.size_bytes, "param"


FRAME = ptx.Register("~frame", "b32")
"""Offset of the current frame in local memory; no register of a kernel can have this name."""
RETURNS = "~returns"
"""Name of the branch table of all return addresses."""
STACK_BYTES = 16 * 1024
"""Stack of a thread in bytes; a GPU's default is 1024 (CUDA C++ Programming Guide, ``cudaLimitStackSize``)."""
FRAME_ALIGNMENT = 16
# the number of the call takes 4; results and parameters behind it may be aligned to 16
_HEADER_BYTES = 16


@dataclass
class Body:
    """Code with a frame of its own: a kernel, or a function that is called through the stack."""

    name: str
    is_stacked: bool
    """Whether its frame starts at `FRAME`; a kernel's starts at 0."""
    variables: dict[str, int] = field(default_factory=dict)
    """Offset of each local variable in the frame, by its name in the flat body."""
    end: int = 0
    """Size of the frame in bytes; saved registers are added last."""
    saved: dict[str, int] = field(default_factory=dict)
    """Offset of each saved register in the frame."""

    @property
    def frame_bytes(self) -> int:
        return align(self.end, FRAME_ALIGNMENT)

    def place(self, name: str, size_bytes: int, alignment: int, start: int) -> int:
        self.variables[name] = align(start, alignment)
        end = self.variables[name] + size_bytes
        self.end = max(self.end, end)
        return end

    def address(self, offset: int) -> ptx.Address:
        return ptx.Address(FRAME if self.is_stacked else ptx.Immediate(0), offset)


@dataclass(frozen=True)
class StackCall:
    """One call through the stack: function, arguments and their places."""

    index: int
    body: Body
    signature: ptx.FunctionSignature
    arguments: tuple[ptx.Operand, ...]
    results: tuple[ptx.Operand, ...]
    line: int
    location: ptx.SourceLocation | None

    @property
    def back(self) -> str:
        return f"~return{self.index}"


def align(offset: int, alignment: int) -> int:
    return -(-offset // alignment) * alignment


def places(signature: ptx.FunctionSignature) -> tuple[list[int], list[int], int]:
    """Return the offsets of results and parameters in a frame, and the end of the last."""
    end = _HEADER_BYTES
    starts: tuple[list[int], list[int]] = ([], [])
    for offsets, sizes in zip(starts, (signature.results, signature.params), strict=True):
        for size, alignment in sizes:
            if alignment > FRAME_ALIGNMENT:
                raise PtxError(
                    f"a parameter passed on the stack can be aligned to {FRAME_ALIGNMENT} (got {alignment})"
                )
            end = align(end, alignment)
            offsets.append(end)
            end += size
    return *starts, end


def prologue(body: Body, signature: ptx.FunctionSignature, line: int) -> list[ptx.Instruction | ptx.Label]:
    """Return the start of a function's body; its size is filled in by `expand`."""
    arguments_end = places(signature)[2]
    return [
        ptx.Label(f"~func~{body.name}", line),
        ptx.Instruction("kh_frame", (ptx.Immediate(arguments_end), ptx.Immediate(0)), line=line),
    ]


def epilogue(line: int) -> list[ptx.Instruction | ptx.Label]:
    back = ptx.Register("~back", "b32")
    return [
        ptx.Instruction("ld.local.b32", (back, ptx.Address(FRAME)), line=line),
        ptx.Instruction("kh_return", (back, ptx.Symbol(RETURNS)), line=line),
    ]


def expand(
    body: list[ptx.Instruction | ptx.Label],
    calls: dict[int, StackCall],
    bodies: list[Body],
    live: dict[int, list[ptx.Register]],
) -> list[ptx.Instruction | ptx.Label]:
    """Replace all calls through the stack by simpler instructions."""
    for index, registers in live.items():
        caller = calls[index].body
        # a kernel has one activation, so no other one overwrites its registers
        if caller.is_stacked:
            for register in registers:
                if register.name not in caller.saved:
                    size = _bytes_of(register)
                    caller.saved[register.name] = align(caller.end, size)
                    caller.end = caller.saved[register.name] + size
    sizes = {function.name: function.frame_bytes for function in bodies}
    # a caller writes arguments before the callee checks its frame's size, so there is always room for them
    reserve = max(places(call.signature)[2] for call in calls.values())
    result: list[ptx.Instruction | ptx.Label] = []
    owner = ""
    for statement in body:
        if isinstance(statement, ptx.Label):
            if statement.name.startswith("~func~"):
                owner = statement.name.removeprefix("~func~")
            result.append(statement)
            continue
        name = statement.name
        # only here are the sizes of frames known: saved registers are part of them
        if name == "kh_frame":
            start = statement.operands[0]
            needed = ptx.Immediate(sizes[owner] + reserve)
            operands = (FRAME, start, ptx.Immediate(sizes[owner]), needed)
            result.append(ptx.Instruction("kh_frame", operands, line=statement.line))
        elif name.startswith("kh_call"):
            call = calls[_number(statement.operands[3])]
            registers = live[call.index] if call.body.is_stacked else []
            result += _before(call, registers)
            result.append(
                ptx.Instruction(name, statement.operands[:3], line=call.line, location=call.location)
            )
        elif name == "kh_result":
            call = calls[_number(statement.operands[-1])]
            registers = live[call.index] if call.body.is_stacked else []
            result += _after(call, registers)
        else:
            result.append(statement)
    return result


def _number(operand: ptx.Operand) -> int:
    assert isinstance(operand, ptx.Immediate)
    return operand.value


def _before(call: StackCall, registers: list[ptx.Register]) -> list[ptx.Instruction | ptx.Label]:
    caller, n = call.body, call.index
    code: list[ptx.Instruction] = []
    for register in registers:
        code += write_argument(register, caller.address(caller.saved[register.name]), _bytes_of(register))
    new = ptx.Register(f"~new{n}", "b32")
    if caller.is_stacked:
        code.append(ptx.Instruction("add.u32", (new, FRAME, ptx.Immediate(caller.frame_bytes))))
    else:
        code.append(ptx.Instruction("mov.u32", (new, ptx.Immediate(caller.frame_bytes))))
    _, offsets, _ = places(call.signature)
    for argument, (size, _), offset in zip(call.arguments, call.signature.params, offsets, strict=True):
        if isinstance(argument, ptx.Symbol):
            code += _copy(caller.address(caller.variables[argument.name]), ptx.Address(new, offset), size, n)
        else:
            code += write_argument(argument, ptx.Address(new, offset), size)
    # the number by which kh_return finds the place behind the call
    code.append(ptx.Instruction("st.local.b32", (ptx.Address(new), ptx.Immediate(n))))
    # last: all addresses so far are in the caller's frame
    code.append(ptx.Instruction("mov.b32", (FRAME, new)))
    return placed(call, code)


def _after(call: StackCall, registers: list[ptx.Register]) -> list[ptx.Instruction | ptx.Label]:
    caller, n = call.body, call.index
    code: list[ptx.Instruction] = []
    if caller.is_stacked:
        # first: what follows is in the caller's frame again, and the results lie behind it
        code.append(ptx.Instruction("sub.u32", (FRAME, FRAME, ptx.Immediate(caller.frame_bytes))))
    for register in registers:
        code += read_argument(register, caller.address(caller.saved[register.name]), _bytes_of(register))
    offsets, _, _ = places(call.signature)
    for result, (size, _), offset in zip(call.results, call.signature.results, offsets, strict=True):
        place = caller.frame_bytes + offset
        if isinstance(result, ptx.Symbol):
            code += _copy(caller.address(place), caller.address(caller.variables[result.name]), size, n)
        elif not isinstance(result, ptx.Sink):
            code += read_argument(result, caller.address(place), size)
    return placed(call, code)


def _bytes_of(register: ptx.Register) -> int:
    return ptx.TYPE_BYTES[register.type] or PREDICATE_BYTES


def placed(
    call: StackCall | ptx.CallStatement | ptx.Instruction, instructions: Sequence[ptx.Instruction]
) -> list[ptx.Instruction | ptx.Label]:
    return [replace(i, line=call.line, location=call.location) for i in instructions]


def _copy(source: ptx.Address, target: ptx.Address, size: int, n: int) -> list[ptx.Instruction]:
    code = []
    # the widest access that both offsets and the size allow
    unit = next(unit for unit in (8, 4, 2, 1) if not (source.offset | target.offset | size) % unit)
    for at in range(0, size, unit):
        part = ptx.Register(f"~copy{n}.{unit}", f"b{8 * max(unit, 2)}")
        code.append(
            ptx.Instruction(f"ld.local.b{8 * unit}", (part, ptx.Address(source.base, source.offset + at)))
        )
        code.append(
            ptx.Instruction(f"st.local.b{8 * unit}", (ptx.Address(target.base, target.offset + at), part))
        )
    return code
