"""Launches: what is refused before any thread runs, and the host's resources that a kernel may ask for."""

import ctypes
import platform
import threading

import numpy as np
import pytest

from harness.errors import LaunchError, PtxError
from harness.ptx.launch import executor as executor_module
from harness.ptx.launch.executor import Executor
from harness.ptx.launch.preparation import ALL_GANGS, Configurations
from tests.ptx.ptx_text import kernel, run, words

NO_ARGS = [np.uint64(0), np.uint64(0), np.uint32(0)]


@pytest.mark.parametrize(("grid", "block", "shared", "rule"), [
    ((0, 1, 1), (1, 1, 1), 0, "grid must have three extents of 1 to"),
    ((1, 65536, 1), (1, 1, 1), 0, "grid must have three extents of 1 to"),
    ((1, 1), (1, 1, 1), 0, "grid must have three extents of 1 to"),
    ((1, 1, 1), (1, 1, 65), 0, "block must have three extents of 1 to"),
    ((1, 1, 1), (-1, 1, 1), 0, "block must have three extents of 1 to"),
    ((1, 1, 1), (1024, 2, 1), 0, "a block may have at most 1024 threads"),
    ((65536, 65535, 1), (1, 1, 1), 0, "at most 2^31 - 1 blocks a launch"),
    ((1, 1, 1), (1, 1, 1), 300000, "at most 232448 bytes of shared memory (got 4 static and 300000 dynamic)"),
    ((1, 1, 1), (1, 1, 1), -1, "at most 232448 bytes of shared memory"),
])  # fmt: skip
def test_configurations_that_are_refused(executor, grid, block, shared, rule):
    program = executor.load(kernel("st.shared.b32 [s], 1;", ".shared .b32 s;\n"))
    with pytest.raises(LaunchError) as caught:
        executor.launch(program, "k", grid, block, NO_ARGS, shared)
    assert rule in str(caught.value)


def test_arguments_that_are_refused(executor):
    program = executor.load(kernel(""))
    with pytest.raises(LaunchError, match=r"k takes 3 arguments \(got 1\)"):
        executor.launch(program, "k", (1, 1, 1), (1, 1, 1), [np.uint64(0)])
    with pytest.raises(LaunchError, match=r"argument 2 of k must be 4 bytes wide \(got 8\)"):
        executor.launch(program, "k", (1, 1, 1), (1, 1, 1), [np.uint64(0), np.uint64(0), np.uint64(0)])


def test_bytes_may_end_in_zeros(executor):
    out = executor.memory.allocate(4, "out")
    args = [np.uint64(out.address), bytes(8), b"\x07\0\0\0"]
    report = executor.launch(executor.load(kernel("", result="%r1")), "k", (1, 1, 1), (1, 1, 1), args)
    assert report.faults == ()
    assert out.data.tolist() == [7, 0, 0, 0]


def test_launch_bounds_hold(executor):
    text = kernel("").replace("n)\n{", "n)\n.maxntid 64, 1, 1\n{")
    run(executor, text, block=(64, 1, 1))
    with pytest.raises(LaunchError, match="compiled for at most 64 threads a block"):
        run(executor, text, block=(65, 1, 1))
    text = kernel("").replace("n)\n{", "n)\n.reqntid 8, 4\n{")
    run(executor, text, block=(8, 4, 1))
    with pytest.raises(LaunchError, match=r"compiled for blocks of \(8, 4, 1\) \(got \(32, 1, 1\)\)"):
        run(executor, text, block=(32, 1, 1))


def test_largest_block_with_many_registers(executor):
    # 200 registers live across a loop, in 1024 threads
    names = [f"%x{k}" for k in range(200)]
    body = ".reg .b32 %x<200>;\n" + "".join(f"add.u32 {name}, %r0, {k};\n" for k, name in enumerate(names))
    body += "mov.b32 %r3, 0;\nLOOP: " + "".join(f"add.u32 {name}, {name}, 1;\n" for name in names)
    body += "add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, 3;\n@%p1 bra LOOP;\nmov.b32 %r5, 0;\n"
    body += "".join(f"add.u32 %r5, %r5, {name};\n" for name in names)
    found = words(executor, body, "%r5", block=(1024, 1, 1))
    np.testing.assert_array_equal(found, 200 * (np.arange(1024, dtype=np.uint32) + 3) + 199 * 100)


