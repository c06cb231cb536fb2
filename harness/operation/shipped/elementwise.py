"""Operations element by element: sums, products and comparisons, and activations."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import ANY_FUNCTION, EXPONENTIAL, INP, OUT, Array, Hints, Operation, Scalar, Vocabulary, usual
from ..precision.vocabulary import ieee

ROOT_OF_HALF = 0.7071067811865476
ROOT_OF_TWO_OVER_PI = 0.7978845608028654
CUBIC = 0.044715

_SIGMOID_BASES = {"ieee": "expf of -x, IEEE division", **usual("fast_exp", "exp2")}
_SIGMOID_DIVISIONS = {"reciprocal": "a product with 1 / (1 + exp(-x))", **usual("rcp_approx", "fast_div")}
_SIGMOID = Vocabulary(bases=_SIGMOID_BASES, modifiers={**_SIGMOID_DIVISIONS, **usual("ftz")}).parse
_FACTOR = Array(name="other", meaning="a factor for each element", rows="inp")
_TWO_OPERANDS = {"inp": "a lhs left u x", "other": "b rhs right v y", "out": "c dst result z"}


def _plain(names: str, **aliases: str) -> Hints:
    """Return hints of kernels that compute no function of a number."""
    return Hints(names=names, unusual=f"{ANY_FUNCTION}|__shfl", aliases=aliases)


def _activation(names: str, needs: str = rf"{EXPONENTIAL}|tanh", **aliases: str) -> Hints:
    return Hints(names=names, needs=(needs,), unusual="rsqrt|__shfl", aliases=aliases)


def gelu(inp: Any) -> Any:
    from scipy import special  # takes 0.2 s to import

    result = 0.5 * inp * (1.0 + special.erf(inp * ROOT_OF_HALF))
    if "normcdf" in inp.arithmetic:
        result = inp * special.ndtr(inp)
    return result


def swiglu(gate: Any, up: Any) -> Any:
    active = gate / (1.0 + np.exp(-gate))
    if "stored_gate" in gate.arithmetic:
        active = active.astype(gate.arithmetic.stored.dtype)
    return active * up


OPERATIONS = (
    Operation(
        name="add",
        summary="inp + other, element by element",
        reference=lambda inp, other: inp + other,
        parse_arithmetic=ieee("an addition"),
        arrays=(INP, Array(name="other", meaning="what is added", rows="inp"), OUT),
        nan_rows="nan, or infinities of both signs",
        recognised_by=_plain("add|plus|sum", **_TWO_OPERANDS),
        about="Sum of two arrays, element by element: ``inp + other``, with one rounding, which no kernel avoids.",
    ),
    Operation(
        name="residual_add",
        summary="residual + inp, element by element, in place",
        reference=lambda inp, residual: residual + inp,
        parse_arithmetic=ieee("an addition"),
        arrays=(
            INP,
            Array(name="residual", meaning="what is added to, then the sum", role="in-out", rows="out"),
        ),
        nan_rows="nan, or infinities of both signs",
        recognised_by=_plain(
            "resid|add|accumulate",
            inp="a b delta src x y",
            residual="acc dst hidden out r res residuals skip stream x y",
        ),
        about="Array added to another one in place, as a residual connection does: ``residual += inp``, with one "
        "rounding.",
    ),
    Operation(
        name="multiply",
        summary="inp * other, element by element",
        reference=lambda inp, other: inp * other,
        parse_arithmetic=ieee("a product"),
        arrays=(INP, _FACTOR, OUT),
        nan_rows="nan, or an infinity times 0",
        recognised_by=_plain("mul|prod|hadamard", **_TWO_OPERANDS),
        about="Product of two arrays, element by element: ``inp * other``, with one rounding, which no kernel avoids.",
    ),
    Operation(
        name="multiply_add",
        summary="inp * other + addend, element by element",
        reference=lambda inp, other, addend: inp * other + addend,
        parse_arithmetic=ieee("a product and a sum, with one rounding or two"),
        arrays=(INP, _FACTOR, Array(name="addend", meaning="what is added to the product", rows="inp"), OUT),
        nan_rows="nan, an infinity times 0, or infinities of both signs",
        recognised_by=_plain(
            "fma|mul_?add|madd", inp="a x", other="b y", addend="bias c z", out="d dst r res result"
        ),
        about="Product of two arrays and a third one added, ``inp * other + addend``; the product may be fused into "
        "the sum.",
    ),
    Operation(
        name="scale",
        summary="alpha * inp, element by element",
        reference=lambda inp, alpha: alpha * inp,
        parse_arithmetic=ieee("a product"),
        scalars=(Scalar("alpha", "the factor", values=(2.0, -0.375, 1.0)),),
        nan_rows="nan",
        recognised_by=_plain("scal|mul", alpha="a c factor k s scalar scale"),
        about="Product of an array and a number: ``alpha * inp``, with one rounding, which no kernel avoids.",
    ),
    Operation(
        name="axpy",
        summary="y = alpha x + y, element by element, in place",
        reference=lambda x, y, alpha: alpha * x + y,
        parse_arithmetic=ieee("a product and a sum, with one rounding or two"),
        arrays=(
            Array(name="x", meaning="what is scaled and added", rows="inp"),
            Array(name="y", meaning="what is added to, then the sum", role="in-out", rows="out"),
        ),
        scalars=(Scalar("alpha", "factor of x", values=(2.0, -0.5, 1.0)),),
        nan_rows="nan, or infinities of both signs",
        recognised_by=_plain("axpy", alpha="a factor s scale", x="a inp input src", y="b dst out output"),
        about="Scaled array added to another one in place, as BLAS does: ``y = alpha x + y``; the product may be "
        "fused with it.",
    ),
    Operation(
        name="clamp",
        summary="min(max(x, low), high), element by element",
        reference=lambda inp, low, high: np.minimum(np.maximum(inp, low), high),
        parse_arithmetic=ieee("comparisons that keep NaN"),
        scalars=(
            Scalar("low", "the smallest result", values=(-0.5, 0.0, -2.0)),
            Scalar("high", "the largest result", values=(1.0, 6.0, 0.25)),
        ),
        nan_rows="nan",
        recognised_by=_plain(
            "clamp|clip|hardtanh|relu6",
            low="lo lower min min_val minimum mn",
            high="hi max max_val maximum mx upper",
        ),
        about="Elements limited to a range: ``min(max(x, low), high)``, and NaN for NaN. Nothing is rounded.",
    ),
    Operation(
        name="relu",
        summary="max(x, 0), element by element",
        reference=lambda inp: np.maximum(inp, 0.0),
        parse_arithmetic=ieee("a comparison that keeps NaN"),
        nan_rows="nan",
        never_negative=True,
        recognised_by=_plain("(?:^|_)relu"),
        about="Rectified linear unit: ``max(x, 0)``, and NaN for NaN. Nothing is rounded, and -0.0 equals 0.",
    ),
    Operation(
        name="tanh",
        summary="tanh(x), element by element",
        reference=lambda inp: np.tanh(inp),
        parse_arithmetic=ieee("tanhf", fast_tanh="tanh.approx instead"),
        nan_rows="nan",
        recognised_by=_activation("tanh"),
        about="Hyperbolic tangent, element by element: ``tanh(x)``.",
    ),
    Operation(
        name="sigmoid",
        summary="1 / (1 + exp(-x)), element by element",
        reference=lambda inp: 1.0 / (1.0 + np.exp(-inp)),
        parse_arithmetic=_SIGMOID,
        nan_rows="nan",
        never_negative=True,
        recognised_by=_activation("sigmoid|logistic"),
        about="Logistic function, element by element: ``1 / (1 + exp(-x))``; 0 where the exponential overflows.",
    ),
    Operation(
        name="silu",
        summary="x / (1 + exp(-x)), element by element",
        reference=lambda inp: inp / (1.0 + np.exp(-inp)),
        parse_arithmetic=_SIGMOID,
        nan_rows="nan, or -inf",
        recognised_by=_activation("silu|swish"),
        about="""
        Sigmoid linear unit, also called swish: ``x / (1 + exp(-x))``; 0 where the exponential overflows.

        Source: S. Elfwing, E. Uchibe, K. Doya, "Sigmoid-weighted linear units", arXiv 1702.03118, 2017.
        """,
    ),
    Operation(
        name="swiglu",
        summary="gate / (1 + exp(-gate)) * up, element by element",
        reference=swiglu,
        parse_arithmetic=Vocabulary(
            bases=_SIGMOID_BASES,
            modifiers={
                **_SIGMOID_DIVISIONS,
                "stored_gate": "the activation is rounded to the element type before the product",
                **usual("ftz"),
            },
        ).parse,
        arrays=(
            Array(name="gate", meaning="what is activated", rows="inp"),
            Array(name="up", meaning="a factor for each element", rows="inp"),
            OUT,
        ),
        nan_rows="nan, a gate of -inf, or an infinity times 0",
        recognised_by=_activation(
            "swiglu|silu.*mul|silu_and_mul|glu|act_?and_?mul|silu.*elementwise",
            gate="a g gate_proj gates h1 inp input w1 x x1",
            up="b h2 multiplier proj u up_proj v value w3 x2 y",
        ),
        about="""
        Gated linear unit with a SiLU: ``gate / (1 + exp(-gate)) * up``, the middle of a feed-forward layer.

        `gate` and `up` are two arrays with the rows of the input. Both in one array of rows of twice the length, as
        some repositories have them, cannot be declared.

        Source: N. Shazeer, "GLU Variants Improve Transformer", arXiv 2002.05202, 2020.
        """,
    ),
    Operation(
        name="gelu",
        summary="x / 2 * (1 + erf(x / sqrt(2))), element by element",
        reference=gelu,
        parse_arithmetic=ieee("erff of x / sqrt(2)", normcdf="normcdff instead"),
        nan_rows="nan, or -inf",
        recognised_by=_activation("gelu", "erf|normcdf"),
        about="""
        Gaussian error linear unit: ``x / 2 * (1 + erf(x / sqrt(2)))``; `gelu_tanh` is another function.

        For negative `x` the sum cancels, and the result has an error of about ``u |x|``, however small it is: that is
        this formula's error, not the check's. ``normcdf`` is ``x * normcdff(x)``, which does not cancel.

        Source: D. Hendrycks, K. Gimpel, "Gaussian Error Linear Units (GELUs)", arXiv 1606.08415, 2016.
        """,
    ),
    Operation(
        name="gelu_tanh",
        summary="x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))), element by element",
        reference=lambda inp: 0.5 * inp * (1.0 + np.tanh(ROOT_OF_TWO_OVER_PI * (inp + CUBIC * inp**3))),
        parse_arithmetic=ieee("tanhf of the cubic polynomial", fast_tanh="tanh.approx instead"),
        nan_rows="nan, or -inf",
        recognised_by=_activation("gelu"),
        about="""
        Gaussian error linear unit by the hyperbolic tangent: ``x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3)))``.

        It is up to 5e-4 from `gelu`, far more than rounding, and so an operation of its own.

        Source: D. Hendrycks, K. Gimpel, "Gaussian Error Linear Units (GELUs)", arXiv 1606.08415, 2016.
        """,
    ),
)
