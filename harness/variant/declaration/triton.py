"""Triton kernels: what the text of their ``.py`` file says, and a declaration of each of their configurations.

The text is parsed and never executed. Of the lists of configurations, only literals, comprehensions over them, and
names that the file assigns once at its top level are evaluated. Each configuration becomes a declaration, and its
constants are put into the rules that use them.
"""

from __future__ import annotations

import ast
import operator
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from ...errors import SpecError
from ...lazy import pattern
from ...operation.catalogue import DEFAULT
from ..launch_rule import ARITHMETIC, COMPARISONS
from ..toml_document import KeyPath
from ..variant import TRITON, language_of
from .declared_values import not_allowed
from .inline_block import InlineBlock, read_source

_TOO_DEEP = "nested too deeply"


class TritonKernel(NamedTuple):
    name: str
    parameters: tuple[str, ...]
    constant: frozenset[str]
    """Parameters annotated as ``tl.constexpr``."""
    defaulted: frozenset[str]
    computed: frozenset[str]
    """Parameters that ``@triton.heuristics`` computes."""


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
    """Yield the decorators of a top-level function, and the functions in assignments like ``f = triton.jit(f)``."""
    # Such an assignment has the effect of a decorator.
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            yield from node.decorator_list
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            names = [name.id for name in (*node.targets, *node.value.args) if isinstance(name, ast.Name)]
            if names == [function, function]:
                yield node.value.func


def read_kernels(text: str) -> dict[str, TritonKernel]:
    """Return the functions at the top level of a Python file that a decorator called ``jit`` marks, by name."""
    try:
        tree = parse(text)
        assigned = _assigned(tree)
        return {
            node.name: _kernel(node, _computed(_argument(tree, node.name, "heuristics", "values"), assigned))
            for node in tree.body
            if isinstance(node, ast.FunctionDef)
            and any(name_of(mark) == "jit" for mark in marks(tree, node.name))
        }
    except RecursionError:
        raise SyntaxError(_TOO_DEEP) from None


def faults_of(
    launch: Mapping[str, Any], kernels: Mapping[str, TritonKernel]
) -> Iterator[tuple[KeyPath, str]]:
    kernel = kernels.get(launch["entry"])
    if kernel is None:
        yield ("entry",), not_allowed("a function marked @triton.jit", launch["entry"], kernels)
        return
    constants = dict(launch["constexprs"])
    for name in constants:
        if name not in kernel.parameters:
            what = f"a parameter of '{kernel.name}'"
            yield ("constexprs", name), not_allowed(what, name, kernel.parameters)
    for name in kernel.parameters:
        if name in kernel.constant and name not in (*constants, *kernel.computed, *kernel.defaulted):
            rule = f"the constant parameter '{name}' of '{kernel.name}' must have a value"
            yield ("constexprs",), f"{rule} (got {', '.join(constants) or 'none'})"
    fixed = {*kernel.constant, *constants, *kernel.computed}
    wanted = [name for name in kernel.parameters if name not in fixed]
    if launch["args"] is not None and len(launch["args"]) != len(wanted):
        rule = f"`args` must name the non-constant parameters of '{kernel.name}': {', '.join(wanted)}"
        yield ("args",), f"{rule} (got {len(launch['args'])} for {len(wanted)})"


def _kernel(function: ast.FunctionDef, computed: Iterable[str]) -> TritonKernel:
    positional = [*function.args.posonlyargs, *function.args.args]
    every = [*positional, *function.args.kwonlyargs]
    defaulted = {parameter.arg for parameter in positional[len(positional) - len(function.args.defaults) :]}
    defaulted |= {
        parameter.arg
        for parameter, default in zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True)
        if default is not None
    }
    constant = {arg.arg for arg in every if arg.annotation and "constexpr" in ast.unparse(arg.annotation)}
    names = tuple(arg.arg for arg in every)
    return TritonKernel(function.name, names, *map(frozenset, (constant, defaulted, computed)))


CONFIG = "Config"
MOST_CONFIGURATIONS = 256
_MOST_STEPS = 100_000
_DEEPEST = 8
_LARGEST = 2**63
_OPTIONS = {"num_warps": "w", "num_stages": "s", "num_ctas": "c"}
"""Keys of a configuration that are options of the compiler, not constants, with their letters in names of variants."""
_UNSUPPORTED = (
    "maxnreg",
    "pre_hook",
    "ir_override",
)  # these change the launch or the compilation, beyond constants
_PARAMETERS = ("kwargs", *_OPTIONS, *_UNSUPPORTED)
_BINARY: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {**ARITHMETIC, ast.Pow: operator.pow}
_COMPARED: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    **COMPARISONS,
    ast.In: lambda one, many: one in many,
    ast.NotIn: lambda one, many: one not in many,
}


