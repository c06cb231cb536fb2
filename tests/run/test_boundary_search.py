"""The search for further cases, against kernels whose branches are plain functions of the size."""

from collections.abc import Callable

import pytest

from harness.errors import DeviceError
from harness.ptx.launch.counts import Branch, BranchCounts, IntegerComparison
from harness.run import boundary_cases
from harness.run.boundary_cases import with_further_cases
from harness.run.boundary_search import BoundarySearch
from harness.run.outcome import MAX_CASES, MAX_ELEMENTS, BranchCoverage, coverage
from harness.run.suite import assemble
from harness.variant.case import Case
from harness.variant.declaration.discovery import discover, load_variant
from harness.variant.matrix import cases
from harness.variant.variant import Variant
from tests.run.fake_device import write_kernel


@pytest.fixture(autouse=True)
def few_sizes(monkeypatch):
    """Leave long rows, and many rows together with long ones, to the search."""

    def few(variant: Variant) -> tuple[Case, ...]:
        shapes = ((case, case.shape.n_rows, case.shape.n_cols) for case in cases(variant))
        return tuple(case for case, rows, cols in shapes if cols <= 8193 and (rows <= 7 or cols <= 33))

    monkeypatch.setattr("harness.variant.matrix.cases", few)


Differences = Callable[[int, int], dict[str, tuple[int, int] | None]]
Launch = Callable[[Case], dict[str, BranchCounts] | None]


def branch(line: int, condition: str, apart: tuple[int, int] | None) -> Branch:
    """A branch on a comparison whose differences are from the first to the second number; None: not reached."""
    low, high = apart or (1, 0)
    near = 0 if low <= 0 <= high else min(abs(low), abs(high))
    compared = IntegerComparison(line, condition, *((low, high, near) if apart else ()))
    outcomes = [compared.is_reached and compared.gap(wanted) <= 0 for wanted in (True, False)]
    return Branch(line, "bra", "k.cu", line, *map(int, outcomes), (compared,))


def launcher(differences: Differences) -> Launch:
    """A device that launches nothing: what is compared at a size comes from a function of columns and rows."""

    def launch(case: Case) -> dict[str, BranchCounts] | None:
        assert case.unmet() is None
        found = differences(case.shape.n_cols, case.shape.n_rows)
        listed = [branch(line, name.split()[0], apart) for line, (name, apart) in enumerate(found.items(), 1)]
        lines = {("k.cu", each.ptx_line): each.ways > 0 for each in listed}
        return {"softmax": BranchCounts(tuple(listed), lines)}

    return launch


def searched(tmp_path, launch: Launch, **keys: str) -> BranchCoverage:
    variant = load_variant(write_kernel(tmp_path, "k", **keys))
    return BoundarySearch(variant, variant.blocks[0], variant.dtypes[0], launch).run()


def search(tmp_path, differences: Differences, **keys: str) -> BranchCoverage:
    first, second = (searched(tmp_path, launcher(differences), **keys) for _ in range(2))
    assert first == second
    return first


def sizes(found: BranchCoverage) -> list[str]:
    return [case_id.split("-")[2] for case_id in found.further_cases]


def test_a_width_is_computed_from_a_comparison_and_kept_with_the_one_before(tmp_path):
    found = search(tmp_path, lambda n_cols, n_rows: {"gt": (n_cols - 12288, n_cols - 12288)})
    assert sizes(found)[:2] == ["1x12289", "1x12288"]
    assert (found.both_ways_in_matrix, found.both_ways, found.branches) == (0, 1, 1)
    assert found.one_sided == ()
    assert (found.lines, found.lines_not_run) == (1, ())


def test_rows_are_computed_where_the_comparison_grows_with_rows(tmp_path):
    found = search(tmp_path, lambda n_cols, n_rows: {"gt": (n_rows - 700, n_rows - 700)})
    assert sizes(found)[:2] == ["701x5", "700x5"]


def test_a_branch_behind_another_is_reached_and_then_turned(tmp_path):
    def differences(n_cols, n_rows):
        long = n_cols > 10000
        return {"gt": (n_cols - 10000,) * 2, "gt b": (n_cols - 20000,) * 2 if long else None}

    found = search(tmp_path, differences)
    assert found.both_ways == 2
    assert {"1x10001", "1x20001"} <= set(sizes(found))


def test_a_remainder_that_no_width_of_the_matrix_has_is_found(tmp_path):
    found = search(tmp_path, lambda n_cols, n_rows: {"eq": (n_cols % 3000 - 1234,) * 2})
    assert sizes(found) == ["3x1234", "3x1233"]


def test_many_rows_and_many_columns_come_together(tmp_path):
    """The matrix has 65 rows of few columns and long rows of which there are few."""
    found = search(tmp_path, lambda n_cols, n_rows: {"gt": (n_rows - 60,) * 2, "gt b": (n_cols - 128,) * 2})
    assert found.both_ways_in_matrix == found.both_ways == 2
    shapes = [tuple(map(int, size.split("x"))) for size in sizes(found)]
    assert any(n_rows > 60 and n_cols > 128 for n_rows, n_cols in shapes)


def test_nothing_is_added_where_the_matrix_shows_everything(tmp_path):
    found = search(tmp_path, lambda n_cols, n_rows: {"gt": (-n_cols, n_cols)})
    assert (found.further_cases, found.both_ways, found.launches) == ((), 1, 0)


