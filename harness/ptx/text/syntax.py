"""The parsed form of a PTX module: declarations and instructions, names resolved, nothing interpreted.

Register names are unique within a function: a register declared in an inner ``{ }`` scope carries a ``@n``
suffix, so that later stages need no scopes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence

from ...lazy import dataclass, field
from .declared import LaunchDirectives, Variable

# pred is 0, because a predicate is never in memory
TYPE_BYTES = {
    "b8": 1, "u8": 1, "s8": 1, "b16": 2, "u16": 2, "s16": 2, "f16": 2, "bf16": 2, "b32": 4, "u32": 4, "s32": 4,
    "f32": 4, "f16x2": 4, "bf16x2": 4, "b64": 8, "u64": 8, "s64": 8, "f64": 8, "b128": 16, "pred": 0,
}  # fmt: skip
SPACES = frozenset({"global", "const", "shared", "local", "param"})


@dataclass(frozen=True)
class Register:
    """A register operand; `type` is its declared PTX type such as ``b32`` or ``pred``."""

    name: str
    type: str


@dataclass(frozen=True)
class Immediate:
    """An integer constant, as a Python integer of any sign."""

    value: int


@dataclass(frozen=True)
class FloatImmediate:
    """A floating-point constant by its bits; `width` is 32 or 64."""

    bits: int
    width: int

    @property
    def value(self) -> float:
        source, target = _LAYOUTS[self.width]
        return float(struct.unpack(source, struct.pack(target, self.bits))[0])

    def as_bits(self, bits: int) -> int:
        """Return the bits of the constant rounded to 32 or 64 bits; ValueError for another width."""
        if bits not in _LAYOUTS:
            raise ValueError(f"a floating-point constant has 32 or 64 bits (got {bits})")
        return self.bits if self.width == bits else float_constant(self.value, bits).bits


_LAYOUTS = {32: ("<f", "<I"), 64: ("<d", "<Q")}


def float_constant(value: float, width: int = 64) -> FloatImmediate:
    source, target = _LAYOUTS[width]
    return FloatImmediate(struct.unpack(target, struct.pack(source, value))[0], width)


@dataclass(frozen=True)
class Special:
    name: str


@dataclass(frozen=True)
class Symbol:
    """The address of a variable, or a function or label name, plus a byte offset."""

    name: str
    offset: int = 0


@dataclass(frozen=True)
class Address:
    """A memory operand ``[base + offset]``, or ``[object, {x, y}]`` with the coordinates of a texture or surface."""

    base: Register | Symbol | Immediate
    offset: int = 0
    coordinates: tuple[Operand, ...] = ()


@dataclass(frozen=True)
class VectorOperand:
    elements: tuple[Operand, ...]


@dataclass(frozen=True)
class Pair:
    """Two destinations written ``a|b``: a value and a predicate, or two predicates."""

    first: Operand
    second: Operand


@dataclass(frozen=True)
class Negated:
    operand: Register


@dataclass(frozen=True)
class Part:
    """An operand of a video instruction with selected bytes or halves, ``v.b3`` and ``v.h10``, or with a sign."""

    operand: Operand
    selector: str = ""
    is_negative: bool = False


@dataclass(frozen=True)
class Sink:
    """The bit bucket ``_``."""


Constant = Immediate | FloatImmediate
Operand = Register | Constant | Special | Symbol | Address | VectorOperand | Pair | Negated | Part | Sink


def symbols_of(operand: Operand) -> Iterator[str]:
    if isinstance(operand, Symbol):
        yield operand.name
    elif isinstance(operand, Address):
        yield from symbols_of(operand.base)
    elif isinstance(operand, VectorOperand):
        for element in operand.elements:
            yield from symbols_of(element)


def elements_of(operand: Operand) -> tuple[Operand, ...]:
    """Return the elements of a vector; anything else is one element."""
    return operand.elements if isinstance(operand, VectorOperand) else (operand,)


@dataclass(frozen=True)
class SourceLocation:
    """A line of CUDA source, from ``.loc``."""

    file: int
    """Index in the module's ``.file`` table."""
    line: int
    function: str = ""
    """Name of the inlined function that has the line; empty if none was inlined or the name is unknown."""
    caller: SourceLocation | None = None
    """The call that was inlined."""

    @property
    def callers(self) -> tuple[tuple[str, int, int], ...]:
        """The inlined calls that lead here, the innermost first: called function, and file and line of the call."""
        if self.caller is None:
            return ()
        return ((self.function, self.caller.file, self.caller.line), *self.caller.callers)


NOWHERE = SourceLocation(0, 0)
"""Location of an instruction whose source line is unknown."""


@dataclass(frozen=True)
class Instruction:
    opcode: str
    """Opcode with all modifiers, such as ``ld.global.v4.f32``."""
    operands: tuple[Operand, ...]
    """Operands, destination first."""
    predicate: Register | None = None
    negated: bool = False
    """Whether the guard is ``@!p``."""
    line: int = 0
    location: SourceLocation | None = None
    """The CUDA source line it came from."""

    @property
    def name(self) -> str:
        return self.opcode.partition(".")[0]

    @property
    def source(self) -> SourceLocation:
        return self.location or NOWHERE


@dataclass(frozen=True)
class Label:
    """A branch target; `line` is its line in the PTX text."""

    name: str
    line: int = 0


@dataclass(frozen=True)
class CallStatement:
    """A ``call``; arguments and results are names of ``.param`` variables or registers.

    `function` is empty for an indirect call: then `pointer` holds the function's address and `prototype` is the label
    of a ``.callprototype`` or ``.calltargets``, or the name of a table of functions.
    """

    function: str
    results: tuple[Operand, ...]
    arguments: tuple[Operand, ...]
    predicate: Register | None = None
    negated: bool = False
    line: int = 0
    location: SourceLocation | None = None
    pointer: Register | None = None
    prototype: str = ""


@dataclass(frozen=True)
class FunctionSignature:
    results: tuple[tuple[int, int], ...]
    params: tuple[tuple[int, int], ...]


Statement = Instruction | Label | CallStatement


@dataclass
class PtxFunction:
    """A ``.entry`` or ``.func`` with its body; `body` is empty for a bare declaration."""

    name: str
    is_entry: bool
    line: int
    params: list[Variable] = field(default_factory=list)
    results: list[Variable] = field(default_factory=list)
    """`params`, `results`: parameters and results in order; a kernel has no results."""
    variables: dict[str, Variable] = field(default_factory=dict)
    """Variables that the body declares, by names unique within the function."""
    body: list[Statement] = field(default_factory=list)
    branch_tables: dict[str, tuple[str, ...]] = field(default_factory=dict)
    call_targets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    prototypes: dict[str, FunctionSignature] = field(default_factory=dict)
    is_declaration: bool = False
    limits: LaunchDirectives = field(default_factory=LaunchDirectives)

    @property
    def signature(self) -> FunctionSignature:
        return signature_of(self.results, self.params)


def signature_of(results: Sequence[Variable], params: Sequence[Variable]) -> FunctionSignature:
    sizes = [tuple((v.size_bytes, v.align) for v in variables) for variables in (results, params)]
    return FunctionSignature(*sizes)


@dataclass
class PtxModule:
    version: str = ""
    target: str = ""
    variables: dict[str, Variable] = field(default_factory=dict)
    functions: dict[str, PtxFunction] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    files: dict[int, str] = field(default_factory=dict)

    def function(self, name: str) -> PtxFunction | None:
        return self.functions.get(self.aliases.get(name, name))

    @property
    def entries(self) -> tuple[PtxFunction, ...]:
        return tuple(f for f in self.functions.values() if f.is_entry)