class UnreadableError(Exception):
    """The configurations cannot be read without executing the file; `line` is where."""

    def __init__(self, what: str, line: int) -> None:
        super().__init__(what)
        self.line = line


class Configuration(NamedTuple):
    constants: Mapping[str, bool | int | float | str | None]
    """Constants of the kernel: numbers, booleans, strings or None."""
    options: Mapping[str, int]


def read_configurations(text: str, entry: str) -> tuple[Configuration, ...]:
    """Return the configurations of an autotuned function; empty if it is not autotuned."""
    tree = parse(text)
    listed = _argument(tree, entry, "autotune", "configs")
    if listed is None:
        return ()
    try:
        configs = _Reader(tree).value(listed)
    except RecursionError:
        what = "the list is defined by itself, or is nested too deeply"
        raise UnreadableError(what, listed.lineno) from None
    if not isinstance(configs, (list, tuple)) or not all(isinstance(one, Configuration) for one in configs):
        raise UnreadableError("'configs' must be a list of triton.Config", listed.lineno)
    if len(configs) > MOST_CONFIGURATIONS:
        what = f"a kernel must have at most {MOST_CONFIGURATIONS} configurations (got {len(configs)})"
        raise UnreadableError(what, listed.lineno)
    return tuple(configs)


def _computed(
    node: ast.expr | None, assigned: Mapping[str, ast.expr], depth: int = _DEEPEST
) -> Iterator[str]:
    """Yield the keys of a dictionary of heuristics, and of the dictionaries that it unpacks."""
    if isinstance(node, ast.Name):
        node = assigned.get(node.id)
    if not isinstance(node, ast.Dict) or not depth:
        return
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            yield from _computed(value, assigned, depth - 1)
        # A parameter that is computed from its own value must be given one.
        elif isinstance(key, ast.Constant) and isinstance(key.value, str) and not _looks_up(value, key.value):
            yield key.value


def _looks_up(function: ast.expr, name: str) -> bool:
    return any(
        isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and node.slice.value == name
        for node in ast.walk(function)
    )


def _argument(tree: ast.Module, function: str, decorator: str, keyword: str) -> ast.expr | None:
    """Return an argument of a function's decorator, by keyword or first; None without the decorator."""
    calls = (mark for mark in marks(tree, function) if isinstance(mark, ast.Call))
    for call in calls:
        if name_of(call) == decorator:
            named = [keyed.value for keyed in call.keywords if keyed.arg == keyword]
            return next(iter((*named, *call.args)), None)
    return None


def _assigned(tree: ast.Module) -> dict[str, ast.expr]:
    """Return the values of the names that are assigned exactly once at the top level."""
    assignments: dict[str, list[ast.expr]] = {}
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    assignments.setdefault(target.id, []).append(node.value)
    # The value of a name that is assigned twice depends on the execution.
    return {name: values[0] for name, values in assignments.items() if len(values) == 1}


