"""Puts the constants of a Triton kernel into the rules that use their names: ``grid = "ceil_div(n_cols, BLOCK)"``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

CONSTEXPRS = "constexprs"
_RULES = ("args", "grid", "requires", "parallel", "serial", "scratch")
_NOT_A_RULE = re.compile(r"'.*'|None|tl\..*")


def with_constants(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return a declaration's table in which each constant's name is replaced by its number or rule."""
    constants = table.get(CONSTEXPRS)
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
        CONSTEXPRS: replaced,
    }


def _replace(value: Any, texts: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [_replace(item, texts) for item in value]
    if isinstance(value, dict):
        return {key: _replace(item, texts) if key != "name" else item for key, item in value.items()}
    if not isinstance(value, str) or not texts:
        return value
    return re.sub(r"[A-Za-z_]\w*", lambda word: texts.get(word[0], word[0]), value)
