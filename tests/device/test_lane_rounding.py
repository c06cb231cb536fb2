"""Which races of a Triton kernel are notes: writes of lanes of one warp to shared memory in one instruction."""

import pytest

from harness.device.observation import without_lane_rounding
from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import Watch
from tests.ptx.code_cache import code_cache
from tests.ptx.ptx_text import kernel, run

SHARED = ".shared .align 16 .b8 s[8192];\n"
# %r3: shared memory; %r4: the word of the thread's warp; %p0: half of the lanes; %p1: the first lane; %f0: a number of
# the thread's own
START = """
mov.b32 %r3, s;
shr.u32 %r4, %r0, 5;
mad.lo.u32 %r4, %r4, 4, %r3;
and.b32 %r5, %r0, 31;
setp.lt.u32 %p0, %r5, 16;
setp.eq.u32 %p1, %r5, 0;
cvt.rn.f32.u32 %f0, %r0;
neg.f32 %f0, %f0;
neg.s32 %r7, %r0;
cvt.u64.u32 %rd7, %r0;
"""
BODIES = {
    # name: instructions, threads, whether every race is a note; None: some are
    "lanes in one instruction": ("st.shared.f32 [%r4], %f0;", 64, True),
    "lanes store integers": ("st.shared.b32 [%r4], %r0;", 64, False),
    "lanes store negative integers": ("st.shared.b32 [%r4], %r7;", 64, False),
    "lanes store long integers": ("st.shared.b64 [%r3], %rd7;", 32, False),
    "lanes store bytes beside": ("st.shared.f32 [%r4], %f0;\nst.shared.b8 [%r4+1000], 1;", 32, True),
    "lanes store integers and bytes beside": (
        "st.shared.b32 [%r4], %r0;\nst.shared.b8 [%r4+1000], 1;",
        32,
        False,
    ),
    "lanes in each of two instructions of a line": (
        ".loc 1 7 0\nst.shared.f32 [%r4], %f0;\nst.shared.f32 [%r4+64], %f0;",
        64,
        True,
    ),
    "lanes in one instruction of a line and warps in another": (
        ".loc 1 7 0\nst.shared.f32 [%r4], %f0;\n@%p1 st.shared.f32 [%r3+64], %f0;",
        64,
        None,
    ),
    "lanes in two instructions": (
        "@%p0 st.shared.b32 [%r4], 1;\n@!%p0 st.shared.b32 [%r4], 2;",
        32,
        False,
    ),
    "two warps in one instruction": ("@%p1 st.shared.f32 [%r3], %f0;", 64, False),
    "a lane reads what another writes": (
        "@%p0 st.shared.b32 [%r4], 1;\n@!%p0 ld.shared.b32 %r6, [%r4];",
        32,
        False,
    ),
    "lanes in global memory": ("st.global.f32 [%rd0], %f0;", 32, False),
}


@pytest.mark.parametrize("name", BODIES)
def test_lanes_of_one_warp_in_one_store_to_shared_memory_make_a_note(name):
    body, threads, is_note = BODIES[name]
    executor = Executor(code_cache(), n_workers=1)
    try:
        ran = run(
            executor, kernel(START + body, SHARED), block=(threads, 1, 1), n_out=64, watch=Watch(races=True)
        )
    finally:
        executor.close()
    assert {fault.reason for fault in ran.report.faults} <= {
        "racecheck-raw",
        "racecheck-war",
        "racecheck-waw",
    }
    seen = [without_lane_rounding(fault) for fault in ran.report.faults]
    assert seen
    # Lanes that write one value are a note in any case.
    assert all(fault.is_info for fault in seen) is bool(is_note)
    assert any("its own rounding" in fault.message for fault in seen) is (is_note is not False)
