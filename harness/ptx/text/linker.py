"""Links PTX texts into one text. PTX ISA 9.0, 11.6 "Linking Directives".

Of the definitions of a name, a ``.visible`` one is taken, and two of them are an error; without one, the largest
``.common`` variable; else the first ``.weak`` definition. The others become declarations. A name without a directive
belongs to its text alone, and gets another name where two texts have it. Kernels are always visible. The messages are
the messages of NVIDIA's linker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...errors import PtxError
from ...lazy import dataclass, field, pattern
from .syntax import TYPE_BYTES

# first in every expression below, so that nothing in a comment or string is taken for PTX
_SKIPPED = r'//[^\n]*|/\*.*?\*/|"(?:[^"\\]|\\.)*"'
_PIECE = pattern(rf"{_SKIPPED}|\.pragma\s[^;]*;|[{{}};]", re.DOTALL)
_SKIP = pattern(_SKIPPED, re.DOTALL)
_DECLARATION = pattern(
    r"(?P<linkage>(?:\.(?:extern|visible|weak|common)\s+)*)\.(?P<kind>entry|func|global|const|shared|section)\b"
)
_FUNCTION_NAME = pattern(r"\s*(?:\([^)]*\)\s*)?([\w$]+)")
_VARIABLE_TYPE = pattern(
    r"(?:\s*\.(?:align\s+\d+|attribute\s*\((?:[^()]|\([^()]*\))*\)|(?P<vector>v\d)|(?P<type>\w+)))+"
)
_DECLARATOR = pattern(r"\s*(?P<name>[\w$%]+)\s*(?P<sizes>(?:\[[^\]]*\]\s*)*)(?P<content>=.*)?", re.DOTALL)
_LABEL = pattern(r"([\w$]+)\s*:")
_HEAD = r"(?P<version>\.version\s+[\d.]+)|(?P<target>\.target\s+\w+(?:\s*,\s*\w+)*)|(?P<size>\.address_size\s+\d+)"
_FILE = r"(?P<file>(?:\.file|\.loc|\binlined_at)\s+)(?P<number>\d+)"
_RANKS = {".visible": 3, ".common": 2, ".weak": 1, ".extern": 0}


@dataclass
class _Name:
    """A declared name, its part of the statement, and the size of a variable, 0 if not stated."""

    name: str
    text: str
    size_bytes: int = 0
    has_content: bool = False


@dataclass
class _Statement:
    start: int
    end: int
    """`start`, `end`: place in the text, from the first linking directive."""
    kind: str
    """``entry``, ``func``, ``section``, or a variable's space."""
    linkage: str
    head_end: int
    """End of the directives and of a variable's type."""
    body: int
    """Start of a function's body; -1 without one."""
    names: list[_Name] = field(default_factory=list)
    """Declared names; for a section, its labels."""

    @property
    def is_definition(self) -> bool:
        return self.body >= 0 if self.kind in ("entry", "func") else self.linkage != ".extern"


@dataclass(frozen=True)
class _Definition:
    text: int
    statement: _Statement
    name: _Name

    @property
    def rank(self) -> tuple[int, int, bool]:
        """Rank among the definitions of a name: the first definition of the highest rank is taken."""
        rank = _RANKS[self.statement.linkage]
        return (rank, self.name.size_bytes, self.name.has_content) if rank == 2 else (rank, 0, False)


