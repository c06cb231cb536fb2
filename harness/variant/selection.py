r"""Selection of cases by an expression, as pytest's ``-k`` does it, for the command line.

Grammar::

    expression := conjunction ("or" conjunction)*
    conjunction := negation ("and" negation)*
    negation := "not" negation | "(" expression ")" | word

A word is made of letters, digits and ``_ - . : + / [ ] \``. It selects a case if the case's id or one of its
keywords, such as ``fp16``, contains it. Case is ignored. A word with the form of a full case id selects only the
case with that id.

Making the cases of a variant takes some 50 ms. ``-k`` skips the variants that cannot match by the words in the ids and
keywords of their cases (`id_words`), which are derived from the declaration alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..errors import UsageError
from .case import Case, is_case_id, limit_kinds, parse_case_id
from .run_cases import MATRIX, RunCases
from .shape import FREE_FORM, LAYOUTS
from .variant import SCALAR_TYPES, Variant

MAX_DEPTH = 100

_TOKEN = re.compile(r"\s*(?:(?P<mark>[()])|(?P<word>[\w:+\-.\[\]\\/]+))")
_OPERATORS = ("and", "or", "not")


@dataclass(frozen=True)
class _Word:
    text: str

    def matches(self, case_id: str, keywords: tuple[str, ...]) -> bool:
        word = self.text.lower()
        if is_case_id(self.text):
            return word == case_id  # another case's id may contain this one
        return word in case_id or any(word in keyword for keyword in keywords)

    def for_all(self, words: IdWords) -> bool | None:
        """Return the value of `matches` if it is the same for every case of a variant; else None."""
        word = self.text.lower()
        if is_case_id(self.text):
            return None if words.may_begin(word) else False
        if words.are_in_every(word):
            return True
        return None if words.may_hold(word) else False


@dataclass(frozen=True)
class _Not:
    operand: _Node

    def matches(self, case_id: str, keywords: tuple[str, ...]) -> bool:
        return not self.operand.matches(case_id, keywords)

    def for_all(self, words: IdWords) -> bool | None:
        value = self.operand.for_all(words)
        return None if value is None else not value


@dataclass(frozen=True)
class _Group:
    operands: tuple[_Node, ...]
    is_and: bool

    def matches(self, case_id: str, keywords: tuple[str, ...]) -> bool:
        values = (operand.matches(case_id, keywords) for operand in self.operands)
        return all(values) if self.is_and else any(values)

    def for_all(self, words: IdWords) -> bool | None:
        values = [operand.for_all(words) for operand in self.operands]
        # One False decides "and", one True decides "or".
        if (not self.is_and) in values:
            return not self.is_and
        return None if None in values else self.is_and


_Node = _Word | _Not | _Group


@dataclass(frozen=True)
class Selection:
    """A selection expression, parsed by `Selection.parse`."""

    text: str
    """Text of the expression; empty if it selects everything."""
    _root: _Node | None

    @classmethod
    def parse(cls, text: str) -> Selection:
        """Parse an expression."""
        if not text.strip():
            return cls("", None)
        return cls(text.strip(), _ExpressionParser(text.strip()).parse())

    @property
    def case_id(self) -> str | None:
        """The id, if the whole expression is one full case id; else None."""
        return self.text if isinstance(self._root, _Word) and is_case_id(self._root.text) else None

    def matches(self, case: Case) -> bool:
        """Whether the expression selects a case."""
        return self._root is None or self._root.matches(case.id.lower(), case.keywords)

    def rules_out(self, variant: Variant) -> bool:
        """Whether the expression certainly selects no case of a variant, decided without making the cases."""
        return self._root is not None and self._root.for_all(IdWords(variant)) is False


def select(
    variants: Sequence[Variant], selection: Selection, run_cases: RunCases = MATRIX
) -> tuple[Case, ...]:
    """Return the cases of some variants that an expression selects."""
    if selection.case_id is not None:
        # The case need not be in the matrix.
        return (parse_case_id(selection.case_id, variants),)
    return tuple(
        case
        for variant in variants
        if not selection.rules_out(variant)
        for case in run_cases.cases(variant)
        if selection.matches(case)
    )


class _ExpressionParser:
    """Reads one expression by recursive descent."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[tuple[str, int]] = []
        position = 0
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                column = position + len(text[position:]) - len(text[position:].lstrip())
                raise self._error(f"the character {text[column]!r} is not allowed", column)
            group = "mark" if match["mark"] else "word"
            self.tokens.append((match[group], match.start(group)))
            position = match.end()
        self.position = 0

    def parse(self) -> _Node:
        node = self._expression(depth=0)
        if self.position < len(self.tokens):
            raise self._unexpected("'and' or 'or'")
        return node

    def _expression(self, depth: int) -> _Node:
        operands = [self._conjunction(depth)]
        while self._take("or"):
            operands.append(self._conjunction(depth))
        return operands[0] if len(operands) == 1 else _Group(tuple(operands), is_and=False)

    def _conjunction(self, depth: int) -> _Node:
        operands = [self._negation(depth)]
        while self._take("and"):
            operands.append(self._negation(depth))
        return operands[0] if len(operands) == 1 else _Group(tuple(operands), is_and=True)

    def _negation(self, depth: int) -> _Node:
        if depth > MAX_DEPTH:
            raise self._error(f"it must be nested at most {MAX_DEPTH} deep", self._column())
        if self._take("not"):
            return _Not(self._negation(depth + 1))
        if self._take("("):
            node = self._expression(depth + 1)
            if not self._take(")"):
                raise self._unexpected("')'")
            return node
        token = self._current()
        if token is None or token in (*_OPERATORS, "(", ")"):
            raise self._unexpected("a word, 'not' or '('")
        self.position += 1
        return _Word(token)

    def _current(self) -> str | None:
        return self.tokens[self.position][0] if self.position < len(self.tokens) else None

    def _column(self) -> int:
        return self.tokens[self.position][1] if self.position < len(self.tokens) else len(self.text)

    def _take(self, token: str) -> bool:
        if self._current() != token:
            return False
        self.position += 1
        return True

    def _unexpected(self, wanted: str) -> UsageError:
        token = self._current()
        shown = f"'{token}'" if token is not None else "the end"
        return self._error(f"expected {wanted}, found {shown}", self._column())

    def _error(self, what: str, column: int) -> UsageError:
        return UsageError(
            f"a selection expression must be made of words, and, or, not and parentheses: {what} "
            f"(got '{self.text}', column {column + 1})"
        )


