"""Products of matrices and other sums of products: ``@``, ``einsum``, ``dot``.

A term is a product of rounded factors, rounded once and added as in `harness.operation.bounded.rules.sums`; a
contraction rounds less. With ``h`` additions the bound is

    |x| @ by + bx @ (|y| + by) + ((1 + u)**(h + 1) - 1) (|x| + bx) @ (|y| + by)

With `tf32` the factors are cut first. Tensor cores cut their additions as well.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..array import Bounded, arithmetic_of, as_bounded, pair
from ..facts import MAY_OVERFLOW, SURE, UNDECIDED, Array, Facts
from ..kernel_arithmetic import CUT_UNITS, TF32_RELATIVE
from ..rounding_step import Ruling, possible_infinities, settled, surely_nan
from .elementary import absolute, are_powers_of_two, multiply, sqrt, square
from .elementary import enter as enter_arithmetic
from .selection import greatest
from .sums import HIGHAM, enter, is_term, rounding_of_sum, summed

Contract = Callable[..., Array]
"""``(*arrays) -> array``: one contraction, of values, magnitudes or bounds."""


def contracted(contract: Contract, n_terms: int, *operands: Bounded) -> Bounded:
    how = operands[0].arithmetic
    factors = [_cut(operand) for operand in operands]
    value = np.asarray(contract(*(operand.value for operand in operands)))
    sizes = [np.abs(factor.value) for factor in factors]
    size = np.asarray(contract(*sizes))
    change = np.zeros(value.shape)
    for index, factor in enumerate(factors):
        if factor.bound.any():
            # Factors before this one at their largest, factors after it at the reference.
            wide = [s + f.bound for s, f in zip(sizes[:index], factors[:index], strict=True)]
            change = change + contract(*wide, factor.bound, *sizes[index + 1 :])
    reach = size + change
    depth: Any = how.depth(n_terms)
    if how.exactly:  # additions of an exact 0 do not count
        terms = np.asarray(contract(*(is_term(factor).astype(float) for factor in factors)))
        depth = np.minimum(depth, np.maximum(terms - 1.0, 0.0))
    products = len(factors) - 1
    if how.exactly and any(map(are_powers_of_two, factors)):
        products -= 1
    depth = depth + products
    unit = how.accumulated.unit_roundoff * (CUT_UNITS if how.cuts_sums else 1.0)
    # einsum and BLAS add in an order of their own, products included.
    own = n_terms + 2.0 * len(factors)
    bound = change + rounding_of_sum(how, value, reach, depth, n_terms, own, unit)
    if how.exactly and not change.any() and all(operand.facts.sure for operand in operands):
        # Sums of multiples of a unit are exact in every order, as long as the format can count them.
        units = math.prod(_unit(factor.value) for factor in factors)
        precision = min(how.accumulated.precision, how.computed.precision)
        bound = np.where(reach <= units * 2.0**precision, 0.0, bound)
        reach = np.where(reach <= units * 2.0**precision, 0.0, reach)
    bound = bound + np.where(reach > 0.0, (len(factors) - 1.0) * n_terms * how.tiny, 0.0)
    # A product with 0 gives 0, or NaN for a sum that is NaN.
    bound = np.where(reach > 0.0, bound, 0.0 * reach)
    nonnegative = all(operand.facts.nonnegative for operand in operands)

    def judge(value: Array, change: Array) -> Ruling:
        # An operand that is infinite, NaN or in doubt marks every sum that it is a term of.
        marks = [np.isfinite(operand.value).astype(float) for operand in operands]
        touched = np.asarray(contract(*(np.ones_like(mark) for mark in marks))) > contract(*marks)
        ones = [np.ones(operand.shape) for operand in operands]

        def with_any(masks: list[Array]) -> Array:
            marked = np.zeros(value.shape, bool)
            for index, mask in enumerate(masks):
                if mask.any():
                    marked |= contract(*ones[:index], mask.astype(float), *ones[index + 1 :]) > 0.0
            return marked

        doubt = np.where(with_any([np.asarray(x.doubt != SURE) for x in operands]), UNDECIDED, SURE)
        numbers = [np.where(np.isfinite(x.value), np.abs(x.value) + x.bound, 0.0) for x in factors]
        beyond = ~(contract(*numbers) * (1.0 + 2.0**-7) < how.accumulated.largest)
        doubt = np.where(beyond, np.maximum(doubt, MAY_OVERFLOW if nonnegative else UNDECIDED), doubt)
        # An infinite term decides a sum unless a factor of it may be 0 or of either sign, or the others overflow.
        crossing = any(bool((~(np.abs(x.value) > x.bound) & (x.bound > 0.0)).any()) for x in factors)
        infinite = any(bool(np.any(part)) for x in operands for part in possible_infinities(x))
        if infinite and crossing:
            doubt = np.where(touched, UNDECIDED, doubt)
        return np.where(with_any([surely_nan(operand) for operand in operands]), SURE, doubt), change

    over = not float(np.max(reach + bound, initial=0.0)) < how.accumulated.largest
    facts = Facts(exact=not bound.any(), floor=0.0 if nonnegative else -np.inf)
    return settled(value, bound, *operands, rule=judge, facts=facts, change=change, in_doubt=over)


def _cut(x: Bounded) -> Bounded:
    """Return a factor as a tensor core takes it."""
    if "tf32" not in x.arithmetic:
        return x
    # TF32 has 10 of the 23 bits of float32's fraction: a factor without the lower 13 is exact.
    bits = np.ascontiguousarray(x.value.astype(np.float32)).view(np.uint32) & np.uint32(0x1FFF)
    # Below the normal range the digits of TF32 are as far apart as at its lower end.
    largest = np.maximum(np.abs(x.value) + x.bound, float(np.finfo(np.float32).smallest_normal))
    cut = np.where((bits == 0).reshape(x.shape) & (x.bound == 0.0), 0.0, TF32_RELATIVE * largest)
    facts = Facts(sure=x.facts.sure, floor=x.facts.sign)
    return Bounded(x.value, x.bound + np.where(np.isfinite(cut), cut, 0.0), x.doubt, facts, x.arithmetic)


def _unit(values: Array) -> float:
    """Return the largest power of two of which all numbers of a narrow format are multiples; 0 for none."""
    parts, exponents = np.frexp(values[values != 0.0])
    if not parts.size:
        return math.inf
    # 30 bits hold the digits of every format narrower than float64.
    whole = np.ldexp(parts, 30).astype(np.int64)
    if not (np.ldexp(whole.astype(np.float64), -30) == parts).all():
        return 0.0
    return float(np.min(np.ldexp((whole & -whole).astype(np.float64), exponents - 30)))


def matmul(x: Any, y: Any) -> Bounded:
    x, y = pair(x, y)
    return contracted(np.matmul, x.shape[-1], x, y)


def dot(x: Any, y: Any) -> Bounded:
    """Return ``np.dot(x, y)``: a product of numbers, or a sum over the last axis of `x` and the last but one of `y`."""
    x, y = pair(x, y)
    if x.ndim == 0 or y.ndim == 0:
        return multiply(x, y)
    return contracted(np.dot, x.shape[-1], x, y)


def inner(x: Any, y: Any) -> Bounded:
    x, y = pair(x, y)
    return contracted(np.inner, x.shape[-1], x, y)


def outer(x: Any, y: Any) -> Bounded:
    x, y = pair(x, y)
    return multiply(x.reshape(-1, 1), y.reshape(1, -1))


def tensordot(x: Any, y: Any, axes: Any = 2) -> Bounded:
    x, y = pair(x, y)
    over = range(x.ndim - axes, x.ndim) if isinstance(axes, int) else np.atleast_1d(axes[0])
    n_terms = math.prod(x.shape[axis] for axis in over)
    return contracted(lambda a, b: np.tensordot(a, b, axes), n_terms, x, y)


def einsum(subscripts: str, *operands: Any, optimize: Any = None) -> Bounded:
    if not isinstance(subscripts, str):
        raise TypeError("np.einsum of bounded arrays takes subscripts as text, such as 'ij,jk->ik'")
    arithmetic = arithmetic_of(*operands)
    factors = [as_bounded(operand, arithmetic) for operand in operands]
    inputs, _, result = subscripts.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if "..." in subscripts:
        raise TypeError("np.einsum of bounded arrays takes no '...'; name every axis")
    if "->" not in subscripts:
        letters = inputs.replace(",", "")
        result = "".join(sorted(letter for letter in set(letters) if letters.count(letter) == 1))
    lengths = {
        letter: length
        for term, factor in zip(terms, factors, strict=True)
        for letter, length in zip(term, factor.shape, strict=True)
    }
    n_terms = math.prod(length for letter, length in lengths.items() if letter not in result)
    path = bool(len(factors) > 1) if optimize is None else optimize
    spelled = f"{inputs}->{result}"
    return contracted(lambda *parts: np.einsum(spelled, *parts, optimize=path), n_terms, *factors)


def norm(x: Bounded, order: Any = None, axis: Any = None, keepdims: bool = False) -> Bounded:
    if (axis is None and x.ndim > 1 and order is not None) or isinstance(axis, tuple):
        raise TypeError("np.linalg.norm of a bounded array is of vectors; name one axis")
    if order in (None, 2):
        return sqrt(summed(square(x), axis, keepdims))
    if order == 1:
        return summed(absolute(x), axis, keepdims)
    if order == np.inf:
        return greatest(absolute(x), axis, keepdims=keepdims)
    raise TypeError(f"np.linalg.norm of a bounded array is of order 1, 2 or infinity (got {order!r})")


enter(
    {np.matmul: matmul, np.dot: dot, np.inner: inner, np.tensordot: tensordot, np.einsum: einsum},
    rule="`|x| by + bx (|y| + by)` and `((1 + u)^(h + 1) - 1) (|x| + bx) (|y| + by)`, summed; tensor cores cut, which "
    "counts `2 u`; `tf32` adds `2^-10` of each factor. In doubt if partial sums may overflow",
    source=f"{HIGHAM}; PTX ISA, alternate floating point data formats; Fasi et al. (2021)",
)
enter_arithmetic({np.outer: outer}, rule="that of the product")
enter({np.linalg.norm: norm}, rule="as written out: `sqrt(sum(x * x))`, `sum(abs(x))` or `max(abs(x))`")
