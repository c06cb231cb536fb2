"""Says from PTX text whether kernels of a module may keep values in its variables from one launch to the next."""

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
    """Return whether a module has a ``.global`` variable that its code does more with than load from it by name.

    Parameters
    ----------
    ptx : str
        A whole module.

    Returns
    -------
    bool
        True if a kernel may write such a variable, and so leave something for its next launch. Also true where the code
        takes the variable's address only to read it, as for the text of an ``assert``. False for a module whose
        variables are only loaded or never used, such as a ``constexpr`` of C++.
    """
    text = without_comments(ptx)
    names = {name for found in _VARIABLE.finditer(text) for name in _NAME.findall(found["names"])}
    if not names:
        return False
    used = _LOAD.sub("", _VARIABLE.sub("", text))
    return not names.isdisjoint(_NAME.findall(used))
