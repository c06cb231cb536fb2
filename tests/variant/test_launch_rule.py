# ruff: noqa: E501 - the tables read best with one row a line
import contextlib
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.errors import HarnessError
from harness.variant.launch_rule import MAX_DEPTH, RULE_NAMES, LaunchRule, RuleError
from tests.variant.conftest import repeatable

VALUES = dict(zip(RULE_NAMES, (1000, 33, 38, 36, 32, 4, 1, 32, 4), strict=True))

_numbers = st.integers(0, 50).map(str)
_names = st.sampled_from(RULE_NAMES)


def _extend_number(number: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    binary = st.tuples(number, st.sampled_from(["+", "-", "*", "//", "%"]), number)
    return st.one_of(
        binary.map(" ".join),
        binary.map(lambda parts: f"({''.join(parts)})"),
        st.tuples(st.sampled_from("-+"), number).map(lambda parts: f"({parts[0]}{parts[1]})"),
        st.tuples(number, number).map(lambda parts: f"ceil_div({parts[0]}, {parts[1]})"),
        st.tuples(st.sampled_from(["min", "max"]), st.lists(number, min_size=2, max_size=3)).map(
            lambda parts: f"{parts[0]}({', '.join(parts[1])})"
        ),
        st.tuples(number, st.sampled_from(["<", "=="]), number).map(lambda parts: f"({' '.join(parts)})"),
    )


_number_rules = st.recursive(st.one_of(_numbers, _names), _extend_number, max_leaves=8)
_comparisons = st.builds(
    lambda first, rest: " ".join([first, *(part for pair in rest for part in pair)]),
    _number_rules,
    st.lists(
        st.tuples(st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), _number_rules), min_size=1, max_size=2
    ),
)
_conditions = st.recursive(
    _comparisons,
    lambda condition: st.one_of(
        st.lists(condition, min_size=2, max_size=3).map(" and ".join),
        st.lists(condition, min_size=2, max_size=3).map(" or ".join),
        condition.map(lambda text: f"not ({text})"),
    ),
    max_leaves=4,
)


