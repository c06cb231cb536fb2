"""Runs a reference on bounded arrays: it gives the right results, and how far a right kernel may be from each.

The rules of the bounds are in ``docs/tolerance.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from .array import Array
from .given import Matrix
from .model import Operation
from .problem import Expected, Problem

if TYPE_CHECKING:
    from .bounded import Bounded, KernelArithmetic


def expectation(operation: Operation, problem: Problem) -> Mapping[str, Expected]:
    """Return the same as `expected_of`, made once for a problem that keeps its values."""
    return problem.once(("expected", operation), lambda: expected_of(operation, problem))


def expected_of(operation: Operation, problem: Problem) -> Mapping[str, Expected]:
    """Return what each output must be, by name; SpecError if a reference of a project's own file fails."""
    # Problems that keep their values share the result if the sums of one input have the same depths.
    # A project's own reference may read more of the arithmetic than the rules do.
    if operation.source is not None or not problem.inp.size:
        return _expected_of(operation, problem)
    how = _arithmetic(problem)
    known: list[tuple[dict[tuple[str, int], int], Mapping[str, Expected]]] = problem.once(
        ("expected by depths", operation, problem.how.name), list, of_inputs=True
    )
    for asked, expected in known:
        if all(getattr(how, question)(n) == answer for (question, n), answer in asked.items()):
            return expected
    how.asked.clear()
    expected = _expected_of(operation, problem)
    known.append((dict(how.asked), expected))
    return expected


def _expected_of(operation: Operation, problem: Problem) -> Mapping[str, Expected]:
    if operation.precise_reference is None:
        return derived(operation, problem)
    precise = _precise(operation, problem)
    if not precise.size:  # a row without elements has no maximum to be bounded
        return {operation.outputs[0].name: Expected(precise, np.zeros(precise.shape))}
    ((name, bounded),) = derived(operation, problem).items()
    with np.errstate(invalid="ignore"):
        apart = np.abs(bounded.reference - precise)
        apart[precise == bounded.reference] = 0.0  # infinities have no difference
    # NaN in a bound would mean that the element is not judged.
    return {name: Expected(precise, np.where(np.isnan(precise), 0.0, bounded.allowed + apart))}


def results_of(operation: Operation, problem: Problem) -> Mapping[str, Matrix]:
    """Return the right result of each output, as rows; raises as `expected_of`."""
    if operation.precise_reference is not None:
        return {operation.outputs[0].name: _precise(operation, problem)}
    return {name: expected.reference for name, expected in derived(operation, problem).items()}


def _precise(operation: Operation, problem: Problem) -> Matrix:
    """Return the results of `precise_reference`, made once for all cases with these inputs."""
    precise = operation.precise_reference
    assert precise is not None
    if not problem.inp.size:
        return np.empty(problem.inp.shape)
    # NaN and infinities are results here, not accidents.
    with operation.failing_at("precise_reference"), np.errstate(all="ignore"):
        result: Matrix = problem.once(
            ("precise reference", operation), lambda: np.asarray(precise(problem), np.float64), of_inputs=True
        )
        if result.shape != problem.inp.shape:
            raise ValueError(f"it must have the shape of the input, {problem.inp.shape} (got {result.shape})")
    return result


def derived(operation: Operation, problem: Problem, *, exactly: bool = False) -> dict[str, Expected]:
    """Return right results and bounds from the `reference`; `exactly` as in `KernelArithmetic`."""
    from .bounded import Bounded  # takes 0.1 s to import

    arithmetic = _arithmetic(problem, exactly=exactly)
    inputs: dict[str, Any] = {}
    for array in operation.inputs:
        values = problem.arrays[array.name]
        inputs[array.name] = values.astype(np.int64) if array.is_integer else Bounded.of(values, arithmetic)
    for scalar in operation.scalars:
        inputs[scalar.name] = Bounded.of(problem.scalars[scalar.name], arithmetic)
    with operation.failing_at("reference"), np.errstate(all="ignore"):
        results = operation.reference(**inputs)
        if not isinstance(results, Mapping):
            results = {operation.outputs[0].name: results}
        names = [array.name for array in operation.outputs]
        if sorted(results) != sorted(names):
            got = ", ".join(results) or "nothing"
            raise ValueError(f"the reference must give {', '.join(names)} (got {got})")
        expected = {}
        for array in operation.outputs:
            reference, allowed = _judged(array, results[array.name], problem.dtype)
            sizes, shape, dims = array.sizes(problem.known), reference.shape, array.dims(problem.known)
            if shape != sizes:
                raise ValueError(f"the reference of {array.name} must have the shape {sizes} (got {shape})")
            expected[array.name] = Expected(array.as_rows(reference), array.as_rows(allowed), dims)
    return expected


def _arithmetic(problem: Problem, *, exactly: bool = False) -> KernelArithmetic:
    return _made(problem.dtype, problem.how.name, problem.row_threads, problem.serial, exactly)


@lru_cache(maxsize=64)
def _made(dtype: str, words: str, row_threads: int, serial: int | None, exactly: bool) -> KernelArithmetic:
    from .bounded import KernelArithmetic

    how = KernelArithmetic.of(dtype, words, row_threads=row_threads, serial=serial)
    return replace(how, exactly=exactly)


def _judged(array: Array, result: Any, dtype: str) -> tuple[Matrix, Matrix]:
    """Return right result and error bound of one output, in its own shape; plain integers stay integers."""
    from .bounded import Bounded, stored

    rule = f"the reference of {array.name} must be"
    if array.is_integer:
        if isinstance(result, Bounded):
            return _whole(array, result)
        exact = np.asarray(result)
        if exact.dtype.kind not in "biu":
            raise TypeError(f"{rule} integers, or made from the inputs (got {exact.dtype})")
        limits = np.iinfo(array.element(dtype))
        if exact.size and not limits.min <= int(exact.min()) <= int(exact.max()) <= limits.max:
            raise ValueError(f"{rule} within {array.dtype} (got {int(exact.min())} to {int(exact.max())})")
        return exact.astype(np.int64), np.zeros(exact.shape)
    if not isinstance(result, Bounded):
        got = f"{type(result).__name__}, which has no bound"
        raise TypeError(f"{rule} made from the inputs it is given (got {got})")
    judged = stored(result, array.element(dtype).name)
    return judged.value, judged.allowed


def _whole(array: Array, result: Bounded) -> tuple[Matrix, Matrix]:
    """Return an integer result of bounded arrays; not judged where it may be outside the type's range."""
    from .bounded import SURE

    limits = np.iinfo(np.dtype(array.dtype))
    with np.errstate(invalid="ignore"):
        # The bound is the same on both sides, and may be beyond what a right kernel clips to.
        low = np.maximum(result.low, result.facts.floor)
        high = np.minimum(result.high, result.facts.ceiling)
        inside = (low >= limits.min) & (high <= limits.max) & (result.doubt == SURE)
    # A sum in float64 may lose an integer beyond it.
    inside &= np.abs(result.value) + result.bound <= 2.0**53
    value: Matrix = np.where(inside, result.value, 0.0)
    if not np.array_equal(value, np.rint(value)):
        rule = f"the reference of {array.name} must be whole numbers"
        raise ValueError(f"{rule}; round it, by np.rint for example")
    return value, np.where(inside, result.bound, np.nan)
