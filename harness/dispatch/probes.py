"""Sample problems: on each, a regime's variant must have the problem in its domain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from ..variant.shape import Shape
from .problem import DispatchProblem

ROWS = (1, 2, 7, 16, 33, 64, 128, 1000, 4096, 131072)
COLS = (
    *(
        1,
        2,
        3,
        7,
        8,
        16,
        31,
        32,
        33,
        63,
        64,
        65,
        100,
        127,
        128,
        129,
        255,
        256,
        257,
        500,
        512,
        513,
        1000,
        1023,
        1024,
    ),
    *(
        1025,
        2047,
        2048,
        2049,
        3000,
        4095,
        4096,
        4097,
        6000,
        8191,
        8192,
        8193,
        12000,
        16383,
        16384,
        16385,
        20000,
    ),
    *(32767, 32768, 32769, 40000, 50257, 65535, 65536, 65537, 100000, 131071, 131072, 131073, 200000, 262143),
    *(262144, 262145, 400000, 524288, 524289, 1000000, 1048576, 1048577, 1081344, 1081345, 2000000, 5000001),
)
# Padding of inp and out, offset of inp and out, in elements: no gaps, gaps of whole packs, and any others.
LAYOUTS = ((0, 0, 0, 0), (8, 16, 0, 0), (5, 3, 0, 0), (3, 3, 1, 1), (0, 0, 1, 3), (0, 0, 8, 8), (8, 0, 4, 0))
DEVICES = ((75, 40), (80, 108), (86, 84), (89, 128), (90, 114), (90, 132), (100, 148), (120, 170))
"""Compute capability and multiprocessors: T4, A100, RTX 3090, RTX 4090, H100 PCIe, H200, B200, RTX 5090."""


def probes(dtype: str, devices: Sequence[tuple[int, int]] = DEVICES) -> Iterator[DispatchProblem]:
    """Yield all sample problems of an element type, on devices given by compute capability and multiprocessors."""
    for n_rows, n_cols, layout, device in product(ROWS, COLS, LAYOUTS, devices):
        inp_padding, out_padding, inp_offset, out_offset = layout
        shape = Shape(n_rows, n_cols, n_cols + inp_padding, n_cols + out_padding)
        yield DispatchProblem(shape, dtype, inp_offset, out_offset, *device)
