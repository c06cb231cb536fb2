"""The shipped kernels make no use of memory that nobody has written, however closely they are looked at."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.device.base import Device
from harness.device.cpu.ptx_cpu import PtxCpu
from harness.run.case_run import run_case
from harness.settings.settings import Settings
from harness.variant.case import Case
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from harness.verdict import Verdict
from tests.kernels.expectations import CUDA_SOURCES
from tests.ptx.shadows import EXACT

N_CASES = 4


@pytest.fixture(scope="module")
def device(settings: Settings) -> Iterator[Device]:
    device = PtxCpu(settings, EXACT)
    yield device
    device.close()


def some_cases(path: Path) -> tuple[Case, ...]:
    """Return cases from all over the matrix: strides, offsets, blocks and types change along it."""
    everything = cases(load_variant(path))
    return everything[:: max(len(everything) // N_CASES, 1)]


@pytest.mark.parametrize("path", sorted(CUDA_SOURCES.glob("*.cu")), ids=lambda path: path.stem)
def test_exact_pass_finds_nothing(path: Path, device: Device, settings: Settings) -> None:
    for case in some_cases(path):
        result = run_case(case, device, settings)
        assert result.verdict is Verdict.PASS, result