class _Reader:
    """Evaluates expressions of a file, within a number of steps."""

    def __init__(self, tree: ast.Module) -> None:
        self._assigned = _assigned(tree)
        self._steps = 0

    def value(self, node: ast.expr, names: Mapping[str, Any] | None = None) -> Any:
        names = names or {}
        # Nested comprehensions multiply.
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise UnreadableError("the list takes too long to evaluate", node.lineno)
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, (ast.List, ast.Tuple)):
            return [self.value(element, names) for element in node.elts]
        if isinstance(node, ast.Dict) and None not in node.keys:
            keys = [self.value(key, names) for key in node.keys if key is not None]
            return dict(zip(keys, (self.value(value, names) for value in node.values), strict=True))
        if isinstance(node, ast.Name):
            return self._named(node, names)
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            return [self.value(node.elt, inner) for inner in self._loops(node.generators, names)]
        if isinstance(node, ast.IfExp):
            return self.value(node.body if self.value(node.test, names) else node.orelse, names)
        if isinstance(node, ast.Call):
            return self._called(node, names)
        return self._computed(node, names)

    def _named(self, node: ast.Name, names: Mapping[str, Any]) -> Any:
        if node.id in names:
            return names[node.id]
        if node.id not in self._assigned:
            raise _not_in_text(node)
        return self.value(self._assigned[node.id])

    def _loops(
        self, generators: list[ast.comprehension], names: Mapping[str, Any]
    ) -> Iterator[Mapping[str, Any]]:
        if not generators:
            yield names
            return
        first, *rest = generators
        values = self.value(first.iter, names)
        if not isinstance(values, (list, tuple, range)):
            raise UnreadableError("a comprehension must loop over a list", first.iter.lineno)
        for value in values:
            inner = {**names, **_bound(first.target, value)}
            if all(self.value(condition, inner) for condition in first.ifs):
                yield from self._loops(rest, inner)

    def _called(self, node: ast.Call, names: Mapping[str, Any]) -> Any:
        name = name_of(node)
        if any(isinstance(arg, ast.Starred) for arg in node.args) or any(not k.arg for k in node.keywords):
            raise UnreadableError(f"the call of '{name}' has starred arguments", node.lineno)
        args = [self.value(arg, names) for arg in node.args]
        if name == "range" and not node.keywords and 0 < len(args) <= 3:
            if all(type(arg) is int for arg in args) and 0 not in args[2:]:
                values = range(*args)
                if len(values) <= _MOST_STEPS:
                    return values
        elif name in ("list", "tuple") and len(args) == 1 and isinstance(args[0], (list, range)):
            return list(args[0])
        elif name == CONFIG:
            options = dict(zip(_PARAMETERS, args, strict=False))
            options |= {str(keyed.arg): self.value(keyed.value, names) for keyed in node.keywords}
            return _configuration(options, node.lineno)
        raise _not_in_text(node)

    def _computed(self, node: ast.expr, names: Mapping[str, Any]) -> Any:
        if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
            left, right = self.value(node.left, names), self.value(node.right, names)
            is_list = isinstance(left, list) and isinstance(right, list) and isinstance(node.op, ast.Add)
            # Larger numbers would take memory and time: no step counts as more than one.
            is_small = all(isinstance(side, int) and abs(side) < _LARGEST for side in (left, right))
            if isinstance(node.op, ast.Pow):
                is_small = is_small and 0 <= right < 64 and abs(left) <= 64
            if is_list or (is_small and (right or not isinstance(node.op, (ast.FloorDiv, ast.Mod)))):
                return _BINARY[type(node.op)](left, right)
        if isinstance(node, ast.BoolOp):
            truths = [self.value(operand, names) for operand in node.values]
            return all(truths) if isinstance(node.op, ast.And) else any(truths)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
            value = self.value(node.operand, names)
            if isinstance(node.op, ast.Not):
                return not value
            if isinstance(value, (int, float)):
                return -value
        if isinstance(node, ast.Compare) and all(type(op) in _COMPARED for op in node.ops):
            operands = [self.value(operand, names) for operand in (node.left, *node.comparators)]
            pairs = zip(node.ops, operands, operands[1:], strict=False)
            try:
                return all(_COMPARED[type(op)](one, two) for op, one, two in pairs)
            except TypeError:
                pass
        raise _not_in_text(node)


def _not_in_text(node: ast.expr) -> UnreadableError:
    return UnreadableError(f"the value of '{ast.unparse(node)[:60]}' is not in the text", node.lineno)


def _bound(target: ast.expr, value: Any) -> dict[str, Any]:
    if isinstance(target, ast.Name):
        return {target.id: value}
    if (
        isinstance(target, (ast.Tuple, ast.List))
        and isinstance(value, (list, tuple))
        and len(value) == len(target.elts)
    ):
        bound = map(_bound, target.elts, value)
        return {name: item for names in bound for name, item in names.items()}
    raise UnreadableError("a loop variable does not fit its values", target.lineno)


def _configuration(config: Mapping[str, Any], line: int) -> Configuration:
    constants = config.get("kwargs", {})
    if not isinstance(constants, dict) or not all(
        isinstance(name, str) and (value is None or isinstance(value, (bool, int, float, str)))
        for name, value in constants.items()
    ):
        raise UnreadableError("the constants of a triton.Config must be numbers, booleans or strings", line)
    for name in _UNSUPPORTED:
        if config.get(name) is not None:
            raise UnreadableError(f"a triton.Config with '{name}' is not supported", line)
    options = {name: config[name] for name in _OPTIONS if config.get(name) is not None}
    unknown = sorted(set(config) - set(_PARAMETERS))
    if unknown or any(type(value) is not int for value in options.values()):
        got = ", ".join(unknown) or options
        raise UnreadableError(f"a triton.Config must have integers for its options (got {got})", line)
    return Configuration(constants, options)


CONFIGS = "configs"
AUTOTUNE = "autotune"
"""Value of `CONFIGS` that stands for the configurations in the text of the file."""
_NAME = pattern(r"[A-Za-z0-9_]+", re.ASCII)


def configured(block: InlineBlock) -> tuple[InlineBlock, ...]:
    """Return a declaration's configurations as declarations of their own; itself if it has no key ``configs``."""
    table = block.table
    if CONFIGS not in table:
        return (block,)
    named = table.get("file")
    path = block.path.parent / named if isinstance(named, str) else block.path
    if language_of(path) != TRITON:
        raise _error(block, (CONFIGS,), f"only a Triton kernel has '{CONFIGS}' (got it in another language)")
    configs = table[CONFIGS]
    if configs == AUTOTUNE:
        tables = _of_file(block, path)
    elif isinstance(configs, Mapping) and configs and all(isinstance(t, Mapping) for t in configs.values()):
        tables = {str(name): dict(table) for name, table in configs.items()}
    else:
        rule = f"'{CONFIGS}' must be \"{AUTOTUNE}\" or a table of tables"
        raise _error(block, (CONFIGS,), f"{rule} (got {configs!r})")
    return tuple(_one(block, name, configuration) for name, configuration in tables.items())


