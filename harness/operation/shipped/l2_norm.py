"""Division of each row by its Euclidean norm: ``y_i = x_i / max(sqrt(sum x_j^2), eps)``.

``torch.nn.functional.normalize`` computes it along a row. A row whose sum of squares overflows what a kernel computes
in is not judged, although a kernel that scales the row first could be right. Nor is a row whose norm or ``eps`` is so
small that underflowing squares decide the result. With ``rsqrt`` a row is multiplied by ``rsqrtf(fmaxf(s, eps *
eps))``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import ROOT, FloatFormat, Hints, Operation, Problem, RowQuantity, Vocabulary, kinds_but, usual
from ..given import InputKind, Matrix, Scalar, Stream


def reference(inp: Any, eps: Any) -> Any:
    squares = np.sum(inp * inp, axis=1, keepdims=True)
    # With the reciprocal, as the kernel may take it.
    result = inp * (1.0 / np.maximum(np.sqrt(squares), eps))
    if "rsqrt" in inp.arithmetic:
        result = inp / np.sqrt(np.maximum(squares, eps * eps))
    return result


def precise(problem: Problem) -> Matrix:
    """Compute it in float64, in extended precision for a float64 kernel.

    A row with a NaN is NaN throughout; ``fmaxf(NaN, eps)`` is ``eps``, so a kernel has to take care. In a row with an
    infinity the norm is infinite, so its infinities give NaN (``inf / inf``) and everything else gives 0.
    """
    # np.maximum keeps a NaN.
    return np.asarray(problem.wide / np.maximum(np.sqrt(_squares(problem)), problem.scalars["eps"]))


def _squares(problem: Problem) -> Matrix:
    """Return the sum of squares of each row, in the format of `Problem.wide`."""
    return np.asarray((problem.wide**2).sum(axis=1, keepdims=True))


def row_quantities(
    problem: Problem, out: Matrix, reference: Matrix, allowed: Matrix
) -> Iterator[RowQuantity]:
    """Yield the sum of squares of every row of results, which must be 1, or ``s / eps^2`` if that is less."""
    judged = np.logical_and(np.isfinite(reference).all(axis=1), np.isfinite(allowed).all(axis=1))
    squares = _squares(problem)
    # The sign is 1 except in a row of zeros, whose results are zeros.
    expected = np.minimum(squares / problem.scalars["eps"] ** 2, np.sign(squares)).astype(np.float64)
    # The second term is for the roundings of this check, which computes in float64.
    each = allowed + 2.0**-50 * np.abs(out)
    off = ((2.0 * np.abs(out) + each) * each).sum(axis=1) + 2.0**-50 * expected[:, 0]
    yield RowQuantity(
        claim="have a sum of squares of 1, or of sum x^2 / eps^2 if that is less",
        name="sum of squares",
        got=(out * out).sum(axis=1),
        expected=expected[:, 0],
        allowed=np.where(judged, off, 0.0),
        judged=judged,
        hint="check that the norm is that of the whole row, and that eps limits the norm and not its square",
    )


def short_rows(stream: Stream, n_rows: int, n_cols: int, _form: FloatFormat) -> Matrix:
    """Draw rows with norms on both sides of the values of eps, and a row of zeros."""
    sizes = np.resize(np.array([3e-4, 0.0, 1e-14, 0.1]), (n_rows, 1))
    return stream.normal(n_rows, n_cols) * sizes


OPERATION = Operation(
    name="l2_norm",
    summary="x / max(sqrt(sum of x^2), eps), along each row",
    reference=reference,
    precise_reference=precise,
    parse_arithmetic=Vocabulary(
        bases={"ieee": "the sum of squares; sqrtf and IEEE division"}, modifiers=usual("rsqrt", "ftz")
    ).parse,
    scalars=(Scalar("eps", "the least number that a row is divided by", values=(1e-12, 1e-2, 1.0)),),
    # Squares of numbers near the largest overflow in float32.
    kinds=kinds_but("huge3e38"),
    own_kinds=(InputKind("short", "rows of zeros, and rows with norms on both sides of eps", short_rows),),
    nan_rows="row with nan, or an infinity itself",
    row_quantities=row_quantities,
    recognised_by=Hints(names="l2_?norm|normali[sz]e", needs=(ROOT,)),
)
