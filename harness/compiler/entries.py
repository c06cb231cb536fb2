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


def read_entries(ptx: str) -> dict[str, tuple[Param, ...]]:
    """Return every ``.entry`` of a PTX module with its parameters, in the order of the text."""
    return {symbol: tuple(param for _, param in named) for symbol, named in _entries(ptx)}


def parameter_names(ptx: str, symbol: str) -> tuple[str, ...]:
    """Return the names of one entry's parameters in a PTX module, in order; empty if there is no such entry."""
    return tuple(name for entry, named in _entries(ptx) if entry == symbol for name, _ in named)


def _entries(ptx: str) -> Iterator[tuple[str, list[tuple[str, Param]]]]:
    """Yield the name of each entry, and the name and description of each of its parameters."""
    # Lines keep their numbers.
    text = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), ptx)
    for entry in _ENTRY.finditer(text):
        line = text.count("\n", 0, entry.start()) + 1
        declared = (entry[2] or "").strip()
        yield entry[1], [_param(part, entry[1], line) for part in declared.split(",") if declared]


def _param(text: str, entry: str, line: int) -> tuple[str, Param]:
    match = _PARAM.fullmatch(text.strip())
    if match is None:
        raise PtxError(f"a parameter of entry {entry} has an unknown form (got {text.strip()!r})", line=line)
    if match["type"] not in _TYPES:
        raise PtxError(
            f"a parameter of entry {entry} has an unknown type "
            f"(got .{match['type']}; known: {', '.join(sorted(_TYPES))})",
            line=line,
        )
    size_bytes, kind = _TYPES[match["type"]]
    align_bytes = int(match["before"] or size_bytes)
    if match["count"] is not None:
        size_bytes, kind = size_bytes * int(match["count"]), "bytes"
    return match["name"], Param(size_bytes, kind, align_bytes)