_DIGITS = re.compile(r"[0-9]+")
# Parts of an id that contain numbers, each number written as "#".
_NUMBERED = ("#x#", "block#x#x#", "seed#", *re.sub(r"INP|OUT", "#", FREE_FORM).split(", "))


class IdWords:
    """The words in the ids and keywords of one variant's cases."""

    def __init__(self, variant: Variant) -> None:
        self._id = variant.id.lower()
        scalars = [SCALAR_TYPES[dtype] for dtype in variant.dtypes]
        self._parts = (
            *self._id.split("-"),
            *(scalar.name for scalar in scalars),
            *(scalar.short_name for scalar in scalars),
            *(kind.lower() for kind in variant.operation.input_kinds),
            *(kind for dtype in variant.dtypes for kind in limit_kinds(variant, dtype)),
            *LAYOUTS,
        )
        self._numbered = (*_NUMBERED, *(f"{size.name.lower()}#" for size in variant.operation.further_sizes))
        # A found case may have any values, so keep its whole id.
        self._found = (*(case_id.lower() for case_id in variant.found), *(["found"] if variant.found else []))

    def are_in_every(self, word: str) -> bool:
        """Whether the id of every case contains a lowercase word."""
        return word in self._id

    def may_begin(self, case_id: str) -> bool:
        """Whether a full case id, in lower case, may belong to this variant."""
        return case_id.startswith(f"{self._id}-")

    def may_hold(self, word: str) -> bool:
        """Whether the id or a keyword of some case may contain a lowercase word; True if uncertain."""
        if any(word in found for found in self._found):
            return True
        # A word with a dash must match on both sides of the dash.
        return all(self._may_hold_part(part) for part in word.split("-"))

    def _may_hold_part(self, part: str) -> bool:
        if any(part in known for known in self._parts):
            return True
        numbered = _DIGITS.sub("#", part)
        return any(numbered in known for known in self._numbered)
