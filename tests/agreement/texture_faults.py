"""Wrong uses of textures and surfaces, each in a context of its own: a GPU ends it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.agreement.texture_cases import cases
from tests.agreement.texture_driver import TextureDevice
from tests.agreement.texture_kernels import entry_of
from tests.agreement.texture_objects import ObjectSpec

Bytes = Any


def _run(name: str, first: list[int] | None = None, spec: ObjectSpec | None = None) -> Bytes:
    """Run a case with other operands of the first lane, on another object."""
    case = next(case for case in cases() if case.name == name)
    return TextureDevice(entry_of(case)).run(replace(case, spec=spec or case.spec, n=1), first)


def _run_on(name: str, handle: Callable[[TextureDevice], int]) -> Bytes:
    """Run a case with a handle that is not that of its object."""
    case = next(case for case in cases() if case.name == name)
    device = TextureDevice(entry_of(case))
    return device.run(case, handle=handle(device))


_TEXTURE, _SURFACE = "format/f32x1", "suld/2d/b32/trap"
_SPECS = {case.name: case.spec for case in cases()}

WRONG_ACCESSES: dict[str, Callable[[], Bytes]] = {
    "suld behind its row": functools.partial(_run, _SURFACE, [4 * 13, 0]),
    "suld behind its last row": functools.partial(_run, _SURFACE, [0, 8]),
    "suld unaligned": functools.partial(_run, _SURFACE, [2, 0]),
    "suld behind its last layer": functools.partial(_run, "suld/a2d/v4.b8/trap", [4, 0, 0]),
    "sust behind its row": functools.partial(_run, "sust/2d/b32/trap", [4 * 13, 0]),
    "sust unaligned": functools.partial(_run, "sust/2d/b32/trap", [2, 0]),
    "tex of no object": functools.partial(_run_on, _TEXTURE, lambda _: 0x12345678),
    "tex of 0": functools.partial(_run_on, _TEXTURE, lambda _: 0),
    "tex of a destroyed object": functools.partial(
        _run_on, _TEXTURE, lambda device: device.made_and_destroyed(_SPECS[_TEXTURE])
    ),
    "tex of a surface": functools.partial(_run_on, _TEXTURE, lambda device: device.made(_SPECS[_SURFACE])),
    "suld of a texture": functools.partial(_run_on, _SURFACE, lambda device: device.made(_SPECS[_TEXTURE])),
    "suld of 0": functools.partial(_run_on, _SURFACE, lambda _: 0),
    "tex.2d of a 3d texture": functools.partial(_run, _TEXTURE, spec=ObjectSpec("3d")),
    "tex.3d of a 2d texture": functools.partial(_run, "sums/3d/f32", spec=ObjectSpec("2d")),
    "tex.2d of a layered texture": functools.partial(_run, _TEXTURE, spec=ObjectSpec("a2d")),
    "suld.2d of a layered surface": functools.partial(
        _run, "suld/2d/v4.b8/trap", spec=ObjectSpec("a2d", "u8", 4, is_surface=True)
    ),
}
"""By name; each returns the first bytes of its results, or raises `CallError`."""
