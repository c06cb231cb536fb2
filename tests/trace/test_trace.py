"""Slices and records of launches, types of recorded bits, and the inputs that a right result depends on."""

from types import SimpleNamespace

import numpy as np
import pytest

from harness.operation.catalogue import shipped_operations
from harness.operation.problem import Problem
from harness.ptx.ir.flat_kernel import Block
from harness.ptx.ir.traced import TracedInstruction, controlling_blocks
from harness.ptx.launch import recorder as recorder_module
from harness.ptx.launch.recorder import Recorder
from harness.ptx.layout import LANES
from harness.report.text.trace_text import statement_lines
from harness.trace import elements, slicing
from harness.trace.elements import compare_inputs, runs
from harness.trace.log import as_numbers, of_result, shown_type, type_of
from harness.trace.model import SourcePlace, Values
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


PLUS_ONE = START + "ld.global.f32 %f0, [%pa]; add.f32 %f1, %f0, 0f3F800000; st.global.f32 [%pb], %f1; ret;"
COPY = START + "ld.global.f32 %f0, [%pa]; st.global.f32 [%pb], %f0; ret;"


def test_a_value_is_followed_to_the_element_that_it_was_read_from(record):
    run = record(PLUS_ONE)
    found = sliced(run, 5)
    assert run.read_elements(found, purpose=Purpose.VALUE) == [5]
    assert run.opcodes(found, Purpose.VALUE) == ["ld.global.f32", "add.f32", "st.global.f32"]
    assert {leaf.text for leaf in found.leaves if leaf.purpose is Purpose.VALUE and leaf.text} == {"1"}
    assert found.lanes(found.roots[0].moment, Purpose.VALUE) == 1 << 5


def test_addresses_are_followed_as_indices(record):
    run = record(COPY)
    found = sliced(run, 3)
    assert {leaf.text for leaf in found.leaves if leaf.purpose is Purpose.INDEX} == {"a", "b", "%tid.x", "4"}
    assert "mul.wide.u32" not in run.opcodes(found, Purpose.VALUE)


VECTOR_STORE = """
    ld.global.f32 %f0, [%pa]; ld.global.f32 %f1, [%pa+4]; add.u64 %pb, %pb, %o;
    st.global.v2.f32 [%pb], {%f0, %f1}; ret;"""
VECTOR_LOAD = "ld.global.v2.f32 {%f0, %f1}, [%pa]; st.global.f32 [%pb], %f1; ret;"
VOTE = """
    ld.global.f32 %f0, [%pa]; setp.gt.f32 %p, %f0, 0f41F00000; vote.sync.ballot.b32 %n, %p, -1;
    st.global.b32 [%pb], %n; ret;"""
GUARD = """
    ld.global.f32 %f0, [%pa]; ld.global.f32 %f1, [%pa+128]; setp.lt.u32 %p, %tid, 4;
    @%p mov.f32 %f0, %f1; st.global.f32 [%pb], %f0; ret;"""
# The store of the second warp ends what the first one has added.
ATOMIC = """
    ld.global.f32 %f0, [%pa]; ld.param.u64 %pb, [b]; mov.f32 %f1, 0f00000000;
    st.global.f32 [%pb], %f1; red.global.add.f32 [%pb], %f0; ret;"""
ASYNCHRONOUS = """
    .shared .align 16 .b8 tile[256];
    mov.u64 %s, tile; add.u64 %s, %s, %o;
    cp.async.ca.shared.global [%s], [%pa], 4; cp.async.wait_all;
    ld.shared.f32 %f1, [%s]; st.global.f32 [%pb], %f1; ret;"""


@pytest.mark.parametrize(
    ("body", "threads", "element", "read"),
    [
        (VECTOR_STORE, 32, 20, [10]), (VECTOR_STORE, 32, 21, [11]), (VECTOR_LOAD, 1, 0, [1]),
        (VOTE, 32, 0, list(range(LANES))), (GUARD, 32, 3, [35]), (GUARD, 32, 9, [9]),
        (ATOMIC, 40, 0, list(range(32, 40))), (ASYNCHRONOUS, 32, 6, [6]),
    ],
)  # fmt: skip
def test_a_value_is_followed_to_the_elements_that_it_depends_on(record, body, threads, element, read):
    run = record(START + body, threads=threads)
    purpose = None if body == GUARD else Purpose.VALUE
    assert run.read_elements(sliced(run, element), purpose=purpose) == read


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("st.global.f32 [%pb], %f8; ret;", "register"),
        ("ld.global.f32 %f0, [%pa+4096]; st.global.f32 [%pb], %f0; ret;", "outside"),
    ],
)
def test_what_a_slice_ends_in_is_named(record, body, kind):
    run = record(START + body)
    assert [leaf.kind for leaf in sliced(run, 0).leaves if leaf.purpose is Purpose.VALUE] == [kind]


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


