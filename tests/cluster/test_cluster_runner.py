"""Results in order whatever the cluster does: no case lost, none doubled, and what was lost is said."""

import contextlib
import dataclasses

import pytest
from click.testing import CliRunner

from harness.cli.program import main
from harness.cluster import cluster_runner, opening
from harness.cluster.cluster_runner import Assignment, ClusterRunner, may_differ_elsewhere
from harness.cluster.engine import Need, WorkerLost
from harness.cluster.opening import Where, open_runner_on
from harness.errors import DeviceError, UsageError
from harness.run.session import open_cpu
from harness.run.unjudged import HangLimit
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases as matrix_cases
from harness.verdict import Reason, Verdict
from harness.worker.channel import Task
from tests.run.session_tasks import DECLARATION, run_case

from . import stand_in
from .stand_in import StandIn, judged, killed

SIGSEGV = "kernel k ended its process: the worker was ended by signal SIGSEGV"
DEADLINE = (
    "kernel k did not end within 60 seconds and its process was killed; KERNEL_HARNESS_X sets the deadline"
)


@pytest.fixture
def cases(tmp_path, monkeypatch):
    """Make forty cases of two groups; the stand-in answers with their ids."""
    path = tmp_path / "k.cu"
    text = DECLARATION.replace("[[32]]", "[[32], [64]]")
    path.write_text(text + 'extern "C" __global__ void softmax() {}\n')
    by_block = {}
    for case in matrix_cases(load_variant(path)):
        by_block.setdefault(case.block, []).append(case)
    found = [case for group in by_block.values() for case in group[:20]]
    ids = {stand_in.key(case): case.id for case in found}
    assert len(ids) == len(found) == 40
    plain = stand_in.cases_in
    monkeypatch.setattr(stand_in, "cases_in", lambda request: [ids[each] for each in plain(request)])
    return found


def runner_on(engine, settings, most=4, n_first=1):
    task = Task(open_cpu, run_case)
    return ClusterRunner("cpu", settings, engine, Need(), most, task, n_first=n_first)


def run(engine, settings, cases):
    runner = runner_on(engine, settings)
    return list(runner.run_all(cases)), runner


def test_results_come_in_the_order_of_the_cases(settings, cases):
    engine = StandIn()
    results, runner = run(engine, settings, cases)
    assert [result.case_id for result in results] == [case.id for case in cases]
    assert {result.verdict for result in results} == {Verdict.PASS}
    assert sum(runner.cases_by_host.values()) == len(cases)
    assert runner.info == stand_in.INFO
    assert not runner.losses
    assert engine.names[0] == cases[0].id


@pytest.mark.parametrize("which", [0, 7, 19, 39])
def test_a_worker_that_dies_once_costs_no_result(settings, cases, which):
    culprit = cases[which].id

    def behave(case_id, host, n_before):
        return "die" if case_id == culprit and n_before == 0 else None

    engine = StandIn(behave)
    results, runner = run(engine, settings, cases)
    assert [result.case_id for result in results] == [case.id for case in cases]
    assert {result.verdict for result in results} == {Verdict.PASS}
    assert [loss for loss in runner.losses if "killed" in loss]
    assert runner.summary()[0].startswith("hosts: a ")
    assert runner.summary()[1] == f"lost: {runner.losses[0]}"


def test_a_case_whose_every_worker_dies_is_a_crash_and_costs_itself_only(settings, cases):
    culprit = cases[11].id
    engine = StandIn(lambda case_id, *_: "die" if case_id == culprit else None)
    results, _runner = run(engine, settings, cases)
    verdicts = {result.case_id: result.verdict for result in results}
    assert verdicts.pop(culprit) is Verdict.CRASH
    assert set(verdicts.values()) == {Verdict.PASS}
    assert len(results) == len(cases)
    finding = results[11].findings[0]
    assert finding.message.startswith("the case's worker was lost 3 times, the last time on")
    assert f"-k {culprit}" in results[11].rerun


