"""Kernels that run one texture or surface instruction in each lane, and objects for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from harness.ptx.launch.executor import Executor, LaunchReport
from harness.ptx.launch.watch import UNWATCHED, Watch
from harness.ptx.memory import Allocation
from harness.ptx.textures import Texels
from tests.ptx.ptx_text import launch_on

ENTRY = """\
.version 8.5
.target sm_90
.address_size 64
.visible .entry k(.param .u64 to, .param .u64 words, .param .u64 object)
{
.reg .b64 %t, %to, %from, %d<2>;
.reg .b32 %c<8>, %o<4>, %i;
.reg .b16 %h<4>;
.reg .pred %p;
mov.u32 %i, %tid.x;
ld.param.u64 %t, [object];
ld.param.u64 %from, [words];
mad.wide.u32 %from, %i, 32, %from;
ld.param.u64 %to, [to];
mad.wide.u32 %to, %i, 16, %to;
ld.global.v4.b32 {%c0, %c1, %c2, %c3}, [%from];
ld.global.v4.b32 {%c4, %c5, %c6, %c7}, [%from+16];
mov.b32 %o0, 0; mov.b32 %o1, 0; mov.b32 %o2, 0; mov.b32 %o3, 0;
"""
"""The handle is ``%t``, a lane's operands ``%c0`` to ``%c7``, its results ``%o0`` to ``%o3``."""


def module(text: str) -> str:
    return f"{ENTRY}{text}\nst.global.v4.b32 [%to], {{%o0, %o1, %o2, %o3}};\nret;\n}}\n"


def texels_of(
    executor: Executor, data: NDArray[Any], channel_type: str, geometry: str, channels: int = 1
) -> tuple[Texels, Allocation]:
    """Return texels in device memory; `data` has the shape (slices, rows, texels, channels), leading ones left out."""
    memory = executor.memory.allocate(data.nbytes, "texels")
    memory.data[:] = np.ascontiguousarray(data).reshape(-1).view(np.uint8)
    memory.define()
    extents = data.shape if channels == 1 else data.shape[:-1]
    depth, height, width = (1,) * (3 - len(extents)) + tuple(extents)
    if geometry == "a1d":
        depth, height = height, 1
    return Texels(memory.address, channel_type, channels, geometry, width, height, depth), memory


def run(
    executor: Executor,
    text: str,
    handle: int,
    words: Sequence[Sequence[int]] | NDArray[Any],
    watch: Watch = UNWATCHED,
) -> tuple[NDArray[np.uint32], LaunchReport]:
    """Run an instruction, one lane for each row of operands; returns four words a lane, and the report."""
    given = np.zeros((len(words), 8), np.uint32)
    rows = np.asarray(words)
    given[:, : rows.shape[1]] = rows.astype(np.float32).view(np.uint32) if rows.dtype.kind == "f" else rows
    arrays, handle = [np.zeros((len(given), 4), np.uint32), given], np.uint64(handle)
    options = {"block": (len(given), 1, 1), "watch": watch, "clear": False}
    (out, _), report = launch_on(executor, module(text), "k", arrays, handle, **options)
    return out, report
