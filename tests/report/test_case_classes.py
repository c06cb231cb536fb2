from types import SimpleNamespace

from harness.report.html.matrix import DIMENSIONS, OTHER, dimensions
from harness.variant.matrix import cases
from tests.kernels.expectations import shipped_variants


def in_report(case):
    return SimpleNamespace(
        dtype=case.dtype,
        n_rows=case.shape.n_rows,
        n_cols=case.shape.n_cols,
        block=case.block,
        layout=case.layout,
        input=case.kind,
    )


def test_every_case_of_the_matrix_is_in_a_class_of_every_dimension_and_none_is_other():
    for variant in shipped_variants()[::6]:
        for case in cases(variant):
            for dimension in DIMENSIONS:
                found = dimension.of(in_report(case))
                assert found in dimension.classes
                assert found != OTHER


def test_what_a_search_found_is_other():
    case = SimpleNamespace(
        dtype="float32", n_rows=3, n_cols=4, block=[32, 1, 1], layout="strided_1_0_offset_0_1", input="x"
    )
    assert [dimension.of(case) for dimension in DIMENSIONS][-2:] == [OTHER, OTHER]


def test_the_widths_part_where_kernels_go_wrong():
    width = next(each for each in DIMENSIONS if each.name.startswith("N")).of
    classes = {n: width(SimpleNamespace(n_cols=n)) for n in (1, 2, 31, 32, 33, 1024, 1025, 1028)}
    assert classes[1] != classes[2] == classes[31] != classes[32] == classes[1024]
    assert classes[33] != classes[32]
    assert classes[1025] != classes[1028] != classes[1024]


def test_blocks_part_by_whole_warps_and_powers_of_two():
    block = next(each for each in DIMENSIONS if each.name == "block").of
    found = [block(SimpleNamespace(block=each)) for each in ([32, 4, 1], [96, 1, 1], [33, 1, 1])]
    assert len(set(found)) == 3


def test_only_classes_with_cases_get_a_column():
    case = SimpleNamespace(
        dtype="float16", n_rows=1, n_cols=1, block=[32, 1, 1], layout="strided", input="nan"
    )
    assert [names for _, names in dimensions([case])] == [
        ["float16"],
        ["1"],
        ["1"],
        ["2\u207f"],
        ["strided"],
        ["nan"],
    ]
