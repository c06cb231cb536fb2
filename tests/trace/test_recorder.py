"""Records of a launch."""

import numpy as np
import pytest

from harness.ptx.launch import recorder as recorder_module
from harness.ptx.launch.recorder import Recorder
from tests.trace.test_slicing import START

COPY = START + "ld.global.f32 %f0, [%pa]; st.global.f32 [%pb], %f0; ret;"


def test_results_have_the_values_of_every_lane(record):
    run = record(
        START + "ld.global.f32 %f0, [%pa]; add.f32 %f1, %f0, 0f3F800000; st.global.f32 [%pb], %f1; ret;"
    )
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
def launch(own_executor):
    def run(recorder):
        memory = own_executor.memory
        memory.clear()
        a, b = memory.allocate(256, "a"), memory.allocate(256, "b")
        if recorder is None:
            return a, b
        program = own_executor.load(_ptx())
        args = [np.uint64(a.address), np.uint64(b.address)]
        own_executor.launch(program, "k", (2, 1, 1), (32, 1, 1), args, recorder=recorder)
        return a, b

    return run


def _ptx() -> str:
    from tests.ptx.ptx_text import HEADER

    return f"{HEADER}\n.visible .entry k(.param .u64 a, .param .u64 b) {{\n{COPY}\n}}\n"


def test_writes_to_watched_bytes_name_their_threads(launch):
    _, b = launch(None)
    recorder = Recorder(watched=[(b.address + 8, b.address + 16)])
    launch(recorder)
    # both blocks write the same elements
    assert [(each.block, each.thread) for each in recorder.writes] == [(0, 2), (0, 3), (1, 2), (1, 3)]
    assert {each.site.opcode for each in recorder.writes} == {"st.global.f32"}
    assert len(recorder.records) == 0


def test_only_the_blocks_asked_for_are_recorded(launch):
    recorder = Recorder([1])
    launch(recorder)
    assert set(recorder.records["block"].tolist()) == {1}
    assert not recorder.is_full


def test_a_full_recorder_says_so(launch, monkeypatch):
    monkeypatch.setattr(recorder_module, "MAX_RECORDS", 3)
    recorder = Recorder([0])
    launch(recorder)
    assert recorder.is_full
    assert len(recorder.records) == 3
