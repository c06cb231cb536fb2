"""Describes a variant that does not compile in base or head: the compiler's output, and files missing in git."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..compiler.artifact import CompileRequest
from ..variant.variant import Variant
from ..verdict import Reason
from .git import try_git
from .revision import STAGED, WORKING_TREE, Revision

_UNOPENED = re.compile(
    r'cannot open (?:source|include) file "(?P<nvrtc>[^"]+)"|fatal error: (?P<gcc>\S+): No such file'
)
_SOURCES = (".cu", ".cuh", ".h", ".hh", ".hpp", ".inc", ".inl")
_MOST_LINES = 20


@dataclass(frozen=True)
class Refusal:
    """A variant that the compiler rejects in one revision."""

    n_refused: int
    n_all: int
    """`n_refused`, `n_all`: number of combinations of block and dtype that do not compile, and number of all
    declared combinations."""
    dtype: str
    """Element type of the first combination that does not compile."""
    log: str
    """Compiler output for that combination. Paths are relative to the repository."""
    hints: tuple[str, ...] = ()
    """Files missing in git or in the checkout, one line each."""

    @classmethod
    def of(cls, n_refused: int, n_all: int, dtype: str, log: str, side: Revision) -> Refusal:
        """Make the refusal of a revision's variant from the compiler's output."""
        shown = log.replace(f"{side.tree.folder}/", "")
        return cls(n_refused, n_all, dtype, shown, tuple(_hints(shown, side)))

    @property
    def extent(self) -> str:
        """Description of the combinations that do not compile."""
        if self.n_refused == self.n_all:
            return "does not compile"
        return f"does not compile for {self.n_refused} of {self.n_all} combinations of block and dtype"

    @property
    def first_line(self) -> str:
        """The first line of the compiler's output, and the hints."""
        first = next((line for line in self.log.splitlines() if line.strip()), "no message")
        return "; ".join((first.strip(), *self.hints))

    @property
    def words(self) -> str:
        """The compiler's output, shortened for a report, and the hints."""
        lines = [line for line in self.log.splitlines() if line.strip()]
        if len(lines) > _MOST_LINES:
            lines[_MOST_LINES:] = [f"and {len(lines) - _MOST_LINES} more lines"]
        return "\n".join((*lines, *self.hints))


def is_declared(variant: Variant) -> bool:
    """Whether a variant's known issue is a compile error."""
    issue = variant.known_issue
    return issue is not None and issue.partition(":")[0].strip() == Reason.COMPILE_ERROR.value


def unopened(request: CompileRequest, headers: Sequence[str]) -> str:
    """Return what a compiler says of headers that are in no folder, a line each."""
    lines = request.path.read_text(encoding="utf-8", errors="replace").splitlines()
    messages = []
    for name in headers:
        including = re.compile(rf'\s*#\s*include\s*["<]{re.escape(name)}[">]')
        number = next((n for n, line in enumerate(lines, 1) if including.match(line)), None)
        place = f"{request.path}({number})" if number else str(request.path)
        messages.append(f'{place}: catastrophic error: cannot open source file "{name}"')
    return "\n".join(messages)


def _hints(log: str, side: Revision) -> Iterator[str]:
    for path in side.tree.pointers:
        # A compiler does not name the path of an included pointer in its errors.
        if path in log or path.endswith(_SOURCES):
            yield f"{path} is a Git LFS pointer: its content is not in git, and the gate does not fetch it"
    names = dict.fromkeys(found["nvrtc"] or found["gcc"] for found in _UNOPENED.finditer(log))
    if not names:
        return
    for module in side.tree.missing:
        update = f"git submodule update --init {module.path}"
        if module.is_there:
            yield (
                f"commit {module.commit} of the submodule {module.path} is not in its clone: "
                f"{update} && git -C {module.path} fetch origin {module.commit}"
            )
        else:
            yield f"the submodule {module.path} is not checked out: {update}"
    if side.name == WORKING_TREE:
        return
    others = (try_git(["ls-files", "--others", "-z"], side.repository) or "").split("\0")
    for name in names:
        tail = name.lstrip("./")
        for path in others:
            if path and f"/{path}".endswith(f"/{tail}"):
                yield _not_in_git(path, side)


def _not_in_git(path: str, side: Revision) -> str:
    is_ignored = try_git(["check-ignore", "--quiet", "--", path], side.repository) is not None
    kind = "ignored" if is_ignored else "untracked"
    lacking = "it is not in the index" if side.name == STAGED else f"it is in no commit such as {side.label}"
    return f"{path} is in the working tree only ({kind} by git): {lacking}"
