"""The usual ways to launch a kernel, and which of them are tried for it."""

from dataclasses import replace

from harness.adopt.launch_styles import ELEMENT_STYLES, ROW_STYLES, likely_styles, row_styles
from harness.adopt.reading.compiled_kernel import CodeFacts
from harness.operation.catalogue import catalogue_of

ALONE = CodeFacts(indices=frozenset(("tid.x", "ctaid.x")), is_known=True)
TOGETHER = replace(ALONE, is_shared=True)


def names(facts):
    return [style.name for style in row_styles(facts)]


def test_threads_that_do_not_work_together_may_have_an_element_each():
    of_elements = [style.name for style in ELEMENT_STYLES]
    assert [name for name in names(ALONE) if name in of_elements] == of_elements
    assert names(ALONE).index("one block per row") > names(ALONE).index(of_elements[-1])
    assert set(names(TOGETHER)).isdisjoint(of_elements)


def test_an_index_in_y_is_needed_for_a_block_or_grid_in_y():
    assert all(len(style.grid) == 1 and style.blocks[0][1] == 1 for style in row_styles(TOGETHER))
    both = replace(TOGETHER, indices=TOGETHER.indices | {"tid.y", "ctaid.y"})
    assert row_styles(both) == ROW_STYLES
    assert row_styles(CodeFacts(is_shared=True)) == ROW_STYLES, "code that cannot be read may use any"


def test_the_styles_of_rows_are_the_cheapest_of_a_kernel_on_rows():
    operations = catalogue_of().operations
    softmax, matmul = (likely_styles(operations[name], TOGETHER) for name in ("softmax", "matmul"))
    n_rows = len(row_styles(TOGETHER))
    assert [style.name for _, style in softmax[:n_rows]] == names(TOGETHER)
    assert max(cost for cost, _ in softmax[:n_rows]) < min(cost for cost, _ in softmax[n_rows:])
    assert "m" in matmul[0][1].grid[0]


def test_a_kernel_that_asks_for_no_block_index_has_one_block():
    alone = replace(TOGETHER, indices=frozenset(("tid.x",)))
    styles = likely_styles(catalogue_of().operations["softmax"], alone)
    assert [style.grid for _, style in styles] == [("1",)]
