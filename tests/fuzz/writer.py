"""Writes single instructions with operands that fit: the generator's hand, which knows no control flow.

Every register that an instruction may read has a value on every path. Where PTX leaves a NaN's payload open, the
instruction is followed by one or two that put the canonical NaN in its place.
"""

import random
import re
from collections import Counter

from tests.fuzz.meaning import width
from tests.fuzz.patterns import PATTERNS, opcode_of
from tests.fuzz.program import constant
from tests.fuzz.semantics import meaning

POOLS: dict[str, tuple[str, int]] = {
    "h": ("b16", 4), "k": ("s16", 2), "r": ("b32", 6), "i": ("u32", 2), "f": ("f32", 4), "d": ("b64", 4),
    "l": ("s64", 1), "g": ("f64", 3), "p": ("pred", 5),
}  # fmt: skip
"""Registers that programs compute with: their type and how many there are."""
FUNCTION_POOLS = {
    "h": ("b16", 4), "r": ("b32", 3), "f": ("f32", 2), "d": ("b64", 2), "g": ("f64", 2), "p": ("pred", 3),
}  # fmt: skip

_OPEN_NAN = frozenset(["neg", "abs", "cvt"])
"""Instructions whose NaN of f32 has an open payload; of f64, every instruction's has."""
_UNTYPED = frozenset(["and", "or", "xor", "not", "selp"])
"""Instructions whose untyped operands may be registers of a floating-point type."""
SPECIALS = (
    "%tid.x", "%tid.y", "%tid.z", "%ntid.x", "%ntid.y", "%ntid.z", "%ctaid.x", "%ctaid.y", "%nctaid.x", "%laneid",
    "%lanemask_eq", "%lanemask_lt", "%lanemask_le", "%lanemask_gt", "%lanemask_ge",
)  # fmt: skip


