"""What is kept of a PTX text between processes: found again, never used when it may be wrong."""

from __future__ import annotations

import numpy as np
import pytest

from harness.errors import PtxError
from harness.ptx import kept_code, program
from harness.ptx.executor import Executor
from tests.ptx.ptx_text import kernel

TEXT = kernel(
    "ld.global.b32 %r5, [g];\nadd.u32 %r5, %r5, %r0;\nst.global.b32 [g], %r5;",
    ".global .b32 g = 40;\n.global .b32 unnamed[4096];\n",
    "%r5",
)


class Store:
    """A cache in memory."""

    def __init__(self) -> None:
        self.entries: dict[str, bytes] = {}

    def get(self, key: str) -> bytes | None:
        return self.entries.get(key)

    def put(self, key: str, data: bytes) -> None:
        self.entries[key] = data


def results(store: Store | None, times: int = 1) -> list[int]:
    """Load the kernel in a new executor and launch it; what its first thread stored, each time."""
    executor = Executor(store, n_workers=1)
    loaded = executor.load(TEXT)
    found = []
    for _ in range(times):
        executor.memory.clear()
        out, inp = executor.memory.allocate(128, "out"), executor.memory.allocate(128, "inp")
        inp.data[:] = 1
        args = [np.uint64(out.address), np.uint64(inp.address), np.uint32(1)]
        executor.launch(loaded, "k", (1, 1, 1), (1, 1, 1), args)
        found.append(int(out.data[:4].view(np.uint32)[0]))
    executor.close()
    return found


@pytest.fixture
def never_parsed(monkeypatch):
    """Make parsing an error, so that whatever works has been kept."""

    def parse(_text):
        raise AssertionError("the text was parsed")

    return lambda: monkeypatch.setattr(program, "parse", parse)


def test_what_is_kept_runs_without_being_parsed_and_gives_the_same(never_parsed):
    store = Store()
    fresh = results(store)
    never_parsed()
    assert results(store) == fresh == results(store)


def test_without_a_cache_everything_is_made_afresh(never_parsed):
    results(None)
    never_parsed()
    with pytest.raises(AssertionError, match="parsed"):
        results(None)


def test_variables_start_from_what_the_text_says_in_every_process():
    """A kept outline must not be the one whose variables a launch has changed."""
    store = Store()
    assert results(store, times=2) == results(store, times=2)


def test_a_damaged_entry_is_made_anew():
    store = Store()
    fresh = results(store)
    for key, data in store.entries.items():
        store.entries[key] = data[:40] + bytes([data[40] ^ 1]) + data[41:]
    assert results(store) == fresh


def test_another_version_of_the_executor_finds_nothing(monkeypatch, never_parsed):
    store = Store()
    results(store)
    monkeypatch.setattr(kept_code, "_maker", lambda: "another")
    never_parsed()
    with pytest.raises(AssertionError, match="parsed"):
        results(store)


def test_a_text_that_is_not_understood_is_refused_each_time():
    store = Store()
    for _ in range(2):
        with pytest.raises(PtxError):
            Executor(store, n_workers=1).load(TEXT.replace("add.u32", "}"))


def test_large_variables_are_not_kept(monkeypatch, never_parsed):
    monkeypatch.setattr(program, "KEPT_VARIABLE_BYTES", 2)
    store = Store()
    results(store)
    never_parsed()
    with pytest.raises(AssertionError, match="parsed"):
        results(store)


def test_only_named_variables_have_memory():
    executor = Executor(None, n_workers=1)
    assert [variable.label for variable in executor.load(TEXT).variables] == ["g"]
