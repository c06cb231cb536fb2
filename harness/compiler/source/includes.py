"""Finds the headers that a CUDA source includes, so that a change in any of them changes the cache key.

Reads ``#include`` lines without evaluating conditions or macros. A header under ``#if 0`` counts, which costs one
compilation too many at most. If a macro makes a header's name, every file below the search folders counts. A compiler
opens every file that a line names, so anything but a regular file is refused first: a FIFO would block the compiler,
and a file of ``/proc`` would appear in its messages.
"""

from __future__ import annotations

import functools
import hashlib
import re
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...errors import CompileError
from ...store.input_file import SOURCE_BYTES, NotPlainError, read_file

# File systems of Linux: their files describe processes and devices.
_SYSTEM_FOLDERS = ("/proc/", "/sys/", "/dev/")

# A backslash joins a line to the next, even inside a word (ISO C++, "Phases of translation"). ??/ is a backslash;
# ??= and %: are #.
_JOINED = re.compile(rb"(?:\\|\?\?/)[^\S\n]*\n")
_COMMENT = re.compile(rb"/\*.*?(?:\*/|\Z)", re.DOTALL)
# "__has_include" makes the result depend on a file's existence, so the file counts too.
_INCLUDE = re.compile(
    rb"""(?: (?:\#|%:|\?\?=) [^\S\n]* (?:include(?:_next)?|import|embed)
           | __has_(?:include(?:_next)?|embed) [^\S\n]* \( )
         [^\S\n]* (?: "(?P<quoted>[^"\n]+)" | <(?P<angled>[^>\n]+)> | (?P<macro>[A-Za-z_$\\\x80-\xff]) )""",
    re.VERBOSE,
)


def read_plain_file(path: Path) -> bytes:
    """Return the content of a source or header.

    Raises
    ------
    CompileError
        The path is not a regular file, is in ``/proc``, ``/sys`` or ``/dev``, or is larger than `SOURCE_BYTES`.
    OSError
        The file cannot be read.
    """
    if f"{path.resolve()}".startswith(_SYSTEM_FOLDERS):
        raise _refused(path, f"must be a regular file outside /proc, /sys and /dev (got {path.resolve()})")
    try:
        return read_file(path)
    except NotPlainError as error:
        raise _refused(path, error.strerror or str(error)) from None


def _refused(path: Path, why: str) -> CompileError:
    return CompileError(f"{path.name} cannot be read", log=f"{path}: a source or header {why}")


def include_digests(
    path: Path,
    source: bytes,
    folders: Sequence[Path],
    pre_includes: Sequence[str] = (),
    cuda_dirs: Sequence[Path] = (),
) -> tuple[str, ...]:
    """Return one line for each header that a source includes, directly or through headers outside CUDA's.

    Parameters
    ----------
    path : Path
        The source file; names in quotes are looked for in its folder first.
    source : bytes
        Text of the source.
    folders : sequence of Path
        Search folders in order, without those of CUDA's own headers.
    pre_includes : sequence of str
        Headers that an option includes before the first line.
    cuda_dirs : sequence of Path
        Folders of CUDA's headers. A wheel may add headers to them later, so headers in them count if the source or a
        header outside them names them. Headers that CUDA's headers include do not count.

    Returns
    -------
    tuple of str
        Sorted lines. ``NAME PLACE SHA256`` has the name as written and the number of the search folder;
        ``NAME cuda SHA256`` is a header of CUDA's; ``NAME not-found`` is in no folder. No absolute path
        is added, so two copies of a tree give the same lines.

    Raises
    ------
    CompileError
        A header is a file that `read_plain_file` refuses.
    OSError
        A file cannot be read.
    """
    text = "".join(f'#include "{name}"\n' for name in pre_includes).encode() + source
    lines: dict[str, None] = {}
    for reached in _reach(path, text, folders):
        if reached is None:
            lines |= dict.fromkeys(_everything(folders))
        elif reached.found is None:
            _, cuda = _find(reached.name, cuda_dirs)
            lines[f"{reached.name} {_cuda_digest(cuda) if cuda else 'not-found'}"] = None
        else:
            lines[f"{reached.name} {reached.place} {hashlib.sha256(reached.content).hexdigest()}"] = None
    return tuple(sorted(lines))


