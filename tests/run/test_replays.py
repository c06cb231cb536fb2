"""Further launches of a case: each planted fault shows in its own, and nothing of a case is left behind."""

from dataclasses import replace

import numpy as np
import pytest

from harness.operation.kinds import SWEEP_KIND
from harness.ptx.memory import Allocation
from harness.run.case_run import run_case
from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant
from harness.variant.shape import HUGE_LAYOUT, HUGE_ROWS
from harness.verdict import Finding, Reason, Verdict
from tests.run.fake_device import FakeDevice, write_kernel

SCRATCH = ("[[scratch]]", 'name = "partial"', 'bytes = "n_rows * 4"')


@pytest.fixture
def settings(settings):
    return replace(settings, thorough=True)


@pytest.fixture
def case(tmp_path):
    variant = load_variant(write_kernel(tmp_path))
    return make_case(variant, dtype="float32", n_rows=3, n_cols=33, layout="strided", block=(32, 1, 1))


def shaped(case, n_rows, n_cols, **parts):
    return make_case(case.variant, dtype="float32", n_rows=n_rows, n_cols=n_cols, block=case.block, **parts)


@pytest.mark.parametrize(
    ("fault", "verdict", "reasons"),
    [
        ("row-sum", Verdict.FAIL, [Reason.ROW_SUM]),
        ("nondeterministic", Verdict.FAIL, [Reason.NONDETERMINISTIC]),
        ("row-dependence", Verdict.FAIL, [Reason.ROW_DEPENDENCE]),
        ("permutation-variance", Verdict.FAIL, [Reason.PERMUTATION_VARIANCE]),
        ("shift-variance", Verdict.FAIL, [Reason.SHIFT_VARIANCE]),
        ("late-oob-write", Verdict.FAIL, [Reason.OOB_WRITE]),
        ("late-hang", Verdict.HANG, [Reason.HANG]),
    ],
)
def test_a_fault_that_no_element_shows_is_seen_by_its_check_alone(
    case, settings, fault, verdict, reasons, monkeypatch
):
    device = FakeDevice(fault=fault)
    result = run_case(case, device, settings)
    assert (result.verdict, list(result.reasons)) == (verdict, reasons)
    assert result.max_error_ratio <= 1
    assert not device.memory, "buffers are left on the device"
    if fault == "row-sum":
        monkeypatch.setattr("harness.check.comparison._findings", lambda *_: [])
    else:
        monkeypatch.setattr("harness.run.case_run.replay", lambda *_, judgement, **__: judgement)
    assert run_case(case, FakeDevice(fault=fault), settings).verdict is Verdict.PASS


@pytest.mark.parametrize(
    ("parts", "n_launches"),
    [
        ({"n_rows": 3, "n_cols": 33}, 8),
        ({"n_rows": 1, "n_cols": 33}, 4),
        ({"n_rows": 3, "n_cols": 1}, 7),
        ({"n_rows": 1, "n_cols": 1}, 3),
        ({"n_rows": 3, "n_cols": 33, "kind": "constant"}, 5),
        ({"n_rows": 3, "n_cols": 33, "kind": SWEEP_KIND}, 1),
    ],
)
def test_how_often_a_case_is_launched_follows_from_the_case(case, settings, parts, n_launches):
    device = FakeDevice()
    assert run_case(shaped(case, **parts), device, settings).verdict is Verdict.PASS
    assert device.n_launches == n_launches


def test_by_default_a_case_makes_further_launches_of_one_kind_in_turn(case, settings):
    quick = replace(settings, thorough=False)
    numbers = []
    for seed in range(4):
        device = FakeDevice()
        assert run_case(shaped(case, 3, 33).with_seed(seed), device, quick).verdict is Verdict.PASS
        numbers.append(device.n_launches)
    # the first, that of large errors, and a repetition, moved columns, a shift, or three with other rows
    assert sorted(numbers) == [3, 3, 3, 5]
    asked = replace(quick, schedules=2)
    plain = shaped(case, 3, 33)
    found = replace(plain, variant=replace(plain.variant, found=(plain.id,)))
    for each, kind, options in ((plain, "cpu", asked), (plain, "gpu", quick), (found, "cpu", quick)):
        device = FakeDevice(kind=kind)
        run_case(each, device, options)
        assert device.n_launches == 8, (
            "all for orders that are asked for, on a gpu, and for what a search found"
        )


@pytest.mark.parametrize(
    "fault", ["nondeterministic", "row-dependence", "permutation-variance", "shift-variance"]
)
def test_what_a_turn_shows_is_told_as_with_all_launches(case, settings, fault):
    quick = replace(settings, thorough=False)
    seeds = [case.with_seed(number) for number in range(4)]
    results = [run_case(each, FakeDevice(fault=fault), quick) for each in seeds]
    shown = [at for at, result in enumerate(results) if result.verdict is Verdict.FAIL]
    # Rows beside other rows must keep their bits as well.
    assert len(shown) == (2 if fault == "nondeterministic" else 1)
    for at in shown:
        assert results[at].reasons == run_case(seeds[at], FakeDevice(fault=fault), settings).reasons


