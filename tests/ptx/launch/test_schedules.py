"""Seeded orders of blocks, warps and lanes: what counts on another order shows, and what is right stays right."""

import numpy as np
import pytest

from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import MAX_SEED, Watch
from tests.ptx.code_cache import code_cache
from tests.ptx.lower import test_barrier, test_warp
from tests.ptx.ptx_text import kernel, run

SEEDS = (0, 1, 2, 3, 4, 1000, MAX_SEED)
SHARED = ".shared .align 4 .b8 v[4096];\n"
COUNTER = ".global .align 4 .u32 counter;\n"

# %r3 is the address of the thread's own shared word, %r4 that of its neighbour's in the warp
NEIGHBOURS = """
mov.b32 %r3, v;
mad.lo.u32 %r3, %r0, 4, %r3;
xor.b32 %r6, %r0, 1;
mov.b32 %r4, v;
mad.lo.u32 %r4, %r6, 4, %r4;
"""

# every thread stores how many threads of its block have come before
RANKS = """
setp.ne.u32 %p1, %r0, 0;
@!%p1 st.shared.b32 [v], 0;
bar.sync 0;
atom.shared.add.u32 %r5, [v], 1;
"""

# %rd2 becomes the address of the thread's word among those of all blocks
OWN_WORD = """
mov.u32 %r8, %ctaid.x;
mov.u32 %r9, %ntid.x;
mad.lo.u32 %r8, %r8, %r9, %r0;
mad.wide.u32 %rd2, %r8, 4, %rd0;
"""


SPARE_BUDGET = 20_000


@pytest.fixture(params=[1, 2, 4])
def workers(request):
    executor = Executor(n_workers=request.param, step_budget=100_000)
    yield executor
    executor.close()


@pytest.fixture(scope="module")
def spare():
    """Return an executor whose step budget allows of no long wait."""
    executor = Executor(code_cache(), n_workers=1, step_budget=SPARE_BUDGET)
    yield executor
    executor.close()


def scheduled(executor, ptx, seed, **options):
    return run(executor, ptx, watch=Watch(schedule=seed), **options)


def test_converged_order_is_ascending(executor):
    text = kernel(OWN_WORD + RANKS, SHARED, "%r5")
    assert scheduled(executor, text, None, block=(96, 1, 1)).out.tolist() == list(range(96))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("n_warps", [2, 3, 32])
def test_first_warp_is_not_the_first(executor, n_warps, seed):
    body = """
mov.u32 %r3, %laneid;
setp.ne.u32 %p1, %r3, 0;
@%p1 exit;
setp.eq.u32 %p2, %r0, 0;
mov.b32 %r4, 0;
atom.global.add.u32 %r5, [counter], 1;
"""
    ran = scheduled(executor, kernel(body, COUNTER, "%r5"), seed, block=(32 * n_warps, 1, 1))
    assert ran.report.faults == ()
    ranks = ran.out[::32].tolist()
    assert sorted(ranks) == list(range(n_warps))
    assert ranks[0] != 0


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("n_blocks", [2, 3, 7, 64, 1000])
def test_every_block_runs_once_and_the_first_is_not_the_first(executor, n_blocks, seed):
    text = kernel(OWN_WORD + "atom.global.add.u32 %r5, [counter], 1;", COUNTER, "%r5")
    ran = scheduled(executor, text, seed, grid=(n_blocks, 1, 1), block=(1, 1, 1), n_out=n_blocks)
    ranks = ran.out.tolist()
    assert sorted(ranks) == list(range(n_blocks))
    assert ranks[0] != 0


def test_blocks_of_a_three_dimensional_grid_all_run(executor):
    body = """
mov.u32 %r3, %ctaid.x;
mov.u32 %r4, %ctaid.y;
mov.u32 %r5, %ctaid.z;
mad.lo.u32 %r4, %r5, 5, %r4;
mad.lo.u32 %r3, %r4, 3, %r3;
mad.wide.u32 %rd2, %r3, 4, %rd0;
"""
    ran = scheduled(executor, kernel(body, result="%r3"), 5, grid=(3, 5, 2), block=(1, 1, 1), n_out=30)
    assert ran.out.tolist() == list(range(30))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("before", ["", "bar.sync 0;\n", "bar.warp.sync -1;\n", "barrier.sync 1;\n"])
