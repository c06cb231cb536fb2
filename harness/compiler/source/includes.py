"""Finds the headers that a CUDA source includes, so that a change in any of them changes the cache key.

Reads directives without evaluating conditions. A header under ``#if 0`` counts, which costs one compilation too many at
most. A compiler opens every file that a line names, so a file that is not regular or not within reach
(`harness.store.input_file`) is refused first. If a macro makes a header's name, each of the macro's definitions counts,
and a name that they do not spell out is refused.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import re
import stat
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ...errors import CompileError, one_line
from ...lazy import dataclass, pattern, replace
from ...store.input_file import (
    BYTE_ORDER_MARK,
    INCLUDE_FOLDER,
    SOURCE_BYTES,
    NotPlainError,
    Reach,
    is_of_system,
    read_file,
)
from .file_names import shown_path

NOT_FOUND = " not-found"
"""End of the line of `include_digests` for a header that is in no folder."""

# A backslash joins a line to the next, even inside a word (ISO C++, "Phases of translation"). GCC passes over blanks
# between the two, NVRTC does not.
_JOINED = (pattern(rb"\\\r*\n"), pattern(rb"\\[^\S\n]*\n"))
# Compilers read trigraphs or not, by the requested standard.
_TRIGRAPH = pattern(rb"\?\?([=/'()!<>-])")
_TRIGRAPHS = dict(zip(b"=/'()!<>-", b"#\\^[]|{}~", strict=True))
# "__has_include" makes the result depend on a file's existence, so the file counts too.
_MARK = pattern(rb"\#|%:|__has_(?:include(?:_next)?|embed)(?![A-Za-z0-9_])")
_BLANKS = pattern(rb"[^\S\n]*")
_WORD = pattern(rb"[A-Za-z_][A-Za-z0-9_]*")
# The text's own definition of these does not count: a compiler has its own.
_RESERVED = pattern(rb"_[_A-Z][A-Za-z0-9_]*")
# Macros that compilers, NVRTC without any header, and CUDA's headers define look like one of these.
_PREDEFINED = pattern(
    rb"_[A-Za-z0-9_]*|[A-Z][A-Z0-9_]*|(?:cu|CU|nv|NV)[A-Za-z0-9_]*[A-Z][A-Za-z0-9_]*|linux|unix|i386"
)
_DEFINITION = pattern(rb"([A-Za-z_][A-Za-z0-9_]*)(?![A-Za-z0-9_\\$\x80-\xff])([^\n]*)")
_LITERAL = pattern(rb'"([^"\n]+)"|<([^>\n]+)>')
_REST = pattern(rb"[^\n]*")
_COMMENT_END = pattern(rb"\*/")
# A string hides what looks like a comment.
_COMMENT = pattern(rb'("(?:\\.|[^"\\])*")|//.*|/\*.*?\*/', re.DOTALL)
_INCLUDING = (b"include", b"include_next", b"import", b"embed")
_NOT_OF_SYSTEM = "must be a regular file outside /proc, /sys and /dev (got {})"
_WITHIN = (
    "must be in the source's folder, in its repository (the nearest folder with .git, else with pyproject.toml) or in "
    "its include folders (got {}); name the folder in the setting `include_dirs`"
)
_BEFORE_DIRECTIVE = frozenset(b" \t\v\f") | frozenset(range(0x80, 0x100))  # a byte order mark, too


def read_plain_file(path: Path) -> bytes:
    """Return the content of a source or header, without a byte order mark."""
    if is_of_system(os.path.realpath(path)):
        raise _refused(path, _NOT_OF_SYSTEM.format(path.resolve()))
    try:
        return read_file(path).removeprefix(BYTE_ORDER_MARK)
    except NotPlainError as error:
        raise _refused(path, error.strerror or str(error)) from None


def _refused(path: Path, why: str) -> CompileError:
    return CompileError(
        f"{path.name} cannot be read", log=f"{one_line(path)}: a source or header {one_line(why)}"
    )


def refuse_beyond(path: Path, reach: Reach) -> None:
    """Raise CompileError if a file is not within reach; the message says where a file must be."""
    if path in reach:
        return
    real = os.path.realpath(path)
    if is_of_system(real):
        raise _refused(path, _NOT_OF_SYSTEM.format(real))
    got = str(path) if real == os.path.normpath(path.absolute()) else f"{path}, which leads to {real}"
    raise _refused(path, _WITHIN.format(got))


@contextlib.contextmanager
def readable(path: Path) -> Iterator[None]:
    """Raise the system's error about a file that a source needs as the refusal of the source."""
    try:
        yield
    except OSError as error:
        log = f"{one_line(error.filename)}: {error.strerror}"
        raise CompileError(f"{shown_path(path)} cannot be read", log=log) from None


