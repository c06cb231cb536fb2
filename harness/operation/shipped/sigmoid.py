"""Logistic function, element by element: ``1 / (1 + exp(-x))``; 0 where the exponential overflows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from . import silu

OPERATION = replace(
    silu.OPERATION,
    name="sigmoid",
    summary="1 / (1 + exp(-x)), element by element",
    reference=lambda inp: 1.0 / (1.0 + np.exp(-inp)),
    nan_rows="nan",
    never_negative=True,
    recognised_by=replace(silu.OPERATION.recognised_by, names="sigmoid|logistic"),
)
