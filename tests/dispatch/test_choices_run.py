"""What softmax_auto chooses is right on the cpu device, for shapes of every regime that it can run in short time.

Each shape runs with contiguous rows and in one of the other layouts, in turn; in all of them the choice claims it.
"""

import dataclasses
from collections.abc import Iterator

import pytest

from harness.device.base import Device
from harness.device.selection import open_device
from harness.dispatch.problem import DispatchProblem
from harness.dispatch.regimes import choose, own_regimes
from harness.run.case_run import run_case
from harness.settings.settings import Settings
from harness.variant.case import make_case
from harness.verdict import Verdict
from tests.kernels.expectations import ROOT

SHAPES = (
    *(
        (1, 1),
        (3, 7),
        (33, 16),
        (9, 33),
        (5, 64),
        (5, 100),
        (3, 128),
        (2, 257),
        (3, 513),
        (1, 1000),
        (64, 1024),
    ),
    *((2, 1023), (2, 2048), (2, 4097), (2, 8192), (2, 16385), (2, 32768), (1, 65537), (9, 70000)),
)
LAYOUTS = ("contiguous", "strided", "strided8", "offset")


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    opened = open_device("cpu", SETTINGS)
    yield opened
    opened.close()


SETTINGS = dataclasses.replace(Settings.load(ROOT), schedules=0)


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape[0]}x{shape[1]}")
def test_the_choice_is_right(shape: tuple[int, int], dtype: str, device: Device) -> None:
    n_rows, n_cols = shape
    also_run = LAYOUTS[1 + SHAPES.index(shape) % (len(LAYOUTS) - 1)]
    for layout in LAYOUTS:
        probe = make_case(
            own_regimes()[-1].variant,
            dtype=dtype,
            n_rows=n_rows,
            n_cols=n_cols,
            layout=layout,
            block=(512, 1, 1),
        )
        problem = DispatchProblem(probe.shape, dtype, probe.inp_offset, probe.out_offset, 90, 132)
        regime = choose(problem, own_regimes())
        case = make_case(
            regime.variant, dtype=dtype, n_rows=n_rows, n_cols=n_cols, layout=layout, block=regime.block
        )
        assert case.unmet() is None, case.id
        if layout not in (LAYOUTS[0], also_run):
            continue
        result = run_case(case, device, SETTINGS)
        assert result.verdict is Verdict.PASS, f"{case.id}: {result}"
