"""The reference: SciPy's softmax in float64 on the input as the kernel received it.

Takes the input after rounding to its storage format, so a kernel is never blamed for that rounding.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special


def softmax(inp: NDArray[Any]) -> NDArray[np.float64]:
    """Compute softmax along each row in float64.

    Parameters
    ----------
    inp : ndarray of float16, bfloat16, float32 or float64, shape (n_rows, n_cols)
        Rounded input; every float16, bfloat16 and float32 value is exact in float64.

    Returns
    -------
    ndarray of float64, shape (n_rows, n_cols)
        Empty for an empty input.

    Notes
    -----
    Special values follow ``scipy.special.softmax``, which subtracts the row maximum, exponentiates and
    divides:

    ===========================================  =================================================
    row                                          result
    ===========================================  =================================================
    some ``-inf``, leading or not                0 there, the rest as if they were absent
    all ``-inf``                                 all NaN (``-inf - -inf``)
    any ``+inf``                                 all NaN (``inf - inf`` reaches the sum)
    any NaN                                      all NaN
    entries far below the maximum                subnormal, then 0
    finite maximum of any size, such as 3e38     as exact: only differences to the maximum matter
    ===========================================  =================================================

    A kernel has to do the same. The warnings that NumPy gives for ``inf - inf`` and for a difference beyond
    the largest float64 are silenced, because these results are the contract and not accidents.
    """
    if inp.size == 0:
        return np.empty(inp.shape)
    with np.errstate(invalid="ignore", over="ignore", under="ignore"):
        exact = inp.astype(np.float64)
        reference: NDArray[np.float64] = special.softmax(exact, axis=1)
    return reference
