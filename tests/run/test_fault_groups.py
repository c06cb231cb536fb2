import math
from dataclasses import replace
from pathlib import Path

import pytest

from harness.launch.inputs import scalars_of
from harness.run.fault_groups import fault_groups, separation
from harness.run.outcome import VariantOutcome
from harness.run.source_files import SourceLines
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from harness.verdict import CaseResult, Finding, Reason, Verdict
from tests.kernels.expectations import ROOT, shipped_variants
from tests.run.fake_device import write_kernel

CONDITIONS = {
    "n_cols % 4 != 0": lambda case: case.shape.n_cols % 4 != 0,
    "n_cols % 2 != 0": lambda case: case.shape.n_cols % 2 == 1,
    "n_cols > 1024": lambda case: case.shape.n_cols > 1024,
    "n_cols < 32": lambda case: case.shape.n_cols < 32,
    "n_cols == 1": lambda case: case.shape.n_cols == 1,
    "n_rows > 1": lambda case: case.shape.n_rows > 1,
    "n_rows > 4": lambda case: case.shape.n_rows > 4,
    "n_rows % block_y != 0": lambda case: case.shape.n_rows % case.block[1] != 0,
    "n_cols > block_x * block_y * block_z": lambda case: case.shape.n_cols > math.prod(case.block),
    "layout is not contiguous": lambda case: case.layout != "contiguous",
    "layout is strided": lambda case: case.layout == "strided",
    "inp_stride % 4 != 0": lambda case: case.rule_values["inp_stride"] % 4 != 0,
    "inp_offset % 4 != 0": lambda case: case.placement.inp_offset % 4 != 0,
    "dtype is not float32": lambda case: case.dtype != "float32",
    "dtype is bfloat16": lambda case: case.dtype == "bfloat16",
    "input is nan": lambda case: case.kind == "nan",
    "block is 32x8": lambda case: case.block == (32, 8, 1),
    "n_cols % 4 != 0 and dtype is float32": lambda case: (
        case.shape.n_cols % 4 != 0 and case.dtype == "float32"
    ),
    "n_cols % 4 != 0 or inp_offset % 4 != 0": lambda case: (
        case.shape.n_cols % 4 != 0 or case.placement.inp_offset % 4 != 0
    ),
    "n_cols % (4 * block_x) != 0": lambda case: case.shape.n_cols % (4 * case.block[0]) != 0,
    "inp_stride != n_cols": lambda case: case.rule_values["inp_stride"] != case.shape.n_cols,
    "n_cols is not a power of 2": lambda case: case.shape.n_cols & (case.shape.n_cols - 1) != 0,
    "n_rows == 1 or n_cols < 32": lambda case: case.shape.n_cols < 32 or case.shape.n_rows == 1,
}


@pytest.fixture(scope="module")
def matrix():
    (variant,) = (each for each in shipped_variants() if each.id == "softmax_warp_row")
    return cases(variant)


def split(matrix, fails):
    return [case for case in matrix if fails(case)], [case for case in matrix if not fails(case)]


@pytest.mark.parametrize("rule", CONDITIONS)
def test_the_rule_that_separates_is_found(matrix, rule):
    failing, passing = split(matrix, CONDITIONS[rule])
    assert failing
    assert separation(failing, passing) == f"fails: {rule}; passes: all others"


def test_of_divisors_that_separate_alike_the_width_of_the_access_is_named(matrix):
    passing = [case for case in matrix if case.shape.n_cols % 4 == 0]
    failing = [case for case in matrix if case.shape.n_cols % 2 == 1]
    assert separation(failing, passing) == "fails: n_cols % 2 != 0; passes: all others"
    assert separation(failing, passing, width=4) == "fails: n_cols % 4 != 0; passes: all others"


def test_cases_that_no_rule_separates_are_counted(matrix):
    failing, passing = split(matrix, lambda case: case.seed % 3 == 0)
    assert separation(failing, passing) == (
        f"fails: {len(failing)} of {len(matrix)} cases, which no rule on sizes, blocks, layouts and inputs separates"
    )
    assert separation(matrix[:2], matrix[2:]) == f"fails: 2 of {len(matrix)} cases"
    assert separation(matrix, []) == f"fails: all {len(matrix)} cases that ran"
    assert separation(matrix[:1], []) == "fails: the only case that ran"


