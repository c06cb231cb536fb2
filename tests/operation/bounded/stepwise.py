"""A kernel's arithmetic, step by step: numbers of its format, functions as wrong as tables allow, sums in any order.

Nothing here uses the package under test. A reference written in NumPy runs on these arrays as it does on bounded ones.
"""

from types import SimpleNamespace

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin
from scipy import special

ULP = {
    np.exp: (2, 1), np.exp2: (2, 1), np.expm1: (1, 1), np.log: (1, 1), np.log2: (1, 1), np.log10: (2, 1),
    np.log1p: (1, 1), np.sin: (2, 2), np.cos: (2, 2), np.arctan: (2, 2), np.sinh: (3, 2), np.cosh: (2, 1),
    np.tanh: (2, 1), special.erf: (2, 2), special.erfc: (4, 5), special.ndtr: (5, 5), np.power: (4, 2),
}  # fmt: skip
"""Largest errors in float32 and in float64: CUDA C++ Programming Guide 13.0, tables 17 and 18."""

FAST_LOG = {np.log: (2.0**-21.41, 3), np.log2: (2.0**-22, 2), np.log10: (2.0**-24, 3)}
"""Table 21: absolute error in [0.5, 2], ulps elsewhere."""

ROUNDED = {np.add, np.subtract, np.multiply, np.sqrt, np.square}
SMALLEST_NORMAL = 2.0**-126
LOG2_E = np.float32(1.4426950408889634)


def combined(parts, join):
    """Join the threads' parts, in the last axis, by a tree in each warp and then warp after warp, as blocks do."""
    for _ in range(min(parts[0].shape[-1], 32).bit_length() - 1):
        parts = join([part[..., ::2] for part in parts], [part[..., 1::2] for part in parts])
    total = [part[..., 0] for part in parts]
    for warp in range(1, parts[0].shape[-1]):
        total = join(total, [part[..., warp] for part in parts])
    return total


