"""Bounded arrays: a reference written in NumPy gives its own error bound.

`Bounded.of` makes arrays from a kernel's inputs and from a `KernelArithmetic`, which says how a right kernel computes.
NumPy functions on them give arrays whose bounds cover every right kernel; `stored` gives what an output must be.
``docs/tolerance.md`` has the rule of every function.

>>> import numpy as np
>>> from kernel_harness.operation.bounded import Bounded, KernelArithmetic, stored
>>> x = Bounded.of(np.array([[1.0, 2.0, 4.0]]), KernelArithmetic.of("float32", "ieee", row_threads=32))
>>> e = np.exp(x - x.max(axis=1, keepdims=True))
>>> judged = stored(e / e.sum(axis=1, keepdims=True))
>>> bool(judged.admits(np.array([[0.04201007, 0.11419519, 0.84379473]], dtype=np.float32)).all())
True
"""

from ..precision.vocabulary import WORDS as WORDS
from .array import Bounded as Bounded
from .array import BoundedCondition as BoundedCondition
from .facts import MAY_OVERFLOW as MAY_OVERFLOW
from .facts import SURE as SURE
from .facts import UNDECIDED as UNDECIDED
from .kernel_arithmetic import KernelArithmetic as KernelArithmetic
from .registry import BoundRule as BoundRule
from .registry import Undecided as Undecided
from .registry import allowed_names as allowed_names
from .registry import whole_table as whole_table
from .rules import contractions, functions, moments, shapes  # noqa: F401 - they enter rows
from .rules.casts import Judged as Judged
from .rules.casts import stored as stored
from .rules.selection import either as either
from .rules.sums import online_sum as online_sum
from .rules.sums import online_terms as online_terms
from .rules.sums import rescaled as rescaled
