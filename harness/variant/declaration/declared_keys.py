"""The keys of a declaration, one row each, and what is said of a key that is wrong.

`VARIANT_KEYS`, `LAUNCH_KEYS` and `SCRATCH_KEYS` are the tables. docs/declaration.md shows the same rows to users; a
test compares the two. `harness.variant.declaration.declared_values` checks single values.
"""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ...operation.catalogue import DEFAULT
from ..toml_document import KeyPath
from . import declared_values as values
from .text.source_place import read_include_dirs, read_source_file
from .triton import values as triton_values

REQUIRED: Final = object()
"""Default of a key that must be given."""


@dataclass(frozen=True)
class Key:
    """One row of a table of keys."""

    name: str
    """Name of the key."""
    read: Callable[..., Any]
    """``(value, key_path) -> checked value``; raises `declared_values.WrongValueError`."""
    default: object = REQUIRED
    """TOML value that replaces an absent key and is read like a given one; None to leave the key absent; or
    `REQUIRED`."""
    has_rules: bool = False
    """Whether values are rules, or have rules among them; `read` then also takes the names that the operation adds."""


_ENTRY = Key("entry", values.read_entry, default=None)
_ARGS = Key("args", values.read_args, has_rules=True)
_GRID = Key("grid", values.read_grid, has_rules=True)
_SMEM_BYTES = Key("smem_bytes", values.read_number_rule, default="0", has_rules=True)
_CLUSTER = Key("cluster", values.read_cluster, default=None, has_rules=True)
_COOPERATIVE = Key("cooperative", values.read_truth, default=False)

VARIANT_KEYS: tuple[Key, ...] = (
    Key("summary", values.read_line),
    Key("source", values.read_line, default=None),
    Key("file", read_source_file, default=None),
    Key("include_dirs", read_include_dirs, default=[]),
    _ARGS,
    Key("block", values.read_blocks),
    Key("num_warps", triton_values.read_warps, default=None),
    Key("num_stages", triton_values.read_stages, default=None),
    Key("num_ctas", triton_values.read_ctas, default=1),
    Key("constexprs", triton_values.read_constexprs, default={}, has_rules=True),
    Key("arch", triton_values.read_arch, default=None),
    _GRID,
    _SMEM_BYTES,
    _CLUSTER,
    _COOPERATIVE,
    _ENTRY,
    Key("requires", values.read_conditions, default=[], has_rules=True),
    Key("dtypes", values.read_dtypes, default=["float32"]),
    Key("operation", values.read_name, default=DEFAULT),
    Key("in_place", values.read_truth, default=False),
    Key("constants", values.read_constants, default={}),
    Key("types", values.read_types, default={}),
    Key("arithmetic", values.read_name, default=None),
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
"""Keys of the top level."""

LAUNCH_KEYS: tuple[Key, ...] = (
    Key("entry", values.read_entry),
    _ARGS,
    _GRID,
    Key("block", values.read_launch_block, default=None, has_rules=True),
    _SMEM_BYTES,
    _CLUSTER,
    _COOPERATIVE,
    Key("when", values.read_condition, default=None, has_rules=True),
)
"""Keys of a ``[[launch]]`` table."""

SCRATCH_KEYS: tuple[Key, ...] = (
    Key("name", values.read_identifier),
    Key("bytes", values.read_number_rule, has_rules=True),
)
"""Keys of a ``[[scratch]]`` table."""

_SHOWN_NAMES = 30
_ALL_NAMES = {key.name for keys in (VARIANT_KEYS, LAUNCH_KEYS, SCRATCH_KEYS) for key in keys}


def unknown_key(name: str, allowed: Sequence[str], at: KeyPath) -> str:
    """Return the message for a key that no table has, or that belongs to another, with the closest name."""
    message = f"{place_of(at)} has no key of this name (got '{name}')"
    if at and name in {key.name for key in VARIANT_KEYS}:
        # In TOML every key after a [[header]] belongs to that table.
        return f"{message}; '{name}' is a key of the top level: move it above the first [[{at[0]}]]"
    closest = difflib.get_close_matches(name, sorted(_ALL_NAMES & set(allowed)), n=1)
    hint = f"closest is '{closest[0]}'; " if closest else ""
    return f"{message}; {hint}allowed: {', '.join(allowed)}"


def shown_names(table: Mapping[str, object]) -> str:
    """Return the names in a table, the first thirty if there are more."""
    more = len(table) - _SHOWN_NAMES
    shown = ", ".join(itertools.islice(table, _SHOWN_NAMES)) or "no keys"
    return f"{shown} and {more} more" if more > 0 else shown


def place_of(at: KeyPath) -> str:
    """Return what a message calls the table at a path."""
    return f"a [[{at[0]}]] table" if at else "a declaration"
