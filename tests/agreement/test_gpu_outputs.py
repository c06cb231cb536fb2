"""Recorded outputs of the kernel family on a GPU; `tests.agreement.fidelity_table` compares the executor with them.

The distance is counted in numbers of the output's type. Approximate instructions and the fused operations that the
assembler may form from separate ones are what may differ.
"""

import numpy as np
import pytest

from tests.agreement.family_outputs import (
    N_SHAPES,
    Recording,
    distance_ulp,
    family_cases,
    read,
    variants,
)

VARIANTS = {variant.id: variant for variant in variants()}
N_SHAPES_OF_PACKS = 15
"""Shapes at least of variants whose rows are whole packs of 16 bytes."""
FAMILY = [(variant.id, dtype) for variant in variants() for dtype in variant.dtypes]


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
