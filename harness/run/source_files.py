"""Finds the user's files: all that a variant reads, and all that counted lines and findings name."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from collections.abc import Sequence
from pathlib import Path

from ..compiler.source.file_names import display_path
from ..compiler.source.includes import included_files
from ..compiler.source.translation import read_options
from ..errors import HarnessError
from ..lazy import dataclass, pattern
from ..store.disk_cache import content_key
from ..store.input_file import Reach, read_file, read_text
from ..variant.variant import CUDA, Variant
from ..verdict import Finding, Reason
from .outcome import VariantOutcome


def files_of(variant: Variant, include_dirs: Sequence[Path]) -> tuple[Path, ...]:
    """Return the user's files that a case of the variant reads."""
    options = read_options(variant.code_path, variant.compile_options, include_dirs)
    own = dict.fromkeys((variant.path, variant.code_path))
    # the compiler will refuse a source that is missing or out of reach
    files = [file for file in own if file in Reach(file, options.include_dirs)]
    if variant.language == CUDA:
        with contextlib.suppress(HarnessError, OSError):
            files += included_files(variant.code_path.absolute(), options.include_dirs, options.pre_includes)
    if variant.operation.source is not None:
        files.append(variant.operation.source)
    return tuple(files)


def code_digest(variant: Variant, include_dirs: Sequence[Path]) -> str:
    """Return a digest of the user's files that a case of the variant reads; CUDA's headers are not among them."""
    contents: list[bytes | str] = []
    for path in files_of(variant, include_dirs):
        # relative, so that the digest is the same in another checkout
        contents.append(os.path.relpath(path, variant.path.parent))
        with contextlib.suppress(OSError):
            contents.append(read_file(path))
    return content_key(*contents)


def find_source(file: str, source: Path, include_dirs: Sequence[Path]) -> Path | None:
    """Return the file of a short name; None if it is not the user's or not within reach of the kernel's file."""
    if not file:
        return None
    folders = (source.parent, *(folder.absolute().parent for folder in include_dirs))
    reach = Reach(source, include_dirs)
    return next((path for folder in folders if (path := folder / file).is_file() and path in reach), None)


def kernel_line(variant: Variant) -> int:
    """Return the line of a variant's first kernel in its file; 1 if it has another name there."""
    text = variant.code_text()
    found = re.search(rf"\b{re.escape(variant.launches[0].entry)}\s*\(", text)
    return text.count("\n", 0, found.start()) + 1 if found else 1


@dataclass(frozen=True)
class NamedSource:
    """A user's file that findings name."""

    file: str
    """Short name, as `source` of a finding has it."""
    path: str
    """The file, relative to the folder of the command if it is below."""
    sha256: str
    """Digest of its content when the document was written."""


def named_sources(outcome: VariantOutcome, include_dirs: Sequence[Path]) -> tuple[NamedSource, ...]:
    """Return the user's files named in a variant's findings and origins, ordered by short name."""
    # A file that cannot be read is left out.
    findings = (finding for _, result in outcome.results for finding in (*result.findings, *result.notes))
    places = {*(finding.source for finding in findings), *(origin.source for origin in outcome.origins)}
    sources = []
    for name in sorted({place.rpartition(":")[0] for place in places - {""}}):
        path = find_source(name, outcome.variant.code_path, include_dirs)
        if path is not None:
            with contextlib.suppress(OSError):
                digest = hashlib.sha256(read_file(path)).hexdigest()
                sources.append(NamedSource(name, display_path(path), digest))
    return tuple(sources)


# Lines of an excerpt before and after the line that a finding names.
AROUND = 2


@dataclass(frozen=True)
class Excerpt:
    """Source lines of a finding."""

    file: str
    """Short name."""
    line: int
    """The line that it names, from 1."""
    first: int
    """Line of the first of `texts`."""
    texts: tuple[str, ...]
    """The lines."""
    columns: tuple[int, int] = (0, 0)
    """First and last marked column of `line`: the access if the line has only one, else its code."""

    def __str__(self) -> str:
        lines = [
            f"{'>' if n == self.line else ' '}{n:>6} | {text}".rstrip()
            for n, text in enumerate(self.texts, self.first)
        ]
        first, last = self.columns
        if first:
            # Tabs stay, so that the mark is below its text.
            blank = re.sub(r"[^\t]", " ", self.texts[self.line - self.first][: first - 1])
            lines.insert(self.line - self.first + 1, f"        | {blank}{'^' * (last - first + 1)}")
        return "\n".join(lines)


