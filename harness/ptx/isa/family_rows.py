"""Rows of matrix, texture, surface and video instructions, in the notation of `harness.ptx.isa.row`.

Floating-point sums of matrix instructions are not exact to the bit: PTX leaves their order and intermediate rounding
open. The table does not check which architecture has a form.

PTX ISA 9.0, chapters 9.7.10 "Texture Instructions", 9.7.11 "Surface Instructions", 9.7.14 "Warp Level Matrix
Multiply-Accumulate Instructions", and 9.7.17 and 9.7.18 on video instructions.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from ..ir.traced import Exchange
from ..lower import matrix, texture, video
from . import initcheck
from .row import Order, Row

_multiply = partial(Row, lower=matrix.multiply, family="matrix", meets=True, initcheck=initcheck.MATRIX)
# Each lane loads and stores elements of its own, at the distance of rows that the third operand gives.
_group = partial(
    Row,
    lower=matrix.multiply_group,
    family="matrix",
    meets=True,
    accumulates=True,
    initcheck=initcheck.GROUP_MATRIX,
)
_of_lanes = partial(Row, meets=True, selects=(2,), exchange=Exchange.OWN)
_load = partial(_of_lanes, lower=matrix.load, family="load", initcheck=initcheck.MATRIX_LOAD)
_store = partial(
    _of_lanes, lower=matrix.store, family="store", writes=False, initcheck=initcheck.MATRIX_STORE
)


def _shapes(depth: int, columns: Iterable[int] = range(8, 257, 8)) -> str:
    return "(shape:" + " ".join(f"m64n{n}k{depth}" for n in columns) + ")"


_WGMMA = "wgmma.mma_async.sync.aligned"

MATRIX_ROWS: tuple[Row, ...] = (
    _multiply("mma.sync.aligned(shape:m8n8k4)(alayout:row col)(blayout:row col)(dtype:f16)(atype:f16)"
        "(btype:f16)(ctype:f16)", exact=False),
    _multiply("mma.sync.aligned(shape:m8n8k4)(alayout:row col)(blayout:row col)(dtype:f32)(atype:f16)"
        "(btype:f16)(ctype:f16 f32)", exact=False),
    _multiply("mma.sync.aligned(shape:m16n8k8 m16n8k16).row.col(dtype:f16)(atype:f16)(btype:f16)"
        "(ctype:f16)", exact=False),
    _multiply("mma.sync.aligned(shape:m16n8k8 m16n8k16).row.col(dtype:f32)(atype:f16)(btype:f16)"
        "(ctype:f32)", exact=False),
    _multiply("mma.sync.aligned(shape:m16n8k4 m16n8k8).row.col(dtype:f32)(atype:tf32)(btype:tf32)"
        "(ctype:f32)", exact=False),
    _multiply("mma.sync.aligned(shape:m16n8k8 m16n8k16).row.col(dtype:f32)(atype:bf16)(btype:bf16)"
        "(ctype:f32)", exact=False),
    _multiply("mma.sync.aligned(shape:m16n8k16 m16n8k32).row.col(dtype:f16)(atype:e4m3 e5m2)(btype:e4m3 e5m2)"
        "(ctype:f16)", exact=False),
    _multiply("mma.sync.aligned(shape:m16n8k16 m16n8k32).row.col(dtype:f32)(atype:e4m3 e5m2)(btype:e4m3 e5m2)"
        "(ctype:f32)", exact=False),
    _multiply("mma.sync.aligned(shape:m8n8k4 m16n8k4 m16n8k8 m16n8k16).row.col(dtype:f64)(atype:f64)(btype:f64)"
        "(ctype:f64){<rnd>}", exact=False),
    _multiply("mma.sync.aligned(shape:m8n8k16 m16n8k16 m16n8k32).row.col{<satfinite>}(dtype:s32)(atype:u8 s8)"
        "(btype:u8 s8)(ctype:s32)"),
    _multiply("mma.sync.aligned(shape:m8n8k32 m16n8k32 m16n8k64).row.col{<satfinite>}(dtype:s32)(atype:u4 s4)"
        "(btype:u4 s4)(ctype:s32)"),
    _multiply("mma.sync.aligned(shape:m8n8k128 m16n8k128 m16n8k256).row.col(dtype:s32)(atype:b1)(btype:b1)"
        "(ctype:s32)(operation:xor and).popc"),
    _multiply("wmma.mma.sync.aligned(alayout:row col)(blayout:row col)(shape:m16n16k16 m8n32k16 m32n8k16)"
        "(dtype:f16 f32)(ctype:f16 f32){<satfinite>}", exact=False),
    _multiply("wmma.mma.sync.aligned(alayout:row col)(blayout:row col)(shape:m16n16k16 m8n32k16 m32n8k16)"
        "(dtype:f32)(atype:bf16)(btype:bf16)(ctype:f32)", exact=False),
    _multiply("wmma.mma.sync.aligned(alayout:row col)(blayout:row col)(shape:m16n16k8)(dtype:f32)(atype:tf32)"
        "(btype:tf32)(ctype:f32)", exact=False),
    _multiply("wmma.mma.sync.aligned(alayout:row col)(blayout:row col)(shape:m8n8k4)(dtype:f64)(atype:f64)"
        "(btype:f64)(ctype:f64){<rnd>}", exact=False),
    _multiply("wmma.mma.sync.aligned(alayout:row col)(blayout:row col)(shape:m16n16k16 m8n32k16 m32n8k16)"
        "(dtype:s32)(atype:u8 s8)(btype:u8 s8)(ctype:s32){<satfinite>}"),
    _multiply("wmma.mma.sync.aligned.row.col(shape:m8n8k32)(dtype:s32)(atype:u4 s4)(btype:u4 s4)"
        "(ctype:s32){<satfinite>}"),
    _multiply("wmma.mma(operation:xor and).popc.sync.aligned.row.col(shape:m8n8k128)(dtype:s32)(atype:b1)"
        "(btype:b1)(ctype:s32)"),
    _group(f"{_WGMMA}{_shapes(16)}(dtype:f16 f32)(atype:f16)(btype:f16)", exact=False),
    _group(f"{_WGMMA}{_shapes(16)}(dtype:f32)(atype:bf16)(btype:bf16)", exact=False),
    _group(f"{_WGMMA}{_shapes(8)}(dtype:f32)(atype:tf32)(btype:tf32)", exact=False),
    _group(f"{_WGMMA}{_shapes(32)}(dtype:f16 f32)(atype:e4m3 e5m2)(btype:e4m3 e5m2)", exact=False),
    _group(f"{_WGMMA}{_shapes(32, (8, 24, *range(16, 257, 16)))}{{<satfinite>}}(dtype:s32)(atype:u8 s8)(btype:u8 s8)"),
    *(
        Row(f"wgmma.{name}.sync.aligned", lower, "fence", writes=False, meets=True)
        for name, lower in (
            ("fence", matrix.pass_together), ("commit_group", matrix.commit_group), ("wait_group", matrix.wait_group),
        )
    ),
    _load("wmma.load(matrix:a b).sync.aligned<layout>(shape:m16n16k16 m8n32k16 m32n8k16){<mspace>}"
        "(type:f16 bf16 u8 s8)"),
    _load("wmma.load(matrix:a b).sync.aligned<layout>(shape:m16n16k8){<mspace>}(type:tf32)"),
    _load("wmma.load(matrix:a b c).sync.aligned<layout>(shape:m8n8k4){<mspace>}(type:f64)"),
    _load("wmma.load(matrix:a).sync.aligned(layout:row)(shape:m8n8k32){<mspace>}(type:u4 s4)"),
    _load("wmma.load(matrix:b).sync.aligned(layout:col)(shape:m8n8k32){<mspace>}(type:u4 s4)"),
    _load("wmma.load(matrix:a).sync.aligned(layout:row)(shape:m8n8k128){<mspace>}(type:b1)"),
    _load("wmma.load(matrix:b).sync.aligned(layout:col)(shape:m8n8k128){<mspace>}(type:b1)"),
    _load("wmma.load(matrix:c).sync.aligned<layout>(shape:m16n16k16 m8n32k16 m32n8k16){<mspace>}(type:f16 f32 s32)"),
    _load("wmma.load(matrix:c).sync.aligned<layout>(shape:m16n16k8){<mspace>}(type:f32)"),
    _load("wmma.load(matrix:c).sync.aligned<layout>(shape:m8n8k32 m8n8k128){<mspace>}(type:s32)"),
    _store("wmma.store.d.sync.aligned<layout>(shape:m16n16k16 m8n32k16 m32n8k16){<mspace>}(type:f16 f32 s32)"),
    _store("wmma.store.d.sync.aligned<layout>(shape:m16n16k8){<mspace>}(type:f32)"),
    _store("wmma.store.d.sync.aligned<layout>(shape:m8n8k4){<mspace>}(type:f64)"),
    _store("wmma.store.d.sync.aligned<layout>(shape:m8n8k32 m8n8k128){<mspace>}(type:s32)"),
    Row("ldmatrix.sync.aligned.m8n8(count:x1 x2 x4){(trans:trans)}{<sspace>}.b16",
        matrix.load_rows, "load", initcheck.ROWS_LOAD, meets=True),
    Row("stmatrix.sync.aligned.m8n8(count:x1 x2 x4){(trans:trans)}{<sspace>}.b16", matrix.store_rows, "store",
        initcheck.MATRIX_STORE, writes=False, meets=True),
    Row("movmatrix.sync.aligned.m8n8.trans.b16", matrix.transpose, "shuffle", initcheck.MATRIX_MOVE, meets=True),
)  # fmt: skip


_sample = partial(Row, lower=texture.sample, family="texture", initcheck=initcheck.TEXELS)
_gather = partial(Row, lower=texture.gather, family="texture", initcheck=initcheck.TEXELS)
_query = partial(Row, lower=texture.query, family="convert")

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
    Row(f"suld.b{_GEOMETRY}{{<cache>}}{{(vec:v2 v4)}}(type:b8 b16 b32 b64){_CLAMP}", texture.surface_load,
        "load", initcheck.LOAD, order=Order.INCOHERENT),
    Row(f"sust.b{_GEOMETRY}{{<scache>}}{{(vec:v2 v4)}}(type:b8 b16 b32 b64){_CLAMP}", texture.surface_store,
        "store", initcheck.STORE, writes=False),
    Row(f"sust.p{_GEOMETRY}{{(vec:v2 v4)}}(type:b32){_CLAMP}", texture.surface_store_texel, "store",
        initcheck.STORE, writes=False),
    Row(f"sured.b(operation:add){_PLANE}(type:u32 s32 u64){_CLAMP}", texture.surface_reduce, "atomic",
        initcheck.REDUCTION, writes=False, order=Order.ATOMIC, is_ordered=True),
    Row(f"sured.b(operation:min max){_PLANE}(type:u32 s32 u64 s64){_CLAMP}", texture.surface_reduce, "atomic",
        initcheck.REDUCTION, writes=False, order=Order.ATOMIC, is_ordered=True),
    Row(f"sured.b(operation:and or){_PLANE}(type:b32){_CLAMP}", texture.surface_reduce, "atomic",
        initcheck.REDUCTION, writes=False, order=Order.ATOMIC, is_ordered=True),
    Row(f"sured.p(operation:add min max and or){_PLANE}(type:b32){_CLAMP}", texture.surface_reduce, "atomic",
        initcheck.REDUCTION, writes=False, order=Order.ATOMIC, is_ordered=True),
)  # fmt: skip


_OPERATIONS = {
    "add": "add", "sub": "sub", "absdiff": "difference", "min": "min", "max": "max", "avrg": "average",
}  # fmt: skip
"""Operations by the instructions' names, without their first letter."""