def included_files(path: Path, folders: Sequence[Path]) -> tuple[Path, ...]:
    """Return the headers in some folders that a source includes, directly or not, in a stable order.

    Parameters
    ----------
    path : Path
        The source file.
    folders : sequence of Path
        Search folders, as for `include_digests`. Headers whose names are made by macros are not returned.

    Raises
    ------
    OSError
        A file cannot be read.
    """
    found = (reached.found for reached in _reach(path, read_plain_file(path), folders) if reached is not None)
    return tuple(dict.fromkeys(file for file in found if file is not None))


def named_files(path: Path, source: bytes, folders: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """Yield (name as written, file) of each include that is found in the search folders."""
    for reached in _reach(path, source, folders):
        if reached is not None and reached.found is not None:
            yield reached.name, reached.found


def unfound_names(path: Path, source: bytes, folders: Sequence[Path]) -> Iterator[str]:
    """Yield the included names that are in none of the search folders."""
    for reached in _reach(path, source, folders):
        if reached is not None and reached.found is None:
            yield reached.name


@dataclass(frozen=True)
class _Reached:
    """An included header. `found` is None and `content` empty if no folder has the header."""

    name: str
    place: int = -1
    found: Path | None = None
    content: bytes = b""


def _reach(path: Path, source: bytes, folders: Sequence[Path]) -> Iterator[_Reached | None]:
    """Yield every include, and follow each file once; None for an include whose name a macro makes."""
    contents: dict[Path, bytes] = {}
    todo = [(path, source)]
    while todo:
        including, text = todo.pop()
        for name, is_quoted in named_in(text):
            if name is None:
                yield None
                continue
            place, found = _find(name, [including.parent, *folders] if is_quoted else folders)
            if found is None:
                yield _Reached(name)
                continue
            if found not in contents:
                contents[found] = read_plain_file(found)
                todo.append((found, contents[found]))
            yield _Reached(name, place, found, contents[found])


def named_in(text: bytes) -> Iterator[tuple[str | None, bool]]:
    """Yield (name, whether it is in quotes) of each include of a text; the name is None if a macro makes it."""
    joined = _JOINED.sub(b"", text)
    # A comment may stand between the words of a line, and a string may hold what looks like the start of one.
    for reading in dict.fromkeys((joined, _COMMENT.sub(b" ", joined))):
        for match in _INCLUDE.finditer(reading):
            if match["macro"] is not None:
                yield None, False
            else:
                name = match["quoted"] or match["angled"]
                yield name.decode("utf-8", "surrogateescape"), match["quoted"] is not None


def _find(name: str, folders: Sequence[Path]) -> tuple[int, Path | None]:
    """Return the number of the first folder that has a name, and the file; (-1, None) if no folder has it.

    The number counts because line information names the folder. Anything but a folder is found, as by a compiler.
    """
    for place, folder in enumerate(folders):
        try:
            if not stat.S_ISDIR((folder / name).stat().st_mode):
                return place, folder / name
        except (OSError, ValueError):  # missing, or not a valid file name
            continue
    return -1, None


def _cuda_digest(path: Path) -> str:
    found = path.stat()
    return f"cuda {_digest_of(path, found.st_size, found.st_mtime_ns)}"


@functools.lru_cache(maxsize=1024)
def _digest_of(path: Path, _size_bytes: int, _changed_ns: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _everything(folders: Sequence[Path]) -> list[str]:
    return [
        f"{file.relative_to(folder).as_posix()} {_content_digest(file)}"
        for folder in folders
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    ]


def _content_digest(file: Path) -> str:
    size_bytes = file.stat().st_size
    # Too large for a header, and too slow to hash for each compilation.
    if size_bytes > SOURCE_BYTES:
        return f"{size_bytes} bytes"
    return hashlib.sha256(file.read_bytes()).hexdigest()