class Writer:
    def __init__(self, rng: random.Random, pools: dict[str, tuple[str, int]]) -> None:
        self.rng = rng
        self.pools = pools
        self.lines: list[str] = []
        self.scratch: Counter[str] = Counter()

    def emit(self, text: str) -> None:
        """Write statements, each on a line of its own."""
        self.lines += re.split(r"(?<=;) ", text)

    def temporary(self, kind: str) -> str:
        """Return a new register of a kind: t, m, c (32 bits), a (b64), s (b16), q (pred), u (b128), v, w (vectors)."""
        self.scratch[kind] += 1
        return f"%{kind}{self.scratch[kind] - 1}"

    def declarations(self) -> list[str]:
        types = {"v": "v2 .b32", "w": "v4 .b32"}
        types |= {"t": "b32", "a": "b64", "s": "b16", "q": "pred", "m": "b32", "u": "b128", "c": "u32"}
        counts = dict(self.pools.items())
        counts |= {name: (types[name], n) for name, n in self.scratch.items()}
        return [f".reg .{kind} %{name}<{n}>;" for name, (kind, n) in sorted(counts.items())]

    def registers(self) -> list[tuple[str, str]]:
        return [(f"%{name}{k}", kind) for name, (kind, n) in self.pools.items() for k in range(n)]

    # -- operands ----------------------------------------------------------------------------------------

    def register(self, kind: str, *, wider: bool = False, floats: bool = True) -> str:
        """Return a register that may stand where a type is wanted; with `floats`, for ``b32`` also one of ``f32``."""
        bits = max(width(kind), 16) if kind != "pred" else 1
        is_float = kind in ("f32", "f64")
        names = []
        for name, (have, n) in self.pools.items():
            if kind == "pred" or have == "pred":
                fits = kind == have
            elif not floats and not is_float and have[0] == "f":
                fits = False
            elif wider and have[0] != "f":
                fits = width(have) >= bits
            elif "b" in (have[0], kind[0]):
                fits = width(have) == bits
            elif is_float:
                fits = have == kind
            else:
                fits = have[0] != "f" and width(have) == bits
            names += [f"%{name}{k}" for k in range(n)] if fits else []
        return self.rng.choice(names)

    def predicate(self) -> str:
        return self.register("pred")

    def word(self) -> str:
        """Return a 32-bit register that holds an integer, or any bits."""
        return self.register("b32", floats=False)

    def source(self, kind: str, *, wider: bool = False, floats: bool = True) -> str:
        if kind == "pred":
            return self.rng.choice(("", "", "!")) + self.predicate()
        if kind == "imm":
            return self.rng.choice((f"{self.rng.randrange(256)}", f"0x{self.rng.randrange(256):02X}"))
        if self.rng.random() < 0.78:
            return self.register(kind, wider=wider, floats=floats)
        return self.constant(kind)

    def constant(self, kind: str) -> str:
        bits = min(width(kind), 64)
        if kind in ("f32", "f64"):
            if self.rng.random() < 0.2:
                return self.rng.choice(("1.5", "0.0", "2.0", "-3.25", "100.0", "0.1"))
            return f"0f{constant(self.rng, 32):08X}" if kind == "f32" else f"0d{constant(self.rng, 64):016X}"
        value = constant(self.rng, bits)
        form = self.rng.randrange(6)
        if kind[0] == "s" and value >> (bits - 1):
            return str(value - (1 << bits))
        if form == 0:
            return f"0x{value:X}"
        if form == 1 and value < 256:
            return f"0{value:o}" if value else "0"
        if form == 2 and value < 256:
            return f"0b{value:b}"
        if form == 3 and kind[0] == "u":
            return f"{value}U"
        return str(value)

    def guard(self) -> str:
        if self.rng.random() < 0.85:
            return ""
        return f"@{self.rng.choice(('', '!'))}{self.predicate()} "

    # -- instructions ------------------------------------------------------------------------------------

    def plain(self) -> None:
        choice = self.rng.random()
        if choice < 0.04:
            self.carry_chain()
        elif choice < 0.14:
            self.move()
        else:
            self.operation(opcode_of(self.rng, self.rng.choice(PATTERNS)))

    def operation(self, opcode: str) -> None:
        name = opcode.partition(".")[0]
        known = meaning(opcode)
        wider, floats = name == "cvt", name in _UNTYPED
        sources = [
            self.source(kind, wider=wider and kind[0] in "us", floats=floats) for kind in known.sources
        ]
        if name in ("bfe", "bfi"):
            sources[-2:] = [
                str(self.rng.randrange(72)) if source[0] != "%" else source for source in sources[-2:]
            ]
        if name in ("div", "rem") and known.sources[1][0] in "us":
            sources[1] = self.nonzero(known.sources[1])
        if name in ("min", "max") and known.sources[0] == "f32" and sources[0] == sources[1]:
            # of two equal operands an assembler takes one, a NaN that is not canonical too
            sources[1] = "1.5"
        guard = self.guard()
        result = known.results[0]
        destination = self.register(result, wider=wider and result[0] in "us", floats=floats)
        if name == "lop3" and len(known.results) == 2:
            destination = f"{self.rng.choice((destination, destination, '_'))}|{self.predicate()}"
        elif name == "setp" and self.rng.random() < 0.4:
            others = [p for p, kind in self.registers() if kind == "pred" and p != destination]
            destination = f"{destination}|{self.rng.choice(others)}"
        self.emit(f"{guard}{opcode} {', '.join([destination, *sources])};")
        self.settle_nan(name, destination, result)

    def part(self, kind: str, register: str) -> str:
        """Return a register to store a part of: one that an instruction of floats wrote, an assembler converts."""
        declared = self.pools[register.strip("%0123456789")][0]
        if declared[0] != "b" or width(kind) == width(declared):
            return register
        copy = self.temporary({16: "s", 32: "t", 64: "a"}[width(declared)])
        self.emit(f"mov.{declared} {copy}, {register};")
        return copy

    def settle_nan(self, name: str, register: str, kind: str) -> None:
        """Put the canonical NaN in the place of any other, where the payload is open."""
        if kind == "f64" and name != "selp":
            test = self.temporary("q") if not self.scratch["q"] else "%q0"
            self.emit(f"setp.nan.f64 {test}, {register}, {register};")
            self.emit(f"@{test} mov.b64 {register}, 0x7FF8000000000000;")
        elif kind == "f32" and name in _OPEN_NAN:
            self.emit(f"max.NaN.f32 {register}, {register}, 0fFF800000;")

    def nonzero(self, kind: str) -> str:
        """Return an operand of an integer type that is not zero."""
        if self.rng.random() < 0.3:
            return str(self.rng.choice((1, 3, 7, 10, 100, *((-1, -7) if kind[0] == "s" else ()))))
        bits = width(kind)
        register = self.temporary({16: "s", 32: "t", 64: "a"}[bits])
        self.emit(f"or.b{bits} {register}, {self.register(kind)}, {self.rng.choice((1, 2, 16))};")
        return register

    def carry_chain(self) -> None:
        """Write sums and differences that hand their carry on, other instructions among them."""
        kind = self.rng.choice(("u32", "s32", "u64", "s64"))
        n = self.rng.randrange(1, 4)
        for index in range(n + 1):
            down = self.rng.random() < 0.4
            first, last = ("sub.cc", "subc") if down else ("add.cc", "addc")
            multiplies = not down and self.rng.random() < 0.3
            half = self.rng.choice((".lo", ".hi"))
            if multiplies:
                opcode = f"mad{half}.cc" if index == 0 else f"madc{half}{'.cc' if index < n else ''}"
            else:
                opcode = first if index == 0 else f"{last}{'.cc' if index < n else ''}"
            sources = [self.source(kind) for _ in range(3 if multiplies else 2)]
            guard = self.guard() if index else ""
            self.emit(f"{guard}{opcode}.{kind} {', '.join([self.register(kind), *sources])};")

    def move(self) -> None:
        """Write a ``mov``: of a register, a constant, a special register, or between vectors and registers."""
        choice = self.rng.randrange(8)
        if choice == 0:
            self.emit(f"{self.guard()}mov.u32 {self.register('u32')}, {self.rng.choice(SPECIALS)};")
        elif choice == 1:
            kind = self.rng.choice(
                ("b16", "b32", "b64", "u16", "s16", "u32", "s32", "u64", "s64", "f32", "f64")
            )
            self.emit(f"{self.guard()}mov.{kind} {self.register(kind)}, {self.source(kind)};")
        elif choice == 2:
            self.emit(f"{self.guard()}mov.pred {self.predicate()}, {self.source('pred').lstrip('!')};")
        elif choice == 3:
            wide = self.temporary("u")
            self.emit(f"mov.b128 {wide}, {self.vector('b64', 2, distinct=False)};")
            self.emit(f"mov.b128 {self.vector('b64', 2, distinct=True)}, {wide};")
        elif choice < 6:
            bits, n = self.rng.choice(((32, 2), (64, 2), (64, 4)))
            part = f"b{bits // n}"
            if choice == 4:
                parts = self.vector(part, n, distinct=False)
                self.emit(f"{self.guard()}mov.b{bits} {self.register(f'b{bits}')}, {parts};")
            else:
                parts = self.vector(part, n, distinct=True, sinks=n == 2)
                self.emit(f"{self.guard()}mov.b{bits} {parts}, {self.register(f'b{bits}')};")
        else:
            most = max(n for kind, n in self.pools.values() if kind == "b32")
            n = self.rng.choice([n for n in (2, 4) if n <= most])
            kind = self.rng.choice(("b32", "b32", "b64", "u32") if n == 2 and choice == 6 else ("b32",))
            target, source = self.vector(kind, n, distinct=True), self.vector(kind, n, distinct=False)
            if choice == 6:
                self.emit(f"{self.guard()}mov.v{n}.{kind} {target}, {source};")
            else:
                whole = self.temporary("v" if n == 2 else "w")
                self.emit(f"mov.v{n}.b32 {whole}, {source}; {self.guard()}mov.v{n}.b32 {target}, {whole};")

    def vector(self, kind: str, n: int, *, distinct: bool, sinks: bool = False) -> str:
        names: list[str] = []
        while len(names) < n:
            name = self.register(kind)
            stem = name.rstrip("0123456789")
            if names and not names[0].startswith(stem):
                continue
            if not names and self.pools[stem[1:]][1] < n:
                continue
            if not distinct or name not in names:
                names.append(name)
        if sinks and self.rng.random() < 0.3:
            names[self.rng.randrange(n)] = "_"
        return f"{{{', '.join(names)}}}"