def test_the_closest_rule_that_all_meet_has_its_numbers(matrix):
    wide = [case for case in matrix if case.shape.n_cols > 1024]
    failing = [case for index, case in enumerate(wide) if index % 7]
    passing = [case for case in matrix if case not in failing]
    text = f"fails: {len(failing)} of the {len(wide)} cases where n_cols > 1024; passes: all others"
    assert separation(failing, passing) == text


def test_cases_with_another_fault_are_no_passing_ones(matrix):
    wide = [case for case in matrix if case.shape.n_cols > 1024]
    middle = [case for case in matrix if 64 < case.shape.n_cols <= 1024]
    rest = [case for case in matrix if case.shape.n_cols <= 64]
    assert separation(wide, rest, middle) == "fails: n_cols > 1024; no other case has this fault"
    assert separation(wide, [], [*middle, *rest]) == "fails: n_cols > 1024; no other case has this fault"
    some = middle[1::3]
    others = [case for case in middle if case not in some]
    text = separation([*wide, *some], rest, others)
    assert text == "fails: n_cols > 64; passes: all others without another fault"


def test_scalars_of_the_operation_are_in_rules(tmp_path):
    layer_norm = load_variant(ROOT / "cuda_src/layer_norm_block.cu")
    matrix = cases(layer_norm)
    value = scalars_of(matrix[0])["eps"]
    failing, passing = split(matrix, lambda case: scalars_of(case)["eps"] == value)
    assert separation(failing, passing) == f"fails: eps == {value:.6g}; passes: all others"


def test_a_flat_kernel_has_rules_on_its_elements():
    matrix = cases(load_variant(ROOT / "fixtures/operations/right/sigmoid_flat.cu"))
    failing, passing = split(matrix, lambda case: case.shape.n_rows * case.shape.n_cols % case.block[0] != 0)
    assert separation(failing, passing) == "fails: n_rows * n_cols % block_x != 0; passes: all others"


def test_a_long_list_of_words_is_no_rule(matrix):
    words = ("spread", "nan", "pos_inf", "spike")
    failing, passing = split(matrix, lambda case: case.kind in words)
    assert "input" not in separation(failing, passing).removesuffix("layouts and inputs separates")


def outcome(results):
    return VariantOutcome(results[0][0].variant, tuple(results))


def result(case, *findings, verdict=Verdict.FAIL):
    return case, CaseResult(case.id, case.variant.id, "cpu", verdict, findings)


def test_one_place_and_reason_is_one_fault_and_passing_cases_are_none(matrix):
    stray = Finding(Reason.OOB_WRITE, "a stray write")
    here, there = (Finding(Reason.OOB_WRITE, "a write", kernel="k", source=f"k.cu:{line}") for line in (5, 9))
    placed = replace(stray, source="k.cu:9")
    wrong = Finding(Reason.WRONG_VALUE, "off")
    results = [result(case, verdict=Verdict.PASS) for case in matrix[:5]]
    results += [result(matrix[5], replace(there, source="k.cu:7"))]
    results += [result(case, here, stray, wrong, wrong, there) for case in matrix[6:9]]
    first, second = fault_groups(outcome(results), SourceLines(()))
    assert (first.source, first.n_cases, second.source, second.n_cases) == ("k.cu:5", 3, "k.cu:7", 1)
    assert first.also == ("oob-write at k.cu:9 in 3 of them", "wrong-value in 3 of them")
    assert first.excerpts == ()
    raw = Finding(Reason.RACECHECK_RAW, "a race", source="k.cu:5")
    (group,) = fault_groups(outcome([result(matrix[0], raw, placed, stray)]), SourceLines(()))
    assert group.also == ("oob-write at k.cu:9 in 1 of them",)
    smallest = min(matrix[6:9], key=lambda case: case.shape.n_rows * case.shape.n_cols)
    assert first.case == smallest.id
    assert fault_groups(outcome(results[:5]), SourceLines(())) == ()


