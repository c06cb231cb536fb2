"""Inlines all calls of an entry into one flat body.

Barriers and shuffles inside a called function then need no call stack: each lane of a warp has one program counter.
Local variables keep a stack's layout: consecutive calls share the same bytes.

Functions that cannot be inlined, because they are recursive or called through a pointer, use a stack
(`harness.ptx.ir.calls`).

Limitations: functions without a body are refused, except CUDA's own. Lanes that reach one ``shfl.sync`` through
different inlined calls do not meet there.
"""

from __future__ import annotations

from ...errors import PtxError
from ...lazy import dataclass, field, replace
from ..ir import calls
from ..ir.flat_kernel import FlatKernel, registers_of, rename, rename_register
from ..isa.table import row_of
from ..text import syntax as ptx
from ..text.declared import Variable

LIBRARY: dict[str, tuple[int, tuple[int, ...]]] = {
    "vprintf": (4, (8, 8)),
    "__assertfail": (0, (8, 8, 4, 8, 8)),
    "malloc": (8, (8,)),
    "free": (0, (8,)),
}
"""CUDA library functions without a body: bytes of the result (0 without one) and of the parameters."""

MAX_STATEMENTS = 100_000
"""Most flat statements of one kernel; a larger kernel would compile for minutes and is refused."""
MAX_CALL_DEPTH = 200


def flatten(module: ptx.PtxModule, entry: str) -> FlatKernel:
    function = module.functions.get(entry)
    if function is None or not function.is_entry:
        names = ", ".join(f.name for f in module.entries) or "none"
        raise PtxError(f"no kernel of this name in the module (got {entry!r}, it has: {names})")
    if function.is_declaration:
        raise PtxError(f"kernel {entry} is declared without a body", line=function.line)
    addresses = calls.function_addresses(module)
    kernel = FlatKernel(entry, function.params, functions=addresses, limits=function.limits)
    _Expansion(module, kernel).run(function)
    return kernel


@dataclass
class _Activation:
    """One expansion of a function.

    `suffix` makes its names unique in the flat body, `names` maps its own names to the unique ones, `call_params` holds
    the sizes of the variables it passes to other functions, and its frame ends at `frame_end`.
    """

    function: ptx.PtxFunction
    stack: tuple[str, ...]
    body: calls.Body
    suffix: str = ""
    names: dict[str, str] = field(default_factory=dict)
    call_params: dict[str, int] = field(default_factory=dict)
    frame_end: int = 0