def read_within(path: Path, include_dirs: Iterable[Path]) -> bytes:
    """Return the content of a source that is within its reach; CompileError for any other."""
    refuse_beyond(path, Reach(path, include_dirs))
    with readable(path):
        return read_plain_file(path)


def include_digests(
    path: Path,
    source: bytes,
    folders: Sequence[Path],
    pre_includes: Sequence[str] = (),
    cuda_dirs: Sequence[Path] | None = None,
    defines: Sequence[str] = (),
) -> tuple[str, ...]:
    """Return one line for each header that a source includes, directly or through headers outside CUDA's."""
    first = [f"#define {' '.join(define.partition('=')[::2])}\n" for define in defines]
    lines: set[str] = set()
    # Only `harness.driver.nvcc` names a header by its whole path in an option.
    own = (Path(name).parent for name in pre_includes if Path(name).is_absolute())
    reach = Reach(path, (*folders, *own))
    text = _included(pre_includes) + "".join(first).encode() + source
    for reached in _follow(path, text, folders, reach, is_strict=True):
        if reached is None:
            lines.update(_everything(folders, reach))
        elif reached.found is None:
            _, cuda = _find(reached.name, cuda_dirs or ())
            if os.path.normpath(reached.name).startswith(("..", "/")) and (cuda or cuda_dirs == ()):
                # Beyond CUDA's folders, or beyond folders that only the compiler knows.
                raise _refused(path, _WITHIN.format(f"an include of {reached.name}"))
            lines.add(f"{reached.name} cuda {_digest_of(cuda)}" if cuda else f"{reached.name}{NOT_FOUND}")
        else:
            lines.add(f"{reached.name} {reached.place} {hashlib.sha256(reached.content).hexdigest()}")
    return tuple(sorted(lines))


def _included(names: Sequence[str]) -> bytes:
    return "".join(f'#include "{name}"\n' for name in names).encode()


def search_folders(path: Path, include_dirs: Iterable[Path]) -> tuple[Path, ...]:
    """Return the folders of a source's headers: its own, the include folders, and ``include`` next to the source."""
    folder, absolute = path.absolute().parent, tuple(included.absolute() for included in include_dirs)
    sibling = folder / INCLUDE_FOLDER
    # It may be a link to anywhere, and every file in an include folder is within reach.
    own = (sibling,) if sibling.is_dir() and sibling in Reach(path, absolute) else ()
    return tuple(dict.fromkeys((folder, *absolute, *own)))


def included_files(
    path: Path, include_dirs: Iterable[Path], pre_includes: Sequence[str] = ()
) -> tuple[Path, ...]:
    """Return the headers within reach that a source includes, directly or not, in a stable order."""
    folders = tuple(include_dirs)
    refuse_beyond(path, Reach(path, folders))
    source = _included(pre_includes) + read_plain_file(path)
    return tuple(dict.fromkeys(header for _, header in named_files(path, source, folders)))


def named_files(path: Path, source: bytes, include_dirs: Iterable[Path]) -> Iterator[tuple[str, Path]]:
    """Yield (name as written, file) of each include that is found within reach; folders as for `included_files`."""
    folders = search_folders(path, include_dirs)
    for reached in _follow(path, source, folders, Reach(path, folders)):
        if reached is not None and reached.found is not None:
            yield reached.name, reached.found


class _Reached(NamedTuple):
    """An included header. `found` is None and `content` empty if no folder has the header."""

    name: str
    place: int = -1
    found: Path | None = None
    content: bytes = b""


@dataclass(frozen=True)
class _Named:
    """A header's name after a directive or ``__has_include``: in quotes, in angle brackets, or made by a macro."""

    text: bytes
    is_quoted: bool = False
    is_macro: bool = False
    is_question: bool = False


