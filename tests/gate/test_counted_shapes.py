"""A changed kernel is counted wherever its domain lies; what is not counted is said, and is never clean."""

import dataclasses
import json
from xml.etree import ElementTree

import pytest

from harness.gate.costs import MOST_ELEMENTS, MOST_ELEMENTS_AT_ALL, problems_of
from harness.variant.declaration.discovery import load_variant
from tests.gate.repository import COSTLIER, KERNEL, ROWS, gate, reports
from tests.kernels.expectations import shipped_variants
from tests.sampled import one_in

pytestmark = pytest.mark.usefixtures("few_cases")

SAME_COST = ("float sum = 0.0f", "float sum = 1e-30f")


def claiming(*rules: str, text: str = KERNEL) -> str:
    """Return a kernel that claims the shapes of these rules only, at one block."""
    return text.replace("[[32], [64]]", "[[32]]").replace(
        "// grid ", f"// requires = {json.dumps(rules)}\n// grid "
    )


FILES = {ROWS: claiming()}


def variant_of(tmp_path, *arguments):
    """Run a gate; return its result and what its JSON says of the only variant."""
    result, texts = reports(tmp_path, "--base", "main", *arguments)
    (variant,) = json.loads(texts["json"])["variants"]
    return result, variant


DOMAINS = (
    ["n_cols <= 32"],
    ["n_rows * n_cols <= 600"],
    ["n_rows <= 2", "n_cols % 4 == 0"],
    ["inp_stride > n_cols", "out_stride > n_cols"],
    ["inp_offset > 0"],
    ["n_cols % 8 == 5", "out_stride % 8 == 0"],
)


@pytest.mark.parametrize("rules", one_in(3, DOMAINS, pytest.mark.slow))
def test_a_kernel_is_counted_inside_its_own_domain(repository, tmp_path, rules):
    repository.write(ROWS, claiming(*rules))
    repository.commit("a domain of its own")
    repository.edit(ROWS, *COSTLIER)
    result, variant = variant_of(tmp_path)
    assert result.exit_code == 1, result.stdout
    assert "global_load_sectors" in result.stdout
    assert variant["counted"]


def test_base_and_head_without_a_shape_in_common_are_ambiguous_until_somebody_allows_it(repository, tmp_path):
    repository.write(ROWS, claiming("n_cols <= 32"))
    repository.commit("short rows")
    repository.write(ROWS, claiming("n_cols > 32"))
    repository.edit(ROWS, *COSTLIER)
    result, texts = reports(tmp_path, "--base", "main", "--allow", "rows/narrowed:short rows are elsewhere")
    assert result.exit_code == 3, result.stdout
    (variant,) = json.loads(texts["json"])["variants"]
    (skipped,) = ElementTree.fromstring(texts["junit"]).findall("testcase[@name='rows']/skipped")
    assert skipped.get("message", "").startswith("ambiguous: not counted: ")
    assert "--allow rows/uncounted:REASON" in texts["markdown"]
    assert "AMBIGUOUS uncounted rows" in result.stdout
    assert "none of the tried shapes is claimed by both" in result.stdout
    assert "accept: --allow rows/uncounted:REASON" in result.stdout
    assert result.stdout.splitlines()[-1].startswith("ambiguous: ")
    assert variant["counted"] == []
    assert "claimed by both" in variant["uncounted"]["why"]
    result, variant = variant_of(
        tmp_path, "--allow", "rows/narrowed:a kernel of its own", "--allow", "rows/uncounted:timed by hand"
    )
    assert result.exit_code == 0, result.stdout
    assert "ALLOWED uncounted rows: timed by hand" in result.stdout
    assert variant["uncounted"]["allowed"]["reason"] == "timed by hand"


