"""Finds operations: the shipped ones, and a project's own in its files. There is no registry.

An operation's file is a Python module with an `Operation` called ``OPERATION``. A file that cannot be loaded is an
error and does not affect other operations.
"""

from __future__ import annotations

import copyreg
import hashlib
import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from ..errors import SpecError
from ..store.input_file import read_file
from . import shipped
from .array import IN_PLACE, INNER_STRIDES, INP, OUT, with_inner_stride
from .model import Operation, line_of

ATTRIBUTE = "OPERATION"
SUFFIX = ".py"
EXAMPLE = "`python -m pydoc kernel_harness.operation` has an example"
DEFAULT = "softmax"
"""Operation of a variant whose declaration names none."""


class Catalogue(NamedTuple):
    """The operations that declarations may name."""

    operations: Mapping[str, Operation]
    """Operations by name: the shipped ones, then the project's, which win over shipped ones of their names."""
    errors: tuple[SpecError, ...] = field(default=())
    """Errors in operations' files, in the order of the files."""


@lru_cache(maxsize=1)
def shipped_operations() -> Mapping[str, Operation]:
    """Return the shipped operations by name, in alphabetical order."""
    names = (each.name for each in pkgutil.iter_modules(shipped.__path__))
    modules = [importlib.import_module(f"{shipped.__name__}.{name}") for name in names]
    operations = {each.name: each for module in modules for each in module.OPERATIONS}
    return MappingProxyType(dict(sorted(operations.items())))


def catalogue_of(files: Sequence[Path] = ()) -> Catalogue:
    """Load the shipped operations and the operations in a project's files and folders.

    Every ``.py`` file directly in a folder is an operation's file, unless its name begins with ``_``.
    """
    operations = dict(shipped_operations())
    errors: list[SpecError] = []
    for path in _files(files, errors):
        try:
            operation = load_operation(path)
        except SpecError as error:
            errors.append(error)
            continue
        other = operations.pop(operation.name, None)
        if other is not None and other.source is not None:
            operations[operation.name] = other
            got = f"{operation.name!r}, also in {other.source}"
            errors.append(_fault(path, f"an operation must have a unique name (got {got}); rename it"))
            continue
        operations[operation.name] = operation
    return Catalogue(MappingProxyType(operations), tuple(errors))


def load_operation(path: Path) -> Operation:
    """Load the operation of a file, the same object for the same content: only a changed file is run again."""
    try:
        source = read_file(path)
    except OSError as error:
        raise _fault(path, f"an operation's file must be readable (got: {error})") from None
    return _load(path.resolve(), hashlib.sha256(source).hexdigest())


def same_operation(
    name: str, source: Path | str, is_in_place: bool = False, sides_apart: Collection[str] = ()
) -> Operation:
    """Return an operation in another process, by name and file or shipped module; raises as `load_operation`."""
    if isinstance(source, Path):
        operation = load_operation(source)
    else:
        operation = next(each for each in importlib.import_module(source).OPERATIONS if each.name == name)
    return apart(in_place(operation) if is_in_place else operation, sides_apart)


def _by_name(operation: Operation) -> tuple[Any, ...]:
    """Pickle an operation by name and file; the receiving process loads the same file, and no other."""
    source = operation.source or shipped_operations()[operation.name].reference.__module__
    return same_operation, (operation.name, source, operation.is_in_place, operation.sides_apart)


copyreg.pickle(Operation, _by_name)  # Operation itself may not know the catalogue, which imports it


@lru_cache(maxsize=256)
def in_place(operation: Operation) -> Operation:
    """Return an operation whose kernels write their result to the place of the input, which has the name ``inp``."""
    if INP not in operation.arrays or operation.outputs != (OUT,):
        raise ValueError(
            f"an operation in place must have an input 'inp' and only the output 'out', both of n_rows x n_cols "
            f"(got '{operation.name}' with {', '.join(array.name for array in operation.arrays)})"
        )
    arrays = (IN_PLACE, *(array for array in operation.arrays if array not in (INP, OUT)))

    def only_result(**inputs: Any) -> Any:
        results = operation.reference(**inputs)
        return results[OUT.name] if isinstance(results, Mapping) else results

    return replace(operation, arrays=arrays, vectors=(), reference=only_result, is_in_place=True)


def apart(operation: Operation, sides: Collection[str]) -> Operation:
    """Return an operation whose kernels take the stride of a row's elements as an argument, for rows of these sides."""
    there = {array.rows for array in operation.arrays}
    strided = tuple(side for side in INNER_STRIDES if side in sides and side in there)
    return _apart(operation, strided) if strided else operation


@lru_cache(maxsize=256)
def _apart(operation: Operation, sides: tuple[str, ...]) -> Operation:
    arrays = (with_inner_stride(array) if array.rows in sides else array for array in operation.arrays)
    return replace(operation, arrays=tuple(arrays), vectors=())


@lru_cache(maxsize=256)
def _load(path: Path, digest: str) -> Operation:
    # Files with one stem in different folders, and different versions of one file, are different modules.
    name = f"kernel_harness_operation_{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}_{digest[:8]}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise _fault(path, f"an operation's file must be a Python file, {SUFFIX} (got {path.name})")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and pickle look up their module there
    # No `__pycache__` appears next to the user's file.
    writes_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        # The file may call `sys.exit`, too, which must not end this program.
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        got = f"{type(error).__name__}: {error}"
        if isinstance(error, ModuleNotFoundError) and (path.parent / f"{error.name}{SUFFIX}").is_file():
            got += "; before the import, put `sys.path.insert(0, str(Path(__file__).parent))`"
        raise _fault(path, f"an operation's file must run (got {got})", line_of(error, path)) from None
    finally:
        sys.dont_write_bytecode = writes_bytecode
    operation = getattr(module, ATTRIBUTE, None)
    if not isinstance(operation, Operation):
        got = "no such name" if operation is None else f"an object of type {type(operation).__name__}"
        rule = f"an operation's file must define an Operation called {ATTRIBUTE} (got {got})"
        raise _fault(path, f"{rule}; {EXAMPLE}")
    return replace(operation, source=path)


def _fault(path: Path, message: str, line: int = 1) -> SpecError:
    return SpecError(message, path=path, line=line)


def _files(sources: Sequence[Path], errors: list[SpecError]) -> list[Path]:
    files: list[Path] = []
    for source in sources:
        if source.is_dir():
            inside = [path for path in sorted(source.glob(f"*{SUFFIX}")) if not path.name.startswith("_")]
            if not inside:
                errors.append(_fault(source, f"a folder of operations must hold {SUFFIX} files (got none)"))
            files += inside
        else:
            files.append(source)
    return list(dict.fromkeys(files))