def _python(text: str) -> int | None:
    """What Python itself makes of a rule; None for a division by zero."""
    functions = {"ceil_div": lambda a, b: -(-a // b), "min": min, "max": max}
    try:
        return int(eval(text, {"__builtins__": {}}, {**functions, **VALUES}))
    except ZeroDivisionError:
        return None


@repeatable
@given(st.one_of(_number_rules, _conditions))
def test_a_rule_has_the_value_python_gives_it(text):
    expected = _python(text)
    rule = LaunchRule.parse(text)
    if expected is None:
        with pytest.raises(RuleError, match="division by zero"):
            rule.evaluate(VALUES)
    elif abs(expected) < 2**62:
        assert rule.evaluate(VALUES) == expected


@repeatable
@given(_conditions)
def test_conditions_are_told_from_numbers(text):
    assert LaunchRule.parse(text).is_condition
    assert not LaunchRule.parse(f"1 + ({text})").is_condition


@repeatable
@given(_conditions)
def test_a_condition_holds_when_all_its_conjuncts_do(text):
    rule = LaunchRule.parse(text)
    if _python(text) is None:
        return
    parts = rule.conjuncts()
    # Conjuncts behind a false one may divide by zero, as the whole does not reach them.
    assert rule.holds(VALUES) == all(part.holds(VALUES) for part in parts)


def test_conjuncts_are_split_at_every_top_level_and():
    rule = LaunchRule.parse("n_cols > 1 and (n_rows > 2 and n_rows < 9) and (n_cols == 3 or n_rows == 3)")
    parts = ["n_cols > 1", "n_rows > 2", "n_rows < 9", "n_cols == 3 or n_rows == 3"]
    assert [part.text for part in rule.conjuncts()] == parts


_ALLOWED = "0123456789_nrowcls+-*/%<>=!(), .andotixE"


@pytest.mark.slow
@repeatable
@given(st.text(max_size=40) | st.text(alphabet=_ALLOWED, max_size=30))
def test_any_text_is_read_or_refused_with_a_rule_error(text):
    with contextlib.suppress(RuleError):
        LaunchRule.parse(text).evaluate(VALUES)


def test_blanks_and_line_breaks_do_not_matter():
    assert LaunchRule.parse(" ceil_div( n_rows,\n\t block_y ) ") == LaunchRule.parse(
        "ceil_div( n_rows, block_y )"
    )


def test_and_or_and_chains_stop_at_the_operand_that_decides():
    assert LaunchRule.parse("n_cols == 0 and 1 // 0 > 0").evaluate(VALUES) == 0
    assert LaunchRule.parse("n_cols > 0 or 1 // 0 > 0").evaluate(VALUES) == 1
    assert LaunchRule.parse("1 < 0 < 1 // 0").evaluate(VALUES) == 0


def test_used_names_and_constants_are_reported():
    rule = LaunchRule.parse("min(n_rows, 132) * ceil_div(0x10, warp) - 132")
    assert rule.used_names == {"n_rows", "warp"}
    assert rule.constants == {132, 16}


@pytest.mark.parametrize(("text", "turns"), [
    ("min(132, n_rows)", ["n_rows <= 132"]),
    ("2 * ceil_div(n_cols, 8)", ["ceil_div(n_cols, 8) <= 1", "ceil_div(n_cols, 8) <= 4"]),
    ("n_cols % 8 + 1", ["n_cols // 8 < 1", "n_cols // 8 < 4"]),
    ("3 < n_cols // 8 <= n_rows", ["3 < n_cols // 8", "n_cols // 8 <= n_rows"]),
    ("n_rows * itemsize", []),
])  # fmt: skip
def test_the_conditions_that_change_where_a_rule_bends(text, turns):
    assert [turn.text for turn in LaunchRule.parse(text).turns((1, 4))] == turns


def test_a_rule_survives_pickling():
    rule = LaunchRule.parse("ceil_div(n_rows, block_y)")
    copy = pickle.loads(pickle.dumps(rule))
    assert copy == rule
    assert copy.evaluate(VALUES) == 250


@pytest.mark.parametrize(("text", "message"), [
    ("", "a rule must not be empty"),
    ("   ", "a rule must not be empty"),
    ("n_rows +", "a rule must be an expression (got 'n_rows +'"),
    ("n_rows n_cols", "a rule must be an expression"),
    ("1and 2", "a rule must be an expression"),
    ("07", "a rule must be an expression"),
    ("n_rows / 4", "'/' is not integer arithmetic (got 'n_rows / 4' at column 1 of 'n_rows / 4'); use //"),
    ("n_rows ** 2", "operator not allowed in a rule (got 'n_rows ** 2'"),
    ("n_rows << 2", "operator not allowed in a rule"),
    ("n_rows & 3", "character not allowed in a rule (got '&' at column 8 of 'n_rows & 3')"),
    ("~n_rows", "character not allowed in a rule (got '~' at column 1"),
    ("n_rows # all of them", "character not allowed in a rule (got '#'"),
    ("\uff4e_rows", "character not allowed in a rule (got '\uff4e' at column 1"),
    ("'a'", "character not allowed in a rule"),
    ("1.5", "a number in a rule must be an integer (got '1.5' at column 1 of '1.5')"),
    ("2e3", "a number in a rule must be an integer (got '2e3'"),
    ("1j", "a number in a rule must be an integer"),
    ("True", "a number in a rule must be an integer (got 'True'"),
    ("None", "a number in a rule must be an integer (got 'None'"),
    ("9223372036854775808", "a number in a rule must fit in 64 signed bits"),
    ("rows", "unknown name in a rule (got 'rows' at column 1 of 'rows'); closest is 'n_rows'; allowed: "),
    ("ceil_div(n_rows, blok_y)", "(got 'blok_y' at column 18 of 'ceil_div(n_rows, blok_y)'); closest is 'block_y'"),
    ("min", "a function needs its arguments (got 'min'"),
    ("abs(n_rows)", "unknown function in a rule (got 'abs(n_rows)'"),
    ("ceildiv(n_rows, 2)", "closest is 'ceil_div'; allowed: ceil_div, max, min"),
    ("n_rows.bit_length()", "unknown function in a rule"),
    ("n_rows.real", "form not allowed in a rule (got 'n_rows.real'"),
    ("ceil_div(n_rows)", "ceil_div takes two arguments"),
    ("ceil_div(1, 2, 3)", "ceil_div takes two arguments"),
    ("next_power_of_2(n_rows, 2)", "next_power_of_2 takes one argument"),
    ("min(n_rows)", "min takes two or more arguments"),
    ("max(n_rows, default=3)", "max takes no named arguments"),
    ("min(*n_rows, 2)", "form not allowed in a rule (got '*n_rows'"),
    ("n_rows if n_cols else 2", "form not allowed in a rule"),
    ("(n_rows, 2)", "form not allowed in a rule"),
    ("n_rows in n_cols", "comparison not allowed in a rule"),
    ("n_rows is n_cols", "comparison not allowed in a rule"),
    ("n_rows and n_cols > 1", "operands of and, or, not must be comparisons (got 'n_rows' at column 1"),
    ("not n_rows", "operands of and, or, not must be comparisons (got 'n_rows' at column 5"),
    ("n_rows = 2", "a rule must be an expression"),
    ("(n_rows := 2)", "character not allowed in a rule (got ':'"),
    ("1 + " * 300 + "1", "a rule must have at most 1000 characters (got 1201)"),
    ("(" * 300 + "1" + ")" * 300, "a rule must be an expression"),
    ("-" * (MAX_DEPTH + 1) + "1", "a rule must be nested at most 64 deep"),
])  # fmt: skip
def test_what_is_not_in_the_grammar_is_refused_with_its_place(text, message):
    with pytest.raises(RuleError) as caught:
        LaunchRule.parse(text)
    assert message in str(caught.value)
    assert isinstance(caught.value, HarnessError)


def test_a_rule_at_the_depth_limit_is_read():
    assert LaunchRule.parse("-" * MAX_DEPTH + "1").evaluate({}) == 1


def test_only_the_allowed_names_may_be_used():
    with pytest.raises(RuleError, match=r"unknown name in a rule \(got 'n_rows'.*allowed: block_x, warp"):
        LaunchRule.parse("n_rows + warp", names=("block_x", "warp"))


@pytest.mark.parametrize(("text", "message"), [
    ("n_rows // (block_z - 1)", "division by zero in a rule (got 'n_rows // (block_z - 1)' for n_rows=1000, block_z=1)"),
    ("n_rows % 0", "division by zero in a rule (got 'n_rows % 0' for n_rows=1000)"),
    ("ceil_div(1, 0)", "division by zero in a rule (got 'ceil_div(1, 0)')"),
    ("9223372036854775807 + 1", "a value of a rule does not fit in 64 signed bits"),
    ("-9223372036854775807 - 2", "a value of a rule does not fit in 64 signed bits"),
    ("4611686018427387904 * 4 // 8", "a value of a rule does not fit in 64 signed bits"),
])  # fmt: skip
def test_a_rule_without_a_value_says_for_which_numbers(text, message):
    with pytest.raises(RuleError) as caught:
        LaunchRule.parse(text).evaluate(VALUES)
    assert message in str(caught.value)


def test_the_smallest_64_bit_number_has_a_value_and_its_negation_has_none():
    smallest = "-9223372036854775807 - 1"
    assert LaunchRule.parse(smallest).evaluate({}) == -(2**63)
    with pytest.raises(RuleError, match="64 signed bits"):
        LaunchRule.parse(f"-({smallest})").evaluate({})
    with pytest.raises(RuleError, match="64 signed bits"):
        LaunchRule.parse(f"({smallest}) // -1").evaluate({})


def test_a_name_without_a_value_is_an_error():
    with pytest.raises(RuleError, match="the name 'n_cols' has no value here"):
        LaunchRule.parse("n_rows + n_cols").evaluate({"n_rows": 1})
