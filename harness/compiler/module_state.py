"""Tells from PTX text whether a kernel may leave values in variables of its module for its next launch."""

from __future__ import annotations

import re

from .entries import without_comments

# PTX ISA 9.0, "State Spaces" and "Variable Declarations". A name follows a type, so this finds neither `ld.global` nor
# the `.ptr .global` of a parameter. Constant variables cannot be written by kernels, shared ones end with their block.
_VARIABLE = re.compile(
    r"""(?<![\w.]) \.global \s+
        (?: \.attribute \s* \([^)]*\) \s* )?
        (?: \.align \s+ \d+ \s* )?
        (?: \.v[248] \s+ )?
        \.[a-z]\w* \s+
        (?P<names> [A-Za-z_$%] [^;={]* )""",
    re.VERBOSE,
)
_NAME = re.compile(r"[A-Za-z_$%][\w$]*")
_LOAD = re.compile(r"\bldu?\.[^;{}]*;")


def keeps_state(ptx: str) -> bool:
    """Return whether kernels of a module may write one of its ``.global`` variables."""
    text = without_comments(ptx)
    names = {name for found in _VARIABLE.finditer(text) for name in _NAME.findall(found["names"])}
    if not names:
        return False
    used = _LOAD.sub("", _VARIABLE.sub("", text))
    return not names.isdisjoint(_NAME.findall(used))
