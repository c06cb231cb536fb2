"""printf, assert, malloc and free in kernels."""

import numpy as np
import pytest

from harness.ptx.launch.executor import Executor, LaunchReport
from harness.ptx.launch.launch_memory import PRINTED_BYTES
from harness.ptx.launch.watch import Watch
from tests.ptx.code_cache import code_cache
from tests.ptx.ptx_text import kernel, run
from tests.ptx.test_cuda_sources import ptx

ARCHS = ("sm_75", "sm_90")
all_archs = pytest.mark.parametrize("arch", ARCHS)


def launch(
    executor: Executor,
    entry: str,
    inp: list[int],
    *,
    arch: str = "sm_90",
    blocks: int = 1,
    threads: int = 0,
    watch: Watch | None = None,
) -> tuple[list[int], LaunchReport]:
    executor.memory.clear()
    threads = threads or len(inp)
    out = executor.memory.allocate(4 * threads, "out")
    source = executor.memory.allocate(4 * len(inp), "inp")
    source.data[:] = np.array(inp, np.int32).view(np.uint8)
    source.define()
    args = [np.uint64(out.address), np.uint64(source.address), np.int32(len(inp))]
    program = executor.load(ptx("library.cu", arch))
    report = executor.launch(program, entry, (blocks, 1, 1), (threads, 1, 1), args, 0, watch or Watch())
    return out.data.view(np.int32).tolist(), report


@all_archs
def test_text_comes_in_block_and_thread_order(executor: Executor, arch: str) -> None:
    inp = [k % 4 for k in range(40)]
    out, report = launch(executor, "print", inp, arch=arch, blocks=3)
    assert report.faults == ()
    assert out == [3] * 40
    words = ["less", "less", "more", "more"] * 10
    expected = [f"block {block} thread {i:3}: {words[i]}\n" for block in range(3) for i in range(40)]
    assert report.printed == "".join(expected)


@all_archs
def test_formats_are_those_of_c(executor: Executor, arch: str) -> None:
    out, report = launch(executor, "formats", [0] * 32, arch=arch)
    assert report.printed.splitlines() == [
        "-7|   42|ff    |010|BEEF|q|%",
        "-1234567890123|18446744073709551615|5|9|-3|250",
        "1.500000|3.142|  1.23e+04|0.0001|+3|00042| 7",
        "abc|     right|l    |cu|    12|2.00",
        "nothing",
        "0x1234",
    ]
    assert out[:6] == [6, 6, 7, 8, 0, 1]


def test_text_that_does_not_fit_is_counted(executor: Executor) -> None:
    out, report = launch(executor, "much", [0] * 32)
    lines = report.printed.splitlines()
    n_whole = PRINTED_BYTES // 101
    assert lines[:n_whole] == [f"{k % 32:0100}" for k in range(n_whole)]
    assert lines[n_whole:] == ["", f"[{400 * 32 - n_whole} more calls of printf, past {PRINTED_BYTES} bytes]"]
    assert out == [1] * 32


def test_exact_pass_prints_once(executor: Executor) -> None:
    _, report = launch(executor, "print", [0] * 5, watch=Watch(races=True, undefined=True))
    assert len(report.printed.splitlines()) == 5


def test_format_that_cannot_be_read_is_a_fault(executor: Executor) -> None:
    module = ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n"
    ran = run(executor, kernel("mov.u64 %rd3, 99;\ncall (%r5), vprintf, (%rd3, 0);", module, "%r5"))
    assert ran.reasons == ["oob-read"]
    assert ran.report.printed == ""


@all_archs
def test_assertion_names_its_text_place_and_thread(executor: Executor, arch: str) -> None:
    _, report = launch(executor, "asserts", [1, 2, 7, 3, 9], arch=arch)
    assert not report.completed
    (fault,) = report.faults
    assert (fault.reason, fault.thread, fault.count) == ("device-assert", (2, 0, 0), 2)
    assert 'assertion failed: inp[i] < 5 && "too large", in' in fault.message
    assert "asserts" in fault.message
    assert "library.cu:" in fault.message


def test_assertion_that_holds(executor: Executor) -> None:
    out, report = launch(executor, "asserts", [1, 2, 3])
    assert report.faults == ()
    assert out == [1, 2, 3]