def test_lanes_that_count_on_running_in_step_are_seen(executor, before, seed):
    body = OWN_WORD + NEIGHBOURS + before + "st.shared.b32 [%r3], %r0;\nld.shared.b32 %r5, [%r4];"
    text = kernel(body, SHARED, "%r5")
    options = {"grid": (4, 1, 1), "block": (256, 1, 1), "n_out": 1024}
    neighbours = [t ^ 1 for t in range(256)] * 4
    assert scheduled(executor, text, None, **options).out.tolist() == neighbours
    assert scheduled(executor, text, seed, **options).out.tolist() != neighbours


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("barrier", ["bar.sync 0", "bar.warp.sync -1", "bar.warp.sync %r7", "barrier.sync 1"])
def test_lanes_that_meet_may_read_each_other(executor, barrier, seed):
    body = f"""{OWN_WORD}{NEIGHBOURS}
mov.b32 %r7, -1;
mov.b32 %r5, %r0;
mov.b32 %r10, 0;
LOOP: st.shared.b32 [%r3], %r5;
{barrier};
ld.shared.b32 %r11, [%r4];
{barrier};
add.u32 %r5, %r5, %r11;
add.u32 %r10, %r10, 1;
setp.lt.u32 %p1, %r10, 7;
@%p1 bra LOOP;
"""
    ran = scheduled(executor, kernel(body, SHARED, "%r5"), seed, grid=(3, 1, 1), block=(256, 1, 1), n_out=768)
    values = np.tile(np.arange(256), 3)
    for _ in range(7):
        values = values + values[np.arange(768) ^ 1]
    assert ran.clean_out.tolist() == values.tolist()


MEETINGS = test_barrier.VALUES | test_warp.VALUES


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", MEETINGS)
def test_value_of_threads_that_meet_is_the_same_in_every_order(executor, name, seed):
    MEETINGS[name].check(executor, watch=Watch(schedule=seed))


LOCK = """
setp.eq.u32 %p3, %r0, 0;
@%p3 st.shared.b64 [v], 0;
bar.sync 0;
mov.b32 %r7, 0;
LOCK: atom.shared.cas.b32 %r4, [v], 0, 1;
setp.ne.u32 %p2, %r4, 0;
@%p2 bra LOCK;
ld.shared.b32 %r5, [v+4];
add.u32 %r5, %r5, 1;
st.shared.b32 [v+4], %r5;
atom.shared.exch.b32 %r4, [v], 0;
"""


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("writer", [0, 5, 31, 32, 127])
def test_spin_until_another_thread_has_written(executor, writer, seed):
    body = f"""
setp.eq.u32 %p3, %r0, 0;
@%p3 st.shared.b32 [v], 0;
bar.sync 0;
setp.eq.u32 %p1, %r0, {writer};
@%p1 st.volatile.shared.b32 [v], 7;
WAIT: ld.volatile.shared.b32 %r5, [v];
setp.eq.u32 %p2, %r5, 0;
@%p2 bra WAIT;
"""
    ran = scheduled(executor, kernel(body, SHARED, "%r5"), seed, block=(128, 1, 1))
    assert set(ran.clean_out.tolist()) == {7}


TWO_FLAGS = """
setp.eq.u32 %p3, %r0, 0;
@%p3 st.shared.b64 [v], 0;
bar.sync 0;
setp.eq.u32 %p1, %r0, 7;
@%p1 bra WRITE;
WAIT: ld.volatile.shared.b32 %r5, [v];
ld.volatile.shared.b32 %r6, [v+4];
and.b32 %r5, %r5, %r6;
setp.eq.u32 %p2, %r5, 0;
@%p2 bra WAIT;
bra END;
WRITE: add.u32 %r9, %r9, 1;
setp.lt.u32 %p2, %r9, 100;
@%p2 bra WRITE;
mov.b32 %r5, 1;
st.volatile.shared.b32 [v], 1;
st.volatile.shared.b32 [v+4], 1;
END:
"""


@pytest.mark.parametrize("seed", [None, *range(10)])
@pytest.mark.parametrize(
    ("body", "expected"), [(LOCK, range(1, 129)), ("mov.b32 %r9, 0;" + TWO_FLAGS, [1] * 128)]
)
def test_lanes_that_spin_let_the_others_go_first(spare, body, expected, seed):
    ran = scheduled(spare, kernel(body, SHARED, "%r5"), seed, block=(128, 1, 1))
    assert sorted(ran.clean_out.tolist()) == list(expected)


