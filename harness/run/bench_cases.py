"""The cases that are timed and the number of rounds.

Each variant is timed in each of its element types at one block. The shapes depend on the device: with fewer than
millions of elements a GPU's time is all launch, and the executor would take seconds for so many.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from ..variant.case import Case, make_case
from ..variant.variant import Variant

BENCH_SHAPES: Mapping[str, tuple[tuple[int, int], ...]] = {
    "cpu": ((64, 1024), (256, 100), (16, 4099)),
    "gpu": ((32768, 128), (32768, 100), (4096, 1024), (2048, 8192), (256, 50257)),
}
"""Rows and columns by kind of device: many short rows, rows of a thousand and of thousands, and few long rows of odd
length (50257 is GPT-2's vocabulary)."""

ROUNDS: Mapping[str, int] = {"cpu": 10, "gpu": 100}
"""Default number of timed rounds, by kind of device."""

BENCH_KIND = "normal"
"""Input kind: ordinary finite values, so that no kernel takes a short cut."""


def bench_cases(variant: Variant, device_kind: str) -> tuple[Case, ...]:
    return tuple(
        make_case(
            variant, dtype=dtype, n_rows=n_rows, n_cols=n_cols, kind=BENCH_KIND, block=variant.usual_block
        )
        for dtype in variant.dtypes
        for n_rows, n_cols in BENCH_SHAPES[device_kind]
    )


def bytes_moved(case: Case) -> int:
    """Count the bytes that must be moved: each element of an array that the kernel takes, once in each direction."""
    variant, shape = case.variant, case.shape
    return sum(
        (array.is_input + array.is_output)
        * math.prod(array.sizes(shape.sizes))
        * np.dtype(variant.types.get(array.name, array.element(case.dtype))).itemsize
        for array in variant.operation.arrays
        if array.absent is None or array.name in variant.given
    )
