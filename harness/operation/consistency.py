"""Checks that the parts of an operation go together, when it is declared."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from .array import ONE_MORE, Array
from .kinds import INDISPENSABLE_KINDS, INPUT_KINDS
from .size import COMMON_SIZES, N_COLS, SIZES, is_reserved

if TYPE_CHECKING:
    from .model import Operation

MAIN: tuple[Callable[[Array], bool], ...] = (
    lambda array: array.is_of_case and array.shape == SIZES,
    lambda array: array.is_of_case,
    lambda array: array.is_input and array.is_integer and array.shape == SIZES,
)
"""Conditions for the main input, the preferred one first."""

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_KIND = re.compile(r"[a-z0-9_]+")


def with_known_sizes(operation: Operation) -> tuple[Array, ...]:
    """Return the arrays with the harness's names of the number of rows and of columns."""
    names = {size.name: size.of or size.name for size in operation.sizes} | dict(
        zip(SIZES, SIZES, strict=True)
    )
    arrays = []
    for array in operation.arrays:
        used = [size for size in (*array.shape, array.below) if isinstance(size, str) and size]
        for size in (each.removesuffix(ONE_MORE) for each in used):
            if size not in names:
                raise ValueError(
                    f"array {array.name!r}: a size must be one of {', '.join(names)} or a number (got {size!r}); "
                    "add it to `sizes`"
                )

        def known(size: str | int) -> str | int:
            name = str(size).removesuffix(ONE_MORE)
            return names[name] + size.removeprefix(name) if isinstance(size, str) and size else size

        shape = tuple(known(size) for size in array.shape)
        below = known(array.below)
        is_same = (shape, below) == (array.shape, array.below)
        arrays.append(array if is_same else replace(array, shape=shape, below=below))
    return tuple(arrays)


def check(operation: Operation) -> None:
    """Check names, sizes, arrays, input kinds and scalars."""
    for size in (*SIZES, *(each.name for each in operation.further_sizes)):
        if not any(
            size in (str(each).removesuffix(ONE_MORE) for each in (*array.shape, array.below))
            for array in operation.arrays
        ):
            raise ValueError(f"an array must have the size {size!r} (got none)")
    _check_names(operation)
    _check_arrays(operation)
    _check_kinds(operation)


def _check_names(operation: Operation) -> None:
    roles = [*(array.name for array in operation.arrays), *(scalar.name for scalar in operation.scalars)]
    taken = [*COMMON_SIZES, *operation.size_names]
    for stride in operation.strides:
        is_of_layout = stride.name.removesuffix("_stride") in operation.sides_apart
        if not _IDENTIFIER.fullmatch(stride.name) or (is_reserved(stride.name) and not is_of_layout):
            raise ValueError(
                "the name of a stride must be a C identifier with no other meaning in a rule "
                f"(got {stride.name!r})"
            )
    for name in operation.size_names:
        if operation.size_names.count(name) > 1:
            raise ValueError(f"a size or stride must have a unique name (got {name!r} again)")
    for what, name in (("an operation", operation.name), *(("a role", role) for role in roles)):
        if not isinstance(name, str) or not _IDENTIFIER.fullmatch(name):
            raise ValueError(f"the name of {what} must be a C identifier (got {name!r})")
    for role in roles:
        if role in taken:
            raise ValueError(f"a role must have a unique name (got {role!r}); taken: {', '.join(taken)}")
        taken.append(role)


def _check_arrays(operation: Operation) -> None:
    if operation.vectors and len(operation.arrays) != 2 + len(operation.vectors):
        raise ValueError(
            "an operation must have either 'arrays' or 'vectors' (got both); write the vectors as arrays"
        )
    if not any(is_main(array) for is_main in MAIN for array in operation.arrays):
        raise ValueError(
            "one input must have the values of the case's input kind, or be integers of the shape (n_rows, n_cols) "
            "(got none)"
        )
    if not operation.outputs:
        raise ValueError("an operation must have an output (got none); set the role of an array to out")
    for part in ("precise_reference", "row_quantities", "impostors", "approximation_probe"):
        if getattr(operation, part) is not None and not operation.has_one_matrix:
            raise ValueError(
                f"an operation that names its arrays cannot have '{part}' (got it); leave it out"
            )
    if operation.shift_invariant and operation.main.shape != SIZES:
        raise ValueError(
            f"'shift_invariant' needs a main input of the shape (n_rows, n_cols) (got {operation.main.shape})"
        )
    if operation.moves_with_columns and any(array.below == N_COLS for array in operation.outputs):
        raise ValueError("'moves_with_columns' must be false if an output counts columns (got true)")


def _check_kinds(operation: Operation) -> None:
    for kind in operation.kinds:
        if kind not in INPUT_KINDS:
            raise ValueError(f"an input kind must be one of {', '.join(INPUT_KINDS)} (got {kind!r})")
    missing = [kind for kind in INDISPENSABLE_KINDS if kind not in operation.kinds]
    if missing:
        raise ValueError(f"'kinds' must include {', '.join(INDISPENSABLE_KINDS)} (got no {missing[0]!r})")
    for own in operation.own_kinds:
        if not _KIND.fullmatch(own.name) or own.name in INPUT_KINDS or own.name.startswith("values_"):
            raise ValueError(
                "the name of an own input kind must be of lowercase letters, digits and _, and must not be the "
                f"name of a common kind (got {own.name!r})"
            )
    for scalar in operation.scalars:
        if not scalar.values or not all(np.isfinite(value) for value in scalar.values):
            raise ValueError(f"a scalar must have finite values (got {scalar.values!r} for {scalar.name!r})")
