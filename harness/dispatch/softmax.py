"""Row softmax of GPU arrays, by the variant that the table of regimes chooses."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ..errors import UsageError
from ..variant.shape import Shape
from .arrays import DeviceMatrix, like, matrix_of, stream_handle, stream_of
from .prepared import Gpu, Prepared, current_context, gpu_at
from .problem import DispatchProblem
from .regimes import choose, own_regimes


def softmax(x: Any, out: Any = None, stream: Any = None) -> Any:
    """Softmax of each row of a matrix on a GPU.

    The variant and its block are chosen from ``softmax_auto.toml`` by the sizes, strides, alignment, type and GPU;
    the kernel is compiled at the first call for a variant, block and type, and kept on disk. The call returns when
    the work is queued.

    Parameters
    ----------
    x : array
        Array of shape (n_rows, n_cols) in float32, float16 or bfloat16, with ``__cuda_array_interface__`` (PyTorch,
        CuPy, PyCUDA, JAX, Numba). Columns must be contiguous; rows may have any stride.
    out : array, optional
        Array for the result, with the shape and type of `x`; must not overlap `x`. Its row stride may exceed the length
        of a row. If not given, the library of `x` makes the array (PyTorch, CuPy, PyCUDA).
    stream : optional
        CUDA stream of any library, or its handle. If not given: the library's current stream (PyTorch, CuPy), else the
        stream that `x` names, else the default stream.

    Returns
    -------
    array
        `out`.

    Raises
    ------
    UsageError
        `x` or `out` is not an array as described; the message says what to do.
    CompileError, LaunchError, DeviceError
        The compiler or the driver rejects the kernel or the launch.

    Notes
    -----
    As SciPy's ``scipy.special.softmax(x, axis=1)``: an element of -inf gives 0; a row of -inf only, or with +inf or
    NaN anywhere, is NaN throughout. Arithmetic is in float32; ``docs/tolerance.md`` bounds the error by the declared
    arithmetic of the variant. A matrix without elements gives `out` as it is. No gradient is computed: a tensor that
    needs one is refused.

    Examples
    --------
    >>> import kernel_harness, torch
    >>> y = kernel_harness.softmax(torch.randn(4096, 1000, device="cuda"))
    """
    rows = matrix_of(x, "x", writable=False)
    if out is None:
        out = like(x)
    results = matrix_of(out, "out", writable=True)
    _check_pair(rows, results)
    if rows.n_rows == 0 or rows.n_cols == 0:
        return out
    handle = stream_of(x, rows) if stream is None else stream_handle(stream)
    gpu = gpu_at(rows.address)
    shape = Shape(rows.n_rows, rows.n_cols, rows.stride, results.stride)
    problem = DispatchProblem(shape, rows.dtype, rows.offset, results.offset, gpu.arch, gpu.sms)
    with current_context(gpu):
        _prepared(problem, gpu).launch(handle, {"inp": rows.address, "out": results.address})
    return out


@lru_cache(maxsize=4096)
def _prepared(problem: DispatchProblem, gpu: Gpu) -> Prepared:
    return Prepared(choose(problem, own_regimes()), problem, gpu)


def _check_pair(rows: DeviceMatrix, results: DeviceMatrix) -> None:
    if (rows.n_rows, rows.n_cols) != (results.n_rows, results.n_cols):
        raise UsageError(
            f"out must have the shape of x, {rows.n_rows} x {rows.n_cols} "
            f"(got {results.n_rows} x {results.n_cols})"
        )
    if rows.dtype != results.dtype:
        raise UsageError(f"out must have the type of x, {rows.dtype} (got {results.dtype})")
    if rows.n_rows and rows.n_cols and rows.address < results.end and results.address < rows.end:
        raise UsageError("out must not overlap x (got arrays that share memory): pass another out, or none")
