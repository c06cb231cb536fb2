"""LLVM IR as text: types and constants of 32 lanes, and the statements of one kernel.

Nothing here knows the kernel's registers and blocks; `emitter` adds them.
"""

from __future__ import annotations

import hashlib
import re

from ...errors import PtxError
from ...lazy import pattern
from ..text.syntax import TYPE_BYTES, Instruction

I1 = "<32 x i1>"
# a shuffle takes five, for four operands and its result; the last is the recorder's (`kernel.VALUES`)
N_SCRATCH = 6
# the largest fragment: A of mma.m16n8k16 in f64 has 8 registers of 8 bytes in each of 32 lanes
SCRATCH_BYTES = 2048
SCRATCH = tuple(f"%scratch{index}" for index in range(N_SCRATCH))
FRAGMENT = N_SCRATCH
"""A scratch area of its own, in kernels that use it: for the 128 registers of the largest fragment."""
FRAGMENT_BYTES = 128 * 128
"""Areas of the stack through which lanes pass to the runtime and back."""
PLACE_BYTES = 512
"""Largest stack slot of one LLVM value, 32 lanes of 128 bits; every value has at most one."""
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


_POINTERS = ("%worker", "%warp", "%aside", "%scratch", "@", "null")
"""Starts of the names that are pointers; values are numbered."""


def _argument(value: str | int) -> tuple[str, str]:
    if isinstance(value, int):
        return "i32", str(int(value))  # a flag is 0 or 1
    return "ptr" if value.startswith(_POINTERS) else "i32", value


_REFERENCE = pattern(r"(?:(ptr|i\d+) )?(%[\w.]+)")
_INTRINSIC = pattern(r"@(llvm[\w.]+)")
_VECTOR = pattern(r"<(\d+) x (\w+)>")


def _kind_of(expression: str) -> str:
    """Return the type of the result of an expression about vectors."""
    operation, _, rest = expression.partition(" ")
    if " to " in rest:
        return rest.rpartition(" to ")[2]
    if operation == "call":
        return rest.partition(" @")[0]
    if operation == "select":  # its condition is a vector, too
        rest = rest.partition(", ")[2]
    vector = _VECTOR.search(rest)
    assert vector is not None
    if operation in ("icmp", "fcmp"):
        return f"<{vector[1]} x i1>"
    return vector[2] if operation == "extractelement" else vector[0]


class LaneCode:
    """Statements about vectors between two calls of the runtime: a function, which equal pieces share.

    LLVM's fast instruction selection knows no vectors of 32 lanes; the code that is left has none.
    """

    def __init__(self, kernel: LlvmText) -> None:
        self._kernel = kernel
        # followed by its line it names a value in the kernel; in the function the number is left out
        self.prefix = f"%L{len(kernel.pieces)}."
        kernel.pieces.append(self)
        self.lines: list[str] = []
        self.result = ""
        self._kept: dict[int, str] = {}
        self._own: dict[str, str] = {}
        self._arguments: list[tuple[str, str]] = []

    def add(self, text: str, is_value: bool = True) -> str:
        """Append an expression or a statement; what it reads of other code becomes a parameter."""
        if text.count("%") != text.count(self.prefix):
            text = _REFERENCE.sub(self._renamed, text)
        name = f"{self.prefix}{len(self.lines)}"
        self.lines.append(f"{name} = {text}" if is_value else text)
        return name

    def _renamed(self, match: re.Match[str]) -> str:
        kind, value = match.groups()
        if not value.startswith((self.prefix, "%p")):
            value = self._own.get(value) or self._read(value, kind)
        return f"{kind} {value}" if kind else value

    def _parameter(self, kind: str, argument: str) -> str:
        self._arguments.append((kind, argument))
        return f"%p{len(self._arguments) - 1}"

    def _read(self, value: str, kind: str) -> str:
        maker = self._kernel.pieces[int(value[2 : value.index(".")])] if value.startswith("%L") else None
        if value.startswith("%C"):
            # of code that differs in numbers alone there is one function
            bits, _, number = value[2:].partition(".")
            vec, scalar = ivec(int(bits)), self._parameter(f"i{bits}", number)
            one = self.add(f"insertelement {vec} poison, i{bits} {scalar}, i64 0")
            name = self.add(f"shufflevector {vec} {one}, {vec} poison, <32 x i32> zeroinitializer")
        elif maker is None or value == maker.result:
            name = self._parameter(kind, value)
        else:
            # where it is used first: registers are few
            place = self._parameter("ptr", maker._keep(value))
            name = self.add(f"load {maker._kind(value)}, ptr {place}, align 32")
        self._own[value] = name
        return name

    def _line(self, value: str) -> int:
        return int(value.removeprefix(self.prefix))

    def _kind(self, value: str) -> str:
        return _kind_of(self.lines[self._line(value)].partition(" = ")[2]) if value else "void"

    def _keep(self, value: str) -> str:
        """Return the place in memory of a value that other lane code reads."""
        places = self._kernel.places
        if value not in places:
            places[value] = f"%place{len(places)}"
            self._kernel.n_places = max(self._kernel.n_places, len(places))
            pointer = self._parameter("ptr", places[value])
            self._kept[self._line(value)] = f"\n  store {self._kind(value)} {value}, ptr {pointer}, align 32"
        return places[value]

    def finish(self) -> str:
        """Note the function in the kernel's `lane_code`; return its call."""
        kind, known = self._kind(self.result), self._kernel.lane_code
        for number, store in self._kept.items():
            self.lines[number] += store
        body = "\n  ".join((*self.lines, f"ret {kind} {self.result}".rstrip())).replace(self.prefix, "%a")
        parameters = ", ".join(f"{each[0]} %p{index}" for index, each in enumerate(self._arguments))
        text = f"({parameters}) nounwind {{\n  {body}\n}}\n"
        name = f"lanes_{hashlib.sha256(f'{kind}{text}'.encode()).hexdigest()[:32]}"
        if name not in known:
            declared = self._kernel.declared
            heads = [f"{declared[each]}\n" for each in sorted(set(_INTRINSIC.findall(text)))]
            known[name] = f"{''.join(heads)}define {kind} @{name}{text}"
            kinds = ", ".join(each for each, _ in self._arguments)
            declared[name] = f"declare {kind} @{name}({kinds}) nonlazybind"
        start = f"{self.result} = " if self.result else ""
        return f"  {start}call {kind} @{name}({', '.join(map(' '.join, self._arguments))})"


