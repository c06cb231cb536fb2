"""Writes what concerns memory and other threads: accesses, atomics, shuffles, votes, barriers.

Registers with a fixed meaning: ``%c0`` is the thread's number in its block, ``%c1`` the address of its 16 bytes of
shared memory, ``%c2`` its warp; ``%a0`` to ``%a4`` are the thread's part of ``out``, of ``init`` and of ``own``, the
read-only table and the accumulators.
"""

from tests.fuzz.meaning import width
from tests.fuzz.program import N_CELLS, OWN_BYTES, TABLE_BYTES
from tests.fuzz.writer import Writer

_LOAD_TYPES = ("b8", "u8", "s8", "b16", "u16", "s16", "b32", "u32", "s32", "b64", "u64", "s64", "f32", "f64")
_SCOPED = ("", ".relaxed.cta", ".relaxed.gpu", ".acquire.gpu", ".release.sys", ".acq_rel.cta", ".gpu", ".sys")
_CELL_OPERATIONS = ("add.u32", "add.s32", "add.u64", "min.s32", "max.u64", "and.b32", "or.b64", "xor.b32")
"""What each accumulator is for: results do not depend on the order of such updates."""
_COUNT_OPERATIONS = ("add.u32", "max.s32", "min.u64", "xor.b64", "or.b32", "and.b64", "inc.u32", "dec.u32")
_OWN_OPERATIONS = (
    "exch.b32", "exch.b64", "cas.b16", "cas.b32", "cas.b64", "add.u32", "add.s32", "add.u64", "add.f32", "add.f64",
    "min.u32", "min.s32", "min.u64", "max.s64", "max.s32", "and.b32", "or.b64", "xor.b64", "inc.u32", "dec.u32",
)  # fmt: skip
_STORES = (
    ".global", ".global", "", ".global.wb", ".global.cg", ".global.cs", ".global.wt", ".global.L1::no_allocate",
    ".release.gpu.global", ".relaxed.cta.global", ".volatile.global", ".weak.global",
)  # fmt: skip
_HINTS = (
    "membar.cta;", "membar.gl;", "membar.sys;", "fence.sc.gpu;", "fence.acq_rel.cta;", "fence.acq_rel.sys;",
    "fence.proxy.alias;", "fence.proxy.async;", "fence.proxy.async.global;", "prefetch.global.L1 [%a3];",
    "prefetch.global.L2 [%a3+64];", "prefetchu.L1 [%a3];", "nanosleep.u32 20;", "pmevent 3;",
    "griddepcontrol.launch_dependents;", "griddepcontrol.wait;", "applypriority.global.L2::evict_normal [%a3], 128;",
)  # fmt: skip


