"""Pointers to nothing: null, and what has been freed."""

import numpy as np
import pytest

from harness.errors import DeviceError
from harness.ptx.launch.executor import Executor
from tests.ptx.ptx_text import kernel, run


def message(executor: Executor, address: int, access: str = "ld.global.b32 %r5, [%rd5];") -> str:
    program = executor.load(kernel(f"mov.b64 %rd5, {address};\n{access}"))
    args: list[np.generic | bytes] = [np.uint64(0), np.uint64(0), np.uint32(0)]
    (fault,) = executor.launch(program, "k", (1, 1, 1), (1, 1, 1), args).faults
    return fault.message


@pytest.mark.parametrize("access", ["ld.global.b32 %r5, [%rd5];", "ld.b32 %r5, [%rd5];", "st.b32 [%rd5], 1;"])
def test_null_pointers_are_named(executor: Executor, access: str) -> None:
    executor.memory.allocate(64, "b")
    assert message(executor, 0, access).endswith("at 0x0 (a null pointer)")
    assert message(executor, 64, access).endswith("at 0x40 (a null pointer and 64 bytes)")


@pytest.mark.parametrize("access", ["ld.global.b32 %r5, [%rd5];", "st.b32 [%rd5], 1;"])
def test_freed_memory_is_named(executor: Executor, access: str) -> None:
    kept, dropped = executor.memory.allocate(64, "kept"), executor.memory.allocate(64, "dropped")
    dropped.data[:] = 7
    executor.memory.free(dropped)
    later = executor.memory.allocate(64, "later")
    assert later.address > dropped.address > kept.address
    text = message(executor, dropped.address + 8, access)
    assert text.endswith(
        f"at {dropped.address + 8:#x} (8 bytes into dropped, 64 bytes, which has been freed)"
    )
    assert (dropped.data == 7).all()
    assert "past the end of kept" in message(executor, kept.address + 64, access)


def test_kernel_may_run_after_memory_was_freed(executor: Executor) -> None:
    first = executor.memory.allocate(64, "first")
    executor.memory.free(first)
    assert run(executor, kernel("mov.b32 %r5, 1;", result="%r5")).out.tolist() == [1] * 32


def test_freeing_twice_is_refused(executor: Executor) -> None:
    allocation = executor.memory.allocate(64, "b")
    executor.memory.free(allocation)
    with pytest.raises(DeviceError, match="b has been freed"):
        executor.memory.free(allocation)


def test_what_was_freed_is_forgotten_with_everything_else(executor: Executor) -> None:
    executor.memory.allocate(64, "before")
    executor.memory.free(executor.memory.allocate(4096, "old"))
    executor.memory.clear()
    new = executor.memory.allocate(64, "new")
    assert "past the end of new" in message(executor, new.address + 512)
