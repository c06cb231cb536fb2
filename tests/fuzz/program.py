"""A generated program with all that a launch of it needs, and the memory that it starts with."""

import random
import struct
from dataclasses import dataclass
from functools import lru_cache

INIT_BYTES = 176
"""What a thread's registers begin with."""
OUT_BYTES = 224
"""What its registers end with."""
OWN_BYTES = 64
TABLE_BYTES = 256
N_CELLS = 8
"""Accumulators in global memory, 8 bytes each."""
BUFFERS = ("out", "init", "own", "table", "cells")

_EDGES_32 = (
    0, 1, 2, 3, 31, 32, 33, 63, 64, 127, 128, 255, 256, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0x80000001,
    0xFFFFFFFE, 0xFFFFFFFF, 0x3F800000, 0xBF800000, 0x3F000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7F7FFFFF,
    0x00800000, 0x007FFFFF, 0x00000001, 0x4B000000, 0x4F000000, 0xCF000000, 0x3C003C00, 0x7C00FC00, 0x03FF0400,
    0x3F803F80, 0x7BFF0001, 0x80008000, 0x477FE000, 0x33800000,
)  # fmt: skip
_EDGES_64 = (
    0, 1, 0xFFFFFFFFFFFFFFFF, 0x8000000000000000, 0x7FFFFFFFFFFFFFFF, 0xFFFFFFFF, 0x100000000, 0x3FF0000000000000,
    0xBFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x0010000000000000, 0x000FFFFFFFFFFFFF,
    0x7FEFFFFFFFFFFFFF, 0x43E0000000000000, 0x41DFFFFFFFC00000, 0x47EFFFFFE0000000, 0x36A0000000000000,
    0x40EFFFC000000000, 0x3E60000000000000,
)  # fmt: skip


@dataclass(frozen=True)
class Program:
    """PTX text and its launch; `seed` made both, and makes the memory that it starts with."""

    seed: int
    text: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    first_thread: int = 0
    """The thread whose initial memory the first one has: another than 0 where a program was made small."""

    @property
    def n_threads(self) -> int:
        return _size(self.grid) * _size(self.block)

    def buffers(self) -> dict[str, bytes]:
        """Return what global memory begins with, by the parameters' names; ``out`` is filled with a pattern."""
        return _buffers(self.seed, self.n_threads, self.first_thread)


@lru_cache(maxsize=4)
def _buffers(seed: int, n_threads: int, first_thread: int) -> dict[str, bytes]:
    rng = random.Random(f"memory {seed}")
    threads = [random.Random(f"memory {seed} {first_thread + index}") for index in range(n_threads)]
    return {
        "out": b"\xa5" * (OUT_BYTES * n_threads),
        "init": b"".join(_words(thread, INIT_BYTES // 8) for thread in threads),
        "own": b"".join(_words(thread, OWN_BYTES // 8) for thread in threads),
        "table": _words(rng, TABLE_BYTES // 8),
        # small numbers, which inc and dec of any bound above them only ever turn round
        "cells": struct.pack(f"<{N_CELLS}Q", *(rng.randrange(4) for _ in range(N_CELLS))),
    }


def _size(extents: tuple[int, int, int]) -> int:
    return extents[0] * extents[1] * extents[2]


def _words(rng: random.Random, n: int) -> bytes:
    """Return 8-byte words: random ones, edges of 32 and 64 bits, floating-point numbers of everyday size."""
    words = []
    for _ in range(n):
        kind = rng.randrange(5)
        if kind == 0:
            word = rng.getrandbits(64)
        elif kind == 1:
            word = rng.choice(_EDGES_64)
        elif kind == 2:
            word = rng.choice(_EDGES_32) << 32 | rng.choice(_EDGES_32)
        elif kind == 3:
            floats = (round(rng.uniform(-100, 100), rng.randrange(4)) for _ in range(2))
            word = struct.unpack("<Q", struct.pack("<ff", *floats))[0]
        else:
            word = struct.unpack("<Q", struct.pack("<d", round(rng.uniform(-1e4, 1e4), rng.randrange(5))))[0]
        words.append(word)
    return struct.pack(f"<{n}Q", *words)


def constant(rng: random.Random, bits: int) -> int:
    """Return an integer of so many bits: an edge, a small one, or any."""
    kind = rng.randrange(3)
    if kind == 0:
        return rng.choice(_EDGES_64 if bits == 64 else _EDGES_32) & ((1 << bits) - 1)
    return rng.randrange(40) if kind == 1 else rng.getrandbits(bits)
