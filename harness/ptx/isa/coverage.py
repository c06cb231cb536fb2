"""The instructions of the cpu device, their exactness, and refused instructions.

``python -m harness.ptx.isa.coverage`` prints every form; ``docs/cpu-device.md`` has the refused ones.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator

from ...lazy import dataclass
from .error_bounds import error_bounds
from .row import Row
from .table import ROWS


@dataclass(frozen=True)
class RefusedPtx:
    what: str
    opcode: str
    why: str


REFUSED = (
    RefusedPtx("`wgmma` with `.sp`, and of single bits", "wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16",
            "sparse matrices, and products that no framework uses"),
    RefusedPtx("`tcgen05`", "tcgen05.ld.sync.aligned.16x64b.x1.b32", "tensor memory of sm_100 and later"),
    RefusedPtx("`mma.sp`, `mma` with `.block_scale` or `.kind`", "mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
            "sparse and block-scaled matrices, which CUDA C++ has no function for"),
    RefusedPtx("`ldmatrix`, `stmatrix` of 8, 6 and 4 bits", "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8",
            "sm_100 and later"),
    RefusedPtx("`cp.async.bulk.tensor` with `.im2col`, `.tile::gather4`, `.tile::scatter4` or `.cta_group`",
            "cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes",
            "only tiles are there; gathers, scatters and groups need sm_100"),
    RefusedPtx("`cp.reduce.async.bulk` with `.min` or `.max` of halves",
            "cp.reduce.async.bulk.global.shared::cta.bulk_group.min.f16x2", "only `.add` of halves is there"),
    RefusedPtx("`mad.f32` without a rounding", "mad.f32", "of PTX 1.x, where its product is truncated"),
    RefusedPtx("`tex.2dms`, `tex.a2dms`", "tex.2dms.v4.f32.s32", "CUDA makes no textures of several samples"),
    RefusedPtx("`txq` and `suq` of other facts than extents", "txq.filter_mode.b32",
            "an H100's driver does not load them"),
    RefusedPtx("`txq.level`", "txq.level.width.b32", "an object has one level"),
    RefusedPtx("`istypep`", "istypep.texref", "there are no variables of opaque types"),
    RefusedPtx("`multimem`", "multimem.ld_reduce.global.add.f32", "there is one device"),
    RefusedPtx("`alloca`, `stacksave`, `stackrestore`", "alloca.u64", "frames have a fixed size; use an array"),
    RefusedPtx("`red`, `atom` with `.min` or `.max` of vectors of halves", "red.global.v2.f16x2.max.noftz",
            "only `.add` of vectors is there"),
    RefusedPtx("`shfl` without `.sync`", "shfl.up.b32", "no target from sm_70 on has it"),
    RefusedPtx("`redux` of f32", "redux.sync.min.f32", "sm_100a only"),
    RefusedPtx("`cvt` to formats of 4 and 6 bits, `ue8m0`, `.rs`", "cvt.rn.satfinite.e2m1x2.f32", "sm_100a only"),
)  # fmt: skip
"""Instructions that are refused by name."""


def coverage() -> str:
    """Return a line for every known form: its syntax, class, and exactness or error bound."""
    # Notation of PTX ISA 9.0: ``{.x}`` may be left out, ``.(x|y)`` is one of the words.
    return "\n".join(f"{row.shown}\t{row.family}\t{_result(row)}" for row in _rows()) + "\n"


def _rows() -> Iterator[Row]:
    return (row for row in ROWS if not row.name.startswith("kh_"))


def _result(row: Row) -> str:
    if row.exact:
        return "exact"
    if row.family == "matrix":
        return "matrix"
    bounds = dict.fromkeys(bound.shown for opcode in _opcodes(row) for bound in error_bounds(opcode))
    return " or ".join(bounds)


def _opcodes(row: Row) -> Iterator[str]:
    choices = [(*m.words, None) if m.is_optional else m.words for m in row.modifiers]
    for words in itertools.product(*choices):
        yield ".".join((row.name, *(word for word in words if word)))


if __name__ == "__main__":
    sys.stdout.write(coverage())
