"""Launch rules: integer arithmetic written in a declaration, such as ``ceil_div(n_rows, block_y)``.

A rule is parsed with Python's own grammar. Every node of the syntax tree must be on an allow list. The tree is then
turned into functions. No text of a declaration is ever passed to ``eval`` or ``compile``.

Grammar::

    numbers      12  0x40  4_096
    names        as the caller allows (shapes, block, warp, itemsize)
    arithmetic   + - * // %   and unary + -
    functions    ceil_div(a, b)  min(a, b, ...)  max(a, b, ...)  next_power_of_2(a)
    comparisons  == != < <= > >=   chained as in Python; worth 1 or 0 inside arithmetic
    logic        and  or  not   between comparisons

``//`` and ``%`` round towards minus infinity, as in Python and unlike C. Every intermediate value must fit in
64 signed bits, the widest integers of the kernels' own arithmetic.
"""

from __future__ import annotations

import ast
import itertools
import operator
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from ..errors import HarnessError, closest_of
from ..lazy import dataclass, field, pattern

SHAPE_NAMES = ("n_rows", "n_cols", "inp_stride", "out_stride")
BLOCK_NAMES = ("block_x", "block_y", "block_z", "warp", "itemsize")
RULE_NAMES = SHAPE_NAMES + BLOCK_NAMES

VALUE_LIMIT = 2**63
"""A value must be at least ``-VALUE_LIMIT`` and below ``VALUE_LIMIT``: the range of a C ``long long``."""
MOST_CHANGES = 2
"""Maximum number of changes of a condition along one size, counted between samples. A condition that changes more often
is periodic, such as ``n_cols % 4 == 0``, and does not bend."""
MAX_TEXT_CHARS = 1000
MAX_DEPTH = 64