VIDEO_ROWS = (
    *(
        Row(
            f"v{name}<word><word2><word3>{{<sat>}}{{<second>}}",
            video.scalar(operation, is_cut=name in ("add", "sub")),
            "integer",
        )
        for name, operation in _OPERATIONS.items()
        if operation != "average"
    ),
    *(
        Row(f"{name}<word><word2>(type3:u32){{<sat>}}(mode:clamp wrap){{<second>}}", video.shift, "integer")
        for name in ("vshl", "vshr")
    ),
    Row("vmad<word><word2><word3>{(po:po)}{<sat>}{(scale:shr7 shr15)}", video.multiply_add, "integer"),
    Row("vset<word2><word3>(condition:eq ne lt le gt ge){<second>}", video.scalar("compare"), "integer"),
    *(
        Row(f"v{name}{n}<word><word2><word3>{ending}", video.packed(operation), "integer")
        for name, operation in _OPERATIONS.items()
        for n in (2, 4)
        for ending in ("<sat>", "{(accumulate:add)}")
        if (operation, ending) != ("difference", "{(accumulate:add)}")
    ),
    *(
        Row(
            f"vset{n}<word2><word3>(condition:eq ne lt le gt ge){{(accumulate:add)}}",
            video.packed("compare"),
            "integer",
        )
        for n in (2, 4)
    ),
)
