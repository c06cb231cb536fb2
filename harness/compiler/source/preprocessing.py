"""Follows the preprocessor through a CUDA source: which lines it keeps, which headers it opens, which macros it knows.

A brace may be opened in both arms of an ``#if``, and a macro may stand for ``__device__``, so a parser needs the arms
that the compiler takes. Macros of CUDA's own headers are not known here and count as undefined, apart from those in
`PREDEFINED`. Functions of macros and ``?:`` are not evaluated in conditions; they count as 0.
"""

from __future__ import annotations

import functools
import operator
import re
from bisect import bisect_right
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from pathlib import Path

import tree_sitter_cuda
from tree_sitter import Language, Parser, Tree
from tree_sitter import Node as Node

from ...lazy import dataclass, field, pattern

PREDEFINED: Mapping[str, str] = {
    "__CUDACC__": "1", "__CUDACC_RTC__": "1", "__CUDACC_VER_MAJOR__": "13", "__CUDACC_VER_MINOR__": "0",
    "__CUDA_ARCH__": "900", "__CUDA_ARCH_LIST__": "900", "__cplusplus": "201703L", "__linux__": "1",
    "__x86_64__": "1",
    **dict.fromkeys(("__DRIVER_TYPES_H__", "__CUDA_RUNTIME_H__", "__CUDA_RUNTIME_API_H__"), ""),
    "CUDART_VERSION": "13000",
    "CUDA_VERSION": "13000",
}  # fmt: skip
"""Macros of NVRTC for ``sm_90`` that conditions of kernel files ask for."""

