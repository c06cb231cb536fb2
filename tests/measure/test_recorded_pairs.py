"""The rule on paired times that were recorded on an H200: kernels against themselves, and with a known delay added."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from harness.measure.statistics import CONFIRMING_LOOKS, CONFIRMING_RESTARTS, Speed, StoppingRule, log_ratios

TIMINGS = Path(__file__).resolve().parents[2] / "fixtures" / "timings"
FACTS = json.loads((TIMINGS / "pairs.json").read_text())
LOOKS = (1, 2, 3, 4, 6, 9)
"""As many restarts as were recorded, less those of the confirming pass."""


@pytest.fixture(scope="module")
def recorded():
    """Log ratios by added share: arrays of shape (restarts, pairs), one for each comparison."""
    with np.load(TIMINGS / "pairs.npz") as arrays:
        found: dict[float, list[np.ndarray]] = {}
        for number, each in enumerate(FACTS["combinations"]):
            base, head = arrays[f"base_us_{number}"], arrays[f"head_us_{number}"]
            assert base.shape == (FACTS["restarts"], each["n_comparisons"], FACTS["pairs"])
            ratios = log_ratios(base.ravel(), head.ravel()).reshape(base.shape)
            found.setdefault(each["more"], []).extend(ratios[:, k] for k in range(each["n_comparisons"]))
        return found


def called(comparisons, margin):
    """Count the verdicts that the gate would have given."""
    rule = StoppingRule(margin=margin, looks=LOOKS)
    outcomes: Counter[Speed] = Counter()
    for restarts in comparisons:
        speed = None
        for n in LOOKS:
            speed, _ = rule.look(list(restarts[:n]))
            if speed is not None:
                break
        if speed in (Speed.SLOWER, Speed.FASTER):
            confirming = list(restarts[-CONFIRMING_RESTARTS:])
            agrees = next(
                (found for n in CONFIRMING_LOOKS if (found := rule.confirms(speed, confirming[:n])[0])), False
            )
            speed = speed if agrees else Speed.AMBIGUOUS
        outcomes[speed] += 1
    return outcomes


def test_enough_was_recorded_to_say_anything(recorded):
    assert {share: len(found) for share, found in recorded.items()} == {0.0: 200, 0.01: 100, 0.005: 100}
    assert FACTS["restarts"] >= LOOKS[-1] + CONFIRMING_RESTARTS
    with np.load(TIMINGS / "pairs.npz") as arrays:
        medians = [np.median(arrays[f"base_us_{number}"]) for number in range(len(FACTS["combinations"]))]
    assert min(medians) >= 20.0


def test_the_added_delay_is_what_it_is_said_to_be(recorded):
    for share, found in recorded.items():
        # the clock of the delay was calibrated in one process, to a tenth or so
        assert np.median(np.expm1(np.stack(found))) == pytest.approx(share, abs=0.0003 + share / 10)


@pytest.mark.parametrize("margin", [0.01, 0.0025])
def test_a_kernel_against_itself_is_not_called_slower_or_faster(recorded, margin):
    outcomes = called(recorded[0.0], margin)
    assert outcomes[Speed.SLOWER] + outcomes[Speed.FASTER] <= 2
    if margin == 0.01:
        assert outcomes[Speed.SAME] >= 198


def test_an_unchanged_kernel_is_decided_by_three_restarts_beside_27_others(recorded):
    rule = StoppingRule(n_comparisons=28)
    needed = [
        next(n for n in LOOKS if rule.look(list(restarts[:n]))[0] is not None) for restarts in recorded[0.0]
    ]
    assert sum(needed) <= 3 * len(needed)


@pytest.mark.parametrize(("share", "margin", "found"), [(0.01, 0.01, 99), (0.005, 0.0025, 90)])
def test_one_percent_is_found_and_half_a_percent_with_a_smaller_margin(recorded, share, margin, found):
    assert called(recorded[share], margin)[Speed.SLOWER] >= found
