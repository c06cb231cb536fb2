"""LLVM IR as text: types and constants of 32 lanes, and the statements of one kernel.

Nothing here knows the kernel's registers and blocks; `emitter` adds them.
"""

from __future__ import annotations

from ...errors import PtxError
from ..text.syntax import TYPE_BYTES, Instruction

I1 = "<32 x i1>"
# a shuffle takes five, for four operands and its result; the last is the recorder's (`kernel.VALUES`)
N_SCRATCH = 6
# the largest fragment: A of mma.m16n8k16 in f64 has 8 registers of 8 bytes in each of 32 lanes
SCRATCH_BYTES = 2048
SCRATCH = tuple(f"%scratch{index}" for index in range(N_SCRATCH))
"""Areas of the stack through which lanes pass to the runtime and back."""
CANONICAL_NAN = 0x7FFFFFFF
LANE_IDS = "<" + ", ".join(f"i32 {lane}" for lane in range(32)) + ">"


def bits_of(ptx_type: str) -> int:
    """Return the width of a PTX type in bits; 1 for ``pred``."""
    return 8 * TYPE_BYTES[ptx_type] or 1


def ivec(bits: int) -> str:
    return f"<32 x i{bits}>"


def fvec(ptx_type: str) -> str:
    return {"f32": "<32 x float>", "f64": "<32 x double>"}[ptx_type]


def splat(bits: int, value: int) -> str:
    value &= (1 << bits) - 1
    if value >> (bits - 1) and bits > 1:
        value -= 1 << bits
    return f"splat (i{bits} {value})"


_POINTERS = ("%worker", "%warp", "%aside", *SCRATCH, "@", "null")
"""Starts of the names that are pointers; values are numbered."""


def _argument(value: str | int) -> tuple[str, str]:
    if isinstance(value, int):
        return "i32", str(int(value))  # a flag is 0 or 1
    return "ptr" if value.startswith(_POINTERS) else "i32", value


class LlvmText:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.tables: list[str] = []
        self.declared: dict[str, str] = {}
        self.instruction: Instruction = Instruction("", ())
        self._n = 0

    def tmp(self, expression: str) -> str:
        """Append ``%vN = expression`` and return its name."""
        self._n += 1
        name = f"%v{self._n}"
        self.lines.append(f"  {name} = {expression}")
        return name

    def stmt(self, text: str) -> None:
        self.lines.append(f"  {text}")

    def label(self, name: str) -> None:
        self.lines.append(f"{name}:")

    def fresh(self, stem: str) -> str:
        self._n += 1
        return f"{stem}{self._n}"

    def cut(self) -> None:
        following = self.fresh("cut")
        self.stmt(f"br label %{following}")
        self.label(following)

    def call(self, result: str, function: str, *args: tuple[str, str]) -> str:
        """Call a runtime function or intrinsic; returns the result's name, empty for ``void``."""
        types = ", ".join(kind for kind, _ in args)
        self.declared[function] = f"declare {result} @{function}({types})"
        text = f"call {result} @{function}({', '.join(f'{kind} {value}' for kind, value in args)})"
        if result == "void":
            self.stmt(text)
            return ""
        return self.tmp(text)

    def runtime(self, function: str, *args: str | int) -> None:
        """Call a function of the runtime; all arguments are pointers or 32-bit integers."""
        self.call("void", function, *map(_argument, args))

    def from_runtime(self, function: str, *args: str | int) -> str:
        """Call a function of the runtime; returns the name of its 32-bit result."""
        return self.call("i32", function, *map(_argument, args))

    def table(self, values: list[int]) -> str:
        """Return the name of a constant array of 32-bit integers."""
        name = f"@table{len(self.tables)}"
        elements = ", ".join(f"i32 {value}" for value in values)
        self.tables.append(f"{name} = private constant [{len(values)} x i32] [{elements}], align 4")
        return name

    @property
    def n_values(self) -> int:
        return self._n

    def error(self, message: str) -> PtxError:
        return PtxError(f"{message} in {self.instruction.opcode!r}", line=self.instruction.line)

    def resize(self, value: str, have: int, want: int, signed: bool = False) -> str:
        if have == want:
            return value
        operation = "trunc" if have > want else ("sext" if signed else "zext")
        return self.tmp(f"{operation} {ivec(have)} {value} to {ivec(want)}")

    def as_float(self, value: str, ptx_type: str) -> str:
        return self.tmp(f"bitcast {ivec(bits_of(ptx_type))} {value} to {fvec(ptx_type)}")

    def as_bits(self, value: str, ptx_type: str) -> str:
        return self.tmp(f"bitcast {fvec(ptx_type)} {value} to {ivec(bits_of(ptx_type))}")

    def canonical(self, value: str) -> str:
        """Return the bits of f32 lanes, any NaN replaced by the canonical one."""
        bits = self.as_bits(value, "f32")
        is_nan = self.tmp(f"fcmp uno <32 x float> {value}, {value}")
        return self.tmp(f"select {I1} {is_nan}, <32 x i32> {splat(32, CANONICAL_NAN)}, <32 x i32> {bits}")

    def bits(self, predicate: str) -> str:
        return self.tmp(f"bitcast {I1} {predicate} to i32")

    def lanes(self, bits: str) -> str:
        return self.tmp(f"bitcast i32 {bits} to {I1}")

    def broadcast(self, scalar: str, kind: str) -> str:
        # the form in which LLVM recognises a splat
        one = self.tmp(f"insertelement <32 x {kind}> poison, {kind} {scalar}, i64 0")
        return self.tmp(
            f"shufflevector <32 x {kind}> {one}, <32 x {kind}> poison, <32 x i32> zeroinitializer"
        )

    def put(self, index: int, value: str, kind: str, offset: int = 0) -> str:
        """Store lanes in scratch memory for a call; returns the pointer to the scratch area."""
        pointer = f"%scratch{index}"
        target = pointer if not offset else self.tmp(f"getelementptr i8, ptr {pointer}, i64 {offset}")
        # 16: the smallest step between values in an area; LLVM would assume the alignment of the vector
        self.stmt(f"store {kind} {value}, ptr {target}, align 16")
        return pointer

    def get(self, index: int, kind: str, offset: int = 0) -> str:
        """Load lanes from scratch memory after a call."""
        pointer = f"%scratch{index}"
        source = pointer if not offset else self.tmp(f"getelementptr i8, ptr {pointer}, i64 {offset}")
        return self.tmp(f"load {kind}, ptr {source}, align 16")

    def field(self, base: str, offset: int, kind: str = "i32") -> str:
        pointer = self.tmp(f"getelementptr i8, ptr {base}, i64 {offset}")
        return self.tmp(f"load {kind}, ptr {pointer}, align 4")

    def count_lanes(self, word: int, bits: str) -> None:
        lanes = self.call("i32", "llvm.ctpop.i32", ("i32", bits))
        self.add_to_word(word, self.tmp(f"zext i32 {lanes} to i64"))

    def add_to_word(self, word: int, value: str) -> None:
        pointer = self.tmp(f"getelementptr i64, ptr %counts, i64 {word}")
        # no atomic addition: each worker has counters of its own
        before = self.tmp(f"load i64, ptr {pointer}, align 8")
        after = self.tmp(f"add i64 {before}, {value}")
        self.stmt(f"store i64 {after}, ptr {pointer}, align 8")