_ALLOWED_CHARACTERS = pattern(r"[A-Za-z0-9_+\-*/%<>=!(),. ]")
COMPARISONS: Mapping[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip
ARITHMETIC: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}  # fmt: skip
# Predicate of the number of arguments, the rule and an example for messages, and the function.
_FUNCTIONS: Mapping[str, tuple[Callable[[int], bool], str, str, Callable[..., int]]] = {
    "ceil_div": (lambda n: n == 2, "two arguments", "ceil_div(a, b)", lambda a, b: -(-a // b)),
    "max": (lambda n: n >= 2, "two or more arguments", "max(a, b)", max),
    "min": (lambda n: n >= 2, "two or more arguments", "min(a, b)", min),
    "next_power_of_2": (
        lambda n: n == 1,
        "one argument",
        "next_power_of_2(a)",
        lambda a: 1 << max(a - 1, 0).bit_length(),
    ),
}
_GRAMMAR_HINT = (
    "a rule is made of integers, + - * // %, comparisons, and/or/not between comparisons, "
    "and ceil_div, min, max, next_power_of_2"
)
_Function = Callable[[Mapping[str, int]], int]
_NO_VALUE = (ZeroDivisionError, OverflowError, KeyError)
"""Errors of a rule's function: a division by zero, a value beyond 64 bits, a name without a value."""


class RuleError(HarnessError):
    """A rule cannot be read, or has no value for the given numbers."""


@dataclass(frozen=True)
class LaunchRule:
    text: str
    """Text of the rule, with runs of whitespace replaced by one space."""
    names: tuple[str, ...]
    _tree: ast.expr = field(compare=False, repr=False)
    _function: _Function = field(compare=False, repr=False)
    used_names: frozenset[str] = field(compare=False, repr=False)
    constants: frozenset[int] = field(compare=False, repr=False)
    """Integer literals that occur in the rule, without their signs."""

    @classmethod
    def parse(cls, text: str, names: Iterable[str] = RULE_NAMES) -> LaunchRule:
        return _parse(" ".join(text.split()), tuple(names))

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[Callable[..., LaunchRule], tuple[str, tuple[str, ...]]]:
        """Pickle the text alone: functions cannot be sent to other processes."""
        return LaunchRule.parse, (self.text, self.names)

    @property
    def is_condition(self) -> bool:
        """Whether the rule is a comparison, ``and``, ``or`` or ``not``, so that its value is 1 or 0."""
        return _is_condition(self._tree)

    def conjuncts(self) -> tuple[LaunchRule, ...]:
        """Split the rule at its top-level ``and``. A rule without one is returned whole."""
        tree = self._tree
        if not (isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And)):
            return (self,)
        # Parse again, because positions in a tree refer to the text that it was parsed from.
        texts = (ast.get_source_segment(self.text, node) or ast.unparse(node) for node in tree.values)
        return tuple(part for text in texts for part in LaunchRule.parse(text, self.names).conjuncts())

    def turns(self, steps: Iterable[int] = (1,)) -> tuple[LaunchRule, ...]:
        """Return conditions, each of which changes from true to false or back where the rule bends."""
        texts = dict.fromkeys(ast.unparse(turn) for turn in _turns(self._tree, tuple(steps)))
        return tuple(LaunchRule.parse(text, self.names) for text in texts)

    def evaluate(self, values: Mapping[str, int]) -> int:
        try:
            return self._function(values)
        except _NO_VALUE as error:
            reason = "a value of a rule does not fit in 64 signed bits"
            if isinstance(error, ZeroDivisionError):
                reason = "division by zero in a rule"
            elif isinstance(error, KeyError):
                reason = f"the name '{error.args[0]}' has no value here"
            used = [name for name in self.names if name in self.used_names and name in values]
            place = f" for {', '.join(f'{name}={values[name]}' for name in used)}" if used else ""
            raise RuleError(f"{reason} (got '{self.text}'{place})") from None

    def holds(self, values: Mapping[str, int]) -> bool:
        return self.evaluate(values) != 0

    def surely_holds(self, values: Mapping[str, int]) -> bool:
        """Whether a condition is true; False also if it has no value."""
        # Called for most shapes of a matrix, so it does not format an error as `evaluate` does.
        try:
            return self._function(values) != 0
        except _NO_VALUE:
            return False


# Most rules of a repository are written many times.
@lru_cache(maxsize=4096)
def _parse(text: str, names: tuple[str, ...]) -> LaunchRule:
    if not text:
        raise RuleError(f"a rule must not be empty; {_GRAMMAR_HINT}")
    if len(text) > MAX_TEXT_CHARS:
        raise RuleError(f"a rule must have at most {MAX_TEXT_CHARS} characters (got {len(text)})")
    # Checked before Python parses it: Python's grammar has strings, lambdas and names in other scripts.
    for column, character in enumerate(text):
        if not _ALLOWED_CHARACTERS.fullmatch(character):
            raise _error("character not allowed in a rule", repr(character), text, column, _GRAMMAR_HINT)
    tree = _read(text)
    function = _Builder(text, names).build(tree, depth=0)
    nodes = tuple(ast.walk(tree))
    used = frozenset(node.id for node in nodes if isinstance(node, ast.Name)).intersection(names)
    numbers = (node.value for node in nodes if isinstance(node, ast.Constant))
    constants = frozenset(number for number in numbers if isinstance(number, int))
    return LaunchRule(text, names, tree, function, used, constants)


def _turns(node: ast.expr, steps: tuple[int, ...]) -> Iterator[ast.Compare]:
    if isinstance(node, ast.Compare):
        sides = (node.left, *node.comparators)
        for left, op, right in zip(sides, node.ops, sides[1:], strict=False):
            yield ast.Compare(left, [op], [right])
        # A quotient inside a comparison bends only where the comparison changes.
        steps = ()
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.FloorDiv, ast.Mod)):
        # A remainder restarts at 0 where the quotient changes.
        quotient = ast.BinOp(node.left, ast.FloorDiv(), node.right)
        yield from (ast.Compare(quotient, [ast.Lt()], [ast.Constant(step)]) for step in steps)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id == "ceil_div":
            yield from (ast.Compare(node, [ast.LtE()], [ast.Constant(step)]) for step in steps)
        # The other function changes at each power of two, where the matrix has cases anyway.
        elif node.func.id != "next_power_of_2":
            # The constant comes second: min(132, x) bends between x = 132 and 133.
            ordered = sorted(node.args, key=lambda each: isinstance(each, ast.Constant))
            for left, right in itertools.combinations(ordered, 2):
                yield ast.Compare(left, [ast.LtE()], [right])
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            yield from _turns(child, steps)


