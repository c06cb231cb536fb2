"""The nearest claimed shape is the one that its plain definition gives."""

from __future__ import annotations

from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from harness.variant.case import make_case
from harness.variant.declaration.declared_values import REQUIRES_NAMES
from harness.variant.domain import Domain
from harness.variant.launch_rule import LaunchRule
from harness.variant.shape import LAYOUTS
from harness.variant.variant import SCALAR_TYPES
from tests.variant.conftest import repeatable
from tests.variant.test_case import BLOCKS, _variant

WIDTHS = (1, 33, 129, 1025)


def _rules(*forms: str, n_least: int = 0, n_most: int = 1) -> st.SearchStrategy[tuple[LaunchRule, ...]]:
    texts = st.builds(str.format, st.sampled_from(forms), st.integers(0, 300), n=st.integers(2, 40))
    rules = texts.map(lambda text: LaunchRule.parse(text, REQUIRES_NAMES))
    return st.lists(rules, min_size=n_least, max_size=n_most).map(tuple)


OF_COLS = _rules(
    "n_cols <= {}", "n_cols >= {}", "n_cols % {n} == 0", "inp_stride % {n} == 0",
    "out_stride % {n} == 1 and n_cols > 3", "inp_stride == n_cols or out_stride < {}",
    "n_cols * itemsize <= block_x * {n}", "n_cols + inp_offset != {}",
    "n_cols != {n} and 99 // (n_cols - {n}) < 9", n_least=1, n_most=2,
)  # fmt: skip
OF_ROWS = _rules("n_rows <= {}", "n_rows >= {}", "n_rows % {n} == 1", "n_rows * itemsize < block_x")
OF_BOTH = _rules("n_rows * n_cols <= {} * {n}", "n_rows + out_stride >= {}", "(n_rows + n_cols) % {n} == 0")
OF_NEITHER = _rules("inp_offset % {n} == 0 and out_offset < {n}", "itemsize <= {n}", "block_x <= {}")


@repeatable
@given(
    *(OF_COLS, OF_ROWS, OF_BOTH, OF_NEITHER),
    st.tuples(st.integers(1, 300), st.integers(1, 300)),
    st.sampled_from([*LAYOUTS, "strided_4_7_offset_2_0"]),
    st.sampled_from(BLOCKS),
    st.sampled_from(sorted(SCALAR_TYPES)),
    st.booleans(),
    st.booleans(),
)
def test_nearest(of_cols, of_rows, of_both, of_neither, wanted, layout, block, dtype, keep_cols, keep_rows):
    def inside(rules, n_rows, n_cols):
        shape = {"n_rows": n_rows, "n_cols": n_cols, "layout": layout}
        return make_case(_variant(requires=rules), dtype=dtype, block=block, **shape).unmet() is None

    def candidates(middle, far, is_inside):
        def by_distance(numbers):
            return sorted(numbers, key=lambda number: (abs(number - middle), number))

        tried = dict.fromkeys([*by_distance(range(1, middle + 65)), *by_distance(far)])
        return list(islice(filter(is_inside, tried), 16))

    rules = (*of_both, *of_cols, *of_rows, *of_neither)
    n_rows, n_cols = wanted
    min_rows = n_rows if keep_rows else 1
    domain = Domain(_variant(requires=rules), block, dtype, WIDTHS)
    found = domain.nearest(*wanted, layout, keep_cols=keep_cols, min_rows=min_rows)
    if inside(rules, *wanted):
        assert found == wanted
        return
    cols = candidates(
        n_cols,
        {*WIDTHS, *domain.edge_widths},
        lambda n: inside(of_cols, 1, n) and (n == n_cols or not keep_cols),
    )
    rows = candidates(n_rows, domain.edge_rows, lambda n: inside(of_rows, n, 1) and n >= min_rows)
    pairs = ((height, width) for width in cols for height in rows)
    assert found == next((pair for pair in pairs if inside(rules, *pair)), None)
