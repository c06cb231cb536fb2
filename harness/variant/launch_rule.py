"""Launch rules: integer arithmetic written in a declaration, such as ``ceil_div(n_rows, block_y)``.

A rule is parsed with Python's own grammar. Every node of the syntax tree must be on an allow list. The tree is then
turned into functions. No text of a declaration is ever passed to ``eval`` or ``compile``.

Grammar::

    numbers      12  0x40  4_096
    names        those that the caller allows (shapes, block, warp, itemsize)
    arithmetic   + - * // %   and unary + -
    functions    ceil_div(a, b)  min(a, b, ...)  max(a, b, ...)  next_power_of_2(a)
    comparisons  == != < <= > >=   chained as in Python; worth 1 or 0 inside arithmetic
    logic        and  or  not   between comparisons

``//`` and ``%`` round towards minus infinity, as in Python and unlike C. Every intermediate value must fit in
64 signed bits, the widest integers of the kernels' own arithmetic.
"""

from __future__ import annotations

import ast
import difflib
import itertools
import operator
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from ..errors import HarnessError

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

_ALLOWED_CHARACTERS = re.compile(r"[A-Za-z0-9_+\-*/%<>=!(),. ]")
_FUNCTIONS = ("ceil_div", "max", "min", "next_power_of_2")
_COMPARISONS: Mapping[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_ARITHMETIC: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_GRAMMAR_HINT = (
    "a rule is made of integers, + - * // %, comparisons, and/or/not between comparisons, "
    "and ceil_div, min, max, next_power_of_2"
)


class RuleError(HarnessError):
    """A rule cannot be read, or has no value for the given numbers."""


@dataclass(frozen=True)
class LaunchRule:
    """One rule, parsed and checked by `LaunchRule.parse`.

    Two rules are equal if their texts and their allowed names are equal.
    """

    text: str
    """Text of the rule, with runs of whitespace replaced by one space."""
    names: tuple[str, ...]
    """Names that the rule may use."""
    is_condition: bool = field(compare=False)
    """Whether the rule is a comparison, ``and``, ``or`` or ``not``, so that its value is 1 or 0."""
    _tree: ast.expr = field(compare=False, repr=False)

    @classmethod
    def parse(cls, text: str, names: Iterable[str] = RULE_NAMES) -> LaunchRule:
        """Parse a rule."""
        text = " ".join(text.split())
        allowed = tuple(names)
        if not text:
            raise RuleError(f"a rule must not be empty; {_GRAMMAR_HINT}")
        if len(text) > MAX_TEXT_CHARS:
            raise RuleError(f"a rule must have at most {MAX_TEXT_CHARS} characters (got {len(text)})")
        # Before Python reads it: its grammar has strings, lambdas and names of other scripts.
        for column, character in enumerate(text):
            if not _ALLOWED_CHARACTERS.fullmatch(character):
                raise _error("character not allowed in a rule", repr(character), text, column, _GRAMMAR_HINT)
        tree = _read(text)
        is_condition = _Checker(text, allowed).check(tree, depth=0)
        return cls(text=text, names=allowed, is_condition=is_condition, _tree=tree)

    def __str__(self) -> str:
        return self.text

    @property
    def used_names(self) -> frozenset[str]:
        """Names that occur in the rule."""
        return _names_in(self.text, self.names)

    @property
    def constants(self) -> frozenset[int]:
        """Integer literals that occur in the rule, without their signs."""
        return frozenset(
            int(node.value)
            for node in ast.walk(self._tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, int)
        )

    def conjuncts(self) -> tuple[LaunchRule, ...]:
        """Split the rule at its top-level ``and``. A rule without one is returned whole."""
        if not (isinstance(self._tree, ast.BoolOp) and isinstance(self._tree.op, ast.And)):
            return (self,)
        parts: list[LaunchRule] = []
        for node in self._tree.values:
            # Parse again, because positions in a tree refer to the text that it was parsed from.
            text = ast.get_source_segment(self.text, node) or ast.unparse(node)
            parts.extend(LaunchRule.parse(text, self.names).conjuncts())
        return tuple(parts)

    def turns(self, steps: Iterable[int] = (1,)) -> tuple[LaunchRule, ...]:
        """Return conditions, each of which changes from true to false or back where the rule bends."""
        texts = dict.fromkeys(ast.unparse(turn) for turn in _turns(self._tree, tuple(steps)))
        return tuple(LaunchRule.parse(text, self.names) for text in texts)

    def evaluate(self, values: Mapping[str, int]) -> int:
        """Evaluate the rule."""
        try:
            return _function(self.text)(values)
        except _NoValueError as error:
            shown = ", ".join(
                f"{name}={values[name]}" for name in self.names if name in self.used_names and name in values
            )
            place = f" for {shown}" if shown else ""
            raise RuleError(f"{error} (got '{self.text}'{place})") from None

    def holds(self, values: Mapping[str, int]) -> bool:
        """Whether a condition is true; raises as `evaluate` does."""
        return self.evaluate(values) != 0

    def surely_holds(self, values: Mapping[str, int]) -> bool:
        """Whether a condition is true; False also if it has no value."""
        # Asked for most shapes of a matrix, so without the words that `evaluate` would have for an error.
        try:
            return _function(self.text)(values) != 0
        except _NoValueError:
            return False


class _NoValueError(Exception):
    """A rule has no value for the given numbers. The message says why."""


def _turns(node: ast.expr, steps: tuple[int, ...]) -> Iterator[ast.Compare]:
    if isinstance(node, ast.Compare):
        sides = (node.left, *node.comparators)
        for left, op, right in zip(sides, node.ops, sides[1:], strict=False):
            yield ast.Compare(left, [op], [right])
        # A quotient inside a comparison bends only where the comparison changes.
        steps = ()
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.FloorDiv, ast.Mod)):
        # A remainder starts anew where the quotient changes.
        quotient = ast.BinOp(node.left, ast.FloorDiv(), node.right)
        yield from (ast.Compare(quotient, [ast.Lt()], [ast.Constant(step)]) for step in steps)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id == "ceil_div":
            yield from (ast.Compare(node, [ast.LtE()], [ast.Constant(step)]) for step in steps)
        elif (
            node.func.id != "next_power_of_2"
        ):  # it changes at each power of two, where the matrix has cases anyway
            # The constant comes second: min(132, x) bends between x = 132 and 133.
            ordered = sorted(node.args, key=lambda each: isinstance(each, ast.Constant))
            for left, right in itertools.combinations(ordered, 2):
                yield ast.Compare(left, [ast.LtE()], [right])
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            yield from _turns(child, steps)


