"""Operations that kernels compute, each declared in one file, and the building blocks of their error bounds.

An operation's file imports from here. ``docs/operations.md`` shows how to write one. The shipped operations are in
`harness.operation.shipped`.
"""

from .array import INP, OUT, Array
from .given import (
    InputKind,
    Scalar,
    Stream,
    Vector,
    centred,
    mask_rows,
    probability_rows,
    signed_normal,
    signed_uniform,
)
from .hints import Hints
from .model import Operation
from .precision.float_format import FORMATS, FloatFormat, accumulator_of, float_format
from .precision.rounding import (
    SECOND_ORDER,
    absolute_floor,
    combine_depth,
    elements_per_thread,
    reference_depth,
    stored_bound,
    sum_depth,
    with_higher_orders,
)
from .precision.vocabulary import Vocabulary, Words
from .problem import Problem
from .quantities import RowQuantity
from .size import Size

lane_length = elements_per_thread
"""Former name of `elements_per_thread`, for the operations of projects."""

__all__ = [
    "FORMATS",
    "INP",
    "OUT",
    "SECOND_ORDER",
    "Array",
    "FloatFormat",
    "Hints",
    "InputKind",
    "Operation",
    "Problem",
    "RowQuantity",
    "Scalar",
    "Size",
    "Stream",
    "Vector",
    "Vocabulary",
    "Words",
    "absolute_floor",
    "accumulator_of",
    "centred",
    "combine_depth",
    "elements_per_thread",
    "float_format",
    "lane_length",
    "mask_rows",
    "probability_rows",
    "reference_depth",
    "signed_normal",
    "signed_uniform",
    "stored_bound",
    "sum_depth",
    "with_higher_orders",
]