_OTHER_PLACE = pattern(r" at (\S+:\d+) \(PTX line \d+\)")
_COMMENT = pattern(r"(?<=[;{}])\s*(//.*|/\*.*?\*/)$")
_ELEMENT = pattern(r"\w[\w.]*(?:\[[^][]*])+")
# Pointers, macros and nested brackets hide an access.
_HIDDEN = pattern(r"->|\[|(?:^|[=(,+\-*/&|<>?:;{])\s*\*+\s*\w|\b[A-Z_]{3,}\(")
_WRITES = {
    **dict.fromkeys((Reason.OOB_WRITE, Reason.RACECHECK_WAW, Reason.RACECHECK_WAR), (True,)),
    **dict.fromkeys((Reason.OOB_READ, Reason.RACECHECK_RAW, Reason.NONCOHERENT_READ), (False,)),
    Reason.MISALIGNED_ACCESS: (True, False),
}


def _marked(line: str, reason: Reason | None) -> tuple[int, int]:
    # Not the compiler's column: NVRTC names the line on which a statement begins, and its indentation.
    code = _COMMENT.sub("", line)
    writes = _WRITES.get(reason, ()) if reason else ()
    if writes and code.endswith((";", "{", "}")) and not _HIDDEN.search(_ELEMENT.sub("", code)):
        after = re.compile(r"\s*=(?!=)" if writes == (False,) else r"\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)")
        found = [at for at in _ELEMENT.finditer(code) if bool(after.match(code, at.end())) in writes]
        if len({at.group() for at in found}) == 1:
            return found[0].start() + 1, found[0].end()
    return len(code) - len(code.lstrip()) + 1, len(code)


class SourceLines:
    """Returns the text of source lines; reads each file once."""

    def __init__(self, include_dirs: Sequence[Path]) -> None:
        self._include_dirs = include_dirs
        self._read: dict[Path, list[str]] = {}

    def text(self, file: str, line: int, source: Path) -> str:
        path = find_source(file, source, self._include_dirs)
        return "".join(self._range(path, line, line)) if path else ""

    def excerpts(self, finding: Finding, source: Path, around: int = AROUND) -> tuple[Excerpt, ...]:
        """Return a finding's source line with its neighbours, the lines that call it and the other place it names."""
        calls = [caller.rpartition(" at ")[2] for caller in finding.callers if " at " in caller]
        # Of a race the other access; of a value that depends on uninitialised memory the read, which is the fault.
        other = _OTHER_PLACE.findall(finding.message)[:1]
        places = (finding.source, *calls, *other)
        if finding.reason is Reason.UNINITIALISED_READ:
            places = (*other, finding.source, *calls)
        found: list[Excerpt] = []
        for place in dict.fromkeys(places):
            around = 0 if found else around
            file, _, number = place.rpartition(":")
            # Files and lines come from the text of the code, which may name any.
            if re.fullmatch("[1-9][0-9]{0,8}", number):
                path = find_source(file, source, self._include_dirs)
                reason = None if found else finding.reason
                found += self.around(path, file, int(number), around, reason) if path else ()
        return tuple(found)

    def around(
        self, path: Path, file: str, line: int, around: int = AROUND, reason: Reason | None = None
    ) -> tuple[Excerpt, ...]:
        """Return a line of a file with its neighbours; nothing if it has no such line."""
        first, last = max(line - around, 1), line + around
        texts = self._range(path, first, last)
        while texts and first < line and not texts[0]:
            first, texts = first + 1, texts[1:]
        while texts and not texts[-1]:
            texts.pop()
        if len(texts) <= line - first:
            return ()
        return (Excerpt(file, line, first, tuple(texts), _marked(texts[line - first], reason)),)

    def _range(self, path: Path, first: int, last: int) -> list[str]:
        if path not in self._read:
            self._read[path] = []
            with contextlib.suppress(HarnessError, OSError):
                self._read[path] = read_text(path, errors="replace").split("\n")
        return [line.rstrip() for line in self._read[path][max(first - 1, 0) : last]]