def test_behind_two_hangs_nothing_is_handed_out(settings, cases):
    engine = StandIn(lambda case_id, *_: judged(case_id, Verdict.HANG, Reason.HANG, "step budget used up"))
    results, _runner = run(engine, settings, cases)
    assert len(engine.ran) < len(cases) // 2
    # a case that was handed out before the second hang has its own result; a run has another place for it
    hangs = HangLimit(settings)
    settled = [
        hangs.settled(number, case, result, settings)
        for number, (case, result) in enumerate(zip(cases, results, strict=True))
    ]
    for group in (settled[:20], settled[20:]):
        assert [result.verdict for result in group] == [Verdict.HANG] * 2 + [Verdict.NOT_RUN] * 18
        assert {result.reasons for result in group} == {(Reason.HANG,)}
    engine = StandIn(lambda case_id, *_: judged(case_id, Verdict.HANG, Reason.HANG, "step budget used up"))
    results, _runner = run(engine, dataclasses.replace(settings, keep_going=True), cases)
    assert {each.verdict for each in results} == {Verdict.HANG}


def test_hangs_of_one_host_keep_no_case_from_another(settings, cases):
    def behave(case_id, host, n_before):
        if host != "a":
            return None
        number = [case.id for case in cases].index(case_id) % 20
        message = DEADLINE if number < 2 else "the kernel hung in two others"
        return judged(case_id, Verdict.HANG if number < 2 else Verdict.NOT_RUN, Reason.HANG, message)

    results, runner = run(StandIn(behave), settings, cases)
    assert {each.verdict for each in results} == {Verdict.PASS}
    assert all("HANG on a, tried again" in loss for loss in runner.losses)


def test_a_worker_process_killed_from_outside_is_tried_on_the_other_host(settings, cases):
    culprit = cases[5].id
    engine = StandIn(lambda case_id, host, n: killed(case_id) if case_id == culprit and not n else None)
    results, runner = run(engine, settings, cases)
    assert {result.verdict for result in results} == {Verdict.PASS}
    first, second = (host for case_id, host, _ in engine.ran if case_id == culprit)
    assert first != second
    assert runner.losses == [
        f"{culprit}: CRASH on {first}, tried again: {killed(culprit).findings[0].message}"
    ]


@pytest.mark.parametrize(("verdict", "reason", "message", "tries"), [
    (Verdict.CRASH, Reason.CRASH, SIGSEGV, 1),
    (Verdict.CRASH, Reason.CRASH, killed("k").findings[0].message, 2),
    (Verdict.HANG, Reason.HANG, DEADLINE, 2),
    (Verdict.HANG, Reason.HANG, "kernel k used its step budget", 1),
    (Verdict.NOT_RUN, Reason.DEVICE_UNAVAILABLE, "no device", 2),
    (Verdict.FAIL, Reason.WRONG_VALUE, "wrong", 1),
])  # fmt: skip
def test_a_kernels_own_ending_stands_after_its_tries(settings, cases, verdict, reason, message, tries):
    culprit = cases[3].id
    engine = StandIn(lambda each, *_: judged(each, verdict, reason, message) if each == culprit else None)
    results, _ = run(engine, settings, cases)
    assert results[3] == judged(culprit, verdict, reason, message)
    assert sum(case_id == culprit for case_id, _, _ in engine.ran) == tries


def test_a_crash_on_a_gpu_is_tried_elsewhere():
    result = judged("k", Verdict.CRASH, Reason.CRASH, SIGSEGV)
    assert not may_differ_elsewhere(result)
    assert may_differ_elsewhere(dataclasses.replace(result, device="gpu"))


def test_an_answer_that_is_no_json_is_not_evaluated(settings, cases):
    culprit = cases[2].id
    engine = StandIn(lambda case_id, host, n: "junk" if case_id == culprit and not n else None)
    results, runner = run(engine, settings, cases)
    assert {result.verdict for result in results} == {Verdict.PASS}
    assert any("must be JSON" in loss for loss in runner.losses)


