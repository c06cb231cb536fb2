"""Reads the parameters of a Triton kernel from the text of its ``.py`` file, which is parsed and never executed.

`faults_of` holds a declaration against them.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...toml_document import KeyPath
from ..declared_values import not_allowed

CONSTEXPR = "constexpr"
_TOO_DEEP = "nested too deeply"


@dataclass(frozen=True)
class TritonKernel:
    """Signature of one kernel."""

    name: str
    """Name of the function."""
    parameters: tuple[str, ...]
    """Names of all parameters, in order."""
    constant: frozenset[str]
    """Those that are annotated as ``tl.constexpr``."""
    defaulted: frozenset[str]
    """Those that have a default."""


def parse(text: str) -> ast.Module:
    """Return the syntax tree of a Python file; warnings about its text are not shown."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(text)
        except ValueError as error:
            raise SyntaxError(str(error)) from None
        except (RecursionError, MemoryError):
            raise SyntaxError(_TOO_DEEP) from None


def name_of(node: ast.expr) -> str:
    """Return the last name of a decorator, with or without arguments, or of a function that is called; else empty."""
    if isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def marks(tree: ast.Module, function: str) -> Iterator[ast.expr]:
    """Yield the decorators of a function at the top level, and what it is passed to under its own name.

    ``f = triton.jit(f)`` is as good as a decorator.
    """
    for each in tree.body:
        if isinstance(each, ast.FunctionDef) and each.name == function:
            yield from each.decorator_list
        elif isinstance(each, ast.Assign) and isinstance(each.value, ast.Call):
            names = [name.id for name in (*each.targets, *each.value.args) if isinstance(name, ast.Name)]
            if names == [function, function]:
                yield each.value.func


def read_kernels(text: str) -> dict[str, TritonKernel]:
    """Return the functions at the top level of a Python file that a decorator called ``jit`` marks, by name.

    See `marks`.
    """
    try:
        tree = parse(text)
        return {
            each.name: _kernel(each)
            for each in tree.body
            if isinstance(each, ast.FunctionDef)
            and any(name_of(mark) == "jit" for mark in marks(tree, each.name))
        }
    except RecursionError:
        raise SyntaxError(_TOO_DEEP) from None


def faults_of(
    launch: Mapping[str, Any], kernels: Mapping[str, TritonKernel], computed: Collection[str] = ()
) -> Iterator[tuple[KeyPath, str]]:
    """Yield the key and the message of each fault of a declared launch."""
    kernel = kernels.get(launch["entry"])
    if kernel is None:
        yield ("entry",), not_allowed("a function marked @triton.jit", launch["entry"], kernels)
        return
    constants = dict(launch["constexprs"])
    for name in constants:
        if name not in kernel.parameters:
            yield (
                ("constexprs", name),
                not_allowed(f"a parameter of '{kernel.name}'", name, kernel.parameters),
            )
    for name in kernel.parameters:
        if name in kernel.constant and name not in (*constants, *computed, *kernel.defaulted):
            got = ", ".join(constants) or "none"
            yield (
                ("constexprs",),
                f"the constant parameter '{name}' of '{kernel.name}' must have a value (got {got})",
            )
    given = {*kernel.constant, *constants, *computed}
    wanted = [name for name in kernel.parameters if name not in given]
    if launch["args"] is not None and len(launch["args"]) != len(wanted):
        yield (
            ("args",),
            f"`args` must name every parameter of '{kernel.name}' that is no constant: {', '.join(wanted)} "
            f"(got {len(launch['args'])} for {len(wanted)})",
        )


def _kernel(function: ast.FunctionDef) -> TritonKernel:
    positional = [*function.args.posonlyargs, *function.args.args]
    every = [*positional, *function.args.kwonlyargs]
    defaulted = {each.arg for each in positional[len(positional) - len(function.args.defaults) :]}
    defaulted |= {
        each.arg
        for each, default in zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True)
        if default is not None
    }
    constant = {each.arg for each in every if each.annotation and CONSTEXPR in ast.unparse(each.annotation)}
    return TritonKernel(
        function.name, tuple(each.arg for each in every), frozenset(constant), frozenset(defaulted)
    )
