"""Planted wrong kernels get no time, whenever they are wrong; a right one does."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from harness.measure import timed_outputs
from harness.measure.timed_outputs import ROW_STEP, WrongWhileTimedError, is_judged_by_rows, measure_alone
from harness.settings.settings import Settings
from tests.measure.fake_gpu import FakeGpu, fake_case

N_ROWS, N_COLS = ROW_STEP + 40, 64
ROUNDS = 30
N_SETS = 4


@dataclass(eq=False)
class PlantedGpu(FakeGpu):
    """Runs a kernel that is wrong as `plant` says; `timed` is true inside what a timer queues."""

    plant: str = ""
    timed: bool = False
    kept: dict[int, np.ndarray] = field(default_factory=dict)
    l2_bytes: int = 2 * N_ROWS * N_COLS * 4 * N_SETS // 3

    def work(self, kernel, config, args):
        queue = super().work(kernel, config, args)

        def watched(stream):
            self.timed = True
            queue(stream)
            self.timed = False

        return watched

    def _softmax(self, kernel, values):
        out, n_before = values["out"], self.n_launches - 1
        size = N_ROWS * N_COLS * 4
        match self.plant:
            case "works-once-for-each-buffer" if out in self.kept:
                return
            case "works-in-its-first-launches" if n_before > 60:
                return
            case "keeps-its-result" if out in self.kept:
                self._bytes(out, size)[...] = self.kept[out]
                return
            case "rests-while-it-is-timed" if self.timed and n_before > 60:
                return
            case "starts-too-few-blocks-later" if n_before > 80:
                values = {**values, "n_rows": N_ROWS - 1}
        super()._softmax(kernel, values)
        self.kept[out] = self._bytes(out, size).copy()
        if self.plant == "writes-behind-its-output":
            self._bytes(out + size, 4)[...] = 0
        if self.plant == "changes-its-input-later" and n_before > 60:
            self._bytes(values["inp"] + 4 * 9, 4)[...] = 0

    def _spoil(self, fault, result, exact):
        # the row with the largest element of all, wherever it is
        rare = np.unravel_index(int(exact.argmax()), exact.shape)[0]
        n_before = self.n_launches - 1
        match self.plant:
            case "imprecise":
                result *= 1 + 2.0**-14
            case "one-wrong-element":
                result[37, 5] *= 1.5
            case "one-wrong-row-of-the-input":
                result[rare] = np.roll(result[rare], 1)
            case "leaves-a-row-out":
                result[-2] = np.nan
            case "swaps-two-rows":
                result[[20, 21]] = result[[21, 20]]
            case "one-row-too-far":
                result[...] = np.roll(result, 1, axis=0)
            case "imprecise-while-it-is-timed" if self.timed and n_before > 60:
                result[:, 3] *= 1.01
            case "wrong-every-third-launch" if self.n_launches % 3 == 0:
                result[50] = 0.0


PLANTS = (
    "works-once-for-each-buffer", "works-in-its-first-launches", "keeps-its-result",
    "rests-while-it-is-timed", "starts-too-few-blocks-later", "writes-behind-its-output",
    "changes-its-input-later", "imprecise", "one-wrong-element", "one-wrong-row-of-the-input",
    "leaves-a-row-out", "swaps-two-rows", "one-row-too-far", "imprecise-while-it-is-timed",
    "wrong-every-third-launch",
)  # fmt: skip


@pytest.fixture
def case(tmp_path, monkeypatch):
    # few rows, so that a wrong one is not among them by chance
    monkeypatch.setattr(timed_outputs, "JUDGED_ELEMENTS", 1)
    monkeypatch.setattr(timed_outputs, "JUDGED_ROWS", 4)
    timed_outputs._kept.cache_clear()
    return fake_case(tmp_path, n_rows=N_ROWS, n_cols=N_COLS)


@pytest.fixture
def settings(tmp_path):
    return Settings.load(tmp_path)


@pytest.mark.parametrize("plant", PLANTS)
def test_a_wrong_kernel_gets_no_time(case, settings, plant):
    gpu = PlantedGpu(plant=plant)
    with pytest.raises(WrongWhileTimedError, match=case.id):
        measure_alone(gpu, settings, case, ROUNDS)
    assert not gpu.memory
    assert gpu.timers[0].closed


def test_a_right_kernel_gets_its_time_on_buffers_in_rotation(case, settings):
    gpu = PlantedGpu()
    assert is_judged_by_rows(case)
    found = measure_alone(gpu, settings, case, ROUNDS)
    assert found.kernel_us == (500.0,) * ROUNDS
    assert found.n_sets == N_SETS
    # the judged sums serve the next variant
    assert timed_outputs._kept.cache_info().currsize == 1


def test_results_that_differ_in_bits_are_judged_by_their_bound(case, settings):
    """A kernel whose last bits depend on the launch is right."""

    class Scattering(PlantedGpu):
        def _spoil(self, fault, result, exact):
            result *= 1 + 2.0**-22 * (self.n_launches % 3)

    assert len(measure_alone(Scattering(), settings, case, ROUNDS).kernel_us) == ROUNDS


LOOSE = {"arithmetic": '"fast_exp+reciprocal+online"'}
STRICT = {"parallel": '"block_x"'}
BETWEEN = 50 * 2.0**-24
"""Relative error: the strict kernel's bound is at most 30 * 2**-24, the loose one's at least 150 * 2**-24."""


class BetweenTheBounds(PlantedGpu):
    def _spoil(self, fault, result, exact):
        result *= 1 + BETWEEN


def kernels_of_two_bounds(folder):
    return {
        name: fake_case(folder, name, n_rows=N_ROWS, n_cols=N_COLS, **keys)
        for name, keys in (("loose", LOOSE), ("strict", STRICT))
    }


@pytest.mark.parametrize("order", [("loose", "strict"), ("strict", "loose")], ids="-".join)
def test_a_kernel_is_judged_by_its_own_bound_whatever_was_timed_before(case, settings, tmp_path, order):
    kernels = kernels_of_two_bounds(tmp_path)
    gpu = BetweenTheBounds()
    for name in order:
        if name == "loose":
            assert len(measure_alone(gpu, settings, kernels[name], ROUNDS).kernel_us) == ROUNDS
            continue
        with pytest.raises(WrongWhileTimedError, match=kernels[name].id):
            measure_alone(gpu, settings, kernels[name], ROUNDS)


def test_a_row_that_is_off_beside_rows_within_their_bound_gets_no_time(case, settings, tmp_path):
    """All rows are off, so a weighted sum does not stand out from those of the rows that are drawn."""

    class LeavesALittleOut(PlantedGpu):
        def _spoil(self, fault, result, exact):
            result *= 1 + 9 * 2.0**-24
            # the row in which no element stands out
            result[int(exact.max(axis=1).argmin())] *= 1 + 26 * 2.0**-24

    strict = kernels_of_two_bounds(tmp_path)["strict"]
    with pytest.raises(WrongWhileTimedError, match=r"(?s)strict.*worst at row 0"):
        measure_alone(LeavesALittleOut(), settings, strict, ROUNDS)
