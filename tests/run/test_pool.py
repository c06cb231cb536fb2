"""Several workers beside each other: the results of one, in order, and nothing left behind."""

import contextlib
import dataclasses
import os
import signal
import sys
import threading
import time

import pytest

from harness.run import session, worker_runner
from harness.run.pool_runner import MOST_IN_GROUP, PoolRunner, code_groups
from harness.run.suite import Suite, VariantCases, run_suite
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from harness.verdict import Reason, Verdict
from harness.worker.pool import FEWEST_TAKEN, Group, PoolInterrupted, Scheduler, run_groups

from .process_table import workers_of
from .session_tasks import (
    NOTHING,
    open_fake,
    open_nothing,
    opened_runner,
    run_by_columns,
    run_case,
    run_to_hangs,
)
from .test_session import SHORT_S


@pytest.fixture
def settings(tmp_path):
    return Settings.load(
        tmp_path, environ={"HOME": str(tmp_path)}, cpu_workers=2, cpu_launch_deadline_s=SHORT_S
    )


@pytest.fixture
def mixed(tmp_path):
    """Make five cases of each of two variants with two blocks and two types."""
    found = []
    for name in ("one", "two"):
        path = tmp_path / f"{name}.cu"
        text = NOTHING.replace("[[32]]", "[[32], [64]]").replace('["float32"]', '["float32", "float16"]')
        path.write_text(text)
        by_code = {}
        for case in cases(load_variant(path)):
            by_code.setdefault((case.block, case.dtype), []).append(case)
        found += [case for group in by_code.values() for case in group[:5]]
    return found


def open_for_the_first(settings):
    """Open where there are all threads, as the first worker has."""
    if settings.cpu_threads == 1:
        os._exit(9)
    return open_fake(settings)


def wait_then_run(case, device, settings):
    """End the first case when all three workers have begun one, so that others are ready before it."""
    marks = settings.cache_dir / "begun"
    marks.mkdir(parents=True, exist_ok=True)
    (marks / str(os.getpid())).touch()
    while len(list(marks.iterdir())) < 3:
        time.sleep(0.01)
    time.sleep(0.1 if case.variant.id == "one" else 0.0)
    return run_case(case, device, settings)


def n_open(runner):
    return sum(member.info is not None for member in runner._members)


def sleep_long(case, device, settings):
    time.sleep(120 if case.variant.id == "two" else 0.05)
    return run_case(case, device, settings)


def test_results_come_in_order_whoever_is_ready_first(settings, mixed):
    with opened_runner("cpu", settings, cpu_workers=3, run_case=wait_then_run) as runner:
        results = list(runner.run_all(mixed))
    assert [result.case_id for result in results] == [case.id for case in mixed]
    assert len({result.detail for result in results}) == 3


@pytest.mark.parametrize("n_workers", [1, 3])
def test_the_cases_behind_two_hangs_do_not_depend_on_the_number_of_workers(settings, tmp_path, n_workers):
    path = tmp_path / "hangs.cu"
    path.write_text(NOTHING)
    path.with_name("more.cu").write_text(NOTHING)
    variants = [load_variant(tmp_path / name) for name in ("hangs.cu", "more.cu")]
    parts = tuple(VariantCases(variant, cases(variant)) for variant in variants)
    ended = []
    with opened_runner("cpu", settings, cpu_workers=n_workers, run_case=run_to_hangs) as runner:
        listed = [case for part in parts for case in part.cases]
        begun = runner.run_all(listed, ended.append)
        result = run_suite(Suite(parts), runner, settings, begun=begun)
    for outcome in result.outcomes:
        hung = [each.case_id for _, each in outcome.results if each.verdict is Verdict.HANG]
        assert hung == [case.id for case, _ in outcome.results if case.shape.n_cols >= 7][:2]
        (end,) = (at for at, (case, _) in enumerate(outcome.results) if case.id == hung[1])
        behind = [each for _, each in outcome.results[end + 1 :]]
        assert {(each.verdict, each.reasons) for each in behind} == {(Verdict.NOT_RUN, (Reason.HANG,))}
        assert all(f"{hung[0]} and {hung[1]}:" in each.detail for each in behind)
        assert {each.verdict for _, each in outcome.results[:end]} == {Verdict.PASS, Verdict.HANG}
        assert {each.case_id for each in behind} <= {each.case_id for each in outcome.failures}
    # each worker stops by itself, too
    assert len((settings.cache_dir / "ran").read_text().splitlines()) < len(listed) // 2
    assert sorted(each.case_id for each in ended) == sorted(case.id for case in listed)


