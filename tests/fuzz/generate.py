"""Writes random valid programs: what each does is defined, whatever order its threads run in.

A program loads its registers from memory of its own, computes in nested branches and loops, exchanges values with
other threads where the mask of those who take part is known, and stores every register at its end.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from tests.fuzz.exchange import Exchange
from tests.fuzz.program import INIT_BYTES, OUT_BYTES, OWN_BYTES, Program
from tests.fuzz.writer import FUNCTION_POOLS, POOLS, Writer

_BLOCKS = (
    (32, 1, 1), (32, 1, 1), (40, 1, 1), (33, 1, 1), (48, 1, 1), (64, 1, 1), (64, 1, 1), (70, 1, 1), (31, 1, 1),
    (1, 1, 1), (16, 1, 1), (8, 5, 1), (4, 3, 3), (8, 8, 1), (16, 2, 2),
)  # fmt: skip
_GRIDS = ((1, 1, 1), (1, 1, 1), (1, 1, 1), (2, 1, 1), (1, 2, 1))
_PARAMS = ("out", "init", "own", "table", "cells")
MAX_DEPTH = 3
CONSTANTS = 16
"""Words of the constant array."""


@dataclass(frozen=True)
class Place:
    """Where a statement stands.

    `mask`: operand that says which lanes of the warp are here. `is_uniform`: whether all threads of the block that
    have not left are here.
    """

    mask: str
    is_uniform: bool = True
    depth: int = 0

    def inner(self, mask: str, *, is_uniform: bool = False) -> Place:
        return Place(mask, is_uniform, self.depth + 1)


def generate(seed: int) -> Program:
    return _Generator(seed).program()


class _Generator(Exchange):
    def __init__(self, seed: int) -> None:
        rng = random.Random(f"program {seed}")
        self.seed = seed
        self.block = rng.choice(_BLOCKS)
        self.grid = rng.choice(_GRIDS)
        super().__init__(rng, POOLS, self.block[0] * self.block[1] * self.block[2])
        self.functions: list[str] = []
        self.function_names: list[str] = []
        self.aside: list[str] = []
        """Blocks that come after the kernel's end, though they are branched to from before it."""
        self.n_labels = 0
        self.n_calls = 0

    def program(self) -> Program:
        for index in range(self.rng.choice((0, 0, 1, 2))):
            self.function(index)
        place = self.prologue()
        n = self.rng.randrange(5, 22)
        leaves_at = self.rng.randrange(n) if self.rng.random() < 0.3 else n
        for index in range(n):
            if index == leaves_at:
                place = self.leave(place)
            self.statement(place)
        self.epilogue()
        return Program(self.seed, self.text(), self.grid, self.block)

    def text(self) -> str:
        words = ", ".join(str(self.rng.getrandbits(32)) for _ in range(CONSTANTS))
        numbers = ", ".join(f"0x{self.rng.getrandbits(64):X}" for _ in range(CONSTANTS // 2))
        params = ", ".join(f".param .u64 {name}" for name in _PARAMS)
        return "\n".join([
            ".version 8.5",
            ".target sm_90",
            ".address_size 64",
            f".const .align 16 .b32 words[{CONSTANTS}] = {{{words}}};",
            f".global .align 16 .b64 numbers[{CONSTANTS // 2}] = {{{numbers}}};",
            *self.functions,
            f".visible .entry k({params}, .param .u32 n)",
            "{",
            *self.declarations(),
            f".shared .align 16 .b8 slots[{16 * self.n_threads}];",
            f".shared .align 16 .b8 copies[{16 * self.n_threads}];",
            ".shared .align 16 .b64 counts[8];",
            ".local .align 16 .b8 frame[64];",
            *self.lines,
            *self.aside,
            "}",
            "",
        ])  # fmt: skip

    # -- begin and end -----------------------------------------------------------------------------------

    def prologue(self) -> Place:
        x, y, _ = self.block
        self.scratch.update(a=12, t=6, c=4)
        self.emit(
            f"mov.u32 %t1, %tid.x; mov.u32 %t2, %tid.y; mov.u32 %t3, %tid.z; mad.lo.u32 %t1, %t2, {x}, %t1; "
            f"mad.lo.u32 %c0, %t3, {x * y}, %t1; mov.u32 %t2, %ctaid.x; mov.u32 %t3, %ctaid.y; "
            f"mad.lo.u32 %t1, %t3, {self.grid[0]}, %t2; mad.lo.u32 %t1, %t1, {self.n_threads}, %c0; "
            f"ld.param.u64 %a0, [out]; mad.wide.u32 %a0, %t1, {OUT_BYTES}, %a0; "
            f"ld.param.u64 %a1, [init]; mad.wide.u32 %a1, %t1, {INIT_BYTES}, %a1; "
            f"ld.param.u64 %a2, [own]; mad.wide.u32 %a2, %t1, {OWN_BYTES}, %a2; "
            "ld.param.u64 %a3, [table]; ld.param.u64 %a4, [cells]; "
            "mov.u32 %c1, slots; mad.lo.u32 %c1, %c0, 16, %c1; shr.u32 %c2, %c0, 5;"
        )
        self.transfer("ld", "%a1")
        self.emit("st.shared.v4.b32 [%c1], {%r0, %r1, %r2, %r3};")
        if self.rng.random() < 0.5:
            self.has_local = True
            for start in range(0, 64, 16):
                self.emit(f"st.local.v2.b64 [frame+{start}], {{%d{self.rng.randrange(4)}, %d0}};")
        if self.rng.random() < 0.5:
            self.has_counts = True
            self.emit("setp.eq.u32 %q0, %c0, 0;")
            self.scratch["q"] = 1
            for cell in range(8):
                self.emit(f"@%q0 st.shared.b64 [counts+{8 * cell}], {self.rng.randrange(4)};")
        self.emit("bar.sync 0;")
        if self.n_threads % 32 == 0 and self.rng.random() < 0.5:
            return Place("-1")
        mask = self.temporary("m")
        self.emit(f"setp.eq.u32 %p0, %c0, %c0; vote.sync.ballot.b32 {mask}, %p0, -1;")
        return Place(mask)

    def epilogue(self) -> None:
        self.emit("DONE:")
        self.transfer("st", "%a0")
        self.emit("ret;")

    def transfer(self, name: str, base: str) -> None:
        """Load or store all registers, in vectors where there are enough of one type."""
        offset = 0
        for stem, (kind, n) in self.pools.items():
            if kind == "pred":
                continue
            size = {"16": 2, "32": 4, "64": 8}[kind.lstrip("bsuf")]
            for start in range(0, n, 16 // size):
                for first, together in _groups(start, min(n, start + 16 // size)):
                    offset = -(-offset // (size * together)) * size * together
                    names = [f"%{stem}{first + k}" for k in range(together)]
                    vector = f".v{together}" if together > 1 else ""
                    value = f"{{{', '.join(names)}}}" if together > 1 else names[0]
                    bits = f"b{8 * size}"
                    if name == "ld":
                        self.emit(f"ld.global{vector}.{bits} {value}, [{base}+{offset}];")
                    else:
                        self.emit(f"st.global{vector}.{bits} [{base}+{offset}], {value};")
                    offset += size * together
        for k in range(self.pools["p"][1]):
            if name == "ld":
                self.emit(f"setp.lt.s32 %p{k}, %r{k}, %r{(k + 2) % 6};")
            else:
                self.emit(f"selp.b32 %t1, 1, 0, %p{k}; st.global.b8 [{base}+{offset + k}], %t1;")
        limit = INIT_BYTES if name == "ld" else OUT_BYTES
        assert offset + self.pools["p"][1] <= limit, f"{offset} bytes of registers"

    # -- statements --------------------------------------------------------------------------------------

    def statements(self, place: Place, n: int) -> None:
        for _ in range(n):
            self.statement(place)

    def statement(self, place: Place) -> None:
        kinds: list[tuple[float, Callable[[Place], None]]] = [
            (12, lambda _: self.plain()),
            (1.6, lambda _: self.memory()),
            (0.6, lambda _: self.atomic()),
            (0.25, lambda _: self.hint()),
            (1.6, lambda here: self.collective(here.mask)),
            (0.4, lambda here: self.guarded_collective(here.mask)),
            (0.3, lambda here: self.warp_exchange(here.mask)),
        ]
        if place.depth < MAX_DEPTH:
            kinds += [(1.3, self.branch), (0.9, self.loop), (0.35, self.switch)]
        if self.function_names:
            kinds.append((0.8, self.call))
        if place.is_uniform:
            kinds += [
                (0.8, lambda _: self.block_exchange()),
                (0.5, lambda _: self.reducing_barrier()),
                (0.4, lambda _: self.counts()),
                (0.4, lambda _: self.copy_async()),
            ]
            if place.depth == 0:
                kinds.append((0.25, self.named_barrier))
        total = self.rng.random() * sum(weight for weight, _ in kinds)
        for weight, write in kinds:
            total -= weight
            if total < 0:
                write(place)
                return

    def label(self) -> str:
        self.n_labels += 1
        return f"L{self.n_labels}"

    def condition(self) -> str:
        """Return a predicate of its own that differs among lanes: of values, or of the lane's place."""
        q = self.temporary("q")
        choice = self.rng.randrange(4)
        if choice == 0:
            self.emit(f"and.b32 %t1, %c0, {1 << self.rng.randrange(6)}; setp.ne.u32 {q}, %t1, 0;")
        elif choice == 1:
            self.emit(f"setp.lt.u32 {q}, %c0, {self.rng.randrange(self.n_threads + 1)};")
        elif choice == 2:
            self.emit(f"setp.ge.s32 {q}, {self.word()}, {self.word()};")
        else:
            self.emit(f"mov.pred {q}, {self.predicate()};")
        return q

    def uniform_condition(self) -> str:
        q = self.temporary("q")
        if self.rng.random() < 0.5:
            self.emit(f"ld.param.u32 %t1, [n]; setp.lt.u32 {q}, %t1, {self.rng.randrange(20)};")
        else:
            self.emit(f"mov.u32 %t1, %ctaid.x; setp.eq.u32 {q}, %t1, {self.rng.randrange(2)};")
        return q

    def split(self, q: str, mask: str) -> tuple[str, str]:
        """Return the masks of the lanes where a predicate holds and where it does not."""
        yes, no = self.temporary("m"), self.temporary("m")
        self.emit(f"vote.sync.ballot.b32 {yes}, {q}, {mask};")
        if mask == "-1":
            self.emit(f"not.b32 {no}, {yes};")
        else:
            self.emit(f"xor.b32 {no}, {yes}, {mask};")
        return yes, no

    def branch(self, place: Place) -> None:
        """Write ``if`` or ``if``/``else``, in order or with one part behind the kernel's end."""
        n = self.rng.randrange(1, 5)
        has_else = self.rng.random() < 0.5
        if place.is_uniform and self.rng.random() < 0.3:
            q, yes, no = self.uniform_condition(), place.mask, place.mask
            inner, other = (place.inner(mask, is_uniform=True) for mask in (yes, no))
        else:
            q = self.condition()
            yes, no = self.split(q, place.mask)
            inner, other = place.inner(yes), place.inner(no)
        then, end = self.label(), self.label()
        if self.rng.random() < 0.2:
            # what is behind the end runs first where the lowest place goes first, or last
            self.emit(f"@{q} bra {then};")
            if has_else:
                self.statements(other, n)
            self.emit(f"{end}:")
            lines, self.lines = self.lines, []
            self.emit(f"{then}:")
            self.statements(inner, n)
            self.emit(f"bra {end};")
            self.aside += self.lines
            self.lines = lines
            return
        self.emit(f"@!{q} bra {then};")
        self.statements(inner, n)
        if has_else:
            self.emit(f"bra{self.rng.choice(('', '.uni') if inner.is_uniform else ('',))} {end};")
        self.emit(f"{then}:")
        if has_else:
            self.statements(other, n)
            self.emit(f"{end}:")

    def loop(self, place: Place) -> None:
        """Write a loop whose number of turns all lanes share or each has for itself, with an early way out."""
        counter, q, mask = self.temporary("c"), self.temporary("q"), self.temporary("m")
        head, end = self.label(), self.label()
        varies = self.rng.random() < 0.6
        if varies:
            self.emit(f"and.b32 {counter}, {self.word()}, 3;")
        else:
            self.emit(f"mov.u32 {counter}, {self.rng.randrange(1, 4)};")
        self.emit(f"mov.b32 {mask}, {place.mask}; {head}:")
        inner = place.inner(mask, is_uniform=place.is_uniform and not varies)
        leaves = varies and self.rng.random() < 0.4
        n = self.rng.randrange(1, 4)
        self.statements(inner, n)
        if leaves:
            out = self.condition()
            left = self.temporary("m")
            self.emit(f"vote.sync.ballot.b32 {left}, {out}, {mask}; xor.b32 {mask}, {mask}, {left};")
            self.emit(f"@{out} bra {end};")
            self.statements(inner, self.rng.randrange(1, 3))
        self.emit(f"setp.gt.s32 {q}, {counter}, 0; add.s32 {counter}, {counter}, -1;")
        if varies:
            self.emit(f"vote.sync.ballot.b32 {mask}, {q}, {mask};")
        self.emit(f"@{q} bra {head}; {end}:")

    def switch(self, place: Place) -> None:
        """Write a branch by a table; each case has the mask of the lanes that took it."""
        n = self.rng.randrange(2, 5)
        table, end = self.label(), self.label()
        labels = [self.label() for _ in range(n)]
        index, group = self.temporary("c"), self.temporary("m")
        self.emit(f"and.b32 %t1, {self.word()}, {self.rng.choice((3, 7))}; min.u32 {index}, %t1, {n - 1};")
        self.emit(f"match.any.sync.b32 {group}, {index}, {place.mask};")
        self.emit(f"{table}: .branchtargets {', '.join(labels)}; brx.idx {index}, {table};")
        inner = place.inner(group)
        for position, label in enumerate(labels):
            self.emit(f"{label}:")
            self.statements(inner, self.rng.randrange(1, 3))
            if position < n - 1:
                self.emit(f"bra {end};")
        self.emit(f"{end}:")

    def leave(self, place: Place) -> Place:
        """Let whole warps, or some lanes of each, end early; the others know who is left."""
        self.all_threads_there = False
        q = self.temporary("q")
        way = self.rng.choice(("exit;", "ret;", "bra DONE;"))
        if self.rng.random() < 0.4:
            self.emit(f"setp.eq.u32 {q}, %c2, {self.rng.randrange(2)}; @{q} {way}")
            return place
        if self.rng.random() < 0.5:
            self.emit(f"and.b32 %t1, %c0, {1 << self.rng.randrange(5)}; setp.ne.u32 {q}, %t1, 0;")
        else:
            self.emit(f"setp.gt.s32 {q}, {self.word()}, {self.word()};")
        _, rest = self.split(q, place.mask)
        self.emit(f"@{q} {way}")
        return replace(place, mask=rest)

    # -- functions ---------------------------------------------------------------------------------------

    def function(self, index: int) -> None:
        writer = Writer(self.rng, FUNCTION_POOLS)
        writer.scratch.update(t=1)
        for name, (kind, n) in FUNCTION_POOLS.items():
            for k in range(n):
                if kind == "pred":
                    writer.emit(f"setp.{self.rng.choice(('eq', 'lt', 'gt'))}.s32 %{name}{k}, %r0, %r{k};")
                elif (name, k) in (("r", 0), ("d", 0)):
                    writer.emit(f"ld.param.{kind} %{name}{k}, [{'x' if name == 'r' else 'y'}{index}];")
                else:
                    writer.emit(f"mov.{kind} %{name}{k}, {writer.constant(kind)};")
        for _ in range(self.rng.randrange(1, 5)):
            writer.plain()
        writer.emit(f"st.param.b32 [z{index}], %r{self.rng.randrange(3)};")
        if self.rng.random() < 0.6:
            label = f"M{index}"
            writer.emit(f"@{writer.predicate()} {self.rng.choice(('ret', f'bra {label}'))};")
            for _ in range(self.rng.randrange(1, 4)):
                writer.plain()
            writer.emit(f"{label}:")
            writer.emit(f"st.param.b32 [z{index}], %r{self.rng.randrange(3)};")
        self.functions += [
            f".func (.param .b32 z{index}) f{index} (.param .b32 x{index}, .param .b64 y{index})",
            "{",
            *writer.declarations(),
            *writer.lines,
            "ret;",
            "}",
        ]
        self.function_names.append(f"f{index}")

    def call(self, _place: Place) -> None:
        n = self.n_calls
        self.n_calls += 1
        name = self.rng.choice(self.function_names)
        self.emit("{")
        self.emit(f".param .b32 u{n}; .param .b64 v{n}; .param .b32 w{n};")
        self.emit(f"st.param.b32 [u{n}], {self.register('b32')};")
        self.emit(f"st.param.b64 [v{n}], {self.register('b64')}; call (w{n}), {name}, (u{n}, v{n});")
        self.emit(f"ld.param.b32 {self.register('b32')}, [w{n}]; }}")


def _groups(start: int, end: int) -> list[tuple[int, int]]:
    """Return how many registers go together from each first one on: 4, 2 or 1."""
    groups = []
    while start < end:
        together = next(n for n in (4, 2, 1) if n <= end - start)
        groups.append((start, together))
        start += together
    return groups
