"""What the cpu device reports of a launch: where, whose memory, in which order, and what settings switch off."""

import numpy as np
import pytest

from harness.compiler import CompileRequest
from harness.device.base import LaunchConfig, Variation
from harness.device.cpu.ptx_cpu import PtxCpu
from harness.device.observation import observed_reasons, watch_of, without_copies
from harness.ptx.fault import SANITIZER_OF, FaultKind
from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import Watch
from harness.settings.settings import Settings
from harness.settings.watch_options import SANITIZERS
from harness.verdict import Reason
from tests.ptx.code_cache import code_cache
from tests.ptx.ptx_text import kernel, run

SOURCE = """\
extern "C" __global__ void bad(int* out, const int* inp, int what) {
    __shared__ int line[64];
    const int t = threadIdx.x;
    int value = t;
    if (what == 1) value = inp[blockIdx.x * 64 + t]; // read
    if (what == 2) out[blockIdx.x * 64 + t + 64] = 1; // write
    if (what == 3) value = *reinterpret_cast<const int*>(reinterpret_cast<const char*>(inp) + 1 + t); // odd
    if (what == 4) { line[t] = t; value = line[t + (t >= 60 ? 4 * 1024 : 0)]; } // shared
    if (what == 5) { volatile int own[4] = {1, 2, 3, 4}; value = own[t + (t == 63 ? 1000 : 0)]; } // local
    if (what == 6 && t < 40) value = __shfl_sync(0xffffffffu, value, 20); // shuffle
    if (what == 7 && t < 40) asm volatile("bar.sync 1, 128;"); // barrier
    if (what == 8) asm volatile("trap;"); // trap
    if (what == 9) { line[t] = t; value = line[t ^ 1]; } // in step
    if (what == 10 && t >= 32) return;
    if (what == 10) __syncthreads(); // without half of them
    out[blockIdx.x * 64 + t] = value;
}
"""
READ, WRITE, ODD, SHARED, LOCAL, SHUFFLE, BARRIER, TRAP, IN_STEP, LEFT = range(1, 11)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("observed") / "bad.cu"
    path.write_text(SOURCE)
    return path


def settings_of(path, **overrides):
    environ = {"HOME": str(path.parent)}
    return Settings.load(path.parent, environ=environ, cpu_threads=2, **overrides)


@pytest.fixture
def launch(path):
    """Launch `bad` on a device of its own settings: ``launch(what, schedule=, null=, **settings)``."""
    devices = []

    def run(what, *, schedule=None, null=False, **overrides: object):
        device = PtxCpu(settings_of(path, **overrides))
        devices.append(device)
        artifact = device.compile(CompileRequest(path, "sm_90", options=("-lineinfo",)))
        kernel = device.load(artifact, "bad")
        out, inp = device.allocate(4 * 192, "out"), device.allocate(4 * 128, "inp")
        args = [np.uint64(out.address), np.uint64(0 if null else inp.address), np.int32(what)]
        config = LaunchConfig((3, 1, 1), (64, 1, 1))
        device.copy_in(out, np.zeros(4 * 192, np.uint8))
        device.copy_in(inp, np.zeros(4 * 128, np.uint8))
        result = device.launch(kernel, config, args, Variation(schedule))
        run.out = device.copy_out(out).view(np.int32).tolist()
        return result

    yield run
    for device in devices:
        device.close()


def line_of(comment):
    return next(n for n, line in enumerate(SOURCE.splitlines(), 1) if line.endswith(f"// {comment}"))


def only(found, reason):
    (finding,) = [each for each in found if each.reason is reason]
    return finding


@pytest.mark.parametrize(
    ("what", "reason", "line", "block", "thread", "memory"),
    [
        (READ, Reason.OOB_READ, "read", 2, 0, "0 bytes past the end of inp, 512 bytes"),
        (WRITE, Reason.OOB_WRITE, "write", 2, 0, "0 bytes past the end of out, 768 bytes"),
        (ODD, Reason.MISALIGNED_ACCESS, "odd", 0, 0, "1 bytes into inp, 512 bytes"),
        (SHARED, Reason.OOB_READ, "shared", 0, 60, "past the end of shared memory, 256 bytes"),
        (LOCAL, Reason.OOB_READ, "local", 0, 4, "past the end of local memory, 16 bytes"),
    ],
)
def test_every_message_names_memory_thread_block_and_lines(launch, what, reason, line, block, thread, memory):
    finding = only(launch(what).findings, reason)
    assert (finding.block, finding.thread) == ((block, 0, 0), (thread, 0, 0))
    assert (finding.kernel, finding.source) == ("bad", f"bad.cu:{line_of(line)}")
    assert finding.ptx_line is not None
    assert finding.ptx_line > 0
    assert finding.size_bytes == 4
    assert memory in finding.message


