"""A gate's times on a cluster: each comparison alone on a GPU of each kind, and every time says which GPU it was."""

import contextlib
import itertools
import json

import numpy as np
import pytest

from harness.cluster.engine import Need
from harness.cluster.opening import Where
from harness.compiler import open_compiler
from harness.device.base import DeviceInfo
from harness.errors import DeviceError, UsageError
from harness.gate import gate, speed
from harness.gate.gate import run_gate
from harness.gate.model import CasePair
from harness.gate.revision import open_revisions
from harness.gate.speed import compare_speeds, time_on, timing_processes
from harness.measure.clocks import Clocks, TimedOn
from harness.measure.pairs import PairTimes
from harness.measure.statistics import Speed
from harness.run.target import Target
from harness.settings.settings import Settings
from harness.store.records import plain, to_json
from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant
from tests.cluster.stand_in import LocalEngine
from tests.gate.repository import SMALL
from tests.measure.fake_gpu import FakeGpu

ON = Where("")
KINDS = Where("", ("H100", "A100", "B200"))


@pytest.fixture
def settings(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # a worker of a cluster is a process of its own, with the driver's settings
    return Settings.load(tmp_path, environ={"HOME": str(tmp_path), "KERNEL_HARNESS_ISOLATION": "none"})


@pytest.fixture
def comparisons(tmp_path, monkeypatch):
    """Make three comparisons of two variants; the heads in folder `slow` take 3 % longer."""
    readings = itertools.count()

    def measure(base, head, device, settings, *, n_pairs, seed, base_settings, most_pairs):
        number, scatter = next(readings), np.random.default_rng(seed)
        head_us = 515.0 if "slow" in head.variant.path.parts else 500.0
        sides = [us * (1 + 0.002 * scatter.standard_normal(n_pairs)) for us in (500.0, head_us)]
        clocks = Clocks(1980 - number, 2619, limits=("gpu-idle",))
        return PairTimes(*map(tuple, sides), (400.0,), 1, TimedOn.of(device, (clocks,)))

    monkeypatch.setattr("harness.run.session.open_gpu", lambda _settings: FakeGpu())
    monkeypatch.setattr("harness.gate.speed.measure_pairs", measure)
    found = []
    for folder, dtypes in (("slow", ("float32",)), ("same", ("float32", "float16"))):
        sides = []
        for side in ("base", folder):
            path = tmp_path / side / f"{folder}_rows.cu"
            path.parent.mkdir(exist_ok=True)
            path.write_text(SMALL.replace('dtypes   = ["float32"]', 'dtypes   = ["float32", "float16"]'))
            sides.append(load_variant(path))
        for dtype in dtypes:
            cases = [
                make_case(each, dtype=dtype, n_rows=3, n_cols=4, kind="normal", block=(32, 1, 1))
                for each in sides
            ]
            found.append(CasePair(*cases))
    return found


def timed(engine, where, comparisons, settings, lines=None):
    on_line = (lines if lines is not None else []).append
    return time_on(engine, where, comparisons, settings, settings, 0.01, on_line)


def test_comparisons_are_dealt_out_and_come_back_in_order(settings, comparisons):
    engine, lines = LocalEngine(), []
    results, absent = timed(engine, ON, comparisons, settings, lines)
    assert [each.case for each in results] == [pair.head.id for pair in comparisons]
    assert [each.speed for each in results] == [Speed.SLOWER, Speed.SAME, Speed.SAME]
    assert results[0].change.estimate == pytest.approx(0.03, abs=0.002)
    assert absent == ()
    # one whole GPU for each job, two jobs for two GPUs
    assert set(engine.needs.values()) == {Need(1.0, 1.0)}
    assert engine.names == ["timing 2 of 3", "timing 1 of 3"]
    assert any(line.startswith("gpu 1 on host0: process 1: ") for line in lines)
    # Every result names its GPU and its slowest clock.
    for each in results:
        assert each.timed_on.host
        assert each.timed_on.bus_id == "0000:00:00.0"
        assert each.timed_on.sm_mhz < 1980
        assert each.timed_on.memory_mhz == 2619
        assert each.timed_on.limits == ("gpu-idle",)
        assert "limited by gpu-idle" in each.timed_on.text
    # A share of a GPU is for cases only.
    engine = LocalEngine()
    timed(engine, Where("", (), 0.25), comparisons, settings)
    assert {need.n_gpus for need in engine.needs.values()} == {1.0}


def test_the_results_are_those_of_one_machine(settings, comparisons):
    with contextlib.closing(timing_processes(settings)) as processes:
        here = compare_speeds(comparisons, processes, settings, 0.01, 0, lambda _: None)
    there, _ = timed(LocalEngine(rooms=lambda need: 1), ON, comparisons, settings)
    assert [each.speed for each in here] == [each.speed for each in there]
    assert [each.change.n_pairs for each in here] == [each.change.n_pairs for each in there]


def test_several_kinds_give_a_result_each_and_an_absent_one_is_said(settings, comparisons):
    engine = LocalEngine(rooms=lambda need: {"H100": 2, "A100": 1}.get(need.accelerator, 0))
    results, absent = timed(engine, KINDS, comparisons, settings)
    assert [each.case for each in results] == [pair.head.id for pair in comparisons] * 2
    assert [need.accelerator for need in engine.needs.values()] == ["H100", "H100", "A100"]
    assert absent == ("speed on B200: no host of the cluster has 1 GPU of type B200 and 1 CPU",)


def test_comparisons_of_all_gpus_share_one_error_rate(settings, comparisons, monkeypatch):
    shared = []
    whole = speed.compare_speeds

    def compare(*args, **options):
        shared.append(args[-1])
        return whole(*args, **options)

    monkeypatch.setattr(speed, "compare_speeds", compare)
    engine = LocalEngine(rooms=lambda need: {"H100": 2, "A100": 1}.get(need.accelerator, 0))
    timed(engine, KINDS, comparisons, settings)
    assert shared == [6, 6, 6]


def test_without_any_of_the_kinds_nothing_is_compared(settings, comparisons):
    with pytest.raises(
        DeviceError, match=r"no host of the cluster has 1 GPU of type H100 and 1 CPU \(got 2 CPU"
    ):
        timed(LocalEngine(rooms=lambda need: 0), KINDS, comparisons, settings)
    assert timed(LocalEngine(rooms=lambda need: 0), KINDS, [], settings) == ((), ())


def test_a_lost_gpu_is_tried_again_and_then_is_an_error_of_its_comparisons(settings, comparisons):
    engine = LocalEngine(die=lambda worker, job: job == 0)
    lines = []
    results, _ = timed(engine, ON, comparisons, settings, lines)
    assert None not in [each.speed for each in results]
    assert [line for line in lines if line.startswith("lost: worker 0 on host0: killed")]
    engine = LocalEngine()
    engine.die = lambda worker, job: engine.names[job] == "timing 1 of 3"
    results, _ = timed(engine, ON, comparisons, settings)
    assert [each.speed is None for each in results] == [True, False, False]
    assert "its worker was lost 2 times" in results[0].why


def test_an_answer_of_another_form_or_of_another_comparison_is_refused(settings, comparisons):
    (result,), _ = timed(LocalEngine(), ON, comparisons[:1], settings)
    document = json.loads(to_json(plain(result)))

    def received(**changes):
        answer = {"results": [{**document, **changes}]}
        return speed._results(answer, "", "here", comparisons[:1])

    assert received() == (result,)
    for name, value in (
        ("speed", "QUICK"), ("base_us", "x"), ("copy_us", "NaN"), ("change", [1]), ("timed_on", {"host": 1}),
        ("case", "other"),
    ):  # fmt: skip
        with pytest.raises(UsageError, match="here"):
            received(**{name: value})


GPU = DeviceInfo(
    kind="gpu", name="a GPU", arch="sm_90", compiler="nvrtc 13.0", cuda="13.0", driver="580", observes=()
)


@pytest.mark.parametrize("is_edited", [True, False])
def test_the_base_s_timed_code_is_compiled_before_it_is_timed(repository, monkeypatch, is_edited):
    steps = []
    monkeypatch.setattr(gate, "check_changed", lambda *_: (Target("gpu", "gpu", GPU, "", (), "process"), []))
    monkeypatch.setattr(
        gate, "precompile_cases", lambda cases, info, settings: steps.append((cases, info, settings))
    )
    monkeypatch.setattr(gate, "compare_speeds", lambda *_, **_options: steps.append("timed") or ())
    monkeypatch.setattr(speed.TimingProcesses, "begin", lambda _self: None)
    if is_edited:
        repository.edit("kernels/rows.cu", "sum += expf", "sum += __expf")
    with open_revisions("main", None, repository.root, {}) as (base, head):
        run_gate(base, head, open_compiler(head.settings, device="cpu"), with_speed=True)
    if not is_edited:
        assert steps == ["timed"]
        return
    (cases, info, settings), timed = steps
    assert (info, settings, timed) == (GPU, base.settings, "timed")
    assert cases
    assert {case.variant.path for case in cases} == {base.settings.sources[0] / "rows.cu"}
