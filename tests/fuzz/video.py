"""Video instructions: what they mean with the parts and signs of their operands, and how to write one."""

import random
import re
from functools import partial

from tests.fuzz.meaning import Meaning
from tests.ptx.video_model import CONDITIONS, SECONDS, multiplied, packed, scalar

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
