"""Texture cases at the ends of ranges: large extents, a mode for each axis, borders, special texels."""

from __future__ import annotations

from dataclasses import replace

from tests.agreement.texture_objects import BORDER, CLAMP, MIRROR, POINTS, RESULTS, WRAP, Case, ObjectSpec

EXTENTS = (3, 5, 7, 100, 3000, 8192, 10000, 20000, 32768, 65536, 100000, 131072)
AXES = {
    "1d": ((CLAMP, BORDER), (BORDER, CLAMP), (BORDER, WRAP), (WRAP, BORDER)),
    "2d": ((WRAP, CLAMP), (BORDER, CLAMP), (MIRROR, BORDER), (CLAMP, WRAP)),
}
"""Modes of x and y."""
BORDERS = {
    "near": (0.25, -0.5, 3.0, 1.5), "far": (300.0, -300.0, 70000.0, 1e10), "small": (0.1, -0.001, 0.49999, 1e-7),
    "special": (float("inf"), float("-inf"), float("nan"), -0.0),
}  # fmt: skip
NANS = ("0x7fffffff", "0xffc02000", "0x7f812345", "0x7f800001")


def _tex(geometry: str, result: str = "f32") -> str:
    return f"tex.{geometry}.v4.{result}.f32 {RESULTS}, [$t, {POINTS[geometry]}];"


def corner_cases() -> list[Case]:
    return [*_extents(), *_axes(), *_borders(), *_special_texels(), *_stores()]


def _extents() -> list[Case]:
    """Steps of normalised coordinates."""
    found = []
    for size in EXTENTS:
        spec = ObjectSpec(
            "1d", content="saw", is_linear=True, is_normalized=True, mode=WRAP, extent=(size, 0, 0)
        )
        found.append(Case(f"extent/{size}", spec, _tex("1d"), "inside", 512))
    spec = ObjectSpec("2d", content="saw", is_linear=True, is_normalized=True, extent=(3, 20000, 0))
    found.append(Case("extent/3 x 20000", spec, _tex("2d"), "inside", 512))
    return found


def _axes() -> list[Case]:
    found = []
    for shape, pairs in AXES.items():
        for x, y in pairs:
            for is_linear in (False, True):
                spec = ObjectSpec(
                    shape, content="count", is_linear=is_linear, is_normalized=True, axes=(x, y, CLAMP),
                    border=(-7.25, 0.0, 0.0, 0.0),
                )  # fmt: skip
                name = f"axes/{shape}/{x}{y}{'/linear' * is_linear}"
                found.append(Case(name, spec, _tex(shape), "edges", 192))
    return found


def _borders() -> list[Case]:
    found = []
    for name, border in BORDERS.items():
        for texel in ("u8", "u16", "u32", "s8", "s16", "s32", "f16", "f32"):
            spec = ObjectSpec("2d", texel, 4, mode=BORDER, border=border)
            result = "f32" if texel[0] == "f" else f"{texel[0]}32"
            found.append(Case(f"border/{name}/{texel}", spec, _tex("2d", result), "edges", 160))
            if texel in ("u8", "u16", "s8", "s16"):
                whole = replace(spec, as_float=True)
                found.append(Case(f"border/{name}/{texel}/float", whole, _tex("2d"), "edges", 160))
            if texel not in ("u32", "s32"):
                linear = replace(spec, as_float=texel[0] != "f", is_linear=True)
                found.append(Case(f"border/{name}/{texel}/linear", linear, _tex("2d"), "edges", 160))
    return found


def _special_texels() -> list[Case]:
    """Sums of texels that are not finite, lie far apart, or are the ends of their type."""
    found = []
    for shape in ("1d", "2d", "3d"):
        for content in ("special", "wide"):
            for texel in ("f16", "f32"):
                for operands in ("inside", "quarters"):
                    spec = ObjectSpec(shape, texel, content=content, is_linear=True)
                    found.append(
                        Case(f"{content}/{shape}/{texel}/{operands}", spec, _tex(shape), operands, 768)
                    )
        for texel in ("u8", "s8", "u16", "s16"):
            spec = ObjectSpec(shape, texel, content="ends", as_float=True, is_linear=True)
            found.append(Case(f"ends/{shape}/{texel}", spec, _tex(shape), "inside", 256))
    steps = ObjectSpec("1d", "s8", content="count", as_float=True, is_linear=True, extent=(256, 0, 0))
    found.append(Case("ends/steps of s8", steps, _tex("1d"), "inside", 4096))
    pairs = replace(steps, content="mixed", extent=(4096, 0, 0))
    found.append(Case("ends/pairs of s8", pairs, _tex("1d"), "inside", 4096))
    return found


def _stores() -> list[Case]:
    found = []
    spec = ObjectSpec("1d", "f16", 1, is_surface=True, extent=(4, 0, 0))
    for nan in NANS:
        text = f"mov.b32 %c4, {nan}; sust.p.1d.b32.trap [$t, {{%c0}}], {{%c4}};"
        found.append(Case(f"sust.p/f16/{nan}", spec, text, "each:1", 1, True))
    return found
