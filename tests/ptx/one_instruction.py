"""Runs one instruction over many operands: the base of the tests that hold every instruction against an oracle.

A `Case` is one form of an instruction, the operands it is given and what it must do with them. Cases that share their
operands are compiled into one kernel and run in one launch.
"""

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from string import Template
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from harness.errors import PtxError
from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import UNWATCHED, Watch
from tests.ptx.exact_float import Format
from tests.ptx.ptx_text import HEADER

MAX_FORMS = 128
"""Forms in one kernel: larger kernels compile no faster per form."""
MAX_LANES = 1024
RESULT_BYTES = 16

OPERANDS = ("a", "b", "c", "x", "y", "z")
"""Names of the operands in a case's text."""

Bits = NDArray[Any]
Expected = int | Container[int]


@dataclass(frozen=True, eq=False)
class Lanes:
    """Operands of all lanes: one array of bits per operand, of uint16, uint32, uint64, or bool for a predicate."""

    arrays: tuple[Bits, ...]

    def __post_init__(self) -> None:
        lengths = {len(array) for array in self.arrays}
        assert len(lengths) == 1, f"operands of different lengths {sorted(lengths)}"
        assert 0 < self.n <= MAX_LANES, f"{self.n} lanes"

    @property
    def n(self) -> int:
        return len(self.arrays[0])

    def operands(self) -> Iterable[tuple[int, ...]]:
        return zip(*(array.tolist() for array in self.arrays), strict=True)


@dataclass(frozen=True, eq=False)
class Case:
    """One form of an instruction and its oracle.

    `opcode`: with all modifiers. `result`: width of the destination register in bits; 1 for a predicate. `lanes`:
    what the form is given. `expect`: takes one lane's operands as integers and returns the result's bits, or a
    container of those allowed. `text`: PTX with ``$op``, the destination ``$d``, the operands `OPERANDS`, and
    scratch registers: ``$t`` of the destination's width and ``$p``, a predicate. Empty for ``$op $d, $a, ...;``.
    `tag`: what tells cases of one opcode apart.
    """

    opcode: str
    result: int
    lanes: Lanes
    expect: Callable[..., Expected]
    text: str = ""
    tag: str = ""

    def __str__(self) -> str:
        return f"{self.opcode}-{self.tag}" if self.tag else self.opcode


def each_instruction(cases: Iterable[Case]) -> pytest.MarkDecorator:
    """Make a test for the cases of each instruction and type (``setp.f32``)."""
    groups: dict[str, list[Case]] = {}
    for case in cases:
        instruction, *_, last = case.opcode.split(".")
        groups.setdefault(f"{instruction}.{last}", []).append(case)
    return pytest.mark.parametrize("cases", groups.values(), ids=groups)


def check(executor: Executor, cases: Sequence[Case]) -> None:
    """Hold the results of cases against their oracles; fails with every case that differs or is refused."""
    assert cases
    batches: dict[int, list[list[Case]]] = {}
    for case in cases:
        of_lanes = batches.setdefault(id(case.lanes), [[]])
        if len(of_lanes[-1]) == MAX_FORMS:
            of_lanes.append([])
        of_lanes[-1].append(case)
    faults = []
    for batch in (batch for of_lanes in batches.values() for batch in of_lanes):
        try:
            faults += map(fault, batch, run(executor, batch))
        except PtxError:  # of one form; the others are run without it
            faults += [_fault_alone(executor, case) for case in batch]
    if any(faults):
        raise AssertionError("\n".join(filter(None, faults)))


def _fault_alone(executor: Executor, case: Case) -> str:
    try:
        return fault(case, run(executor, [case])[0])
    except PtxError as error:
        return f"{case}: {error}"


def fault(case: Case, results: Sequence[int]) -> str:
    """Return the first lane whose result the oracle does not allow, in words; empty where all are allowed."""
    wrong = []
    for operands, got in zip(case.lanes.operands(), results, strict=True):
        expected = case.expect(*operands)
        if not (got == expected if isinstance(expected, int) else got in expected):
            wrong.append((operands, expected, got))
    if not wrong:
        return ""
    operands, expected, got = wrong[0]
    wanted = f"{expected:#x}" if isinstance(expected, int) else repr(expected)
    given = ", ".join(f"{operand:#x}" for operand in operands)
    return f"{case} of ({given}) must be {wanted} (got {got:#x}); {len(wrong)} of {case.lanes.n} lanes differ"


