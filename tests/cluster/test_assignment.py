"""Cases reach workers by group, come back after a loss, and have a bounded number of tries."""

from harness.cluster.cluster_runner import FEWEST_CASES, MOST_CASES, Assignment, WorkerPlace

A, B = WorkerPlace(0, "a"), WorkerPlace(1, "a")
FAR = WorkerPlace(2, "b")


def test_a_worker_stays_with_its_group_whose_first_case_is_a_task_of_its_own():
    work = Assignment((tuple(range(10)), tuple(range(10, 20))), n_workers=2)
    assert (work.next_for(A, [B]), work.next_for(B, [A])) == ((0,), (10,))
    assert work.next_for(FAR, [A, B]) == ()  # the code is still being made
    assert work.next_for(A, [B]) == (1,)
    work.ended((10,))
    assert work.next_for(FAR, [A, B])[0] == 11
    assert work.next_for(B, [A])[0] == 19
    assert work.next_for(A, [B])[0] == 2


def test_a_task_has_no_more_cases_than_half_of_a_workers_share_of_what_is_left():
    work = Assignment((tuple(range(401)),), n_workers=4)
    sizes = []
    while cases := work.next_for(A, [B]):
        sizes.append(len(cases))
        work.ended(cases)
    assert sizes[:3] == [1, 400 // 8, 350 // 8]
    assert min(sizes[1:-1]) == FEWEST_CASES
    large = Assignment((tuple(range(4000)),))
    large.ended(large.next_for(A, []))
    assert len(large.next_for(A, [])) == MOST_CASES


def test_every_case_is_handed_out_once():
    work = Assignment(((0, 3, 4), (1, 2), tuple(range(5, 205))))
    seen = []
    while tasks := [work.next_for(place, []) for place in (A, B)]:
        if not any(tasks):
            break
        for cases in tasks:
            work.ended(cases)
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
    work.ended((1,))
    assert not work.n_left


def test_on_one_host_another_worker_tries_and_alone_the_same():
    work = Assignment(((0,),))
    work.next_for(A, [B])
    work.lost([(0,)], A)
    assert work.next_for(A, [B]) == ()
    assert work.next_for(A, []) == (0,)


def test_cases_of_a_lost_task_return_singly_and_those_behind_it_in_order():
    work = Assignment((tuple(range(100)),))
    work.ended(work.next_for(A, []))
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
    work.ended(work.next_for(B, []))
    lost = [bool(work.lost([(0,)], A)) for _ in range(4)]
    assert lost == [False, False, False, True]
    assert work.losses[0] == 4


def test_a_case_is_retried_once():
    work = Assignment(((0,),))
    work.ended(work.next_for(A, []))
    assert not work.n_left
    assert work.retry(0, A)
    assert work.n_left
    work.ended(work.next_for(FAR, []))
    assert not work.retry(0, FAR)
    assert not work.n_left