def test_what_has_ended_is_told_though_a_case_before_it_has_not(settings, mixed):
    ended = []
    with opened_runner("cpu", settings, cpu_workers=3, run_case=wait_then_run) as runner:
        next(runner.run_all(mixed, ended.append))
    assert {result.variant for result in ended} == {"one", "two"}


def test_cases_that_share_code_share_a_worker(settings, mixed):
    with opened_runner("cpu", settings) as runner:
        workers = {}
        for case, result in zip(mixed, runner.run_all(mixed), strict=True):
            workers.setdefault((case.variant.id, case.block, case.dtype), set()).add(result.detail)
    assert len(workers) == 8
    assert {len(pids) for pids in workers.values()} == {1}


def test_a_long_group_of_cases_is_shared(mixed):
    cases = [mixed[0]] * (MOST_IN_GROUP + 1) + [mixed[-1]]
    first, rest, other = code_groups(cases)
    assert first == tuple(range(MOST_IN_GROUP))
    assert (rest, other) == ((MOST_IN_GROUP,), (MOST_IN_GROUP + 1,))


def test_workers_that_were_started_early_end_with_the_session(settings, mixed):
    before = workers_of(os.getpid())
    with opened_runner("cpu", settings, cpu_workers=3, n_groups=8) as runner:
        assert runner.info is not None
    assert workers_of(os.getpid()) == before
    with opened_runner("cpu", settings, cpu_workers=3, n_groups=2) as runner:
        assert len(list(runner.run_all(mixed))) == len(mixed)
    assert workers_of(os.getpid()) == before


def open_slowly_for_the_first(settings):
    """Open where there are all threads, as the first worker has, only when another worker is open."""
    mark = settings.cache_dir / "another is open"
    if settings.cpu_threads > 1:
        while not mark.exists():
            time.sleep(0.01)
        time.sleep(0.2)
    else:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    return open_fake(settings)


def test_the_session_waits_for_the_first_worker_that_is_ready(settings, mixed):
    with opened_runner(
        "cpu", settings, cpu_workers=3, cpu_threads=2, open_device=open_slowly_for_the_first, n_groups=2
    ) as runner:
        assert runner._members[0].info is None
        assert runner.info is not None
        assert not runner.unavailable
        assert [result.case_id for result in runner.run_all(mixed)] == [case.id for case in mixed]
        # a single case has all threads, so it waits
        assert runner.run(mixed[0]).verdict is Verdict.PASS
        assert runner._members[0].info is not None


N_GPU_WORKERS = session._GPUS_OPENED_AT_ONCE + 2


def opening_marks(settings):
    marks = settings.cache_dir / "opening"
    marks.mkdir(parents=True, exist_ok=True)
    (marks / str(os.getpid())).touch()
    return marks


def open_and_note_how_many(settings):
    marks = opening_marks(settings)
    time.sleep(0.2)
    (settings.cache_dir / f"seen {os.getpid()}").write_text(str(len(list(marks.iterdir()))))
    (marks / str(os.getpid())).unlink()
    return open_fake(settings)


def open_when_more_open_than_have_turns(settings):
    marks = opening_marks(settings)
    while len(list(marks.iterdir())) <= session._GPUS_OPENED_AT_ONCE:
        time.sleep(0.01)
    return open_fake(settings)


def never_open(settings):
    opening_marks(settings)
    time.sleep(120)


@pytest.fixture
def many_workers(settings, monkeypatch):
    """Make as many workers as on a machine with a core for each."""
    settings = dataclasses.replace(settings, start_deadline_s=15.0)
    monkeypatch.setattr(session, "suite_shares", lambda *_: (settings,) * N_GPU_WORKERS)
    return settings


def test_few_gpu_workers_open_at_once(many_workers, mixed):
    with opened_runner(
        "gpu", many_workers, open_device=open_and_note_how_many, n_groups=N_GPU_WORKERS
    ) as runner:
        for member in runner._members:
            member.ready_worker()
        assert n_open(runner) == N_GPU_WORKERS
        assert len(list(runner.run_all(mixed))) == len(mixed)
    seen = [int(each.read_text()) for each in many_workers.cache_dir.glob("seen *")]
    assert len(seen) == N_GPU_WORKERS
    assert max(seen) <= session._GPUS_OPENED_AT_ONCE


def test_workers_that_never_open_do_not_keep_the_others_waiting(many_workers, monkeypatch):
    monkeypatch.setattr(worker_runner, "_LONGEST_TURN_S", 0.1)
    with opened_runner(
        "gpu", many_workers, open_device=open_when_more_open_than_have_turns, n_groups=N_GPU_WORKERS
    ) as runner:
        for member in runner._members:
            member.ready_worker()
        assert n_open(runner) == N_GPU_WORKERS


