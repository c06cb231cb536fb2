"""Floating-point operands for tests: values at which rounding, range and special rules change, and random ones."""

import numpy as np

from tests.ptx.exact_float import Format
from tests.ptx.one_instruction import MAX_LANES, Bits, Lanes, crossed


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