def _error(what: str, got: str, text: str, column: int, hint: str) -> RuleError:
    return RuleError(f"{what} (got {got} at column {column + 1} of '{text}'); {hint}")


def _read(text: str) -> ast.expr:
    # Some Python versions only warn about "1and 2". Treat warnings as errors, so that all versions agree.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return ast.parse(text, mode="eval").body
        except SyntaxError as error:
            column = max((error.offset or 1) - 1, 0)
            raise RuleError(
                f"a rule must be an expression (got '{text}', with a syntax error at column "
                f"{column + 1}); {_GRAMMAR_HINT}"
            ) from None
        except (ValueError, MemoryError, RecursionError, Warning):
            raise RuleError(f"a rule must be an expression (got '{text}'); {_GRAMMAR_HINT}") from None


class _Checker:
    """Checks each node of a tree against the grammar and tells conditions from numbers."""

    def __init__(self, text: str, names: tuple[str, ...]) -> None:
        self.text = text
        self.names = names

    def fail(self, what: str, node: ast.expr, hint: str, got: str = "") -> RuleError:
        shown = got or f"'{ast.get_source_segment(self.text, node) or ''}'"
        return _error(what, shown, self.text, node.col_offset, hint)

    def check(self, node: ast.expr, depth: int) -> bool:
        """Return whether the node is a condition; raise RuleError if it is not in the grammar."""
        # Each level costs calls of Python here, in `_build` and in the functions that it makes.
        if depth > MAX_DEPTH:
            raise RuleError(f"a rule must be nested at most {MAX_DEPTH} deep (got '{self.text}'); split it")
        if isinstance(node, ast.Constant):
            return self._check_number(node)
        if isinstance(node, ast.Name):
            return self._check_name(node)
        if isinstance(node, ast.BinOp):
            return self._check_arithmetic(node, depth)
        if isinstance(node, ast.UnaryOp):
            return self._check_unary(node, depth)
        if isinstance(node, ast.Call):
            return self._check_call(node, depth)
        if isinstance(node, ast.Compare):
            for operand in (node.left, *node.comparators):
                self.check(operand, depth + 1)
            for op in node.ops:
                if type(op) not in _COMPARISONS:
                    raise self.fail("comparison not allowed in a rule", node, "use == != < <= > >=")
            return True
        if isinstance(node, ast.BoolOp):
            for operand in node.values:
                self._check_condition(operand, depth + 1)
            return True
        raise self.fail("form not allowed in a rule", node, _GRAMMAR_HINT)

    def _check_condition(self, node: ast.expr, depth: int) -> None:
        if not self.check(node, depth):
            raise self.fail(
                "operands of and, or, not must be comparisons", node, "compare it, such as 'n_cols > 0'"
            )

    def _check_number(self, node: ast.Constant) -> bool:
        # `True` is an instance of int, too.
        if type(node.value) is not int:
            raise self.fail("a number in a rule must be an integer", node, _GRAMMAR_HINT)
        if node.value >= VALUE_LIMIT:
            raise self.fail("a number in a rule must fit in 64 signed bits", node, "write a smaller one")
        return False

    def _check_name(self, node: ast.Name) -> bool:
        if node.id in self.names:
            return False
        if node.id in _FUNCTIONS:
            raise self.fail("a function needs its arguments", node, f"write {node.id}(..., ...)")
        closest = difflib.get_close_matches(node.id, self.names, n=1)
        hint = f"closest is '{closest[0]}'; " if closest else ""
        raise self.fail("unknown name in a rule", node, f"{hint}allowed: {', '.join(self.names)}")

    def _check_arithmetic(self, node: ast.BinOp, depth: int) -> bool:
        if isinstance(node.op, ast.Div):
            raise self.fail(
                "'/' is not integer arithmetic", node, "use // (rounds down) or ceil_div (rounds up)"
            )
        if type(node.op) not in _ARITHMETIC:
            raise self.fail("operator not allowed in a rule", node, _GRAMMAR_HINT)
        self.check(node.left, depth + 1)
        self.check(node.right, depth + 1)
        return False

    def _check_unary(self, node: ast.UnaryOp, depth: int) -> bool:
        if isinstance(node.op, ast.Not):
            self._check_condition(node.operand, depth + 1)
            return True
        # "~" is not an allowed character, so the operator is a sign.
        self.check(node.operand, depth + 1)
        return False

    def _check_call(self, node: ast.Call, depth: int) -> bool:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name not in _FUNCTIONS:
            closest = difflib.get_close_matches(name, _FUNCTIONS, n=1)
            hint = f"closest is '{closest[0]}'; " if closest else ""
            raise self.fail("unknown function in a rule", node, f"{hint}allowed: {', '.join(_FUNCTIONS)}")
        if node.keywords:
            raise self.fail(f"{name} takes no named arguments", node, f"write {name}(..., ...)")
        if name == "ceil_div" and len(node.args) != 2:
            raise self.fail("ceil_div takes two arguments", node, "write ceil_div(a, b)")
        if name == "next_power_of_2" and len(node.args) != 1:
            raise self.fail("next_power_of_2 takes one argument", node, "write next_power_of_2(a)")
        if name in ("min", "max") and len(node.args) < 2:
            raise self.fail(f"{name} takes two or more arguments", node, f"write {name}(a, b)")
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                raise self.fail("form not allowed in a rule", argument, _GRAMMAR_HINT)
            self.check(argument, depth + 1)
        return False