def test_a_worker_that_waits_for_its_turn_is_not_started_when_the_session_ends(many_workers, monkeypatch):
    monkeypatch.setattr(worker_runner, "_LONGEST_TURN_S", 60.0)
    monkeypatch.setattr(PoolRunner, "open_early", open_in_background)
    with opened_runner("gpu", many_workers, open_device=never_open, n_groups=N_GPU_WORKERS):
        marks = many_workers.cache_dir / "opening"
        while not marks.exists() or len(list(marks.iterdir())) < session._GPUS_OPENED_AT_ONCE:
            time.sleep(0.01)
    assert len(list(marks.iterdir())) == session._GPUS_OPENED_AT_ONCE


def open_in_background(runner, n_groups):
    """Open as `PoolRunner.open_early` does, but wait for none."""
    for member in runner._members[:n_groups]:
        member.open_early()


def test_one_case_takes_no_further_worker(settings, mixed):
    with opened_runner("cpu", settings) as runner:
        assert runner.run(mixed[0]).detail == next(runner.run_all(mixed[:5])).detail
        assert n_open(runner) == 1


def test_a_further_worker_takes_part_for_each_eight_cases(settings, mixed, monkeypatch):
    taking_part = []

    def noted(members, *work):
        taking_part.append(len(members))
        return run_groups(members, *work)

    monkeypatch.setattr("harness.run.pool_runner.run_groups", noted)
    with opened_runner("cpu", settings, cpu_workers=3) as runner:
        for n_cases in (8, 9, 17):
            assert len(list(runner.run_all(mixed[:n_cases]))) == n_cases
    assert taking_part == [2, 3]  # one alone needs no pool


@pytest.mark.parametrize(("kind", "n_workers"), [("cpu", 1), ("cpu", 2), ("gpu", 2)])
def test_the_results_are_the_same_with_any_number_of_workers(settings, mixed, kind, n_workers):
    """Among the cases of each code are a crash and a hang; on a GPU each worker has a context of its own."""
    mixed = mixed[:10]
    changed = {"cpu_workers": n_workers, "gpu_workers": n_workers, "launch_deadline_s": SHORT_S}
    with opened_runner(kind, settings, run_case=run_by_columns, **changed) as runner:
        assert isinstance(runner, PoolRunner) == (n_workers > 1)
        found = list(runner.run_all(mixed))
    by_columns = {case.shape.n_cols: result.verdict for case, result in zip(mixed, found, strict=True)}
    assert by_columns == {
        1: Verdict.PASS,
        2: Verdict.CRASH,
        3: Verdict.PASS,
        4: Verdict.HANG,
        7: Verdict.PASS,
    }
    assert [result.case_id for result in found] == [case.id for case in mixed]


def test_a_worker_that_cannot_be_had_leaves_its_share_to_the_others(settings, mixed):
    with opened_runner(
        "cpu", settings, cpu_workers=3, cpu_threads=4, open_device=open_for_the_first
    ) as runner:
        results = list(runner.run_all(mixed))
    assert {result.verdict for result in results} == {Verdict.PASS}
    assert len({result.detail for result in results}) == 1


def test_without_any_device_every_case_is_not_run(settings, mixed):
    with opened_runner("cpu", settings, open_device=open_nothing) as runner:
        results = list(runner.run_all(mixed))
    assert {result.reasons for result in results} == {(Reason.DEVICE_UNAVAILABLE,)}


def run_items(members, items, groups, sources=None, later=None):
    """Run groups of items, given by their indices; `sources` has the sources of some, by their first index."""

    def with_source(group):
        return Group(tuple(group), (sources or {}).get(group[0]))

    further = None if later is None else map(with_source, later)
    return run_groups(
        members, lambda member, given: member.run_all(given), items, map(with_source, groups), further
    )


def test_a_worker_goes_on_with_groups_like_its_last():
    """The inputs of its cases are kept, and the right results."""
    waiting = Scheduler(2)
    for item, likeness in enumerate("abab"):
        waiting.add(Group((item,), likeness=likeness))
    assert [waiting.take("b").items for _ in range(4)] == [(1,), (3,), (0,), (2,)]


class Fragile:
    """A member that loses its device after some items."""

    unavailable = ""

    def __init__(self, n_good):
        self.n_good = n_good

    def run_all(self, items):
        for item in items:
            self.n_good -= 1
            self.unavailable = "lost" if self.n_good < 0 else ""
            yield item, self.unavailable


