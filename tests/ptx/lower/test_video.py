"""Video instructions, scalar and packed, against models in Python integers.

The packed ones follow the manual's pseudo code (PTX ISA, chapter 9.7.18), the scalar ones what an H200 gives.
"""

import itertools
import random
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from harness.ptx.launch.executor import Executor
from tests.ptx.one_instruction import Case, check, crossed, each_instruction
from tests.ptx.ptx_text import check_refused, kernel

EDGES = [0, 1, 0x7F80_FF01, 0x8080_8080, 0x7FFF_8000, 0x8000_0000, -1]
THREE = crossed((32, EDGES), (32, [*EDGES, 31, 32]), (32, EDGES), seed=7)
SIGNS = ("u32", "s32")
CONDITIONS: dict[str, Callable[[int, int], bool]] = {
    "eq": int.__eq__, "ne": int.__ne__, "lt": int.__lt__, "le": int.__le__, "gt": int.__gt__, "ge": int.__ge__,
}  # fmt: skip
SECONDS: dict[str, Callable[[int, int], int]] = {"add": int.__add__, "min": min, "max": max}


def number(bits: int, width: int, kind: str) -> int:
    """Return bits as a number of a width, with the sign of a type."""
    bits &= (1 << width) - 1
    return bits - (1 << width) if kind[0] == "s" and bits >> width - 1 else bits


def clamped(value: int, width: int, is_signed: bool) -> int:
    low, high = (-(1 << width - 1), (1 << width - 1) - 1) if is_signed else (0, (1 << width) - 1)
    return min(max(value, low), high)


def part(word: int, selector: str, kind: str) -> int:
    """Return the byte, half or word that a selector names."""
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
    """Apply the second operation or merge with the third operand."""
    width = {"b": 8, "h": 16, "": 32}[selector[:1]]
    second = next((word for word in words if word in SECONDS), "")
    if second:
        value = SECONDS[second](number(value, 64, kind), number(c, 32, kind))
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


def spelled(*choices: tuple[str, ...], step: int) -> Iterator[tuple[int, str]]:
    """Yield some combinations of words, numbered: every `step`-th, and one for each word with each last word."""
    seen: set[tuple[int, str, str]] = set()
    for k, words in enumerate(itertools.product(*choices)):
        covers = {(place, word, words[-1]) for place, word in enumerate(words)}
        if k % step == 0 or covers - seen:
            seen |= covers
            yield k, ".".join(word for word in words if word)


def dotted(selector: str) -> str:
    return f".{selector}" if selector else ""


def scalar_cases() -> Iterator[Case]:
    draw = random.Random(1)
    parts = ("", "b0", "b1", "b2", "b3", "h0", "h1")
    endings = (("", "sat"), ("", *SECONDS))
    rows = [
        *(
            (((name,), SIGNS, SIGNS, SIGNS, *endings), 11)
            for name in ("vadd", "vsub", "vabsdiff", "vmin", "vmax")
        ),
        *(
            (((name,), SIGNS, SIGNS, ("u32",), ("", "sat"), ("clamp", "wrap"), ("", *SECONDS)), 5)
            for name in ("vshl", "vshr")
        ),
        ((("vset",), SIGNS, SIGNS, tuple(CONDITIONS), ("", *SECONDS)), 5),
    ]
    for choices, step in rows:
        for k, opcode in spelled(*choices, step=step):
            has_second = opcode.rpartition(".")[2] in SECONDS
            target = "" if has_second or k % 2 else draw.choice(parts)
            selectors = (target, draw.choice(parts), draw.choice(parts))
            third = ", $c" if has_second or target else ""
            text = f"$op $d{dotted(target)}, $a{dotted(selectors[1])}, $b{dotted(selectors[2])}{third};"
            yield Case(opcode, 32, THREE, partial(scalar, opcode, selectors), text, "-".join(selectors))


def packed_cases() -> Iterator[Case]:
    draw = random.Random(2)
    names = ("vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax")
    for name, n in itertools.product(names, (2, 4)):
        for k, opcode in spelled((f"{name}{n}",), SIGNS, SIGNS, SIGNS, ("", "sat", "add"), step=5):
            yield packed_case(opcode, n, draw, k)
    for n in (2, 4):
        for k, opcode in spelled((f"vset{n}",), SIGNS, SIGNS, tuple(CONDITIONS), ("", "add"), step=3):
            yield packed_case(opcode, n, draw, k)