@lru_cache(maxsize=4096)
def _names_in(text: str, names: tuple[str, ...]) -> frozenset[str]:
    found = {node.id for node in ast.walk(_read(text)) if isinstance(node, ast.Name)}
    return frozenset(names) & found


_Function = Callable[[Mapping[str, int]], int]


@lru_cache(maxsize=4096)
def _function(text: str) -> _Function:
    """Return a function that evaluates a checked rule."""
    # It is cached here and not in the rule, because rules are sent to other processes.
    return _build(_read(text))


def _build(node: ast.expr) -> _Function:
    if isinstance(node, ast.Constant):
        assert isinstance(node.value, int)  # _Checker let nothing else in
        value = node.value
        return lambda _: value
    if isinstance(node, ast.Name):
        return _build_name(node.id)
    if isinstance(node, ast.BinOp):
        return _build_arithmetic(node)
    if isinstance(node, ast.UnaryOp):
        operand = _build(node.operand)
        if isinstance(node.op, ast.Not):
            return lambda values: int(operand(values) == 0)
        if isinstance(node.op, ast.USub):
            return lambda values: _in_range(-operand(values))
        return operand
    if isinstance(node, ast.Call):
        assert isinstance(node.func, ast.Name)
        name, arguments = node.func.id, [_build(argument) for argument in node.args]
        return lambda values: _call(name, [argument(values) for argument in arguments])
    if isinstance(node, ast.Compare):
        return _build_comparison(node)
    assert isinstance(node, ast.BoolOp)
    decides = isinstance(node.op, ast.Or)
    operands = [_build(operand) for operand in node.values]

    def logic(values: Mapping[str, int]) -> int:
        for operand in operands:
            if (operand(values) != 0) is decides:
                return int(decides)
        return int(not decides)

    return logic