def run(executor: Executor, cases: Sequence[Case], watch: Watch = UNWATCHED) -> list[list[int]]:
    """Run cases that share their operands in one launch; returns the result bits of each."""
    lanes = cases[0].lanes
    executor.memory.clear()
    addresses = []
    for index, array in enumerate(lanes.arrays):
        data = array.astype(np.uint32) if array.dtype == bool else array
        allocation = executor.memory.allocate(data.nbytes, f"operand {index}")
        allocation.data[:] = data.view(np.uint8)
        addresses.append(np.uint64(allocation.address))
    out = executor.memory.allocate(len(cases) * lanes.n * RESULT_BYTES, "results")
    out.data[:] = 0
    program = executor.load(kernel(cases))
    args = [np.uint64(out.address), *addresses]
    report = executor.launch(program, "k", (1, 1, 1), (lanes.n, 1, 1), args, watch=watch)
    assert report.completed
    assert report.faults == ()
    rows = out.data.reshape(len(cases), lanes.n, RESULT_BYTES)
    return [[int.from_bytes(row.tobytes(), "little") for row in lane_rows] for lane_rows in rows]


def kernel(cases: Sequence[Case]) -> str:
    """Return a module whose kernel loads the operands once and stores what each case gives."""
    lanes = cases[0].lanes
    params = ", ".join(f".param .u64 p{k}" for k in range(len(lanes.arrays) + 1))
    lines = [
        f".visible .entry k({params}) {{",
        ".reg .b32 %thread; .reg .b64 %base, %to; .reg .pred %pd, %pt, %pq;",
        ".reg .b16 %s16, %e16; .reg .b32 %s32, %e32; .reg .b64 %s64, %e64;",
        "mov.u32 %thread, %tid.x;",
        "ld.param.u64 %base, [p0];",
        f"mad.wide.u32 %to, %thread, {RESULT_BYTES}, %base;",
    ]
    names = []
    for index, array in enumerate(lanes.arrays):
        bits = 32 if array.dtype == bool else 8 * array.itemsize
        lines += [
            f".reg .b{bits} %in{index};",
            f"ld.param.u64 %base, [p{index + 1}];",
            f"mad.wide.u32 %base, %thread, {bits // 8}, %base;",
            f"ld.global.b{bits} %in{index}, [%base];",
        ]
        names.append(f"%in{index}")
        if array.dtype == bool:
            lines.append(f".reg .pred %p{index}; setp.ne.b32 %p{index}, %in{index}, 0;")
            names[-1] = f"%p{index}"
    for index, case in enumerate(cases):
        lines += _stored(case, index, names)
    return HEADER + "\n".join([*lines, "ret;", "}"]) + "\n"


def _stored(case: Case, index: int, names: Sequence[str]) -> list[str]:
    """Return the lines that execute a case and store its result; registers are its own."""
    own = dict(zip(OPERANDS, names, strict=False))
    text = case.text or f"$op $d, {', '.join(f'${operand}' for operand in own)};"
    bits = 32 if case.result == 1 else case.result
    result = "%pd" if case.result == 1 else f"%d{index}"
    scratch = {"t": f"%t{index}", "p": "%pt"}
    lines = [
        f".reg .b{bits} %d{index}, %t{index};",
        Template(text).substitute(own, op=case.opcode, d=result, **scratch),
    ]
    if case.result == 1:
        lines.append(f"selp.b32 %d{index}, 1, 0, %pd;")
    slot = f"[%to+{index * case.lanes.n * RESULT_BYTES}]"
    if case.result == 128:
        low, high = f"%low{index}", f"%high{index}"
        lines.append(f".reg .b64 {low}, {high}; mov.b128 {{{low}, {high}}}, %d{index};")
        return [*lines, f"st.global.v2.b64 {slot}, {{{low}, {high}}};"]
    return [*lines, f"st.global.b{bits} {slot}, %d{index};"]


def paired(lanes: Lanes) -> Lanes:
    """Return operands two by two in registers twice as wide: a lane's own below, its neighbour's above."""
    pairs = []
    for array in lanes.arrays:
        bits = 8 * array.itemsize
        low = array.astype(f"u{bits // 4}")
        pairs.append(low | np.roll(low, 1) << low.dtype.type(bits))
    return Lanes(tuple(pairs))


class Halves:
    """The words whose halves, of `bits` each, are both allowed."""

    def __init__(self, bits: int, low: Expected, high: Expected) -> None:
        self.bits, self.halves = bits, (low, high)

    def __contains__(self, word: object) -> bool:
        assert isinstance(word, int)
        parts = (word & ((1 << self.bits) - 1), word >> self.bits)
        return all(
            part == allowed if isinstance(allowed, int) else part in allowed
            for part, allowed in zip(parts, self.halves, strict=True)
        )

    def __repr__(self) -> str:
        return " | ".join(f"{half:#x}" if isinstance(half, int) else repr(half) for half in self.halves)


