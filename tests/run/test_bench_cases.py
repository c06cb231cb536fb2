import pytest

from harness.run.bench_cases import BENCH_SHAPES, ROUNDS, bench_cases, bytes_moved
from harness.variant.declaration.discovery import load_variant
from tests.run.fake_device import write_kernel


@pytest.mark.parametrize("kind", ["cpu", "gpu"])
def test_each_type_and_shape_is_timed_once_at_one_block(tmp_path, kind):
    variant = load_variant(write_kernel(tmp_path, dtypes='["float32", "float16"]', block="[[32], [256]]"))
    cases = bench_cases(variant, kind)
    assert [(case.dtype, (case.shape.n_rows, case.shape.n_cols)) for case in cases] == [
        (dtype, shape) for dtype in ("float32", "float16") for shape in BENCH_SHAPES[kind]
    ]
    assert {case.block for case in cases} == {(256, 1, 1)}
    assert len({case.id for case in cases}) == len(cases)
    assert ROUNDS[kind] > 1


@pytest.mark.parametrize(
    ("blocks", "usual"),
    [
        ("[[1], [7], [257], [1000]]", (257, 1, 1)),
        ("[[32, 4], [32, 8], [32, 16]]", (32, 8, 1)),
        ("[[512], [128]]", (512, 1, 1)),
        ("[[1024]]", (1024, 1, 1)),
    ],
)
def test_the_block_is_the_declared_one_nearest_to_256_threads(tmp_path, blocks, usual):
    assert bench_cases(load_variant(write_kernel(tmp_path, block=blocks)), "cpu")[0].block == usual


def test_bytes_are_one_read_and_one_write_of_each_element(tmp_path):
    variant = load_variant(write_kernel(tmp_path, dtypes='["float16"]'))
    case = bench_cases(variant, "cpu")[0]
    assert bytes_moved(case) == 64 * 1024 * (2 + 2)