class LlvmText:
    def __init__(self) -> None:
        self.lines: list[str | LaneCode] = []
        self.tables: list[str] = []
        self.declared: dict[str, str] = {}
        self.lane_code: dict[str, str] = {}
        self.instruction: Instruction = Instruction("", ())
        self._n = 0
        self.pieces: list[LaneCode] = []
        self._open: LaneCode | None = None
        self.places: dict[str, str] = {}
        self.n_places = 0

    def finish(self) -> list[str]:
        """Return the statements; `lane_code` and `declared` then have the functions of lane code."""
        return [line if isinstance(line, str) else line.finish() for line in self.lines]

    def _lanes(self) -> LaneCode:
        self._open = self._open or LaneCode(self)
        return self._open

    def tmp(self, expression: str) -> str:
        """Append ``%vN = expression`` and return its name."""
        if " x " not in expression:
            if "@kh_" in expression:
                self.end_lanes()
            self._n += 1
            name = f"%v{self._n}"
            self.lines.append(f"  {name} = {expression}")
            return name
        lanes = self._lanes()
        name = lanes.add(expression)
        if expression.endswith((" to i32", " to i64")) or expression.startswith(("call i", "extractelement")):
            lanes.result = name
            self.end_lanes()
        return name

    def end_lanes(self) -> None:
        """Let what was written last about vectors run here."""
        if self._open is not None:
            self.lines.append(self._open)
            self._open = None

    def stmt(self, text: str) -> None:
        if " x " in text:
            self._lanes().add(text, is_value=False)
            return
        if not text.startswith("store"):
            self.end_lanes()
        self.lines.append(f"  {text}")

    def label(self, name: str) -> None:
        self.lines.append(f"{name}:")

    def fresh(self, stem: str) -> str:
        self._n += 1
        return f"{stem}{self._n}"

    def call(self, result: str, function: str, *args: tuple[str, str]) -> str:
        """Call a runtime function or intrinsic; returns the result's name, empty for ``void``."""
        types = ", ".join(kind for kind, _ in args)
        binding = " nonlazybind" * function.startswith("kh_")
        self.declared[function] = f"declare {result} @{function}({types}){binding}"
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

    def stack_bytes(self) -> int:
        """Return the most bytes that values may take: scalars and places in the kernel, and one piece of lane code."""
        most = max((len(each.lines) for each in self.pieces), default=0)
        return 8 * self._n + PLACE_BYTES * (self.n_places + most)

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

    def constant(self, bits: int, value: int) -> str:
        """Return a number of the kernel in all lanes."""
        return f"%C{bits}.{value % (1 << bits)}" if bits in (32, 64) else splat(bits, value)

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
        x = self.tmp(f"insertelement <32 x {kind}> poison, {kind} {scalar}, i64 0")
        return self.tmp(f"shufflevector <32 x {kind}> {x}, <32 x {kind}> poison, <32 x i32> zeroinitializer")

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