class Exchange(Writer):
    def __init__(self, rng, pools, n_threads: int) -> None:  # type: ignore[no-untyped-def]
        super().__init__(rng, pools)
        self.n_threads = n_threads
        self.has_local = False
        self.has_counts = False
        self.all_threads_there = True

    # -- memory ------------------------------------------------------------------------------------------

    def elements(self, kind: str, n: int, *, distinct: bool) -> str:
        if n > 1:
            return self.vector(kind, n, distinct=distinct)
        return self.register(kind, wider=kind[0] in "bsu")

    def shape(self) -> tuple[str, int, str, int]:
        kind = self.rng.choice(_LOAD_TYPES)
        size = width(kind) // 8
        n = self.rng.choice([n for n in (1, 1, 2, 4) if n * size <= 16 and (n < 4 or size != 8)])
        if n == 4 and kind == "f64":
            n = 2
        return kind, n, f".v{n}" if n > 1 else "", size * n

    def address(self, base: str, limit: int, size: int) -> str:
        """Return an operand for `size` bytes somewhere in the `limit` at a base: at a fixed place or by a register."""
        if self.rng.random() < 0.5:
            return f"[{base}+{self.rng.randrange(limit // size) * size}]"
        self.emit(f"and.b32 %t1, {self.word()}, {limit - size};")
        address = self.temporary("a")
        self.emit(f"cvt.u64.u32 {address}, %t1; add.s64 {address}, {address}, {base};")
        return f"[{address}]"

    def memory(self) -> None:
        places = ["table", "table", "own", "own", "words", "numbers", "shared", "generic"]
        if self.has_local:
            places += ["local", "local"]
        place = self.rng.choice(places)
        kind, n, vector, size = self.shape()
        guard = self.guard()
        if place == "table":
            way = self.rng.choice((
                ".global", ".global.nc", ".global.ca", ".global.cg", ".volatile.global", ".relaxed.gpu.global", "",
                ".weak.global", ".acquire.cta.global", ".global.L1::no_allocate", ".global.nc.L1::evict_last",
                ".global.nc.L2::128B", ".global.L1::evict_first.L2::64B", ".global.cs", ".global.lu", ".global.cv",
                ".mmio.relaxed.sys.global", "u.global",
                ".global.nc.ca", ".global.ca.nc", ".global.nc.cg.L2::64B",
            ))  # fmt: skip
            if ".mmio" in way or way == "u.global":
                n, vector = 1, ""
            address = self.address("%a3", TABLE_BYTES, size if n > 1 else max(size, 1))
            self.emit(f"{guard}ld{way}{vector}.{kind} {self.elements(kind, n, distinct=True)}, {address};")
        elif place == "own":
            address = self.address("%a2", OWN_BYTES, size)
            self.own_access(address, ".global", guard, kind, n, vector)
        elif place == "local":
            space, generic = (".local", "") if self.rng.random() < 0.5 else ("", " cvta.local.u64 %a5, %a5;")
            self.emit(f"mov.u64 %a5, frame;{generic}")
            self.own_access(self.address("%a5", 64, size), space, guard, kind, n, vector)
        elif place in ("words", "numbers"):
            space = "const" if place == "words" else "global"
            start = self.rng.randrange(64 // size) * size
            self.emit(
                f"{guard}ld.{space}{vector}.{kind} {self.elements(kind, n, distinct=True)}, [{place}+{start}];"
            )
        elif place == "shared":
            start = self.rng.randrange(16 // size) * size
            space = self.rng.choice((".shared", ".shared::cta", ".volatile.shared", ".relaxed.cta.shared"))
            self.emit("cvt.u64.u32 %a5, %c1;")
            base = self.rng.choice(("%c1", "%a5"))
            self.own_access(f"[{base}+{start}]", space, guard, kind, n, vector)
        else:
            self.generic(guard)

    def own_access(self, address: str, space: str, guard: str, kind: str, n: int, vector: str) -> None:
        """Load from or store to memory that no other thread touches."""
        if self.rng.random() < 0.5:
            self.emit(f"{guard}ld{space}{vector}.{kind} {self.elements(kind, n, distinct=True)}, {address};")
            return
        if space == ".global":
            ways = _STORES if n > 1 else (*_STORES, ".mmio.relaxed.sys.global")
            space = self.rng.choice(ways)
        value = self.elements(kind, n, distinct=False)
        names = [self.part(kind, name) for name in value.strip("{}").split(", ")]
        value = f"{{{', '.join(names)}}}" if n > 1 else names[0]
        self.emit(f"{guard}st{space}{vector}.{kind} {address}, {value};")

    def generic(self, guard: str) -> None:
        space, source = self.rng.choice((("shared", "%a5"), ("global", "%a2"), ("const", "words")))
        self.emit("cvt.u64.u32 %a5, %c1;")
        if source == "words":
            self.emit("mov.u64 %a6, words;")
            source = "%a6"
        self.emit(f"cvta.{space}.u64 %a7, {source};")
        asked = self.rng.choice(("shared", "global", "const", "local", "shared::cta"))
        self.emit(f"isspacep.{asked} {self.predicate()}, %a7;")
        self.emit(f"{guard}ld.b32 {self.register('b32')}, [%a7+{4 * self.rng.randrange(4)}];")
        self.emit(f"cvta.to.{space}.u64 %a7, %a7; ld.{space}.b64 {self.register('b64')}, [%a7+8];")

    def atomic(self) -> None:
        """Update memory of the thread's own, or an accumulator whose order of updates does not matter."""
        choice = self.rng.randrange(4)
        scope = self.rng.choice(_SCOPED)
        if choice == 0:
            cell = self.rng.randrange(N_CELLS)
            self.accumulate(scope, ".global", _CELL_OPERATIONS[cell], f"[%a4+{8 * cell}]")
        elif choice == 1 and self.has_counts:
            cell = self.rng.randrange(8)
            space = self.rng.choice((".shared", ".shared::cta"))
            self.accumulate(scope, space, _COUNT_OPERATIONS[cell], f"[counts+{8 * cell}]")
        else:
            self.update_own(scope)

    def accumulate(self, scope: str, space: str, operation: str, address: str) -> None:
        kind = operation.rpartition(".")[2]
        value = "9" if operation[:3] in ("inc", "dec") else self.source(kind)
        if space == ".global":
            # other blocks take part: a narrower scope would be a race
            scope = scope.replace(".cta", ".gpu")
        opcode = f"{scope}{space}.{operation}"
        if self.rng.random() < 0.5:
            if ".acq" in scope:
                opcode = opcode.replace(scope, ".relaxed.gpu")
            self.emit(f"{self.guard()}red{opcode} {address}, {value};")
        else:
            self.emit(f"{self.guard()}atom{opcode} _, {address}, {value};")

    def update_own(self, scope: str) -> None:
        operation = self.rng.choice(_OWN_OPERATIONS)
        kind = operation.rpartition(".")[2]
        space, base = self.rng.choice(((".global", "%a2"), ("", "%a2"), (".shared", "%c1")))
        place = self.rng.randrange((16 if base == "%c1" else OWN_BYTES) // 8) * 8
        address = f"[{base}+{place}]"
        sources = [self.register(kind) for _ in range(2 if operation.startswith("cas") else 1)]
        is_red = operation[:4] not in ("exch", "cas.") and self.rng.random() < 0.3
        guard = self.guard()
        if is_red:
            scope = ".relaxed.gpu" if ".acq" in scope else scope
            self.emit(f"{guard}red{scope}{space}.{operation} {address}, {', '.join(sources)};")
        else:
            old = self.register(kind)
            self.emit(f"{guard}atom{scope}{space}.{operation} {old}, {address}, {', '.join(sources)};")
        if kind[0] == "f":
            register = self.register(kind)
            memory = f"{space}.b{width(kind)}"
            self.emit(f"ld{memory} {register}, {address};")
            self.settle_nan("neg", register, kind)
            self.emit(f"st{memory} {address}, {register};")

    def copy_async(self) -> None:
        self.emit("mov.u32 %t1, copies; mad.lo.u32 %t1, %c0, 16, %t1;")
        size = self.rng.choice((4, 8, 16))
        cache = "cg" if size == 16 and self.rng.random() < 0.5 else "ca"
        space = self.rng.choice((".shared", ".shared::cta"))
        more = self.rng.choice(("", "", f", {self.rng.randrange(size + 1)}"))
        source = f"[%a3+{self.rng.randrange(TABLE_BYTES // 16) * 16}]"
        self.emit(
            f"cp.async.{cache}{space}.global{self.rng.choice(('', '.L2::128B'))} [%t1], {source}, {size}{more};"
        )
        if self.rng.random() < 0.5:
            self.emit("cp.async.wait_all;")
        else:
            self.emit("cp.async.commit_group;")
            if self.rng.random() < 0.3:
                self.emit("cp.async.commit_group; cp.async.wait_group 1;")
            else:
                self.emit("cp.async.wait_group 0;")
        bits = {4: "b32", 8: "b64", 16: "b64"}[size]
        self.emit(f"ld.shared.{bits} {self.register(bits)}, [%t1];")

    def hint(self) -> None:
        self.emit(self.rng.choice(_HINTS))

    # -- within a warp -----------------------------------------------------------------------------------

    def collective(self, mask: str, guard: str = "") -> None:
        choice = self.rng.randrange(10)
        if choice < 5:
            self.shuffle(mask, guard)
        elif choice == 5:
            self.emit(f"{guard}vote.sync.ballot.b32 {self.register('b32')}, {self.source('pred')}, {mask};")
        elif choice == 6:
            mode = self.rng.choice(("all", "any", "uni"))
            self.emit(f"{guard}vote.sync.{mode}.pred {self.predicate()}, {self.source('pred')}, {mask};")
        elif choice == 7:
            bits = self.rng.choice(("b32", "b64"))
            value = self.register(bits, floats=False)
            if self.rng.random() < 0.6:
                value = self.temporary("t" if bits == "b32" else "a")
                self.emit(f"and.{bits} {value}, {self.register(bits)}, {self.rng.choice((0, 1, 3))};")
            if self.rng.random() < 0.5:
                self.emit(f"{guard}match.any.sync.{bits} {self.word()}, {value}, {mask};")
            else:
                destination = f"{self.word()}{self.rng.choice(('', f'|{self.predicate()}'))}"
                self.emit(f"{guard}match.all.sync.{bits} {destination}, {value}, {mask};")
        elif choice == 8:
            operation = self.rng.choice((
                "add.u32", "add.s32", "min.u32", "min.s32", "max.u32", "max.s32", "and.b32", "or.b32", "xor.b32",
            ))  # fmt: skip
            kind = operation[-3:]
            names = ", ".join(self.register(kind, floats=False) for _ in range(2))
            self.emit(f"{guard}redux.sync.{operation} {names}, {mask};")
        elif guard:
            self.emit(f"{guard}bar.warp.sync {mask};")
        else:
            # which lane is elected is open, that it is one is not
            q = self.temporary("q")
            self.emit(f"elect.sync _|{q}, {mask}; @{q} red.global.add.u32 [%a4], 1;")

    def shuffle(self, mask: str, guard: str = "") -> None:
        """Write a shuffle; where not all lanes are there, one that would read from a missing lane reads its own."""
        mode = self.rng.choice(("up", "down", "bfly", "idx"))
        segment = self.rng.choice((0, 0, 0, 16, 24, 28, 30))
        limit = 0 if mode == "up" else 31
        if self.rng.random() < 0.15:
            limit = self.rng.randrange(32)
        c = segment << 8 | limit
        by_register = self.rng.random() < 0.4
        b = self.word() if by_register else str(self.rng.choice((1, 1, 2, 4, 8, 16, 31, 0, 33, 40)))
        if mask != "-1":
            b = self.harmless_lane(mode, b, segment, mask)
        destination = self.word()
        if self.rng.random() < 0.5:
            destination = f"{destination}|{self.predicate()}"
        self.emit(f"{guard}shfl.sync.{mode}.b32 {destination}, {self.word()}, {b}, {c}, {mask};")

    def harmless_lane(self, mode: str, b: str, segment: int, mask: str) -> str:
        """Return an offset or lane like `b`, but one that leads to the lane itself where it led to a missing one."""
        lane, source = self.temporary("t"), self.temporary("t")
        chosen, q = self.temporary("t"), self.temporary("q")
        self.emit(f"mov.u32 {lane}, %laneid;")
        if mode == "idx":
            self.emit(f"lop3.b32 {source}, {lane}, {b}, {segment}, 0xE4;")  # segment ? lane : b
        else:
            name = {"up": "sub.u32", "down": "add.u32", "bfly": "xor.b32"}[mode]
            self.emit(f"{name} {source}, {lane}, {b};")
        self.emit(f"and.b32 {source}, {source}, 31; shr.u32 {source}, {mask}, {source};")
        self.emit(f"and.b32 {source}, {source}, 1; setp.ne.u32 {q}, {source}, 0;")
        self.emit(f"selp.b32 {chosen}, {b}, {lane if mode == 'idx' else '0'}, {q};")
        return chosen

    def guarded_collective(self, mask: str) -> None:
        """Write one that a guard lets only some lanes execute, those of its mask."""
        q = self.temporary("q")
        group = self.temporary("m")
        self.emit(f"mov.pred {q}, {self.predicate()}; vote.sync.ballot.b32 {group}, {q}, {mask};")
        self.collective(group, f"@{q} ")

    def warp_exchange(self, mask: str) -> None:
        """Hand values on through shared memory, ordered by barriers of the warp."""
        kind = self.rng.choice(("b32", "b64"))
        self.emit(f"st.shared.{kind} [%c1], {self.register(kind)}; bar.warp.sync {mask};")
        b = str(self.rng.choice((1, 2, 4, 8, 16)))
        offset = b if mask == "-1" else self.harmless_lane("bfly", b, 0, mask)
        self.emit(f"mov.u32 %t1, %laneid; xor.b32 %t1, %t1, {offset};")
        self.emit("and.b32 %t2, %c0, -32; add.u32 %t1, %t1, %t2; mov.u32 %t2, slots;")
        self.emit(f"mad.lo.u32 %t1, %t1, 16, %t2; ld.shared.{kind} {self.register(kind)}, [%t1];")
        self.emit(f"bar.warp.sync {mask};")

    # -- within a block ----------------------------------------------------------------------------------

    def barrier(self) -> str:
        rounded = -(-self.n_threads // 32) * 32
        forms = [
            "bar.sync 0;",
            "bar.sync 0;",
            "barrier.sync 0;",
            "bar.cta.sync 3;",
            "barrier.sync.aligned 1;",
        ]
        if self.all_threads_there:
            forms += [f"bar.sync 2, {rounded};", f"barrier.cta.sync 5, {rounded};"]
        return self.rng.choice(forms)

    def block_exchange(self) -> None:
        """Hand values on through shared memory, ordered by barriers of the block."""
        kind = self.rng.choice(("b32", "b64", "b16"))
        self.emit(f"st.shared.{kind} [%c1], {self.register(kind)};")
        self.emit(self.barrier())
        self.emit(f"add.u32 %t1, %c0, {self.rng.randrange(1, 2 * self.n_threads)};")
        self.emit(f"rem.u32 %t1, %t1, {self.n_threads}; mov.u32 %t2, slots; mad.lo.u32 %t1, %t1, 16, %t2;")
        self.emit(f"ld.shared.{kind} {self.register(kind)}, [%t1];")
        self.emit(self.barrier())

    def reducing_barrier(self) -> None:
        name = self.rng.choice(("bar.red", "bar.cta.red", "barrier.red", "barrier.cta.red", "barrier.red"))
        aligned = self.rng.choice(("", ".aligned")) if name.startswith("barrier") else ""
        rounded = -(-self.n_threads // 32) * 32
        identity = self.rng.choice(("0", "4", f"7, {rounded}" if self.all_threads_there else "0"))
        kind = self.rng.choice(("popc", "and", "or"))
        destination = self.register("u32") if kind == "popc" else self.predicate()
        type_ = "u32" if kind == "popc" else "pred"
        self.emit(f"{name}.{kind}{aligned}.{type_} {destination}, {identity}, {self.source('pred')};")

    def counts(self) -> None:
        if not self.has_counts:
            return
        self.emit("bar.sync 0;")
        cell = self.rng.randrange(8)
        self.emit(f"ld.shared.b64 {self.register('b64')}, [counts+{8 * cell}]; bar.sync 0;")

    def named_barrier(self, _place: object) -> None:
        """Let one warp wait for another's arrival, and read what that one wrote before it."""
        if self.n_threads <= 32 or not self.all_threads_there:
            return
        first, second, end = (f"N{len(self.lines)}{letter}" for letter in "abc")
        value = self.register("b32")
        q = self.temporary("q")
        name = self.rng.choice(("bar", "barrier", "bar.cta"))
        self.emit(f"st.shared.b32 [%c1], {value}; setp.eq.u32 {q}, %c2, 0; @{q} bra {first};")
        self.emit(f"setp.eq.u32 {q}, %c2, 1; @{q} bra {second}; bra {end}; {first}:")
        self.emit(f"{name}.arrive 6, 64; bra {end}; {second}:")
        self.emit(f"{name}.sync 6, 64;")
        self.emit(f"ld.shared.b32 {self.register('b32')}, [slots+{16 * self.rng.randrange(32)}]; {end}:")
        self.emit("bar.sync 0;")
