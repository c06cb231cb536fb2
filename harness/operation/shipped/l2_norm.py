"""Division of each row by its Euclidean norm: ``y_i = x_i / max(sqrt(sum x_j^2), eps)``.

``torch.nn.functional.normalize`` computes it along a row. `harness.operation.row_bounds.l2_norm` has the reference and
derives the bound.

Words of ``arithmetic``: ``ieee`` is a division by ``fmaxf(sqrtf(s), eps)``, or its reciprocal; ``rsqrt`` is
``rsqrtf(fmaxf(s, eps * eps))``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..given import InputKind, Scalar
from ..hints import ROOT, Hints
from ..kinds import INPUT_KINDS
from ..model import Operation
from ..precision.vocabulary import Vocabulary
from ..row_bounds import l2_norm as bounds

if TYPE_CHECKING:
    from ..bounded import Bounded

WORDS = Vocabulary(
    bases={"ieee": "the sum of squares; sqrtf and IEEE division"},
    modifiers={"rsqrt": "rsqrtf instead", "ftz": "subnormals flushed to zero (-ftz=true)"},
)


def bounded_reference(inp: Bounded, eps: Bounded) -> Bounded:
    """Return the same on bounded arrays, whose bound a test holds against `bound`."""
    squares = np.sum(inp * inp, axis=1, keepdims=True)
    # With the reciprocal, as the kernel may take it.
    result: Bounded = inp * (1.0 / np.maximum(np.sqrt(squares), eps))
    if "rsqrt" in inp.arithmetic:
        result = inp / np.sqrt(np.maximum(squares, eps * eps))
    return result


OPERATION = Operation(
    name="l2_norm",
    summary="x / max(sqrt(sum of x^2), eps), along each row",
    reference=bounds.reference,
    bound=bounds.bound,
    bounded_reference=bounded_reference,
    parse_arithmetic=WORDS.parse,
    scalars=(Scalar("eps", "the least number that a row is divided by", values=(1e-12, 1e-2, 1.0)),),
    # Squares of numbers near the largest overflow in float32.
    kinds=tuple(kind for kind in INPUT_KINDS if kind != "huge3e38"),
    own_kinds=(
        InputKind("short", "rows of zeros, and rows with norms on both sides of eps", bounds.short_rows),
    ),
    nan_rows="row with nan, or an infinity itself",
    row_quantities=bounds.row_quantities,
    floor=bounds.floor,
    recognised_by=Hints(
        names="l2_?norm|normali[sz]e",
        needs=(ROOT,),
    ),
)
