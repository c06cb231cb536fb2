import numpy as np
import pytest

from harness.check.comparison import describe, element_name, row_name


def selection(rows, columns, shape=(6, 20)):
    mask = np.zeros(shape, dtype=bool)
    mask[np.ix_(rows, columns)] = True
    return mask


@pytest.mark.parametrize(("rows", "columns", "words"), [
    ([], [], "nothing"),
    ([3], [17], "row 3, column 17"),
    (range(6), range(20), "every element"),
    (range(6), [17, 18, 19], "columns 17..19 of every row"),
    (range(6), [0], "column 0 of every row"),
    ([3], range(20), "every column of row 3"),
    ([2, 3, 5], range(20), "every column of rows 2..3, 5"),
    ([1, 2], [0, 4, 8, 12, 16], "columns 0..16 step 4 of rows 1..2"),
    ([0, 2, 4], [1, 2], "columns 1..2 of rows 0..4 step 2"),
    ([0], [0, 2, 3, 5, 9, 11, 12], "columns 0, 2..3, 5, 9, ... up to 12 (7 in all) of row 0"),
])  # fmt: skip
def test_products_of_rows_and_columns_are_named(rows, columns, words):
    assert describe(selection(list(rows), list(columns))) == words


def test_an_irregular_selection_names_its_first_element():
    mask = selection([2], [5, 6]) | selection([4], [1])
    assert describe(mask) == "parts of rows 2, 4, within columns 1, 5..6, first row 2, column 5"


def test_columns_of_padding_are_numbered_from_the_end_of_the_row():
    padding = np.zeros((5, 4), dtype=bool)
    padding[4, 0] = True
    assert describe(padding, first_column=1000) == "row 4, column 1000"
    padding[:, :2] = True
    assert describe(padding, first_column=1000) == "columns 1000..1001 of every row"
    assert describe(np.ones((5, 4), dtype=bool), first_column=8) == "columns 8..11 of every row"


def test_of_one_column_the_rows_are_named():
    mask = np.zeros((5, 1), dtype=bool)
    mask[1:3] = True
    assert describe(mask) == "rows 1..2"
    mask[:] = True
    assert describe(mask) == "every element"


@pytest.mark.parametrize(("selected", "words"), [
    ([], "nothing"),
    ([(1, 2, 4)], "element [1, 2, 4]"),
    ([(0, 1, 3), (0, 1, 4)], "elements [0, 1, 3..4]"),
    ([(head, 1, column) for head in (0, 1) for column in range(5)], "elements [every, 1, every]"),
    ([(0, row, column) for row in (0, 2) for column in (0, 4)], "elements [0, (0, 2), (0, 4)]"),
    ([(0, 1, 3), (1, 1, 4)], "parts of [every, 1, 3..4], first [0, 1, 3]"),
    (list(np.ndindex(2, 3, 5)), "every element"),
])  # fmt: skip
def test_more_than_two_dimensions_are_described_by_their_indices(selected, words):
    mask = np.zeros((2, 3, 5), dtype=bool)
    for index in selected:
        mask[index] = True
    assert describe(mask.reshape(6, 5), dims=(2, 3, 5)) == words


def test_elements_and_rows_have_names_in_their_own_dimensions():
    assert element_name(3, 17) == "row 3, column 17"
    assert element_name(5, 4, (2, 3, 5)) == "element [1, 2, 4]"
    assert row_name(3) == "row 3"
    assert row_name(3, (2, 3, 5)) == "row [1, 0]"
