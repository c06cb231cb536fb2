"""Reads the entry points and their parameters from PTX text.

Arguments must fit the compiled signature; the types in the CUDA source are never parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..errors import PtxError
from .artifact import Param

# PTX ISA 9.0, "Fundamental Types", and ".param" with opaque types ("Texture Sampler and Surface Types"),
# which are 64-bit handles.
_TYPES: dict[str, tuple[int, str]] = {
    **{f"{letter}{bits}": (bits // 8, "int") for letter in "bsu" for bits in (8, 16, 32, 64)},
    "f16": (2, "float"),
    "f32": (4, "float"),
    "f64": (8, "float"),
    **dict.fromkeys(("texref", "samplerref", "surfref"), (8, "int")),
}

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_ENTRY = re.compile(r"\.entry\s+([A-Za-z_$%][\w$]*)\s*(?:\(([^)]*)\))?")
_PARAM = re.compile(
    r"""\.param \s*
        (?: \.align \s+ (?P<before>\d+) \s* )?
        \.(?P<type>[a-z]\w*) \s*
        # a pointer's attributes say what it points to; the alignment among them is the pointee's
        (?: \.ptr (?: \s* \.(?:global|shared|const|local) )? (?: \s* \.align \s+ \d+ )? \s* )?
        (?P<name>[A-Za-z_$%][\w$]*) \s*
        (?: \[ \s* (?P<count>\d+) \s* \] )?""",
    re.VERBOSE,
)


def without_comments(ptx: str) -> str:
    """Return PTX text without comments; its lines keep their numbers."""
    return _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), ptx)


def parameter_names(ptx: str, symbol: str) -> tuple[str, ...]:
    """Return the names of one entry's parameters in a PTX module, in order; empty if there is no such entry."""
    for name, line, declared in _declared(ptx):
        if name == symbol:
            return tuple(_matched(part, name, line)["name"] for part in declared)
    return ()


def read_entries(ptx: str) -> dict[str, tuple[Param, ...]]:
    """Return every ``.entry`` of a PTX module with its parameters, in the order of the text."""
    return {
        name: tuple(_param(part, name, line) for part in declared) for name, line, declared in _declared(ptx)
    }


def _declared(ptx: str) -> Iterator[tuple[str, int, list[str]]]:
    """Yield the name of each entry, its line, and the text of each of its parameters."""
    text = without_comments(ptx)
    for entry in _ENTRY.finditer(text):
        declared = (entry[2] or "").strip()
        yield entry[1], text.count("\n", 0, entry.start()) + 1, declared.split(",") if declared else []


def _matched(text: str, entry: str, line: int) -> re.Match[str]:
    match = _PARAM.fullmatch(text.strip())
    if match is None:
        raise PtxError(f"a parameter of entry {entry} has an unknown form (got {text.strip()!r})", line=line)
    return match


def _param(text: str, entry: str, line: int) -> Param:
    match = _matched(text, entry, line)
    if match["type"] not in _TYPES:
        raise PtxError(
            f"a parameter of entry {entry} has an unknown type "
            f"(got .{match['type']}; known: {', '.join(sorted(_TYPES))})",
            line=line,
        )
    size_bytes, kind = _TYPES[match["type"]]
    align_bytes = int(match["before"] or size_bytes)
    if match["count"] is not None:
        return Param(size_bytes * int(match["count"]), "bytes", align_bytes)
    return Param(size_bytes, kind, align_bytes)