def in_halves(bits: int, oracle: Callable[..., Expected]) -> Callable[..., Halves]:
    """Return the oracle of a packed form for that of its scalar form, whose operands have `bits` bits."""
    mask = (1 << bits) - 1

    def packed(*words: int) -> Halves:
        return Halves(
            bits, oracle(*(word & mask for word in words)), oracle(*(word >> bits for word in words))
        )

    return packed


def random_bits(bits: int, n: int, seed: int) -> Bits:
    """Return random words; half of them small, so that shifts, lengths and quotients are not all extreme."""
    generator = np.random.default_rng([seed, bits])
    words = generator.integers(0, (1 << 64) - 1, n, dtype=np.uint64, endpoint=True) >> np.uint64(64 - bits)
    words[1::2] >>= generator.integers(0, bits, len(words[1::2]), dtype=np.uint64)
    return words.astype(f"u{bits // 8}")


def crossed(*operands: tuple[int, Sequence[int]], n_random: int = 60, seed: int = 1) -> Lanes:
    """Return every combination of each operand's edge values, then random ones.

    Each operand is its width in bits and its edges. Where the combinations are too many for one launch, a random
    choice of them is taken that has each edge of each operand.
    """
    generator = np.random.default_rng(seed)
    n_edges = int(np.prod([len(edges) for _, edges in operands]))
    fits = n_edges <= MAX_LANES - n_random
    room = n_edges if fits else MAX_LANES // 2
    columns = []
    for position, (bits, edges) in enumerate(operands):
        words = np.array([edge & ((1 << bits) - 1) for edge in edges], f"u{bits // 8}")
        if fits:
            repeat = int(np.prod([len(later) for _, later in operands[position + 1 :]]))
            column = np.resize(np.repeat(words, repeat), n_edges)
        else:
            column = generator.permutation(np.resize(words, max(room, len(words))))
        columns.append(np.concatenate([column, random_bits(bits, n_random, seed + position)]))
    shortest = min(len(column) for column in columns)
    return Lanes(tuple(column[:shortest] for column in columns))


def edges(form: Format) -> list[int]:
    """Return zeros, subnormals, the ends of the normal range, numbers around one, infinities and NaNs, both signs."""
    one, step = form.one, 1 << form.fraction
    positive = [
        0,
        1,  # smallest subnormal
        step - 1,  # largest subnormal
        step,  # smallest normal
        step + 1,
        one - 1,
        one,
        one + 1,
        one + step // 2,  # 1.5
        one + step * 3 // 2,  # 3
        one + (form.fraction + 1) * step,  # the first number whose neighbours are two apart
        one + (form.fraction + 1) * step + 1,
        form.largest,
        form.infinity,
        form.infinity + step // 2,  # a quiet NaN
        form.infinity + 1,  # a signalling NaN
    ]
    return positive + [bits | form.sign for bits in positive]


def random_floats(form: Format, n: int, seed: int) -> Bits:
    """Return numbers of three kinds by turns: any bits, exponents near one, and exponents near the smallest."""
    generator = np.random.default_rng([seed, form.bits, form.fraction])
    words = generator.integers(0, (1 << 64) - 1, n, dtype=np.uint64, endpoint=True)
    fractions = words & np.uint64((1 << form.fraction) - 1)
    signs = words & np.uint64(form.sign)
    near = generator.integers(-4, 5, n) + form.bias
    low = generator.integers(0, form.fraction + 4, n)
    middle = generator.integers(form.bias // 2 - 4, form.bias // 2 + 5, n)
    kinds = np.arange(n) % 4
    exponents = np.select([kinds == 1, kinds == 2, kinds == 3], [near, low, middle]).astype(np.uint64)
    built = signs | exponents << np.uint64(form.fraction) | fractions
    some = np.where(kinds == 0, words & np.uint64((1 << form.bits) - 1), built)
    return some.astype(f"u{form.bits // 8}")


def operands(*forms: Format, n_random: int = 300, seed: int = 7) -> Lanes:
    """Return operands of one format each: every combination of edges where they fit, then random numbers."""
    edge_lanes = crossed(*((form.bits, edges(form)) for form in forms), n_random=0, seed=seed)
    columns = [
        np.concatenate([column, random_floats(form, n_random, seed + position)])[:MAX_LANES]
        for position, (form, column) in enumerate(zip(forms, edge_lanes.arrays, strict=True))
    ]
    # some sums must cancel and some products meet their negative exactly
    columns[-1][-1::-9] = columns[0][-1::-9] if forms[-1] == forms[0] else columns[-1][-1::-9]
    return Lanes(tuple(columns))
