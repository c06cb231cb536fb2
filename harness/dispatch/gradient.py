"""Gradient of a row softmax, by the variant that its table of regimes chooses."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from ..variant.shape import Shape
from .prepared import Gpu, Prepared, current_context, gpu_of
from .problem import DispatchProblem
from .regimes import Regime, choose, read_regimes

TABLE_PATH = Path(__file__).with_name("softmax_backward.toml")


def queue_gradient(
    addresses: dict[str, int], n_rows: int, n_cols: int, dtype: str, ordinal: int, stream: int
) -> None:
    """Queue the gradient of a softmax's input.

    Parameters
    ----------
    addresses : dict of str to int
        Addresses of ``grad``, the gradient of the result; ``y``, the result; and ``out``, which takes the gradient
        of the input and overlaps neither. All are contiguous, of shape (n_rows, n_cols).
    n_rows, n_cols : int
        Size.
    dtype : str
        Element type of all, a name of `SCALAR_TYPES`.
    ordinal : int
        Number of the GPU.
    stream : int
        Handle of the stream.

    Raises
    ------
    CompileError, LaunchError, DeviceError
        The compiler or the driver rejects the kernel or the launch.
    """
    if n_rows == 0 or n_cols == 0:
        return
    gpu = gpu_of(ordinal)
    with current_context(gpu):
        _prepared(n_rows, n_cols, dtype, gpu).launch(stream, addresses)


@lru_cache(maxsize=4096)
def _prepared(n_rows: int, n_cols: int, dtype: str, gpu: Gpu) -> Prepared:
    shape = Shape(n_rows, n_cols, n_cols, n_cols)
    problem = DispatchProblem(shape, dtype, 0, 0, gpu.arch, gpu.sms)
    return Prepared(choose(problem, _regimes()), problem, gpu)


@lru_cache(maxsize=1)
def _regimes() -> tuple[Regime, ...]:
    return read_regimes(TABLE_PATH)