def test_null_pointer_is_named(launch):
    finding = only(launch(READ, null=True).findings, Reason.OOB_READ)
    assert finding.message == "invalid global read of size 4 at 0x0 (a null pointer)"
    assert (finding.source, finding.count) == (f"bad.cu:{line_of('read')}", 192)


@pytest.mark.parametrize(
    ("what", "reason"), [(SHUFFLE, Reason.INVALID_SHUFFLE), (BARRIER, Reason.BARRIER_DIVERGENCE)]
)
def test_synccheck_can_be_switched_off(launch, what, reason):
    assert reason in {finding.reason for finding in launch(what).findings}
    assert reason not in {finding.reason for finding in launch(what, sanitizers="memcheck").findings}


def test_memcheck_cannot_be_switched_off(launch):
    assert launch(READ, sanitizers="synccheck").findings


def test_deadlock_is_a_hang_and_a_trap_is_not(launch):
    stuck, trapped = launch(BARRIER), launch(TRAP)
    assert (stuck.hung, stuck.trapped, stuck.completed) == (True, False, False)
    assert (trapped.hung, trapped.trapped, trapped.completed) == (False, True, False)
    assert launch(BARRIER, sanitizers="memcheck").hung
    assert launch(0).completed


def test_threads_that_left_are_a_note(launch):
    result = launch(LEFT)
    assert result.findings == ()
    note = only(result.notes, Reason.BARRIER_DIVERGENCE)
    assert "the first of them thread (32, 0, 0)" in note.message
    assert launch(LEFT, sanitizers="memcheck").notes == ()


def test_schedule_is_asked_for_with_the_launch(launch):
    # what the threads read is a race, which another sanitizer may see: only memory is looked at
    launch(IN_STEP, sanitizers="memcheck")
    in_step = launch.out
    assert in_step == [t ^ 1 for t in range(64)] * 3
    outs = []
    for _ in range(2):
        launch(IN_STEP, schedule=3, sanitizers="memcheck")
        outs.append(launch.out)
    assert outs[0] == outs[1] != in_step


def test_device_says_what_it_looks_for(path):
    everything, least = settings_of(path), settings_of(path, sanitizers="memcheck")
    kinds = {kind.reason for kind in FaultKind}
    assert kinds < set(observed_reasons(everything))
    assert set(observed_reasons(everything)) - set(observed_reasons(least)) == kinds & SANITIZER_OF.keys()
    assert {"oob-read", "oob-write", "misaligned-access", "hang", "trap"} <= set(observed_reasons(least))
    assert set(SANITIZER_OF.values()) == set(SANITIZERS[1:])
    device = PtxCpu(least)
    try:
        assert device.info.observes == observed_reasons(least)
        assert device.info.is_schedulable
    finally:
        device.close()


def test_settings_decide_what_launches_are_watched_for(path):
    watch = watch_of(settings_of(path))
    assert (watch.races, watch.undefined, watch.perturbation, watch.schedule) == (True, True, None, None)
    watch = watch_of(settings_of(path, sanitizers="initcheck", stress_approximations=4))
    assert (watch.races, watch.undefined, watch.perturbation) == (False, True, 4)


