"""Video instructions: what they mean with the parts and signs of their operands, and how to write one.

The models of the packed ones follow the manual's pseudo code (PTX ISA, chapter 9.7.18), of the scalar ones what an H200
gives.
"""

import random
import re
from collections.abc import Callable
from functools import partial

from tests.fuzz.meaning import Meaning

CONDITIONS: dict[str, Callable[[int, int], bool]] = {
    "eq": int.__eq__, "ne": int.__ne__, "lt": int.__lt__, "le": int.__le__, "gt": int.__gt__, "ge": int.__ge__,
}  # fmt: skip
SECONDS: dict[str, Callable[[int, int], int]] = {"add": int.__add__, "min": min, "max": max}
_SIGNS = ("u32", "s32")
_PARTS = ("", "", "b0", "b1", "b2", "b3", "h0", "h1")
_SCALAR = ("vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vset")
_PACKED = ("vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax", "vset")
NAMES = frozenset((*_SCALAR, "vmad", *(f"{name}{n}" for name in _PACKED for n in (2, 4))))
_OPERAND = re.compile(r"(-?)(%\w+)(?:\.([bh]\d+))?")


def meaning(opcode: str, operands: list[str]) -> tuple[Meaning, list[str]]:
    """Return the meaning of an instruction, and its operands without parts and signs."""
    found = [_OPERAND.fullmatch(operand) for operand in operands]
    if not all(found) or len(operands) not in (3, 4):
        raise ValueError("not the operands of a video instruction")
    signs, names, parts = zip(*((each[1], each[2], each[3] or "") for each in found if each), strict=True)
    name = opcode.partition(".")[0]
    if name == "vmad":
        function = partial(multiplied, opcode, signs[1:], parts[1:3])
    else:
        function = partial(packed if name[-1] in "24" else scalar, opcode, parts[:3])
    if len(operands) == 3:
        return Meaning(("b32",), ("b32", "b32"), lambda a, b: function(a, b, 0)), list(names)
    return Meaning(("b32",), ("b32", "b32", "b32"), function), list(names)


def write(rng: random.Random, registers: list[str]) -> str:
    """Return an instruction on 32-bit registers, without a guard."""
    d, a, b, c = (rng.choice(registers) for _ in range(4))
    form = rng.randrange(3)
    if form == 0:
        return _scalar(rng, d, a, b, c)
    return _packed(rng, d, a, b, c) if form == 1 else _multiply_add(rng, d, a, b, c)


def _dotted(*words: str) -> str:
    return "".join(f".{word}" for word in words if word)


def _scalar(rng: random.Random, d: str, a: str, b: str, c: str) -> str:
    name = rng.choice(_SCALAR)
    second = rng.choice(("", "", *SECONDS))
    kinds = [rng.choice(_SIGNS), rng.choice(_SIGNS)]
    if name == "vset":
        words = [*kinds, rng.choice(tuple(CONDITIONS))]
    elif name in ("vshl", "vshr"):
        words = [*kinds, "u32", rng.choice(("", "sat")), rng.choice(("clamp", "wrap"))]
    else:
        words = [*kinds, rng.choice(_SIGNS), rng.choice(("", "sat"))]
    target = "" if second else rng.choice(_PARTS)
    third = f", {c}" if second or target else ""
    left, right = (f"{register}{_dotted(rng.choice(_PARTS))}" for register in (a, b))
    return f"{name}{_dotted(*words, second)} {d}{_dotted(target)}, {left}, {right}{third};"


def _packed(rng: random.Random, d: str, a: str, b: str, c: str) -> str:
    name, n = rng.choice(_PACKED), rng.choice((2, 4))
    unit = "h" if n == 2 else "b"
    if name == "vset":
        words = [
            rng.choice(_SIGNS),
            rng.choice(_SIGNS),
            rng.choice(tuple(CONDITIONS)),
            rng.choice(("", "add")),
        ]
    else:
        words = [*(rng.choice(_SIGNS) for _ in range(3)), rng.choice(("", "sat", "add"))]
    parts = ["", "", ""]
    if rng.random() < 0.5:
        chosen = sorted(rng.sample(range(n), rng.randint(1, n)), reverse=True)
        parts[0] = unit + "".join(map(str, chosen))
        parts[1:] = (unit + "".join(str(rng.randrange(2 * n)) for _ in range(n)) for _ in range(2))
    target, left, right = (f"{each}{_dotted(part)}" for each, part in zip((d, a, b), parts, strict=True))
    return f"{name}{n}{_dotted(*words)} {target}, {left}, {right}, {c};"


def _multiply_add(rng: random.Random, d: str, a: str, b: str, c: str) -> str:
    words = [*(rng.choice(_SIGNS) for _ in range(3)), rng.choice(("", "po")), rng.choice(("", "sat"))]
    words.append(rng.choice(("", "shr7", "shr15")))
    signs = ("", "", "")
    if "po" not in words:
        signs = rng.choice((("", "", ""), ("-", "", ""), ("", "-", ""), ("-", "-", ""), ("", "", "-")))
    left, right = (
        f"{sign}{register}{_dotted(rng.choice(_PARTS))}"
        for sign, register in zip(signs, (a, b), strict=False)
    )
    return f"vmad{_dotted(*words)} {d}, {left}, {right}, {signs[2]}{c};"


