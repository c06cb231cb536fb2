import contextlib

import pytest
from _pytest.mark.expression import Expression
from hypothesis import given
from hypothesis import strategies as st

from harness.errors import UsageError
from harness.variant.case import Case, make_case
from harness.variant.matrix import cases
from harness.variant.selection import Selection, select
from harness.variant.variant import Variant
from tests.variant.conftest import repeatable
from tests.variant.test_case import _variant

BLOCK = (32, 4, 1)
STRIDED_HALF = make_case(
    _variant("softmax_Warp"), dtype="float16", n_rows=3, n_cols=129, kind="nan", layout="strided", block=BLOCK
)
PLAIN_FLOAT = make_case(_variant("softmax_naive"), dtype="float32", n_rows=3, n_cols=1000, block=BLOCK)


@pytest.mark.parametrize(("expression", "half", "single"), [
    ("", True, True), ("  ", True, True), ("warp", True, False), ("WARP", True, False),
    ("softmax", True, True), ("strided", True, False), ("contiguous", False, True), ("fp16", True, False),
    ("FP32", False, True), ("float16", True, False), ("strided and fp16", True, False),
    ("not strided", False, True), ("3x129-nan", True, False), ("-block32x4", True, True),
    ("1000", False, True), ("nothing", False, False),
])  # fmt: skip
def test_words_are_found_in_ids_and_keywords(expression, half, single):
    selection = Selection.parse(expression)
    assert (selection.matches(STRIDED_HALF), selection.matches(PLAIN_FLOAT)) == (half, single)


def test_a_full_case_id_selects_that_case_only():
    def case(variant_id: str, block: tuple[int, int, int]) -> Case:
        return make_case(_variant(variant_id), dtype="float32", n_rows=3, n_cols=4, block=block)

    wanted = case("softmax_x", (32, 1, 1))
    others = [case("softmax_x", (32, 4, 1)), case("my_softmax_x", (32, 1, 1))]
    # Without the rule each of these would match, since they contain the id.
    assert all(wanted.id in other.id for other in others)
    for expression in (wanted.id, f"({wanted.id})", f"{wanted.id.upper()[:9]}{wanted.id[9:]}"):
        selection = Selection.parse(expression)
        assert selection.matches(wanted)
        assert not any(selection.matches(other) for other in others)
    assert Selection.parse(wanted.id).case_id == Selection.parse(f"({wanted.id})").case_id == wanted.id
    assert Selection.parse(f"not {wanted.id}").case_id is None
    assert Selection.parse("softmax_x").case_id is None
    assert [Selection.parse(f"not {wanted.id}").matches(other) for other in others] == [True, True]


def test_select_looks_through_the_matrices_in_order(declare):
    variants: list[Variant] = [declare(stem="b"), declare(stem="a", dtypes='["float16", "float32"]')]
    everything = select(variants, Selection.parse(""))
    assert everything == cases(variants[0]) + cases(variants[1])
    strided = select(variants, Selection.parse("strided and not fp16"))
    assert strided == tuple(case for case in everything if "strided" in case.id and case.dtype == "float32")
    assert strided
    assert select(variants, Selection.parse("no_such_thing")) == ()


def test_select_makes_a_case_that_is_in_no_matrix(declare):
    variant = declare(stem="softmax_x", requires='["n_cols < 100"]')
    case_id = "softmax_x-float32-5x20011-ascending-offset-block32x4"
    (case,) = select([variant], Selection.parse(case_id))
    assert case.id == case_id
    assert case.unmet() == "n_cols < 100"
    with pytest.raises(UsageError, match="no such variant"):
        select([], Selection.parse(case_id))


@pytest.mark.parametrize(("expression", "message"), [
    ("warp and", "expected a word, 'not' or '(', found the end (got 'warp and', column 9)"),
    ("and warp", "expected a word, 'not' or '(', found 'and' (got 'and warp', column 1)"),
    ("warp naive", "expected 'and' or 'or', found 'naive' (got 'warp naive', column 6)"),
    ("(warp", "expected ')', found the end (got '(warp', column 6)"),
    ("warp)", "expected 'and' or 'or', found ')' (got 'warp)', column 5)"),
    ("()", "expected a word, 'not' or '(', found ')' (got '()', column 2)"),
    ("not", "expected a word, 'not' or '(', found the end (got 'not', column 4)"),
    ("warp & naive", "the character '&' is not allowed (got 'warp & naive', column 6)"),
    ("device(serial)", "expected 'and' or 'or', found '(' (got 'device(serial)', column 7)"),
    ("device(serial=1)", "the character '=' is not allowed (got 'device(serial=1)', column 14)"),
    ("'warp'", 'the character "\'" is not allowed'),
    ("(" * 200 + "a" + ")" * 200, "it must be nested at most 100 deep"),
    ("not " * 200 + "a", "it must be nested at most 100 deep"),
])  # fmt: skip
def test_a_wrong_expression_is_refused_with_its_place(expression, message):
    with pytest.raises(UsageError) as caught:
        Selection.parse(expression)
    assert message in str(caught.value)
    assert "a selection expression must be made of words, and, or, not and parentheses: " in str(caught.value)


_words = st.sampled_from(["warp", "naive", "fp16", "strided", "3x129", "-nan", "a.b[c]", "x"])
_tokens = st.one_of(_words, st.sampled_from(["and", "or", "not", "(", ")", "not (", ") and", "or not"]))
_expressions = st.recursive(
    _words,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(" ".join),
        inner.map(lambda text: f"not {text}"),
        inner.map(lambda text: f"({text})"),
    ),
    max_leaves=8,
)


@repeatable
@given(st.one_of(_expressions, st.lists(_tokens, min_size=1, max_size=9).map(" ".join)))
def test_expressions_mean_what_they_mean_to_pytest(text):
    names = ["softmax_warp-float16-3x129-nan-strided-block32x4", "fp16", "strided"]
    try:
        expected = Expression.compile(text).evaluate(lambda word, /, **_: any(word in name for name in names))
    except SyntaxError:
        with pytest.raises(UsageError):
            Selection.parse(text)
        return
    assert Selection.parse(text).matches(STRIDED_HALF) == expected


@repeatable
@given(st.text(max_size=30))
def test_any_text_is_read_or_refused_with_a_usage_error(text):
    with contextlib.suppress(UsageError):
        assert Selection.parse(text).matches(PLAIN_FLOAT) in (True, False)