def test_what_shows_once_is_not_lost(case, settings, monkeypatch):
    once = Finding(Reason.ROW_DEPENDENCE, "once")
    answers = iter(([once], []))
    monkeypatch.setattr("harness.run.replays._Replays.findings", lambda *_: next(answers))
    assert run_case(case, FakeDevice(), replace(settings, thorough=False)).findings == (once,)
    assert not list(answers)


@pytest.mark.parametrize("is_schedulable", [False, True])
def test_a_kernel_that_left_values_is_launched_on_others_and_repeated_last(case, settings, is_schedulable):
    kept = (Allocation(0, np.zeros(4, np.uint8), "flag", 0, 4),)
    device = FakeDevice(is_schedulable=is_schedulable, kept=kept)
    assert run_case(shaped(case, 3, 33), device, settings).verdict is Verdict.PASS
    plain = FakeDevice(is_schedulable=is_schedulable)
    assert run_case(shaped(case, 3, 33), plain, settings).verdict is Verdict.PASS
    assert device.n_launches == plain.n_launches + 2
    assert device.schedules[:-2] == plain.schedules
    if is_schedulable:
        assert device.schedules[-2:] == [None, plain.schedules[1]]
    late = FakeDevice(fault="late-hang", is_schedulable=is_schedulable, kept=kept)
    assert run_case(case, late, settings).verdict is Verdict.HANG
    assert late.n_launches == 2


@pytest.mark.parametrize(
    ("fault", "n_launches"),
    [
        ("wrong-value", 1),
        ("unwritten", 1),
        ("finding", 1),
        ("row-sum", 1),
        ("nondeterministic", 2),
        ("late-hang", 2),
    ],
)
def test_a_kernel_known_to_be_wrong_is_not_launched_for_more(case, settings, fault, n_launches):
    device = FakeDevice(fault=fault)
    assert run_case(case, device, settings).verdict.is_failure
    assert device.n_launches == n_launches


def test_what_a_further_launch_damages_is_told_with_the_launch(case, settings):
    (*_, finding) = run_case(case, FakeDevice(fault="late-oob-write"), settings).findings
    assert finding.message.startswith(
        "in a further launch, rows next to the same rows plus a number: out: memory outside the elements was written\n"
    )


def test_time_and_error_are_the_first_launchs(case, settings):
    alone = run_case(shaped(case, 3, 33, kind=SWEEP_KIND), FakeDevice(), settings)
    assert run_case(case, FakeDevice(), settings).kernel_us == alone.kernel_us == 11.0


def test_every_launch_finds_its_buffers_as_the_first_did(case, settings):
    class Watching(FakeDevice):
        def launch(self, kernel, config, args, variation):
            seen.append([self.copy_out(buffer).tobytes() for buffer in buffers])
            return super().launch(kernel, config, args, variation)

        def allocate(self, size_bytes, label, ranges=None, is_input=False):
            buffers.append(super().allocate(size_bytes, label, ranges, is_input))
            return buffers[-1]

    seen, buffers = [], []
    run_case(case, Watching(), settings)
    assert [buffer.label for buffer in buffers] == ["inp", "out"]
    assert len(seen) == 6
    assert len({out for _, out in seen}) == 1, "an output is poisoned anew"
    assert len({inp for inp, _ in seen}) == 5, "of six inputs only that of the repetition is the same"


def test_huge_strides_are_launched_on_windows_of_the_rows(case, settings):
    huge = shaped(case, HUGE_ROWS, 33, layout=HUGE_LAYOUT)
    result = run_case(huge, FakeDevice(), settings)
    assert (result.verdict, result.findings) == (Verdict.PASS, ())
    for fault, reason in (("unwritten", Reason.UNWRITTEN_OUTPUT), ("oob-write", Reason.OOB_WRITE)):
        assert run_case(huge, FakeDevice(fault=fault), settings).reasons == (reason,)


def test_a_case_that_no_free_memory_would_be_enough_for_is_skipped_with_both_numbers(case, settings):
    huge = shaped(case, HUGE_ROWS, 33, layout=HUGE_LAYOUT)
    device = FakeDevice(kind="gpu", memory_bytes=24 * 10**9)
    result = run_case(huge, device, settings)
    assert result.verdict is Verdict.SKIP
    assert result.detail == (
        "a device must have 34359756200 bytes for this case (got one with 24000000000); "
        "--device cpu runs it with less"
    )
    assert device.n_launches == 0
    assert run_case(huge, FakeDevice(kind="gpu", memory_bytes=35 * 10**9), settings).verdict is Verdict.PASS
    assert run_case(case, device, settings).verdict is Verdict.PASS


def test_a_hand_made_case_with_strides_as_large_in_one_buffer_alone_is_mixed(case, settings):
    shape = case.shape._replace(inp_stride=2**30)
    assert run_case(replace(case, shape=shape), FakeDevice(), settings).verdict is Verdict.PASS
