"""Row softmax in Triton, one program per row: what a user of Triton writes first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import triton
import triton.language as tl


@triton.jit
def _row(inp, out, inp_stride, out_stride, n_cols, block: tl.constexpr):  # type: ignore[no-untyped-def]
    row = tl.program_id(0).to(tl.int64)
    cols = tl.arange(0, block)
    inside = cols < n_cols
    values = tl.load(inp + row * inp_stride + cols, mask=inside, other=-float("inf")).to(tl.float32)
    weights = tl.exp(values - tl.max(values, 0))
    result = weights / tl.sum(weights, 0)
    tl.store(out + row * out_stride + cols, result.to(out.dtype.element_ty), mask=inside)


def launch(x: torch.Tensor, out: torch.Tensor, n_warps: int | None = None) -> Callable[[], Any]:
    """Return a call that computes the rows of x into out; with more warps for longer rows when not given."""
    block = triton.next_power_of_2(x.shape[1])
    if n_warps is None:
        n_warps = 4 if block < 2048 else 8 if block < 8192 else 16 if block < 32768 else 32
    return lambda: _row[(x.shape[0],)](
        x, out, x.stride(0), out.stride(0), x.shape[1], block=block, num_warps=n_warps
    )