def test_workers_that_never_answer_end_the_run_as_not_run(settings, cases):
    engine = StandIn(lambda *_: "die")
    results, _runner = run(engine, settings, cases)
    assert [result.case_id for result in results] == [case.id for case in cases]
    assert results[-1].verdict is Verdict.NOT_RUN
    assert "workers end before they answer" in results[-1].detail
    assert len(engine.place) < 20


def test_a_cluster_that_is_lost_later_ends_no_case_twice(settings, cases):
    ran = {case.id for case in cases[:10]}
    engine = StandIn(lambda case_id, *_: None if case_id in ran else "die")
    runner = runner_on(engine, settings, most=1)
    ended = []
    results = list(runner.run_all(cases, ended.append))
    assert {result.verdict for result in results} >= {Verdict.PASS, Verdict.NOT_RUN}
    assert sorted(each.case_id for each in ended) == sorted(case.id for case in cases)


@pytest.mark.parametrize(
    ("n_lost", "n_first", "verdict"), [(3, 1, Verdict.PASS), (11, 4, Verdict.PASS), (12, 4, Verdict.NOT_RUN)]
)
def test_all_workers_that_were_started_first_may_be_lost_and_eight_more(
    settings, cases, n_lost, n_first, verdict
):
    class Late(StandIn):
        def start(self, *given):
            number = super().start(*given)
            if number < n_lost:
                self.events[-1] = WorkerLost(number, "killed while it started")
            return number

    runner = runner_on(Late(), settings, n_first=n_first)
    assert {result.verdict for result in runner.run_all(cases)} == {verdict}
    assert len(runner.losses) == n_lost


def test_a_host_may_go_with_all_of_its_workers(settings, cases):
    class Going(StandIn):
        """After the first answer, all workers of the first host are lost, one after the other."""

        def _event(self, asked):
            event = super()._event(asked)
            if self.n_tasks < 100:
                self.n_tasks = 100
                lost = [number for number, host in self.place.items() if host == "a" and number != asked[1]]
                self.stopped += lost
                self.events = [WorkerLost(number, "its host is gone") for number in lost] + self.events
            return event

    engine = Going(room=40)
    runner = runner_on(engine, settings, 40, 40)
    results = list(runner.run_all(cases))
    assert len(runner.losses) == 19 > cluster_runner._MOST_FRUITLESS
    assert {result.verdict for result in results} == {Verdict.PASS}


def test_many_idle_workers_are_passed_over(settings, cases, monkeypatch):
    """The driver's work grows with the tasks, rather than with the tasks times the workers."""
    monkeypatch.setattr(cluster_runner, "CASES_PER_RUNNER", 0.1)
    asked = []
    plain = Assignment.next_for
    monkeypatch.setattr(
        Assignment, "next_for", lambda self, *given: asked.append(given) or plain(self, *given)
    )
    engine = StandIn(room=300)
    runner = runner_on(engine, settings, 300, 300)
    assert len(list(runner.run_all(cases))) == len(cases)
    assert len(asked) <= 300 + 3 * engine.n_tasks


def test_a_host_without_the_device_is_said_at_once(settings, cases):
    results, runner = run(StandIn(failed="no CUDA driver"), settings, cases)
    assert "no CUDA driver" in runner.unavailable
    assert {result.verdict for result in results} == {Verdict.NOT_RUN}


def test_a_cluster_without_room_says_what_it_has(settings, cases):
    engine = StandIn(room=0)
    runner = runner_on(engine, settings)
    assert runner.unavailable == (
        "no host of the cluster has 1 CPU (got 4 CPU); add such a host, or ask for less"
    )
    assert next(runner.run_all(cases)).reasons == (Reason.DEVICE_UNAVAILABLE,)


