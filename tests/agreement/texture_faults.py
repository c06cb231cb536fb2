"""Wrong uses of textures and surfaces: a GPU ends the context of some, and gives some word for others."""

from __future__ import annotations

from dataclasses import dataclass

from tests.agreement.texture_objects import ObjectSpec

_TEXTURE, _SURFACE = "format/f32x1", "suld/2d/b32/trap"
_STORE = "sust/2d/b32/trap"


@dataclass(frozen=True)
class WrongAccess:
    """One lane of a case with other operands, on another object, or with a handle that is not its object's.

    `case`: the name of the case. `first`: operands of the lane, in place of the case's. `spec`: another object.
    `handle`: a number, ``destroyed``, or the name of a case whose object's handle it is.
    """

    case: str
    first: tuple[int, ...] = ()
    spec: ObjectSpec | None = None
    handle: int | str | None = None


WRONG_ACCESSES = {
    "suld behind its row": WrongAccess(_SURFACE, (4 * 13, 0)),
    "suld behind its last row": WrongAccess(_SURFACE, (0, 8)),
    "suld unaligned": WrongAccess(_SURFACE, (2, 0)),
    "suld behind its last layer": WrongAccess("suld/a2d/v4.b8/trap", (4, 0, 0)),
    "sust behind its row": WrongAccess(_STORE, (4 * 13, 0)),
    "sust unaligned": WrongAccess(_STORE, (2, 0)),
    "tex of no object": WrongAccess(_TEXTURE, handle=0x12345678),
    "tex of 0": WrongAccess(_TEXTURE, handle=0),
    "tex of a destroyed object": WrongAccess(_TEXTURE, handle="destroyed"),
    "tex of a surface": WrongAccess(_TEXTURE, handle=_SURFACE),
    "suld of a texture": WrongAccess(_SURFACE, handle=_TEXTURE),
    "suld of 0": WrongAccess(_SURFACE, handle=0),
    "tex.2d of a 3d texture": WrongAccess(_TEXTURE, spec=ObjectSpec("3d")),
    "tex.3d of a 2d texture": WrongAccess("sums/3d/f32", spec=ObjectSpec("2d")),
    "tex.2d of a layered texture": WrongAccess(_TEXTURE, spec=ObjectSpec("a2d")),
    "suld.2d of a layered surface": WrongAccess(
        "suld/2d/v4.b8/trap", spec=ObjectSpec("a2d", "u8", 4, is_surface=True)
    ),
}
"""By name."""