def test_a_recorded_shuffle_from_a_lane_that_does_not_take_part_is_one_fault(record):
    run = record(START + "shfl.sync.down.b32 %f1, %f0, 1, 31, -1; st.global.f32 [%pb], %f1; ret;", threads=20)
    assert [(fault.reason, fault.count) for fault in run.report.faults] == [("invalid-shuffle", 1)]


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


def test_too_many_executions_are_refused(record, monkeypatch):
    run = record(COPY)
    monkeypatch.setattr(slicing, "MAX_EXECUTIONS", 2)
    with pytest.raises(TooLargeError, match=r"at most 2 executions .* smaller case"):
        sliced(run, 0)


def test_results_have_the_values_of_every_lane(record):
    run = record(PLUS_ONE)
    number = next(n for n, each in enumerate(run.log.traced) if each.opcode == "add.f32")
    (moment,) = run.log.moments(number)
    assert run.log.values(int(moment), 0).view(np.float32).tolist() == [lane + 1.0 for lane in range(32)]


def test_a_recorded_launch_gives_the_same_result_as_any_other(record):
    assert record(COPY).b.data.view(np.float32)[:32].tolist() == list(map(float, range(32)))


def test_a_byte_that_is_written_later_is_found(record):
    run = record(
        """.shared .align 4 .b8 tile[256];"""
        + START
        + """mov.u64 %s, tile; add.u64 %s, %s, %o; ld.shared.f32 %f0, [%s]; st.shared.f32 [%s], %f0;
        st.global.f32 [%pb], %f0; ret;"""
    )
    number = next(n for n, each in enumerate(run.log.traced) if each.opcode == "ld.shared.f32")
    (moment,) = (int(each) for each in run.log.moments(number))
    (access,) = run.log.accesses(moment)
    later = run.log.next_writer(int(access.hosts[4]), moment)
    assert run.log.instruction(later).opcode == "st.shared.f32"
    assert not run.log.has_barrier(moment, later)
    assert run.log.next_writer(int(access.hosts[4]), later) is None


@pytest.fixture
def launch(record, own_executor):
    """Launch a recorded copy again, in two blocks, with another recorder."""
    made = record(COPY, blocks=2)

    def run(recorder):
        args = [np.uint64(each.address) for each in (made.a, made.b)]
        own_executor.launch(made.program, "k", (2, 1, 1), (32, 1, 1), args, recorder=recorder)
        return recorder

    run.watched = made.b.address
    return run


def test_writes_to_watched_bytes_name_their_threads(launch):
    recorder = launch(Recorder(watched=[(launch.watched + 8, launch.watched + 16)]))
    # both blocks write the same elements
    assert [(each.block, each.thread) for each in recorder.writes] == [(0, 2), (0, 3), (1, 2), (1, 3)]
    assert {each.site.opcode for each in recorder.writes} == {"st.global.f32"}
    assert len(recorder.records) == 0


def test_only_the_blocks_asked_for_are_recorded(launch):
    recorder = launch(Recorder([1]))
    assert set(recorder.records["block"].tolist()) == {1}
    assert not recorder.is_full


def test_a_full_recorder_says_so(launch, monkeypatch):
    monkeypatch.setattr(recorder_module, "MAX_RECORDS", 3)
    recorder = launch(Recorder([0]))
    assert recorder.is_full
    assert len(recorder.records) == 3


@pytest.mark.parametrize(
    ("successors", "deciding"),
    [
        (((1, 2), (3,), (3,), ()), [(), (0,), (0,), ()]),  # not what follows both sides
        (((1,), (1, 2), ()), [(), (1,), ()]),  # a loop decides about itself
        (((2, 1), (2,), ()), [(), (0,), ()]),  # a guard over one side
        (((1, 4), (2, 3), (3,), (4,), ()), [(), (0,), (1,), (0,), ()]),  # a nested branch, directly alone
    ],
)
def test_branches_decide_about_their_sides(successors, deciding):
    blocks = [Block(index, successors=each) for index, each in enumerate(successors)]
    assert controlling_blocks(blocks) == deciding


def instruction(opcode):
    return TracedInstruction(opcode, 1, 0, 0, (), 0, "", (), ())


@pytest.mark.parametrize(
    ("opcode", "kind"),
    [
        ("add.rn.f32", "f32"),
        ("cvt.f32.f16", "f32"),
        ("cvt.rn.bf16.f32", "bf16"),
        ("ld.global.b32", ""),
        ("setp.lt.f32", "pred"),
        ("mad.lo.s32", "s32"),
    ],
)
def test_an_opcode_states_the_type_of_its_result(opcode, kind):
    assert of_result(instruction(opcode)) == kind


WIDENED = ("ld.global.b16", "cvt.u32.u16", "shfl.sync.bfly.b32", "cvt.u16.u32", "max.f16")


