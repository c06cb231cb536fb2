"""Right kernels in stepwise arithmetic (`tests.operation.bounded.stepwise`): as references are written, and others."""

import numpy as np

from harness.operation.catalogue import shipped_operations
from tests.operation.bounded.stepwise import Kernel, bare, combined

LOG2E = 1.4426950408889634
DIRECTIONS = {"random": 0.0, "high": 1.0, "low": -1.0, "opposed": "opposed"}


def dealt(x, fill):
    """Deal columns out to the threads in turn: (n_rows, n_cols) to (n_rows, per_thread, row_threads)."""
    (n_rows, n_cols), threads = x.shape, x.kernel.row_threads
    padded = np.full((n_rows, -(-n_cols // threads) * threads), fill, x.data.dtype)
    padded[:, :n_cols] = x.data
    return x.like(padded.reshape(n_rows, -1, threads))


def folded_exp2(inp):
    """exp2 of fma(x, log2 e, -max * log2 e): the product with the maximum is rounded, the difference once."""
    powers = np.exp2(inp * LOG2E - np.max(inp, axis=1, keepdims=True) * LOG2E)
    return powers / np.sum(powers, axis=1, keepdims=True)


def rescaled(total, old, new):
    return np.where(old.data == -np.inf, 0.0, total * np.exp(old - new))


def online(inp):
    """One pass for maximum and sum, with the guard for a maximum that is still -inf."""

    def join(a, b):
        top = np.maximum(a[0], b[0])
        return [top, rescaled(a[1], a[0], top) + rescaled(b[1], b[0], top)]

    columns = dealt(inp, -np.inf)
    top = inp.like(np.full_like(columns.data[:, 0], -np.inf))
    total = inp.like(np.zeros_like(top.data))
    for step in range(columns.shape[1]):
        value = columns[:, step]
        new = np.maximum(top, value)
        total = rescaled(total, top, new) + np.where(value.data == -np.inf, 0.0, np.exp(value - new))
        top = new
    top, total = combined([top, total], join)
    return np.exp(inp - top[:, None]) / total[:, None]


def online_kept(inp):
    """Exponentials are kept relative to their lane's own maximum and rescaled once at the end."""
    columns, top = dealt(inp, -np.inf), np.max(inp, axis=1, keepdims=True)
    own = columns.max(axis=1, keepdims=True)
    kept = np.where(columns.data == -np.inf, 0.0, np.exp(columns - own))
    factor = np.where(own.data == -np.inf, 0.0, np.exp(own - top[:, :, None]))
    sums = inp.like(inp.kernel.serial(np.moveaxis(kept.data, 1, -1))) * factor[:, 0]
    (total,) = combined([sums], lambda a, b: [a[0] + b[0]])
    numerators = (kept * factor).data.reshape(inp.shape[0], -1)[:, : inp.shape[1]]
    return np.where(np.isfinite(top.data), inp.like(numerators) / total[:, None], np.nan)


def welford(inp, weight, bias, eps, *, counted=True, corrected=True):
    """Moments in one pass, merged as Chan does; without his correction or with equal counts it is wrong."""

    def join(a, b):
        n = a[0] + b[0]
        share = b[0] / np.maximum(n, 1.0) if counted else np.where(n.data > 0, n * 0.0 + 0.5, 0.0)
        d = b[1] - a[1]
        squares = a[2] + b[2] + (d * d * a[0] * share if corrected else 0.0)
        return [n, np.where(b[0].data > 0, a[1] + d * share, a[1]), squares]

    columns, exists = dealt(inp, 0.0), dealt(inp.like(np.ones_like(inp.data)), 0.0).data > 0
    n, mean, squares = (inp.like(np.zeros_like(columns.data[:, 0])) for _ in range(3))
    for step in range(columns.shape[1]):
        value, is_there = columns[:, step], exists[:, step]
        d = value - mean
        new = mean + d / (n + 1.0)
        squares = np.where(is_there, squares + d * (value - new), squares)
        n, mean = np.where(is_there, n + 1.0, n), np.where(is_there, new, mean)
    _, mean, squares = combined([n, mean, squares], join)
    scale = 1.0 / np.sqrt(squares / float(inp.shape[1]) + eps)
    return (inp - mean[:, None]) * scale[:, None] * weight + bias


CASES = {
    **dict.fromkeys((
        "ieee", "ieee+ftz", "ieee+reciprocal", "ieee+rcp_approx", "ieee+fast_div", "ieee+division_free", "fast_exp",
        "fast_exp+fast_div+ftz", "fast_exp+division_free", "exp2",
    )),
    "exp2+rcp_approx": folded_exp2,
    "ieee+online": online,
    "fast_exp+rcp_approx+online+ftz": online,
    "ieee+reciprocal+online": online_kept,
}  # fmt: skip
"""Kernels of softmax by their arithmetic; None for one that is as the reference is written."""


def run(operation, algorithm, name, arrays, row_threads=1, *, seed=0, bias="random", stored=None):
    """Run a kernel of an operation's reference or another algorithm; returns float32.

    `name`: its arithmetic. `arrays`: arguments by name. `bias`: a key of `DIRECTIONS`. `stored`: element type.
    """
    algorithm = algorithm or shipped_operations()[operation].reference
    kernel = Kernel(seed, name.split("+"), row_threads=row_threads, direction=DIRECTIONS[bias], stored=stored)
    with np.errstate(all="ignore"):
        return bare(algorithm(**{key: kernel.array(value) for key, value in arrays.items()}))


def simulate(name, x, row_threads, seed=0, bias="random"):
    """Run the kernel of softmax of an arithmetic name; returns float32."""
    return run("softmax", CASES[name], name, {"inp": x}, row_threads, seed=seed, bias=bias)