@pytest.mark.parametrize(
    ("place", "first", "texts"),
    [
        ("k.cu:1", 1, ("one", "two", "three")),
        ("k.cu:3", 1, ("one", "two", "three", "", "five")),
        ("k.cu:5", 3, ("three", "", "five")), ("k.cu:4", 2, ("two", "three", "", "five")),
        ("k.cu:7", 0, ()), ("k.cu:0", 0, ()), ("k.cu:" + "9" * 5000, 0, ()), ("../secret:1", 0, ()),
        ("link:1", 0, ()), ("huge:1", 0, ()), ("k.cu", 0, ()),
    ],
)  # fmt: skip
def test_an_excerpt_is_of_the_variants_own_files(tmp_path, place, first, texts):
    (tmp_path / "secret").write_text("the password\n")
    (folder := tmp_path / "kernels").mkdir()
    path = write_kernel(folder, "softmax_0")
    (folder / "k.cu").write_text("one\ntwo\nthree\n\nfive\n")
    (folder / "link").symlink_to(tmp_path / "secret")
    with (folder / "huge").open("wb") as stream:
        stream.truncate(1 << 33)
    found = SourceLines(()).excerpts(Finding(Reason.OOB_READ, "m", source=place), path)
    assert [(each.first, each.texts) for each in found] == ([(first, texts)] if texts else [])


def test_of_inlined_code_the_callers_line_is_shown_too(tmp_path):
    (tmp_path / "k.cu").write_text("one\ntwo\nthree\nfour\nfive\nsix\n")
    finding = Finding(Reason.OOB_READ, "m", source="k.cu:1", callers=("in f", "called at k.cu:6"))
    assert list(map(str, SourceLines(()).excerpts(finding, tmp_path / "k.cu"))) == [
        ">     1 | one\n        | ^^^\n      2 | two\n      3 | three",
        ">     6 | six\n        | ^^^",
    ]


def test_the_other_place_that_a_message_names_is_shown_too(tmp_path):
    (tmp_path / "k.cu").write_text("one\ntwo\nthree\nfour\nfive\nsix\n")
    named = "written by thread (0, 0, 0) of block (0, 0, 0) at k.cu:6 (PTX line 7), in f"
    lines = {
        reason: [
            each.line
            for each in SourceLines(()).excerpts(Finding(reason, named, source="k.cu:1"), tmp_path / "k.cu")
        ]
        for reason in (Reason.RACECHECK_RAW, Reason.UNINITIALISED_READ)
    }
    # What uninitialised memory was read for comes behind the read.
    assert lines == {Reason.RACECHECK_RAW: [1, 6], Reason.UNINITIALISED_READ: [6, 1]}


READ, WRITE = Reason.OOB_READ, Reason.OOB_WRITE
ALONE = {
    "  for (;;) y[i + 1] = f(x[i]) / s; // y[i]": (WRITE, "y[i + 1]"),
    "\tfor (;;) y[i + 1] = f(x[i]) / s;": (READ, "x[i]"),
    "y[i] += x[i];": (WRITE, "y[i]"),
    "t[a][b] = s[i][j];": (Reason.RACECHECK_RAW, "s[i][j]"),
    "  float4 v = x[i];": (Reason.MISALIGNED_ACCESS, "x[i]"),
    "y[i] = v;": (Reason.MISALIGNED_ACCESS, "y[i]"),
    "y[i] = x[i];": (Reason.MISALIGNED_ACCESS, ""),
    # Several accesses, or one that is out of sight: the statement.
    "  y[i] += x[i]; // both": (READ, "y[i] += x[i];"),
    **dict.fromkeys(("y[i] = *p + x[i];", "y[i] = a->b + x[i];", "y[i] = LOAD(i) + x[i];"), (READ, "")),
    **dict.fromkeys(("v = (float4*)(x)[i] + w[2];", "v = x[i] +", "v = x[i // 2]"), (READ, "")),
    **dict.fromkeys(("y[k[i]] = 1;", "f(x);"), (WRITE, "")),
}


@pytest.mark.parametrize("line", ALONE)
def test_the_access_is_marked_where_a_line_has_one_alone(tmp_path, line):
    reason, marked = ALONE[line]
    (tmp_path / "k.cu").write_text(line)
    (excerpt,) = SourceLines(()).excerpts(Finding(reason, "m", source="k.cu:1"), tmp_path / "k.cu")
    shown, mark = str(excerpt).split("\n")
    assert shown[mark.index("^") : mark.rindex("^") + 1] == (marked or line)


def test_a_rule_has_the_operations_own_names_of_its_sizes():
    matmul = load_variant(Path(__file__).parents[2] / "fixtures/operations/right/matmul_tile.cu")
    failing, passing = split(cases(matmul), lambda case: case.shape.n_cols % 4 != 0)
    assert separation(failing, passing) == "fails: n % 4 != 0; passes: all others"


