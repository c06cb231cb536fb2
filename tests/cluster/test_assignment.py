"""Cases reach workers by group, come back after a loss, and have a bounded number of tries."""

from harness.cluster.assignment import MOST_CASES, SHARING_S, USUAL_CASE_S, Assignment, Place

A, B = Place(0, "a"), Place(1, "a")
FAR = Place(2, "b")


def test_a_worker_stays_with_its_group():
    work = Assignment((tuple(range(10)), tuple(range(10, 20))))
    first, second = work.next_for(A, [B]), work.next_for(B, [A])
    assert (first, second) == ((0,), (10,))
    assert work.next_for(A, [B])[0] == 1


def test_quick_cases_travel_together_and_slow_ones_alone():
    work = Assignment((tuple(range(400)),))
    for _ in range(2):
        work.ended(work.next_for(A, []), 0.004)
    assert len(work.next_for(A, [])) == MOST_CASES
    slow = Assignment((tuple(range(400)),))
    for _ in range(3):
        slow.ended(slow.next_for(A, []), 9.0)
    assert len(slow.next_for(A, [])) == 1


def test_idle_workers_help_with_a_group_that_takes_long():
    n_cases = int(2 * SHARING_S / USUAL_CASE_S)
    large = Assignment((tuple(range(n_cases + 4)),))
    large.next_for(A, [B])
    assert large.next_for(B, [A])
    small = Assignment((tuple(range(n_cases - 4)),))
    small.next_for(A, [B])
    assert not small.next_for(B, [A])


def test_few_slow_cases_are_shared_and_many_quick_ones_are_not():
    for case_s, is_shared in ((0.5, True), (0.001, False)):
        work = Assignment((tuple(range(40)),))
        for _ in range(2):
            cases = work.next_for(A, [B])
            work.ended(cases, case_s * len(cases))
        assert bool(work.next_for(B, [A])) is is_shared


def test_the_last_cases_of_a_quick_group_are_one_task_and_of_a_slow_one_several():
    for case_s, sizes in ((0.01, (1, 4, 15)), (0.09, (1, 4, 5, 5, 3, 2))):
        work = Assignment((tuple(range(20)),))
        found = []
        while cases := work.next_for(A, [B]):
            found.append(len(cases))
            work.ended(cases, case_s * len(cases))
        assert tuple(found) == sizes


def test_every_case_is_handed_out_once():
    work = Assignment(((0, 3, 4), (1, 2), tuple(range(5, 205))))
    seen = []
    while cases := [case for place in (A, B) for case in work.next_for(place, [])]:
        seen += cases
    assert sorted(seen) == list(range(205))


def test_the_only_case_of_a_lost_task_is_tried_on_another_host():
    work = Assignment(((0,), (1,)))
    assert work.next_for(A, [B, FAR]) == (0,)
    assert work.lost([(0,)], A) == ()
    assert work.next_for(B, [FAR]) == (1,)  # a worker of the same host is passed over
    assert work.next_for(B, [FAR]) == ()
    assert work.next_for(FAR, [B]) == (0,)
    assert work.lost([(0,)], FAR) == ()
    assert work.next_for(A, []) == (0,)
    assert work.lost([(0,)], A) == (0,)
    work.ended((1,), 0.1)
    assert work.is_complete


def test_on_one_host_another_worker_tries_and_alone_the_same():
    work = Assignment(((0,),))
    work.next_for(A, [B])
    work.lost([(0,)], A)
    assert work.next_for(A, [B]) == ()
    assert work.next_for(A, []) == (0,)


def test_cases_of_a_lost_task_return_singly_and_those_behind_it_in_order():
    work = Assignment((tuple(range(100)),))
    for _ in range(2):
        work.ended(work.next_for(A, []), 0.004)
    first, second = work.next_for(A, []), work.next_for(A, [])
    assert len(first) > 1
    assert work.lost([first, second], A) == ()
    singles = [work.next_for(B, []) for _ in first]
    assert singles == [(case,) for case in first]
    assert work.next_for(B, [])[0] == second[0]
    # a loss of several counts against none of them: the next one is the first
    assert [work.lost([singles[0]], each) for each in (B, A, FAR)] == [(), (), singles[0]]


def test_a_case_is_tried_longer_where_others_were_lost_without_fault():
    """Each loss of a case that ended later says that the cluster, rather than the case, may be to blame."""
    work = Assignment(((0,), (1,), (2,)))
    assert [work.next_for(place, []) for place in (A, B, FAR)] == [(0,), (1,), (2,)]
    work.lost([(1,)], B)
    work.ended(work.next_for(B, []), 0.1)
    lost = [bool(work.lost([(0,)], A)) for _ in range(4)]
    assert lost == [False, False, False, True]
    assert work.losses_of(0) == 4


def test_a_case_is_retried_once():
    work = Assignment(((0,),))
    work.ended(work.next_for(A, []), 1.0)
    assert work.is_complete
    assert work.retry(0, A)
    assert not work.is_complete
    work.ended(work.next_for(FAR, []), 1.0)
    assert not work.retry(0, FAR)
    assert work.is_complete
