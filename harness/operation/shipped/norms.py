"""Norms of rows, and the words of ``arithmetic`` for ways that lose more than the formula needs.

``one_pass_variance``
    Both means round relative to ``mean(x^2)``, so that a row far from 0 has a variance of few right digits, or none;
    then nothing is judged.
``rounded_before_weight``
    Half an ulp more for each rounding; the weight scales the first one. No effect for float32 and float64.
``half_accumulation``, ``bfloat16_accumulation``
    ``h + 1`` roundings of ``2**-11`` or ``2**-8``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import GRADIENT, INP, OUT, ROOT, Array, Hints, Operation, Problem, RowQuantity, Scalar, Vocabulary
from ..array import per_row, vector
from ..given import InputKind, Matrix, Stream, away_from_one, for_each_row, small_and_signed
from ..kinds import kinds_but
from ..precision.rounding import FORMATS, FloatFormat
from ..precision.vocabulary import ACCUMULATIONS, ieee, usual

if TYPE_CHECKING:
    from ..bounded import Bounded

# Words of every norm with a weight.
_ROUTES: Mapping[str, str] = {
    "rounded_before_weight": "normalised elements, and results after weight and bias, rounded to the element type",
    "half_accumulation": "squares rounded to float16, and sums added in float16",
    "bfloat16_accumulation": "squares rounded to bfloat16, and sums added in bfloat16",
}
_LAYER_NORM_BASES = {"ieee": "the mean, then squares of differences to it; sqrtf and IEEE division"}
_LAYER_NORM_WORDS = {
    "one_pass_variance": "the variance is the mean square less the squared mean",
    **usual("rsqrt"),
    **_ROUTES,
    **usual("ftz"),
}
_SQUARES = "the sum of squares; sqrtf and IEEE division"
# Squares of numbers near the largest overflow in float32.
_norm = partial(Operation, kinds=kinds_but("huge3e38"))
_WEIGHT = vector("weight", "a factor for each column", absent=1.0)
_BIAS = vector("bias", "a term for each column", absent=0.0, make=small_and_signed)
_EPS = Scalar("eps", "what is added to the variance", values=(1e-5, 1e-3, 1e-6))
_EPS_OF_SQUARES = Scalar("eps", "what is added to the mean square", values=(1e-5, 1e-3, 1e-6))


def square(x: Bounded) -> Bounded:
    """Return the squares that a kernel adds."""
    squares: Bounded = x * x
    for word, name in ACCUMULATIONS.items():
        if word in x.arithmetic:
            squares = squares.astype(FORMATS[name].dtype)
    return squares


def variance(x: Bounded) -> Bounded:
    """Return the variance of each row, shape (n_rows, 1)."""
    if not any(word in x.arithmetic for word in ACCUMULATIONS):
        two_passes: Bounded = np.var(x, axis=1, keepdims=True)
        return two_passes
    mean: Bounded = np.mean(x, axis=1, keepdims=True)
    is_one_pass = "one_pass_variance" in x.arithmetic
    result: Bounded = np.mean(square(x if is_one_pass else x - mean), axis=1, keepdims=True)
    return result - mean * mean if is_one_pass else result


def weighted(normal: Bounded, weight: Bounded, bias: Bounded | None = None) -> Bounded:
    def stored(x: Any) -> Any:
        return x.astype(x.arithmetic.stored.dtype) if "rounded_before_weight" in x.arithmetic else x

    result: Bounded = stored(normal) * weight
    return result if bias is None else stored(result) + bias


def layer_norm(inp: Any, weight: Any, bias: Any, eps: Any) -> Any:
    return layer_norm_stats(inp, weight, bias, eps)["out"]


def layer_norm_stats(inp: Any, weight: Any, bias: Any, eps: Any) -> dict[str, Any]:
    mean = np.mean(inp, axis=1, keepdims=True)
    rstd = 1.0 / np.sqrt(variance(inp) + eps)
    return {"out": weighted((inp - mean) * rstd, weight, bias), "mean": mean[:, 0], "rstd": rstd[:, 0]}


def layer_norm_backward(inp: Any, dout: Any, weight: Any, mean: Any, rstd: Any) -> dict[str, Any]:
    scale = rstd[:, np.newaxis]
    normal, grad = (inp - mean[:, np.newaxis]) * scale, dout * weight
    along = np.mean(grad * normal, axis=1, keepdims=True)
    sums = {"dweight": dout * normal, "dbias": dout}
    return {
        "dinp": (grad - np.mean(grad, axis=1, keepdims=True) - normal * along) * scale,
        **{name: _over_rows(terms) for name, terms in sums.items()},
    }


def _over_rows(terms: Any) -> Any:
    total: Any = np.zeros_like(terms[0])
    np.add.at(total[np.newaxis], np.zeros(len(terms), np.intp), terms)  # in any order
    return total


def rms_norm(inp: Any, weight: Any, eps: Any) -> Any:
    scale = 1.0 / np.sqrt(np.mean(square(inp), axis=1, keepdims=True) + eps)
    return weighted(inp * scale, weight)


def residual_rms_norm(inp: Any, residual: Any, weight: Any, eps: Any) -> dict[str, Any]:
    total = inp + residual
    x = total.astype(inp.arithmetic.stored.dtype) if "stored_sum" in inp.arithmetic else total
    return {"out": rms_norm(x, weight, eps), "residual": total}


def l2_norm(inp: Any, eps: Any) -> Any:
    squares = np.sum(inp * inp, axis=1, keepdims=True)
    # With the reciprocal, as the kernel may take it.
    result = inp * (1.0 / np.maximum(np.sqrt(squares), eps))
    if "rsqrt" in inp.arithmetic:
        result = inp / np.sqrt(np.maximum(squares, eps * eps))
    return result


# Results by other means: in float64, in extended precision for a float64 kernel. A row with a NaN is NaN throughout.


def precise_layer_norm(problem: Problem) -> Matrix:
    """Return results of `layer_norm`: a row with an infinity is NaN, as its mean and differences to it are."""
    x = problem.wide
    centred = x - x.mean(axis=1, keepdims=True)
    normal = centred / np.sqrt((centred * centred).mean(axis=1, keepdims=True) + problem.scalars["eps"])
    return np.asarray(normal * problem.vector("weight") + problem.vector("bias"))


def precise_rms_norm(problem: Problem) -> Matrix:
    """Return results of `rms_norm`: in a row with an infinity NaN for infinities (``inf * 0``), and 0 elsewhere."""
    scale = np.sqrt(_squares(problem).mean(axis=1, keepdims=True) + problem.scalars["eps"])
    return np.asarray(problem.wide / scale * problem.vector("weight"))


def precise_l2_norm(problem: Problem) -> Matrix:
    """Return results of `l2_norm`: in a row with an infinity NaN for infinities (``inf / inf``), and 0 elsewhere.

    ``fmaxf(NaN, eps)`` is ``eps``, so a kernel has to take care; np.maximum keeps a NaN.
    """
    norm = np.sqrt(_squares(problem).sum(axis=1, keepdims=True))
    return np.asarray(problem.wide / np.maximum(norm, problem.scalars["eps"]))


def _squares(problem: Problem) -> Any:
    return problem.wide * problem.wide


# Quantities of rows. Terms of 2**-50 are for the roundings of this check, which computes in float64.


def layer_norm_quantities(
    problem: Problem, out: Matrix, reference: Matrix, allowed: Matrix
) -> Iterator[RowQuantity]:
    """Yield mean and mean square of every row of ``(out - bias) / weight``, which must be 0 and ``v / (v + eps)``."""
    judged = _judged(reference, allowed)
    weight, bias = problem.vector("weight"), problem.vector("bias")
    # `normal` is not known where a weight is 0.
    if not judged.any() or not (weight != 0.0).all():
        return
    normal = (out - bias) / weight
    each = allowed / np.abs(weight) + 2.0**-50 * (1.0 + np.abs(out) + np.abs(bias)) / np.maximum(
        np.abs(weight), 2.0**-50
    )
    yield RowQuantity(
        claim="have mean 0 before weight and bias",
        name="mean",
        got=normal.mean(axis=1),
        expected=np.zeros(out.shape[0]),
        allowed=np.where(judged, each.mean(axis=1), 0.0),
        judged=judged,
        hint="check that the mean is that of the whole row",
    )
    spread, eps = np.var(problem.wide, axis=1, keepdims=True), problem.scalars["eps"]
    yield _mean_square(normal, each, spread, eps, judged, before="weight and bias", of="variance")


def rms_norm_quantities(
    problem: Problem, out: Matrix, reference: Matrix, allowed: Matrix
) -> Iterator[RowQuantity]:
    """Yield the mean square of every row of ``out / weight``, which must be ``v / (v + eps)``."""
    judged, weight = _judged(reference, allowed), problem.vector("weight")
    if not judged.any() or not (weight != 0.0).all():
        return
    normal = out / weight
    each = allowed / np.abs(weight) + 2.0**-50 * np.abs(normal)
    spread, eps = _squares(problem).mean(axis=1, keepdims=True), problem.scalars["eps"]
    yield _mean_square(normal, each, spread, eps, judged, before="the weight", of="mean square")


def l2_norm_quantities(
    problem: Problem, out: Matrix, reference: Matrix, allowed: Matrix
) -> Iterator[RowQuantity]:
    """Yield the sum of squares of every row of results, which must be 1, or ``s / eps^2`` if that is less."""
    judged = _judged(reference, allowed)
    squares = _squares(problem).sum(axis=1)
    # The sign is 1 except in a row of zeros, whose results are zeros.
    expected = np.minimum(squares / problem.scalars["eps"] ** 2, np.sign(squares)).astype(np.float64)
    each = allowed + 2.0**-50 * np.abs(out)
    off = ((2.0 * np.abs(out) + each) * each).sum(axis=1) + 2.0**-50 * expected
    yield RowQuantity(
        claim="have a sum of squares of 1, or of sum x^2 / eps^2 if that is less",
        name="sum of squares",
        got=(out * out).sum(axis=1),
        expected=expected,
        allowed=np.where(judged, off, 0.0),
        judged=judged,
        hint="check that the norm is that of the whole row, and that eps limits the norm and not its square",
    )


def _judged(reference: Matrix, allowed: Matrix) -> Any:
    return np.logical_and(np.isfinite(reference).all(axis=1), np.isfinite(allowed).all(axis=1))


def _mean_square(
    normal: Matrix, each: Matrix, variance: Any, eps: float, judged: Any, *, before: str, of: str
) -> RowQuantity:
    """Return the mean square of normalised rows, off by at most `each`, which must be ``v / (v + eps)``."""
    return RowQuantity(
        claim=f"have a mean square of v / (v + eps) before {before}",
        name="mean square",
        got=(normal * normal).mean(axis=1),
        expected=(variance / (variance + eps)).astype(np.float64)[:, 0],
        # 1 is the largest share; its own rounding is far below.
        allowed=np.where(judged, ((2.0 * np.abs(normal) + each) * each).mean(axis=1) + 2.0**-45, 0.0),
        judged=judged,
        hint=f"check that the {of} is the sum over the whole row, divided by the row's length",
    )


def _sized_rows(name: str, description: str, *sizes: float) -> InputKind:
    """Return a kind of normal rows whose sizes are these in turn."""

    def make(stream: Stream, n_rows: int, n_cols: int, _form: FloatFormat) -> Matrix:
        return stream.normal(n_rows, n_cols) * np.resize(np.array(sizes), (n_rows, 1))

    return InputKind(name, description, make)


_SMALL = _sized_rows(
    "small", "values so small that eps matters next to their squares", 1e-3, 3e-2, 1e-4, 3e-3
)
_SHORT = _sized_rows(
    "short", "rows of zeros, and rows with norms on both sides of eps", 3e-4, 0.0, 1e-14, 0.1
)

_LAYER_NORM = Hints(names=r"layer_?norm|ln_|_ln\b", needs=(ROOT,), unusual=r"\btanh|\berf")

OPERATIONS = (
    _norm(
        name="layer_norm",
        summary="(x - mean) / sqrt(variance + eps) * weight + bias, along each row",
        reference=layer_norm,
        precise_reference=precise_layer_norm,
        parse_arithmetic=Vocabulary(
            _LAYER_NORM_BASES,
            {
                "welford": "mean and sum of squares updated together in one pass, parts merged (Welford, Chan)",
                **_LAYER_NORM_WORDS,
            },
        ).parse,
        vectors=(_WEIGHT, _BIAS),
        scalars=(_EPS,),
        own_kinds=(_SMALL,),
        nan_rows="row with nan or an infinity",
        row_quantities=layer_norm_quantities,
        shift_invariant="only differences to the row's mean may matter",
        recognised_by=_LAYER_NORM,
        about="""
        Layer normalisation of each row: ``y_i = (x_i - mean) / sqrt(variance + eps) * weight_i + bias_i``.

        `harness.operation.bounded.rules.moments` derives the bound of ``welford``, and
        `harness.operation.shipped.norms` describes the other words. ``x * (r w) + (bias - mean r w)`` cancels for rows
        far from 0 and may be rejected there. A row whose sum or sum of squares overflows what a kernel computes in is
        not judged, and with ``welford`` neither is a row whose sum of squares overflows when multiplied by ``N``.

        Source: J. L. Ba, J. R. Kiros, G. E. Hinton, "Layer Normalization", arXiv:1607.06450 (2016).
        """,
    ),
    _norm(
        name="layer_norm_stats",
        summary="(x - mean) * rstd * weight + bias with rstd = 1 / sqrt(variance + eps), along each row; mean; rstd",
        reference=layer_norm_stats,
        parse_arithmetic=Vocabulary(
            _LAYER_NORM_BASES,
            {"welford": "mean and sum of squares updated together in one pass", **_LAYER_NORM_WORDS},
        ).parse,
        arrays=(
            INP,
            OUT,
            per_row("mean", "the mean of each row", role="out", dtype="float32"),
            per_row("rstd", "1 / sqrt(variance + eps)", role="out", dtype="float32"),
            _WEIGHT,
            _BIAS,
        ),
        scalars=(_EPS,),
        nan_rows="row with nan or an infinity",
        recognised_by=_LAYER_NORM,
        about="""
        Layer normalisation that keeps its statistics: the result, and ``mean`` and ``rstd`` of each row in float32.

        ``y_i = (x_i - mean) * rstd * weight_i + bias_i`` with ``rstd = 1 / sqrt(variance + eps)``. The backward pass
        reads the statistics, so they must be right by themselves.
        """,
    ),
    _norm(
        name="layer_norm_backward",
        summary="(g - mean of g - n * mean of g n) * rstd along each row; sums of dout * n and of dout over the rows",
        reference=layer_norm_backward,
        parse_arithmetic=ieee("the means of g and g n, then two differences and a product"),
        arrays=(
            Array(name="inp", meaning="the input", rows="inp"),
            Array(name="dout", meaning="the gradient of the result", rows="inp"),
            vector("weight", "a factor for each column"),
            per_row("mean", "the mean of each row", dtype="float32", values=for_each_row(small_and_signed)),
            per_row("rstd", "a factor for each row", dtype="float32", values=for_each_row(away_from_one)),
            Array(name="dinp", meaning="the gradient of the input", role="out", rows="out"),
            Array(name="dweight", meaning="of the weight", role="out", shape=("n_cols",), dtype="float32"),
            Array(name="dbias", meaning="of the bias", role="out", shape=("n_cols",), dtype="float32"),
        ),
        nan_rows="row with nan or an infinity",
        recognised_by=Hints(
            names=rf"layer_?norm.*(?:{GRADIENT})|(?:{GRADIENT}).*layer_?norm",
            aliases={
                "dout": "d_out do dy dz grad_out grad_output gradient out_grad output_grad",
                "dinp": "d_inp d_input dinput dx grad_in grad_inp grad_input inp_grad input_grad",
                "dweight": "d_weight dgamma dscale dw gamma_grad grad_gamma grad_weight weight_grad",
                "dbias": "beta_grad bias_grad d_bias db dbeta grad_beta grad_bias",
            },
        ),
        about="""
        Gradients of a layer normalisation, from `dout`, the input, the weight and the kept statistics of each row.

        With ``n = (inp - mean) * rstd`` and ``g = dout * weight``: ``dinp = (g - mean of g - n * mean of g n) * rstd``
        along each row. ``dweight`` and ``dbias`` are the sums of ``dout * n`` and of ``dout`` over the rows, in float32
        and in any order: `parallel` and `serial` describe the sums along a row alone. The formula holds for any
        statistics, so `mean` and `rstd` are any numbers here.
        """,
    ),
    _norm(
        name="rms_norm",
        summary="x / sqrt(mean of x^2 + eps) * weight, along each row",
        reference=rms_norm,
        precise_reference=precise_rms_norm,
        parse_arithmetic=ieee(_SQUARES, "rsqrt", **_ROUTES),
        vectors=(_WEIGHT,),
        scalars=(_EPS_OF_SQUARES,),
        own_kinds=(_SMALL,),
        nan_rows="row with nan, or an infinity itself",
        row_quantities=rms_norm_quantities,
        recognised_by=Hints(names="rms_?norm|rms", needs=(ROOT,), unusual=r"\btanh|\berf"),
        about="""
        Root mean square normalisation of each row: ``y_i = x_i / sqrt(mean(x^2) + eps) * weight_i``.

        A row whose sum of squares overflows what a kernel computes in is not judged. `harness.operation.shipped.norms`
        describes ``rounded_before_weight`` and the accumulations.

        Source: B. Zhang, R. Sennrich, "Root Mean Square Layer Normalization", NeurIPS 2019.
        """,
    ),
    _norm(
        name="residual_rms_norm",
        summary="r = inp + residual, in place; r / sqrt(mean of r^2 + eps) * weight, along each row",
        reference=residual_rms_norm,
        parse_arithmetic=ieee(
            _SQUARES,
            "rsqrt",
            **_ROUTES,
            stored_sum="the sum is rounded to the element type before it is normalised",
        ),
        arrays=(
            Array(name="inp", meaning="what is added to the residual", rows="inp"),
            Array(name="residual", meaning="the residual, then the sum", role="in-out", rows="inp"),
            OUT,
            _WEIGHT,
        ),
        scalars=(_EPS_OF_SQUARES,),
        nan_rows="row with nan, or an infinity itself",
        recognised_by=Hints(
            names="(?:add|resid|fused).*rms|rms.*(?:add|resid)",
            needs=(ROOT,),
            unusual=r"\btanh|\berf",
            aliases={"residual": "acc hidden r res resid residuals skip stream"},
        ),
        about="""
        Residual addition and root mean square normalisation: ``r = inp + residual``, ``r / sqrt(mean(r^2) + eps)``.

        The sum ``r`` replaces `residual` in place. With ``stored_sum`` the sum is normalised as it is stored; without
        it, as the kernel computed it. A row whose sum of squares overflows what is computed in is not judged.

        Source: B. Zhang, R. Sennrich, "Root Mean Square Layer Normalization", NeurIPS 2019.
        """,
    ),
    _norm(
        name="l2_norm",
        summary="x / max(sqrt(sum of x^2), eps), along each row",
        reference=l2_norm,
        precise_reference=precise_l2_norm,
        parse_arithmetic=ieee(_SQUARES, "rsqrt"),
        scalars=(Scalar("eps", "the least number that a row is divided by", values=(1e-12, 1e-2, 1.0)),),
        own_kinds=(_SHORT,),
        nan_rows="row with nan, or an infinity itself",
        row_quantities=l2_norm_quantities,
        recognised_by=Hints(names="l2_?norm|normali[sz]e", needs=(ROOT,)),
        about="""
        Division of each row by its Euclidean norm: ``y_i = x_i / max(sqrt(sum x_j^2), eps)``.

        ``torch.nn.functional.normalize`` computes it along a row. A row whose sum of squares overflows what a kernel
        computes in is not judged, although a kernel that scales the row first could be right. Nor is a row whose norm
        or ``eps`` is so small that underflowing squares decide the result. With ``rsqrt`` a row is multiplied by
        ``rsqrtf(fmaxf(s, eps * eps))``.
        """,
    ),
)