@pytest.mark.parametrize("seed", [None, *range(10)])
def test_lock_that_is_not_released_hangs(spare, seed):
    body = LOCK.replace("atom.shared.exch", "//")
    assert "hang" in scheduled(spare, kernel(body, SHARED, "%r5"), seed, block=(128, 1, 1)).reasons


@pytest.mark.parametrize("seed", SEEDS)
def test_seed_gives_one_order_whatever_the_number_of_workers(workers, seed, opened):
    text = kernel(OWN_WORD + RANKS, SHARED, "%r5")
    options = {"grid": (40, 1, 1), "block": (96, 1, 1), "n_out": 40 * 96}
    first, again = (scheduled(workers, text, seed, **options).out for _ in range(2))
    np.testing.assert_array_equal(first, scheduled(opened(n_workers=1), text, seed, **options).out)
    np.testing.assert_array_equal(first, again)
    # blocks draw for themselves, and seeds give different orders
    ranks = first.reshape(40, 96)
    assert len({tuple(block) for block in ranks.tolist()}) > 20
    assert all(sorted(block) == list(range(96)) for block in ranks.tolist())
    other = scheduled(workers, text, seed - 1 if seed else 17, **options).out
    assert other.tolist() != first.tolist()


@pytest.mark.parametrize("seed", SEEDS)
def test_report_is_that_of_the_order_whatever_the_number_of_workers(workers, seed, opened):
    # reads past its end in every block, and traps in some
    body = """
mov.u32 %r3, %ctaid.x;
ld.global.b32 %r4, [%rd1];
and.b32 %r5, %r3, 15;
setp.eq.u32 %p1, %r5, 3;
@%p1 trap;
"""
    text = kernel(body)
    report = scheduled(workers, text, seed, grid=(200, 1, 1)).report
    expected = scheduled(opened(n_workers=1), text, seed, grid=(200, 1, 1)).report
    assert report.faults == expected.faults
    assert not report.completed
    assert sorted({fault.reason for fault in report.faults}) == ["oob-read", "trap"]


def test_seeds_end_the_launch_at_different_blocks(executor):
    text = kernel("mov.u32 %r3, %ctaid.x;\nand.b32 %r5, %r3, 15;\nsetp.eq.u32 %p1, %r5, 3;\n@%p1 trap;")
    blocks = set()
    for seed in range(8):
        (fault,) = scheduled(executor, text, seed, grid=(200, 1, 1), block=(1, 1, 1)).report.faults
        blocks.add(fault.block[0])
    assert len(blocks) > 3
    assert all(block % 16 == 3 for block in blocks)


@pytest.mark.parametrize("seed", range(12))
def test_launch_that_ends_within_its_budget_does_so_in_every_order(workers, seed):
    # 90,000 of 100,000 steps, of all lanes, or of each lane's own number of rounds
    body = """
mov.b32 %r5, 0;
LOOP: add.u32 %r5, %r5, 1;
setp.lt.u32 %p1, %r5, 30000;
@%p1 bra LOOP;
"""
    ran = scheduled(workers, kernel(body, result="%r5"), seed, block=(64, 1, 1))
    assert set(ran.clean_out.tolist()) == {30000}


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1])
def test_seed_out_of_range_is_refused(seed):
    with pytest.raises(ValueError, match=f"schedule must be a seed from 0 to {MAX_SEED}"):
        Watch(schedule=seed)


# The first block to come announces itself, works for a while, and says that it is done; the others wait for a word.
TWO_STAGES = kernel(
    """
    mov.u32 %r3, 0;
    atom.global.add.u32 %r4, [%rd1], 1;
    setp.ne.u32 %p1, %r4, 0;
    @%p1 bra WAIT;
    st.volatile.global.u32 [%rd1+4], 1;
    WORK:
    add.u32 %r3, %r3, 1;
    setp.lt.u32 %p2, %r3, 50;
    @%p2 bra WORK;
    st.volatile.global.u32 [%rd1+4], 2;
    ret;
    WAIT:
    ld.volatile.global.u32 %r5, [%rd1+4];
    setp.eq.u32 %p2, %r5, 0;
    @%p2 bra WAIT;
    mad.wide.u32 %rd7, %r4, 4, %rd0;
    st.global.u32 [%rd7], %r5;
    """
)


