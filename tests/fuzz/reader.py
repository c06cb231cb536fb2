"""Reads the PTX that the generator writes: one statement a line, and no more of the grammar than it needs.

It is not the executor's parser, so that a fault of that one is seen as well.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.fuzz.meaning import Meaning, UnknownOpcodeError, width
from tests.fuzz.semantics import meaning


class UnreadableError(Exception):
    """The text is not in the subset."""


class Register(NamedTuple):
    name: str


class Constant(NamedTuple):
    """An integer, or with `float_width` the bits of a floating-point number."""

    value: int
    float_width: int = 0


class Address(NamedTuple):
    """What stands in brackets: a register, a variable or nothing, and an offset."""

    base: str
    offset: int


class Vector(NamedTuple):
    elements: tuple[Operand, ...]


class Pair(NamedTuple):
    first: Operand
    second: Operand


class Negated(NamedTuple):
    name: str


class Name(NamedTuple):
    name: str


Operand = Register | Constant | Address | Vector | Pair | Negated | Name
SINK = Name("_")


@dataclass
class Instruction:
    """One instruction; `plain` is its meaning where only its thread's registers matter."""

    line: int
    opcode: str
    operands: tuple[Operand, ...]
    guard: str = ""
    guard_negated: bool = False
    plain: Meaning | None = None
    results: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    name: str = field(init=False)
    words: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.name, *words = self.opcode.split(".")
        self.words = tuple(words)


@dataclass
class Variable:
    name: str
    space: str
    align: int
    size: int
    initial: bytes


@dataclass
class Function:
    """A kernel or a device function: its code, and where its labels are in it."""

    name: str
    params: dict[str, int]
    results: dict[str, int] = field(default_factory=dict)
    code: list[Instruction] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    tables: dict[str, tuple[str, ...]] = field(default_factory=dict)
    widths: dict[str, int] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    locals: dict[str, int] = field(default_factory=dict)


@dataclass
class Module:
    functions: dict[str, Function] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)


_HEAD = re.compile(
    r"(?:\.visible )?\.(entry|func)\s*(?:\((?P<results>[^)]*)\))?\s*(?P<name>\w+)\s*\((?P<params>[^)]*)\)"
)
_PARAM = re.compile(r"\.param \.(\w+) (\w+)")
_VARIABLE = re.compile(
    r"\.(const|global|shared|local) \.align (\d+) \.(\w+) (\w+)\[(\d+)\](?: = \{([^}]*)\})?;"
)
_CALL = re.compile(r"call(?:\.uni)? (?:\(([^)]*)\), )?(\w+)(?:, \(([^)]*)\))?;")
_OPERATOR = re.compile(r"(?:@(!?)(%\w+) )?([\w.:]+)(?: (.*))?;")


def read(text: str) -> Module:
    """Read a module; UnreadableError, with the line, where it is not in the subset."""
    module = Module()
    function: Function | None = None
    depth = 0
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("//")[0].strip()
        if not line or line.startswith((".version", ".target", ".address_size")):
            continue
        try:
            head = _HEAD.fullmatch(line)
            if head:
                function = Function(head["name"], _params(head["params"]), _params(head["results"] or ""))
                module.functions[function.name] = function
            elif line == "{":
                depth += 1
            elif line == "}":
                depth -= 1
                function = function if depth else None
            elif function is None:
                variable = _variable(line)
                module.variables[variable.name] = variable
            else:
                _statement(function, line, number)
        except (ValueError, KeyError, AttributeError, UnknownOpcodeError) as problem:
            raise UnreadableError(f"line {number}: {line}: {problem}") from problem
    return module


