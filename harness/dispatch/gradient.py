"""Gradient of a row softmax, by the variant that its table of regimes chooses."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from ..variant.shape import Shape
from .arrays import matrix_of, stream_of
from .prepared import Gpu, Prepared, current_context, gpu_at
from .problem import DispatchProblem
from .regimes import Regime, choose, read_regimes

TABLE_PATH = Path(__file__).with_name("softmax_backward.toml")


def queue_gradient(grad: Any, y: Any, out: Any) -> None:
    """Queue the gradient of a softmax's input on the current stream of the arrays' library.

    Parameters
    ----------
    grad, y : array
        Gradient of the result and the result, of shape (n_rows, n_cols), contiguous, of one type.
    out : array
        Takes the gradient of the input; contiguous, overlaps neither of the others.

    Raises
    ------
    UsageError
        An array is not of the form that `kernel_harness.softmax` takes.
    CompileError, LaunchError, DeviceError
        The compiler or the driver rejects the kernel or the launch.
    """
    rows = matrix_of(grad, "grad", writable=False)
    results = matrix_of(out, "out", writable=True)
    if rows.n_rows == 0 or rows.n_cols == 0:
        return
    gpu = gpu_at(rows.address)
    addresses = {"grad": rows.address, "y": matrix_of(y, "y", writable=False).address, "out": results.address}
    with current_context(gpu):
        _prepared(rows.n_rows, rows.n_cols, rows.dtype, gpu).launch(stream_of(grad, rows), addresses)


@lru_cache(maxsize=4096)
def _prepared(n_rows: int, n_cols: int, dtype: str, gpu: Gpu) -> Prepared:
    shape = Shape(n_rows, n_cols, n_cols, n_cols)
    problem = DispatchProblem(shape, dtype, 0, 0, gpu.arch, gpu.sms)
    return Prepared(choose(problem, _regimes()), problem, gpu)


@lru_cache(maxsize=1)
def _regimes() -> tuple[Regime, ...]:
    return read_regimes(TABLE_PATH)
