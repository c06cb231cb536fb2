"""Rows of the instructions on texture and surface objects, in the notation of `harness.ptx.emit.row`.

References
----------
PTX ISA 9.0, chapters 9.7.10 "Texture Instructions" and 9.7.11 "Surface Instructions".
"""

from __future__ import annotations

from functools import partial

from ..emit.row import Order, Row
from ..initcheck import rules as _u
from ..lower import texture as _t

_sample = partial(Row, lower=_t.sample, family="texture", initcheck=_u.TEXELS)
_gather = partial(Row, lower=_t.gather, family="texture", initcheck=_u.TEXELS)
_query = partial(Row, lower=_t.query, family="convert")

_ANY = "(geometry:1d 2d 3d a1d a2d cube acube)"
_GEOMETRY = "(geometry:1d 2d 3d a1d a2d)"
_PLANE = "(geometry:1d 2d 3d)"
_CLAMP = "(clamp:trap clamp zero)"

TEXTURE_ROWS: tuple[Row, ...] = (
    _sample(f"tex{{(mode:base level grad)}}{_ANY}.v4(type:u32 s32 f16 f32)(coordinate:s32 f32)"),
    _sample(f"tex{{(mode:base level grad)}}{_ANY}.v2(type:f16x2)(coordinate:s32 f32)"),
    _gather("tld4(component:r g b a)(geometry:2d a2d cube acube).v4(type:u32 s32 f32)(coordinate:f32)"),
    _query("txq(query:width height depth)(type:b32)"),
    _query("suq(query:width height depth)(type:b32)"),
    Row(f"suld.b{_GEOMETRY}{{<cache>}}{{(vec:v2 v4)}}(type:b8 b16 b32 b64){_CLAMP}", _t.surface_load, "load",
        order=Order.INCOHERENT, initcheck=_u.LOAD),
    Row(f"sust.b{_GEOMETRY}{{<scache>}}{{(vec:v2 v4)}}(type:b8 b16 b32 b64){_CLAMP}", _t.surface_store, "store",
        writes=False, initcheck=_u.STORE),
    Row(f"sust.p{_GEOMETRY}{{(vec:v2 v4)}}(type:b32){_CLAMP}", _t.surface_store_texel, "store",
        writes=False, initcheck=_u.STORE),
    Row(f"sured.b(operation:add){_PLANE}(type:u32 s32 u64){_CLAMP}", _t.surface_reduce, "atomic",
        writes=False, order=Order.ATOMIC, is_ordered=True, initcheck=_u.REDUCTION),
    Row(f"sured.b(operation:min max){_PLANE}(type:u32 s32 u64 s64){_CLAMP}", _t.surface_reduce, "atomic",
        writes=False, order=Order.ATOMIC, is_ordered=True, initcheck=_u.REDUCTION),
    Row(f"sured.b(operation:and or){_PLANE}(type:b32){_CLAMP}", _t.surface_reduce, "atomic",
        writes=False, order=Order.ATOMIC, is_ordered=True, initcheck=_u.REDUCTION),
    Row(f"sured.p(operation:add min max and or){_PLANE}(type:b32){_CLAMP}", _t.surface_reduce, "atomic",
        writes=False, order=Order.ATOMIC, is_ordered=True, initcheck=_u.REDUCTION),
)  # fmt: skip
