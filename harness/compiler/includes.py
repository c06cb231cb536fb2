"""Finds what a CUDA source includes, so that a change in any header changes the cache key.

Reads ``#include`` lines, not the preprocessor's mind: a header under ``#if 0`` counts (harmless: one
compilation too many), and where a name is made by a macro every file below the search folders counts.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..input_file import read_file

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
    text = "".join(f'#include "{name}"\n' for name in pre_includes).encode() + source
    lines: dict[str, None] = {}
    for reached in _reach(path, text, folders):
        if reached is None:
            lines |= dict.fromkeys(_everything(folders))
        elif reached.found is None:
            lines[f"{reached.name} not-found"] = None
        else:
            lines[f"{reached.name} {reached.place} {hashlib.sha256(reached.content).hexdigest()}"] = None
    return tuple(sorted(lines))


def included_files(path: Path, folders: Sequence[Path]) -> tuple[Path, ...]:
    """Return the headers that a source can reach in some search folders, in a stable order.

    Parameters
    ----------
    path : Path
        The source file.
    folders : sequence of Path
        As for `include_digests`. Where a name is made by a macro, what it may mean is left out.

    Raises
    ------
    OSError
        A file cannot be read.
    """
    found = (reached.found for reached in _reach(path, read_file(path), folders) if reached is not None)
    return tuple(dict.fromkeys(file for file in found if file is not None))


def named_files(path: Path, source: bytes, folders: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """Yield each inclusion as it is written, with the file that it finds in some search folders."""
    for reached in _reach(path, source, folders):
        if reached is not None and reached.found is not None:
            yield reached.name, reached.found


def unfound_names(path: Path, source: bytes, folders: Sequence[Path]) -> Iterator[str]:
    """Yield the names of inclusions that are in none of some search folders."""
    for reached in _reach(path, source, folders):
        if reached is not None and reached.found is None:
            yield reached.name


@dataclass(frozen=True)
class _Reached:
    """A header as it is named somewhere; `found` is None, and `content` empty, where it is in no folder."""

    name: str
    place: int = -1
    found: Path | None = None
    content: bytes = b""


def _reach(path: Path, source: bytes, folders: Sequence[Path]) -> Iterator[_Reached | None]:
    """Follow every inclusion, each file once; None stands for one whose name a macro makes."""
    seen: set[Path] = set()
    todo = [(path, source)]
    while todo:
        including, text = todo.pop()
        for match in _INCLUDE.finditer(text):
            if match["macro"] is not None:
                yield None
                continue
            quoted = match["quoted"] is not None
            name = (match["quoted"] or match["angled"]).decode("utf-8", "surrogateescape")
            place, found = _find(name, [including.parent, *folders] if quoted else folders)
            if found is None:
                yield _Reached(name)
                continue
            content = read_file(found)
            yield _Reached(name, place, found, content)
            if found not in seen:
                seen.add(found)
                todo.append((found, content))


def _find(name: str, folders: Sequence[Path]) -> tuple[int, Path | None]:
    """Return the first file of a name and the number of the folder it is in: line information names that too."""
    for place, folder in enumerate(folders):
        file = folder / name
        # A pipe or a device is found too, for `read_file` to refuse: the compiler would read it without end.
        if file.exists() and not file.is_dir():
            return place, file
    return -1, None


def _everything(folders: Sequence[Path]) -> list[str]:
    return [
        f"{file.relative_to(folder).as_posix()} {hashlib.sha256(read_file(file)).hexdigest()}"
        for folder in folders
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    ]
