"""Gaussian error linear unit: ``x / 2 * (1 + erf(x / sqrt(2)))``; `gelu_tanh` is another function.

For negative `x` the sum cancels, and the result has an error of about ``u |x|``, however small it is: that is this
formula's error, not the check's. ``normcdf`` is ``x * normcdff(x)``, which does not cancel.

Source: D. Hendrycks, K. Gimpel, "Gaussian Error Linear Units (GELUs)", arXiv 1606.08415, 2016.
"""

from __future__ import annotations

from typing import Any

from .. import Hints, Operation, Vocabulary, usual

ROOT_OF_HALF = 0.7071067811865476


def reference(inp: Any) -> Any:
    from scipy import special  # takes 0.2 s to import

    result = 0.5 * inp * (1.0 + special.erf(inp * ROOT_OF_HALF))
    if "normcdf" in inp.arithmetic:
        result = inp * special.ndtr(inp)
    return result


OPERATION = Operation(
    name="gelu",
    summary="x / 2 * (1 + erf(x / sqrt(2))), element by element",
    reference=reference,
    parse_arithmetic=Vocabulary(
        bases={"ieee": "erff of x / sqrt(2)"}, modifiers={"normcdf": "normcdff instead", **usual("ftz")}
    ).parse,
    nan_rows="nan, or -inf",
    recognised_by=Hints(names="gelu", needs=("erf|normcdf",), unusual="rsqrt|__shfl"),
)