def changes(holds: Callable[[int], bool], samples: Iterable[int]) -> list[int]:
    """Return the numbers after which a condition changes between samples; none beyond `MOST_CHANGES` changes."""
    tried = sorted(samples)
    answers = [holds(number) for number in tried]
    turns = [index for index in range(1, len(tried)) if answers[index - 1] != answers[index]]
    if len(turns) > MOST_CHANGES:
        return []
    ends = []
    for index in turns:
        low, high = tried[index - 1], tried[index]
        ends.append(bisect(low, high, holds) if answers[index - 1] else bisect(high, low, holds) - 1)
    return ends


def bisect(inside: int, outside: int, holds: Callable[[int], bool]) -> int:
    """Return the last number for which `holds` is true, searching from `inside` (true) to `outside` (false)."""
    while abs(outside - inside) > 1:
        middle = (inside + outside) // 2
        if holds(middle):
            inside = middle
        else:
            outside = middle
    return inside


def _error(what: str, got: str, text: str, column: int, hint: str) -> RuleError:
    return RuleError(f"{what} (got {got} at column {column + 1} of '{text}'); {hint}")


def _read(text: str) -> ast.expr:
    # Some Python versions only warn about "1and 2". Treat warnings as errors, so that all versions agree.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return ast.parse(text, mode="eval").body
        except SyntaxError as error:
            got = f"'{text}', with a syntax error at column {max(error.offset or 1, 1)}"
        except (ValueError, MemoryError, RecursionError, Warning):
            got = f"'{text}'"
    raise RuleError(f"a rule must be an expression (got {got}); {_GRAMMAR_HINT}")


def _is_condition(node: ast.expr) -> bool:
    is_not = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    return is_not or isinstance(node, (ast.Compare, ast.BoolOp))


