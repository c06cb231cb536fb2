"""Texture and surface objects: descriptions of texels in device memory, named by handles.

The texels of an object lie in an ordinary allocation, row by row: arrays have no layout of their own here. So every
check of memory sees texture and surface instructions too.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..errors import DeviceError
from ..lazy import dataclass, field
from . import layout as kh

ADDRESS_MODES = ("wrap", "clamp", "mirror", "border")
"""Handling of coordinates outside of a texture, in the order of CUDA's enumeration."""
CHANNEL_TYPES = {
    "u8": np.uint8, "u16": np.uint16, "u32": np.uint32, "s8": np.int8, "s16": np.int16, "s32": np.int32,
    "f16": np.float16, "f32": np.float32,
}  # fmt: skip
"""NumPy's type of a channel, by its name in a format."""


@dataclass(frozen=True)
class Texels:
    address: int
    """Device address of the first texel, a multiple of a texel's size."""
    channel_type: str
    """A key of `CHANNEL_TYPES`."""
    channels: int
    """Channels of a texel, side by side."""
    geometry: str
    """As in PTX: ``1d``, ``2d``, ``3d``, ``a1d`` and ``a2d`` (layers), ``cube``, ``acube`` (layers of cubes)."""
    width: int
    height: int = 1
    depth: int = 1
    """`width`, `height`, `depth`: extents in texels; 1 for extents that the geometry does not have. The depth counts
    layers, and faces of cubes."""
    pitch_bytes: int = 0
    """Distance between rows; 0 for rows without a gap. Slices follow each other without a gap."""

    def __post_init__(self) -> None:
        if self.channel_type not in CHANNEL_TYPES or self.channels not in (1, 2, 4):
            raise DeviceError(
                f"a texel has 1, 2 or 4 channels of {', '.join(CHANNEL_TYPES)} "
                f"(got {self.channels} of {self.channel_type})"
            )
        if self.geometry not in kh.GEOMETRIES:
            raise DeviceError(f"a geometry is one of {', '.join(kh.GEOMETRIES)} (got {self.geometry!r})")
        if min(self.width, self.height, self.depth) < 1:
            raise DeviceError(f"extents must be at least 1 (got {self.width}, {self.height}, {self.depth})")
        if self.geometry.endswith("cube") and (self.width != self.height or self.depth % 6):
            raise DeviceError(
                f"a cube has six square faces (got {self.width} x {self.height} texels and {self.depth} faces)"
            )
        if self.address % self.texel_bytes:
            raise DeviceError(
                f"texels must lie at a multiple of their {self.texel_bytes} bytes (got {self.address:#x})"
            )
        if self.pitch_bytes and (
            self.pitch_bytes < self.width * self.texel_bytes or self.pitch_bytes % self.texel_bytes
        ):
            raise DeviceError(
                f"rows of {self.width * self.texel_bytes} bytes need a pitch of at least as many, a multiple of a "
                f"texel's {self.texel_bytes} (got {self.pitch_bytes})"
            )

    @property
    def texel_bytes(self) -> int:
        return np.dtype(CHANNEL_TYPES[self.channel_type]).itemsize * self.channels

    @property
    def row_bytes(self) -> int:
        return self.pitch_bytes or self.width * self.texel_bytes

    @property
    def size_bytes(self) -> int:
        return self.row_bytes * self.height * self.depth


class Sampling(NamedTuple):
    modes: Sequence[str] = ("clamp", "clamp", "clamp")
    """Handling of coordinates outside, for x, y and z: members of `ADDRESS_MODES`. ``wrap`` and ``mirror`` mean
    ``clamp`` if coordinates are not normalised."""
    is_linear: bool = False
    """Whether a read interpolates between neighbouring texels, instead of reading the nearest."""
    is_normalized: bool = False
    """Whether coordinates go from 0 to 1, instead of to the extent."""
    as_floats: bool = False
    """Whether channels of 8 and 16 bits are read as numbers from 0 to 1, or from -1 to 1 if signed."""
    border: Sequence[float] = (0.0, 0.0, 0.0, 0.0)
    """Value outside of the texture with mode ``border``, by channel."""
    is_fetched: bool = False
    """Whether the texels are linear memory, which integer coordinates read, without any mode."""


@dataclass
class Textures:
    """All objects of one device. A handle is never given out again, so that a destroyed object is found."""

    _entries: list[kh.Texture] = field(default_factory=list)
    _table: ctypes.Array[kh.Texture] | None = None

    def texture(self, texels: Texels, sampling: Sampling | None = None) -> int:
        """Create a texture object; returns its handle, the 64-bit argument of a kernel."""
        how = sampling or Sampling()
        kind = texels.channel_type
        has_floats = kind.startswith("f") or how.as_floats
        if how.as_floats and kind not in ("u8", "s8", "u16", "s16"):
            raise DeviceError(f"only channels of 8 and 16 bits are read as numbers up to 1 (got {kind})")
        if how.is_linear and not has_floats:
            raise DeviceError(f"a linear filter needs texels that are read as floats (got {kind})")
        if len(how.modes) != 3 or any(mode not in ADDRESS_MODES for mode in how.modes):
            raise DeviceError(f"three modes are of {', '.join(ADDRESS_MODES)} (got {tuple(how.modes)})")
        entry = _entry(texels, kh.TEXTURE_SAMPLED)
        entry.flags = (
            kh.TEXTURE_LINEAR * how.is_linear
            | kh.TEXTURE_NORMALIZED * how.is_normalized
            | kh.TEXTURE_FLOATS * how.as_floats
            | kh.TEXTURE_FETCHED * how.is_fetched
        )
        entry.mode[:] = [ADDRESS_MODES.index(mode) for mode in how.modes]
        entry.border[:] = list(how.border)
        return self._add(entry)

    def surface(self, texels: Texels) -> int:
        return self._add(_entry(texels, kh.TEXTURE_SURFACE))

    def destroy(self, handle: int) -> None:
        """Destroy an object; its texels stay."""
        index = handle - kh.TEXTURE_BASE
        if not 0 <= index < len(self._entries) or self._entries[index].kind == kh.TEXTURE_GONE:
            raise DeviceError(f"no texture or surface object has this handle (got {handle:#x})")
        # all zeros, and so TEXTURE_GONE: the entry stays, because no other object may get the handle
        self._entries[index] = kh.Texture()
        self._table = None

    def clear(self) -> None:
        self._entries.clear()
        self._table = None

    def address(self, value: int) -> int:
        """Return the address of the first texel if `value` is a handle, else `value`."""
        index = value - kh.TEXTURE_BASE
        return int(self._entries[index].base) if 0 <= index < len(self._entries) else value

    def native_table(self) -> tuple[int, int]:
        """Return the address of the runtime's table, valid until an object is created or destroyed, and its length."""
        if self._table is None:
            self._table = (kh.Texture * max(len(self._entries), 1))(*self._entries)
        return ctypes.addressof(self._table), len(self._entries)

    def _add(self, entry: kh.Texture) -> int:
        self._entries.append(entry)
        self._table = None
        return kh.TEXTURE_BASE + len(self._entries) - 1


def _entry(texels: Texels, kind: int) -> kh.Texture:
    entry = kh.Texture()
    entry.base, entry.kind = texels.address, kind
    entry.geometry, entry.texel = kh.GEOMETRIES[texels.geometry], kh.TEXELS[texels.channel_type]
    entry.width, entry.height, entry.depth = texels.width, texels.height, texels.depth
    entry.channels = texels.channels
    entry.pitch, entry.slice = texels.row_bytes, texels.row_bytes * texels.height
    return entry
