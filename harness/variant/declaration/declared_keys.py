"""The keys of a declaration, one row each, the messages about wrong keys, and the rules that keys imply.

`VARIANT_KEYS`, `LAUNCH_KEYS` and `SCRATCH_KEYS` are the tables. docs/declaration.md shows the same rows to users; a
test compares the two. `harness.variant.declaration.declared_values` checks single values.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ...errors import closest_of
from ...operation.catalogue import DEFAULT
from ...operation.model import Operation
from ...operation.size import N_COLS, Stride
from ..declaration import declared_values as values
from ..launch_rule import LaunchRule
from ..toml_document import KeyPath
from ..variant import CUDA, PTX, TRITON, KernelLaunch, leaves

REQUIRED: Final = object()


class Key(NamedTuple):
    name: str
    read: Callable[..., Any]
    """``(value, key_path) -> checked value``; raises `declared_values.WrongValueError`."""
    default: object = REQUIRED
    """TOML value that replaces an absent key and is read like a declared one; None to leave the key absent; or
    `REQUIRED`."""
    has_rules: bool = False
    """Whether values are rules, or have rules among them; `read` then also takes the names that the operation adds."""


_ENTRY = Key("entry", values.read_entry, default=None)
_ARGS = Key("args", values.read_args, has_rules=True)
_GRID = Key("grid", values.read_sizes, has_rules=True)
_SMEM_BYTES = Key("smem_bytes", values.read_number_rule, default="0", has_rules=True)
_CLUSTER = Key("cluster", values.read_sizes, default=None, has_rules=True)
_COOPERATIVE = Key("cooperative", values.read_truth, default=False)

VARIANT_KEYS: tuple[Key, ...] = (
    Key("summary", values.read_line),
    Key("source", values.read_line, default=None),
    Key("file", values.read_source_file, default=None),
    Key("include_dirs", values.read_include_dirs, default=[]),
    _ARGS,
    Key("block", values.read_blocks),
    Key("num_warps", values.read_warps, default=None),
    Key("num_stages", values.read_stages, default=None),
    Key("num_ctas", values.read_ctas, default=1),
    Key("constexprs", values.read_constexprs, default={}, has_rules=True),
    Key("arch", values.read_arch, default=None),
    _GRID,
    _SMEM_BYTES,
    _CLUSTER,
    _COOPERATIVE,
    _ENTRY,
    Key("requires", values.read_conditions, default=[], has_rules=True),
    Key("dtypes", values.read_dtypes, default=["float32"]),
    Key("operation", values.read_string, default=DEFAULT),
    Key("in_place", values.read_truth, default=False),
    Key("constants", values.read_constants, default={}),
    Key("types", values.read_types, default={}),
    Key("arithmetic", values.read_string, default=None),
    Key("parallel", values.read_number_rule, default=None, has_rules=True),
    Key("serial", values.read_number_rule, default=None, has_rules=True),
    Key("deterministic", values.read_truth, default=True),
    Key("inputs", values.read_inputs, default=None),
    Key("max_magnitude", values.read_magnitude, default=None),
    Key("defines", values.read_defines, default={}, has_rules=True),
    Key("compile_options", values.read_compile_options, default=[]),
    Key("baseline", values.read_variant_id, default=None),
    Key("known_issue", values.read_known_issue, default=None),
    Key("launch", values.read_tables, default=[]),
    Key("scratch", values.read_tables, default=[]),
)

LAUNCH_KEYS: tuple[Key, ...] = (
    Key("entry", values.read_entry),
    _ARGS,
    _GRID,
    Key("block", values.read_sizes, default=None, has_rules=True),
    _SMEM_BYTES,
    _CLUSTER,
    _COOPERATIVE,
    Key("when", values.read_condition, default=None, has_rules=True),
)

SCRATCH_KEYS: tuple[Key, ...] = (
    Key("name", values.read_identifier),
    Key("bytes", values.read_number_rule, has_rules=True),
)

_SHOWN_NAMES = 30


def unknown_key(name: str, allowed: Sequence[str], at: KeyPath) -> str:
    """Return the message for a key that no table has, or that belongs to another, with the closest name."""
    message = f"{_place_of(at)} has no key of this name (got '{name}')"
    if at and name in {key.name for key in VARIANT_KEYS}:
        # In TOML every key after a [[header]] belongs to that table.
        return f"{message}; '{name}' is a key of the top level: move it above the first [[{at[0]}]]"
    return f"{message}; {closest_of(name, allowed)}"


def missing_key(name: str, table: Mapping[str, object], at: KeyPath) -> str:
    """Return the message for a key that must be given, with the keys of the table, thirty at most."""
    more = len(table) - _SHOWN_NAMES
    shown = ", ".join(itertools.islice(table, _SHOWN_NAMES)) or "no keys"
    got = f"{shown} and {more} more" if more > 0 else shown
    return f"{_place_of(at)} must have the key '{name}' (got {got})"


def _place_of(at: KeyPath) -> str:
    return f"a [[{at[0]}]] table" if at else "a declaration"


NOT_IN: Mapping[str, tuple[str, ...]] = {
    CUDA: ("num_warps", "num_stages", "num_ctas", "constexprs", "arch"),
    PTX: ("num_warps", "num_stages", "num_ctas", "constexprs", "arch", "defines", "compile_options"),
    TRITON: ("block", "smem_bytes", "cluster", "cooperative", "defines", "compile_options", "launch"),
}
_WHOSE = {CUDA: "CUDA source", PTX: "a .ptx file", TRITON: "a Triton kernel"}


def language_faults(table: Mapping[str, object], language: str) -> Iterator[tuple[KeyPath, str]]:
    """Yield the key and the message of each part of a declaration that its language excludes."""
    for name in NOT_IN[language]:
        if name in table:
            yield (name,), f"{_WHOSE[language]} has no '{name}' (got it); leave it out"
    dtypes = table.get("dtypes")
    if language == PTX and isinstance(dtypes, list) and len(dtypes) > 1:
        rule = f"a .ptx file is compiled for one element type (got {len(dtypes)})"
        yield ("dtypes",), f"{rule}; give each type a file of its own"


_ROWS = {"inp": "inp_stride", "out": "out_stride"}


def implied_rules(
    operation: Operation,
    launches: Sequence[KernelLaunch],
    requires: Sequence[LaunchRule],
    others: Iterable[LaunchRule],
    names: Sequence[str],
) -> tuple[LaunchRule, ...]:
    """Return the rules of ``requires`` that follow from strides which a declaration does not mention."""
    # A kernel with neither an argument nor a rule for a stride can only take rows without padding.
    passed = {name for launch in launches for name in leaves(launch.args)}
    rules = [*requires, *others]
    for launch in launches:
        rules += [*launch.rules, *launch.argument_rules(names)]
    used = passed.union(*(rule.used_names for rule in rules))
    return tuple(
        LaunchRule.parse(f"{name} == {extent}", names)
        for name, extent in _strides(operation, passed)
        if name not in used
    )


def _strides(operation: Operation, passed: set[str]) -> Iterator[tuple[str, str]]:
    """Yield each stride of an array that a kernel receives, with its value without padding as a rule."""
    arrays = [array for array in operation.arrays if array.name in passed]
    for side, name in _ROWS.items():
        if any(array.rows == side for array in arrays):
            yield name, N_COLS
    named = {name for array in arrays for name in array.strides}
    for stride in operation.strides:
        if stride.name in named:
            yield stride.name, _extent(stride, operation)


def _extent(stride: Stride, operation: Operation) -> str:
    """Return the elements within one step of a stride as a rule: the nearest stride within, times the sizes outside."""
    # The nearest inner stride already includes the dimensions inside of it.
    factors: list[str] = []
    for size, name in reversed(stride.inner):
        factors = [*operation.shown([size]), *([name] if name else factors)]
    return " * ".join(factors) or "1"
