"""Video instructions, scalar and packed, against models in Python integers."""

import itertools
import random
from collections.abc import Iterator
from functools import partial

import pytest

from harness.ptx.launch.executor import Executor
from tests.ptx.one_instruction import Case, check, crossed, each_instruction
from tests.ptx.ptx_text import check_refused, kernel
from tests.ptx.video_model import CONDITIONS, SECONDS, multiplied, packed, scalar

EDGES = [0, 1, 0x7F80_FF01, 0x8080_8080, 0x7FFF_8000, 0x8000_0000, -1]
THREE = crossed((32, EDGES), (32, [*EDGES, 31, 32]), (32, EDGES), seed=7)
SIGNS = ("u32", "s32")


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
        # the upper half of a destination takes the upper half of the result
        ("vadd.u32.u32.u32", "h1", (0x00050001, 0x00020003, 0x11223344), 0x00073344),
        ("vset.u32.u32.eq", "h1", (1, 1, 0x11223344), 0x3344),
        ("vsub.s32.s32.s32.sat", "h1", (9, 2, 0x11223344), 0x3344),
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