def test_the_last_member_to_be_lost_answers_for_the_rest():
    found = list(run_items([Fragile(2), Fragile(3)], range(12), [range(6), range(6, 12)]))
    assert [item for item, _ in found] == list(range(12))
    assert [why for _, why in found].count("") == 5


def test_an_iterator_that_is_closed_leaves_no_worker_at_work(settings, mixed):
    """The second variant's cases sleep for minutes; nobody waits for them."""
    began, before = time.monotonic(), workers_of(os.getpid())
    with opened_runner("cpu", settings, run_case=sleep_long) as runner:
        with contextlib.closing(runner.run_all(mixed)) as ran:
            assert next(ran).case_id == mixed[0].id
        assert time.monotonic() - began < 60
        # and the next run finds workers again
        assert [result.case_id for result in runner.run_all(mixed[:6])] == [case.id for case in mixed[:6]]
    assert workers_of(os.getpid()) == before


def take_and_interrupt(results):
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    list(results)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_ends_all_workers(settings, mixed):
    before = workers_of(os.getpid())
    with opened_runner("cpu", settings, run_case=sleep_long) as runner:
        ran = runner.run_all(mixed)
        next(ran)
        with pytest.raises(KeyboardInterrupt):
            take_and_interrupt(ran)
    assert workers_of(os.getpid()) == before