class _Text:
    """A text to be linked: its name for messages, and its declarations."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        self.statements = list(_statements(text))
        shared = {
            name.name
            for statement in self.statements
            if statement.linkage
            for name in statement.names
            if statement.kind != "section"
        }
        names = dict.fromkeys(name.name for statement in self.statements for name in statement.names)
        self.own = [name for name in names if name and name not in shared]
        self.n_files = max((int(number) for number in re.findall(r"\.file\s+(\d+)", text)), default=0)


def _statements(text: str) -> Iterator[_Statement]:
    start, body, depth = 0, -1, 0
    directives: re.Match[str] | None = None
    for piece in _PIECE.finditer(text):
        if piece[0] == "{":
            if not depth:
                body = piece.start()
                directives = _DECLARATION.search(_without_comments(text[start:body]))
            depth += 1
        elif piece[0] == "}":
            depth -= 1
            if not depth and directives is not None and directives["kind"] in ("entry", "func", "section"):
                yield _statement(text, start, body, piece.end(), directives)
                start, body = piece.end(), -1
        elif piece[0] == ";" and not depth:
            directives = _DECLARATION.search(_without_comments(text[start : piece.end()]))
            if directives is not None:
                yield _statement(text, start, -1, piece.end(), directives)
            start, body = piece.end(), -1


def _without_comments(text: str) -> str:
    """Return a text of the same length with blanks for comments and strings."""
    return _SKIP.sub(lambda match: " " * len(match[0]), text)


def _statement(text: str, start: int, body: int, end: int, directives: re.Match[str]) -> _Statement:
    """Return a declaration, from the match of its directives in the text behind `start`."""
    kind = directives["kind"]
    words = directives["linkage"].split()
    linkage = max(words, key=_RANKS.__getitem__, default=".visible" if kind == "entry" else "")
    statement = _Statement(start + directives.start(), end, kind, linkage, start + directives.end(), body)
    rest = _without_comments(text[statement.head_end : end])
    if kind == "section":
        statement.names = [_Name(label, "") for label in _LABEL.findall(rest)]
    elif kind in ("entry", "func"):
        name = _FUNCTION_NAME.match(rest)
        statement.names = [] if name is None else [_Name(name[1], "")]
    elif (type_ := _VARIABLE_TYPE.match(rest)) is not None:
        statement.head_end += type_.end()
        element_bytes = TYPE_BYTES.get(type_["type"] or "", 0) * int((type_["vector"] or "v1")[1:])
        statement.names = [_declared(part, element_bytes) for part in _separated(rest[type_.end() : -1])]
    return statement


def _separated(text: str) -> Iterator[str]:
    """Yield the parts of a text between the commas that are outside of brackets."""
    depth = start = 0
    for at, character in enumerate(text):
        depth += (character in "{[(") - (character in "}])")
        if character == "," and not depth:
            yield text[start:at]
            start = at + 1
    yield text[start:]


def _declared(text: str, element_bytes: int) -> _Name:
    match = _DECLARATOR.fullmatch(text)
    if match is None:
        return _Name("", text)
    sizes = re.findall(r"\[\s*(\w*)\s*\]", match["sizes"])
    size_bytes = element_bytes
    for size in sizes:
        # brackets without a decimal number leave the size open
        size_bytes *= int(size) if size.isdigit() else 0
    return _Name(match["name"], text, size_bytes, match["content"] is not None)


class Linker:
    def __init__(self) -> None:
        self._texts: list[_Text] = []
        self._definitions: dict[str, list[_Definition]] = {}

    def add(self, name: str, text: str) -> None:
        new = _Text(name, text)
        definitions = [
            _Definition(len(self._texts), statement, declared)
            for statement in new.statements
            if statement.linkage and statement.is_definition and statement.kind != "section"
            for declared in statement.names
        ]
        for definition in definitions:
            for known in self._definitions.get(definition.name.name, ()):
                self._check(name, definition, known)
        self._texts.append(new)
        for definition in definitions:
            self._definitions.setdefault(definition.name.name, []).append(definition)

    def _check(self, name: str, new: _Definition, known: _Definition) -> None:
        where = f"for {new.name.name!r} in {name!r}, first specified in {self._texts[known.text].name!r}"
        if new.statement.kind != known.statement.kind:
            raise PtxError(f"Memory space doesn't match {where}")
        linkages = {new.statement.linkage, known.statement.linkage}
        sizes = {new.name.size_bytes, known.name.size_bytes}
        if ".common" not in linkages and 0 not in sizes and len(sizes) > 1:
            raise PtxError(f"Size doesn't match {where}")
        if linkages == {".visible"} or (
            linkages == {".common"} and new.name.has_content and known.name.has_content
        ):
            first = self._texts[known.text].name
            raise PtxError(
                f"Multiple definition of {new.name.name!r} in {name!r}, first defined in {first!r}"
            )

    def linked(self) -> str:
        if len(self._texts) == 1:
            return self._texts[0].text
        taken = {name: max(rivals, key=lambda one: one.rank) for name, rivals in self._definitions.items()}
        names = {name.name for text in self._texts for s in text.statements for name in s.names}
        names -= {name for text in self._texts for name in text.own}
        parts = []
        n_files = 0
        version, target = self._newest("version"), self._newest("target")
        for index, text in enumerate(self._texts):
            renamed: dict[str, str] = {}
            for own in text.own:
                if own in names:
                    renamed[own] = _free_name(own, index, names)
                names.add(renamed.get(own, own))
            # the first text has the one head of the linked text
            head = ("", "", "") if index else (version, target, ".address_size 64")
            parts.append(_changed(self._with_declarations(index, taken), renamed, n_files, head))
            # each text numbers its files anew
            n_files += text.n_files
        return "\n".join(parts)

    def _newest(self, part: str) -> str:
        directives = [
            match[part]
            for text in self._texts
            for match in re.finditer(f"{_SKIPPED}|{_HEAD}", text.text, re.DOTALL)
            if match[part]
        ]
        # by numbers: as texts, sm_100 would come before sm_90
        return max(directives, key=lambda t: ([int(n) for n in re.findall(r"\d+", t)], t), default="")

    def _with_declarations(self, index: int, taken: dict[str, _Definition]) -> str:
        text = self._texts[index].text
        # from the end, because a replacement moves all that follows
        for old in reversed(self._texts[index].statements):
            if old.linkage and old.is_definition and old.kind != "section":
                lost = [taken[name.name].statement is not old for name in old.names]
                if any(lost):
                    text = text[: old.start] + _declaration(text, old, lost) + text[old.end :]
        return text


def _declaration(text: str, statement: _Statement, lost: list[bool]) -> str:
    """Return a statement whose lost names are only declared, in as many lines as it had."""
    n_lines = text.count("\n", statement.start, statement.end)
    if statement.kind == "entry":
        return "\n" * n_lines
    head = text[statement.start : statement.head_end]
    head = head[head.index(f".{statement.kind}") :]
    if statement.kind == "func":
        new = f".extern {head}{text[statement.head_end : statement.body]};"
    else:
        new = " ".join(
            f".extern {head} {name.text.partition('=')[0]};"
            if is_lost
            else f"{statement.linkage} {head} {name.text};"
            for name, is_lost in zip(statement.names, lost, strict=True)
        )
    return new + "\n" * (n_lines - new.count("\n"))


def _free_name(name: str, index: int, names: set[str]) -> str:
    while (new := f"{name}${index}") in names:
        index += 1
    return new


def _changed(text: str, renamed: dict[str, str], n_files: int, head: tuple[str, str, str]) -> str:
    """Return a text with names replaced, numbers of files raised, and the directives of its head replaced."""
    names = "|".join(re.escape(name) for name in sorted(renamed, key=len, reverse=True))
    own = rf"|(?<![\w$%.])(?P<name>{names})(?![\w$])" if renamed else ""
    heads = dict(zip(("version", "target", "size"), head, strict=True))

    def change(match: re.Match[str]) -> str:
        parts = match.groupdict()
        if parts.get("name"):
            return renamed[match["name"]]
        if parts["file"]:
            return f"{match['file']}{int(match['number']) + n_files}"
        return next((new for part, new in heads.items() if parts[part]), match[0])

    return re.sub(f"{_SKIPPED}|{_HEAD}|{_FILE}{own}", change, text, flags=re.DOTALL)
