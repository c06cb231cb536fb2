"""Casts to other formats, and the last rounding, when a result is stored."""

from __future__ import annotations

from typing import Any, NamedTuple

import ml_dtypes
import numpy as np

from ...precision.rounding import FORMATS, FloatFormat, float_format
from ..array import Bounded, BoundedCondition
from ..facts import MAY_OVERFLOW, SURE, UNDECIDED, Array, Facts, holds
from ..registry import FUNCTIONS, entering
from ..rounding_step import SLACK, ends

enter = entering("Casts")


def astype(x: Bounded, dtype: Any, **options: Any) -> Bounded | BoundedCondition:
    del options
    kind = np.dtype(dtype)
    if kind == np.bool_:
        asked: BoundedCondition = x != 0.0
        return asked
    form = FORMATS.get(kind.name)
    if form is not None and holds(form, x.arithmetic.computed):
        return x.copy()
    if np.issubdtype(kind, np.integer):
        return _whole(x, kind)
    is_small = kind.name.startswith(("bfloat", "float8", "float6", "float4")) and hasattr(
        ml_dtypes, kind.name
    )
    if form is None and not is_small and not np.issubdtype(kind, np.floating):
        raise TypeError(f"a bounded array can be cast to a floating-point, integer or bool type (got {kind})")
    value, low, high = (_cast(part, kind) for part in (x.value, *ends(x)))
    doubt = x.doubt
    changes = (np.isfinite(value) != np.isfinite(low)) | (np.isfinite(value) != np.isfinite(high))
    if changes.any():
        # float8_e4m3fn has no infinity: a number beyond its range becomes NaN.
        has_infinity = bool(np.isinf(_cast(np.array(np.inf), kind)))
        doubt = np.where(changes, np.maximum(doubt, MAY_OVERFLOW if has_infinity else UNDECIDED), doubt)
    bound = np.maximum(np.nan_to_num(high - value, nan=0.0), np.nan_to_num(value - low, nan=0.0))
    bound = np.where(np.isfinite(value), bound, np.where(doubt == SURE, 0.0, np.inf))
    bound = np.where(doubt == UNDECIDED, np.inf, bound)
    facts = Facts(exact=not bound.any(), sure=not doubt.any(), floor=x.facts.sign)
    return Bounded(value, bound, doubt.astype(np.uint8), facts, x.arithmetic)


def _cast(values: Array, kind: np.dtype[Any]) -> Array:
    with np.errstate(all="ignore"):
        return np.asarray(values).astype(kind).astype(np.float64)


def _whole(x: Bounded, kind: np.dtype[Any]) -> Bounded:
    """Return numbers with their fraction cut, undecided where a right kernel may leave the integer's range."""
    limits = np.iinfo(kind)
    cut: Bounded = FUNCTIONS[np.trunc](x)
    inside = (cut.value - cut.bound >= limits.min) & (cut.high <= limits.max) & (cut.doubt == SURE)
    if inside.all():
        return cut
    doubt = np.where(inside, cut.doubt, UNDECIDED).astype(np.uint8)
    bound = np.where(inside, cut.bound, np.inf)
    return Bounded(cut.value, bound, doubt, Facts(sure=False), x.arithmetic)


class Judged(NamedTuple):
    """Right results of an output with their bounds, element by element."""

    value: Array
    """Reference, not rounded to the storage format."""
    bound: Array
    """Largest absolute error of a stored number of a right kernel."""
    may_overflow: Array
    """Where an infinity is right, too: of the sign that the interval has, of either sign if it has both. Where
    `value` is infinite, a number is right, too."""
    undecided: Array
    """Where anything is right."""
    form: FloatFormat
    """Storage format."""
    nan_too: Array | None = None
    """Where `undecided` means: the infinity of `value`, or NaN."""

    @property
    def allowed(self) -> Array:
        """The bound as `harness.check.comparison.compare` takes it."""
        # NaN where an element cannot be judged; infinite at an infinity that may be NaN as well.
        if self.nan_too is None and not self.may_overflow.any() and not self.undecided.any():
            return self.bound
        size = np.abs(self.value) + self.bound
        seen = np.isfinite(size) & ~(size < _rounds_to_infinity(self.form))
        allowed = np.where(self.undecided | (self.may_overflow & ~seen), np.nan, self.bound)
        return allowed if self.nan_too is None else np.where(self.nan_too, np.inf, allowed)

    def admits(self, out: Array) -> Array:
        with np.errstate(all="ignore"):
            got = np.asarray(out).astype(np.float64)
            near = np.isfinite(got) & (np.abs(got - self.value) <= self.bound)
            near |= (got == self.value) | (np.isnan(got) & np.isnan(self.value))
            plus = self.may_overflow & (self.value + self.bound >= 0.0)
            minus = self.may_overflow & (self.value - self.bound <= 0.0)
            unsure = self.may_overflow & np.isinf(self.value)
            near |= (plus & (got == np.inf)) | (minus & (got == -np.inf)) | (unsure & ~np.isnan(got))
        if self.nan_too is not None:
            return np.asarray(np.where(self.nan_too, ~np.isfinite(got), near | self.undecided))
        return np.asarray(near | self.undecided)


def stored(x: Bounded, dtype: str | None = None) -> Judged:
    """Return what a kernel's output must be: the last rounding is that to the storage format."""
    form = x.arithmetic.stored if dtype is None else float_format(dtype)
    with np.errstate(all="ignore"):
        size = np.abs(x.value) + x.bound
        finite = np.isfinite(x.value)
        bound = x.bound
        if not holds(form, x.arithmetic.computed):
            bound = np.where(finite & (size > 0.0), (x.bound + 0.5 * form.ulp(size)) * SLACK, x.bound)
            # An exact number that the format has is stored as it is.
            bound = np.where((x.bound == 0.0) & (_cast(x.value, form.dtype) == x.value), 0.0, bound)
        over = finite & ~(size < _rounds_to_infinity(form)) | (x.doubt == MAY_OVERFLOW)
        undecided = x.doubt == UNDECIDED
        value = x.value
        if form.itemsize == 1:
            # Quantisation rounds to nearest, ties to even, where it rounds an exact number.
            nearest = _cast(value, form.dtype)
            exact = (x.bound == 0.0) & (x.doubt == SURE) & np.isfinite(nearest)
            value, bound = np.where(exact, nearest, value), np.where(exact, 0.0, bound)
    return Judged(value, bound, over & ~undecided, undecided, form, x.nan_too)


def _rounds_to_infinity(form: FloatFormat) -> float:
    """Return the least number that a format rounds to infinity: half an ulp beyond its largest."""
    return form.largest + 0.5 * float(form.ulp(np.array(form.largest)))


enter(
    {"x.astype": astype},
    rule="gives the rounded reference and the distance to the rounded `x + b` or `x - b`. A format as "
    "wide as the computed one changes nothing. An integer type cuts, and is undecided beyond its range",
    source="IEEE 754: rounding is monotone",
)
if hasattr(np, "astype"):  # NumPy 2.1
    FUNCTIONS[np.astype] = FUNCTIONS["x.astype"]
