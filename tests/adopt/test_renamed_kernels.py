"""A few kernels of operations with named arrays, adopted without their declarations; all by `renamed_kernels`."""

import pytest

from tests.adopt.renamed_kernels import opened, outcome


@pytest.fixture(scope="module")
def device():
    with opened() as opened_device:
        yield opened_device


@pytest.mark.parametrize(
    "stem", ["cross_entropy_warp", "matmul_tile", "quantize_int8_block", "scatter_add_atomics"]
)
def test_operation_and_arguments_are_found(device, tmp_path, stem):
    told = outcome(stem, tmp_path, *device)
    assert told.is_right, told.why
    assert not told.adoption.survey.failed


def test_a_name_that_says_nothing_is_no_obstacle(device, tmp_path):
    told = outcome("row_max_index_warp", tmp_path, *device, keeps_name=False)
    assert told.is_right, told.why


def test_a_kernel_of_no_operation_is_told_the_nearest(device, tmp_path):
    # It takes two launches; the second alone adds to an output that nothing cleared.
    told = outcome("column_sum_atomics", tmp_path, *device)
    assert not told.adoption.is_whole
    assert [each.name for each in told.adoption.unknown] == ["operation"]
    misfits = {each.operation.name: each.why for each in told.adoption.misfits}
    assert misfits["column_sum"].startswith("it needs sums (out, float32), but ")
    assert "the kernel adds to it" in misfits["column_sum"]
