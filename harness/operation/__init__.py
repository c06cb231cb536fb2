"""Operations that kernels compute, each declared in one file, and what such a file imports.

``docs/operations.md`` shows how to write one. The shipped operations are in `harness.operation.shipped`.
"""

from .array import INP, OUT, Array, vector
from .expected import RowQuantity
from .given import (
    InputKind,
    Matrix,
    Scalar,
    Stream,
    away_from_one,
    centred,
    for_each_row,
    mask_rows,
    probability_rows,
    signed_normal,
    signed_uniform,
    small_and_signed,
)
from .kinds import kinds_but
from .model import ANY_FUNCTION, EXPONENTIAL, GRADIENT, ROOT, Hints, Operation
from .precision.float_format import FORMATS, FloatFormat, accumulator_of, float_format
from .precision.rounding import (
    SECOND_ORDER,
    absolute_floor,
    combine_depth,
    elements_per_thread,
    reference_depth,
    sum_depth,
    with_higher_orders,
)
from .precision.vocabulary import Vocabulary, Words, usual
from .problem import Problem
from .size import Size

__all__ = [
    "ANY_FUNCTION",
    "EXPONENTIAL",
    "FORMATS",
    "GRADIENT",
    "INP",
    "OUT",
    "ROOT",
    "SECOND_ORDER",
    "Array",
    "FloatFormat",
    "Hints",
    "InputKind",
    "Matrix",
    "Operation",
    "Problem",
    "RowQuantity",
    "Scalar",
    "Size",
    "Stream",
    "Vocabulary",
    "Words",
    "absolute_floor",
    "accumulator_of",
    "away_from_one",
    "centred",
    "combine_depth",
    "elements_per_thread",
    "float_format",
    "for_each_row",
    "kinds_but",
    "mask_rows",
    "probability_rows",
    "reference_depth",
    "signed_normal",
    "signed_uniform",
    "small_and_signed",
    "sum_depth",
    "usual",
    "vector",
    "with_higher_orders",
]
