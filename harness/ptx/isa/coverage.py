"""Writes ``docs/ptx-coverage.md``: the instructions of the cpu device, their exactness, and refused instructions.

After a change of the instruction table::

    python -m harness.ptx.isa.coverage docs/ptx-coverage.md
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..emit.row import Row
from .error_bounds import error_bounds
from .table import ROWS


@dataclass(frozen=True)
class RefusedPtx:
    """A refused group of instructions, an example opcode, and the reason."""

    what: str
    opcode: str
    why: str


REFUSED = (
    RefusedPtx("`wgmma`", "wgmma.fence.sync.aligned", "needs matrix descriptors and asynchronous warpgroups of sm_90a"),
    RefusedPtx("`tcgen05`", "tcgen05.ld.sync.aligned.16x64b.x1.b32", "tensor memory of sm_100 and later"),
    RefusedPtx("`mma.sp`, `mma` with `.block_scale` or `.kind`", "mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
            "sparse and block-scaled matrices, which CUDA C++ has no function for"),
    RefusedPtx("`ldmatrix`, `stmatrix` of 8, 6 and 4 bits", "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8",
            "sm_100 and later"),
    RefusedPtx("`cp.async.bulk.tensor`, `tensormap`", "cp.async.bulk.tensor.1d.shared::cluster.global.tile",
            "tensor maps are opaque; the driver makes them"),
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

OTHER_LIMITS = (
    "Functions without a body, but for `vprintf`, `__assertfail`, `malloc` and `free`: launches from the device are "
    "refused. The device heap, 8 MiB, starts empty in every launch; its blocks are checked for bounds and use after "
    "free, not for races or bits that were never written. A launch may print 1 MiB.",
    "A variable by its name in an access of another space, or of none unless it is `.global` or `.const`: an access "
    "without a space takes a generic address.",
    "Textures and surfaces by a reference, by a sampler of their own, or with a depth to compare: an object's handle "
    "in a 64-bit register is the one form that is there. An object has one level, so `.level` and `.grad` choose "
    "nothing. Anisotropic filters, filters over the edges of a cube, and conversion from sRGB are refused by the "
    "driver's functions.",
    "`%envreg` but for 1 and 2, `%pm`, `%current_graph_exec`: these special registers are refused.",
    "Which target an instruction needs is not checked: the assembler does that.",
)

_HEAD = """\
# PTX coverage of the cpu device

<!-- made by python -m harness.ptx.isa.coverage docs/ptx-coverage.md -->

What the executor knows, in the notation of PTX ISA 9.0: `{.x}` may be left out, `.(x|y)` is one of the words. *exact*
results are those of the hardware bit for bit. Others are computed as exactly as the result's type allows, which lies
within the bound that the manual gives; *matrix* sums are those of `mma` in floating point, see below. Any other
instruction is refused with its name and line.

Modifiers of `atom` and `red` may come in any order, `.ftz` of `div` also first, as in older manuals, and `.ftz` of an
approximation in f32 also last, as in cuRAND's headers. Operands may
be constant expressions, sums of a register and a constant, elements of a variable (`a[2]`), vector registers and their
elements (`v.x`). `vote` without `.sync` is a vote of the lanes that execute it together; which those are depends on
the schedule.

| instruction | class | result |
|---|---|---|
"""

_MATRIX = """
## Sums of matrices

PTX leaves open in which order `mma` and `wmma` add in floating point, and how intermediate sums are rounded. Here
products are exact, sums are held in double, and the result is rounded once; in f64 every step is a fused multiply-add.
Hardware may keep fewer bits while it adds, so its results may differ in the last places of the largest term.
`wmma` fragments are those of `mma`, tile by tile; PTX leaves them open too. All 32 lanes must execute a matrix
instruction together; a warp with fewer is a fault (`barrier-divergence`).

## Textures and surfaces

The texels of an object lie row by row in ordinary memory. Coordinates, filters and conversions are bit for bit
those of an H100 ([fidelity.md](fidelity.md#textures-and-surfaces)). An access outside of a surface with `.trap`
is a fault, and so are a handle of no object or of one of another geometry, and coordinates of the wrong type.

`python benchmarks/texture_samples.py` runs kernels of NVIDIA's cuda-samples at commit c94ff366, compiled by NVRTC 13.0
for sm_90, under racecheck and initcheck, without a finding. The error is that against exact weights, in NumPy.

| sample | values | largest error | largest value |
| --- | --- | --- | --- |
| simpleTexture, simpleTextureDrv, simpleSurfaceWrite | 4096 each | 0.004 | 2 |
| simplePitchLinearTexture, of rows and of an array | 4096 each | 0 | 2 |
| simpleLayeredTexture | 20480 | 0 | 316 |
| simpleCubemapTexture | 24576 | 0 | 384 |
| simpleTexture3D | 4096 | 0 | 255 |
| SobelFilter, `SobelTex` | 4096 | 0 | 255 |

## Calls

Calls are expanded in place. Functions that are recursive or called through a pointer have frames on a stack of 16 KiB a
thread; what they keep there counts as local memory. More is a fault (`stack-overflow`).
"""


def coverage() -> str:
    """Return the document."""
    lines = [f"| `{_shown(row)}` | {row.family} | {_result(row)} |" for row in ROWS if not _is_internal(row)]
    refused = [f"| {refusal.what} | {refusal.why} |" for refusal in REFUSED]
    limits = [f"- {limit}" for limit in OTHER_LIMITS]
    parts = [
        _HEAD + "\n".join(lines),
        _MATRIX.rstrip(),
        "\n## Refused\n\n| instructions | why |\n|---|---|\n" + "\n".join(refused),
        "\n".join(limits),
    ]
    return "\n".join(parts[:2]) + "\n" + parts[2] + "\n\n" + parts[3] + "\n"


def _is_internal(row: Row) -> bool:
    return row.name.startswith("kh_")


def _shown(row: Row) -> str:
    return row.shown.replace("|", "\\|")


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


def main(arguments: Sequence[str]) -> None:
    """Write the document atomically."""
    path = Path(arguments[0])
    fresh = path.with_name(f".{path.name}.tmp")
    fresh.write_text(coverage(), encoding="utf-8")
    fresh.replace(path)


if __name__ == "__main__":
    main(sys.argv[1:])
