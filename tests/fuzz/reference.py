"""A plain interpreter of PTX: each thread runs by itself until it needs others, then those who meet go on together.

No schedule is built in: a warp-level instruction or a barrier is carried out when all who take part in it have come,
whatever they did before. What PTX leaves undefined raises `Undefined`, so that a program that ends here is a valid one:
reads of unwritten memory or registers, accesses outside a region, divisions by zero, meetings that do not come about.
Races are not looked for; a program that has one gives other results when its threads are run in another order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from tests.fuzz import warp
from tests.fuzz.meaning import WIDTHS, cut, width
from tests.fuzz.memory import Memory, Region, atomic
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
from tests.fuzz.warp import Undefined
from tests.ptx.exact_float import F32, F64

MAX_STEPS = 20_000
"""Instructions of one thread, after which a program counts as endless."""
LANES = 32
_COLLECTIVES = {
    "shfl": warp.shuffle,
    "vote": warp.vote,
    "match": warp.match,
    "redux": warp.reduce,
    "elect": warp.elect,
}
_NO_EFFECT = frozenset({"membar", "fence", "prefetch", "prefetchu", "nanosleep", "pmevent"})


Written = dict[int, dict[str, "tuple[int, int] | None"]]
"""Lines, and of each register that they write the width and the bits."""


@dataclass
class Frame:
    """A function that a thread is in."""

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


@dataclass
class Barrier:
    """A barrier that somebody has come to: the warps that did, and what they bring."""

    n_expected: int
    is_reduction: bool
    n_arrived: int = 0
    waiting: list[Thread] = field(default_factory=list)
    predicates: list[int] = field(default_factory=list)


def run(
    module: Module,
    entry: str,
    grid: Sequence[int],
    block: Sequence[int],
    args: Sequence[int],
    memory: Memory,
    *,
    backwards: bool = False,
    written: Written | None = None,
) -> int:
    """Run a grid on a memory; returns the number of instructions that its threads executed.

    Parameters
    ----------
    module : Module
        From `reader.read`.
    entry : str
        The kernel.
    grid, block : sequence of 3 int
        As in CUDA.
    args : sequence of int
        The bits of each argument.
    memory : Memory
        Is changed.
    backwards : bool
        Run blocks and threads in descending order, as far as they need not meet.
    written : dict, optional
        Is given what each line writes to the kernel's registers, None where not always the same.

    Raises
    ------
    Undefined
        The program is not a valid one.
    """
    kernel = module.functions[entry]
    memory.place(module.variables.values())
    params = {
        name: Region(bytearray(value.to_bytes(size, "little")))
        for (name, size), value in zip(kernel.params.items(), args, strict=True)
    }
    places = list(product(*(range(n) for n in reversed(grid))))
    n_steps = 0
    for z, y, x in reversed(places) if backwards else places:
        block_run = _Block(module, kernel, params, grid, block, (x, y, z), memory, backwards)
        block_run.written = written
        block_run.run()
        n_steps += sum(thread.steps for thread in block_run.threads)
    return n_steps


class _Block:
    def __init__(
        self,
        module: Module,
        kernel: Function,
        params: dict[str, Region],
        grid: Sequence[int],
        block: Sequence[int],
        place: tuple[int, int, int],
        memory: Memory,
        backwards: bool,
    ) -> None:
        self.module = module
        self.memory = memory
        self.backwards = backwards
        self.written: Written | None = None
        shared_size, self.symbols = _laid_out(kernel, "shared")
        local_size, locals_ = _laid_out(kernel, "local")
        self.symbols |= locals_ | memory.symbols
        self.shared = Region.unwritten(shared_size)
        self.barriers: dict[int, Barrier] = {}
        self.threads = []
        for index, (z, y, x) in enumerate(product(*(range(n) for n in reversed(block)))):
            special = _special_registers(index, (x, y, z), place, block, grid)
            frame = Frame(kernel, params)
            self.threads.append(Thread(index, special, [frame], Region.unwritten(local_size)))
        self.warps = [self.threads[k : k + LANES] for k in range(0, len(self.threads), LANES)]

    # -- who runs, and who waits -------------------------------------------------------------------------

    def run(self) -> None:
        while True:
            for thread in reversed(self.threads) if self.backwards else self.threads:
                if thread.is_live and thread.waits_at is None:
                    self.advance(thread)
            if not any(thread.is_live for thread in self.threads):
                return
            met = [self.meet(threads) for threads in self.warps]
            came = [self.arrive(threads) for threads in self.warps]
            if not any([*met, *came, *self.open_barriers()]):
                lines = sorted({t.waits_at.line for t in self.threads if t.waits_at is not None})
                raise Undefined(f"threads wait for ever at lines {lines}")

    def advance(self, thread: Thread) -> None:
        """Run a thread until it ends or needs others."""
        while thread.frames:
            frame = thread.frames[-1]
            if frame.pc >= len(frame.function.code):
                raise Undefined(f"{frame.function.name} has no end")
            instruction = frame.function.code[frame.pc]
            thread.steps += 1
            if thread.steps > MAX_STEPS:
                raise Undefined(f"line {instruction.line}: the thread does not end")
            if instruction.guard:
                predicate = self.read(thread, Register(instruction.guard), "pred")
                if bool(predicate) == instruction.guard_negated:
                    frame.pc += 1
                    continue
            if instruction.name in _COLLECTIVES or instruction.name in ("bar", "barrier"):
                thread.waits_at = instruction
                return
            self.execute(thread, frame, instruction)

    def meet(self, threads: list[Thread]) -> bool:
        """Carry out the warp-level instructions that all of their members have come to."""
        waiting = {t.lane: t for t in threads if t.waits_at is not None and _is_of_warp(t.waits_at)}
        masks = {lane: self.member_mask(thread) for lane, thread in waiting.items()}
        live = [thread.lane for thread in threads if thread.is_live]
        has_met = False
        for lane in list(waiting):
            thread = waiting.get(lane)
            if thread is None:
                continue
            mask, instruction = masks[lane], thread.waits_at
            assert instruction is not None
            if not mask >> lane & 1:
                raise Undefined(f"line {instruction.line}: lane {lane} is not in its own mask {mask:#x}")
            members = [other for other in live if mask >> other & 1]
            if not all(other in waiting and masks[other] == mask for other in members):
                continue
            group = {other: waiting[other] for other in members}
            if instruction.name != "bar" and any(
                other.waits_at is not instruction for other in group.values()
            ):
                continue
            if instruction.name == "bar" and any(
                other.waits_at.name != "bar" for other in group.values() if other.waits_at
            ):
                continue
            self.exchange(instruction, group)
            for other in members:
                del waiting[other]
            has_met = True
        return has_met

    def member_mask(self, thread: Thread) -> int:
        assert thread.waits_at is not None
        return self.read(thread, thread.waits_at.operands[-1], "b32")

    def exchange(self, instruction: Instruction, group: Mapping[int, Thread]) -> None:
        """Let the lanes that meet have their results and go on."""
        if instruction.name != "bar":
            destination, *sources = instruction.operands
            kind = "pred" if instruction.name == "vote" else instruction.words[-1]
            kinds = [kind, *["b32"] * (len(sources) - 1)]
            if instruction.name == "elect":
                kinds = ["b32"]
            asks = {
                lane: tuple(self.read(t, s, k) for s, k in zip(sources, kinds, strict=True))
                for lane, t in group.items()
            }
            answers = _COLLECTIVES[instruction.name](instruction.words, asks)
            for lane, thread in group.items():
                targets = (
                    (destination.first, destination.second)
                    if isinstance(destination, Pair)
                    else (destination,)
                )
                for target, bits in zip(targets, answers[lane], strict=False):
                    is_predicate = isinstance(target, Register) and self.width(thread, target) == 1
                    self.write(thread, target, bits, "pred" if is_predicate else "b32")
        for thread in group.values():
            thread.waits_at = None
            thread.frames[-1].pc += 1

    def arrive(self, threads: list[Thread]) -> bool:
        """Count a warp in at a barrier once all its live threads wait there."""
        live = [thread for thread in threads if thread.is_live]
        if not live or any(t.waits_at is None or _is_of_warp(t.waits_at) or t.has_arrived for t in live):
            return False
        first = live[0].waits_at
        assert first is not None
        calls = {self.barrier_call(thread) for thread in live}
        is_aligned = first.name == "bar" or "aligned" in first.words
        if len(calls) > 1 or (is_aligned and any(t.waits_at is not first for t in live)):
            raise Undefined(f"line {first.line}: the threads of a warp come to different barriers")
        mode, identity, n_threads = calls.pop()
        barrier = self.barriers.setdefault(identity, Barrier(n_threads // LANES, mode == "red"))
        if barrier.n_expected != n_threads // LANES or barrier.is_reduction != (mode == "red"):
            raise Undefined(f"line {first.line}: warps use barrier {identity} in different ways")
        barrier.n_arrived += 1
        if mode == "red":
            barrier.predicates += [self.read(t, first.operands[-1], "pred") for t in live]
        for thread in live:
            if mode == "arrive":
                thread.waits_at = None
                thread.frames[-1].pc += 1
            else:
                thread.has_arrived = True
                barrier.waiting.append(thread)
        return True

    def barrier_call(self, thread: Thread) -> tuple[str, int, int]:
        """Return the mode, the number and the thread count that a waiting thread names; 0 stands for all."""
        instruction = thread.waits_at
        assert instruction is not None
        operands = list(instruction.operands)
        mode = next(word for word in instruction.words if word in ("sync", "arrive", "red"))
        if mode == "red":
            operands = operands[1:-1]
        values = [self.read(thread, operand, "u32") for operand in operands]
        return mode, values[0], values[1] if len(values) > 1 else 0

    def open_barriers(self) -> Iterator[bool]:
        """Let go those who wait at a barrier that everybody has come to."""
        n_live = sum(any(thread.is_live for thread in threads) for threads in self.warps)
        for identity, barrier in list(self.barriers.items()):
            if barrier.n_arrived < (barrier.n_expected or n_live):
                continue
            del self.barriers[identity]
            for thread in barrier.waiting:
                instruction = thread.waits_at
                assert instruction is not None
                thread.waits_at, thread.has_arrived = None, False
                if barrier.is_reduction:
                    self.give_reduction(thread, instruction, barrier.predicates)
                thread.frames[-1].pc += 1
            yield True

    def give_reduction(self, thread: Thread, instruction: Instruction, predicates: list[int]) -> None:
        kind = instruction.words[-1]
        result = sum(predicates)
        if kind == "pred":
            result = int(result > 0) if "or" in instruction.words else int(result == len(predicates))
        self.write(thread, instruction.operands[0], result, kind)

    # -- one instruction of one thread -------------------------------------------------------------------

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
            raise Undefined(f"line {instruction.line}: division by zero") from None
        results = found if isinstance(found, tuple) else (found,)
        if meaning.results[-1] == "cc":
            thread.carry = results[-1]
        targets = (
            (destination.first, destination.second) if isinstance(destination, Pair) else (destination,)
        )
        for target, bits, kind in zip(targets, results, meaning.results, strict=False):
            self.write(thread, target, bits, kind)

    def carry(self, thread: Thread, instruction: Instruction) -> int:
        if thread.carry is None:
            raise Undefined(f"line {instruction.line}: no carry was set")
        return thread.carry

    def branch(self, thread: Thread, frame: Frame, instruction: Instruction) -> None:
        target = instruction.operands[-1]
        assert isinstance(target, Name)
        label = target.name
        if instruction.name == "brx":
            table = frame.function.tables[label]
            index = self.read(thread, instruction.operands[0], "u32")
            if index >= len(table):
                raise Undefined(f"line {instruction.line}: index {index} of {len(table)} branch targets")
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
        destination, source = instruction.operands
        kind = instruction.words[-1]
        if isinstance(source, Vector):
            part = width(kind) // len(source.elements)
            parts = [self.read(thread, element, f"b{part}") for element in source.elements]
            self.write(thread, destination, sum(bits << part * k for k, bits in enumerate(parts)), kind)
        elif isinstance(destination, Vector):
            part = width(kind) // len(destination.elements)
            value = self.read(thread, source, kind)
            for k, element in enumerate(destination.elements):
                self.write(thread, element, cut(value >> part * k, part), f"b{part}")
        else:
            self.write(thread, destination, self.read(thread, source, kind), kind)

    def execute_cvta(self, thread: Thread, instruction: Instruction) -> None:
        destination, source = instruction.operands
        space = instruction.words[-2].partition("::")[0]
        window = self.memory.windows.get(space, 0)
        address = self.read(thread, source, "u64")
        self.write(thread, destination, address - window if "to" in instruction.words else address + window, "u64")

    def execute_isspacep(self, thread: Thread, instruction: Instruction) -> None:
        destination, source = instruction.operands
        space = instruction.words[0].partition("::")[0]
        found = self.memory.space_of(self.read(thread, source, "u64"))
        self.write(thread, destination, int(found == space), "pred")

    def region(self, thread: Thread, instruction: Instruction, address: Address) -> tuple[Region, int]:
        """Return the region that an access is to, and the place in it."""
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
            n_left = 0 if "wait_all" in instruction.words else self.read(thread, instruction.operands[0], "u32")
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
                raise Undefined(f"{operand.name} was never written")
            return found & ((1 << bits) - 1)
        if isinstance(operand, Constant):
            return _constant_bits(operand, kind, bits)
        if isinstance(operand, Negated):
            return 1 - self.read(thread, Register(operand.name), "pred")
        if isinstance(operand, Name):
            return cut(self.symbols[operand.name], bits)
        raise Undefined(f"{operand} is no value")

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


_SPACES = frozenset({"global", "shared", "local", "const", "param"})


def _is_of_warp(instruction: Instruction) -> bool:
    return instruction.name in _COLLECTIVES or "warp" in instruction.words


def _constant_bits(constant: Constant, kind: str, bits: int) -> int:
    """Return a constant's bits; a floating-point one without a width of its own is a double first."""
    if constant.float_width == 64 and kind == "f32":
        return F32.encode(F64.decode(constant.value))
    return cut(constant.value, bits)


def _laid_out(function: Function, space: str) -> tuple[int, dict[str, int]]:
    """Return the bytes that a function's variables of a space take, and where each begins."""
    end, places = 0, {}
    for variable in function.variables.values():
        if variable.space == space:
            start = -(-end // variable.align) * variable.align
            places[variable.name] = start
            end = start + variable.size
    return end, places


def _special_registers(
    index: int, tid: Sequence[int], ctaid: Sequence[int], block: Sequence[int], grid: Sequence[int]
) -> dict[str, int]:
    lane = index % LANES
    found = {
        "%laneid": lane,
        "%lanemask_eq": 1 << lane,
        "%lanemask_lt": (1 << lane) - 1,
        "%lanemask_le": (2 << lane) - 1,
        "%lanemask_gt": 0xFFFFFFFF & ~((2 << lane) - 1),
        "%lanemask_ge": 0xFFFFFFFF & ~((1 << lane) - 1),
    }
    for name, values in (("tid", tid), ("ctaid", ctaid), ("ntid", block), ("nctaid", grid)):
        found |= {f"%{name}.{axis}": value for axis, value in zip("xyz", values, strict=True)}
    return found
