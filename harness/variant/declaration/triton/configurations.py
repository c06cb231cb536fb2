"""Makes a declaration of each configuration of a Triton kernel, and puts its constants into the rules that use them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ....errors import SpecError
from ....operation.catalogue import DEFAULT
from ...kernel_launch import TRITON, language_of
from ..inline_block import InlineBlock, read_source
from .source import CONFIG, UnreadableError, read_configurations

CONFIGS = "configs"
AUTOTUNE = "autotune"
"""Value of `CONFIGS` that stands for the configurations in the text of the file."""
OPTIONS = ("num_warps", "num_stages", "num_ctas")
"""Keys of a configuration that are options of the compiler, not constants."""

_NAME = re.compile(r"[A-Za-z0-9_]+", re.ASCII)
_SHORT = {"num_warps": "w", "num_stages": "s", "num_ctas": "c"}


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
        if key in shared or (key in OPTIONS and key in table):
            rule = f"'{key}' must be in '{CONFIGS}' or in the declaration"
            raise _error(block, (*at, key), f"{rule} (got it in both)")
    options = {key: value for key, value in own.items() if key in OPTIONS}
    others = {key: value for key, value in own.items() if key not in OPTIONS}
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
        words += [f"{_SHORT[name]}{value}" for name, value in config.options.items()]
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
