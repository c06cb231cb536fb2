"""Which rows of a table are measured on a GPU."""

from harness.dispatch.prepared import Gpu
from harness.dispatch.regimes import TABLE_PATH, read_regimes
from harness.dispatch.tuning import problem_of

H200 = Gpu(0, 90, 132, None)
A100 = Gpu(0, 80, 108, None)

ROW = """
[[regime]]
dtypes = ["float32"]
{when}
tuned_on = {{ n_rows = 8192, n_cols = {n_cols}, inp_padding = 0, out_padding = 0 }}
variant = "softmax_split_packs"
block = [256]
basis = "a guess"
"""


def rows(tmp_path, *conditions):
    path = tmp_path / "table.toml"
    path.write_text("".join(ROW.format(when=when and f'when = "{when}"', n_cols=n) for when, n in conditions))
    return read_regimes(path)


def test_a_row_is_measured_on_its_problem(tmp_path):
    table = rows(tmp_path, ("", 64))
    problem = problem_of(table[0], table, H200)
    assert problem is not None
    assert (problem.shape.n_rows, problem.shape.n_cols, problem.arch) == (8192, 64, 90)


def test_a_row_whose_problem_an_earlier_one_takes_is_left_as_it_is(tmp_path):
    table = rows(tmp_path, ("n_cols <= 64 and arch >= 90", 64), ("n_cols <= 64", 64), ("", 65))
    assert [problem_of(row, table, H200) is not None for row in table] == [True, False, True]
    assert [problem_of(row, table, A100) is not None for row in table] == [False, True, True]


def test_a_row_without_a_problem_is_left_as_it_is():
    table = read_regimes(TABLE_PATH)
    plain = [row for row in table if row.tuned_on is None]
    assert plain
    assert all(problem_of(row, table, H200) is None for row in plain)