class _Builder:
    def __init__(self, text: str, names: tuple[str, ...]) -> None:
        self._text = text
        self._names = names

    def _fail(self, what: str, node: ast.expr, hint: str = _GRAMMAR_HINT) -> RuleError:
        shown = f"'{ast.get_source_segment(self._text, node) or ''}'"
        return _error(what, shown, self._text, node.col_offset, hint)

    def build(self, node: ast.expr, depth: int) -> _Function:
        """Return a function of the names' values; raise RuleError if the node is not in the grammar."""
        # Each level costs Python calls here and in the resulting functions.
        if depth > MAX_DEPTH:
            raise RuleError(f"a rule must be nested at most {MAX_DEPTH} deep (got '{self._text}'); split it")
        makers: dict[type, Callable[[Any, int], _Function]] = {
            ast.Constant: self._number, ast.Name: self._name, ast.BinOp: self._arithmetic,
            ast.UnaryOp: self._unary, ast.Call: self._call, ast.Compare: self._comparison,
            ast.BoolOp: self._logic,
        }  # fmt: skip
        if type(node) not in makers:
            raise self._fail("form not allowed in a rule", node)
        return makers[type(node)](node, depth + 1)

    def _condition(self, node: ast.expr, depth: int) -> _Function:
        function = self.build(node, depth)
        if not _is_condition(node):
            hint = "compare it, such as 'n_cols > 0'"
            raise self._fail("operands of and, or, not must be comparisons", node, hint)
        return function

    def _number(self, node: ast.Constant, _depth: int) -> _Function:
        value = node.value
        # `True` is an instance of int, too.
        if type(value) is not int:
            raise self._fail("a number in a rule must be an integer", node)
        if value >= VALUE_LIMIT:
            raise self._fail("a number in a rule must fit in 64 signed bits", node, "write a smaller one")
        return lambda _: value

    def _name(self, node: ast.Name, _depth: int) -> _Function:
        name = node.id
        if name in self._names:

            def look_up(values: Mapping[str, int]) -> int:
                value = values[name]
                return value if -VALUE_LIMIT <= value < VALUE_LIMIT else _in_range(value)

            return look_up
        if name in _FUNCTIONS:
            raise self._fail("a function needs its arguments", node, f"write {name}(..., ...)")
        raise self._fail("unknown name in a rule", node, closest_of(name, self._names))

    def _arithmetic(self, node: ast.BinOp, depth: int) -> _Function:
        if isinstance(node.op, ast.Div):
            hint = "use // (rounds down) or ceil_div (rounds up)"
            raise self._fail("'/' is not integer arithmetic", node, hint)
        if type(node.op) not in ARITHMETIC:
            raise self._fail("operator not allowed in a rule", node)
        left, right = self.build(node.left, depth), self.build(node.right, depth)
        compute = ARITHMETIC[type(node.op)]

        def combine(values: Mapping[str, int]) -> int:
            value = compute(left(values), right(values))
            # Inlined: rules are evaluated a million times to make the cases of a repository.
            return value if -VALUE_LIMIT <= value < VALUE_LIMIT else _in_range(value)

        return combine

    def _unary(self, node: ast.UnaryOp, depth: int) -> _Function:
        if isinstance(node.op, ast.Not):
            condition = self._condition(node.operand, depth)
            return lambda values: int(condition(values) == 0)
        operand = self.build(node.operand, depth)
        # "~" is not an allowed character, so the operator is a sign.
        return (lambda values: _in_range(-operand(values))) if isinstance(node.op, ast.USub) else operand

    def _call(self, node: ast.Call, depth: int) -> _Function:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name not in _FUNCTIONS:
            raise self._fail("unknown function in a rule", node, closest_of(name, _FUNCTIONS))
        if node.keywords:
            raise self._fail(f"{name} takes no named arguments", node, f"write {name}(..., ...)")
        takes, what, example, function = _FUNCTIONS[name]
        if not takes(len(node.args)):
            raise self._fail(f"{name} takes {what}", node, f"write {example}")
        arguments = [self.build(argument, depth) for argument in node.args]
        return lambda values: _in_range(function(*[argument(values) for argument in arguments]))

    def _comparison(self, node: ast.Compare, depth: int) -> _Function:
        first, *others = (self.build(operand, depth) for operand in (node.left, *node.comparators))
        if any(type(op) not in COMPARISONS for op in node.ops):
            raise self._fail("comparison not allowed in a rule", node, "use == != < <= > >=")
        rest = [(COMPARISONS[type(op)], other) for op, other in zip(node.ops, others, strict=True)]
        if len(rest) == 1:
            holds_both, last = rest[0]
            return lambda values: int(holds_both(first(values), last(values)))

        def compare(values: Mapping[str, int]) -> int:
            lower = first(values)
            for holds, other in rest:
                upper = other(values)
                if not holds(lower, upper):
                    return 0
                lower = upper
            return 1

        return compare

    def _logic(self, node: ast.BoolOp, depth: int) -> _Function:
        operands = [self._condition(operand, depth) for operand in node.values]
        decides = isinstance(node.op, ast.Or)

        def combine(values: Mapping[str, int]) -> int:
            for operand in operands:
                if (operand(values) != 0) is decides:
                    return int(decides)
            return int(not decides)

        return combine


def _in_range(value: int) -> int:
    if not -VALUE_LIMIT <= value < VALUE_LIMIT:
        raise OverflowError
    return value