class _Expansion:
    def __init__(self, module: ptx.PtxModule, kernel: FlatKernel) -> None:
        self.module = module
        self.kernel = kernel
        self.n_calls = 0
        self.param_names = {variable.name for variable in kernel.params}
        self.stacked: dict[str, calls.Body] = {}

    def run(self, entry: ptx.PtxFunction) -> None:
        kernel = self.kernel
        functions = calls.stacked_functions(self.module, entry)
        self.stacked = {function.name: calls.Body(function.name, is_stacked=True) for function in functions}
        kernel.bodies = list(self.stacked.values())
        if functions:
            # functions come first: under the min-PC rule lanes then finish their calls before other lanes continue
            kernel.body.append(ptx.Instruction("bra", (ptx.Symbol("~start"),), line=entry.line))
        for function in functions:
            self.expand_stacked(function)
        if functions:
            kernel.body.append(ptx.Label("~start", entry.line))
        own = calls.Body(entry.name, is_stacked=False, variables=kernel.locals)
        self.expand(_Activation(entry, (entry.name,), own))
        kernel.local_bytes = own.end
        if functions:
            kernel.local_bytes = own.frame_bytes
            kernel.stack_bytes = calls.STACK_BYTES
            kernel.branch_tables[calls.RETURNS] = tuple(call.back for call in kernel.calls.values())

    def expand_stacked(self, function: ptx.PtxFunction) -> None:
        """Expand a function that is called through the stack; its frame starts with its parameters."""
        body = self.stacked[function.name]
        a = _Activation(function, (function.name,), body, suffix=f"~{function.name}")
        results, params, body.end = calls.places(function.signature)
        a.frame_end = body.end
        for variable, offset in zip((*function.results, *function.params), (*results, *params), strict=True):
            name = a.names[variable.name] = variable.name + a.suffix
            body.variables[name] = offset
        self.kernel.body += calls.prologue(body, function.signature, function.line)
        self.expand(a)
        self.kernel.body += calls.epilogue(function.line)

    def expand(self, a: _Activation) -> None:
        function, suffix = a.function, a.suffix
        self.place_variables(a)
        for label, targets in function.branch_tables.items():
            self.kernel.branch_tables[label + suffix] = tuple(target + suffix for target in targets)
        labels = {s.name for s in function.body if isinstance(s, ptx.Label)} | set(function.branch_tables)
        a.names.update((label, label + suffix) for label in labels)
        for statement in function.body:
            # checked at each statement: functions that call each other twice double the body at each level
            if len(self.kernel.body) > MAX_STATEMENTS:
                raise PtxError(
                    f"kernel {self.kernel.name} has more than {MAX_STATEMENTS} instructions once its calls are expanded"
                )
            if isinstance(statement, ptx.Label):
                self.kernel.body.append(replace(statement, name=a.names[statement.name]))
            elif isinstance(statement, ptx.CallStatement):
                self.expand_call(a, statement)
            else:
                self.kernel.body += self.renamed(a, statement)
        if suffix:
            # a ret of the called function has become a branch to this place
            self.kernel.body.append(ptx.Label(f"~end{suffix}", function.line))

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
        # a kernel's own frame starts at 0, where every alignment can be kept
        if a.body.is_stacked and variable.align > calls.FRAME_ALIGNMENT:
            raise PtxError(
                f"{variable.name} lies on a stack, where at most {calls.FRAME_ALIGNMENT} bytes can be aligned to "
                f"(got {variable.align})",
                line=variable.line,
            )
        a.frame_end = a.body.place(name, variable.size_bytes, variable.align, a.frame_end)

    def renamed(self, a: _Activation, instruction: ptx.Instruction) -> list[ptx.Instruction | ptx.Label]:
        is_own = not a.suffix and not a.body.is_stacked and ".param" not in instruction.opcode
        if is_own and not any(True for operand in instruction.operands for _ in ptx.symbols_of(operand)):
            return [instruction]
        predicate = rename_register(instruction.predicate, a.suffix)
        if instruction.name == "ret" and a.suffix:
            end = ptx.Symbol(f"~end{a.suffix}")
            return [replace(instruction, opcode="bra", operands=(end,), predicate=predicate)]
        opcode = instruction.opcode
        operands = tuple(rename(operand, a.suffix, a.names) for operand in instruction.operands)
        if ".param" in opcode and self.is_call_parameter(a, instruction, operands):
            words = ("local" if word.startswith("param") else word for word in opcode.split("."))
            opcode = ".".join(words)
        before: list[ptx.Instruction | ptx.Label] = []
        if a.body.is_stacked:
            operands = tuple(self.in_frame(a, operand, instruction, before) for operand in operands)
        return [*before, replace(instruction, opcode=opcode, operands=operands, predicate=predicate)]

    def in_frame(
        self,
        a: _Activation,
        operand: ptx.Operand,
        instruction: ptx.Instruction,
        before: list[ptx.Instruction | ptx.Label],
    ) -> ptx.Operand:
        """Return an operand with a variable of the current frame turned into an offset from `FRAME`."""
        variables = a.body.variables
        if (
            isinstance(operand, ptx.Address)
            and isinstance(operand.base, ptx.Symbol)
            and operand.base.name in variables
        ):
            offset = variables[operand.base.name] + operand.base.offset + operand.offset
            return ptx.Address(calls.FRAME, offset)
        if not isinstance(operand, ptx.Symbol) or operand.name not in variables:
            return operand
        # an address is an operand of 64 bits, and FRAME an offset of 32
        address = ptx.Register("~address", "b64")
        offset = variables[operand.name] + operand.offset
        code = [
            ptx.Instruction("cvt.u64.u32", (address, calls.FRAME)),
            ptx.Instruction("add.u64", (address, address, ptx.Immediate(offset))),
        ]
        before += calls.placed(instruction, code)
        return address

    def is_call_parameter(
        self, a: _Activation, instruction: ptx.Instruction, operands: tuple[ptx.Operand, ...]
    ) -> bool:
        """Whether a ``.param`` access is to an argument of a call, which is a local variable here."""
        bases = (operand.base if isinstance(operand, ptx.Address) else operand for operand in operands)
        symbols = {base.name for base in bases if isinstance(base, ptx.Symbol)}
        # in a function it always is; a kernel can also read parameters of its own
        if a.suffix or symbols:
            return bool(a.suffix) or not symbols & self.param_names
        return not row_of(instruction).writes

    def write(self, call: ptx.CallStatement, *instructions: ptx.Instruction) -> None:
        self.kernel.body += calls.placed(call, instructions)

    def expand_call(self, a: _Activation, call: ptx.CallStatement) -> None:
        named = self.module.function(call.function)
        # a module may define a function of the same name itself
        is_library = call.function in LIBRARY and (named is None or named.is_declaration)
        callee = None if is_library or call.pointer is not None else self.callee(a, call)
        self.n_calls += 1
        # one function may be expanded several times, each with registers of its own
        suffix = f"{a.suffix}~{self.n_calls}"
        skip = f"~skip{suffix}"
        if call.predicate is not None:
            guard = rename_register(call.predicate, a.suffix)
            self.write(call, ptx.Instruction("bra", (ptx.Symbol(skip),), guard, not call.negated))
        if is_library:
            self.call_library(a, call, suffix)
        elif callee is None or callee.name in self.stacked:
            self.call_through_stack(a, call, callee)
        else:
            self.expand_callee(a, call, callee, suffix)
        if call.predicate is not None:
            self.kernel.body.append(ptx.Label(skip, call.line))

    def expand_callee(
        self, a: _Activation, call: ptx.CallStatement, callee: ptx.PtxFunction, suffix: str
    ) -> None:
        inner = _Activation(callee, (*a.stack, callee.name), a.body, suffix, frame_end=a.frame_end)
        after: list[ptx.Instruction | ptx.Label] = []
        for param, argument in zip(callee.params, call.arguments, strict=True):
            self.bind(a, inner, call, param, argument)
        for param, argument in zip(callee.results, call.results, strict=True):
            after += self.bind(a, inner, call, param, argument, is_result=True)
        self.expand(inner)
        self.kernel.body += after

    def call_library(self, a: _Activation, call: ptx.CallStatement, suffix: str) -> None:
        """Call a CUDA library function: an instruction ``kh_NAME result, arguments``."""
        result_bytes, sizes = LIBRARY[call.function]
        self.check_counts(call, call.function, len(sizes), int(result_bytes > 0))
        operands: list[ptx.Operand] = []
        for index, (argument, size) in enumerate(zip(call.arguments, sizes, strict=True)):
            operand = rename(argument, a.suffix, a.names)
            self.check_argument(a, call, operand, size, is_result=False)
            if isinstance(operand, ptx.Symbol):
                register = ptx.Register(f"~argument{index}{suffix}", f"b{8 * size}")
                source = a.body.address(a.body.variables[operand.name])
                self.write(call, ptx.Instruction(f"ld.local.b{8 * size}", (register, source)))
                operand = register
            operands.append(operand)
        name = f"kh_{call.function.removeprefix('__')}"
        if not result_bytes:
            self.write(call, ptx.Instruction(name, (ptx.Sink(), *operands)))
            return
        result = rename(call.results[0], a.suffix, a.names)
        self.check_argument(a, call, result, result_bytes, is_result=True)
        register = (
            result
            if isinstance(result, ptx.Register)
            else ptx.Register(f"~result{suffix}", f"b{8 * result_bytes}")
        )
        self.write(call, ptx.Instruction(name, (register, *operands)))
        if isinstance(result, ptx.Symbol):
            target = a.body.address(a.body.variables[result.name])
            self.write(call, ptx.Instruction(f"st.local.b{8 * result_bytes}", (target, register)))

    def call_through_stack(
        self, a: _Activation, call: ptx.CallStatement, callee: ptx.PtxFunction | None
    ) -> None:
        """Write a call, which `flow.analyze` completes once it knows the registers that live across it."""
        signature = callee.signature if callee is not None else self.prototype(a, call)
        self.check_counts(call, call.function or "a pointer", len(signature.params), len(signature.results))
        arguments = tuple(rename(argument, a.suffix, a.names) for argument in call.arguments)
        results = tuple(rename(result, a.suffix, a.names) for result in call.results)
        predicates = [r for r in (*arguments, *results) if isinstance(r, ptx.Register) and r.type == "pred"]
        for operands, sizes in ((arguments, signature.params), (results, signature.results)):
            for operand, (size, _) in zip(operands, sizes, strict=True):
                # a signature holds sizes alone
                is_predicate = size == calls.PREDICATE_BYTES and operand in predicates
                self.check_argument(
                    a, call, operand, size, is_result=operands is results, is_predicate=is_predicate
                )
        n = len(self.kernel.calls)
        new = calls.StackCall(n, a.body, signature, arguments, results, call.line, call.location)
        self.kernel.calls[n] = new
        # operands of the call, so that liveness keeps them until it is written out
        registers = [register for argument in arguments for register in registers_of(argument)]
        if callee is not None:
            target: ptx.Operand = ptx.Symbol(f"~func~{callee.name}")
            name, table = "kh_call", ptx.Symbol("")
        else:
            assert call.pointer is not None
            target = rename(call.pointer, a.suffix, a.names)
            name, table = "kh_call_pointer", ptx.Symbol(f"~targets{n}")
            self.kernel.pointer_targets[table.name] = self.targets_of(signature)
        written = next((result for result in results if isinstance(result, ptx.Register)), ptx.Sink())
        self.write(
            call, ptx.Instruction(name, (target, table, ptx.Symbol(new.back), ptx.Immediate(n), *registers))
        )
        self.kernel.body.append(ptx.Label(new.back, call.line))
        self.write(call, ptx.Instruction("kh_result", (written, ptx.Immediate(n))))

    def targets_of(self, signature: ptx.FunctionSignature) -> tuple[str, ...]:
        """Return a label for each function of the module; empty if a pointer of this signature cannot call it."""
        labels = []
        # other functions have an entry, too: kh_call_pointer computes the index from the address
        for function in self.module.functions.values():
            if not function.is_entry:
                fits = function.name in self.stacked and function.signature == signature
                labels.append(f"~func~{function.name}" if fits else "")
        return tuple(labels)

    def prototype(self, a: _Activation, call: ptx.CallStatement) -> ptx.FunctionSignature:
        """Return the signature that an indirect call names: a prototype, or the first possible target's signature."""
        function = a.function
        if call.prototype in function.prototypes:
            return function.prototypes[call.prototype]
        variable = self.module.variables.get(call.prototype)
        names = list(function.call_targets.get(call.prototype, ()))
        names += [name for _, name, _ in variable.references] if variable else []
        target = self.module.function(names[0]) if names else None
        if target is None:
            raise PtxError(
                "a call through a register needs a prototype or a list of functions of this module "
                f"(got {call.prototype!r})",
                line=call.line,
            )
        return target.signature

    def callee(self, a: _Activation, call: ptx.CallStatement) -> ptx.PtxFunction:
        """Return the called function; PtxError if the call cannot be inlined."""
        callee = self.module.function(call.function)
        if callee is not None and callee.is_entry:
            raise PtxError(f"a kernel cannot be called (got {call.function!r})", line=call.line)
        if callee is None or callee.is_declaration:
            raise PtxError(
                f"call of a function without a body (got {call.function!r}); the cpu device has only "
                f"{', '.join(LIBRARY)}",
                line=call.line,
            )
        if len(a.stack) > MAX_CALL_DEPTH:
            raise PtxError(f"calls are nested more than {MAX_CALL_DEPTH} deep", line=call.line)
        self.check_counts(call, call.function, len(callee.params), len(callee.results))
        return callee

    def check_counts(self, call: ptx.CallStatement, name: str, n_params: int, n_results: int) -> None:
        if len(call.arguments) != n_params or len(call.results) != n_results:
            raise PtxError(
                f"call of {name} with {len(call.arguments)} arguments and {len(call.results)} results "
                f"(it takes {n_params} and returns {n_results})",
                line=call.line,
            )

    def check_argument(
        self,
        a: _Activation,
        call: ptx.CallStatement,
        operand: ptx.Operand,
        size_bytes: int,
        *,
        is_result: bool,
        is_predicate: bool = False,
    ) -> None:
        if isinstance(operand, ptx.Symbol):
            if a.call_params.get(operand.name, 0) < size_bytes:
                raise PtxError(
                    f"argument {operand.name!r} must be a .param variable of the caller of at least "
                    f"{size_bytes} bytes",
                    line=call.line,
                )
        elif isinstance(operand, ptx.Register):
            if (operand.type == "pred") != is_predicate:
                raise PtxError("a predicate is passed to a predicate parameter alone", line=call.line)
        elif isinstance(operand, ptx.VectorOperand):
            if size_bytes % len(operand.elements) or any(
                not isinstance(e, ptx.Register) for e in operand.elements
            ):
                raise PtxError(f"a vector of {size_bytes} bytes must be passed in registers", line=call.line)
        elif is_result or not isinstance(operand, ptx.Constant):
            raise PtxError("a call's argument must be a variable, a register or a constant", line=call.line)

    def bind(
        self,
        a: _Activation,
        inner: _Activation,
        call: ptx.CallStatement,
        param: Variable,
        argument: ptx.Operand,
        is_result: bool = False,
    ) -> list[ptx.Instruction | ptx.Label]:
        """Bind a parameter of the callee to the caller's variable, or to a new one for a register or constant."""
        # Returns the statements that must follow the call.
        operand = rename(argument, a.suffix, a.names)
        is_predicate = param.type == "pred"
        self.check_argument(
            a, call, operand, param.size_bytes, is_result=is_result, is_predicate=is_predicate
        )
        if isinstance(operand, ptx.Symbol):
            # the parameter is the caller's variable: nothing is copied
            inner.names[param.name] = operand.name
            return []
        name = inner.names[param.name] = param.name + inner.suffix
        self.place(inner, name, param)
        address = a.body.address(a.body.variables[name])
        is_scalar = isinstance(operand, ptx.Register) and operand.type != "pred"
        size = ptx.TYPE_BYTES[param.type] if is_scalar else param.size_bytes
        if is_result:
            return calls.placed(call, calls.read_argument(operand, address, size))
        self.write(call, *calls.write_argument(operand, address, size))
        return []
