"""What is kept of a PTX text between processes: found again, never used when it may be wrong."""

import io
import itertools
import operator
import os
import pickle
import random
import subprocess
import sys

import numpy as np
import pytest

from harness.errors import PtxError
from harness.ptx.codegen import program
from harness.ptx.launch.executor import Executor
from harness.ptx.reading import parser
from harness.store.disk_cache import DiskCache
from tests.ptx.code_cache import Store
from tests.ptx.ptx_text import kernel

TEXT = kernel(
    "ld.global.b32 %r5, [g];\nadd.u32 %r5, %r5, %r0;\nst.global.b32 [g], %r5;",
    ".global .b32 g = 40;\n.global .b32 unnamed[4096];\n",
    "%r5",
)


def files(cache):
    return {path: path.read_bytes() for path in sorted(cache.folder.glob("??/*.bin"))}


def results(store, times=1):
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

    return lambda: monkeypatch.setattr(parser, "parse", parse)


def loaded_with(*modules):
    listed = f"import sys, {', '.join(modules)}; print(*sys.modules)"
    return subprocess.run(
        [sys.executable, "-c", listed], capture_output=True, text=True, check=True
    ).stdout.split()


def test_a_device_opens_without_what_only_new_code_needs():
    """Each worker process would take a tenth of a second longer to start."""
    names = loaded_with("harness.device.cpu.ptx_cpu", "harness.run.case_run")
    making = [f"harness.ptx.{room}" for room in ("codegen.kernel", "reading", "isa", "lower")]
    assert "harness.ptx.launch.executor" in names
    assert [name for name in names if name.startswith(tuple(making))] == []
    # takes 0.2 s, in each worker
    assert "scipy.special" not in loaded_with(
        "harness.operation.bounded", "harness.operation.shipped.softmax"
    )


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


def test_a_damaged_entry_is_made_anew(tmp_path):
    cache = DiskCache(tmp_path)
    fresh = results(cache)
    kept = files(cache)
    for path, data in kept.items():
        path.write_bytes(data[:70] + bytes([data[70] ^ 1]) + data[71:])
    assert results(cache) == fresh
    assert files(cache) == kept


def test_entries_in_each_others_places_are_made_anew(tmp_path):
    cache = DiskCache(tmp_path)
    fresh = results(cache)
    kept = files(cache)
    for first, second in itertools.permutations(kept, 2):
        first.write_bytes(kept[second])
        assert results(cache) == fresh
        assert files(cache) == kept


def test_entries_that_hold_something_else_are_made_anew():
    store = Store()
    fresh = results(store)
    kept = dict(store.entries)
    draw = random.Random(1)
    for key, entry in kept.items():
        if entry[:4] == b"\x7fELF":
            continue  # machine code is run as it is
        for data in (b"", b"x", b"\x80\x05.", draw.randbytes(100), entry[:-1]):
            store.entries = {**kept, key: data}
            assert results(store) == fresh
            assert store.entries == kept


class Runs:
    """A pickle of it calls a function when it is read."""

    def __init__(self, function, *arguments):
        self.call = function, arguments

    def __reduce__(self):
        return self.call


@pytest.mark.parametrize("function", [os.mkdir, eval, operator.methodcaller, program.pickle.loads])
def test_a_pickle_that_names_something_else_is_not_read(tmp_path, function):
    store = Store()
    fresh = results(store)
    made = str(tmp_path / "made")
    what = {os.mkdir: made, eval: f"__import__('os').mkdir({made!r})"}.get(function, b"")
    for key, stored in dict(store.entries).items():
        if stored[:4] != b"\x7fELF":
            store.put(key, pickle.dumps(Runs(function, what)))
    assert results(store) == fresh
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize(("module", "name"), [
    ("os", "system"),
    ("builtins", "eval"),
    ("numpy", "load"),
    (f"{program.__package__}.native", "ctypes.CDLL"),
    (f"{program.__package__}.native", "ctypes"),
    (f"{program.__package__}.native", "runtime_text"),
    (f"{program._EXECUTOR}_else.native", "Runtime"),
])  # fmt: skip
def test_only_classes_of_the_executor_are_found(module, name):
    with pytest.raises(pickle.UnpicklingError, match="is not allowed in an entry"):
        program._CodeUnpickler(io.BytesIO()).find_class(module, name)


def test_another_version_of_the_executor_finds_nothing(monkeypatch, never_parsed):
    store = Store()
    results(store)
    monkeypatch.setattr(program, "_maker", lambda: "another")
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


def test_only_named_variables_have_memory(opened):
    executor = opened(None, n_workers=1)
    assert [variable.label for variable in executor.load(TEXT).variables] == ["g"]
