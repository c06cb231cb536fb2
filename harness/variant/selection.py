r"""The cases of a run, and their selection by an expression, as pytest's ``-k`` does it.

A run has the matrix, its repetitions with other seeds, and the width sweep. The matrix has the widths at which kernels
are known to fail. The sweep has one small case for every number of columns and finds failures at other widths. Its
cases have their own input kind, so their ids show where they belong and ``-k sweep`` selects them all.

Grammar of an expression::

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
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from ..errors import UsageError
from ..lazy import dataclass, pattern
from ..operation.kinds import SWEEP_KIND
from . import matrix
from .case import MAX_EXTENT, Case, is_case_id, is_seedless, limit_kinds, parse_case_id
from .domain import Domain
from .shape import CONTIGUOUS, FREE_FORM, LAYOUTS
from .variant import SCALAR_TYPES, Variant


@dataclass(frozen=True)
class RunCases:
    n_seeds: int = 1
    sweep: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.n_seeds <= MAX_EXTENT:
            raise UsageError(f"the number of seeds must be 1 to {MAX_EXTENT} (got {self.n_seeds})")

    @classmethod
    def on(cls, device_kind: str, *, n_seeds: int = 1, sweep: bool | None = None) -> RunCases:
        return cls(n_seeds, device_kind == "gpu" if sweep is None else sweep)

    def not_covered(self, how_to_sweep: str) -> tuple[str, ...]:
        """Return a line for each part that is left out, with the option that runs it."""
        if self.sweep:
            return ()
        widths = f"every width up to {DENSE_WIDTHS} and around each power of two up to {2**WIDEST_POWER}"
        return (f"width sweep: {widths}; {how_to_sweep} runs it",)

    def cases(self, variant: Variant) -> tuple[Case, ...]:
        """Return the cases of a variant in stable order: the matrix with seed 0, 1, ..., the sweep, `matrix.beyond`."""
        # Cases whose input does not depend on the seed are not repeated.
        cases = list(matrix.cases(variant))
        random = [case for case in cases if not is_seedless(case.kind)]
        for seed_number in range(1, self.n_seeds):
            cases += [case.with_seed(seed_number) for case in random]
        if self.sweep:
            cases += sweep_cases(variant)
        cases += matrix.beyond(variant)
        return tuple(cases)


MATRIX = RunCases()


DENSE_WIDTHS = 1100
"""The sweep has every width up to this: more than two warps beyond 1024, the maximum number of threads of a block."""

WIDEST_POWER = 16
"""Beyond that, the sweep has each power of two up to ``2**WIDEST_POWER``, one less and one more."""

SWEEP_ROWS = 3
"""Rows of a case: one with a large last element, one with a large first element, one with neither."""

SWEEP_WIDTHS: tuple[int, ...] = tuple(
    sorted(
        {
            *range(1, DENSE_WIDTHS + 1),
            *(2**power + step for power in range(1, WIDEST_POWER + 1) for step in (-1, 0, 1)),
        }
    )
)


@lru_cache(maxsize=256)
def sweep_cases(variant: Variant) -> tuple[Case, ...]:
    cases = []
    block = variant.usual_block
    for dtype in variant.dtypes:
        domain = Domain(variant, block, dtype, SWEEP_WIDTHS)
        place = domain.nearest(SWEEP_ROWS, DENSE_WIDTHS // 2, CONTIGUOUS)
        if place is None:
            continue
        # All cases have these rows, so that they differ in their widths only.
        wanted = (
            domain.case(place[0], width, kind=SWEEP_KIND, turn=turn)
            for turn, width in enumerate(SWEEP_WIDTHS)
        )
        cases += [case for case in wanted if case.unmet() is None]
    return tuple(cases)


MAX_DEPTH = 100

_TOKEN = pattern(r"\s*([()]|[\w:+\-.\[\]\\/]+)")
_OPERATORS = ("and", "or", "not")


WordValue = Callable[[str], "bool | None"]
"""Whether a word selects a case, or every case of a variant; None if it selects some of them."""


class _Node(NamedTuple):
    operator: str
    """``and``, ``or`` or ``not``; empty for a word."""
    operands: tuple[_Node, ...] = ()
    word: str = ""

    def value(self, of_word: WordValue) -> bool | None:
        """Return the value of the expression by the value of its words; None if it depends on the case."""
        if not self.operator:
            return of_word(self.word)
        values = [operand.value(of_word) for operand in self.operands]
        if self.operator == "not":
            return None if values[0] is None else not values[0]
        decides = self.operator == "or"
        # One True decides "or", one False decides "and".
        if decides in values:
            return decides
        return None if None in values else not decides


@dataclass(frozen=True)
class Selection:
    text: str
    """Text of the expression; empty if it selects everything."""
    _root: _Node | None

    @classmethod
    def parse(cls, text: str) -> Selection:
        if not text.strip():
            return cls("", None)
        return cls(text.strip(), _ExpressionParser(text.strip()).parse())

    @property
    def case_id(self) -> str | None:
        """The id, if the whole expression is one full case id; else None."""
        return self._root.word if self._root is not None and is_case_id(self._root.word) else None

    def matches(self, case: Case) -> bool:
        case_id, keywords = case.id.lower(), case.keywords

        def is_in(text: str) -> bool:
            word = text.lower()
            if is_case_id(text):
                return word == case_id  # another case's id may contain this one
            return word in case_id or any(word in keyword for keyword in keywords)

        return self._root is None or bool(self._root.value(is_in))

    def rules_out(self, variant: Variant) -> bool:
        """Whether the expression certainly selects no case of a variant, decided without making the cases."""
        return self._root is not None and self._root.value(id_words(variant)) is False


def select(
    variants: Sequence[Variant], selection: Selection, run_cases: RunCases = MATRIX
) -> tuple[Case, ...]:
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
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[tuple[str, int]] = []
        position = 0
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                column = position + len(text[position:]) - len(text[position:].lstrip())
                raise self._error(f"the character {text[column]!r} is not allowed", column)
            self.tokens.append((match[1], match.start(1)))
            position = match.end()
        self.tokens.append(("", len(text)))
        self.position = 0

    def parse(self) -> _Node:
        node = self._expression(depth=0)
        if self._current:
            raise self._unexpected("'and' or 'or'")
        return node

    def _expression(self, depth: int) -> _Node:
        return self._joined("or", partial(self._joined, "and", partial(self._negation, depth)))

    def _joined(self, operator: str, read_operand: Callable[[], _Node]) -> _Node:
        operands = [read_operand()]
        while self._take(operator):
            operands.append(read_operand())
        return operands[0] if len(operands) == 1 else _Node(operator, tuple(operands))

    def _negation(self, depth: int) -> _Node:
        if depth > MAX_DEPTH:
            raise self._error(f"it must be nested at most {MAX_DEPTH} deep", self.tokens[self.position][1])
        if self._take("not"):
            return _Node("not", (self._negation(depth + 1),))
        if self._take("("):
            node = self._expression(depth + 1)
            if not self._take(")"):
                raise self._unexpected("')'")
            return node
        if self._current in ("", *_OPERATORS, "(", ")"):
            raise self._unexpected("a word, 'not' or '('")
        node = _Node("", word=self._current)
        self.position += 1
        return node

    @property
    def _current(self) -> str:
        return self.tokens[self.position][0]

    def _take(self, token: str) -> bool:
        if self._current != token:
            return False
        self.position += 1
        return True

    def _unexpected(self, wanted: str) -> UsageError:
        token, column = self.tokens[self.position]
        shown = f"'{token}'" if token else "the end"
        return self._error(f"expected {wanted}, found {shown}", column)

    def _error(self, what: str, column: int) -> UsageError:
        return UsageError(
            f"a selection expression must be made of words, and, or, not and parentheses: {what} "
            f"(got '{self.text}', column {column + 1})"
        )


_DIGITS = pattern(r"[0-9]+")
# Parts of an id that contain numbers, each number written as "#".
_NUMBERED = ("#x#", "block#x#x#", "seed#", *re.sub(r"INP|OUT", "#", FREE_FORM).split(", "))


def id_words(variant: Variant) -> WordValue:
    """Return whether a word of an expression selects every case or none; None if it depends on the case."""
    variant_id = variant.id.lower()
    scalars = [SCALAR_TYPES[dtype] for dtype in variant.dtypes]
    parts = (
        *variant_id.split("-"),
        *(name for scalar in scalars for name in (scalar.name, scalar.short_name)),
        *(kind.lower() for kind in variant.operation.input_kinds),
        *(kind for dtype in variant.dtypes for kind in limit_kinds(variant, dtype)),
        *LAYOUTS,
    )
    numbered = (*_NUMBERED, *(f"{size.name.lower()}#" for size in variant.operation.further_sizes))
    # A found case may have any sizes, so keep its whole id.
    found_words = (*(case_id.lower() for case_id in variant.found), *(["found"] if variant.found else []))

    def may_be_in(part: str) -> bool:
        number = _DIGITS.sub("#", part)
        return any(part in known for known in parts) or any(number in known for known in numbered)

    def value_of(text: str) -> bool | None:
        word = text.lower()
        if is_case_id(text):
            return None if word.startswith(f"{variant_id}-") else False
        if word in variant_id:
            return True
        # A word with a dash must match on both sides of the dash.
        may_hold = any(word in known for known in found_words) or all(map(may_be_in, word.split("-")))
        return None if may_hold else False

    return value_of
