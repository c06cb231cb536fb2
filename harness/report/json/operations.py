"""The JSON of `kernel-harness operations`: its records, and how an operation becomes one."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable
from pathlib import Path

from ...compiler.source.file_names import display_path
from ...errors import SpecError
from ...lazy import dataclass
from ...operation.given import Scalar
from ...operation.kinds import INPUT_KIND_MEANINGS
from ...operation.model import Operation
from ...operation.size import Size
from ...store.records import pick, record_text
from ...variant.shape import SCALAR_TYPES
from . import WrongFile, wrong_files


@dataclass(frozen=True)
class _Parameter:
    name: str
    """Name in `args`."""
    meaning: str
    """Description."""


@dataclass(frozen=True)
class OperationArray(_Parameter):
    """A pointer that a kernel may take."""

    role: str
    """`in`, `out` or `in-out`."""
    shape: tuple[str, ...]
    """Sizes: `n_rows`, `n_cols`, a size of the operation or a number."""
    strides: tuple[str, ...]
    """Names of the strides of all dimensions but the last."""
    dtype: str | None
    """Element type; null for that of the case."""
    rows: str
    """`inp` or `out` for rows with that stride; empty for a contiguous array."""
    absent: float | None
    """Value for a kernel without this array; null if it must have it."""


@dataclass(frozen=True)
class OperationVector(_Parameter):
    """A parameter that points to one element per column."""

    absent: float | None
    """Value for a kernel without this parameter; null if it must have it."""


@dataclass(frozen=True)
class ArithmeticWord:
    """A word of `arithmetic`."""

    word: str
    """The word."""
    meaning: str
    """How such a kernel computes."""
    base: bool
    """Whether the word is a name by itself; others are added to one by `+`."""
    float64: bool
    """Whether a kernel for float64 can use it."""


@dataclass(frozen=True)
class OperationInput:
    """A kind of input in the matrix."""

    name: str
    """Name in case ids."""
    meaning: str
    """Description."""


@dataclass(frozen=True)
class ListedOperation:
    """An operation."""

    name: str
    """Value of `operation` in a declaration."""
    summary: str
    """Formula."""
    args: tuple[str, ...]
    """Names that `args` may contain."""
    arrays: tuple[OperationArray, ...]
    """Pointers that a kernel may take, in the order of the buffers."""
    sizes: tuple[Size, ...]
    """Sizes besides the number of rows and of columns, and other names of these two."""
    vectors: tuple[OperationVector, ...]
    """Parameters that point to one element per column."""
    scalars: tuple[Scalar, ...]
    """Parameters passed by value."""
    dtypes: tuple[str, ...]
    """Element types that the default arithmetic has."""
    arithmetic: tuple[ArithmeticWord, ...]
    """Words of `arithmetic`."""
    input_kinds: tuple[OperationInput, ...]
    """Kinds of input in the matrix."""
    nan_rows: str
    """Rows whose results are NaN."""
    source: str
    """File of reference and bound."""
    derivation: str
    """Its description, which derives the bound."""


@dataclass(frozen=True, kw_only=True)
class OperationsDocument:
    """Operations.

    What declarations can name as `operation`, the shipped operations first.
    """

    schema: str = "kernel-harness/operations"
    version: int = 1
    operations: tuple[ListedOperation, ...]
    """One for each operation."""
    errors: tuple[WrongFile, ...]
    """Wrong files of the project's own operations."""


def text(operations: Iterable[ListedOperation], errors: Iterable[SpecError]) -> str:
    document = OperationsDocument(operations=tuple(operations), errors=wrong_files(errors))
    return record_text(document)


def listed(operation: Operation) -> ListedOperation:
    path = operation.source or Path(inspect.getfile(operation.reference))
    usual = operation.parse_arithmetic(operation.default_arithmetic)
    kinds = {**INPUT_KIND_MEANINGS, **{own.name: own.description for own in operation.own_kinds}}
    return pick(
        ListedOperation,
        operation,
        args=tuple(operation.arguments),
        arrays=tuple(
            pick(OperationArray, array, shape=tuple(operation.shown(array.shape)))
            for array in operation.arrays
        ),
        vectors=tuple(pick(OperationVector, vector) for vector in operation.vectors),
        dtypes=tuple(dtype for dtype in SCALAR_TYPES if usual.unusable_with(dtype) is None),
        arithmetic=tuple(_word(operation, word, meaning) for word, meaning in operation.words.items()),
        input_kinds=tuple(OperationInput(name, kinds[name]) for name in operation.input_kinds),
        source=display_path(path),
        derivation=inspect.cleandoc(operation.about) or ast.get_docstring(ast.parse(path.read_bytes())) or "",
    )


def _word(operation: Operation, word: str, meaning: str) -> ArithmeticWord:
    is_base = True
    # Only the parser knows which words stand alone: a word that it refuses is one that is added to a base.
    try:
        how = operation.parse_arithmetic(word)
    except ValueError:
        is_base, how = False, operation.parse_arithmetic(f"{operation.default_arithmetic}+{word}")
    return ArithmeticWord(word, meaning, base=is_base, float64=how.unusable_with("float64") is None)