def test_largest_local_memory(executor):
    body = (
        ".local .align 4 .b8 big[524288];\nst.local.b32 [big+524284], %r0;\nld.local.b32 %r5, [big+524284];"
    )
    assert words(executor, body, "%r5", grid=(3, 1, 1), n_out=32).tolist() == list(range(32))


def test_blocks_that_need_much_memory_run_on_fewer_workers(executor, monkeypatch):
    monkeypatch.setattr(executor_module, "ARENA_LIMIT_BYTES", 1)
    assert words(executor, "mov.b32 %r5, 1;", "%r5", grid=(8, 1, 1), n_out=32).tolist() == [1] * 32


def test_kernel_with_a_large_stack_runs_on_threads_of_its_own(executor, monkeypatch):
    monkeypatch.setattr(executor_module, "NORMAL_STACK_BYTES", 4096)
    before = threading.stack_size()
    found = words(executor, "shfl.sync.bfly.b32 %r5, %r0, 1, 31, -1;", "%r5", grid=(8, 1, 1), n_out=32)
    assert found.tolist() == [lane ^ 1 for lane in range(32)]
    assert threading.stack_size() == before


def test_kernel_whose_stack_is_too_large_is_refused(executor, monkeypatch):
    monkeypatch.setattr(executor_module, "NORMAL_STACK_BYTES", 4096)
    monkeypatch.setattr(executor_module, "STACK_LIMIT_BYTES", 4096)
    with pytest.raises(PtxError, match="the kernel is too large: it may need"):
        run(executor, kernel("mov.b32 %r5, 1;"))


def test_many_values_alive_at_once(executor):
    n = 600
    body = f".reg .b64 %x<{n}>;\n" + "".join(
        f"ld.global.b64 %x{k}, [%rd1+{8 * (k % 4)}];\n" for k in range(n)
    )
    body += "mov.b64 %rd5, 0;\n" + "".join(f"add.u64 %rd5, %rd5, %x{k};\n" for k in range(n))
    ran = run(
        executor, kernel(body + "cvt.u32.u64 %r5, %rd5;", result="%r5"), inp=np.arange(4, dtype=np.uint64)
    )
    assert set(ran.clean_out) == {sum(k % 4 for k in range(n))}


def test_no_further_thread_can_be_had(monkeypatch, opened):
    executor = opened(n_workers=3)

    def refuse(*_):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(executor._pool, "submit", refuse)
    # every block faults: the workers that never started must not be waited for
    ran = run(executor, kernel("ld.global.b32 %r5, [%rd1];"), grid=(20, 1, 1))
    assert [fault.count for fault in ran.report.faults] == [640]


def test_interrupted_launch_waits_for_its_workers(monkeypatch, opened):
    executor = opened(n_workers=2)
    native_run = executor.runtime.run_blocks
    ended = []

    def interrupted(worker):
        if threading.current_thread() is threading.main_thread():
            raise KeyboardInterrupt
        native_run(worker)
        ended.append(worker)

    monkeypatch.setattr(executor.runtime._engine, "run_blocks", interrupted)
    # every block faults, so the worker that runs must not wait for the one that never will
    text = kernel(
        "mov.b32 %r3, 0;\nL: add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, 9999;\n@%p1 bra L;\nld.global.b32 %r5, [%rd1];"
    )
    with pytest.raises(KeyboardInterrupt):
        run(executor, text, grid=(1000, 1, 1))
    assert len(ended) == 1
    monkeypatch.undo()
    assert [fault.count for fault in run(executor, text, grid=(3, 1, 1)).report.faults] == [96]


def test_executors_are_independent(executor):
    text = kernel("shfl.sync.bfly.b32 %r5, %r0, 3, 31, -1;\nadd.u32 %r5, %r5, 41;", result="%r5")
    other = Executor(n_workers=1)
    assert run(other, text).out[0] == 44
    other.close()
    del other
    fresh = kernel("shfl.sync.bfly.b32 %r5, %r0, 3, 31, -1;\nadd.u32 %r5, %r5, 42;", result="%r5")
    assert run(executor, text).out[0] == 44
    assert run(executor, fresh).out[0] == 45