def _build_name(name: str) -> _Function:
    def look_up(values: Mapping[str, int]) -> int:
        value = values.get(name)
        if value is None:
            raise _NoValueError(f"the name '{name}' has no value here")
        return value if -VALUE_LIMIT <= value < VALUE_LIMIT else _in_range(value)

    return look_up


def _build_arithmetic(node: ast.BinOp) -> _Function:
    left, right, compute = _build(node.left), _build(node.right), _ARITHMETIC[type(node.op)]
    if not isinstance(node.op, (ast.FloorDiv, ast.Mod)):

        def combine(values: Mapping[str, int]) -> int:
            value = compute(left(values), right(values))
            # not by a call: rules are evaluated a million times to make the cases of a repository
            return value if -VALUE_LIMIT <= value < VALUE_LIMIT else _in_range(value)

        return combine

    def divide(values: Mapping[str, int]) -> int:
        dividend, divisor = left(values), right(values)
        if divisor == 0:
            raise _NoValueError("division by zero in a rule")
        value = compute(dividend, divisor)
        return value if -VALUE_LIMIT <= value < VALUE_LIMIT else _in_range(value)

    return divide


def _build_comparison(node: ast.Compare) -> _Function:
    first = _build(node.left)
    rest = [
        (_COMPARISONS[type(op)], _build(comparator))
        for op, comparator in zip(node.ops, node.comparators, strict=True)
    ]

    if len(rest) == 1:
        holds_both, last = rest[0]
        return lambda values: int(holds_both(first(values), last(values)))

    def compare(values: Mapping[str, int]) -> int:
        lower = first(values)
        for holds, comparator in rest:
            upper = comparator(values)
            if not holds(lower, upper):
                return 0
            lower = upper
        return 1

    return compare


def _call(name: str, arguments: list[int]) -> int:
    if name == "min":
        return min(arguments)
    if name == "max":
        return max(arguments)
    if name == "next_power_of_2":
        return _in_range(1 << max(arguments[0] - 1, 0).bit_length())
    dividend, divisor = arguments
    if divisor == 0:
        raise _NoValueError("division by zero in a rule")
    return _in_range(-(-dividend // divisor))


def _in_range(value: int) -> int:
    if not -VALUE_LIMIT <= value < VALUE_LIMIT:
        raise _NoValueError("a value of a rule does not fit in 64 signed bits")
    return value
