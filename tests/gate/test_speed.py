import contextlib
import itertools
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from harness.errors import DeviceError, LaunchError
from harness.gate.model import CasePair
from harness.gate.speed import (
    NOT_EXCHANGED,
    OPENED_TOGETHER,
    PAIRS_PER_RESTART,
    TimingProcesses,
    _interleaved,
    _Series,
    compare_speeds,
)
from harness.measure.pairs import PairTimes
from harness.measure.statistics import FEWEST_FOR_SAME, Speed
from harness.settings.settings import Settings


class Process:
    """Stands for a runner with a GPU; every `open` is another process."""

    n_opened = 0

    def __init__(self, unavailable=""):
        self.unavailable = unavailable
        self.info = None if unavailable else object()

    @contextlib.contextmanager
    def open(self):
        Process.n_opened += 1
        yield self

    def call(self, function, *args):
        return function(None, None, *args)


@pytest.fixture(autouse=True)
def process():
    Process.n_opened = 0
    return Process()


def measure(slower, *, only_first=False):
    """Make a measurement in which the head is slower by a share, in the first process alone if that is said."""

    def measure(device, settings, pair, base_settings, seed):
        generator = np.random.default_rng(seed)
        share = 0.0 if only_first and seed >= 7919 else slower(pair.head.id)
        base = 50.0 * (1 + 0.003 * generator.standard_normal(PAIRS_PER_RESTART))
        head = 50.0 * (1 + share) * (1 + 0.003 * generator.standard_normal(PAIRS_PER_RESTART))
        return PairTimes(tuple(base), tuple(head), (40.0,), 1)

    return measure


def compared(process, names, measurement, **options):
    cases = [SimpleNamespace(id=name, variant=SimpleNamespace(id=name)) for name in names]
    with contextlib.closing(TimingProcesses(process.open)) as processes:
        results = compare_speeds(
            [CasePair(case, case) for case in cases],
            processes,
            base_settings=Settings.load(Path(__file__)),
            margin=0.01,
            measure=measurement,
            **options,
        )
    assert [(result.base_case, result.case) for result in results] == [(name, name) for name in names]
    return results


def test_each_process_gets_ready_when_it_starts(process):
    ready = []

    def get_ready(device, settings):
        ready.append(Process.n_opened)
        raise LaunchError("reported when it is needed")

    with contextlib.closing(TimingProcesses(process.open, get_ready)) as processes:
        assert processes.next() is process
        assert len(ready) == OPENED_TOGETHER
    # without a device there is nothing to get ready
    with contextlib.closing(TimingProcesses(Process("no GPU").open, get_ready)) as processes:
        processes.next()
    assert len(ready) == OPENED_TOGETHER


def test_each_comparison_gets_its_own_verdict(process):
    share = {"same": 0.0, "slower": 0.015, "faster": -0.02}
    results = compared(process, share, measure(share.get))
    assert [result.speed for result in results] == [Speed.SAME, Speed.SLOWER, Speed.FASTER]
    assert results[1].change.low > 0.005
    assert results[1].confirmed.estimate == pytest.approx(0.015, abs=0.003)
    assert results[0].confirmed is None
    assert results[0].base_us == pytest.approx(50, rel=0.01)
    assert results[0].copy_us == 40.0


@pytest.mark.parametrize(
    ("share", "speed", "n_processes"), [(0.0, Speed.SAME, FEWEST_FOR_SAME), (0.3, Speed.SLOWER, 3)]
)
def test_what_is_decided_is_not_measured_any_further(process, share, speed, n_processes):
    calls = []

    def counting(device, settings, pair, *rest):
        calls.append(pair.head.id)
        return measure(lambda _: share)(device, settings, pair, *rest)

    results = compared(process, ["a", "b"], counting)
    assert [result.speed for result in results] == [speed] * 2
    assert Process.n_opened == OPENED_TOGETHER
    assert len(calls) == 2 * n_processes


def test_a_change_that_is_not_seen_again_is_ambiguous(process):
    (result,) = compared(process, ["a"], measure(lambda _: 0.03, only_first=True))
    assert result.speed is Speed.AMBIGUOUS
    assert result.why == "SLOWER in the first pass, not confirmed by the second"


def test_a_result_says_that_buffers_were_not_exchanged(process):
    def kept(*given):
        return replace(measure(lambda _: 0.02)(*given), is_exchanged=False)

    (result,) = compared(process, ["a"], kept)
    assert (result.speed, result.why) == (Speed.SLOWER, NOT_EXCHANGED)


def test_a_comparison_that_cannot_be_measured_costs_the_others_nothing(process):
    def failing(device, settings, pair, *rest):
        if pair.head.id == "bad":
            raise LaunchError("the grid must not be empty")
        return measure(lambda _: 0.0)(device, settings, pair, *rest)

    bad, good = compared(process, ["bad", "good"], failing)
    assert (bad.speed, bad.why) == (None, "the grid must not be empty")
    assert bad.base_us is None
    assert good.speed is Speed.SAME
    with pytest.raises(DeviceError, match="no driver"):
        compared(Process("no driver"), ["a"], failing)


def test_progress_is_told(process):
    lines = []
    seconds = itertools.count()
    share = {"same": 0.0, "slower": 0.05}
    compared(process, share, measure(share.get), on_line=lines.append, clock=lambda: next(seconds))
    assert lines == [
        "process 1: 0 of 2 comparisons decided, about 4 s left",
        "process 2: 1 of 2 comparisons decided, about 2 s left",
        "process 3: 2 of 2 comparisons decided",
    ]


def test_comparisons_take_turns_between_variants():
    def series(variant, number):
        case = SimpleNamespace(variant=SimpleNamespace(id=variant), number=number)
        return _Series(CasePair(case, case))

    made = [series("a", 0), series("a", 1), series("a", 2), series("b", 0), series("b", 1)]
    order = [(each.pair.head.variant.id, each.pair.head.number) for each in _interleaved(made)]
    assert order == [("a", 0), ("b", 0), ("a", 1), ("b", 1), ("a", 2)]
