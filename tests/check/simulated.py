"""Right softmax algorithms in stepwise float32, with functions as inaccurate as the CUDA tables allow.

Nothing here uses the harness: these are the algorithms that the error bound has to let pass.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

F32 = np.float32
LOG2E = F32(1.4426950408889634)


def _move(values, ulps):
    """Move positive finite float32 values by whole units in the last place; 1 and 0 stay."""
    bits = values.view(np.int32)
    moved = np.clip(bits + ulps, 0, 0x7F7FFFFF)
    return (
        np.where((values > 0) & np.isfinite(values) & (values != 1), moved, bits).astype(np.int32).view(F32)
    )


def _flush(values):
    return np.where(np.abs(values) < F32(2.0**-126), F32(0), values)


@dataclass
class Machine:
    """float32 operations with the errors that one ``arithmetic`` name admits."""

    rng: np.random.Generator
    bias: str = "random"
    exponential: str = "ieee"
    division: str = ""
    ftz: bool = False

    def error(self, argument):
        """Give a number in [-1, 1] per element: how much of the largest error of a function occurs."""
        match self.bias:
            case "random":
                return self.rng.uniform(-1, 1, argument.shape)
            case "high":
                return np.ones(argument.shape)
            case "low":
                return -np.ones(argument.shape)
            case "opposed":
                return np.where(argument < -1, -1.0, 1.0)
        raise AssertionError(self.bias)

    def shake(self, values, argument, ulps):
        """Move exact results of a function by up to `ulps`, on top of their rounding."""
        return _move(values, np.rint(self.error(argument) * ulps).astype(np.int32))

    def keep(self, values):
        return _flush(values) if self.ftz else values

    def exp(self, z):
        """Exponentiate ``z <= 0``."""
        if self.exponential == "ieee":
            return self.keep(self.shake(np.exp(z.astype(np.float64)).astype(F32), z, 2))
        t = (z * LOG2E).astype(F32)
        off = 1.0 + self.error(t) * 2.0**-22
        return self.keep(np.where(t == 0, 1.0, np.exp2(t.astype(np.float64)) * off).astype(F32))

    def divide(self, numerators, total):
        match self.division:
            case "":
                return self.keep(numerators / total)
            case "reciprocal":
                return self.keep(numerators * (F32(1) / total))
            case "rcp_approx":
                return self.keep(numerators * self.shake(F32(1) / total, total, 1))
            case "fast_div":
                return self.keep(self.shake(numerators / total, numerators, 2))
        raise AssertionError(self.division)


def _by_thread(x, row_threads, fill):
    """Deal columns out to row_threads in turn: (n_rows, n_cols) to (n_rows, per_thread, row_threads)."""
    per_thread = -(-x.shape[1] // row_threads)
    padded = np.full((x.shape[0], per_thread * row_threads), fill, dtype=F32)
    padded[:, : x.shape[1]] = x
    return padded.reshape(x.shape[0], per_thread, row_threads)


def _combine_lanes(parts, join):
    """Tree within each warp of 32, then the warps one after another, as blocks with warp partials do."""
    row_threads = parts[0].shape[1]
    warp = min(row_threads, 32)
    parts = [part.reshape(part.shape[0], -1, warp) for part in parts]
    while parts[0].shape[2] > 1:
        half = parts[0].shape[2] // 2
        parts = join([p[:, :, :half] for p in parts], [p[:, :, half:] for p in parts])
    total = [p[:, :1, 0] for p in parts]
    for index in range(1, parts[0].shape[1]):
        total = join(total, [p[:, index : index + 1, 0] for p in parts])
    return total


def row_sum(terms, row_threads):
    """Sum strided: each thread in order, then the threads. `row_threads` is 1 or a power of two."""
    per_thread = np.add.accumulate(_by_thread(terms, row_threads, 0), axis=1, dtype=F32)[:, -1, :]
    (total,) = _combine_lanes([per_thread], lambda a, b: [a[0] + b[0]])
    return total


def two_pass(x, row_threads, machine):
    numerators = machine.exp(x - x.max(axis=1, keepdims=True))
    return machine.divide(numerators, row_sum(numerators, row_threads))


def folded_exp2(x, row_threads, machine):
    """exp2 of fma(x, log2 e, -max * log2 e): the product with the maximum is rounded, the difference once."""
    shift = (x.max(axis=1, keepdims=True) * LOG2E).astype(np.float64)
    t = (x.astype(np.float64) * np.float64(LOG2E) - shift).astype(F32)
    off = 1.0 + machine.error(t) * 2.0**-22
    numerators = machine.keep((np.exp2(t.astype(np.float64)) * off).astype(F32))
    return machine.divide(numerators, row_sum(numerators, row_threads))


def division_free(x, row_threads, machine):
    shifted = x - x.max(axis=1, keepdims=True)
    total = row_sum(machine.exp(shifted), row_threads)
    log_total = machine.shake(np.log(total.astype(np.float64)).astype(F32), -total, 1)
    return machine.exp(shifted - log_total.astype(F32))


def online(x, row_threads, machine):
    """One pass for maximum and sum, with the guard for a maximum that is still -inf."""

    def rescaled(total, old, new):
        return np.where(old == -np.inf, F32(0), machine.keep(total * machine.exp(old - new)))

    def join(a, b):
        top = np.maximum(a[0], b[0])
        return [top, rescaled(a[1], a[0], top) + rescaled(b[1], b[0], top)]

    dealt = _by_thread(x, row_threads, -np.inf)
    top = np.full((x.shape[0], row_threads), -np.inf, dtype=F32)
    total = np.zeros((x.shape[0], row_threads), dtype=F32)
    for step in range(dealt.shape[1]):
        value = dealt[:, step, :]
        new = np.maximum(top, value)
        total = rescaled(total, top, new) + np.where(value == -np.inf, F32(0), machine.exp(value - new))
        top = new
    top, total = _combine_lanes([top, total], join)
    return machine.divide(machine.exp(x - top), total)


def online_kept(x, row_threads, machine):
    """Exponentials are kept relative to their lane's own maximum and rescaled once at the end."""
    dealt = _by_thread(x, row_threads, -np.inf)
    own = dealt.max(axis=1, keepdims=True)
    kept = np.where(dealt == -np.inf, F32(0), machine.exp(dealt - own))
    top = x.max(axis=1, keepdims=True)[:, :, None]
    factor = np.where(own == -np.inf, F32(0), machine.exp(own - top))
    partial = np.add.accumulate(kept, axis=1, dtype=F32)[:, -1:, :]
    (total,) = _combine_lanes([machine.keep(partial * factor)[:, 0, :]], lambda a, b: [a[0] + b[0]])
    numerators = machine.keep(kept * factor).reshape(x.shape[0], -1)[:, : x.shape[1]]
    undefined = ~np.isfinite(x.max(axis=1, keepdims=True))
    return np.where(undefined, F32(np.nan), machine.divide(numerators, total))


