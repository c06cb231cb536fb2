"""The closed table of ``arithmetic`` names. The way a kernel computes determines its error bound.

A variant declares one name, such as ``ieee``, ``ieee+online`` or ``fast_exp+fast_div+ftz``: exactly one way
of computing the exponential, and any modifiers, joined by ``+``. The name selects the constants of the
operation's error bound. A declaration never states a number of its own.

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

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from types import MappingProxyType


@dataclass(frozen=True)
class Arithmetic:
    """The error constants that one ``arithmetic`` name selects."""

    name: str
    """Canonical spelling: exponential, then division, then ``online``, then ``ftz``."""
    alpha: float
    """Relative error of a numerator per unit of ``max(row) - x``, in ``u``: 1 for the rounded subtraction, plus the
    error of the exponential's argument reduction."""
    eps_u: float
    """Relative error of the exponential function itself, in ``u`` of float32."""
    eps_double_u: float | None
    """The same for float64, in ``u`` of float64; None where the method has no double-precision form."""
    c_u: float
    """Relative error of the division, or of the multiplication by a reciprocal, in ``u``."""
    floor_subnormals: float
    """Absolute error of a result that is not a normal number, in smallest subnormals (without ``ftz``)."""
    online: bool
    """Whether one pass keeps both maximum and sum, rescaling a partial sum when the maximum grows."""
    division_free: bool
    """Whether the result is ``exp((x - m) - log(sum))``."""
    ftz: bool
    """Whether subnormal numbers are flushed to zero (``-ftz=true``, part of ``-use_fast_math``)."""

    def __contains__(self, word: object) -> bool:
        return word in self.name.split("+")

    def unusable_with(self, dtype: str) -> str | None:
        """Return why kernels for `dtype` cannot use this arithmetic, in lowercase words; None if they can."""
        if dtype == "float64" and self.eps_double_u is None:
            return (
                f"arithmetic {self.name!r} uses functions that exist for float32 only, "
                "so it cannot be declared with dtype float64"
            )
        return None


@dataclass(frozen=True)
class _Exponential:
    alpha: float
    eps_u: float
    eps_double_u: float | None
    meaning: str


@dataclass(frozen=True)
class _Division:
    c_u: float
    floor_subnormals: float
    in_double: bool
    meaning: str
    division_free: bool = False


_EXPONENTIALS: Mapping[str, _Exponential] = {
    # expf and exp2f: 2 ulp; exp: 1 ulp.
    "ieee": _Exponential(1.0, 5.0, 3.0, "accurate expf (exp for float64) of x - max"),
    # __expf(z) is ex2.approx(fl(z * L)) with L = fl(log2 e), off by 0.224 u: the product is off by 1.224 u,
    # which 2**t turns into 1.224 u of relative error per unit of z. With the subtraction 2.224. The guide's
    # own 2 + floor(|1.173 z|) ulp would give 3.35; it follows from the same two instructions.
    "fast_exp": _Exponential(2.25, 5.0, None, "__expf of x - max"),
    # exp2f((x - m) * L) rounds as __expf does. fma(x, L, -fl(m * L)) rounds once, and what m * L lost is
    # common to every term of the row and cancels in the quotient: 1.224. One name covers both, so the
    # larger one counts. log2 e rounded to float64 is off by 0.13 u, so 2.25 holds there too; exp2 is within
    # 1 ulp.
    "exp2": _Exponential(
        2.25, 5.0, 3.0, "exp2f with log2(e) folded in: exp2f((x - m) * L) or of fma(x, L, -m * L)"
    ),
}

_IEEE_DIVISION = _Division(1.0, 4.0, True, "IEEE division")
_DIVISIONS: Mapping[str, _Division] = {
    # Two roundings: of 1 / S and of the product.
    "reciprocal": _Division(
        2.0, 4.0, True, "1 / sum once by IEEE division, then a multiplication per element"
    ),
    # 1 ulp + 1/2 ulp = 3 u, and the product.
    "rcp_approx": _Division(4.0, 4.0, False, "rcp.approx of the sum, then a multiplication per element"),
    # 2 ulp + 1/2 ulp; as much again below the normal range, on top of the exponential's.
    "fast_div": _Division(5.0, 6.0, False, "__fdividef, or / compiled with -prec-div=false"),
    "division_free": _Division(0.0, 4.0, True, "exp((x - m) - log(sum)), logf to 1 ulp", division_free=True),
}

_MODIFIERS: Mapping[str, str] = {
    "online": "running maximum and sum in one pass; partial sums rescaled and merged",
    "ftz": "subnormals flushed to zero (-ftz=true)",
}

TOKENS: Mapping[str, str] = MappingProxyType(
    {name: base.meaning for name, base in _EXPONENTIALS.items()}
    | {name: division.meaning for name, division in _DIVISIONS.items()}
    | dict(_MODIFIERS)
)
"""Meaning of every word that a name may contain."""


def _combine(base: str, division: str, online: bool, ftz: bool) -> Arithmetic:
    exponential = _EXPONENTIALS[base]
    quotient = _DIVISIONS.get(division, _IEEE_DIVISION)
    words = [base, division, "online" if online else "", "ftz" if ftz else ""]
    return Arithmetic(
        name="+".join(word for word in words if word),
        alpha=exponential.alpha,
        eps_u=exponential.eps_u,
        eps_double_u=exponential.eps_double_u if quotient.in_double else None,
        c_u=quotient.c_u,
        floor_subnormals=quotient.floor_subnormals,
        online=online,
        division_free=quotient.division_free,
        ftz=ftz,
    )


ARITHMETIC: Mapping[str, Arithmetic] = MappingProxyType(
    {
        arithmetic.name: arithmetic
        for arithmetic in (
            _combine(base, division, online, ftz)
            for base, division, online, ftz in product(
                _EXPONENTIALS, ("", *_DIVISIONS), (False, True), (False, True)
            )
        )
    }
)
"""Every valid name in its canonical spelling."""


@lru_cache(maxsize=256)
def parse_arithmetic(name: str) -> Arithmetic:
    """Read an ``arithmetic`` name."""
    words = name.split("+")
    bases = [word for word in words if word in _EXPONENTIALS]
    divisions = [word for word in words if word in _DIVISIONS]
    rule = ""
    if unknown := [word for word in words if word not in TOKENS]:
        rule = f"{unknown[0]!r} is not known"
    elif len(set(words)) != len(words):
        rule = "a word is repeated"
    elif len(bases) != 1:
        rule = f"it must name exactly one exponential, {' or '.join(_EXPONENTIALS)}"
    elif len(divisions) > 1:
        rule = f"it may name at most one of {', '.join(_DIVISIONS)}"
    if rule:
        raise ValueError(
            f"arithmetic is one of {', '.join(_EXPONENTIALS)}, with any of "
            f"{', '.join((*_DIVISIONS, *_MODIFIERS))} added by '+': {rule} (got {name!r})"
        )
    return _combine(bases[0], divisions[0] if divisions else "", "online" in words, "ftz" in words)
