"""Lowers instructions of thread block clusters, and ``nanosleep``. PTX ISA 9.0, chapters 9.7.9 and 9.7.13."""

from __future__ import annotations

from ..layout import SLICE_BITS, Warp
from ..text.syntax import Instruction
from .emitter import Emitter, Modifiers, read_special
from .llvm_text import bits_of, ivec, splat
from .warp import jump

MAX_RANK = 255
"""Ranks that a shared address can carry; no cluster has so many blocks."""


def arrive(e: Emitter, i: Instruction, m: Modifiers) -> None:
    words = (m["aligned"] != "", m["order"] == "relaxed")
    e.runtime("kh_cluster_arrive", "%worker", "%warp", e.exec_mask, e.site(), *words)


def wait(e: Emitter, i: Instruction, m: Modifiers) -> None:
    where = (e.block.index + 1, e.site())
    e.runtime("kh_cluster_wait", "%worker", "%warp", e.mask, *where, m["aligned"] != "")
    e.stmt("br label %dispatch")


def map_address(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``mapa``: the same place in the shared memory of the block of another rank.

    A rank outside the cluster gives an unmapped address.
    """
    d, a, rank = i.operands
    kind = m["type"]
    bits = bits_of(kind)
    vec = ivec(bits)
    # a larger rank would run over into bits of the address that say something else
    bounded = e.call(
        "<32 x i32>", "llvm.umin.v32i32", ("<32 x i32>", e.read(rank, "u32")), ("<32 x i32>", splat(32, MAX_RANK))
    )  # fmt: skip
    moved = e.tmp(f"shl {vec} {e.resize(bounded, 32, bits)}, {splat(bits, SLICE_BITS)}")
    # only the rank is replaced: a generic address keeps its window
    rest = e.tmp(f"and {vec} {e.read(a, kind)}, {splat(bits, ~(MAX_RANK << SLICE_BITS))}")
    e.write(d, e.tmp(f"or {vec} {rest}, {moved}"), kind)


def rank_of_address(e: Emitter, i: Instruction, m: Modifiers) -> None:
    d, a = i.operands
    kind = m["type"]
    bits = bits_of(kind)
    value = e.read(a, kind)
    # without mapa or a multicast no address of another block comes about, and none carries a rank
    if not e.flow.has_slices:
        e.write(d, read_special(e, "%cluster_ctarank")[0], "u32")
        return
    moved = e.tmp(f"lshr {ivec(bits)} {value}, {splat(bits, SLICE_BITS)}")
    e.write(d, e.resize(e.tmp(f"and {ivec(bits)} {moved}, {splat(bits, MAX_RANK)}"), bits, 32), "u32")


def sleep(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``nanosleep``: other lanes and warps go first. The hardware decides on the duration."""
    e.runtime("kh_rest", "%warp", e.mask)


def rest(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Continue, through the scheduler if lanes rest."""
    following = e.block.index + 1
    none = e.tmp(f"icmp eq i32 {e.field('%warp', Warp.resting.offset)}, 0")
    e.is_whole = e.tmp(f"and i1 {e.is_whole}, {none}")
    jump(e, following)
