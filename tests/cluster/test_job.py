"""Jobs run whole on a host, their lines and answers come back, and a lost one is tried once more."""

import pytest

from harness.cluster.engine import Need
from harness.cluster.job import ClusterJob, JobRun
from harness.errors import DeviceError
from harness.variant.declaration.discovery import load_variant
from tests.run.session_tasks import NOTHING

from . import jobs
from .stand_in import LocalEngine

GPU = Need(n_gpus=1.0)


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # a worker changes its folder


@pytest.fixture
def variant(tmp_path):
    path = tmp_path / "k.cu"
    path.write_text(NOTHING)
    return load_variant(path)


def described(variant, number):
    return ClusterJob(f"job {number}", jobs.describe, (f"text {number}", variant.path), (variant,))


def run(engine, settings, listed, **options):
    return JobRun(engine, settings, GPU, listed, **options)


def test_answers_come_in_order_and_lines_with_their_host(settings, variant):
    said = []
    engine = LocalEngine()
    found = run(
        engine,
        settings,
        [described(variant, n) for n in range(5)],
        on_line=lambda job, host, line: said.append((job, host, line)),
    ).run()
    assert [each.value["text"] for each in found] == [f"text {n}" for n in range(5)]
    assert {each.value["content"] for each in found} == {variant.path.read_text()}
    assert {each.value["cpu_threads"] for each in found} == {1}
    # the driver's path, not that of the worker's copy
    assert sorted(said)[0] == (0, found[0].host, f"reading {variant.path}")
    assert len(said) == 5
    assert engine.most_busy == {GPU: 2}
    assert not engine.workers


def test_an_error_of_the_harness_is_an_answer(settings):
    (found,) = run(LocalEngine(), settings, [ClusterJob("a", jobs.refuse, ())]).run()
    assert (found.value, found.error) == (None, "no such thing")


def test_a_lost_job_is_tried_once_more_elsewhere(settings, variant):
    engine = LocalEngine(die=lambda worker, job: job == 1)
    runs = run(engine, settings, [described(variant, n) for n in range(3)])
    assert [each.value["text"] for each in runs.run()] == ["text 0", "text 1", "text 2"]
    assert engine.n_jobs == 4
    assert len(runs.losses) == 1
    assert runs.losses[0].endswith("killed")


def test_a_job_that_loses_every_worker_is_given_up_and_costs_itself_only(settings, variant):
    engine = LocalEngine()
    engine.die = lambda worker, job: engine.names[job] == "job 1"
    runs = run(engine, settings, [described(variant, n) for n in range(3)])
    found = runs.run()
    assert [each.value is not None for each in found] == [True, False, True]
    assert found[1].error.startswith("its worker was lost 2 times, the last time on host")
    assert len(runs.losses) == 2


def test_hosts_that_refuse_do_not_go_on_for_ever(settings, variant, monkeypatch):
    monkeypatch.setattr("tests.cluster.stand_in.software", lambda: "another version")
    found = run(LocalEngine(), settings, [described(variant, 0)]).run()
    assert "every host must have the same kernel-harness" in found[0].error


def test_without_room_nothing_starts(settings, variant):
    with pytest.raises(DeviceError, match=r"no host of the cluster has 1 GPU and 1 CPU \(got 2 CPU, 2 GPU\)"):
        run(LocalEngine(rooms=lambda need: 0), settings, [described(variant, 0)]).run()
    assert run(LocalEngine(), settings, []).run() == []