def _params(text: str) -> dict[str, int]:
    return {name: width(kind) // 8 for kind, name in _PARAM.findall(text)}


def _variable(line: str) -> Variable:
    found = _VARIABLE.fullmatch(line)
    if found is None:
        raise ValueError("not a variable")
    space, align, kind, name, count, values = found.groups()
    n_bytes = width(kind) // 8
    numbers = [_constant(value.strip()).value for value in values.split(",")] if values else []
    data = b"".join((value & ((1 << 8 * n_bytes) - 1)).to_bytes(n_bytes, "little") for value in numbers)
    return Variable(name, space, int(align), n_bytes * int(count), data)


def _statement(function: Function, line: str, number: int) -> None:
    if line.startswith(".reg "):
        _registers(function, line)
    elif line.startswith(".param "):
        for kind, name in _PARAM.findall(line):
            function.locals[name] = width(kind) // 8
    elif line.startswith((".shared", ".local")):
        variable = _variable(line)
        function.variables[variable.name] = variable
    elif ": .branchtargets " in line:
        name, _, targets = line.rstrip(";").partition(": .branchtargets ")
        function.tables[name] = tuple(target.strip() for target in targets.split(","))
    elif line.endswith(":"):
        function.labels[line[:-1]] = len(function.code)
    else:
        function.code.append(_instruction(line, number))


def _registers(function: Function, line: str) -> None:
    kind, _, names = line.removeprefix(".reg .").rstrip(";").partition(" ")
    n_elements = 1
    if kind in ("v2", "v4"):
        n_elements = int(kind[1])
        kind, _, names = names.removeprefix(".").partition(" ")
    for name in names.split(","):
        stem, _, count = name.strip().rstrip(">").partition("<")
        found = [f"{stem}{k}" for k in range(int(count))] if count else [stem]
        function.widths.update(dict.fromkeys(found, n_elements * width(kind)))


def _instruction(line: str, number: int) -> Instruction:
    guard = re.match(r"@(!?)(%\w+) ", line)
    call = _CALL.fullmatch(line[guard.end() :] if guard else line)
    if call:
        results, name, arguments = call.groups()
        instruction = Instruction(number, "call", (Name(name),))
        instruction.results = tuple(part.strip() for part in (results or "").split(",") if part.strip())
        instruction.arguments = tuple(part.strip() for part in (arguments or "").split(",") if part.strip())
    else:
        found = _OPERATOR.fullmatch(line)
        if found is None:
            raise ValueError("not an instruction")
        texts = _split(found[4] or "")
        operands = tuple(_operand(part) for part in texts)
        instruction = Instruction(number, found[3], operands)
        if instruction.name not in OTHERS:
            instruction.plain = meaning(found[3])
            n_sources = len([kind for kind in instruction.plain.sources if kind != "cc"])
            if len(operands) != 1 + n_sources:
                raise ValueError(f"{1 + n_sources} operands are needed")
    if guard:
        instruction.guard_negated, instruction.guard = bool(guard[1]), guard[2]
    return instruction


OTHERS = frozenset([
    "mov", "cvta", "isspacep", "ld", "ldu", "st", "atom", "red", "cp", "membar", "fence", "prefetch", "prefetchu",
    "nanosleep", "pmevent", "griddepcontrol", "applypriority", "shfl", "vote", "match", "redux", "elect", "bar",
    "barrier", "bra", "brx", "ret", "exit",
])  # fmt: skip
"""Instructions that concern more than one thread's registers, or no value at all."""


def _split(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for place, character in enumerate(text):
        depth += {"{": 1, "}": -1}.get(character, 0)
        if character == "," and not depth:
            parts.append(text[start:place].strip())
            start = place + 1
    return [*parts, text[start:].strip()] if text.strip() else []


def _operand(text: str) -> Operand:
    if text.startswith("{"):
        return Vector(tuple(_operand(part) for part in _split(text[1:-1])))
    if text.startswith("["):
        base, sign, offset = re.fullmatch(r"\[([%\w.]+?)(?:([+-])(\d+))?\]", text).groups()  # type: ignore[union-attr]
        return Address(base, (-1 if sign == "-" else 1) * int(offset or 0))
    if "|" in text:
        first, _, second = text.partition("|")
        return Pair(_operand(first), _operand(second))
    if text.startswith("!"):
        return Negated(text[1:])
    if text.startswith("%"):
        return Register(text)
    if text[0].isdigit() or text[0] == "-":
        return _constant(text)
    return Name(text)


def _constant(text: str) -> Constant:
    lower = text.lower()
    if lower.startswith("0f"):
        return Constant(int(text[2:], 16), 32)
    if lower.startswith("0d"):
        return Constant(int(text[2:], 16), 64)
    if "." in text and not lower.startswith("0x"):
        return Constant(struct.unpack("<Q", struct.pack("<d", float(text)))[0], 64)
    digits = lower.rstrip("u")
    negative, digits = digits.startswith("-"), digits.lstrip("-")
    is_octal = len(digits) > 1 and digits.isdigit() and digits[0] == "0"
    value = int(digits, 8) if is_octal else int(digits, 0)
    return Constant(-value if negative else value)