def _follow(
    path: Path, source: bytes, folders: Sequence[Path], reach: Reach, *, is_strict: bool = False
) -> Iterator[_Reached | None]:
    """Yield every include, and follow each file once; None for a name that a macro makes and nothing spells out."""
    # A header beyond reach counts as not found, unless `is_strict`: then it is refused, as is a name that is not
    # spelled out
    contents: dict[Path, bytes] = {}
    followed: set[Path] = set()
    bodies: dict[bytes, set[bytes]] = {}
    macros: list[tuple[Path, _Named]] = []
    done: set[tuple[Path, _Named]] = set()
    texts = [(path, source)]
    while texts or macros:
        todo: list[tuple[Path, _Named]] = []
        if texts:
            including, text = texts.pop()
            named, defined = _directives(text)
            for name, body in defined:
                bodies.setdefault(name, set()).add(body)
            for header in named:
                (macros if header.is_macro else todo).append((including, header))
        else:  # every text is read, so every definition is known
            for including, macro in macros:
                spelled = _spelled(macro, bodies)
                if spelled is None and is_strict and not macro.is_question:
                    raise CompileError(
                        f"{including.name} includes a header whose name is not known",
                        log=f"{shown_path(including)}: the name of an included header must be written out, or be a "
                        f"macro that is defined as a name (got #include {macro.text.decode('utf-8', 'replace')})",
                    )
                if spelled is None:
                    yield None
                todo += [(including, header) for header in spelled or ()]
            if all(pair in done for pair in todo):
                return
        for including, header in todo:
            if (including, header) in done:
                continue
            done.add((including, header))
            written = header.text.decode("utf-8", "surrogateescape")
            searched = [including.parent, *folders] if header.is_quoted else folders
            place, file = _find(written, searched, reach, is_strict)
            if file is None:
                yield _Reached(written)
                continue
            if file not in contents:
                contents[file] = read_plain_file(file)
                # A circle through ``sub/..`` gives a file a longer path in each turn.
                if (place_of_text := file.parent.resolve() / file.name) not in followed:
                    followed.add(place_of_text)
                    texts.append((file, contents[file]))
            yield _Reached(written, place, file, contents[file])


def named_in(text: bytes) -> Iterator[tuple[str, bool]]:
    """Yield (name, whether it is in quotes) of each include of a text whose name no macro makes."""
    for named in _directives(text)[0]:
        if not named.is_macro:
            yield named.text.decode("utf-8", "surrogateescape"), named.is_quoted


@functools.lru_cache(maxsize=256)
def _directives(text: bytes) -> tuple[tuple[_Named, ...], tuple[tuple[bytes, bytes], ...]]:
    """Return the names of headers and the (name, body) of macros in a text."""
    # Comments and strings may hold text that looks like a directive. It counts, because a compiler may read the text
    # differently; no directive that a compiler obeys is left out. Compilers differ in the lines that they
    # join, so each reading counts.
    translated = _TRIGRAPH.sub(lambda match: bytes([_TRIGRAPHS[match[1][0]]]), text)
    named: dict[_Named, None] = {}
    defined: dict[tuple[bytes, bytes], None] = {}
    for joined in dict.fromkeys(end.sub(b"", reading) for reading in (text, translated) for end in _JOINED):
        of_reading = _directives_of(joined)
        named |= dict.fromkeys(of_reading[0])
        defined |= dict.fromkeys(of_reading[1])
    return tuple(named), tuple(defined)


def _directives_of(joined: bytes) -> tuple[list[_Named], list[tuple[bytes, bytes]]]:
    """Return the names of headers and the (name, body) of macros in a text whose lines are joined."""
    gaps = _Gaps(joined)
    named: list[_Named] = []
    defined: list[tuple[bytes, bytes]] = []
    for mark in _MARK.finditer(joined):
        is_question = mark[0].startswith(b"__")
        at = gaps.end(mark.end())
        if is_question:
            if joined[at : at + 1] != b"(":
                continue
            at = gaps.end(at + 1)
        elif gaps.may_begin(mark.start()) and (word := _WORD.match(joined, at)):
            at = gaps.end(word.end())
            if word[0] == b"define":
                definition = _DEFINITION.match(joined, at)
                # A name with escapes or other letters may be any macro's.
                defined.append((definition[1], definition[2]) if definition else (b"", b""))
            if word[0] not in _INCLUDING:
                continue
        else:
            continue
        literal, rest = _LITERAL.match(joined, at), _REST.match(joined, at)
        if literal is not None:
            named.append(_Named(literal[1] or literal[2], literal[1] is not None, is_question=is_question))
        # A backslash alone is the first line of a name that another reading joins.
        elif rest is not None and rest[0].strip(b") \t\r\v\f") not in (b"", b"\\", b"??/"):
            named.append(_Named(rest[0].strip(), is_macro=True, is_question=is_question))
    return named, defined