def test_a_block_and_a_dtype_of_one_side_only_stand_in_every_report(repository, tmp_path):
    repository.edit(ROWS, "x[col]", "float(x[col])")
    repository.edit(ROWS, "extern ", "#include <cuda_fp16.h>\nextern ")
    repository.commit("halves can be read")
    repository.edit(ROWS, "[[32]]", "[[32], [64]]")
    repository.edit(ROWS, "// grid ", '// dtypes = ["float32", "float16"]\n// grid ')
    repository.edit(ROWS, *SAME_COST)
    _, texts = reports(tmp_path, "--base", "main")
    (variant,) = json.loads(texts.pop("json"))["variants"]
    told = [("cost of block 64", "only the head claims it"), ("cost of float16", "only the head claims it")]
    assert [(each["what"], each["why"]) for each in variant["not_compared"]] == told
    for text in texts.values():
        assert "cost of block 64" in text
        assert "cost of float16" in text
        assert "only the head claims it" in text


def test_an_added_kernel_has_nothing_to_compare_with_which_is_said(repository, tmp_path):
    repository.write("kernels/more.cu", claiming("n_cols <= 8"))
    result, texts = reports(tmp_path, "--base", "main")
    assert result.exit_code == 0, result.stdout
    for text in texts.values():
        assert "the variant is new, so there is nothing to compare with" in text
    # One whose declaration in the base is wrong is not called new.
    repository.edit(ROWS, "// summary", "// sumary")
    repository.commit("a wrong declaration")
    repository.edit(ROWS, "// sumary", "// summary")
    result = gate("--base", "HEAD")
    assert result.exit_code == 0, result.stdout
    assert "the declaration in the base is wrong, so there is nothing to compare with" in result.stdout


# Blocks stay: beyond 300 rows some take a second one. Long rows have a launch of their own.
PERSISTENT = (
    "[[32], [64]]", "[[32]]",
    '// args    = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]\n', "",
    '// grid    = "ceil_div(n_rows, block_x)"\n',
    """\
// [[launch]]
// entry = "softmax"
// when = "n_cols <= 6000"
// args = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// grid = "min(n_rows, 300)"
// [[launch]]
// entry = "softmax"
// when = "n_cols > 6000"
// args = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// grid = "min(n_rows, 300)"
""",
    "  int row = blockIdx.x * blockDim.x + threadIdx.x;\n  if (row >= n_rows) return;\n",
    "  if (threadIdx.x > 0) return;\n  for (int row = blockIdx.x; row < n_rows; row += gridDim.x) {\n",
    "x[col] - largest) / sum;\n", "x[col] - largest) / sum;\n  }\n",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("where", "counted"),
    [("row >= gridDim.x", "601x33"), ("n_cols > 6000", "1x6001")],
    ids=["second round", "another launch"],
)
def test_what_costs_more_beyond_a_bend_of_a_rule_alone_is_found_there(repository, tmp_path, where, counted):
    repository.write(ROWS, KERNEL)
    for old, new in zip(PERSISTENT[::2], PERSISTENT[1::2], strict=True):
        repository.edit(ROWS, old, new)
    repository.commit("blocks stay")
    old, new = COSTLIER
    repository.edit(ROWS, old, new.replace("  for", f"  if ({where}) for", 1))
    result, variant = variant_of(tmp_path)
    assert result.exit_code == 1, result.stdout
    assert f"rows-float32-{counted}-normal-block32" in variant["counted"]
    costlier = {each["message"].split(" at ")[-1].split(":")[0] for each in variant["regressions"]}
    assert costlier == {f"rows-float32-{counted}-normal-block32"}
    assert counted in result.stdout


TRAP = "  if (n_rows == 64 && n_cols == 1024) __trap();\n  const KH_SCALAR* x"


def test_a_case_that_only_the_head_fails_to_count_is_an_error_and_the_others_are_counted(
    repository, tmp_path
):
    repository.edit(ROWS, "  const KH_SCALAR* x", TRAP)
    repository.edit(ROWS, *SAME_COST)
    result, variant = variant_of(tmp_path)
    assert result.exit_code == 2, result.stdout
    assert any("rows-float32-64x1024-normal-block32" in error for error in variant["errors"])
    assert variant["counted"] == [
        "rows-float32-256x100-normal-block32",
        "rows-float32-16x4099-normal-block32",
        "rows-float32-33x1031-normal-block32",
    ]


