"""Every function of the table gives NumPy's values, and no other function is taken."""

import operator

import numpy as np
import pytest
from scipy import special

from harness.operation.bounded import (
    Bounded,
    BoundedCondition,
    KernelArithmetic,
    allowed_names,
    either,
    online_sum,
    online_terms,
    rescaled,
    whole_table,
)

X = np.array([[0.5, 2.25, -1.5, 0.0], [3.0, -0.75, 1.0, 8.0]])
Y = np.array([[1.5, -2.0, 0.5, 4.0], [0.25, 3.0, 1.0, -1.0]])
P = np.abs(X) + 0.5
COLUMN = np.array([[1], [0]])


def named(name):
    """Give NumPy's or SciPy's function of a name."""
    function = {"np": np, "special": special}
    module, _, path = name.partition(".")
    return operator.attrgetter(path)(function[module])


PLAIN = {
    (
        "np.absolute np.arctan np.argmin np.ceil np.copy np.cos np.cosh np.cumsum np.diag np.diagonal np.exp "
        "np.exp2 np.expm1 np.fabs np.floor np.isfinite np.isinf np.isnan np.maximum.reduce np.ndim "
        "np.ones_like np.ravel np.rint np.rot90 np.shape np.sign np.sin np.sinh np.size np.square np.tanh "
        "np.tril np.triu np.trunc np.unique np.zeros_like special.erf special.erfc special.expit "
        "special.ndtr"
    ): lambda f: lambda x, y, p: f(x),
    "np.log np.log10 np.log1p np.log2 np.prod np.sqrt": lambda f: lambda x, y, p: f(p),
    "np.fmax np.fmin np.inner np.logaddexp np.maximum np.minimum np.outer": lambda f: lambda x, y, p: f(x, y),
    (
        "np.add.accumulate np.add.reduce np.argmax np.argsort np.diff np.flip np.linalg.norm "
        "np.maximum.accumulate np.minimum.accumulate np.minimum.reduce np.ptp np.sort"
    ): lambda f: lambda x, y, p: f(x, axis=1),
}
"""Functions whose call has nothing but its arguments."""

CALLS = {
    **{name: call(named(name)) for names, call in PLAIN.items() for name in names.split()},
    "np.add": lambda x, y, p: x + y,
    "np.add.at": lambda x, y, p: np.add.at(x, ([0, 0, 1], [1, 1, 2]), 0.5) or x,
    "np.array_split": lambda x, y, p: np.array_split(x, 3, axis=1)[0],
    "np.bincount": lambda x, y, p: np.bincount([0, 2, 2, 0], weights=x[0]),
    "np.broadcast_arrays": lambda x, y, p: np.broadcast_arrays(x, y[:1])[1],
    "np.broadcast_to": lambda x, y, p: np.broadcast_to(x, (3, 2, 4)),
    "np.clip": lambda x, y, p: np.clip(x, -1.0, 2.0),
    "np.concatenate": lambda x, y, p: np.concatenate([x, y], axis=1),
    "np.delete": lambda x, y, p: np.delete(x, 1, axis=1),
    "np.digitize": lambda x, y, p: np.digitize(x, [0.0, 1.0, 2.0]),
    "np.divide": lambda x, y, p: x / y,
    "np.dot": lambda x, y, p: np.dot(x, y.T),
    "np.einsum": lambda x, y, p: np.einsum("ij,kj->ik", x, y),
    "np.empty_like": lambda x, y, p: np.empty_like(x).shape,
    "np.equal": lambda x, y, p: x == y,
    "np.expand_dims": lambda x, y, p: np.expand_dims(x, 1),
    "np.float_power": lambda x, y, p: np.float_power(p, y),
    "np.full_like": lambda x, y, p: np.full_like(x, 0.1),
    "np.greater": lambda x, y, p: x > y,
    "np.greater_equal": lambda x, y, p: x >= y,
    "np.hstack": lambda x, y, p: np.hstack([x, y]),
    "np.less": lambda x, y, p: x < y,
    "np.less_equal": lambda x, y, p: x <= y,
    "np.matmul": lambda x, y, p: x @ y.T,
    "np.max": lambda x, y, p: x.max(axis=1, keepdims=True),
    "np.mean": lambda x, y, p: x.mean(axis=1),
    "np.min": lambda x, y, p: x.min(initial=-9.0),
    "np.moveaxis": lambda x, y, p: np.moveaxis(x, 0, 1),
    "np.multiply": lambda x, y, p: x * y,
    "np.multiply.reduce": lambda x, y, p: np.multiply.reduce(p, axis=1),
    "np.negative": lambda x, y, p: -x,
    "np.nonzero": lambda x, y, p: np.nonzero(x)[1],
    "np.not_equal": lambda x, y, p: x != y,
    "np.pad": lambda x, y, p: np.pad(x, ((0, 1), (2, 0)), constant_values=0.1),
    "np.positive": lambda x, y, p: +x,
    "np.power": lambda x, y, p: p**y,
    "np.put_along_axis": lambda x, y, p: np.put_along_axis(x, COLUMN, 0.5, axis=1) or x,
    "np.reciprocal": lambda x, y, p: np.reciprocal(y),
    "np.repeat": lambda x, y, p: np.repeat(x, 2, axis=0),
    "np.reshape": lambda x, y, p: x.reshape(4, 2),
    "np.roll": lambda x, y, p: np.roll(x, 1, axis=1),
    "np.round": lambda x, y, p: x.round(),
    "np.searchsorted": lambda x, y, p: np.searchsorted(np.arange(4.0), x),
    "np.split": lambda x, y, p: np.split(x, 2, axis=1)[1],
    "np.squeeze": lambda x, y, p: np.squeeze(x[:1]),
    "np.stack": lambda x, y, p: np.stack([x, y]),
    "np.std": lambda x, y, p: x.std(axis=1, ddof=1),
    "np.subtract": lambda x, y, p: 1.0 - x,
    "np.sum": lambda x, y, p: np.sum(x, axis=0, where=X > 0.0, initial=2.0),
    "np.swapaxes": lambda x, y, p: np.swapaxes(x, 0, 1),
    "np.take": lambda x, y, p: np.take(x, [3, 0], axis=1),
    "np.take_along_axis": lambda x, y, p: np.take_along_axis(x, COLUMN, axis=1),
    "np.tensordot": lambda x, y, p: np.tensordot(x, y, axes=([0, 1], [0, 1])),
    "np.tile": lambda x, y, p: np.tile(x, (2, 1)),
    "np.transpose": lambda x, y, p: x.transpose(1, 0),
    "np.var": lambda x, y, p: x.var(),
    "np.vstack": lambda x, y, p: np.vstack([x, y]),
    "np.where": lambda x, y, p: np.where(x > y, x, -np.inf),
    "either": lambda x, y, p: either(x, 2.0 * x - x) if isinstance(x, Bounded) else x,
    "online_sum": lambda x, y, p: online_sum(p, x) if isinstance(x, Bounded) else p.sum(axis=1),
    "rescaled": lambda x, y, p: rescaled(x) if isinstance(x, Bounded) else x,
    "online_terms": lambda x, y, p: online_terms(p, x) if isinstance(x, Bounded) else p,
    "x.astype": lambda x, y, p: x.astype(np.float16) * 1.0,
}
"""A call of each function, for plain and for bounded arrays."""