def words(executor, ptx, n_blocks, seed, **options):
    """Launch blocks of one thread, with two zeros as input, and return the first words of the output."""
    options |= {
        "grid": (n_blocks, 1, 1),
        "block": (1, 1, 1),
        "inp": np.zeros(2, np.uint32),
        "n_out": n_blocks,
    }
    ran = scheduled(executor, ptx, seed, **options)
    assert ran.report.completed
    return ran.clean_out.tolist()


@pytest.mark.parametrize("n_blocks", [2, 8, 9, 23])
def test_block_that_waits_goes_on_as_soon_as_it_may(executor, n_blocks):
    assert 1 not in words(executor, TWO_STAGES, n_blocks, None)
    assert all(1 in words(executor, TWO_STAGES, n_blocks, seed) for seed in range(8))


def test_blocks_take_turns_in_orders_of_odd_seeds(executor):
    """Once a block has ended: without turns the first would go on only when all others wait."""
    ptx = kernel(
        """
        mov.u32 %r3, 0;
        atom.global.add.u32 %r4, [%rd1], 1;
        WORK:
        add.u32 %r3, %r3, 1;
        setp.lt.u32 %p2, %r3, 400;
        @%p2 bra WORK;
        atom.global.add.u32 %r5, [%rd1+4], 1;
        mad.wide.u32 %rd7, %r4, 4, %rd0;
        st.global.u32 [%rd7], %r5;
        """
    )
    ranks = {seed: words(executor, ptx, 16, seed) for seed in range(8)}
    latest_first = [*range(8)[::-1], *range(8, 16)[::-1]]
    assert all(ranks[seed] == latest_first for seed in range(0, 8, 2))
    assert len({tuple(ranks[seed]) for seed in range(1, 8, 2)}) == 4
    for seed in range(1, 8, 2):
        assert (ranks[seed][7], ranks[seed][15]) == (0, 8)


@pytest.mark.parametrize("seed", SEEDS)
def test_blocks_of_a_grid_that_synchronises_overtake(executor, seed):
    ptx = kernel(
        """
        atom.global.add.u32 %r4, [%rd1], 1;
        bra NEXT;
        NEXT: atom.global.add.u32 %r5, [%rd1+4], 1;
        mad.wide.u32 %rd7, %r4, 4, %rd0;
        st.global.u32 [%rd7], %r5;
        """
    )
    ranks = words(executor, ptx, 20, seed, cooperative=True)
    assert (ranks == [*range(20)[::-1]]) == (seed % 2 == 0)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("n_blocks", [3, 4, 8, 9, 23])
def test_block_that_waits_for_the_one_before_by_number_hangs(spare, n_blocks, seed):
    body = """
    mov.u32 %r3, %ctaid.x;
    mul.wide.u32 %rd7, %r3, 4;
    add.u64 %rd7, %rd0, %rd7;
    setp.eq.u32 %p1, %r3, 0;
    @%p1 bra FIRST;
    WAIT: ld.volatile.global.u32 %r5, [%rd7-4];
    setp.ne.u32 %p2, %r5, 7;
    @%p2 bra WAIT;
    FIRST: st.volatile.global.u32 [%rd7], 7;
    """
    options = {"grid": (n_blocks, 1, 1), "block": (1, 1, 1), "n_out": n_blocks}
    assert scheduled(spare, kernel(body), None, **options).clean_out.tolist() == [7] * n_blocks
    assert scheduled(spare, kernel(body), seed, **options).reasons == ["hang"]


# Each block takes a ticket, waits for its turn and lets the next one go on; its polls never give the same.
COUNTED_POLLS = kernel(
    """
    atom.global.add.u32 %r4, [%rd1], 1;
    mad.wide.u32 %rd7, %r4, 4, %rd0;
    WAIT: atom.global.add.u32 %r6, [polls], 1;
    ld.volatile.global.u32 %r5, [%rd1+4];
    setp.ne.u32 %p2, %r5, %r4;
    @%p2 bra WAIT;
    add.u32 %r5, %r5, 1;
    st.volatile.global.u32 [%rd1+4], %r5;
    st.global.u32 [%rd7], %r5;
    """,
    ".global .align 4 .u32 polls;\n",
)


@pytest.mark.parametrize("cooperative", [False, True])
@pytest.mark.parametrize("seed", [None, *range(8)])
def test_no_block_is_starved_by_later_ones_that_wait(spare, seed, cooperative):
    n_blocks = 16 if cooperative else 32
    expected = [*range(1, n_blocks + 1)]
    assert words(spare, COUNTED_POLLS, n_blocks, seed, cooperative=cooperative) == expected