def test_a_worker_that_does_not_answer_is_given_up(settings, cases, monkeypatch):
    times = iter(range(0, 10**9, 10_000))
    engine = StandIn()
    runner = runner_on(engine, settings)
    monkeypatch.setattr("time.monotonic", lambda: next(times))
    silent, engine.wait = engine.wait, lambda _: []
    ran = runner.run_all(cases)
    monkeypatch.setattr(cluster_runner, "_MOST_FRUITLESS", 2)
    assert next(ran).verdict is Verdict.NOT_RUN
    assert "did not answer within" in runner.unavailable
    engine.wait = silent


def test_closing_early_ends_the_workers_that_are_busy(settings, cases):
    engine = StandIn()
    runner = runner_on(engine, settings)
    with contextlib.closing(runner.run_all(cases)) as ran:
        next(ran)
    assert engine.stopped
    assert [result.case_id for result in runner.run_all(cases[:3])] == [case.id for case in cases[:3]]


def test_only_cases_travel(settings, cases):
    runner = runner_on(StandIn(), settings)
    with pytest.raises(DeviceError, match="runs cases only"):
        runner.call(len)
    assert runner.run(cases[0]).verdict is Verdict.PASS


def test_a_cluster_is_closed_whatever_happens(settings, monkeypatch):
    engine = StandIn()
    monkeypatch.setattr(opening, "open_ray", lambda *_: engine)
    opened = open_runner_on(Where(""), "cpu", settings)

    def interrupted():
        with opened as runner:
            raise KeyboardInterrupt(runner.kind)

    with pytest.raises(KeyboardInterrupt, match="cpu"):
        interrupted()
    assert engine.closed


@pytest.mark.parametrize(("given", "said"), [
    ({"on": "slurm"}, r"--on must be ray or ray=ADDRESS \(got 'slurm'\)"),
    ({"on": None, "accelerator": "H100"}, "add --on ray"),
    ({"on": None, "gpu_share": 0.5}, "add --on ray"),
])  # fmt: skip
def test_wrong_options_are_refused(given, said):
    with pytest.raises(UsageError, match=said):
        Where.parse(**given)


def test_options_become_a_place():
    assert Where.parse(None).address is None
    assert Where.parse("ray").address == ""
    assert Where.parse("ray=host:6379", "H100").address == "host:6379"
    assert opening.kind_on(Where.parse("ray", "H100"), "auto", None) == "gpu"
    assert opening.kind_on(Where.parse("ray"), "auto", None) == "cpu"


def test_isolation_none_is_refused(settings):
    plain = dataclasses.replace(settings, isolation="none")
    with pytest.raises(UsageError, match="worker processes"), open_runner_on(Where(""), "cpu", plain):
        pass


@pytest.mark.parametrize(("line", "said"), [
    (["check", "k.cu", "--on", "ray", "--coverage"], "--coverage runs on this machine only"),
    (["check", "k.cu", "--on", "ray=ray://host:10001", "--device", "cpu"], "Ray Client is not supported"),
    (["check", "k.cu", "--on", "here"], "--on must be ray or ray=ADDRESS"),
    (["tune", "--on", "ray", "--accelerator", "H100,A100"], "tune runs on one kind of GPU"),
    (["search", "k.cu", "--on", "ray", "--accelerator", "H100,A100"], "search runs on one kind of GPU"),
    (["count", "k.cu", "--on", "ray"], "No such option"),
])  # fmt: skip
def test_what_a_cluster_does_not_serve_is_refused_with_status_2(line, said, cases, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, line)
    assert done.exit_code == 2
    assert said in done.output


def test_without_ray_the_option_says_what_to_install(cases, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    done = CliRunner().invoke(main, ["check", "k.cu", "--on", "ray", "--device", "cpu"])
    assert done.exit_code == 2
    assert "pip install 'ray[default]>=2.60'" in done.output
