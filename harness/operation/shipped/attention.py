"""Attention: ``softmax(scale * q k^T) v`` for each head, of `queries` x `dim` and `keys` x `dim`.

The bound is derived from the reference (``docs/bounds-derived.md``).

Words of ``arithmetic``: those of the exponential; ``online`` rescales running sums, as FlashAttention does;
``division_free`` is a product with the reciprocal of the sum.

References
----------
T. Dao et al., "FlashAttention: Fast and Memory-Efficient Exact Attention with IO-Awareness", NeurIPS 2022.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..array import Array
from ..kinds import INPUT_KINDS
from ..model import Operation
from ..size import Size
from ..given import Scalar
from ..vocabulary import Vocabulary

if TYPE_CHECKING:
    from ..bounded import Bounded
