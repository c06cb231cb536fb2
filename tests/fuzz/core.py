"""One thread's instructions in the reference interpreter: values, branches, calls, memory."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.fuzz.meaning import WIDTHS, cut, width
from tests.fuzz.memory import Memory, Region, UndefinedError, atomic
from tests.fuzz.reader import (
    SINK,
    Address,
    Constant,
    Function,
    Instruction,
    Module,
    Name,
    Negated,
    Operand,
    Pair,
    Register,
    Vector,
)
from tests.ptx.exact_float import F32, F64

LANES = 32
_NO_EFFECT = frozenset(
    "membar fence prefetch prefetchu nanosleep pmevent griddepcontrol applypriority".split()  # noqa: SIM905
)
_SPACES = frozenset({"global", "shared", "local", "const", "param"})

Written = dict[int, dict[str, "tuple[int, int] | None"]]
"""Lines, and of each register that they write the width and the bits."""


@dataclass
class Frame:
    function: Function
    params: dict[str, Region]
    pc: int = 0
    registers: dict[str, int] = field(default_factory=dict)
    locals: dict[str, Region] = field(default_factory=dict)


@dataclass
class Thread:
    index: int
    special: dict[str, int]
    frames: list[Frame]
    local: Region
    copies: list[tuple[int, bytes]] = field(default_factory=list)
    """Asynchronous copies that were started: their target in shared memory and what they write."""
    groups: list[list[tuple[int, bytes]]] = field(default_factory=list)
    carry: int | None = None
    steps: int = 0
    waits_at: Instruction | None = None
    has_arrived: bool = False

    @property
    def lane(self) -> int:
        return self.index % LANES

    @property
    def is_live(self) -> bool:
        return bool(self.frames)


class Core:
    """Executes the instructions of a block's threads, each for itself.

    `symbols`: addresses of variables, each in its space. `written`: is given what each line writes to the kernel's
    registers, None where not always the same.
    """

    def __init__(
        self,
        module: Module,
        memory: Memory,
        shared: Region,
        symbols: dict[str, int],
        written: Written | None = None,
    ) -> None:
        self.module = module
        self.memory = memory
        self.shared = shared
        self.symbols = symbols
        self.written = written

    def execute(self, thread: Thread, frame: Frame, instruction: Instruction) -> None:
        if instruction.plain is not None:
            self.compute(thread, instruction)
        elif instruction.name in ("bra", "brx"):
            self.branch(thread, frame, instruction)
            return
        elif instruction.name == "call":
            self.call(thread, frame, instruction)
            return
        elif instruction.name == "ret":
            self.leave(thread)
            return
        elif instruction.name == "exit":
            thread.frames.clear()
            return
        elif instruction.name not in _NO_EFFECT:
            getattr(self, f"execute_{instruction.name}")(thread, instruction)
        frame.pc += 1

    def compute(self, thread: Thread, instruction: Instruction) -> None:
        """Execute an instruction that concerns the thread's registers only."""
        meaning = instruction.plain
        assert meaning is not None
        destination, *sources = instruction.operands
        values = [
            self.carry(thread, instruction) if kind == "cc" else self.read(thread, source, kind)
            for kind, source in zip(meaning.sources, [*sources, SINK], strict=False)
        ]
        try:
            found = meaning.function(*values)
        except ZeroDivisionError:
            raise UndefinedError(f"line {instruction.line}: division by zero") from None
        results = found if isinstance(found, tuple) else (found,)
        if meaning.results[-1] == "cc":
            thread.carry = results[-1]
        targets = (destination.first, destination.second) if isinstance(destination, Pair) else (destination,)
        for target, bits, kind in zip(targets, results, meaning.results, strict=False):
            self.write(thread, target, bits, kind)

    def carry(self, thread: Thread, instruction: Instruction) -> int:
        if thread.carry is None:
            raise UndefinedError(f"line {instruction.line}: no carry was set")
        return thread.carry

    def branch(self, thread: Thread, frame: Frame, instruction: Instruction) -> None:
        target = instruction.operands[-1]
        assert isinstance(target, Name)
        label = target.name
        if instruction.name == "brx":
            table = frame.function.tables[label]
            index = self.read(thread, instruction.operands[0], "u32")
            if index >= len(table):
                raise UndefinedError(f"line {instruction.line}: index {index} of {len(table)} branch targets")
            label = table[index]
        frame.pc = frame.function.labels[label]

    def call(self, thread: Thread, frame: Frame, instruction: Instruction) -> None:
        """Enter a function: its parameters are copies of the arguments, its results are copied when it returns."""
        target = instruction.operands[0]
        assert isinstance(target, Name)
        callee = self.module.functions[target.name]
        params = {
            name: Region(bytearray(self.local_param(frame, argument).data))
            for name, argument in zip(callee.params, instruction.arguments, strict=True)
        }
        for name, argument in zip(callee.results, instruction.results, strict=True):
            params[name] = self.local_param(frame, argument)
        thread.frames.append(Frame(callee, params))

    def local_param(self, frame: Frame, name: str) -> Region:
        if name not in frame.locals:
            frame.locals[name] = Region.unwritten(frame.function.locals[name])
        return frame.locals[name]

    def leave(self, thread: Thread) -> None:
        thread.frames.pop()
        if thread.frames:
            thread.frames[-1].pc += 1

    # -- moves and memory --------------------------------------------------------------------------------

    def execute_mov(self, thread: Thread, instruction: Instruction) -> None:
        """Carry out a ``mov``: of one value, of its parts or of vectors, whose first element is in the lowest bits."""
        destination, source = instruction.operands
        kind = whole = instruction.words[-1]
        vector = source if isinstance(source, Vector) else destination
        n = len(vector.elements) if isinstance(vector, Vector) else 1
        if instruction.words[0] in ("v2", "v4"):
            n = int(instruction.words[0][1])
            whole = f"b{n * width(kind)}"
        bits = width(whole) // n
        if isinstance(source, Vector):
            parts = [self.read(thread, element, f"b{bits}") for element in source.elements]
            value = sum(part << bits * k for k, part in enumerate(parts))
        else:
            value = self.read(thread, source, whole)
        if isinstance(destination, Vector):
            for k, element in enumerate(destination.elements):
                self.write(thread, element, cut(value >> bits * k, bits), f"b{bits}")
        else:
            self.write(thread, destination, value, whole)

    def execute_cvta(self, thread: Thread, instruction: Instruction) -> None:
        destination, source = instruction.operands
        space = instruction.words[-2].partition("::")[0]
        window = self.memory.windows.get(space, 0)
        address = self.read(thread, source, "u64")
        self.write(
            thread, destination, address - window if "to" in instruction.words else address + window, "u64"
        )

    def execute_isspacep(self, thread: Thread, instruction: Instruction) -> None:
        destination, source = instruction.operands
        space = instruction.words[0].partition("::")[0]
        found = self.memory.space_of(self.read(thread, source, "u64"))
        self.write(thread, destination, int(found == space), "pred")

    def region(self, thread: Thread, instruction: Instruction, address: Address) -> tuple[Region, int]:
        frame = thread.frames[-1]
        space = next(
            (word.partition("::")[0] for word in instruction.words if word.partition("::")[0] in _SPACES), ""
        )
        if space == "param":
            region = frame.params.get(address.base)
            return region or self.local_param(frame, address.base), address.offset
        if address.base in self.symbols:
            start = self.symbols[address.base] + address.offset
        else:
            start = cut(self.read(thread, Register(address.base), "u64") + address.offset, 64)
        if not space:
            space = self.memory.space_of(start)
            start -= self.memory.windows.get(space, 0)
        if space == "shared":
            return self.shared, start
        if space == "local":
            return thread.local, start
        return self.memory.region(start)

    def execute_ld(self, thread: Thread, instruction: Instruction) -> None:
        destination, address = instruction.operands
        assert isinstance(address, Address)
        kind = instruction.words[-1]
        size = width(kind) // 8
        targets = destination.elements if isinstance(destination, Vector) else (destination,)
        region, start = self.region(thread, instruction, address)
        data = region.load(start, size * len(targets), instruction.line)
        for k, target in enumerate(targets):
            self.write(thread, target, int.from_bytes(data[k * size : (k + 1) * size], "little"), kind)

    execute_ldu = execute_ld

    def execute_st(self, thread: Thread, instruction: Instruction) -> None:
        address, source = instruction.operands
        assert isinstance(address, Address)
        kind = instruction.words[-1]
        sources = source.elements if isinstance(source, Vector) else (source,)
        values = [self.read(thread, each, kind).to_bytes(width(kind) // 8, "little") for each in sources]
        region, start = self.region(thread, instruction, address)
        region.store(start, b"".join(values), instruction.line)

    def execute_atom(self, thread: Thread, instruction: Instruction) -> None:
        destination, address, *sources = instruction.operands
        assert isinstance(address, Address)
        self.update(thread, instruction, destination, address, sources)

    def execute_red(self, thread: Thread, instruction: Instruction) -> None:
        address, *sources = instruction.operands
        assert isinstance(address, Address)
        self.update(thread, instruction, SINK, address, sources)

    def update(
        self,
        thread: Thread,
        instruction: Instruction,
        destination: Operand,
        address: Address,
        sources: Iterable[Operand],
    ) -> None:
        kind = instruction.words[-1]
        operands = [self.read(thread, source, kind) for source in sources]
        region, start = self.region(thread, instruction, address)
        size = width(kind) // 8
        old = int.from_bytes(region.load(start, size, instruction.line), "little")
        new = atomic(instruction.words, old, operands, flushes=region is not self.shared)
        region.store(start, new.to_bytes(size, "little"), instruction.line)
        self.write(thread, destination, old, kind)

    def execute_cp(self, thread: Thread, instruction: Instruction) -> None:
        """Start asynchronous copies, group them, wait: until then their targets count as unwritten."""
        if "commit_group" in instruction.words:
            thread.groups.append(thread.copies)
            thread.copies = []
        elif "wait_group" in instruction.words or "wait_all" in instruction.words:
            if "wait_all" in instruction.words:
                thread.groups.append(thread.copies)
                thread.copies = []
            n_left = (
                0 if "wait_all" in instruction.words else self.read(thread, instruction.operands[0], "u32")
            )
            while len(thread.groups) > n_left:
                for place, data in thread.groups.pop(0):
                    self.shared.store(place, data, instruction.line)
        else:
            self.start_copy(thread, instruction)

    def start_copy(self, thread: Thread, instruction: Instruction) -> None:
        target, source, size_operand, *rest = instruction.operands
        assert isinstance(target, Address)
        assert isinstance(source, Address)
        size = self.read(thread, size_operand, "u32")
        n_read = size
        if rest and isinstance(rest[0], Register) and self.width(thread, rest[0]) == 1:
            n_read = 0 if self.read(thread, rest[0], "pred") else size
        elif rest:
            n_read = self.read(thread, rest[0], "u32")
        as_load = Instruction(instruction.line, "ld.global.b8", (source,))
        region, start = self.region(thread, as_load, source)
        data = region.load(start, n_read, instruction.line, align=size) if n_read else b""
        as_store = Instruction(instruction.line, "st.shared.b8", (target,))
        _, place = self.region(thread, as_store, target)
        self.shared.forget(place, size, instruction.line)
        thread.copies.append((place, data.ljust(size, b"\0")))

    # -- registers ---------------------------------------------------------------------------------------

    def width(self, thread: Thread, register: Register) -> int:
        return thread.frames[-1].function.widths[register.name]

    def read(self, thread: Thread, operand: Operand, kind: str) -> int:
        """Return an operand's bits, cut to a type."""
        bits = WIDTHS[kind]
        if type(operand) is Register:
            registers = thread.frames[-1].registers
            found = registers[operand.name] if operand.name in registers else thread.special.get(operand.name)
            if found is None:
                raise UndefinedError(f"{operand.name} was never written")
            return found & ((1 << bits) - 1)
        if isinstance(operand, Constant):
            return _constant_bits(operand, kind, bits)
        if isinstance(operand, Negated):
            return 1 - self.read(thread, Register(operand.name), "pred")
        if isinstance(operand, Name):
            return cut(self.symbols[operand.name], bits)
        raise UndefinedError(f"{operand} is no value")

    def write(self, thread: Thread, target: Operand, bits: int, kind: str) -> None:
        """Write a register, extended by its type's sign where it is wider; nothing for ``_``."""
        if target == SINK:
            return
        assert isinstance(target, Register)
        n = WIDTHS[kind]
        have = self.width(thread, target)
        if kind[0] == "s" and bits >> (n - 1) & 1:
            bits -= 1 << n
        thread.frames[-1].registers[target.name] = bits & ((1 << have) - 1)
        if self.written is not None and len(thread.frames) == 1:
            frame = thread.frames[0]
            line = self.written.setdefault(frame.function.code[frame.pc].line, {})
            value = (have, bits & ((1 << have) - 1))
            line[target.name] = value if line.setdefault(target.name, value) == value else None


def _constant_bits(constant: Constant, kind: str, bits: int) -> int:
    """Return a constant's bits; a floating-point one without a width of its own is a double first."""
    if constant.float_width == 64 and kind == "f32":
        return F32.encode(F64.decode(constant.value))
    return cut(constant.value, bits)