WORDS = ".shared .align 16 .b8 s[8192];\n"
# %r3: shared memory; %r4: the word of the thread's warp; %p0: half of the lanes; %p1: the first lane; %p2: the first
# thread; %f0: a number of the thread's own; %f1: of its lane; %f2: a lane's that depends on the warp
START = """
mov.b32 %r3, s;
shr.u32 %r4, %r0, 5;
mad.lo.u32 %r4, %r4, 4, %r3;
and.b32 %r5, %r0, 31;
setp.lt.u32 %p0, %r5, 16;
setp.eq.u32 %p1, %r5, 0;
setp.eq.u32 %p2, %r0, 0;
cvt.rn.f32.u32 %f0, %r0;
neg.f32 %f0, %f0;
neg.s32 %r7, %r0;
cvt.u64.u32 %rd7, %r0;
cvt.rn.f32.u32 %f1, %r5;
fma.rn.f32 %f1, %f1, 0f3D23D70A, 0fBF000000;
sub.u32 %r6, %r0, %r5;
shr.u32 %r6, %r6, 4;
add.u32 %r6, %r6, %r5;
and.b32 %r6, %r6, 31;
cvt.rn.f32.u32 %f2, %r6;
neg.f32 %f2, %f2;
"""
BODIES = {
    # name: instructions, threads, whether every race is a note; None: some are
    "lanes in one instruction": ("st.shared.f32 [%r4], %f0;", 64, True),
    "lanes store integers": ("st.shared.b32 [%r4], %r0;", 64, False),
    "lanes store negative integers": ("st.shared.b32 [%r4], %r7;", 64, False),
    "lanes store long integers": ("st.shared.b64 [%r3], %rd7;", 32, False),
    "lanes store bytes beside": ("st.shared.f32 [%r4], %f0;\nst.shared.b8 [%r4+1000], 1;", 32, True),
    "lanes store integers and bytes beside": ("st.shared.b32 [%r4], %r0;\nst.shared.b8 [%r4+1000], 1;", 32, False),
    "lanes in each of two instructions of a line":
        (".loc 1 7 0\nst.shared.f32 [%r4], %f0;\nst.shared.f32 [%r4+64], %f0;", 64, True),
    "lanes in one instruction of a line and warps in another":
        (".loc 1 7 0\nst.shared.f32 [%r4], %f0;\n@%p1 st.shared.f32 [%r3+64], %f0;", 64, None),
    "lanes in two instructions": ("@%p0 st.shared.b32 [%r4], 1;\n@!%p0 st.shared.b32 [%r4], 2;", 32, False),
    "two warps in one instruction": ("@%p1 st.shared.f32 [%r3], %f0;", 64, False),
    "two warps with the same sums lane by lane, some near 0": ("st.shared.f32 [%r3], %f1;", 64, True),
    "two warps with the same sums in other lanes": ("st.shared.f32 [%r3], %f2;", 64, None),
    "two warps store sums that differ in the last bit":
        ("shr.u32 %r6, %r0, 5;\nadd.u32 %r6, %r6, 0x41234567;\n@%p1 st.shared.b32 [%r3], %r6;", 64, False),
    "a lane reads what another writes":
        ("@%p0 st.shared.b32 [%r4], 1;\n@!%p0 ld.shared.b32 %r6, [%r4];", 32, False),
    "lanes in global memory": ("st.global.f32 [%rd0], %f0;", 32, False),
    "warps read an element and one stores it": ("ld.global.u32 %r6, [%rd0];\n@%p2 st.global.u32 [%rd0], 7;", 64, True),
    "warps read an element, one stores it, and they add it up":
        ("ld.global.u32 %r6, [%rd0];\n@%p2 st.global.u32 [%rd0], 7;\nst.shared.u32 [%r4], %r6;", 64, False),
    "warps add up an element, then read it and one stores it":
        ("st.shared.u32 [%r4], 1;\nld.global.u32 %r6, [%rd0];\n@%p2 st.global.u32 [%rd0], 7;", 64, True),
    "warps read an element of shared memory and one stores it":
        ("ld.shared.u32 %r6, [%r3];\n@%p2 st.shared.u32 [%r3], 7;", 64, False),
    "a warp stores an element that only others have read":
        ("@!%p2 ld.global.u32 %r6, [%rd0];\n@%p2 st.global.u32 [%rd0], 7;", 64, False),
    "a warp stores an element that it has read elsewhere":
        ("@%p2 ld.global.u32 %r6, [%rd0];\n@!%p2 ld.global.u32 %r6, [%rd0];\n@%p2 st.global.u32 [%rd0], 7;", 64,
         False),
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_threads_with_copies_that_triton_makes_are_a_note(name):
    body, threads, is_note = BODIES[name]
    executor = Executor(code_cache(), n_workers=1)
    try:
        given = {"block": (threads, 1, 1), "n_out": 64, "watch": Watch(races=True)}
        ran = run(executor, kernel(START + body, WORDS), **given)
    finally:
        executor.close()
    races = {"racecheck-raw", "racecheck-war", "racecheck-waw"}
    assert {fault.reason for fault in ran.report.faults} <= races
    seen = [without_copies(fault) for fault in ran.report.faults]
    assert seen
    # Lanes that write one value are a note in any case.
    assert all(fault.is_info for fault in seen) is bool(is_note)
    said = "copies of an element" if "element" in name else "its own rounding"
    assert any(said in fault.message for fault in seen) is (is_note is not False)