def number(bits: int, width: int, kind: str) -> int:
    """Return bits as a number of a width, with the sign of a type."""
    bits &= (1 << width) - 1
    return bits - (1 << width) if kind[0] == "s" and bits >> width - 1 else bits


def clamped(value: int, width: int, is_signed: bool) -> int:
    low, high = (-(1 << width - 1), (1 << width - 1) - 1) if is_signed else (0, (1 << width) - 1)
    return min(max(value, low), high)


def part(word: int, selector: str, kind: str) -> int:
    width = {"b": 8, "h": 16, "": 32}[selector[:1]]
    return number(word >> width * int(selector[1:] or 0), width, kind)


def operate(name: str, condition: str, x: int, y: int) -> int:
    """Return the first operation."""
    if name == "vset":
        return int(CONDITIONS[condition](x, y))
    if name == "vavrg":
        return x + y + (x + y >= 0) >> 1
    found = {"vadd": x + y, "vsub": x - y, "vabsdiff": abs(x - y), "vmin": min(x, y), "vmax": max(x, y)}
    return found[name]


def saturated(name: str, kind: str, width: int, value: int) -> int:
    """Saturate the first operation's value for a destination of a width."""
    is_signed = kind[0] == "s"
    if name in ("vshl", "vshr"):
        return clamped(number(value, 34, "s"), 32, is_signed)
    if width < 32:
        return min(value % 2**64, 2 ** (width - is_signed) - 1)
    return clamped(value, 32, is_signed) if is_signed else max(value, 0)


def finished(words: list[str], kind: str, selector: str, value: int, c: int) -> int:
    width = {"b": 8, "h": 16, "": 32}[selector[:1]]
    second = next((word for word in words if word in SECONDS), "")
    if second:
        value = SECONDS[second](number(value, 64, kind), number(c, 32, kind))
    if selector == "h1":
        value >>= 16
    if selector:
        mask, place = (1 << width) - 1, width * int(selector[1])
        return c & ~(mask << place) & 0xFFFFFFFF | (value & mask) << place
    return value & 0xFFFFFFFF


def scalar(opcode: str, selectors: tuple[str, str, str], a: int, b: int, c: int) -> int:
    name, *words = opcode.split(".")
    kind, a_kind, b_kind = (words[0], *words[:2]) if name == "vset" else words[:3]
    x, y = part(a, selectors[1], a_kind), part(b, selectors[2], b_kind)
    is_cut = name in ("vadd", "vsub") or (name in ("vshl", "vshr") and "sat" in words)
    if name in ("vshl", "vshr"):
        y = y % 32 if "wrap" in words else min(y, 32)
        value = x << y if name == "vshl" else x >> y
    else:
        value = operate(name, next((word for word in words if word in CONDITIONS), ""), x, y)
    if "sat" in words:
        value = saturated(name, kind, {"b": 8, "h": 16, "": 32}[selectors[0][:1]], value)
    return finished(words, kind, selectors[0], number(value, 32, "s") if is_cut else value, c)


def packed(opcode: str, selectors: tuple[str, str, str], a: int, b: int, c: int) -> int:
    name, *words = opcode.split(".")
    n = int(name[-1])
    width = 32 // n
    kind, a_kind, b_kind = ("u32", *words[:2]) if name.startswith("vset") else words[:3]
    forward = "".join(str(k) for k in reversed(range(n)))
    both = b << 32 | a
    chosen = [selectors[1][1:] or forward, selectors[2][1:] or "".join(str(n + int(k)) for k in forward)]
    mask = selectors[0][1:] or forward
    total, merged = c, c
    for k in range(n):
        # the last digit selects the lowest element
        x, y = (
            number(both >> width * int(digits[n - 1 - k]), width, sign)
            for digits, sign in zip(chosen, (a_kind, b_kind), strict=True)
        )
        value = operate(name[:-1], next((word for word in words if word in CONDITIONS), ""), x, y)
        if "sat" in words:
            value = clamped(value, width, kind[0] == "s")
        if str(k) in mask:
            total += value
            ones = (1 << width) - 1
            merged = merged & ~(ones << width * k) | (value & ones) << width * k
    return (total if "add" in words else merged) & 0xFFFFFFFF


def multiplied(
    opcode: str, signs: tuple[str, str, str], selectors: tuple[str, str], a: int, b: int, c: int
) -> int:
    _, _, a_kind, b_kind, *words = opcode.split(".")
    is_negated = (signs[0] == "-") != (signs[1] == "-")
    is_signed = "s" in a_kind[0] + b_kind[0] or is_negated or signs[2] == "-"
    # whole words are signed, whatever their types say
    x, y = (
        part(word, selector, kind if selector else "s32")
        for word, selector, kind in zip((a, b), selectors, (a_kind, b_kind), strict=True)
    )
    product, addend = x * y, number(c, 32, "s")
    total = (-product if is_negated else product) + (-addend if signs[2] == "-" else addend) + ("po" in words)
    if not is_signed and words and words[-1].startswith("shr"):
        total %= 2**64
    total >>= {"shr7": 7, "shr15": 15}.get(words[-1] if words else "", 0)
    return (clamped(total, 32, is_signed) if "sat" in words else total) & 0xFFFFFFFF
