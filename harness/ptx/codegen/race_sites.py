"""Racecheck's facts about a kernel's instructions: their effect on memory order, and the smallest element."""

from __future__ import annotations

from collections.abc import Collection

from ..emit.llvm_text import bits_of
from ..emit.row import Order
from ..isa.table import row_at
from ..layout import (
    SITE_ACQUIRE,
    SITE_INCOHERENT,
    SITE_NO_RESULT,
    SITE_READ_ONLY,
    SITE_RELEASE,
    SITE_STRONG,
    SITE_VOLATILE,
    SITE_WIDE,
)
from ..site import Site
from ..text.syntax import TYPE_BYTES

OBJECT_SPACES = ("texture", "surface")
"""Spaces of the sites of texture and surface instructions; their memory is global."""
_COPY_BYTES = 4
"""Smallest copy of a ``cp.async``."""


def granule_shift(sites: Collection[Site], space: str) -> int:
    """Return log2 of the size in bytes of the smallest element that any site may access in a space.

    Texels without a type in the instruction may be single bytes.
    """
    if space == "global" and any(site.space in OBJECT_SPACES and not site.size_bytes for site in sites):
        return 0
    spaces = (space, "generic", *(OBJECT_SPACES if space == "global" else ()))
    sizes = [
        _element_bytes(site) for site in sites if site.size_bytes and (site.space in spaces or _is_copy(site))
    ]
    return min(sizes, default=4).bit_length() - 1


def _is_copy(site: Site) -> bool:
    return site.space in ("global", "shared") and not row_at(site).has_elements


def _element_bytes(site: Site) -> int:
    words = site.opcode.split(".")
    if row_at(site).has_elements:
        return bits_of(next(word for word in reversed(words) if word in TYPE_BYTES)) // 8
    return min(site.size_bytes, _COPY_BYTES)


def may_wait(site: Site) -> bool:
    """Return whether an instruction reads global memory as threads do that wait for other blocks."""
    flags = site_flags(site)
    is_strong = flags & (SITE_STRONG | SITE_VOLATILE) and not flags & SITE_NO_RESULT
    return bool(is_strong) and site.space in ("global", "generic") and not site.opcode.startswith("st")


def site_flags(site: Site) -> int:
    """Return an instruction's effect on memory order: bits of ``enum kh_site_flag``."""
    row = row_at(site)
    words = site.opcode.split(".")
    is_wide = "cta" not in words
    if row.order is Order.FENCE:
        return (
            SITE_WIDE * is_wide
            | SITE_RELEASE * ("acquire" not in words)
            | SITE_ACQUIRE * ("release" not in words)
        )
    is_object = site.space in OBJECT_SPACES
    flags = SITE_INCOHERENT * (is_object or row.order is Order.INCOHERENT or "nc" in words)
    flags |= SITE_READ_ONLY * bool(flags and not is_object)
    if row.order is Order.ATOMIC:
        flags |= SITE_STRONG | SITE_WIDE * is_wide | SITE_NO_RESULT * (not row.writes)
    elif {"relaxed", "acquire", "release", "mmio"} & set(words):
        flags |= SITE_STRONG | SITE_WIDE * is_wide
    elif "volatile" in words:
        flags |= SITE_VOLATILE | SITE_WIDE
    if {"release", "acq_rel"} & set(words):
        flags |= SITE_RELEASE
    if {"acquire", "acq_rel"} & set(words):
        flags |= SITE_ACQUIRE
    return flags
