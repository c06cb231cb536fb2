"""Textures and surfaces on a GPU: the cases that are recorded, their kernels, wrong accesses, and the recording.

``fixtures/gpu_textures`` has the digest of the cases, which of them were recorded, in order, and which failed, and why.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.agreement.recording_files import load, save
from tests.agreement.surface_cases import corner_cases, surface_loads, surface_reductions, surface_stores
from tests.agreement.texture_objects import (
    BORDER,
    CLAMP,
    EXTENTS,
    MIRROR,
    MODES,
    N_WORDS,
    POINTS,
    RESULTS,
    TEXELS,
    WRAP,
    Case,
    ObjectSpec,
    contents,
    lanes,
)

GRADIENTS = {
    "1d": "{%c4}, {%c5}", "a1d": "{%c4}, {%c5}", "2d": "{%c4, %c5}, {%c6, %c7}", "a2d": "{%c4, %c5}, {%c6, %c7}",
    "3d": "{%c4, %c5, %c6, %c6}, {%c7, %c6, %c5, %c5}", "cube": "{%c4, %c5, %c6, %c6}, {%c7, %c6, %c5, %c5}",
    "acube": "{%c4, %c5, %c6, %c6}, {%c7, %c6, %c5, %c5}",
}  # fmt: skip
OFFSETS = {"1d": "{-3}", "2d": "{2, -1}", "3d": "{1, -2, 7, 0}", "a1d": "{-8}", "a2d": "{7, -4}"}


def tex(geometry: str, mode: str = "", result: str = "f32", coordinate: str = "f32", more: str = "") -> str:
    """Return a ``tex``; `mode` is empty or ``.level``, ``.grad``, ``.base``; `more` are further operands."""
    return f"tex{mode}.{geometry}.v4.{result}.{coordinate} {RESULTS}, [$t, {POINTS[geometry]}]{more};"


@functools.cache
def cases() -> tuple[Case, ...]:
    """Return every case, in a fixed order."""
    found = [
        *_formats(), *_modes(), *_filters(), *_integers(), *_levels(), *_gathers(), *_cubes(), *_queries(),
        *corner_cases(), *surface_loads(), *surface_stores(), *surface_reductions(),
    ]  # fmt: skip
    names = [case.name for case in found]
    assert len(set(names)) == len(names), "names of cases must differ"
    return tuple(found)


def _result_type(spec: ObjectSpec) -> str:
    if spec.texel.startswith("f") or spec.as_float:
        return "f32"
    return "s32" if spec.texel.startswith("s") else "u32"


def _formats() -> Iterator[Case]:
    for texel in TEXELS:
        for channels in (1, 2, 4):
            for as_float in (False, True):
                if as_float and texel not in ("u8", "u16", "s8", "s16"):
                    continue
                spec = ObjectSpec("2d", texel, channels, as_float=as_float)
                name = f"format/{texel}x{channels}{'/float' if as_float else ''}"
                yield Case(name, spec, tex("2d", result=_result_type(spec)), "inside", 64)
                if texel.startswith("f") or as_float:
                    linear = replace(spec, is_linear=True)
                    yield Case(f"{name}/linear", linear, tex("2d"), "inside", 128)
    # every value of a byte
    for texel in ("u8", "s8"):
        spec = ObjectSpec("1d", texel, content="count", as_float=True, extent=(256, 0, 0))
        yield Case(f"every/{texel}", spec, tex("1d"), "each", 256)
    spec = ObjectSpec("1d", "u8", 4, content="count", as_float=True, is_srgb=True, extent=(256, 0, 0))
    yield Case("every/srgb", spec, tex("1d"), "each", 256)
    for texel in ("u16", "s16"):
        spec = ObjectSpec("1d", texel, as_float=True, extent=(1024, 0, 0))
        yield Case(f"many/{texel}", spec, tex("1d"), "each", 1024)
    half = ObjectSpec("2d", "f32", 4)
    text = "tex.2d.v4.f16.f32 {%h0, %h1, %h2, %h3}, [$t, {%c0, %c1}]; cvt.u32.u16 %o0, %h0; cvt.u32.u16 %o1, %h1; "
    text += "cvt.u32.u16 %o2, %h2; cvt.u32.u16 %o3, %h3;"
    yield Case("result/f16", half, text, "inside", 64)
    yield Case("result/f16/linear", replace(half, is_linear=True), text, "inside", 64)
    packed = "tex.2d.v2.f16x2.f32 {%o0, %o1}, [$t, {%c0, %c1}];"
    yield Case("result/f16x2", half, packed, "inside", 64)
    resident = f"tex.2d.v4.f32.f32 {RESULTS}|%p, [$t, {{%c0, %c1}}]; selp.b32 %o3, 1, 0, %p;"
    yield Case("result/resident", ObjectSpec("2d"), resident, "inside", 32)
    yield Case("result/u32 of f32", ObjectSpec("2d"), tex("2d", result="u32"), "inside", 32)
    yield Case("result/f32 of u8", ObjectSpec("2d", "u8"), tex("2d"), "inside", 32)


def _modes() -> Iterator[Case]:
    for shape in ("1d", "2d", "3d", "a1d", "a2d", "pitch"):
        for mode, value in MODES.items():
            for is_normalized in (False, True):
                for is_linear in (False, True):
                    spec = ObjectSpec(
                        shape, content="count", mode=value, is_normalized=is_normalized, is_linear=is_linear,
                        border=(-7.25, 3.0, 5.0, 9.0) if mode == "border" else (0.0, 0.0, 0.0, 0.0),
                    )  # fmt: skip
                    name = f"mode/{shape}/{mode}{'/normalized' * is_normalized}{'/linear' * is_linear}"
                    yield Case(name, spec, tex(spec.geometry), "edges", 192)
    for texel, as_float in (("u8", True), ("s16", True), ("u32", False), ("f16", False)):
        spec = ObjectSpec("2d", texel, 4, mode=BORDER, as_float=as_float, border=(0.25, -0.5, 3.0, 1.5))
        yield Case(f"border/{texel}", spec, tex("2d", result=_result_type(spec)), "edges", 192)
    for shape, offset in OFFSETS.items():
        for is_linear in (False, True):
            spec = ObjectSpec(shape, content="count", is_linear=is_linear, mode=WRAP, is_normalized=True)
            name = f"offset/{shape}{'/linear' * is_linear}"
            yield Case(name, spec, tex(spec.geometry, more=f", {offset}"), "edges", 192)


def _filters() -> Iterator[Case]:
    """What fits the filter: fractions, weights and their sums."""
    one = ObjectSpec("1d", content="one", is_linear=True)
    yield Case("weights/1d", one, tex("1d"), "fine", 2560)
    wide = replace(one, is_normalized=True)
    yield Case("weights/1d/normalized", wide, tex("1d"), "fine", 2560)
    odd = replace(wide, extent=(13, 0, 0))
    yield Case("weights/1d/normalized odd", odd, tex("1d"), "fine", 2560)
    for shape in ("2d", "3d"):
        spec = ObjectSpec(shape, content="one", is_linear=True, extent=(3, 3, 3 * (shape == "3d")))
        yield Case(f"weights/{shape}", spec, tex(shape), "inside", 2048)
    for shape in ("1d", "2d", "3d"):
        for texel in ("f32", "f16", "u8", "s8", "u16", "s16"):
            spec = ObjectSpec(shape, texel, as_float=texel[0] != "f", is_linear=True)
            yield Case(f"sums/{shape}/{texel}", spec, tex(shape), "inside", 768)
    yield Case(
        "sums/2d/srgb",
        ObjectSpec("2d", "u8", 4, as_float=True, is_linear=True, is_srgb=True),
        tex("2d"),
        "inside",
        256,
    )
    for size in (1, 2, 1000, 4096, 16384):
        spec = ObjectSpec("1d", content="count", is_linear=True, is_normalized=True, extent=(size, 0, 0))
        yield Case(f"large/{size}", spec, tex("1d"), "inside", 512)
        near = replace(spec, is_linear=False)
        yield Case(f"large/{size}/point", near, tex("1d"), "inside", 512)
        plain = replace(spec, is_normalized=False)
        yield Case(f"large/{size}/unnormalized", plain, tex("1d"), "inside", 512)


def _integers() -> Iterator[Case]:
    for shape in ("fetch", "1d", "2d", "3d", "a1d", "a2d", "pitch"):
        for around in ("", "/around"):
            for mode in ("clamp", "border"):
                spec = ObjectSpec(shape, content="count", mode=MODES[mode], border=(5.0, 0.0, 0.0, 0.0))
                text = tex(spec.geometry, coordinate="s32")
                yield Case(f"integer/{shape}/{mode}{around}", spec, text, "texels", 160)
    for texel in ("u8", "s16", "u32", "f16"):
        spec = ObjectSpec("fetch", texel, 4)
        text = tex("1d", result=_result_type(spec), coordinate="s32")
        yield Case(f"integer/fetch/{texel}", spec, text, "texels", 64)
    spec = ObjectSpec("fetch", "u8", 4, as_float=True)
    yield Case("integer/fetch/float", spec, tex("1d", coordinate="s32"), "texels", 64)
    yield Case(
        "integer/level", ObjectSpec("2d"), tex("2d", ".level", coordinate="s32", more=", %c4"), "texels", 64
    )
    yield Case("integer/base", ObjectSpec("2d"), tex("2d", ".base", coordinate="s32"), "texels", 64)
    yield Case("integer/linear", ObjectSpec("2d", is_linear=True), tex("2d", coordinate="s32"), "texels", 64)
    spec = ObjectSpec("2d", is_normalized=True, mode=WRAP)
    yield Case("integer/normalized/around", spec, tex("2d", coordinate="s32"), "texels", 64)
    yield Case("fetch/float coordinates", ObjectSpec("fetch", content="count"), tex("1d"), "edges", 192)


def _levels() -> Iterator[Case]:
    for shape in ("1d", "2d", "3d", "a1d", "a2d", "cube", "acube"):
        for is_linear in (False, True):
            spec = ObjectSpec(shape, is_linear=is_linear, is_normalized=shape in ("2d", "cube", "acube"))
            end = "/linear" * is_linear
            yield Case(f"level/{shape}{end}", spec, tex(shape, ".level", more=", %c7"), "inside", 96)
            yield Case(
                f"grad/{shape}{end}", spec, tex(shape, ".grad", more=f", {GRADIENTS[shape]}"), "inside", 96
            )
            yield Case(f"base/{shape}{end}", spec, tex(shape, ".base"), "inside", 96)


def _gathers() -> Iterator[Case]:
    for shape in ("2d", "a2d", "cube", "acube"):
        for k, component in enumerate("rgba"):
            mode = (CLAMP, WRAP, MIRROR, BORDER)[k]
            spec = ObjectSpec(shape, "f32", 4, content="count", mode=mode, is_normalized=True)
            text = f"tld4.{component}.{shape}.v4.f32.f32 {RESULTS}, [$t, {POINTS[shape]}];"
            yield Case(f"gather/{shape}/{component}", spec, text, "edges", 384)
    for texel, as_float, channels in (("u8", False, 4), ("s8", False, 2), ("u8", True, 1), ("u16", True, 4)):
        spec = ObjectSpec("2d", texel, channels, as_float=as_float)
        text = f"tld4.g.2d.v4.{_result_type(spec)}.f32 {RESULTS}, [$t, {{%c0, %c1}}];"
        yield Case(f"gather/{texel}x{channels}{'/float' * as_float}", spec, text, "edges", 192)
    text = f"tld4.r.2d.v4.f32.f32 {RESULTS}, [$t, {{%c0, %c1}}], {{3, -8}};"
    yield Case("gather/offset", ObjectSpec("2d", content="count"), text, "edges", 192)
    yield Case("gather/linear", ObjectSpec("2d", content="count", is_linear=True), text, "edges", 192)


def _cubes() -> Iterator[Case]:
    for shape in ("cube", "acube"):
        for is_linear in (False, True):
            for is_normalized in (False, True):
                spec = ObjectSpec(shape, content="count", is_linear=is_linear, is_normalized=is_normalized)
                name = f"cube/{shape}{'/normalized' * is_normalized}{'/linear' * is_linear}"
                yield Case(name, spec, tex(shape), "edges", 768)
    spec = ObjectSpec("cube", content="count", is_normalized=True, is_linear=True, is_seamless=True)
    yield Case("cube/seamless/linear", spec, tex("cube"), "edges", 768)
    spec = ObjectSpec("cube", content="count", is_normalized=True, mode=WRAP, is_linear=True)
    yield Case("cube/wrap/linear", spec, tex("cube"), "edges", 768)


TEXTURE_QUERIES = (
    "width", "height", "depth", "array_size", "num_mipmap_levels", "num_samples", "channel_data_type", "channel_order",
    "normalized_coords", "force_unnormalized_coords", "filter_mode", "addr_mode_0", "addr_mode_1", "addr_mode_2",
)  # fmt: skip
SURFACE_QUERIES = (
    "width", "height", "depth", "array_size", "channel_data_type", "channel_order", "memory_layout",
)  # fmt: skip


def _queries() -> Iterator[Case]:
    for shape in EXTENTS:
        spec = ObjectSpec(shape, "u8", 4)
        for query in TEXTURE_QUERIES:
            yield Case(f"txq/{query}/{shape}", spec, f"txq.{query}.b32 %o0, [$t];", "texels", 1)
        if shape in ("fetch", "pitch"):
            continue
        for query in SURFACE_QUERIES:
            surface = replace(spec, is_surface=True)
            yield Case(f"suq/{query}/{shape}", surface, f"suq.{query}.b32 %o0, [$t];", "texels", 1)
    for level in (0, 1):
        text = f"txq.level.width.b32 %o0, [$t], {level};"
        yield Case(f"txq/level {level}", ObjectSpec("2d"), text, "texels", 1)


def fingerprint() -> str:
    digest = hashlib.sha256()
    for case in cases():
        digest.update(repr(case).encode())
        digest.update(contents(case.spec).tobytes())
        digest.update(lanes(case).tobytes())
    return digest.hexdigest()


N_RESULTS = 4
"""32-bit results of a lane."""

_ENTRY = """\
.visible .entry {name}(.param .u64 to, .param .u64 object, .param .u64 words, .param .u32 n) {{
  .reg .b64 %t, %to, %from, %d<2>; .reg .b32 %c<8>, %o<4>, %i, %n, %k; .reg .b16 %h<4>; .reg .pred %p, %past;
  ld.param.u32 %n, [n]; mov.u32 %i, %ctaid.x; mov.u32 %k, %ntid.x; mul.lo.u32 %i, %i, %k; mov.u32 %k, %tid.x;
  add.u32 %i, %i, %k; setp.ge.u32 %past, %i, %n; @%past ret;
  ld.param.u64 %t, [object]; ld.param.u64 %from, [words]; mad.wide.u32 %from, %i, {in_bytes}, %from;
  ld.param.u64 %to, [to]; mad.wide.u32 %to, %i, {out_bytes}, %to;
  ld.global.v4.b32 {{%c0, %c1, %c2, %c3}}, [%from]; ld.global.v4.b32 {{%c4, %c5, %c6, %c7}}, [%from+16];
  mov.b32 %o0, 0; mov.b32 %o1, 0; mov.b32 %o2, 0; mov.b32 %o3, 0;
  {body}
  {store}
  ret;
}}
"""
_STORE = "st.global.v4.b32 [%to], {%o0, %o1, %o2, %o3};"


@functools.cache
def entries() -> dict[tuple[str, bool], str]:
    """Return the name of each kernel by its instruction and whether the object is the result."""
    keys = dict.fromkeys((case.text, case.writes) for case in cases())
    return {key: f"k{number}" for number, key in enumerate(keys)}


def entry_of(case: Case) -> str:
    return entries()[case.text, case.writes]


def module(*names: str) -> str:
    texts = [
        _ENTRY.format(
            name=name,
            body=text.replace("$t", "%t"),
            store="" if writes else _STORE,
            in_bytes=4 * N_WORDS,
            out_bytes=4 * N_RESULTS,
        )
        for (text, writes), name in entries().items()
        if not names or name in names
    ]
    return "\n".join([".version 9.0\n.target sm_90\n.address_size 64\n", *texts])


_TEXTURE, _SURFACE, _STORED = "format/f32x1", "suld/2d/b32/trap", "sust/2d/b32/trap"


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
    "sust behind its row": WrongAccess(_STORED, (4 * 13, 0)),
    "sust unaligned": WrongAccess(_STORED, (2, 0)),
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


FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "gpu_textures"
SCHEMA = "kernel-harness/gpu-textures"


@dataclass(frozen=True)
class TextureRecording:
    """What a GPU gave.

    `made_with`: device, driver, CUDA. `digest`: of the cases, `texture_cases.fingerprint`. `results`: bytes by case.
    `failed`: message by case. `faults`: the driver's error by the name of a wrong access.
    """

    made_with: Mapping[str, str]
    digest: str
    results: Mapping[str, NDArray[np.uint8]] = field(repr=False)
    failed: Mapping[str, str]
    faults: Mapping[str, str]


def write(folder: Path, recording: TextureRecording) -> None:
    document = {
        "made_with": dict(recording.made_with),
        "digest": fingerprint(),
        "recorded": [[name, len(data)] for name, data in recording.results.items()],
        "failed": dict(recording.failed),
        "faults": dict(recording.faults),
    }
    save(folder, SCHEMA, document, b"".join(map(_planes, recording.results.values())))


def read() -> TextureRecording:
    document, packed = load(FOLDER, SCHEMA)
    results = {
        name: _whole(np.frombuffer(packed.take(size), np.uint8)) for name, size in document["recorded"]
    }
    packed.end()
    return TextureRecording(
        document["made_with"], document["digest"], results, document["failed"], document["faults"]
    )


def _planes(data: NDArray[np.uint8]) -> bytes:
    n = len(data) // 16 * 16
    return data[:n].reshape(-1, 16).T.tobytes() + data[n:].tobytes()


def _whole(planes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    n = len(planes) // 16 * 16
    return np.concatenate([planes[:n].reshape(16, -1).T.ravel(), planes[n:]])