def packed_case(opcode: str, n: int, draw: random.Random, k: int) -> Case:
    unit = "h" if n == 2 else "b"
    selectors = ["", "", ""]
    if k % 2:
        chosen = sorted(draw.sample(range(n), draw.randint(1, n)), reverse=True)
        selectors[0] = unit + "".join(map(str, chosen))
        selectors[1:] = (unit + "".join(str(draw.randrange(2 * n)) for _ in range(n)) for _ in range(2))
    text = "$op $d{}, $a{}, $b{}, $c;".format(*map(dotted, selectors))
    return Case(opcode, 32, THREE, partial(packed, opcode, tuple(selectors)), text, "-".join(selectors))


def multiply_cases() -> Iterator[Case]:
    draw = random.Random(3)
    parts = ("", "b0", "b3", "h0", "h1")
    signs = (("", "", ""), ("-", "", ""), ("", "-", ""), ("-", "-", ""), ("", "", "-"))
    for k, opcode in spelled(
        ("vmad",), SIGNS, SIGNS, SIGNS, ("", "po"), ("", "sat"), ("", "shr7", "shr15"), step=3
    ):
        chosen = ("", "", "") if ".po" in opcode else signs[k % 5]
        selectors = (draw.choice(parts), draw.choice(parts)) if k % 3 else ("", "")
        sources = [f"{sign}${letter}{dotted(selector)}" for sign, letter, selector in
                   zip(chosen, "abc", (*selectors, ""), strict=True)]  # fmt: skip
        oracle = partial(multiplied, opcode, chosen, selectors)
        yield Case(opcode, 32, THREE, oracle, f"$op $d, {', '.join(sources)};", f"{''.join(chosen)}{k}")


CASES = [*scalar_cases(), *packed_cases(), *multiply_cases()]


@each_instruction(CASES)
def test_video_instruction(cases: list[Case], shared_executor: Executor) -> None:
    check(shared_executor, cases)


def test_model_by_hand() -> None:
    """Values worked out on paper, so that model and executor do not share an error."""
    assert scalar("vadd.s32.u32.s32.sat", ("", "b0", "h0"), 0xFF, 0x8000, 0) == (255 - 32768) % 2**32
    assert scalar("vsub.u32.u32.u32.sat", ("", "", ""), 5, 7, 0) == 0
    assert scalar("vshl.u32.u32.u32.clamp.add", ("", "", ""), 3, 40, 9) == 9
    assert packed("vadd2.s32.s32.s32.sat", ("", "", ""), 0x7FFF_8000, 0x0001_FFFF, 0) == 0x7FFF_8000
    assert packed("vavrg4.s32.s32.s32", ("", "", ""), 0x0000_00FF, 0x0000_01FE, 0) == 0x0000_01FE
    assert (
        packed("vset2.u32.u32.lt", ("h0", "h01", "h23"), 0x0005_0001, 0x0009_0002, 0xABCD_0000) == 0xABCD_0001
    )
    assert multiplied("vmad.s32.s32.s32.po.shr7", ("", "", ""), ("", ""), 100, 200, 55) == 20056 >> 7


@pytest.mark.parametrize(
    ("opcode", "selector", "words", "result"),
    [
        # saturation to u32 has no upper limit, to a part no lower one
        ("vadd.u32.u32.u32.sat", "", (0xFFFFFFFF, 2, 0), 1),
        ("vsub.u32.u32.u32.sat", "b2", (5, 7, 0x11223344), 0x11FF3344),
        ("vsub.s32.u32.u32.sat", "b2", (5, 7, 0x11223344), 0x117F3344),
        # a saturated shift keeps 34 bits and is limited to 32, whatever the part
        ("vshl.u32.u32.u32.sat.clamp", "", (1, 32, 0), 0xFFFFFFFF),
        ("vshl.u32.u32.u32.sat.wrap", "", (0x80, 31, 0), 0),
        ("vshl.u32.u32.u32.sat.clamp", "b0", (0x80, 1, 0x11223344), 0x11223300),
        # sums are cut to 32 bits and get a sign before .min and .max, which take the destination's type
        ("vadd.s32.s32.s32.max", "", (0x7FFFFFFF, 1, 9), 9),
        ("vadd.u32.u32.u32.min", "", (0x80000000, 0, 0xFFFFFFFF), 0xFFFFFFFF),
        ("vmin.u32.s32.s32.max", "", (0xFFFFFFFF, 1, 3), 0xFFFFFFFF),
        ("vset.s32.s32.eq.max", "", (1, 1, 0xFFFFFFFF), 1),
        ("vset.u32.s32.eq.max", "", (1, 1, 0xFFFFFFFF), 0xFFFFFFFF),
    ],
)
def test_where_the_gpu_departs_from_the_manual(
    opcode: str, selector: str, words: tuple[int, int, int], result: int
) -> None:
    assert scalar(opcode, (selector, "", ""), *words) == result