@all_archs
def test_lists_on_the_heap(executor: Executor, arch: str) -> None:
    inp = [k % 11 for k in range(40)]
    out, report = launch(executor, "lists", inp, arch=arch)
    assert report.faults == ()
    assert out == [n * (n - 1) // 2 for n in inp]


def test_heap_is_not_watched_for_races_or_undefined_bits(executor: Executor) -> None:
    watch = Watch(races=True, undefined=True, counts=True)
    out, report = launch(executor, "lists", [3] * 40, watch=watch)
    assert report.faults == ()
    assert out == [3] * 40


@pytest.mark.parametrize(
    ("what", "reason"),
    [(1, "oob-write"), (2, "oob-read"), (3, "invalid-free"), (4, "invalid-free")],
    ids=["past its end", "after free", "within a block", "twice"],
)
def test_misuse_of_the_heap_is_found(executor: Executor, what: int, reason: str) -> None:
    _, report = launch(executor, "heap", [what], threads=3)
    (fault,) = report.faults
    assert (fault.reason, fault.count, fault.thread) == (reason, 3, (0, 0, 0))
    assert "the device heap" in fault.message


def test_freed_memory_is_used_again(executor: Executor) -> None:
    out, report = launch(executor, "heap", [5], threads=4)
    assert report.faults == ()
    assert out == [1] * 4


def test_malloc_of_too_much_gives_null(executor: Executor) -> None:
    out, report = launch(executor, "heap", [6], threads=4)
    assert report.faults == ()
    assert out == [1] * 4


def test_more_frees_than_blocks_in_use(executor: Executor) -> None:
    out, report = launch(executor, "churn", [70_000, 16], threads=1)
    assert report.faults == ()
    assert out == [70_000]


def test_heap_that_is_used_up_again_and_again(executor: Executor) -> None:
    out, report = launch(executor, "mixed", [3000], threads=16)
    assert report.faults == ()
    assert out == [0] * 16


def test_search_for_a_block_is_in_the_step_budget() -> None:
    budget = 100_000
    small = Executor(code_cache(), n_workers=1, step_budget=budget)
    _, report = launch(small, "churn", [50, 6 << 20], threads=1)
    # clearing 6 MiB counts as 24576 steps
    assert [fault.reason for fault in report.faults] == ["hang"]
    small.close()


def test_exact_racecheck_of_a_kernel_with_a_heap(executor: Executor) -> None:
    executor.memory.clear()
    out = executor.memory.allocate(4 * 32, "out")
    source = executor.memory.allocate(4 * 32, "inp")
    source.data[:] = np.full(32, 5, np.int32).view(np.uint8)
    args = [np.uint64(out.address), np.uint64(source.address), np.int32(32)]
    program = executor.load(ptx("library.cu", "sm_90"))
    watch = Watch(races=True)
    report = executor.launch(program, "lists", (2, 1, 1), (32, 1, 1), args, 0, watch, cooperative=True)
    assert report.exact
    assert {fault.reason for fault in report.faults} == {"racecheck-waw"}  # both blocks write all of out
    assert out.data.view(np.int32).tolist() == [10] * 32


@pytest.mark.parametrize(("what", "text"), [(0, ""), (1, None), (2, None), (3, None), (4, "BA")])
def test_widths_and_precisions_are_bounded(executor: Executor, what: int, text: str | None) -> None:
    _, report = launch(executor, "wide", [what, 2, 0x41420000], threads=1)
    assert report.faults == ()
    start = "    1|2    |003|0.500000\nabc|ab|%5y|%"
    if text is None:
        assert report.printed == f"{start}\n[1 more calls of printf, past {PRINTED_BYTES} bytes]\n"
    else:
        assert report.printed == start + text


def test_formats_are_in_the_step_budget() -> None:
    small = Executor(code_cache(), n_workers=1, step_budget=100_000)
    out, report = launch(small, "chatter", [10], threads=32)
    assert report.faults == ()
    assert out == [10] * 32
    _, report = launch(small, "chatter", [100], threads=32)
    assert [fault.reason for fault in report.faults] == ["hang"]
    small.close()
