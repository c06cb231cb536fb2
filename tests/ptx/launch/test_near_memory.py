"""Launches under sanitizers copy and shadow what their arguments point to, and everything only if a kernel needs it."""

from collections.abc import Iterator

import numpy as np
import pytest

from harness.ptx.launch import executor as module
from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import Watch
from tests.ptx.ptx_text import kernel

WATCH = Watch(races=True, undefined=True)
# adds 1 to the number that the pointer behind the second argument points to
CHASE = (
    "ld.global.b64 %rd5, [%rd1]; ld.global.b32 %r5, [%rd5]; add.u32 %r5, %r5, 1; st.global.b32 [%rd5], %r5;"
)
PAST = "st.global.b32 [%rd1+64], 1;"


@pytest.fixture(params=[0, 1 << 24], ids=["near", "whole"])
def narrowing(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, executor: Executor
) -> Iterator[Executor]:
    monkeypatch.setattr(module, "WHOLE_BYTES", request.param)
    executor.memory.allocate(4096, "far away")
    return executor


def launch(executor: Executor, body: str, address: int) -> module.LaunchReport:
    program = executor.load(kernel(body))
    args: list[np.generic | bytes] = [np.uint64(0), np.uint64(address), np.uint32(0)]
    return executor.launch(program, "k", (1, 1, 1), (1, 1, 1), args, watch=WATCH)


def test_a_pointer_in_memory_is_followed(narrowing: Executor) -> None:
    table, number = narrowing.memory.allocate(64, "table"), narrowing.memory.allocate(64, "number")
    table.data.view(np.uint64)[0] = number.address
    number.data.view(np.uint32)[0] = 41
    for each in (table, number):
        each.define()
    for expected in (42, 43):
        assert launch(narrowing, CHASE, table.address).faults == ()
        assert number.data.view(np.uint32)[0] == expected


def test_an_access_past_the_end_is_reported_as_ever(narrowing: Executor) -> None:
    buffer = narrowing.memory.allocate(64, "buffer")
    (fault,) = launch(narrowing, PAST, buffer.address).faults
    assert fault.reason == "oob-write"
    assert "past the end of buffer" in fault.message


def test_memory_that_no_argument_points_to_gets_no_shadow(
    executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "WHOLE_BYTES", 1 << 10)
    far, near = executor.memory.allocate(1 << 11, "far"), executor.memory.allocate(64, "near")
    assert launch(executor, "st.global.b32 [%rd1], 1;", near.address).faults == ()
    assert near.data.view(np.uint32)[0] == 1
    assert (far.is_fresh, near.is_fresh) == (True, False)
