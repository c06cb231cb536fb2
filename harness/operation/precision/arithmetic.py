"""Errors of the exponentials and divisions that words of ``arithmetic`` name.

All errors are relative and in units of the unit roundoff ``u`` of the format that the kernel computes in
(``2**-24`` for float32, also under 16-bit storage; ``2**-53`` for float64). The vendor's tables count ulps
from the correctly rounded result, so half an ulp is added, and an ulp is at most ``2 u``: "2 ulp" becomes
``5 u``.

References
----------
CUDA C++ Programming Guide, "Mathematical Functions": tables of maximum ulp errors of standard and of
intrinsic functions (``expf`` 2, ``exp2f`` 2, ``logf`` 1, ``exp`` 1, ``__fdividef`` 2 for a divisor in
[2**-126, 2**126], ``/`` 0 with and 2 without ``-prec-div=true``). PTX ISA, "Floating Point Instructions":
``ex2.approx.f32`` relative error 2**-22, ``rcp.approx.f32`` 1 ulp.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Exponential:
    alpha: float
    """Relative error of a numerator per unit of ``max(row) - x``, in ``u``: 1 for the rounded subtraction, plus the
    error of the exponential's argument reduction."""
    eps_u: float
    eps_double_u: float
    """`eps_u`, `eps_double_u`: relative error of the function itself, in ``u``, of float32 and of float64."""


@dataclass(frozen=True)
class Division:
    c_u: float
    """Relative error of the division, or of the multiplication by a reciprocal, in ``u``."""
    floor_subnormals: float = 4.0
    """Absolute error of a result that is not a normal number, in smallest subnormals (without ``ftz``)."""


EXPONENTIALS: Mapping[str, Exponential] = {
    # __expf(z) is ex2.approx(fl(z * L)) with L = fl(log2 e), off by 0.224 u: the product is off by 1.224 u,
    # which 2**t turns into 1.224 u of relative error per unit of z. With the subtraction 2.224. The guide's
    # own 2 + floor(|1.173 z|) ulp would give 3.35; it follows from the same two instructions. float64 has none.
    "fast_exp": Exponential(2.25, 5.0, 5.0),
    # exp2f((x - m) * L) rounds as __expf does. fma(x, L, -fl(m * L)) rounds once, and what m * L lost is
    # common to every term of the row and cancels in the quotient: 1.224. One name covers both, so the
    # larger one counts. log2 e rounded to float64 is off by 0.13 u, so 2.25 holds there too; exp2 is within
    # 1 ulp.
    "exp2": Exponential(2.25, 5.0, 3.0),
    # expf and exp2f: 2 ulp; exp: 1 ulp.
    "ieee": Exponential(1.0, 5.0, 3.0),
}

DIVISIONS: Mapping[str, Division] = {
    # Two roundings: of 1 / S and of the product.
    "reciprocal": Division(2.0),
    # 1 ulp + 1/2 ulp = 3 u, and the product.
    "rcp_approx": Division(4.0),
    # 2 ulp + 1/2 ulp; as much again below the normal range, on top of the exponential's.
    "fast_div": Division(5.0, 6.0),
    "division_free": Division(0.0),
    "ieee": Division(1.0),
}


def exponential_of(words: Container[str]) -> Exponential:
    return next((each for word, each in EXPONENTIALS.items() if word in words), EXPONENTIALS["ieee"])


def division_of(words: Container[str]) -> Division:
    return next((each for word, each in DIVISIONS.items() if word in words), DIVISIONS["ieee"])