@pytest.mark.parametrize(
    ("opcodes", "number", "kind"),
    [
        (
            ("ld.shared.b32", "shfl.sync.bfly.b32", "add.f32"),
            0,
            "f32",
        ),  # that of what uses them, through moves
        (("cvt.rn.f16.f32", "mov.b16", "st.global.b16"), 1, "f16"),  # that of what made them
        *((WIDENED, number, "f16") for number in range(4)),  # a half that is widened for a shuffle
        (("ld.global.u16", "cvt.u32.u16", "add.u32"), 1, "u32"),
        (("mov.b32",), 0, ""),  # nothing tells about them
    ],
)
def test_bits_have_the_type_of_what_uses_or_made_them(opcodes, number, kind):
    traced = tuple(map(instruction, opcodes))
    last = len(traced) - 1

    def users(at):
        return [at + 1] if at < last else []

    def makers(at):
        return [at - 1] if at else []

    assert type_of(number, traced, users, makers) == kind


@pytest.mark.parametrize(
    ("bits", "kind", "numbers"),
    [(0x3C00_4000, "f16x2", [[2.0, 1.0]]), (0x3C00, "f16", [1.0])],  # a narrow value in a wide register
)
def test_bits_are_numbers_of_a_type(bits, kind, numbers):
    assert as_numbers(np.array([bits], np.uint32), kind).tolist() == numbers


@pytest.mark.parametrize(
    ("kind", "shown"), [("b16", "u16"), ("b64", "u64"), ("bf16", "bf16"), ("f16", "f16"), ("s32", "s32")]
)
def test_operands_of_a_comparison_are_shown_as_numbers_of_its_type(kind, shown):
    assert shown_type(kind) == shown
    assert as_numbers(
        np.array([0], np.uint64).astype(f"u{int(kind.lstrip('bfsu')) // 8}"), shown
    ).tolist() == [0]


SHAPE = (3, 40)


def compared(name, used, *, place=(1, 2), inp=None, output="out"):
    operation = shipped_operations()[name]
    values = np.linspace(-2.0, 2.0, 120, dtype=np.float32).reshape(SHAPE) if inp is None else inp
    problem = Problem(arrays={"inp": values}, dtype="float32", how=operation.parse_arithmetic("ieee"))
    found = {"inp": set(used)}
    return compare_inputs(operation, problem, output, place, found, found)


ROW_1 = range(40, 80)


@pytest.mark.parametrize(
    ("name", "used", "options", "missing", "unexpected"),
    [
        ("softmax", ROW_1, {}, set(), set()),
        ("softmax", range(40, 77), {}, {77, 78, 79}, set()),
        ("softmax", {*range(45, 60), *range(61, 80)}, {}, {*range(40, 45), 60}, set()),
        ("softmax", {*ROW_1, 5, 6}, {}, set(), {5, 6}),
        ("transpose", [41], {"place": (2, 1)}, {42}, {41}),
        # every element is replaced by a number at once, and one NaN alone keeps the row NaN
        ("softmax", ROW_1, {"inp": np.full(SHAPE, np.nan, np.float32)}, set(), set()),
    ],
    ids=["right", "forgotten tail", "gaps", "another row", "another place", "NaN"],
)
def test_inputs_are_compared_with_those_of_the_right_result(name, used, options, missing, unexpected):
    found = compared(name, used, **options)
    assert found.missing.get("inp", set()) == missing
    assert found.unexpected.get("inp", set()) == unexpected
    if not options:
        assert (found.is_complete, found.unknown) == (True, "")


def test_the_number_of_evaluations_is_limited(monkeypatch):
    monkeypatch.setattr(elements, "MOST_EVALUATIONS", 3)
    assert not compared("softmax", range(40, 77)).is_complete


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ([0, 1, 2, 3], "0..3"),
        ([0, 4, 8], "0..8 step 4"),
        ([5], "5"),
        ([0, 1, 7], "0..1, 7"),
        ([0, 2, 3, 5, 7, 9, 11, 13, 20], "0, 2..3, 5, 7, 9, 11, ... 20"),
    ],
)
def test_runs_of_elements(numbers, words):
    assert runs(numbers) == words


def test_each_of_several_values_of_a_line_names_its_instruction():
    values = [
        Values(count=1, first=n, last=n, least=n, largest=n, of=of)
        for n, of in ((2.0, "max.f32"), (3.0, "add.f32"))
    ]
    line = SimpleNamespace(
        number=1, place=SourcePlace(file="k.cu", line=1, text=""), kernel="", executions=1, threads="a thread"
    )
    nothing = dict.fromkeys(("terms", "reads", "over", "left_out", "notes", "findings", "uses"), ())
    texts = [*statement_lines(SimpleNamespace(**vars(line), **nothing, results=values))]
    assert [text.strip() for text in texts[2:]] == ["max.f32 gave 2", "add.f32 gave 3"]