def test_clock_is_injected(opened):
    times = iter([10.0, 12.5])
    executor = opened(n_workers=1, clock=lambda: next(times))
    assert run(executor, kernel("")).report.seconds == 2.5


def test_host_rounding_does_not_matter_and_comes_back(executor):
    libm = ctypes.CDLL(None)
    downward = {"x86_64": 0x400, "aarch64": 0x800000}[platform.machine()]
    program = executor.load(kernel("mov.b32 %f1, %r1;\ndiv.rn.f32 %f2, %f1, 0f40400000;", result="%f2"))
    out = executor.memory.allocate(4, "out")
    args = [np.uint64(out.address), np.uint64(0), np.float32(1).view(np.uint32)]
    before = libm.fegetround()
    try:
        assert libm.fesetround(downward) == 0
        executor.launch(program, "k", (1, 1, 1), (1, 1, 1), args)
        after = libm.fegetround()
    finally:
        libm.fesetround(before)
    assert after == downward
    # a third is 0x3eaaaaaa rounded down
    assert out.data.view(np.uint32).tolist() == [0x3EAAAAAB]


@pytest.mark.skipif(platform.machine() != "x86_64", reason="sets MXCSR")
def test_flushed_subnormals_of_the_host_do_not_matter(executor):
    libm = ctypes.CDLL(None)
    program = executor.load(kernel("mov.b32 %f1, %r1;\nadd.rn.f32 %f2, %f1, %f1;", result="%f2"))
    out = executor.memory.allocate(4, "out")
    args = [np.uint64(out.address), np.uint64(0), np.uint32(3)]
    environment = (ctypes.c_uint32 * 8)()
    libm.fegetenv(environment)
    flushing = (ctypes.c_uint32 * 8)(*environment)
    flushing[7] |= 0x8040  # MXCSR is the last word of glibc's fenv_t; flush to zero, denormals are zero
    try:
        libm.fesetenv(flushing)
        executor.launch(program, "k", (1, 1, 1), (1, 1, 1), args)
        kept = (ctypes.c_uint32 * 8)()
        libm.fegetenv(kept)
    finally:
        libm.fesetenv(environment)
    assert out.data.view(np.uint32).tolist() == [6]
    assert kept[7] & 0x8040 == 0x8040


def parameters_of(configurations, code, args):
    return bytes(configurations.parameters(code, args))


def test_a_configuration_is_checked_once_and_each_launch_gets_its_own(executor):
    code, _ = executor.load(kernel("")).kernel("k")
    configurations = Configurations()
    first, second = (configurations.launch(code, (3, 2, 1), (64, 1, 1), 16, None, False) for _ in range(2))
    assert bytes(first) == bytes(second)
    assert (first.n_gangs, first.n_warps, first.dynamic_shared_bytes) == (6, 2, 16)
    first.next_gang, first.stop_gang = 5, 0
    assert (second.next_gang, second.stop_gang) == (0, ALL_GANGS)
    third = configurations.launch(code, (3, 2, 1), (64, 1, 1), 16, None, True)
    assert (third.n_gangs, third.gang_blocks) == (1, 6)
    for _ in range(2):
        with pytest.raises(LaunchError, match="grid must have three extents"):
            configurations.launch(code, (3, 0, 1), (64, 1, 1), 16, None, False)


def test_arguments_that_change_are_packed_again(executor):
    code, _ = executor.load(kernel("")).kernel("k")
    configurations = Configurations()
    args = (np.uint64(1), np.uint64(2), np.uint32(3))
    packed = parameters_of(configurations, code, args)
    assert parameters_of(configurations, code, args) == packed
    assert parameters_of(configurations, code, (*args[:2], np.uint32(4))) != packed
    changing = list(args)
    assert parameters_of(configurations, code, changing) == packed
    changing[2] = np.uint32(4)
    assert parameters_of(configurations, code, changing) != packed
    own = configurations.parameters(code, args)
    own[0] = b"\xff"
    assert parameters_of(configurations, code, args) == packed
    with pytest.raises(LaunchError, match="takes 3 arguments"):
        configurations.parameters(code, args[:2])