class Kernel:
    """How one kernel computes: its words, and random choices among orders of sums and directions of errors.

    `direction`: of all errors, 1 or -1; 0 for any, and ``opposed`` for downwards below -1 and upwards above. `stored`:
    element type. `row_threads`: 1, or a power of two.
    """

    def __init__(self, seed=0, words=(), *, dtype=np.float32, row_threads=1, direction=None, stored=None):
        self.rng = np.random.default_rng(seed)
        self.direction = self.rng.choice([-1.0, 0.0, 1.0]) if direction is None else direction
        self.order = int(self.rng.integers(4))
        self.words, self.dtype, self.row_threads = words, np.dtype(dtype), row_threads
        self.stored = SimpleNamespace(dtype=np.dtype(dtype if stored is None else stored))

    def __contains__(self, word):
        return word in self.words

    def array(self, values):
        with np.errstate(all="ignore"):
            return Stepwise(self.keep(np.asarray(values).astype(self.dtype)), self)

    def keep(self, values):
        if "ftz" not in self.words or self.dtype != np.float32:
            return values
        return np.where(
            np.abs(values) < np.float32(SMALLEST_NORMAL), np.copysign(np.float32(0), values), values
        )

    def share(self, argument):
        """Give how much of the largest error occurs: a number in [-1, 1] per element."""
        if self.direction == "opposed":
            return np.where(argument < -1, -1.0, 1.0)
        is_any = self.direction == 0.0
        return self.rng.uniform(-1, 1, argument.shape) if is_any else np.full(argument.shape, self.direction)

    def moved(self, exact, ulps, still, argument=None):
        """Round exact results, and move them by up to `ulps`; not 0, not 1, nor across 0."""
        near = exact.astype(self.dtype)
        steps = np.rint(self.share(near if argument is None else argument) * ulps).astype(int)
        still = still | ~np.isfinite(near) | (near == 0) | (np.abs(near) == 1)
        for _ in range(ulps):
            target = np.where(steps > 0, np.inf, -np.inf).astype(self.dtype)
            near = np.where((steps == 0) | still, near, np.nextafter(near, target))
            steps -= np.sign(steps)
        return self.keep(np.where(near * np.sign(exact) < 0, self.dtype.type(0), near))

    def call(self, ufunc, plain):
        """Give a function's results, as far off as the words allow."""
        wide = np.longdouble if self.dtype == float and hasattr(np, ufunc.__name__) else float
        exact = np.asarray(ufunc(*(each.astype(wide) for each in plain)))
        still = np.isinf(plain[0])
        if ufunc is np.exp and ("fast_exp" in self.words or "exp2" in self.words):
            t = (plain[0] * LOG2_E).astype(self.dtype).astype(float)
            off = 1.0 + self.share(t) * 2.0**-22
            return self.keep(np.where(t == 0, 1.0, np.exp2(t) * off).astype(self.dtype))
        if ufunc in FAST_LOG and "fast_log" in self.words:
            near, ulps = FAST_LOG[ufunc]
            is_near = (plain[0] >= 0.5) & (plain[0] <= 2.0)
            off = np.where(is_near, self.share(plain[0]) * near, 0.0)
            moved = self.moved(exact, ulps, still, plain[0])
            return np.where(is_near, (exact + off).astype(self.dtype), moved)
        if ufunc is np.tanh and "fast_tanh" in self.words:
            off = np.where(still, 0.0, self.share(plain[0]) * 2.0**-11)
            return (exact * (1.0 + off)).astype(self.dtype)
        return self.moved(exact, ULP[ufunc][self.dtype == float], still, plain[0])

    def divide(self, x, y, root=None):
        """Divide by one of the methods that the words name; by a root, multiply with ``rsqrtf``."""
        if root is not None and "rsqrt" in self.words:
            inverse = self.moved(1.0 / np.sqrt(root.astype(float)), 2, np.isinf(root))
            return self.keep(x * inverse)
        if "reciprocal" in self.words:
            return self.keep(x * self.keep((1 / y).astype(self.dtype)))
        if "rcp_approx" in self.words:
            return self.keep(x * self.moved(1.0 / y.astype(float), 1, np.isinf(y)))
        if "fast_div" in self.words:
            quotient = self.moved(x.astype(float) / y.astype(float), 2, np.isinf(x) | np.isinf(y))
            lost = (np.abs(y) > 2.0**126) & np.isfinite(y)
            return np.where(lost, np.where(np.isinf(x), np.nan, quotient * 0), quotient).astype(self.dtype)
        return self.keep(x / y)

    def total(self, terms):
        """Add up the last axis: by threads and a tree, or in one of several orders."""
        terms, kept = np.array(terms), terms.dtype
        if "half_accumulation" in self.words:
            kept = np.dtype(np.float16)
        n = terms.shape[-1]
        terms = terms.astype(kept)
        if n == 0:
            return np.zeros(terms.shape[:-1], self.dtype)
        if self.row_threads > 1:
            n_more = -n % self.row_threads
            terms = np.concatenate([terms, np.zeros((*terms.shape[:-1], n_more), kept)], axis=-1)
            terms = self.serial(np.swapaxes(terms.reshape(*terms.shape[:-1], -1, self.row_threads), -1, -2))
            return combined([terms], lambda a, b: [self.keep(a[0] + b[0])])[0].astype(self.dtype)
        if self.order == 0:
            terms = np.take(terms, self.rng.permutation(n), axis=-1)
        if self.order == 1:
            terms = np.take_along_axis(terms, np.argsort(-np.abs(terms), axis=-1), axis=-1)
        return (self.tree(terms) if self.order == 2 else self.serial(terms)).astype(self.dtype)

    def serial(self, terms):
        result = terms[..., 0]
        for index in range(1, terms.shape[-1]):
            result = self.keep(result + terms[..., index])
        return result

    def tree(self, terms):
        while terms.shape[-1] > 1:
            if terms.shape[-1] % 2:
                terms = np.concatenate([terms, np.zeros_like(terms[..., :1])], axis=-1)
            half = terms.shape[-1] // 2
            terms = self.keep(terms[..., :half] + terms[..., half:])
        return terms[..., 0]


def bare(given):
    return given.data if isinstance(given, Stepwise) else given