# Comments, strings and numbers hide text that looks like a directive or a brace. A number may contain an apostrophe.
_LEXEME = pattern(
    r"""(?P<comment>//(?:[^\\\n]|\\\s*\n|\\.)*|/\*.*?(?:\*/|\Z))
    | (?P<directive>^[ \t]*\#
        (?:/\*.*?\*/|"(?:\\.|[^"\\\n])*"|//(?:[^\\\n]|\\[ \t]*\n|\\.)*|[^\\\n/]|\\[ \t\r]*\n|[\\/])*)
    | (?P<raw>(?:\bu8|\b[uUL]|\b)R"(?P<mark>[^\s()\\]{0,16})\(.*?(?:\)(?P=mark)"|\Z))
    | (?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+')
    | (?P<number>\b\d[\w.]*(?:'\w[\w.]*)+)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_DIRECTIVE = pattern(r"\s*#\s*(\w*)\s*(.*)", re.DOTALL)
_SPLICE = pattern(r"\\[ \t\r]*\n")
_NOISE = pattern(r"/\*.*?\*/|//.*", re.DOTALL)
_DEFINITION = pattern(r"(\w+)(\([^)]*\))?\s*(.*)", re.DOTALL)
_DEFINED = pattern(r"\bdefined\s*(?:\(\s*(\w+)\s*\)|(\w+))")
_HAS = pattern(r"\b__has_(include(?:_next)?|\w+)\s*\(\s*([^()]*)\)")
_INCLUDED = pattern(r'"([^"\n]+)"|<([^>\n]+)>')
_OPERATORS: Mapping[str, Callable[[int, int], int]] = {
    "&&": lambda left, right: left != 0 and right != 0,
    "||": lambda left, right: left != 0 or right != 0,
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.floordiv, "%": operator.mod,
    "&": operator.and_, "|": operator.or_, "^": operator.xor, "<<": operator.lshift, ">>": operator.rshift,
}  # fmt: skip
# Macros of one condition.
_MOST_NESTED = 100
_ONCE = pattern(r"^[ \t]*#[ \t]*pragma[ \t]+once\b", re.MULTILINE)
# How often a header is read that is included several times.
_MOST_TIMES = 4
# Depth of headers within headers.
_MOST_INCLUDED = 200


@dataclass(frozen=True)
class Macro:
    name: str
    body: str
    """Its replacement, on one line and without comments."""
    is_function: bool = False


@dataclass(frozen=True)
class Include:
    name: str
    start: int
    stop: int
    """`start`, `stop`: range of the name in the text, with its quotes or brackets."""
    found: Path | None = None
    """The file, if one of the user's folders has it."""


@dataclass(frozen=True)
class Arm:
    path: Path
    start: int
    stop: int
    """`start`, `stop`: range of the arm in the text; its directive is at `start`."""
    instead: int | None = None
    """Position of the directive of the arm that is taken instead, if there is one."""


@dataclass
class Unit:
    path: Path
    text: str
    active: str = ""
    """`text` with blanks in place of comments, contents of strings, directives and arms that are not taken; line
    ends stay, so every position is the same as in `text`."""
    includes: list[Include] = field(default_factory=list)
    macros: list[Macro] = field(default_factory=list)
    """Macros that it defines, in order; a name may come several times."""
    directives: list[tuple[int, int]] = field(default_factory=list)
    """Ranges of its directives in the text."""
    skipped: list[Arm] = field(default_factory=list)


@dataclass
class _Condition:
    """An ``#if`` that is open: whether the text around it is kept, and its arms so far."""

    outside: bool
    taken: int | None = None
    skipped: int | None = None

    @property
    def may_take(self) -> bool:
        return self.outside and self.taken is None

    def next(self, unit: Unit, start: int, is_taken: bool) -> bool:
        self.end(unit, start)
        is_taken = is_taken and self.may_take
        if is_taken:
            self.taken = start
        else:
            self.skipped = start
        return is_taken

    def end(self, unit: Unit, stop: int) -> bool:
        """End the arm before a directive; return whether the text after the last one is kept."""
        if self.skipped is not None and self.outside:
            unit.skipped.append(Arm(unit.path, self.skipped, stop, self.taken))
        self.skipped = None
        return self.outside


class Preprocessor:
    def __init__(
        self,
        find: Callable[[str, bool, Path], Path | None] = lambda _name, _is_quoted, _path: None,
        defines: Mapping[str, str] | None = None,
        has: Callable[[str, bool, Path], bool] | None = None,
        taken: Sequence[Arm] = (),
    ) -> None:
        self.macros = {name: Macro(name, body) for name, body in {**PREDEFINED, **(defines or {})}.items()}
        self.units: dict[Path, Unit] = {}
        self._find = find
        self._has = has or (lambda name, is_quoted, path: find(name, is_quoted, path) is not None)
        self._taken = {(arm.path, arm.start) for arm in taken}
        self._refused = {(arm.path, arm.instead) for arm in taken}
        self._times: dict[Path, int] = {}
        self._depth = 0

    def read(self, path: Path, text: str) -> Unit:
        unit = self.units[path] = Unit(path, text)
        pieces: list[str] = []
        arms: list[_Condition] = []
        is_kept, at = True, 0
        for lexeme in _LEXEME.finditer(text):
            pieces.append(text[at : lexeme.start()] if is_kept else blank(text[at : lexeme.start()]))
            at = lexeme.end()
            kind = lexeme.lastgroup
            if kind != "directive":
                pieces.append(_hidden(lexeme.group(), kind) if is_kept else blank(lexeme.group()))
                continue
            pieces.append(blank(lexeme.group()))
            unit.directives.append(lexeme.span())
            word, rest = _directive(lexeme.group())
            if word in ("if", "ifdef", "ifndef"):
                arms.append(_Condition(is_kept))
            elif not arms or word not in ("elif", "elifdef", "elifndef", "else", "endif"):
                if is_kept:
                    self._obey(word, rest, unit, lexeme)
                continue
            elif word == "endif":
                is_kept = arms.pop().end(unit, lexeme.start())
                continue
            key = (path, lexeme.start())
            is_taken = key in self._taken or (
                key not in self._refused
                and arms[-1].may_take
                and (word == "else" or self._holds(word.removeprefix("el"), rest, path))
            )
            is_kept = arms[-1].next(unit, lexeme.start(), is_taken)
        pieces.append(text[at:] if is_kept else blank(text[at:]))
        unit.active = "".join(pieces)
        return unit

    def _obey(self, word: str, rest: str, unit: Unit, lexeme: re.Match[str]) -> None:
        if word == "define" and (defined := _DEFINITION.match(rest)):
            macro = Macro(defined[1], defined[3].strip(), defined[2] is not None)
            self.macros[macro.name] = macro
            unit.macros.append(macro)
        elif word == "undef":
            self.macros.pop(rest.strip(), None)
        elif word in ("include", "include_next", "import"):
            named = _INCLUDED.search(lexeme.group())
            if named is None:
                return
            name = named[1] or named[2]
            header = self._find(name, named[1] is not None, unit.path)
            start = lexeme.start()
            unit.includes.append(Include(name, start + named.start(), start + named.end(), header))
            if header is not None and self._depth < _MOST_INCLUDED:
                self._depth += 1
                self._enter(header)
                self._depth -= 1

    def _enter(self, path: Path) -> None:
        """Read an included file, and again if other parts of it may be active the next time."""
        before = self.units.get(path)
        if before is None:
            self.read(path, path.read_text(encoding="utf-8-sig", errors="surrogateescape"))
            return
        times = self._times[path] = self._times.get(path, 1) + 1
        # A file that is still being read includes itself, and is guarded by a macro unless it is broken.
        if not before.active or times > _MOST_TIMES or _ONCE.search(before.text):
            return
        again = self.read(path, before.text)
        if again.active.strip():
            both = zip(before.active, again.active, strict=True)
            before.active = "".join(first if first != " " else second for first, second in both)
        known = {include.start for include in before.includes}
        before.includes += [include for include in again.includes if include.start not in known]
        before.macros += [macro for macro in again.macros if macro not in before.macros]
        still_skipped = {arm.start for arm in again.skipped}
        before.skipped = [arm for arm in before.skipped if arm.start in still_skipped]
        self.units[path] = before

    def _holds(self, word: str, rest: str, path: Path) -> bool:
        if word == "if":
            return self._value(rest, path) != 0
        name = re.match(r"\w*", rest)
        return ((name[0] if name else "") in self.macros) == (word == "ifdef")

    def _value(self, condition: str, path: Path) -> int:
        def has(match: re.Match[str]) -> str:
            named = _INCLUDED.search(match[2]) if match[1].startswith("include") else None
            if named is None:
                return "0"
            return str(int(self._has(named[1] or named[2], named[1] is not None, path)))

        expanded = _HAS.sub(has, condition)
        expanded = _DEFINED.sub(lambda match: str(int((match[1] or match[2]) in self.macros)), expanded)
        return self._evaluated(expanded, {})

    def _evaluated(self, expression: str, known: dict[str, int]) -> int:
        if not expression.strip() or "?" in expression:
            return 0
        root = parse(f"#if {expression}\n#endif\n").root_node
        first = root.named_children[0] if root.named_children else None
        condition = first.child_by_field_name("condition") if first is not None else None
        return 0 if condition is None else self._evaluate(condition, known)

    def _evaluate(self, node: Node, known: dict[str, int]) -> int:
        text = (node.text or b"").decode("utf-8", "replace")
        children = node.named_children
        if node.type == "number_literal":
            return integer_of(text) or 0
        if node.type == "identifier":
            macro = None if text in known or len(known) >= _MOST_NESTED else self.macros.get(text)
            if macro is not None and not macro.is_function:
                known[text] = 0  # as for a macro within its own body
                known[text] = self._evaluated(macro.body, known)
            return known.get(text, 0)
        if node.type == "true":
            return 1
        if node.type == "parenthesized_expression":
            return self._evaluate(children[0], known)
        if node.type == "unary_expression":
            value = self._evaluate(children[-1], known)
            return {"!": int(not value), "-": -value, "~": ~value}.get(text[0], value)
        if node.type == "binary_expression" and len(children) == 2:
            left, right = (self._evaluate(child, known) for child in children)
            return _combined((node.children[1].text or b"").decode(), left, right)
        return 0


def _combined(sign: str, left: int, right: int) -> int:
    if sign in ("/", "%") and right == 0:
        return 0
    if sign in ("<<", ">>") and not 0 <= right < 64:
        return 0
    return int(_OPERATORS[sign](left, right)) if sign in _OPERATORS else 0


def integer_of(text: str) -> int | None:
    digits = text.replace("'", "").rstrip("uUlLzZ")
    try:
        return int(digits, 8) if re.fullmatch(r"0[0-7]+", digits) else int(digits, 0)
    except ValueError:
        return None


def _directive(text: str) -> tuple[str, str]:
    match = _DIRECTIVE.match(_NOISE.sub(" ", _SPLICE.sub(" ", text)))
    return (match[1], match[2]) if match else ("", "")


def _hidden(text: str, kind: str | None) -> str:
    if kind == "text" and len(text) >= 2:
        return text[0] + " " * (len(text) - 2) + text[-1]
    if kind == "number":
        return text.replace("'", "0")
    if kind == "raw":
        return '"' + blank(text[1:-1]) + '"' if "\n" not in text else blank(text)
    return blank(text)


_NOT_ASCII = pattern(r"[^\x00-\x7f]")


def parse(text: str) -> Tree:
    return _parser().parse(_NOT_ASCII.sub("x", text).encode("ascii"))


@functools.cache
def _parser() -> Parser:
    return Parser(Language(tree_sitter_cuda.language()))


_NOT_LINE_END = pattern(r"[^\n]")


def blank(text: str) -> str:
    """Return as many blanks as a text has characters, with its line ends."""
    return _NOT_LINE_END.sub(" ", text) if "\n" in text else " " * len(text)


_LAMBDA = pattern(
    r"(?<=\])(?P<before>\s*)(?P<marks>(?:__device__|__host__)(?:\s+(?:__device__|__host__))*)(?=\s*[({])"
)
# GCC, and so nvcc, continues a line after a backslash and blanks; NVRTC does not.
_BLANK_SPLICE = pattern(r"\\[ \t]+(?=\r?\n)")


UNUSED = "unused/"
"""Folder in the names of headers that are empty for the user's files alone."""


def rendered(unit: Unit, gone: Sequence[tuple[int, int]], headers: Container[str] = ()) -> str:
    """Return a file's text without some ranges; each header of the user's is included by its whole path."""
    blanks = [piece for start, stop in gone for piece in _without_directives(unit, start, stop)]
    # A lambda in device code is compiled for the device anyway, and NVRTC has no option for the words.
    blanks += [match.span("marks") for match in _LAMBDA.finditer(unit.active) if "\n" not in match["marks"]]
    changes = [(start, stop, blank(unit.text[start:stop])) for start, stop in blanks]
    found = [include for include in unit.includes if include.found is not None]
    changes += [(include.start, include.stop, f'"{include.found}"') for include in found]
    unused = [include for include in unit.includes if UNUSED + include.name in headers]
    changes += [(include.start, include.stop, f'"{UNUSED}{include.name}"') for include in unused]
    pieces, at = [], 0
    for start, stop, text in sorted(changes):
        if start >= at:
            pieces += [unit.text[at:start], text]
            at = stop
    return _BLANK_SPLICE.sub(r"\\", "".join((*pieces, unit.text[at:])))


def _without_directives(unit: Unit, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """Yield the parts of a range of a file outside directives, which stay."""
    for first, last in unit.directives[bisect_right(unit.directives, (start, start)) :]:
        if first >= stop:
            break
        yield start, first
        start = last
    if start < stop:
        yield start, stop
