"""Operations that kernels compute, and what a file that declares one imports.

``docs/operations.md`` shows how to write one. The shipped operations are in `harness.operation.shipped`. A short one,
in a file that ``operations = ["row_sum.py"]`` of ``[tool.kernel-harness]`` names::

    from kernel_harness.operation import INP, Array, Operation, Vocabulary

    OPERATION = Operation(
        name="row_sum",
        summary="the sum of each row",
        reference=lambda inp: inp.sum(axis=1),
        parse_arithmetic=Vocabulary(bases={"ieee": "float32"}).parse,
        arrays=(INP, Array(name="out", meaning="the sums", role="out", shape=("n_rows",))),
    )
"""

from .array import INP as INP
from .array import OUT as OUT
from .array import Array as Array
from .array import vector as vector
from .given import InputKind as InputKind
from .given import Matrix as Matrix
from .given import Scalar as Scalar
from .given import Stream as Stream
from .given import away_from_one as away_from_one
from .given import centred as centred
from .given import for_each_row as for_each_row
from .given import mask_rows as mask_rows
from .given import probability_rows as probability_rows
from .given import signed_normal as signed_normal
from .given import signed_uniform as signed_uniform
from .given import small_and_signed as small_and_signed
from .kinds import kinds_but as kinds_but
from .model import ANY_FUNCTION as ANY_FUNCTION
from .model import EXPONENTIAL as EXPONENTIAL
from .model import GRADIENT as GRADIENT
from .model import ROOT as ROOT
from .model import Hints as Hints
from .model import Operation as Operation
from .precision.rounding import FORMATS as FORMATS
from .precision.rounding import SECOND_ORDER as SECOND_ORDER
from .precision.rounding import FloatFormat as FloatFormat
from .precision.rounding import absolute_floor as absolute_floor
from .precision.rounding import accumulator_of as accumulator_of
from .precision.rounding import combine_depth as combine_depth
from .precision.rounding import elements_per_thread as elements_per_thread
from .precision.rounding import float_format as float_format
from .precision.rounding import reference_depth as reference_depth
from .precision.rounding import sum_depth as sum_depth
from .precision.rounding import with_higher_orders as with_higher_orders
from .precision.vocabulary import Vocabulary as Vocabulary
from .precision.vocabulary import Words as Words
from .precision.vocabulary import usual as usual
from .problem import Problem as Problem
from .problem import RowQuantity as RowQuantity
from .size import Size as Size