Algorithm = Callable[[np.ndarray, int, Machine], np.ndarray]

CASES: dict[str, tuple[Algorithm, dict[str, object]]] = {
    "ieee": (two_pass, {}),
    "ieee+ftz": (two_pass, {"ftz": True}),
    "ieee+reciprocal": (two_pass, {"division": "reciprocal"}),
    "ieee+rcp_approx": (two_pass, {"division": "rcp_approx"}),
    "ieee+fast_div": (two_pass, {"division": "fast_div"}),
    "ieee+division_free": (division_free, {}),
    "fast_exp": (two_pass, {"exponential": "fast_exp"}),
    "fast_exp+fast_div+ftz": (two_pass, {"exponential": "fast_exp", "division": "fast_div", "ftz": True}),
    "fast_exp+division_free": (division_free, {"exponential": "fast_exp"}),
    "exp2": (two_pass, {"exponential": "exp2"}),
    "exp2+rcp_approx": (folded_exp2, {"division": "rcp_approx"}),
    "ieee+online": (online, {}),
    "fast_exp+rcp_approx+online+ftz": (
        online,
        {"exponential": "fast_exp", "division": "rcp_approx", "ftz": True},
    ),
    "ieee+reciprocal+online": (online_kept, {"division": "reciprocal"}),
}
"""Arithmetic name to the algorithm that it describes, and the errors of its functions."""


def simulate(name, x, row_threads, seed=0, bias="random"):
    """Run the algorithm of an arithmetic name on float32 rows; returns float32."""
    algorithm, options = CASES[name]
    with np.errstate(all="ignore"):
        return algorithm(
            x.astype(F32), row_threads, Machine(np.random.default_rng(seed), bias, **options)
        ).astype(F32)
