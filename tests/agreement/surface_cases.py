"""Surface instructions, and textures at the ends of ranges; `tests.agreement.texture_objects` describes a case."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from tests.agreement.texture_objects import (
    BORDER,
    CLAMP,
    MIRROR,
    POINTS,
    RESULTS,
    TEXELS,
    WRAP,
    Case,
    ObjectSpec,
    texel_bytes,
)

ACCESSES = {
    # access: the format it is tried on, its registers as results or values
    "b8": ("u8", 1, "{%h0}"), "v2.b8": ("s8", 2, "{%h0, %h1}"), "v4.b8": ("u8", 4, "{%h0, %h1, %h2, %h3}"),
    "b16": ("u16", 1, "{%h0}"), "v2.b16": ("f16", 2, "{%h0, %h1}"), "v4.b16": ("s16", 4, "{%h0, %h1, %h2, %h3}"),
    "b32": ("f32", 1, "{%o0}"), "v2.b32": ("u32", 2, "{%o0, %o1}"), "v4.b32": ("f32", 4, RESULTS),
    "b64": ("f32", 2, "{%d0}"), "v2.b64": ("s32", 4, "{%d0, %d1}"),
}  # fmt: skip
"""Accesses of surfaces."""
_FROM_WORDS = (
    "cvt.u16.u32 %h0, %c4; cvt.u16.u32 %h1, %c5; cvt.u16.u32 %h2, %c6; cvt.u16.u32 %h3, %c7; "
    "mov.b64 %d0, {%c4, %c5}; mov.b64 %d1, {%c6, %c7}; mov.b32 %o0, %c4; mov.b32 %o1, %c5; mov.b32 %o2, %c6; "
    "mov.b32 %o3, %c7; "
)
_TO_WORDS = {
    "%h": " cvt.u32.u16 %o0, %h0; cvt.u32.u16 %o1, %h1; cvt.u32.u16 %o2, %h2; cvt.u32.u16 %o3, %h3;",
    "%d": " mov.b64 {%o0, %o1}, %d0; mov.b64 {%o2, %o3}, %d1;",
    "%o": "",
}
SURFACES = ("1d", "2d", "3d", "a1d", "a2d")


def _surface(shape: str, access: str) -> tuple[ObjectSpec, str, str]:
    texel, channels, registers = ACCESSES[access]
    return ObjectSpec(shape, texel, channels, is_surface=True), registers, registers[1:3]


def surface_loads() -> Iterator[Case]:
    chosen = [("2d", access) for access in ACCESSES] + [
        (shape, "v4.b8") for shape in SURFACES if shape != "2d"
    ]
    for shape, access in chosen:
        spec, registers, kind = _surface(shape, access)
        for clamp in ("trap", "clamp", "zero"):
            # results of 16 and 64 bits that no access gives are 0
            text = f"{_FROM_WORDS}suld.b.{shape}.{access}.{clamp} {registers}, [$t, {POINTS[shape]}];{_TO_WORDS[kind]}"
            around = "/around" if clamp != "trap" else ""
            name = f"suld/{shape}/{access}/{clamp}{around}"
            yield Case(name, spec, text, f"texels:{texel_bytes(spec)}", 96)
    # parts of texels and several of them
    spec = ObjectSpec("2d", "f32", 4, is_surface=True)
    text = f"{_FROM_WORDS}suld.b.2d.b8.clamp {{%h0}}, [$t, {{%c0, %c1}}];{_TO_WORDS['%h']}"
    yield Case("suld/part/around", spec, text, "texels:5", 96)
    spec = ObjectSpec("2d", "u8", 1, is_surface=True, extent=(24, 5, 0))
    for clamp in ("clamp", "zero"):
        text = f"suld.b.2d.b32.{clamp} {{%o0}}, [$t, {{%c0, %c1}}];"
        yield Case(f"suld/several/{clamp}/around", spec, text, "texels:4", 96)
    for cache in ("ca", "cg", "cs", "cv"):
        spec = ObjectSpec("2d", "u32", 1, is_surface=True)
        text = f"suld.b.2d.{cache}.b32.zero {{%o0}}, [$t, {{%c0, %c1}}];"
        yield Case(f"suld/cache/{cache}/around", spec, text, "texels:4", 32)


def _n_texels(spec: ObjectSpec) -> int:
    return int(np.prod([max(each, 1) for each in spec.sizes]))


def surface_stores() -> Iterator[Case]:
    chosen = [("2d", access) for access in ACCESSES] + [
        (shape, "v4.b8") for shape in SURFACES if shape != "2d"
    ]
    for shape, access in chosen:
        spec, registers, _ = _surface(shape, access)
        size = texel_bytes(spec)
        text = f"{_FROM_WORDS}sust.b.{shape}.{access}.trap [$t, {POINTS[shape]}], {registers};"
        yield Case(f"sust/{shape}/{access}/trap", spec, text, f"each:{size}", _n_texels(spec), True)
        for clamp in ("clamp", "zero"):
            # one lane: several that are clamped to one texel would leave open which of them stays
            text = f"{_FROM_WORDS}sust.b.{shape}.{access}.{clamp} [$t, {POINTS[shape]}], {registers};"
            width = spec.sizes[0]
            for shift in (-1, width):
                name = f"sust/{shape}/{access}/{clamp}/{'left' if shift < 0 else 'right'}"
                yield Case(name, spec, text, f"each:{size},{shift}", 1, True)
    for texel in TEXELS:
        for channels in (1, 2, 4):
            spec = ObjectSpec("2d", texel, channels, is_surface=True)
            for vector, registers in (("v4", "{%c4, %c5, %c6, %c7}"), ("v2", "{%c4, %c5}"), ("", "{%c4}")):
                if int(vector[1:] or 1) < channels:
                    continue
                text = f"sust.p.2d.{vector + '.' if vector else ''}b32.trap [$t, {{%c0, %c1}}], {registers};"
                yield Case(f"sust.p/{texel}x{channels}/{vector or 'v1'}", spec, text, "each:1", 64, True)
    for shape in ("1d", "3d"):
        spec = ObjectSpec(shape, "u8", 4, is_surface=True)
        text = f"sust.p.{shape}.v4.b32.trap [$t, {POINTS[shape]}], {{%c4, %c5, %c6, %c7}};"
        yield Case(f"sust.p/{shape}", spec, text, "each:1", _n_texels(spec), True)


def surface_reductions() -> Iterator[Case]:
    for operation, kind in (
        ("add", "u32"), ("add", "s32"), ("min", "u32"), ("min", "s32"), ("max", "u32"), ("max", "s32"), ("and", "b32"),
        ("or", "b32"), ("add", "u64"), ("min", "u64"), ("max", "s64"),
    ):  # fmt: skip
        is_wide = kind.endswith("64")
        spec = ObjectSpec("2d", "u32", 2 if is_wide else 1, is_surface=True, extent=(3, 3, 0))
        value = "%d0" if is_wide else "%c4"
        text = f"{_FROM_WORDS}sured.b.{operation}.2d.{kind}.trap [$t, {{%c0, %c1}}], {value};"
        size = 8 if is_wide else 4
        yield Case(f"sured.b/{operation}/{kind}", spec, text, f"each:{size}", 9, True)
    for texel in ("u32", "s32"):
        for operation in ("add", "min", "max", "and", "or"):
            spec = ObjectSpec("2d", texel, 1, is_surface=True, extent=(3, 3, 0))
            text = f"sured.p.{operation}.2d.b32.trap [$t, {{%c0, %c1}}], %c4;"
            yield Case(f"sured.p/{operation}/{texel}", spec, text, "each:1", 9, True)
    for clamp in ("clamp", "zero"):
        spec = ObjectSpec("1d", "u32", 1, is_surface=True)
        text = f"sured.b.add.1d.u32.{clamp} [$t, {{%c0}}], %c4;"
        yield Case(f"sured.b/{clamp}", spec, text, "each:4,9", 16, True)


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


def corner_cases() -> Iterator[Case]:
    return itertools.chain(_extents(), _axes(), _borders(), _special_texels(), _stores())


def _extents() -> Iterator[Case]:
    for size in EXTENTS:
        spec = ObjectSpec(
            "1d", content="saw", is_linear=True, is_normalized=True, mode=WRAP, extent=(size, 0, 0)
        )
        yield Case(f"extent/{size}", spec, _tex("1d"), "inside", 512)
    spec = ObjectSpec("2d", content="saw", is_linear=True, is_normalized=True, extent=(3, 20000, 0))
    yield Case("extent/3 x 20000", spec, _tex("2d"), "inside", 512)


def _axes() -> Iterator[Case]:
    for shape, pairs in AXES.items():
        for x, y in pairs:
            for is_linear in (False, True):
                spec = ObjectSpec(
                    shape, content="count", is_linear=is_linear, is_normalized=True, axes=(x, y, CLAMP),
                    border=(-7.25, 0.0, 0.0, 0.0),
                )  # fmt: skip
                name = f"axes/{shape}/{x}{y}{'/linear' * is_linear}"
                yield Case(name, spec, _tex(shape), "edges", 192)


def _borders() -> Iterator[Case]:
    for name, border in BORDERS.items():
        for texel in ("u8", "u16", "u32", "s8", "s16", "s32", "f16", "f32"):
            spec = ObjectSpec("2d", texel, 4, mode=BORDER, border=border)
            result = "f32" if texel[0] == "f" else f"{texel[0]}32"
            yield Case(f"border/{name}/{texel}", spec, _tex("2d", result), "edges", 160)
            if texel in ("u8", "u16", "s8", "s16"):
                whole = replace(spec, as_float=True)
                yield Case(f"border/{name}/{texel}/float", whole, _tex("2d"), "edges", 160)
            if texel not in ("u32", "s32"):
                linear = replace(spec, as_float=texel[0] != "f", is_linear=True)
                yield Case(f"border/{name}/{texel}/linear", linear, _tex("2d"), "edges", 160)


def _special_texels() -> Iterator[Case]:
    """Sums of texels that are not finite, lie far apart, or are the ends of their type."""
    for shape in ("1d", "2d", "3d"):
        for content in ("special", "wide"):
            for texel in ("f16", "f32"):
                for operands in ("inside", "quarters"):
                    spec = ObjectSpec(shape, texel, content=content, is_linear=True)
                    yield Case(f"{content}/{shape}/{texel}/{operands}", spec, _tex(shape), operands, 768)
        for texel in ("u8", "s8", "u16", "s16"):
            spec = ObjectSpec(shape, texel, content="ends", as_float=True, is_linear=True)
            yield Case(f"ends/{shape}/{texel}", spec, _tex(shape), "inside", 256)
    steps = ObjectSpec("1d", "s8", content="count", as_float=True, is_linear=True, extent=(256, 0, 0))
    yield Case("ends/steps of s8", steps, _tex("1d"), "inside", 4096)
    pairs = replace(steps, content="mixed", extent=(4096, 0, 0))
    yield Case("ends/pairs of s8", pairs, _tex("1d"), "inside", 4096)


def _stores() -> Iterator[Case]:
    spec = ObjectSpec("1d", "f16", 1, is_surface=True, extent=(4, 0, 0))
    for nan in NANS:
        text = f"mov.b32 %c4, {nan}; sust.p.1d.b32.trap [$t, {{%c0}}], {{%c4}};"
        yield Case(f"sust.p/f16/{nan}", spec, text, "each:1", 1, True)
