"""What the cpu device reports of a launch: where, whose memory, in which order, and what settings switch off."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from harness.compiler import CompileRequest
from harness.device.base import LaunchConfig, LaunchResult
from harness.device.cpu.ptx_cpu import PtxCpu
from harness.device.observation import observed_reasons, watch_of
from harness.ptx.fault import SANITIZER_OF, FaultKind
from harness.settings.settings import Settings
from harness.settings.watch_options import SANITIZERS
from harness.verdict import Finding, Reason

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

Launch = Callable[..., LaunchResult]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("observed") / "bad.cu"
    path.write_text(SOURCE)
    return path


def settings_of(path: Path, **overrides: object) -> Settings:
    environ = {"HOME": str(path.parent)}
    return Settings.load(path.parent, environ=environ, cpu_threads=2, **overrides)


@pytest.fixture
def launch(path: Path) -> Iterator[Launch]:
    """Launch `bad` on a device of its own settings: ``launch(what, schedule=, null=, **settings)``."""
    devices = []

    def run(
        what: int, *, schedule: int | None = None, null: bool = False, **overrides: object
    ) -> LaunchResult:
        device = PtxCpu(settings_of(path, **overrides))
        devices.append(device)
        artifact = device.compile(CompileRequest(path, "sm_90", options=("-lineinfo",)))
        kernel = device.load(artifact, "bad")
        out, inp = device.allocate(4 * 192, "out"), device.allocate(4 * 128, "inp")
        args = [np.uint64(out.address), np.uint64(0 if null else inp.address), np.int32(what)]
        config = LaunchConfig((3, 1, 1), (64, 1, 1))
        device.copy_in(out, np.zeros(4 * 192, np.uint8))
        device.copy_in(inp, np.zeros(4 * 128, np.uint8))
        options = {} if schedule is None else {"schedule": schedule}
        result = device.launch(kernel, config, args, **options)
        run.out = device.copy_out(out).view(np.int32).tolist()  # type: ignore[attr-defined]
        return result

    yield run
    for device in devices:
        device.close()


def line_of(comment: str) -> int:
    return next(n for n, line in enumerate(SOURCE.splitlines(), 1) if line.endswith(f"// {comment}"))


def only(found: tuple[Finding, ...], reason: Reason) -> Finding:
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
def test_every_message_names_memory_thread_block_and_lines(
    launch: Launch, what: int, reason: Reason, line: str, block: int, thread: int, memory: str
) -> None:
    finding = only(launch(what).findings, reason)
    assert (finding.block, finding.thread) == ((block, 0, 0), (thread, 0, 0))
    assert (finding.kernel, finding.source) == ("bad", f"bad.cu:{line_of(line)}")
    assert finding.ptx_line is not None
    assert finding.ptx_line > 0
    assert finding.size_bytes == 4
    assert memory in finding.message


def test_null_pointer_is_named(launch: Launch) -> None:
    finding = only(launch(READ, null=True).findings, Reason.OOB_READ)
    assert finding.message == "invalid global read of size 4 at 0x0 (a null pointer)"
    assert (finding.source, finding.count) == (f"bad.cu:{line_of('read')}", 192)


@pytest.mark.parametrize(
    ("what", "reason"), [(SHUFFLE, Reason.INVALID_SHUFFLE), (BARRIER, Reason.BARRIER_DIVERGENCE)]
)
def test_synccheck_can_be_switched_off(launch: Launch, what: int, reason: Reason) -> None:
    assert reason in {finding.reason for finding in launch(what).findings}
    assert reason not in {finding.reason for finding in launch(what, sanitizers="memcheck").findings}


def test_memcheck_cannot_be_switched_off(launch: Launch) -> None:
    assert launch(READ, sanitizers="synccheck").findings


def test_deadlock_is_a_hang_and_a_trap_is_not(launch: Launch) -> None:
    stuck, trapped = launch(BARRIER), launch(TRAP)
    assert (stuck.hung, stuck.trapped, stuck.completed) == (True, False, False)
    assert (trapped.hung, trapped.trapped, trapped.completed) == (False, True, False)
    assert launch(BARRIER, sanitizers="memcheck").hung
    assert launch(0).completed


def test_threads_that_left_are_a_note(launch: Launch) -> None:
    result = launch(LEFT)
    assert result.findings == ()
    note = only(result.notes, Reason.BARRIER_DIVERGENCE)
    assert "the first of them thread (32, 0, 0)" in note.message
    assert launch(LEFT, sanitizers="memcheck").notes == ()


def test_schedule_is_asked_for_with_the_launch(launch: Launch) -> None:
    # what the threads read is a race, which another sanitizer may see: only memory is looked at
    launch(IN_STEP, sanitizers="memcheck")
    in_step = launch.out  # type: ignore[attr-defined]
    assert in_step == [t ^ 1 for t in range(64)] * 3
    outs = []
    for _ in range(2):
        launch(IN_STEP, schedule=3, sanitizers="memcheck")
        outs.append(launch.out)  # type: ignore[attr-defined]
    assert outs[0] == outs[1] != in_step


def test_device_says_what_it_looks_for(path: Path) -> None:
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


def test_settings_decide_what_launches_are_watched_for(path: Path) -> None:
    watch = watch_of(settings_of(path))
    assert (watch.races, watch.undefined, watch.perturbation, watch.schedule) == (True, True, None, None)
    watch = watch_of(settings_of(path, sanitizers="initcheck", stress_approximations=4))
    assert (watch.races, watch.undefined, watch.perturbation) == (False, True, 4)
