"""Textures, surfaces and instructions on them whose results are recorded on a GPU and replayed on the executor.

A case is one object, one instruction and the operands of its lanes. Nothing is drawn at random: contents and
operands come from a hash of their positions, so that a recording needs to hold results alone.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

TEXELS = {
    "u8": "u1", "u16": "u2", "u32": "u4", "s8": "i1", "s16": "i2", "s32": "i4", "f16": "f2", "f32": "f4",
}  # fmt: skip
"""NumPy's type of a channel by the name of its format."""
WRAP, CLAMP, MIRROR, BORDER = range(4)
"""Values of CUaddress_mode."""
MODES = {"wrap": WRAP, "clamp": CLAMP, "mirror": MIRROR, "border": BORDER}
N_WORDS = 8
"""32-bit operands of a lane."""
EXTENTS = {
    "fetch": (37, 0, 0), "pitch": (13, 7, 0), "1d": (16, 0, 0), "2d": (13, 8, 0), "3d": (9, 6, 5), "a1d": (12, 0, 5),
    "a2d": (11, 6, 4), "cube": (8, 8, 6), "acube": (8, 8, 12),
}  # fmt: skip
"""Width, height, and depth or number of layers of each shape of object."""
OF_OBJECT = {"fetch": "1d", "pitch": "2d"}
"""Geometry of the instructions for objects that are no arrays: linear memory, and rows of it."""


@dataclass(frozen=True)
class ObjectSpec:
    """A texture or surface object.

    `shape`: a key of `EXTENTS`. `texel`, `channels`: its format. `content`: how its texels are made, `contents`.
    `mode`: address mode of all axes. `axes`: those of x, y and z if they differ. `is_linear`: whether it filters.
    `is_normalized`: whether coordinates are. `as_float`: whether integers are read as numbers from 0 or -1 to 1.
    `is_srgb`: whether they are also converted. `is_seamless`: whether a filter goes on over the edges of a cube.
    `border`: its border colour. `is_surface`: whether it is a surface. `extent`: another one than that of `EXTENTS`.
    """

    shape: str
    texel: str = "f32"
    channels: int = 1
    content: str = "mixed"
    mode: int = CLAMP
    axes: tuple[int, ...] = ()
    is_linear: bool = False
    is_normalized: bool = False
    as_float: bool = False
    is_srgb: bool = False
    is_seamless: bool = False
    border: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    is_surface: bool = False
    extent: tuple[int, int, int] = (0, 0, 0)

    @property
    def sizes(self) -> tuple[int, int, int]:
        return self.extent if any(self.extent) else EXTENTS[self.shape]

    @property
    def modes(self) -> tuple[int, ...]:
        return self.axes or (self.mode,) * 3

    @property
    def geometry(self) -> str:
        return OF_OBJECT.get(self.shape, self.shape)


@dataclass(frozen=True)
class Case:
    """An instruction on an object.

    `name`: unique. `spec`: the object. `text`: the instruction, whose operands are ``$t``, the handle, ``%c0`` to
    ``%c7``, the words of the lane, and ``%o0`` to ``%o3``, its results; ``%h0`` to ``%h3`` and ``%d0``, ``%d1`` are
    results and operands of 16 and 64 bits, ``%p`` a predicate. `operands`: how the words are made, `lanes`. `n`: lanes.
    `writes`: whether the result is the object's content afterwards.
    """

    name: str
    spec: ObjectSpec
    text: str
    operands: str
    n: int = 128
    writes: bool = False


def hashed(n: int, salt: int) -> NDArray[np.uint32]:
    x = np.arange(n, dtype=np.uint64) + np.uint64(salt * 0x9E3779B1 & 0xFFFFFFFF)
    for factor in (0x85EBCA6B, 0xC2B2AE35):
        x = (x ^ (x >> np.uint64(15))) * np.uint64(factor) & np.uint64(0xFFFFFFFF)
    return (x ^ (x >> np.uint64(16))).astype(np.uint32)


def uniform(n: int, salt: int) -> NDArray[np.float64]:
    return hashed(n, salt) / 2.0**32