def test_every_function_of_the_table_has_a_call_here():
    assert set(CALLS) == set(allowed_names())


@pytest.mark.parametrize("name", CALLS)
def test_values_are_numpys(name):
    arithmetic = KernelArithmetic.of()
    plain = CALLS[name](X.copy(), Y.copy(), P.copy())
    bounded = CALLS[name](*(Bounded.of(each, arithmetic) for each in (X, Y, P)))
    value = bounded.value if isinstance(bounded, Bounded | BoundedCondition) else bounded
    np.testing.assert_allclose(value, plain, rtol=1e-15, atol=1e-15)
    assert np.shape(value) == np.shape(plain)
    if isinstance(bounded, Bounded):
        assert (bounded.bound >= 0.0).all()
        assert bounded.bound.shape == bounded.doubt.shape == bounded.shape
        assert not bounded.doubt.any()


@pytest.mark.parametrize(("call", "name"), [
    (lambda x: np.fft.fft(x), "np.fft.fft"),
    (lambda x: np.median(x), "np.median"),
    (lambda x: np.arctan2(x, x), "np.arctan2"),
    (lambda x: x % 2, "np.remainder"),
    (lambda x: np.logaddexp.reduce(x), "np.logaddexp.reduce"),
    (lambda x: special.gammaln(x), "special.gammaln"),
    (lambda x: special.softmax(x), "turning a bounded array into an ndarray"),
    (lambda x: float(x[0, 0]), "float()"),
    (lambda x: np.sum(x, dtype=np.float32), "np.sum"),
    (lambda x: np.pad(x, 1, mode="mean"), "np.pad"),
    (lambda x: np.round(x, 2), "np.round"),
    (lambda x: np.linalg.norm(x, axis=(0, 1)), "np.linalg.norm"),
    (lambda x: np.einsum("...i->...", x), "np.einsum"),
])  # fmt: skip
def test_other_functions_are_refused_by_name(call, name):
    with pytest.raises(TypeError) as refused:
        call(Bounded.of(X, KernelArithmetic.of()))
    assert str(refused.value).startswith(name)


def test_a_refusal_lists_what_may_be_used():
    with pytest.raises(TypeError) as refused:
        np.fft.fft(Bounded.of(X, KernelArithmetic.of()))
    assert all(name in str(refused.value) for name in allowed_names())


def test_every_row_says_its_rule_and_no_function_has_two():
    names = [name for row in whole_table() for name in row.names]
    assert len(names) == len(set(names))
    assert all(row.rule and row.group and row.names for row in whole_table())


def test_arrays_of_two_arithmetics_do_not_meet():
    x, y = (Bounded.of(X, KernelArithmetic.of(arithmetic=word)) for word in ("ieee", "ftz"))
    with pytest.raises(ValueError, match="one arithmetic"):
        x + y


@pytest.mark.parametrize(("dtype", "words", "said"), [
    ("float32", "fast_exp+exp2", "at most one of fast_exp, exp2"),
    ("float32", "ieee+reciprocal+fast_div", "at most one of reciprocal, rcp_approx, fast_div"),
    ("float64", "fast_exp", "'fast_exp' exists for float32 only"),
    ("float8", "ieee", "dtype must be one of"),
])  # fmt: skip
def test_an_impossible_arithmetic_is_refused(dtype, words, said):
    with pytest.raises(ValueError, match=said):
        KernelArithmetic.of(dtype, words)


def test_words_of_the_author_are_there_to_branch_on():
    x = Bounded.of(X, KernelArithmetic.of(arithmetic="ieee+lse"))
    assert "lse" in (x * 2.0).arithmetic
    assert "online" not in x.arithmetic