def test_errors_are_apart_by_their_message_and_a_case_without_finding_by_its_detail(matrix):
    errors = [Finding(Reason.COMPILE_ERROR, text) for text in ("a", "a", "b")]
    results = [
        result(case, error, verdict=Verdict.ERROR) for case, error in zip(matrix, errors, strict=False)
    ]
    results += [(matrix[3], CaseResult(matrix[3].id, "v", "cpu", Verdict.ERROR, detail="why"))]
    groups = fault_groups(outcome(results), SourceLines(()))
    assert [(group.reason, group.n_cases) for group in groups] == [
        ("compile-error", 2),
        ("compile-error", 1),
        ("", 1),
    ]


def test_signs_of_one_bug_are_one_fault_and_other_bugs_are_not(matrix):
    here, there = (
        Finding(Reason.MISALIGNED_ACCESS, "an access", kernel="k", source=f"k.cu:{line}") for line in (5, 9)
    )
    raw = Finding(Reason.RACECHECK_RAW, "a race", kernel="k", source="k.cu:9")
    wrong, moved = (Finding(reason, "off") for reason in (Reason.WRONG_VALUE, Reason.PERMUTATION_VARIANCE))
    odd, rest = split(matrix, lambda case: case.rule_values["inp_offset"] % 4 != 0 or case.kind == "nan")
    four, one = split(rest, lambda case: case.rule_values["out_offset"] % 4 != 0)

    def groups(*results):
        passing = [result(case, verdict=Verdict.PASS) for case in one]
        return fault_groups(outcome([*passing, *results]), SourceLines(()))

    # The second place, seen alone, is a further sign of a fault that has both.
    both = [result(case, here, there) for case in odd]
    (group,) = groups(*both, *(result(case, there) for case in four))
    assert group.n_cases == len(odd) + len(four)
    assert group.also == (f"misaligned-access at k.cu:9 in {group.n_cases} of them",)
    assert group.fails == (
        "fails: inp_offset % 4 != 0 or input is nan; at k.cu:9 alone: inp_offset % 4 == 0 and out_offset % 4 != 0; "
        "passes: all others"
    )
    # Never seen together, or of another kind: two bugs.
    apart = [result(case, here) for case in odd]
    assert len(groups(*apart, *(result(case, there) for case in four))) == 2
    assert len(groups(*(result(c, here, raw) for c in odd), *(result(c, raw) for c in four))) == 2
    # A wrong value alone is another bug than a race, but not of a case that runs without racecheck.
    far = replace(four[0], layout="contiguous", shape=four[0].shape._replace(n_rows=2**20, n_cols=2**13))
    races = [result(case, raw, wrong) for case in odd]
    assert len(groups(*races, *(result(case, wrong) for case in four))) == 2
    assert [group.n_cases for group in groups(*races, result(far, wrong))] == [len(odd) + 1]
    # A relation in cases of the class that has wrong values.
    one, ragged = split(matrix, lambda case: case.shape.n_cols % 32 == 0)
    off = [result(case, wrong) for case in ragged[2:]]
    (group,) = groups(*off, *(result(case, moved) for case in ragged[:2]))
    assert group.fails == "fails: n_cols % 32 != 0; passes: all others"
    assert group.also == ("permutation-variance in 2 of them",)
    assert len(groups(*off, *(result(case, moved) for case in one[:4]))) == 2


def test_a_rule_that_parts_a_fault_from_a_case_with_another_one_is_none(matrix):
    text = f"fails: {len(matrix) - 1} of {len(matrix)} cases"
    assert separation(matrix[1:], [], matrix[:1]) == text
    assert separation(matrix[9:], [], matrix[:9]) != text


def test_a_few_cases_that_depend_on_their_values_are_exceptions_to_a_rule(matrix):
    small, rest = split(matrix, lambda case: case.shape.n_cols < 16)
    nan = [case for case in rest if case.kind == "nan"][:2]
    others = [case for case in rest if case not in nan]
    few = "2 cases, by their values (input nan)"
    assert separation([*small, *nan], others) == f"fails: n_cols < 16 and {few}; passes: all others"
    assert separation(others, [*small, *nan]) == f"fails: n_cols >= 16 except {few}; passes: all others"
    # Ordinary values are no exception.
    spread = [case for case in rest if case.kind == "spread"][:2]
    others = [case for case in rest if case not in spread]
    assert "by their values" not in separation([*small, *spread], others)