class Stepwise(NDArrayOperatorsMixin):
    """Numbers of a kernel; of a product its factors, which an addition may contract, and of a root its argument."""

    def __init__(self, data, kernel, factors=None, root=None):
        self.data, self.kernel, self.factors, self.root = np.asarray(data), kernel, factors, root

    shape = property(lambda self: self.data.shape)
    ndim = property(lambda self: self.data.ndim)

    arithmetic = property(lambda self: self.kernel)
    T = property(lambda self: self.like(self.data.T))

    def like(self, data):
        return Stepwise(data, self.kernel)

    def copy(self):
        return self.like(self.data.copy())

    def astype(self, dtype):
        return self.like(self.data.astype(dtype).astype(self.data.dtype))

    def __getitem__(self, key):
        return self.like(self.data[key])

    def __setitem__(self, key, new):
        self.data[key] = bare(new)

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        with np.errstate(all="ignore"):
            return self.apply(ufunc, method, *inputs, **options)

    def apply(self, ufunc, method, *inputs, **options):
        kernel = self.kernel
        plain = [np.asarray(bare(each)) for each in inputs]
        plain = [each if each.dtype == bool else each.astype(kernel.dtype) for each in plain]
        if method != "__call__":
            return self.like(getattr(ufunc, method)(*plain, **options))
        if ufunc in (np.add, np.subtract):
            return self.like(kernel.keep(self.contracted(ufunc, inputs, plain)))
        if ufunc in (np.divide, np.reciprocal):
            x, y = plain if ufunc is np.divide else (kernel.dtype.type(1), plain[0])
            return self.like(kernel.divide(np.asarray(x), y, getattr(inputs[-1], "root", None)))
        if ufunc in ROUNDED:
            result = self.like(kernel.keep(ufunc(*plain)))
            result.factors = plain if ufunc is np.multiply else None
            result.root = plain[0] if ufunc is np.sqrt else None
            return result
        if ufunc is np.matmul:
            x, y = plain
            return self.like(kernel.total(kernel.keep(x[:, None, :] * y.T[None, :, :])))
        if ufunc is special.expit:
            return 1.0 / (1.0 + np.exp(-self))
        if ufunc is np.logaddexp:
            x, y = (self.like(each) for each in plain)
            apart = np.where(plain[0] == plain[1], 0.0, -np.abs(x - y))
            return np.maximum(x, y) + np.log1p(np.exp(apart))
        if ufunc in ULP:
            return self.like(kernel.call(ufunc, plain))
        result = ufunc(*plain)
        return result if result.dtype == bool else self.like(result)

    def contracted(self, ufunc, inputs, plain):
        """Contract a product of float32 where float64 holds the exact sum; otherwise round twice."""
        result = ufunc(*plain)
        x, y = (np.asarray(each, dtype=float) for each in plain)
        for index, each in enumerate(inputs):
            if isinstance(each, Stepwise) and each.factors is not None and self.kernel.dtype == np.float32:
                pair = [x, y]
                pair[index] = each.factors[0].astype(float) * each.factors[1].astype(float)
                x, y = pair[0], -pair[1] if ufunc is np.subtract else pair[1]
                total = x + y
                part = total - x
                lost = (x - (total - part)) + (y - part)
                return np.where(np.isfinite(total) & (lost == 0.0), total.astype(np.float32), result)
        return result

    def __array_function__(self, function, types, args, kwargs):
        kernel = self.kernel
        with np.errstate(all="ignore"):
            if function in (np.sum, np.mean):
                return self.reduce(function, *args, **kwargs)
            if function is np.cumsum:
                terms = args[0].data
                return self.like(
                    np.stack([kernel.total(terms[..., : k + 1]) for k in range(terms.shape[-1])], axis=-1)
                )
            if function is np.var:
                return self.variance(*args, **kwargs)
            plain = [
                [bare(inner) for inner in each] if isinstance(each, list) else bare(each) for each in args
            ]
            result = np.asarray(function(*plain, **kwargs))
        return result if result.dtype == bool else self.like(result.astype(kernel.dtype))

    def variance(self, x, axis=None, keepdims=False):
        if "one_pass_variance" in self.kernel.words:
            mean = np.mean(x, axis=axis, keepdims=keepdims)
            return np.mean(x * x, axis=axis, keepdims=keepdims) - mean * mean
        centred = x - np.mean(x, axis=axis, keepdims=True)
        return np.mean(centred * centred, axis=axis, keepdims=keepdims)

    def reduce(self, function, x, axis=None, keepdims=False):
        axes = tuple(range(x.ndim)) if axis is None else tuple(np.atleast_1d(axis) % x.ndim)
        rest = tuple(each for each in range(x.ndim) if each not in axes)
        terms = np.transpose(x.data, rest + axes).reshape(*(x.shape[each] for each in rest), -1)
        result = self.kernel.total(terms)
        total = self.like(np.expand_dims(result, axes) if keepdims else result)
        return total if function is np.sum else total / float(terms.shape[-1])

    def sum(self, axis=None, keepdims=False):
        return np.sum(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        return np.mean(self, axis=axis, keepdims=keepdims)

    def max(self, axis=None, keepdims=False):
        return self.like(self.data.max(axis=axis, keepdims=keepdims))
