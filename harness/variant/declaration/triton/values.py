"""Readers of the values in a declaration that only Triton kernels have; see `declared_values`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ...kernel_launch import Constexpr
from ...launch_rule import RULE_NAMES, LaunchRule, RuleError
from ...shape import WARP, Block
from ...toml_document import KeyPath
from ..declared_values import Names, WrongValueError, not_allowed, wrong

TYPES = (
    *("float16", "bfloat16", "float32", "float64", "float8e4nv", "float8e5"),
    *("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "int1"),
)
"""Element types of Triton that may be a constant of a kernel."""

_ARCH = re.compile(r"sm_\d{2,3}[af]?", re.ASCII)
_STRING = re.compile(r"'([^'\\]*)'")
_MOST_WARPS = 32
_MOST_CTAS = 16


def read_arch(value: object, at: KeyPath) -> str:
    """Read a target architecture."""
    if not isinstance(value, str) or not _ARCH.fullmatch(value):
        raise wrong('must be a target such as "sm_80"', value, at)
    return value


def read_warps(value: object, at: KeyPath) -> tuple[Block, ...]:
    """Read numbers of warps, or one; returns the blocks that have them."""
    counts: list[Any] = value if isinstance(value, list) else [value]
    rule = f"must be a power of two from 1 to {_MOST_WARPS}, or an array of such"
    if not counts:
        raise wrong(rule, value, at)
    for index, item in enumerate(counts):
        here = (*at, index) if isinstance(value, list) else at
        # `true` is an instance of int, too.
        if type(item) is not int or not 1 <= item <= _MOST_WARPS or item & (item - 1):
            raise wrong(rule, item, here)
        if item in counts[:index]:
            raise WrongValueError(f"a number of warps must be listed only once (got {item} again)", here)
    return tuple((WARP * each, 1, 1) for each in counts)


def read_stages(value: object, at: KeyPath) -> int:
    if type(value) is not int or not 1 <= value <= _MOST_WARPS:
        raise wrong(f"must be an integer from 1 to {_MOST_WARPS}", value, at)
    return value


def read_ctas(value: object, at: KeyPath) -> int:
    """Read a number of blocks in a cluster, which work on one program together."""
    if type(value) is not int or not 1 <= value <= _MOST_CTAS or value & (value - 1):
        raise wrong(f"must be a power of two from 1 to {_MOST_CTAS}", value, at)
    return value


def read_constexprs(value: object, at: KeyPath, own: Names = ()) -> dict[str, Constexpr]:
    """Read the constants that a Triton kernel is compiled with."""
    # A string is a rule; in single quotes it is a string, ``None`` is Python's, and ``tl.float32`` is an element type.
    if not isinstance(value, Mapping):
        raise wrong("must be a table", value, at)
    return {name: _constexpr(item, (*at, name), own) for name, item in value.items()}


def _constexpr(item: object, at: KeyPath, own: Names) -> Constexpr:
    if isinstance(item, (bool, int, float)):
        return "value", item
    if not isinstance(item, str):
        raise wrong("a constant must be a number, a boolean or a string", item, at)
    text = item.strip()
    if quoted := _STRING.fullmatch(text):
        return "value", quoted[1]
    if text == "None":
        return "value", None
    if text.startswith("tl."):
        name = text.removeprefix("tl.")
        if name not in TYPES:
            raise WrongValueError(not_allowed("an element type", text, [f"tl.{each}" for each in TYPES]), at)
        return "dtype", name
    try:
        return "rule", LaunchRule.parse(text, (*RULE_NAMES, *own))
    except RuleError as error:
        raise WrongValueError(f"{error}; write a string as \"'{text[:20]}'\"", at) from None