def test_a_boundary_outside_the_domain_or_too_far_is_listed_with_what_was_tried(tmp_path):
    narrow = search(
        tmp_path, lambda n_cols, n_rows: {"gt": (n_cols - 5000,) * 2}, requires='["n_cols <= 4999"]'
    )
    far = search(tmp_path, lambda n_cols, n_rows: {"gt": (n_cols - MAX_ELEMENTS - 1,) * 2})
    for found in (narrow, far):
        assert found.further_cases == ()
        (left,) = found.one_sided
        assert (left.source, left.went) == ("k.cu:1", "not taken")
        assert left.why == f"no size up to {MAX_ELEMENTS} elements changed the comparison in PTX line 1"


def test_a_branch_on_values_and_one_that_is_not_reached_say_so(tmp_path):
    def launch(case):
        listed = (Branch(1, "bra", "k.cu", 1, 0, 5), Branch(2, "st.global.f32", "", 0, 0, 0))
        return {"softmax": BranchCounts(listed, {})}

    found = searched(tmp_path, launch)
    assert [(each.went, each.why) for each in found.one_sided] == [
        ("not taken", "its guard does not come from a comparison of integers"),
        ("not reached", "no launch reached it"),
    ]


def test_the_number_of_further_cases_is_limited(tmp_path):
    found = search(
        tmp_path, lambda n_cols, n_rows: {f"gt {k}": (n_cols - 9000 - 997 * k,) * 2 for k in range(20)}
    )
    assert len(found.further_cases) == MAX_CASES


def test_a_launch_that_does_not_end_leaves_the_branches_unknown(tmp_path):
    launched = []

    def launch(case):
        launched.append(case)
        return {}

    found = searched(tmp_path, launch)
    assert found.unknown == f"{launched[0].id} did not run to its end"
    assert len(launched) == 1


@pytest.mark.parametrize(("answer", "kept"), [({}, 1), (None, 0)])
def test_a_size_that_does_not_end_is_a_case_and_a_refused_one_is_not(tmp_path, answer, kept):
    launch = launcher(lambda n_cols, n_rows: {"gt": (n_cols - 12288,) * 2})
    launched = []

    def fragile(case):
        launched.append(case.id)
        return answer if case.shape.n_cols > 10000 else launch(case)

    found = searched(tmp_path, fragile)
    assert len(found.further_cases) == kept
    assert set(found.further_cases) <= set(launched)
    assert found.unknown == ""


def test_a_search_makes_one_launch_that_does_not_end_and_says_that_it_ended_there(tmp_path):
    def differences(n_cols, n_rows):
        return {"gt": (n_cols - 12288,) * 2, "gt b": (n_cols - 20000,) * 2, "lt": (n_rows - 900,) * 2}

    launch = launcher(differences)
    ended_not = []

    def endless(case):
        if case.shape.n_cols <= 10000:
            return launch(case)
        ended_not.append(case.id)
        return {}

    found = searched(tmp_path, endless)
    assert len(ended_not) == 1
    assert ended_not[0] in found.further_cases
    why = f"the search ended at {ended_not[0]}, which did not run to its end"
    assert [each.why for each in found.one_sided] == [why] * 3


class Explorer:
    """A runner that answers calls without a device."""

    def __init__(self, answer, *, counts_branches=True):
        self.info = type("Info", (), {"counts_branches": counts_branches})()
        self.answer = answer
        self.asked = []

    def call(self, function, variant):
        assert function is boundary_cases.explore
        self.asked.append(variant.id)
        if isinstance(self.answer, DeviceError):
            raise self.answer
        return self.answer


@pytest.fixture
def discovery(tmp_path):
    for stem in ("alpha", "beta"):
        write_kernel(tmp_path, stem, block="[[32], [64]]")
    return discover([tmp_path])


def test_further_cases_follow_the_matrix_and_repeat_none(discovery):
    suite = assemble(discovery, "alpha")
    known = suite.parts[0].cases
    new = "alpha-float32-1x12289-spread-block32"
    found = coverage((32, 1, 1), "float32", further_cases=(known[3].id, new))
    (part,) = with_further_cases(suite, Explorer(found)).parts
    assert [case.id for case in part.cases] == [*(case.id for case in known), new]
    assert part.branches is found


def test_a_part_of_the_matrix_and_another_device_get_no_further_cases(discovery):
    runner = Explorer(None)
    suite = assemble(discovery, "strided")
    parts = with_further_cases(suite, runner).parts
    assert [part.cases for part in parts] == [part.cases for part in suite.parts]
    why = "-k must select every case of the matrix with the first block and type, 32 and float32 (got a part)"
    assert {part.branches.unknown for part in parts} == {why}
    whole = assemble(discovery, "")
    blind = Explorer(None, counts_branches=False)
    assert with_further_cases(whole, blind) is whole
    assert runner.asked == blind.asked == []


def test_a_lost_device_costs_the_further_cases_only(discovery):
    suite = assemble(discovery, "")
    parts = with_further_cases(suite, Explorer(DeviceError("the worker died\nits last words"))).parts
    assert [part.cases for part in parts] == [part.cases for part in suite.parts]
    assert {part.branches.unknown for part in parts} == {"the worker died"}