@pytest.mark.parametrize(
    ("opcode", "words", "result"),
    [
        ("vmad.u32.u32.u32.sat", (0xFFFFFFFF, 1, 0), 0),
        ("vmad.s32.u32.u32.sat", (0x10000, 0x10000, 0), 0xFFFFFFFF),
        ("vmad.u32.u32.s32.sat", (0x10000, 0x10000, 0), 0x7FFFFFFF),
        ("vmad.u32.u32.u32.shr7", (0, 0, 0xFFFFFF80), 0xFFFFFFFF),
        ("vmad.u32.u32.u32.sat.shr7", (0, 0, 0xFFFFFF80), 0xFFFFFFFF),
    ],
)
def test_vmad_takes_whole_words_as_signed(opcode: str, words: tuple[int, int, int], result: int) -> None:
    assert multiplied(opcode, ("", "", ""), ("", ""), *words) == result


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ("vadd.u32.u32.u32 %r2.b0, %r3, %r4;", "needs a third source"),
        ("vadd.u32.u32.u32 %r2, %r3, %r4, %r5;", "needs a third source"),
        ("vadd.u32.u32.u32.add %r2.b0, %r3, %r4, %r5;", "needs a third source"),
        ("vadd.u32.u32.u32 %r2, %r3.h2, %r4;", "a part is one of .b0 to .b3, .h0 and .h1 (got .h2)"),
        ("vadd.u32.u32.u32 %r2.h3, %r3, %r4, %r5;", "a part is one of .b0 to .b3, .h0 and .h1 (got .h3)"),
        ("vadd.u32.u32.u32 %r2, -%r3, %r4;", "only the sources of vmad may have a sign"),
        ("vadd2.u32.u32.u32 %r2, %r3.b10, %r4, %r5;", "these parts do not exist here (got .b10)"),
        ("vadd2.u32.u32.u32 %r2, %r3.h1, %r4, %r5;", "2 parts are selected (got .h1)"),
        ("vadd2.u32.u32.u32 %r2.h01, %r3, %r4, %r5;", "the parts of a destination go down (got .h01)"),
        ("vadd4.u32.u32.u32 %r2.b5, %r3, %r4, %r5;", "these parts do not exist here (got .b5)"),
        ("vadd2.u32.u32.u32 %r2, %r3, %r4, %r5.h1;", "this operand has no parts"),
        (
            "vmad.u32.u32.u32.po %r2, -%r3, %r4, %r5;",
            "vmad takes the sign of the product or of the third source",
        ),
        (
            "vmad.u32.u32.u32 %r2, -%r3, %r4, -%r5;",
            "vmad takes the sign of the product or of the third source",
        ),
        ("vmad.u32.u32.u32 %r2, %r3, %r4, %r5.b0;", "only the factors of vmad have parts"),
        ("add.u32 %r2, %r3.b0, %r4;", "cannot be read as u32 (got part)"),
        ("add.u32 %r2.h1, %r3, %r4;", "the destination must be a register"),
        ("add.u32 %r2, -%r3, %r4;", "cannot be read as u32 (got part)"),
        ("vadd.u32.u32.u32 %r2, %r3.q0, %r4;", "expected the parts of a register"),
    ],
)
def test_refused(executor: Executor, body: str, rule: str) -> None:
    check_refused(executor, kernel(body), rule)
