"""Softmax of each row: ``y_i = exp(x_i - max) / sum_j exp(x_j - max)``.

`harness.operation.row_bounds.softmax` has the reference, which is SciPy's, and derives the bound. The words of
``arithmetic`` are those of `harness.operation.precision.arithmetic`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..approximation_probe import exponential_probe
from ..hints import EXPONENTIAL, Hints
from ..model import Operation
from ..precision.arithmetic import TOKENS, parse_arithmetic
from ..row_bounds import softmax as bounds

if TYPE_CHECKING:
    from ..bounded import Bounded


def bounded_reference(inp: Bounded) -> Bounded:
    """Return the same on bounded arrays, whose bound a test holds against `bound`."""
    from ..bounded import online_sum, rescaled  # 0.1 s, and no case needs it

    shifted = inp - np.max(inp, axis=1, keepdims=True)
    powers = np.exp(shifted)
    is_online = "online" in inp.arithmetic
    total = (online_sum(powers, inp, axis=1) if is_online else np.sum(powers, axis=1))[:, np.newaxis]
    result: Bounded = powers / total
    if "division_free" in inp.arithmetic:
        result = np.exp(shifted - np.log(total))
    return rescaled(result) if is_online else result


OPERATION = Operation(
    name="softmax",
    summary="exp(x - max) / sum of exp(x - max), along each row",
    reference=lambda problem: bounds.softmax(problem.inp),
    bound=bounds.bound_of_case,
    bounded_reference=bounded_reference,
    parse_arithmetic=parse_arithmetic,
    words=TOKENS,
    nan_rows="row with nan, +inf or only -inf",
    never_negative=True,
    row_quantities=bounds.row_quantities,
    impostors=bounds.impostors_of_case,
    floor=bounds.floor_of_case,
    shift_invariant="only differences to the row's maximum may matter",
    shift_changes_bound=False,
    approximation_probe=exponential_probe,
    recognised_by=Hints(
        names="softmax",
        needs=(EXPONENTIAL,),
        unusual=r"\btanh|\berf",
    ),
)