def test_a_case_that_the_base_fails_to_count_is_named_and_the_others_are_compared(repository, tmp_path):
    repository.edit(ROWS, "  const KH_SCALAR* x", TRAP)
    repository.commit("a trap")
    repository.write(ROWS, claiming())
    repository.edit(ROWS, *COSTLIER)
    result, variant = variant_of(tmp_path)
    assert result.exit_code == 1, result.stdout
    (not_compared,) = variant["not_compared"]
    assert not_compared["what"] == "counters at rows-float32-64x1024-normal-block32"
    assert not_compared["why"].startswith("the base cannot be counted: ")
    assert f"{not_compared['what']}: {not_compared['why']}".splitlines()[0] in result.stdout
    assert variant["errors"] == []


@pytest.mark.slow
def test_where_no_usual_shape_can_be_counted_smaller_ones_are(repository, tmp_path):
    repository.edit(
        ROWS,
        "  const KH_SCALAR* x",
        "  if (n_rows % 16 == 0 && n_rows * n_cols > 20000) __trap();\n  const KH_SCALAR* x",
    )
    repository.commit("it takes small problems only, and does not say so")
    repository.edit(ROWS, *COSTLIER)
    result, variant = variant_of(tmp_path)
    assert result.exit_code == 1, result.stdout
    assert "global_load_sectors" in result.stdout
    assert variant["counted"]
    assert len(variant["not_compared"]) == 3


def test_resources_that_cannot_be_compared_are_named(repository, tmp_path, monkeypatch):
    # Nothing is known of this architecture's multiprocessors.
    monkeypatch.setenv("KERNEL_HARNESS_ARCH", "sm_88")
    repository.edit(ROWS, *COSTLIER)
    result, variant = variant_of(tmp_path)
    assert result.exit_code == 1, result.stdout
    assert variant["errors"] == []
    assert [each["what"] for each in variant["not_compared"]] == ["resident_warps of float32, block 32"]
    assert "resident_warps of float32, block 32" in result.stdout


@pytest.fixture(scope="module")
def shipped():
    return shipped_variants()


def test_every_shipped_kernel_has_cases_to_count_within_the_budget(shipped):
    for variant in shipped:
        for problems in problems_of(variant, variant):
            first = next(problems.rounds(), ())
            assert first, f"{variant.id} {problems}"
            for pair in first:
                assert all(case.unmet() is None for case in pair)


def test_the_shapes_do_not_depend_on_which_side_is_the_head(tmp_path):
    (tmp_path / "base.cu").write_text(claiming("n_cols <= 32", "n_rows <= 9"))
    (tmp_path / "head.cu").write_text(claiming("n_cols <= 48", "n_cols % 3 == 0"))
    base, head = (
        dataclasses.replace(load_variant(tmp_path / f"{name}.cu"), id="rows") for name in ("base", "head")
    )
    (problems,), (swapped,) = problems_of(base, head), problems_of(head, base)
    forth, back = (
        [[case.id for case, _ in pairs] for pairs in each.rounds()] for each in (problems, swapped)
    )
    assert forth == back
    assert forth[0][0] == "rows-float32-9x30-normal-block32"
    for pairs in problems.rounds():
        assert 1 <= len(pairs) <= 3
        for case, _ in pairs:
            assert case.shape.n_rows * case.shape.n_cols <= MOST_ELEMENTS


def test_larger_problems_only_are_counted_at_the_smallest_of_them(tmp_path):
    (tmp_path / "rows.cu").write_text(claiming("n_rows >= 512", "n_cols >= 400"))
    variant = load_variant(tmp_path / "rows.cu")
    (problems,) = problems_of(variant, variant)
    ((pair,),) = problems.rounds()
    assert MOST_ELEMENTS < pair[1].shape.n_rows * pair[1].shape.n_cols <= MOST_ELEMENTS_AT_ALL
