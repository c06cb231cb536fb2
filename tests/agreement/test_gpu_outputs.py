"""Outputs of the kernel family on the executor against those that a GPU gave.

The distance is counted in numbers of the output's type. Approximate instructions and the fused operations that the
assembler may form from separate ones are what may differ.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from harness.device.base import Device
from harness.device.selection import open_device
from harness.settings import Settings
from tests.agreement.family_outputs import (
    N_SHAPES,
    ROOT,
    Recording,
    distance_ulp,
    family_cases,
    largest,
    output_bits,
    read,
    variants,
)

MOST_ULP = 4
NOT_RECORDED = "not recorded yet: python -m tests.agreement.record_gpu_outputs fixtures/gpu_outputs, on a GPU"
FAMILY = [(variant.id, dtype) for variant in variants() for dtype in variant.dtypes]


@pytest.fixture(scope="module")
def settings() -> Settings:
    return Settings.load(ROOT, compiler="nvrtc", arch="sm_90")


@pytest.fixture(scope="module")
def cpu(settings: Settings) -> Iterator[Device]:
    device = open_device("cpu", settings)
    yield device
    device.close()


@pytest.fixture(scope="module")
def recording() -> Recording:
    found = read()
    if found is None:
        pytest.skip(NOT_RECORDED)
    return found


def test_every_variant_and_type_has_all_its_shapes():
    cases = family_cases()
    counts = dict.fromkeys(FAMILY, 0)
    for case in cases:
        counts[case.variant.id, case.dtype] += 1
    # one that takes a single block shape or width may have fewer
    assert {pair: n for pair, n in counts.items() if n != N_SHAPES} == {}


def test_every_case_is_recorded(recording):
    assert recording.failed == {}
    assert list(recording.outputs) == [case.id for case in family_cases()], "record again"


def test_it_was_recorded_on_a_gpu(recording):
    assert recording.made_with["device"].startswith("NVIDIA")
    assert recording.made_with["arch"] == "sm_90"


@pytest.mark.parametrize(("variant", "dtype"), FAMILY)
def test_executor_agrees_with_the_gpu(variant, dtype, recording, cpu, settings):
    distances = {}
    for case in family_cases():
        if (case.variant.id, case.dtype) == (variant, dtype):
            got = output_bits(case, cpu, settings)
            distances[case.id] = distance_ulp(got, recording.outputs[case.id], dtype)
    far = {case_id: largest([each]) for case_id, each in distances.items() if largest([each]) > MOST_ULP}
    assert far == {}


# -- the measure itself ------------------------------------------------------------------------------------------------


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
