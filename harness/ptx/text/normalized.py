"""PTX without what does not change a kernel: source lines and debug sections."""

from __future__ import annotations

from ...errors import PtxError
from ...lazy import pattern
from .lexer import tokenize

_NUMBER = r"(?:\n\d+)"
_DEBUG = pattern(
    r"(?m)^(?:\.loc[ \t].*"
    rf"|\.file{_NUMBER}\n\"[^\"\n]*\"(?:\n,{_NUMBER}){{0,2}}"
    r"|\.section\n\.debug_\w+\n\{\n[^{}\"]*\n\})$\n?"
)
"""A source line, a source file or a debug section, with each token on its own line."""


def normalized(ptx: str) -> str:
    """Return the tokens of PTX without source lines and debug sections; a text that is not PTX stays as it is."""
    try:
        tokens = tokenize(ptx)
    except PtxError:
        return ptx
    return _DEBUG.sub("", "\n".join(token.text for token in tokens if token.kind != "end"))
