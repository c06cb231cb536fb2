"""A plain interpreter of PTX: each thread runs by itself until it needs others, then those who meet go on together.

No schedule is built in: a warp-level instruction or a barrier is carried out when all who take part in it have come,
whatever they did before. What PTX leaves undefined raises `UndefinedError`, so that a program that ends here is a
valid one: reads of unwritten memory or registers, accesses outside a region, divisions by zero, meetings that do not
come about. Races are not looked for; a program that has one gives other results when its threads are run in another
order.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from tests.fuzz.core import LANES, Core, Frame, Thread, Written
from tests.fuzz.meaning import cut, number_of
from tests.fuzz.memory import Memory, Region, UndefinedError
from tests.fuzz.reader import Function, Instruction, Module, Pair, Register

MAX_STEPS = 20_000
"""Instructions of one thread, after which a program counts as endless."""

Asks = Mapping[int, tuple[int, ...]]
"""Operands of each lane that takes part in an instruction of the warp. PTX ISA 9.0, 9.7.9 "shfl.sync" and 9.7.13."""
Answers = dict[int, tuple[int, ...]]


def shuffle(words: tuple[str, ...], asks: Asks) -> Answers:
    """Results: the value and whether its lane is in range."""
    mode = words[1]
    answers: Answers = {}
    for lane, (_, b, c, *_rest) in asks.items():
        b, clamp, segment = b & 31, c & 31, c >> 8 & 31
        highest = (lane & segment) | (clamp & ~segment)
        source = {
            "up": lane - b,
            "down": lane + b,
            "bfly": lane ^ b,
            "idx": (lane & segment) | (b & ~segment),
        }[mode]
        in_range = source >= highest if mode == "up" else source <= highest
        source = source if in_range else lane
        if source not in asks:
            raise UndefinedError(f"lane {lane} reads lane {source}, which is not there")
        answers[lane] = (asks[source][0], int(in_range))
    return answers


def vote(words: tuple[str, ...], asks: Asks) -> Answers:
    ballot = sum(predicate << lane for lane, (predicate, _) in asks.items())
    n_true = bin(ballot).count("1")
    result = {
        "ballot": ballot,
        "all": int(n_true == len(asks)),
        "any": int(n_true > 0),
        "uni": int(n_true in (0, len(asks))),
    }[words[1]]
    return dict.fromkeys(asks, (result,))


def match(words: tuple[str, ...], asks: Asks) -> Answers:
    holders: dict[int, int] = {}
    for lane, (value, _) in asks.items():
        holders[value] = holders.get(value, 0) | 1 << lane
    if words[0] == "any":
        return {lane: (holders[value],) for lane, (value, _) in asks.items()}
    everyone = sum(1 << lane for lane in asks)
    return dict.fromkeys(asks, (everyone, 1) if len(holders) == 1 else (0, 0))


def reduce(words: tuple[str, ...], asks: Asks) -> Answers:
    operation, kind = words[1:]
    numbers = [number_of(value, kind) for value, _ in asks.values()]
    if operation in ("add", "min", "max"):
        result = sum(numbers) if operation == "add" else min(numbers) if operation == "min" else max(numbers)
    else:
        result = numbers[0]
        for number in numbers[1:]:
            result = {"and": result & number, "or": result | number, "xor": result ^ number}[operation]
    return dict.fromkeys(asks, (cut(result, 32),))


def elect(_words: tuple[str, ...], asks: Asks) -> Answers:
    """Results: the leader and whether a lane is it."""
    leader = min(asks)
    return {lane: (leader, int(lane == leader)) for lane in asks}


_COLLECTIVES = {"shfl": shuffle, "vote": vote, "match": match, "redux": reduce, "elect": elect}


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

    `module`: from `reader.read`. `args`: the bits of each argument. `memory`: is changed. `backwards`: run blocks
    and threads in descending order, as far as they need not meet. `written`: is given what each line writes to the
    kernel's registers, None where not always the same. Raises UndefinedError: the program is not a valid one.
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
        block_run = _Block(module, kernel, params, grid, block, (x, y, z), memory, backwards, written)
        block_run.run()
        n_steps += sum(thread.steps for thread in block_run.threads)
    return n_steps


class _Block(Core):
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
        written: Written | None,
    ) -> None:
        first = memory.first_offset
        shared_size, symbols = _laid_out(kernel, "shared", first)
        local_size, locals_ = _laid_out(kernel, "local", first)
        super().__init__(
            module, memory, Region.unwritten(shared_size, first), symbols | locals_ | memory.symbols, written
        )
        self.backwards = backwards
        self.barriers: dict[int, Barrier] = {}
        self.threads = []
        for index, (z, y, x) in enumerate(product(*(range(n) for n in reversed(block)))):
            special = _special_registers(index, (x, y, z), place, block, grid)
            frame = Frame(kernel, params)
            self.threads.append(Thread(index, special, [frame], Region.unwritten(local_size, first)))
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
                raise UndefinedError(f"threads wait for ever at lines {lines}")

    def advance(self, thread: Thread) -> None:
        """Run a thread until it ends or needs others."""
        while thread.frames:
            frame = thread.frames[-1]
            if frame.pc >= len(frame.function.code):
                raise UndefinedError(f"{frame.function.name} has no end")
            instruction = frame.function.code[frame.pc]
            thread.steps += 1
            if thread.steps > MAX_STEPS:
                raise UndefinedError(f"line {instruction.line}: the thread does not end")
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
                raise UndefinedError(f"line {instruction.line}: lane {lane} is not in its own mask {mask:#x}")
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
        live = [thread for thread in threads if thread.is_live]
        if not live or any(t.waits_at is None or _is_of_warp(t.waits_at) or t.has_arrived for t in live):
            return False
        first = live[0].waits_at
        assert first is not None
        calls = {self.barrier_call(thread) for thread in live}
        is_aligned = first.name == "bar" or "aligned" in first.words
        if len(calls) > 1 or (is_aligned and any(t.waits_at is not first for t in live)):
            raise UndefinedError(f"line {first.line}: the threads of a warp come to different barriers")
        mode, identity, n_threads = calls.pop()
        barrier = self.barriers.setdefault(identity, Barrier(n_threads // LANES, mode == "red"))
        if barrier.n_expected != n_threads // LANES or barrier.is_reduction != (mode == "red"):
            raise UndefinedError(f"line {first.line}: warps use barrier {identity} in different ways")
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


def _is_of_warp(instruction: Instruction) -> bool:
    return instruction.name in _COLLECTIVES or "warp" in instruction.words


def _laid_out(function: Function, space: str, first: int) -> tuple[int, dict[str, int]]:
    """Return the bytes that a function's variables of a space take, and where each begins, the first at an offset."""
    end, places = 0, {}
    for variable in function.variables.values():
        if variable.space == space:
            start = -(-end // variable.align) * variable.align
            places[variable.name] = first + start
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