def test_a_fault_in_the_pool_itself_is_raised_where_results_are_waited_for(settings, mixed, monkeypatch):
    with opened_runner("cpu", settings) as runner:
        monkeypatch.setattr(runner._members[0], "run_numbered", lambda *_, **__: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            list(runner.run_all(mixed))


def test_a_worker_outlives_the_thread_that_replaced_it(settings, mixed):
    """The system takes the end of the thread that started a process for the end of its parent."""
    with opened_runner("cpu", settings, run_case=run_by_columns) as runner:
        results = list(runner.run_all(mixed[:10]))
        assert Verdict.CRASH in {result.verdict for result in results}
        replaced = [member._worker.pid for member in runner._members if member._worker is not None]
        assert not [thread for thread in threading.enumerate() if thread.name.startswith("worker ")]
        assert replaced
        time.sleep(0.2)  # nothing says that a process will not be killed
        assert all(member._worker.is_alive for member in runner._members if member._worker is not None)


class Noted:
    """A member of a pool that notes the items it begins, and may wait at each."""

    unavailable = ""

    def __init__(self, begun, wait_at=lambda _item: None, may_be_broken_off=False):
        self.begun, self.wait_at, self.may_be_broken_off = begun, wait_at, may_be_broken_off

    def run_all(self, items):
        for item in items:
            self.begun.append(item)
            self.wait_at(item)
            yield item

    def break_off(self):
        assert self.may_be_broken_off, "the run is not broken off"


def waiting_for_each_other(begun):
    """Make two members of which the first to begin an item waits until the other has begun one."""
    has_another = threading.Event()

    def wait_at(_item):
        if len(begun) > 1:
            has_another.set()
        else:
            assert has_another.wait(10), "no other member began a group"

    return [Noted(begun, wait_at) for _ in range(2)]


@pytest.mark.parametrize(
    ("sources", "second"), [({}, 2), ({0: "a", 2: "a", 4: "b"}, 4), ({0: "a", 2: "a", 4: "a"}, 2)]
)
def test_a_group_waits_for_the_code_that_another_member_is_making(sources, second):
    begun = []
    members = waiting_for_each_other(begun)
    assert list(run_items(members, range(6), [(0, 1), (2, 3), (4, 5)], sources)) == list(range(6))
    assert begun[:2] == [0, second]
    assert sorted(begun) == list(range(6))


def test_groups_of_one_code_run_side_by_side_once_it_is_made():
    slow = threading.Event()

    def wait_at(item):
        if item == 1:
            assert slow.wait(10)
        if item == 3:
            slow.set()

    members = [Noted([], wait_at) for _ in range(2)]
    sources = {0: "a", 2: "a"}
    assert list(run_items(members, range(4), [(0, 1), (2, 3)], sources)) == list(range(4))


class Pieces(Noted):
    """A member of a pool that notes which items it takes at a time."""

    def run_all(self, items):
        items = list(items)
        self.begun.append(items)
        yield from items


class Stuck:
    """A member of a pool that never answers its first item, and interrupts the process when others have finished."""

    unavailable = ""

    def __init__(self):
        self.is_broken_off = threading.Event()

    def run_all(self, items):
        if 0 not in (given := list(items)):
            yield from given
            # Its answers are in the queue when the next item is asked for; the main thread may not wait for them yet.
            main = threading.main_thread().ident
            while sys._current_frames()[main].f_code.co_name != "answers_in_order":
                time.sleep(0.01)
            signal.pthread_kill(main, signal.SIGINT)
        assert self.is_broken_off.wait(10)
        yield "broken off"

    def break_off(self):
        self.is_broken_off.set()


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_keeps_the_answers_behind_one_that_is_waited_for():
    ran = run_items([Stuck(), Stuck()], range(40), [range(20), range(20, 40)])
    with pytest.raises(PoolInterrupted) as interrupted:
        next(ran)
    assert interrupted.value.finished == tuple(range(20, 40))


def test_who_takes_the_last_answer_and_closes_the_iterator_breaks_nothing_off():
    with contextlib.closing(
        run_items([Pieces([]), Pieces([])], range(40), [range(20), range(20, 40)])
    ) as ran:
        assert [next(ran) for _ in range(40)] == list(range(40))


def test_no_member_is_left_alone_with_a_large_group_at_the_end():
    taken = []
    members = [Pieces(taken) for _ in range(2)]
    assert list(run_items(members, range(400), [range(10), range(10, 400)])) == list(range(400))
    assert sorted(item for piece in taken for item in piece) == list(range(400))
    sizes = sorted(len(piece) for piece in taken)
    assert 10 in sizes
    assert sizes[-1] <= 400 // (2 * 2)
    # pieces have a least size, since each costs loading the code
    assert sum(size < FEWEST_TAKEN for size in sizes) <= 2


def test_the_rest_of_a_group_waits_for_its_code_too():
    begun = []
    members = waiting_for_each_other(begun)
    first, second = range(2 * FEWEST_TAKEN), range(2 * FEWEST_TAKEN, 3 * FEWEST_TAKEN)
    sources = {first[0]: "a", second[0]: "b"}
    answers = run_items(members, range(3 * FEWEST_TAKEN), [first, second], sources)
    assert list(answers) == list(range(3 * FEWEST_TAKEN))
    assert begun[:2] == [first[0], second[0]]


def test_members_begin_while_further_groups_are_made():
    begun = []
    items, has_begun = [0, 1], threading.Event()

    def later():
        assert has_begun.wait(10), "no member began before all groups were made"
        items.extend((2, 3))
        yield (2, 3)

    members = [Noted(begun, lambda _item: has_begun.set()) for _ in range(2)]
    assert list(run_items(members, items, [(0, 1)], {}, later())) == [0, 1, 2, 3]
    assert begun[:2] == [0, 1]


def test_no_member_makes_what_another_is_making_while_groups_are_to_come():
    begun, has_another = [], threading.Event()
    items, sources = list(range(4)), {0: "a", 2: "a"}

    def wait_at(item):
        if item == 0:
            assert has_another.wait(10), "the group that was still to come did not begin"
        if item == 4:
            has_another.set()

    def later():
        has_another.wait(0.2)  # time for a member to take the group of the same source, which it must not
        items.append(4)
        sources[4] = "b"
        yield (4,)

    members = [Noted(begun, wait_at) for _ in range(2)]
    assert list(run_items(members, items, [(0, 1), (2, 3)], sources, later())) == list(range(5))
    assert begun[:2] == [0, 4]


def test_what_making_a_group_raises_is_raised_where_answers_are_waited_for():
    def later():
        yield (1,)
        raise ZeroDivisionError

    answers = run_items([Noted([], may_be_broken_off=True)], [0, 1], [(0,)], {}, later())
    with pytest.raises(ZeroDivisionError):
        list(answers)


def test_an_iterator_that_is_closed_does_not_wait_for_further_groups():
    is_over = threading.Event()

    def later():
        is_over.wait(60)
        yield from ()

    with contextlib.closing(run_items([Noted([], may_be_broken_off=True)], [0], [(0,)], {}, later())) as ran:
        assert next(ran) == 0
        began = time.monotonic()
    assert time.monotonic() - began < 30
    is_over.set()


def test_workers_begin_before_the_last_cases_are_made(settings, mixed):
    """The last case is made when a worker has begun the first."""
    mark = settings.cache_dir / "begun"

    def made():
        for case in mixed:
            latest = time.monotonic() + 30
            while case is mixed[-1] and not mark.exists():
                assert time.monotonic() < latest, "no worker began"
                time.sleep(0.01)
            yield case

    with opened_runner("cpu", settings, run_case=mark_then_run) as runner:
        results = list(runner.run_all(made()))
    assert [result.case_id for result in results] == [case.id for case in mixed]


def mark_then_run(case, device, settings):
    settings.cache_dir.mkdir(parents=True, exist_ok=True)
    (settings.cache_dir / "begun").touch()
    return run_case(case, device, settings)