@functools.cache
def contents(spec: ObjectSpec) -> NDArray[Any]:
    """Return the texels of an object, of shape (depth or layers, height, width, channels)."""
    width, height, depth = (max(each, 1) for each in spec.sizes)
    shape = depth, height, width, spec.channels
    n = int(np.prod(shape))
    kind = np.dtype(TEXELS[spec.texel])
    if spec.content == "one":  # one texel is 1, all others 0
        found = np.zeros(shape, kind)
        found[depth // 2, height // 2, width // 2] = 1 if kind.kind == "f" else np.iinfo(kind).max
        return found
    if spec.content == "count":
        return np.arange(n).astype(kind).reshape(shape)
    if spec.content == "saw":
        return (np.arange(n) % 1000).astype(kind).reshape(shape)
    if spec.content == "ends":
        ends = np.iinfo(kind)
        values = [ends.min, ends.max, ends.min + 1, 0, ends.max - 1]
        return np.array(values, kind)[hashed(n, 7) % len(values)].reshape(shape)
    if spec.content == "wide":
        return ((uniform(n, 7) * 2 - 1) * 2.0 ** (uniform(n, 8) * 28 - 14)).astype(kind).reshape(shape)
    if spec.content == "special":
        values = [
            np.inf, -np.inf, np.nan, 65000.0, 1e-7, -6e-8, -0.0, 0.0, 1.0, -1.0, 60000.0, 6e-5, 3e-39, 3e38,
        ]  # fmt: skip
        with np.errstate(over="ignore"):
            return np.array(values).astype(kind)[hashed(n, 7) % len(values)].reshape(shape)
    if kind.kind == "f":
        return (uniform(n, 7) * 4 - 2).astype(kind).reshape(shape)
    return hashed(n, 7).astype(kind.str.replace("i", "u")).view(kind).reshape(shape)


def _special(size: int) -> list[float]:
    """Coordinates where rounding and limits matter, of an axis of `size` texels."""
    found: list[float] = []
    for at in (0.0, 0.5, 1.0, 1.5, size - 1.0, size - 0.5, size + 0.0, size + 0.5):
        for step in (0.0, 2.0**-8, 2.0**-9, 2.0**-10, 2.0**-16, 2.0**-20, 3 * 2.0**-10):
            found += [at + step, at - step]
    wide = [
        -1.0, -size, -size - 0.25, 2.0 * size + 0.25, -2.0 * size, 1e6, -1e6, 2.0**24, 2.0**31, -(2.0**31), 1e30,
    ]  # fmt: skip
    return [*found, *wide, -0.0, float("inf"), float("-inf"), float("nan"), 1e-40]


def _axis(kind: str, n: int, axis: int, size: int, is_normalized: bool) -> NDArray[np.float32]:
    scale = size if is_normalized else 1
    if kind == "fine":  # small steps over two texels
        values = size / 2 - 1 + 0.5 + np.arange(n) * (2.5 / n)
        if axis:
            values = np.full(n, size / 2 + 0.25)
        return (values / scale).astype(np.float32)
    if kind == "quarters":
        return ((hashed(n, 11 + axis) % (4 * size)) / 4 / scale).astype(np.float32)
    inside = (
        uniform(n, 11 + axis) * (size - 1) + 0.5
        if kind == "inside"
        else uniform(n, 11 + axis) * 4 * size - 1.5 * size
    )
    if kind == "edges":
        special = np.array(_special(size))
        inside[: len(special)] = np.roll(special, 5 * axis)
        if axis:  # most special values of one axis meet ordinary ones of the others
            inside[: len(special)][::3] = size / 2 + 0.3
    return (inside / scale).astype(np.float32)


def lanes(case: Case) -> NDArray[np.uint32]:
    """Return the operands of a case's lanes, of shape (n, N_WORDS)."""
    spec, n = case.spec, case.n
    words = np.zeros((n, N_WORDS), np.uint32)
    geometry = spec.geometry
    width, height, depth = spec.sizes
    kind, _, rest = case.operands.partition(":")
    if kind == "texels":  # integers in and around the object: x, y, z or layer; rest: bytes of x's unit
        step = int(rest or 1)
        edge = 2 if "around" in case.name else 0
        for column, size in enumerate((width, height, depth)):
            if size:
                words[:, column] = (hashed(n, 3 + column) % (size + 2 * edge)).astype(np.int64).astype(
                    np.uint32
                ) - np.uint32(edge)
        words[:, 0] *= np.uint32(step)
        return _in_order(words, geometry)
    if kind == "each":  # every lane has a texel of its own, in order; rest: bytes of x's unit, and shift of x
        step, _, shift = rest.partition(",")
        index = np.arange(n)
        words[:, 0] = ((index % width + int(shift or 0)) * int(step or 1)).astype(np.int64).astype(np.uint32)
        words[:, 1] = index // width % max(height, 1)
        words[:, 2] = index // (width * max(height, 1))
        if not spec.is_surface:
            words[:, 0] = (words[:, 0] + 0.5).astype(np.float32).view(np.uint32)
            return words
        words = _in_order(words, geometry)
        words[:, 4:8] = _stored(n, spec)
        return words
    if geometry in ("cube", "acube"):
        directions = np.stack([uniform(n, 21 + axis) * 2 - 1 for axis in range(3)], 1).astype(np.float32)
        if kind == "edges":
            steps = np.array([-1, -0.5, 0, 0.5, 1, 1 - 2.0**-8, 0.875], np.float32)
            directions[:343] = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), -1).reshape(-1, 3)[
                :n
            ]
        first = int(geometry == "acube")
        words[:, first : first + 3] = directions.view(np.uint32)
        if first:
            words[:, 0] = hashed(n, 5) % (depth // 6 + 2)
        words[:, 4:8] = (uniform(4 * n, 31) * 2 - 1).astype(np.float32).view(np.uint32).reshape(n, 4)
        return words
    for column, size in enumerate((width, height, 0 if geometry in ("a1d", "a2d") else depth)):
        if size:
            words[:, column] = _axis(kind, n, column, size, spec.is_normalized).view(np.uint32)
    if geometry in ("a1d", "a2d"):
        words[:, 2] = hashed(n, 5) % (depth + 3) - np.uint32(1)
    words = _in_order(words, geometry)
    words[:, 4:8] = (uniform(4 * n, 31) * 2 - 1).astype(np.float32).view(np.uint32).reshape(n, 4)
    return words


def _in_order(words: NDArray[np.uint32], geometry: str) -> NDArray[np.uint32]:
    if geometry in ("a1d", "a2d"):
        words = words.copy()
        words[:, :3] = words[:, [2, 0, 1]]
    return words


def _stored(n: int, spec: ObjectSpec) -> NDArray[np.uint32]:
    """Values to store: numbers in and outside of the range of the format, as integers and as floats."""
    if spec.texel in ("f16", "f32") or spec.as_float:
        values = (uniform(4 * n, 41) * 3 - 1.5).astype(np.float32)
        values[: 8 * 4 : 4] = [0.0, -0.0, 1e6, -1e6, np.inf, -np.inf, np.nan, 1e-7][:n]
        return values.view(np.uint32).reshape(n, 4)
    values = (hashed(4 * n, 43) >> (hashed(4 * n, 44) % np.uint32(32))).astype(np.uint32)
    values[1::2] = np.uint32(0) - values[1::2]
    return values.reshape(n, 4)


RESULTS = "{%o0, %o1, %o2, %o3}"
POINTS = {
    "1d": "{%c0}", "2d": "{%c0, %c1}", "3d": "{%c0, %c1, %c2, %c2}", "a1d": "{%c0, %c1}",
    "a2d": "{%c0, %c1, %c2, %c2}", "cube": "{%c0, %c1, %c2, %c2}", "acube": "{%c0, %c1, %c2, %c3}",
}  # fmt: skip
"""Coordinates by geometry, the layer first."""


def texel_bytes(spec: ObjectSpec) -> int:
    return int(np.dtype(TEXELS[spec.texel]).itemsize) * spec.channels