class _Gaps:
    def __init__(self, text: bytes) -> None:
        self._text = text
        self._comment_ends = [ending.end() for ending in _COMMENT_END.finditer(text)]
        self._ends: dict[int, int] = {}

    def end(self, at: int) -> int:
        passed: list[int] = []
        while at not in self._ends:
            passed.append(at)
            blanks = _BLANKS.match(self._text, at)
            assert blanks is not None
            at = blanks.end()
            if self._text[at : at + 2] != b"/*":
                break
            number = bisect_left(self._comment_ends, at + 4)
            at = self._comment_ends[number] if number < len(self._comment_ends) else len(self._text)
        at = self._ends.get(at, at)
        self._ends.update(dict.fromkeys(passed, at))
        return at

    def may_begin(self, at: int) -> bool:
        """Whether a directive may begin at a position: only blanks and comments come before it on its line."""
        text = self._text
        before = at - 1
        while before >= 0 and text[before] in _BEFORE_DIRECTIVE:
            before -= 1
        return before < 0 or text[before] in b"\r\n" or text[before - 1 : before + 1] == b"*/"


def _spelled(
    macro: _Named, bodies: dict[bytes, set[bytes]], above: frozenset[bytes] = frozenset()
) -> set[_Named] | None:
    """Return the names that a macro stands for, by all its definitions; None if they do not spell them out."""
    text = macro.text.strip()
    if not macro.text.startswith(b"<"):
        text = _COMMENT.sub(lambda match: match[1] or b" ", text).strip()
    if macro.is_question:
        text = text.partition(b")")[0].strip()
    literal, word = _LITERAL.fullmatch(text), _WORD.fullmatch(text)
    # The name of a macro may also be written with escapes, in a definition that is then not recognised.
    has_unknown = b"" in bodies
    if literal is not None:
        is_quoted = literal[1] is not None
        # Words in angle brackets that come out of a macro are expanded, too.
        parts = _WORD.findall(text)
        is_expanded = has_unknown or any(part in bodies or _PREDEFINED.fullmatch(part) for part in parts)
        named = _Named(literal[1] or literal[2], is_quoted, is_question=macro.is_question)
        return None if is_expanded and not is_quoted else {named}
    if word is None or word[0] not in bodies or word[0] in above or has_unknown:
        return None
    if _RESERVED.fullmatch(word[0]):
        return None
    names: set[_Named] = set()
    for body in bodies[word[0]]:
        spelled = _spelled(replace(macro, text=body), bodies, above | {word[0]})
        if spelled is None:
            return None
        names |= spelled
    return names


def _find(
    name: str, folders: Sequence[Path], reach: Reach | None = None, is_strict: bool = False
) -> tuple[int, Path | None]:
    """Return the number of the first folder that has a name, and the file; (-1, None) if no folder has it."""
    # The number counts because line information names the folder. Anything but a folder is found, as by a compiler.
    # If `is_strict`, no folder may have it beyond reach: ``#include_next`` does not take the first one.
    first: tuple[int, Path | None] = -1, None
    for place, folder in enumerate(folders):
        path = folder / name
        try:
            if stat.S_ISDIR(path.stat().st_mode):
                continue
        except (OSError, ValueError):  # missing, or not a valid file name
            continue
        if reach is not None and is_strict:
            refuse_beyond(path, reach)
        if first[1] is None and (reach is None or is_strict or path in reach):
            first = place, path
    return first


def _digest_of(path: Path) -> str:
    status = path.stat()
    return _kept_digest(path, status.st_size, status.st_mtime_ns)


@functools.lru_cache(maxsize=1024)
def _kept_digest(path: Path, _size_bytes: int, _changed_ns: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _everything(folders: Sequence[Path], reach: Reach) -> Iterator[str]:
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if file.is_file() and file in reach:
                size_bytes = file.stat().st_size
                # Larger than any header, and too slow to hash for each compilation.
                is_large = size_bytes > SOURCE_BYTES
                content = f"{size_bytes} bytes" if is_large else hashlib.sha256(file.read_bytes()).hexdigest()
                yield f"{file.relative_to(folder).as_posix()} {content}"
