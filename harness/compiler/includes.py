"""Finds what a CUDA source includes, so that a change in any header changes the cache key.

Reads ``#include`` lines, not the preprocessor's mind: a header under ``#if 0`` counts (harmless: one
compilation too many), and where a name is made by a macro every file below the search folders counts.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

# "__has_include" decides by a file's existence alone, so the file is part of the result too.
_INCLUDE = re.compile(
    rb"""(?: ^[^\n"]*? (?:\#|%:) [ \t]* include(?:_next)? | __has_include (?:_next)? [ \t]* \( )
         [ \t]* (?: "(?P<quoted>[^"\n]+)" | <(?P<angled>[^>\n]+)> | (?P<macro>[A-Za-z_]\w*) )""",
    re.VERBOSE | re.MULTILINE,
)


def include_digests(
    path: Path, source: bytes, folders: Sequence[Path], pre_includes: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return one line for each header that a source can reach outside CUDA's own.

    Parameters
    ----------
    path : Path
        The source file; names in quotes are looked for in its folder first.
    source : bytes
        Its text.
    folders : sequence of Path
        Search folders in order, without those of CUDA's own headers.
    pre_includes : sequence of str
        Headers that an option includes before the first line.

    Returns
    -------
    tuple of str
        ``NAME PLACE SHA256`` with the name as it is written and the search folder's number, ``NAME
        not-found`` for those left to CUDA's headers, in a stable order. Holds no absolute path of its own:
        two copies of a tree give the same lines.
    """
    lines: dict[str, None] = {}
    seen: set[Path] = set()
    todo = [(path, "".join(f'#include "{name}"\n' for name in pre_includes).encode() + source)]
    while todo:
        including, text = todo.pop()
        for match in _INCLUDE.finditer(text):
            if match["macro"] is not None:
                for line in _everything(folders):
                    lines[line] = None
                continue
            quoted = match["quoted"] is not None
            name = (match["quoted"] or match["angled"]).decode("utf-8", "surrogateescape")
            place, found = _find(name, [including.parent, *folders] if quoted else folders)
            if found is None:
                lines[f"{name} not-found"] = None
                continue
            content = found.read_bytes()
            lines[f"{name} {place} {hashlib.sha256(content).hexdigest()}"] = None
            if found not in seen:
                seen.add(found)
                todo.append((found, content))
    return tuple(sorted(lines))


def _find(name: str, folders: Sequence[Path]) -> tuple[int, Path | None]:
    """Return the first file of a name and the number of the folder it is in: line information names that too."""
    for place, folder in enumerate(folders):
        if (folder / name).is_file():
            return place, folder / name
    return -1, None


def _everything(folders: Sequence[Path]) -> list[str]:
    return [
        f"{file.relative_to(folder).as_posix()} {hashlib.sha256(file.read_bytes()).hexdigest()}"
        for folder in folders
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    ]
