"""Outputs of the kernel family on the executor against those that a GPU gave.

The distance is counted in numbers of the output's type. Approximate instructions and the fused operations that the
assembler may form from separate ones are what may differ.
"""

import numpy as np
import pytest

from harness.variant.variant import Block
from tests.agreement.family_outputs import (
    N_SHAPES,
    SHAPES,
    Recording,
    distance_ulp,
    family_cases,
    most_ulp,
    read,
    variants,
)
from tests.agreement.fidelity import family
from tests.kernels.expectations import programs

VARIANTS = {variant.id: variant for variant in variants()}
N_SHAPES_OF_PACKS = 15
"""Shapes at least of variants whose rows are whole packs of 16 bytes."""
FAMILY = [(variant.id, dtype) for variant in variants() for dtype in variant.dtypes]
COMPARED = [(variant.id, programs(variant)[0][1]) for variant in variants()]
"""One type of each variant, in turn; CI compares all: ``python -m tests.agreement.fidelity_table --check``."""


@pytest.fixture(scope="module")
def recording() -> Recording:
    return read()


def test_every_variant_and_type_has_all_its_shapes():
    cases = family_cases()
    counts = dict.fromkeys(FAMILY, 0)
    for case in cases:
        counts[case.variant.id, case.dtype] += 1
    fewer = {pair: n for pair, n in counts.items() if n != N_SHAPES}
    of_packs = {
        (variant.id, dtype)
        for variant in VARIANTS.values()
        for dtype in variant.dtypes
        if "n_cols * itemsize % 16 == 0" in map(str, variant.requires)
    }
    assert set(fewer) <= of_packs
    assert all(n >= N_SHAPES_OF_PACKS for n in fewer.values())


def test_every_case_is_recorded(recording):
    assert recording.failed == {}
    assert list(recording.outputs) == [case.id for case in family_cases()], "record again"


def test_it_was_recorded_on_a_gpu(recording):
    assert recording.made_with["device"].startswith("NVIDIA")
    assert recording.made_with["arch"] == "sm_90"


def block_of(variant: str, dtype: str) -> Block:
    """Return the block whose cases are compared here: one whose program other tests run, too, in turn."""
    recorded = [case.block for case in family_cases() if (case.variant.id, case.dtype) == (variant, dtype)]
    also_run = {block for block, of in programs(VARIANTS[variant]) if of == dtype}
    blocks = [block for block in dict.fromkeys(recorded) if block in also_run] or [*dict.fromkeys(recorded)]
    return blocks[COMPARED.index((variant, dtype)) % len(blocks)]


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "dtype"), COMPARED)
def test_executor_agrees_with_the_gpu(variant, dtype, recording):
    farthest, most = family(variant, dtype, block_of(variant, dtype)).farthest, most_ulp(VARIANTS[variant])
    assert farthest
    assert {case_id: ulp for case_id, ulp in farthest.items() if ulp > most} == {}


def test_every_shape_kind_of_input_and_type_is_compared():
    block = {pair: block_of(*pair) for pair in COMPARED}
    compared = [case for case in family_cases() if case.block == block.get((case.variant.id, case.dtype))]
    assert {(case.shape.n_rows, case.shape.n_cols) for case in compared} >= set(SHAPES)
    assert {(case.kind, case.dtype) for case in compared} == {
        (case.kind, case.dtype) for case in family_cases()
    }


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (1.0, 1.0, 0),
        (1.0, np.nextafter(np.float32(1), np.float32(2)), 1),
        (0.0, -0.0, 0),
        (-1e-45, 1e-45, 2),
        (np.nan, -np.nan, 0),
        (np.nan, 0.0, 2**62),
        (1.0, -1.0, 2 * 0x3F800000),
    ],
)
def test_distance(a, b, expected):
    words = [np.array([value], np.float32).view(np.uint32) for value in (a, b)]
    assert distance_ulp(*words, "float32").tolist() == [expected]
