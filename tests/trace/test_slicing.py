"""What one element of a recorded launch depends on."""

import pytest

from harness.ptx.layout import LANES
from harness.trace import slicing
from harness.trace.slicing import Purpose, TooLargeError, slice_back

# %pa and %pb are the addresses of the thread's own elements of a and b.
START = """
    .reg .pred %p, %q;
    .reg .b32 %tid, %i, %n, %w;
    .reg .f32 %f<9>;
    .reg .b64 %pa, %pb, %o, %s;
    ld.param.u64 %pa, [a];
    ld.param.u64 %pb, [b];
    mov.u32 %tid, %tid.x;
    mul.wide.u32 %o, %tid, 4;
    add.u64 %pa, %pa, %o;
    add.u64 %pb, %pb, %o;
"""


def sliced(run, element):
    (root,) = run.writers(element)
    return slice_back(run.log, [root])


def test_a_value_is_followed_to_the_element_that_it_was_read_from(record):
    run = record(
        START + "ld.global.f32 %f0, [%pa]; add.f32 %f1, %f0, 0f3F800000; st.global.f32 [%pb], %f1; ret;"
    )
    found = sliced(run, 5)
    assert run.read_elements(found, purpose=Purpose.VALUE) == [5]
    assert run.opcodes(found, Purpose.VALUE) == ["ld.global.f32", "add.f32", "st.global.f32"]
    assert {leaf.text for leaf in found.leaves if leaf.purpose is Purpose.VALUE and leaf.text} == {"1"}
    assert found.lanes(found.roots[0].moment, Purpose.VALUE) == 1 << 5


def test_addresses_are_followed_as_indices(record):
    run = record(START + "ld.global.f32 %f0, [%pa]; st.global.f32 [%pb], %f0; ret;")
    found = sliced(run, 3)
    assert {leaf.text for leaf in found.leaves if leaf.purpose is Purpose.INDEX} == {"a", "b", "%tid.x", "4"}
    assert "mul.wide.u32" not in run.opcodes(found, Purpose.VALUE)


def test_an_element_of_a_vector_store_depends_on_its_own_source_alone(record):
    run = record(
        START
        + """
        ld.global.f32 %f0, [%pa]; ld.global.f32 %f1, [%pa+4]; add.u64 %pb, %pb, %o;
        st.global.v2.f32 [%pb], {%f0, %f1}; ret;"""
    )
    assert run.read_elements(sliced(run, 20)) == [10]
    assert run.read_elements(sliced(run, 21)) == [11]


def test_an_element_of_a_vector_load_comes_from_its_own_bytes(record):
    run = record(START + "ld.global.v2.f32 {%f0, %f1}, [%pa]; st.global.f32 [%pb], %f1; ret;", threads=1)
    assert run.read_elements(sliced(run, 0)) == [1]


@pytest.mark.parametrize(
    ("mode", "b", "source"), [("bfly", 3, 5 ^ 3), ("down", 4, 9), ("up", 2, 3), ("idx", 7, 7)]
)
def test_a_shuffle_is_followed_into_the_lane_that_it_read_from(record, mode, b, source):
    clamp = 0 if mode == "up" else 31
    run = record(
        START
        + f"ld.global.f32 %f0, [%pa]; shfl.sync.{mode}.b32 %f1, %f0, {b}, {clamp}, -1; st.global.f32 [%pb], %f1; ret;"
    )
    assert run.read_elements(sliced(run, 5), purpose=Purpose.VALUE) == [source]


def test_a_vote_depends_on_all_lanes(record):
    run = record(
        START
        + """ld.global.f32 %f0, [%pa]; setp.gt.f32 %p, %f0, 0f41F00000; vote.sync.ballot.b32 %n, %p, -1;
        st.global.b32 [%pb], %n; ret;"""
    )
    assert run.read_elements(sliced(run, 0)) == list(range(LANES))


def test_shared_memory_leads_to_the_thread_that_wrote_it(record):
    run = record(
        """.shared .align 4 .b8 tile[256];"""
        + START
        + """
        ld.global.f32 %f0, [%pa]; mov.u64 %s, tile; add.u64 %s, %s, %o; st.shared.f32 [%s], %f0;
        bar.sync 0;
        xor.b32 %i, %tid, 40; mul.wide.u32 %o, %i, 4; mov.u64 %s, tile; add.u64 %s, %s, %o;
        ld.shared.f32 %f1, [%s]; st.global.f32 [%pb], %f1; ret;""",
        threads=64,
    )
    found = sliced(run, 3)
    assert run.read_elements(found) == [43]
    warps = {run.log.warp_of(m) for m in found.needed if run.log.instruction(m).opcode == "st.shared.f32"}
    assert warps == {1}


