"""Further sizes of an operation in a variant's cases: their values, their ids, and what a declaration admits."""

import pytest

from harness.errors import UsageError
from harness.operation.size import N_COLS, N_ROWS
from harness.variant.case import MOST_ELEMENTS, altered, further_sizes, is_case_id, make_case, parse_case_id
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from harness.variant.selection import Selection, id_words, select, sweep_cases
from tests.kernels.expectations import ROOT

RIGHT = ROOT / "fixtures" / "operations" / "right"
KERNEL = """\
// /// variant
// summary = "x"
// source  = "x"
// operation = "matmul"
// args    = ["c", "a", "b", "m", "n", "k", "lda", "ldb", "ldc"{more}]
// block   = [64]
// grid    = ["ceil_div(n, block_x)", "m"]
{lines}// ///
__global__ void matmul() {{}}
"""


@pytest.fixture
def variant(tmp_path):
    def load(*lines: str, more: str = ""):
        path = tmp_path / "product.cu"
        path.write_text(KERNEL.format(lines="".join(f"// {line}\n" for line in lines), more=more))
        return load_variant(path)

    return load


@pytest.mark.parametrize("name", ["matmul_tile", "attention_flash", "rope_halves"])
def test_each_value_meets_few_and_many_columns_and_rows(name):
    loaded = load_variant(RIGHT / f"{name}.cu")
    found = cases(loaded)
    assert len({case.id for case in found}) == len(found)
    for size in loaded.operation.further_sizes:
        for dtype in loaded.dtypes:
            own = [case for case in found if case.dtype == dtype]
            values = further_sizes(loaded, dtype, loaded.blocks[0]).values(size.name)
            assert set(size.values) <= set(values)
            for value in size.values:
                shapes = [case.shape for case in own if dict(case.shape.further)[size.name] == value]
                assert min(shape.n_cols for shape in shapes) < 33 <= max(shape.n_cols for shape in shapes)
                assert min(shape.n_rows for shape in shapes) < 3 <= max(shape.n_rows for shape in shapes)


def test_a_case_multiplies_to_little_where_a_value_allows_it(variant):
    for case in cases(variant()):
        shape = case.shape
        n_cells = shape.n_rows * shape.n_cols * dict(shape.further)["k"]
        assert n_cells <= MOST_ELEMENTS or dict(shape.further)["k"] == 1


def test_the_sweep_takes_the_values_in_turn(variant):
    found = {dict(case.shape.further)["k"] for case in sweep_cases(variant())}
    assert found == {1, 7, 16, 33, 64, 129, 256}


def test_an_id_has_the_sizes_and_gives_the_case_back(variant):
    loaded = variant()
    case = make_case(
        loaded, dtype="float32", n_rows=7, n_cols=33, block=(64, 1, 1), sizes={"k": 16}, layout="strided"
    )
    assert case.id == "product-float32-7x33-k16-spread-strided-block64"
    assert is_case_id(case.id)
    assert parse_case_id(case.id, [loaded]) == case
    strides = {"inp_stride": 38, "out_stride": 36, "lda": 21, "ldb": 46, "ldc": 52}
    assert case.shape.integers == {N_ROWS: 7, N_COLS: 33, "m": 7, "n": 33, "k": 16} | strides
    assert select((loaded,), Selection.parse("k16 and strided"))
    assert id_words(loaded)("k16") is None
    assert id_words(loaded)("heads16") is False


@pytest.mark.parametrize(("case_id", "message"), [
    ("product-float32-7x33-spread-block64", "has the form VARIANT-DTYPE-ROWSxCOLS-kN-KIND"),
    ("product-float32-7x33-heads3-spread-block64", "has the form VARIANT-DTYPE-ROWSxCOLS-kN-KIND"),
    ("product-float32-7x33-k0-spread-block64", "k of a case must be 1 to 2147483647 (got 0"),
    ("product-float32-7x33-k016-spread-block64", "write 'product-float32-7x33-k16-spread-block64'"),
    ("product-float32-1x33-k1-values_3f80000000000000-block64", "an input of 1x1 must have room"),
])  # fmt: skip
def test_a_wrong_id_is_refused(case_id, message, variant):
    with pytest.raises(UsageError) as caught:
        parse_case_id(case_id, [variant()])
    assert message in str(caught.value)


def test_an_id_of_an_operation_without_sizes_takes_none():
    softmax = load_variant(ROOT / "fixtures" / "operations" / "right" / "cross_entropy_warp.cu")
    with pytest.raises(UsageError):
        parse_case_id("cross_entropy_warp-float32-7x33-k16-spread-block32x4", [softmax])


@pytest.mark.parametrize(("rule", "values"), [
    ("k <= 100", {1, 7, 16, 33, 64, 100}), ("k >= 40", {40, 64, 129, 256}), ("k % 16 == 0", {16, 64, 256}),
    ("k == 40", {40}), ("k % 24 == 0", {24}), ("lda % 4 == 0", {16, 64, 256}),
])  # fmt: skip
def test_a_declaration_admits_values_and_its_bounds_are_tried(rule, values, variant):
    loaded = variant(f'requires = ["{rule}"]')
    found = set(further_sizes(loaded, "float32", (64, 1, 1)).values("k"))
    assert values <= found
    assert found - values <= {39, 99}
    made = cases(loaded)
    assert {dict(case.shape.further)["k"] for case in made} == found
    assert all(case.unmet() is None for case in made)


def test_values_stand_on_both_sides_of_a_bend(variant):
    loaded = variant('smem_bytes = "min(k, 48) * 4"', 'parallel = "ceil_div(k, 96)"')
    assert {48, 49, 96, 97, 192, 193} <= set(further_sizes(loaded, "float32", (64, 1, 1)).values("k"))


def test_rules_and_arguments_use_the_operations_names(variant):
    loaded = variant(
        'smem_bytes = "k * 4"', 'requires = ["ldb % 4 == 0", "m <= n or k < 9"]', more=', "m * k"'
    )
    case = next(case for case in cases(loaded) if case.layout == "strided8")
    (planned,) = case.plan()
    shape = case.shape.integers
    assert planned.grid == (-(-shape["n"] // 64), shape["m"], 1)
    assert planned.smem_bytes == 4 * shape["k"]
    assert planned.numbers == {"m * k": shape["m"] * shape["k"]}
    assert all(case.shape.integers["ldb"] % 4 == 0 for case in cases(loaded))


def test_a_relation_of_sizes_leaves_the_values_that_meet_it(variant):
    found = cases(variant('requires = ["k <= n"]'))
    assert {shape.n_cols for shape in (case.shape for case in found)} >= {1, 2, 33, 1024}
    assert all(dict(case.shape.further)["k"] <= case.shape.n_cols for case in found)


def test_without_a_turn_the_largest_admitted_value_is_taken(variant):
    for lines, k in (([], 256), (['requires = ["k < 100", "k <= n"]'], 33)):
        assert further_sizes(variant(*lines), "float32", (64, 1, 1)).chosen(7, 33) == {"k": k}


def test_a_search_changes_a_size_alone(variant):
    case = make_case(variant(), dtype="float32", n_rows=7, n_cols=33, block=(64, 1, 1), sizes={"k": 16})
    assert altered(case, sizes={"k": 3}).id == "product-float32-7x33-k3-spread-block64"
    assert altered(case, n_rows=2).id == "product-float32-2x33-k16-spread-block64"