def _one(block: InlineBlock, name: str, own: Mapping[str, Any]) -> InlineBlock:
    at = (CONFIGS, name)
    if not _NAME.fullmatch(name):
        rule = "the name of a configuration must be letters, digits and _"
        raise _error(block, at, f"{rule} (got '{name[:40]}')")
    table = {key: value for key, value in block.table.items() if key != CONFIGS}
    constants = table.get("constexprs", {})
    shared = constants if isinstance(constants, Mapping) else {}
    # Choosing one of two values would be a guess.
    for key in own:
        if key in shared or (key in _OPTIONS and key in table):
            rule = f"'{key}' must be in '{CONFIGS}' or in the declaration"
            raise _error(block, (*at, key), f"{rule} (got it in both)")
    options = {key: value for key, value in own.items() if key in _OPTIONS}
    others = {key: value for key, value in own.items() if key not in _OPTIONS}
    if not isinstance(constants, Mapping):
        others = constants
    # An error in a merged key is one of the line in `configs`.
    lines = {("constexprs",): block.line_of(at), **block.lines}
    lines |= {("constexprs", key): block.line_of((*at, key)) for key in others if key not in shared}
    lines |= {(key,): block.line_of((*at, key)) for key in options}
    merged = {**table, **options, "constexprs": {**others, **shared} if shared or others else {}}
    return replace(block, table=merged, lines=lines, name=f"{block.name or block.path.stem}.{name}")


def _of_file(block: InlineBlock, path: Path) -> dict[str, dict[str, Any]]:
    # As in `declaration`, a kernel without a declared name has the name of its operation.
    entry = block.table.get("entry", block.table.get("operation", DEFAULT))
    try:
        listed = read_configurations(read_source(path), entry if isinstance(entry, str) else "")
    except SyntaxError as error:
        message = f"a Triton kernel's file must be Python (got: {error.msg})"
        raise SpecError(message, path=path, line=error.lineno or 1, variant=block.name) from None
    except UnreadableError as error:
        message = (
            f"the configurations of '{entry}' cannot be read from the text, which is not executed for it "
            f"(got: {error}); declare the ones to check as a table [{CONFIGS}]"
        )
        raise SpecError(message, path=path, line=error.line, variant=block.name) from None
    if not listed:
        rule = f"'{entry}' must have triton.autotune with a list of triton.{CONFIG} at the top level"
        raise _error(block, (CONFIGS,), f"{rule} (got none); or declare a table [{CONFIGS}]")
    tables: dict[str, dict[str, Any]] = {}
    for config in listed:
        words = [name + re.sub(r"[^A-Za-z0-9]", "_", str(value)) for name, value in config.constants.items()]
        words += [f"{_OPTIONS[name]}{value}" for name, value in config.options.items()]
        # A configuration that is listed twice is one variant.
        tables["_".join(words) or "default"] = {
            **{name: _declared(value) for name, value in config.constants.items()},
            **config.options,
        }
    return tables


def _declared(value: bool | int | float | str | None) -> bool | int | float | str:
    if value is None:
        return "None"
    return f"'{value}'" if isinstance(value, str) else value


def _error(block: InlineBlock, at: tuple[str, ...], message: str) -> SpecError:
    return SpecError(message, path=block.path, line=block.line_of(at), variant=block.name)


_RULES = ("args", "grid", "requires", "parallel", "serial", "scratch")
_NOT_A_RULE = pattern(r"'.*'|None|tl\..*")


def with_constants(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return a declaration's table in which each constant's name is replaced by its number or rule."""
    constants = table.get("constexprs")
    if not isinstance(constants, dict):
        return dict(table)
    texts: dict[str, str] = {}
    replaced: dict[str, Any] = {}
    for name, value in constants.items():
        replaced[name] = value
        if type(value) is int:
            texts[name] = str(value)
        elif isinstance(value, str) and not _NOT_A_RULE.fullmatch(value.strip()):
            replaced[name] = _replace(value, texts)
            texts[name] = f"({replaced[name]})"
    return {
        **{key: _replace(value, texts) if key in _RULES else value for key, value in table.items()},
        "constexprs": replaced,
    }


def _replace(value: Any, texts: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [_replace(item, texts) for item in value]
    if isinstance(value, dict):
        return {key: _replace(item, texts) if key != "name" else item for key, item in value.items()}
    if not isinstance(value, str) or not texts:
        return value
    return re.sub(r"[A-Za-z_]\w*", lambda word: texts.get(word[0], word[0]), value)