def test_shared_memory_of_an_earlier_block_was_never_written_by_this_one(record):
    run = record(
        """.shared .align 4 .b8 tile[256];"""
        + START
        + """
        mov.u32 %n, %ctaid.x; setp.eq.u32 %p, %n, 0; mov.u64 %s, tile; add.u64 %s, %s, %o;
        mov.f32 %f0, 0f3F800000;
        @%p st.shared.f32 [%s], %f0;
        ld.shared.f32 %f1, [%s]; mul.wide.u32 %o, %n, 128; add.u64 %pb, %pb, %o; st.global.f32 [%pb], %f1; ret;""",
        blocks=2,
    )
    assert not [leaf for leaf in sliced(run, 3).leaves if leaf.kind == "unwritten"]
    (leaf,) = [leaf for leaf in sliced(run, 35).leaves if leaf.kind == "unwritten"]
    assert (leaf.place.space, leaf.place.address) == ("shared", 12)


def test_a_loop_is_followed_through_every_turn_and_its_branch_decides(record):
    run = record(
        START
        + """
        mov.f32 %f1, 0f00000000; mov.u32 %i, 0;
        AGAIN: ld.global.f32 %f0, [%pa]; add.f32 %f1, %f1, %f0; add.u64 %pa, %pa, 4; add.u32 %i, %i, 1;
        setp.lt.u32 %p, %i, 7; @%p bra AGAIN;
        st.global.f32 [%pb], %f1; ret;""",
        threads=1,
    )
    found = sliced(run, 0)
    assert run.read_elements(found, purpose=Purpose.VALUE) == list(range(7))
    ((number, executions),) = found.decisions.items()
    assert run.log.traced[number].opcode == "bra"
    assert len(executions) == 7
    assert run.opcodes(found, Purpose.CONDITION).count("setp.lt.u32") == 1


def test_a_guard_that_is_false_leaves_the_earlier_value(record):
    run = record(
        START
        + """
        ld.global.f32 %f0, [%pa]; ld.global.f32 %f1, [%pa+128]; setp.lt.u32 %p, %tid, 4;
        @%p mov.f32 %f0, %f1; st.global.f32 [%pb], %f0; ret;"""
    )
    assert run.read_elements(sliced(run, 3)) == [35]
    assert run.read_elements(sliced(run, 9)) == [9]


def test_atomics_depend_on_all_that_was_added_before(record):
    run = record(
        START
        + """
        ld.global.f32 %f0, [%pa]; ld.param.u64 %pb, [b]; mov.f32 %f1, 0f00000000;
        st.global.f32 [%pb], %f1; red.global.add.f32 [%pb], %f0; ret;""",
        threads=40,
    )
    # the store of the second warp ends what the first one has added
    assert run.read_elements(sliced(run, 0), purpose=Purpose.VALUE) == list(range(32, 40))


def test_a_register_that_was_never_written_is_named(record):
    run = record(START + "st.global.f32 [%pb], %f8; ret;")
    assert [leaf.kind for leaf in sliced(run, 0).leaves if leaf.purpose is Purpose.VALUE] == ["register"]


def test_an_access_outside_of_memory_is_named(record):
    run = record(START + "ld.global.f32 %f0, [%pa+4096]; st.global.f32 [%pb], %f0; ret;")
    assert [leaf.kind for leaf in sliced(run, 0).leaves if leaf.purpose is Purpose.VALUE] == ["outside"]


def test_an_asynchronous_copy_is_followed_to_its_source(record):
    run = record(
        """.shared .align 16 .b8 tile[256];"""
        + START
        + """
        mov.u64 %s, tile; add.u64 %s, %s, %o;
        cp.async.ca.shared.global [%s], [%pa], 4; cp.async.wait_all;
        ld.shared.f32 %f1, [%s]; st.global.f32 [%pb], %f1; ret;"""
    )
    assert run.read_elements(sliced(run, 6), purpose=Purpose.VALUE) == [6]


def test_too_many_executions_are_refused(record, monkeypatch):
    run = record(START + "ld.global.f32 %f0, [%pa]; st.global.f32 [%pb], %f0; ret;")
    monkeypatch.setattr(slicing, "MAX_EXECUTIONS", 2)
    with pytest.raises(TooLargeError, match=r"at most 2 executions .* smaller case"):
        sliced(run, 0)
