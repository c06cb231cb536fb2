"""The shipped kernels make no use of memory that nobody has written, however closely they are looked at."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from harness.device.base import Device
from harness.device.cpu.ptx_cpu import PtxCpu
from harness.run.case_run import run_case
from harness.settings.settings import Settings
from harness.variant.case import Case
from harness.variant.matrix import cases
from harness.verdict import Verdict
from tests.kernels.expectations import CUDA_SOURCES, declared_variant, of_programs
from tests.ptx.shadows import EXACT

VARIANTS = sorted(CUDA_SOURCES.glob("*.cu"))
N_CASES = 4


@pytest.fixture(scope="module")
def device(settings: Settings) -> Iterator[Device]:
    device = PtxCpu(settings, EXACT)
    yield device
    device.close()


@cache
def some_cases(path: Path) -> tuple[Case, ...]:
    """Return cases of one block and type, for which the code of the exact pass is made.

    Blocks and types take turns from variant to variant; strides, offsets and inputs change along the cases.
    """
    by_code: dict[object, list[Case]] = {}
    for case in of_programs(cases(declared_variant(path))):
        by_code.setdefault((case.block, case.dtype), []).append(case)
    number = VARIANTS.index(path)
    own = [*by_code.values()][number % len(by_code)]
    step = max(len(own) // N_CASES, 1)
    return tuple(own[number % step :: step])


@pytest.mark.slow
@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_exact_pass_finds_nothing(path: Path, device: Device, settings: Settings) -> None:
    for case in some_cases(path):
        result = run_case(case, device, settings)
        assert result.verdict is Verdict.PASS, result


@pytest.mark.slow
def test_all_types_and_layouts_come() -> None:
    chosen = [case for path in VARIANTS for case in some_cases(path)]
    everything = [case for path in VARIANTS for case in cases(declared_variant(path))]
    for of in (lambda case: case.dtype, lambda case: str(case.layout).split("_")[0]):
        assert {of(case) for case in chosen} == {of(case) for case in everything}
