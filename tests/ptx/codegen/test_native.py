"""Machine code: the cache, the link between C, Python and generated code, and what is shipped."""

import ctypes
import hashlib
import os
import platform
import subprocess
import sys
import time
from pathlib import Path

import pytest

from harness.errors import PtxError
from harness.ptx import fault
from harness.ptx.codegen import native
from harness.ptx.codegen.kernel import generate
from harness.ptx.codegen.native import Runtime, runtime_text
from harness.ptx.fault import DEADLOCK, HANG, TRAP, FaultKind
from harness.ptx.launch.executor import Executor
from harness.ptx.reading.parser import parse
from harness.ptx.runtime.make_runtime import HERE
from harness.store.disk_cache import DiskCache
from harness.verdict import Reason
from tests.ptx.code_cache import Store, code_cache
from tests.ptx.ptx_text import kernel, run

SMALL_IR = "define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n"
TO_FUSE = """
define <16 x float> @f(<16 x float> %a, <16 x float> %b, <16 x float> %c) {
  %product = fmul <16 x float> %a, %b
  %sum = fadd <16 x float> %product, %c
  ret <16 x float> %sum
}
"""
ROOT = Path(__file__).parents[3]
# one of everything whose order could come from a set or a dictionary
RICH = kernel(
    """
.local .b32 l;
setp.lt.u32 %p1, %r0, 9;
mov.b32 %r5, 1;
mov.b32 %r6, 2;
mov.b64 %rd5, 3;
ts: .branchtargets A, B, A;
@%p1 brx.idx %r0, ts;
A: add.u32 %r5, %r5, %r6;
atom.global.add.u32 %r7, [%rd1], %r5;
bar.sync 0;
shfl.sync.bfly.b32 %r8, %r5, 1, 31, -1;
B: add.u64 %rd5, %rd5, 1;
st.local.b32 [l], %r8;
call (%r5), f, (%r6);
sqrt.rn.f32 %f1, %f2;
@%p1 bra A;
st.shared.b64 [s], %rd5;
""",
    ".shared .b64 s;\n.global .b32 g = 3;\n.const .b32 c = 4;\n"
    ".func (.param .b32 r) f(.param .b32 x) { .reg .b32 %r1; ld.param.b32 %r1, [x]; st.param.b32 [r], %r1; }\n",
    "%r5",
)


def printed(script, *arguments, **environ):
    """Run a script in an interpreter of its own and return what it prints."""
    given = {"cwd": ROOT, "env": {**os.environ, "PYTHONPATH": str(ROOT), **environ}, "timeout": 60}
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.run(command, **given, capture_output=True, text=True, check=True).stdout


def compiled(store, text=SMALL_IR):
    return native._cached_object(store, text, 0, optimize=False)


def test_code_is_compiled_once():
    store = Store()
    first = compiled(store)
    assert (len(store.entries), store.hits) == (1, 0)
    assert compiled(store) == first
    assert (len(store.entries), store.hits) == (1, 1)
    assert first == compiled(DiskCache(None))


def test_other_code_and_other_levels_have_other_keys():
    store = Store()
    compiled(store)
    compiled(store, SMALL_IR.replace("add i32 %x, 1", "add i32 %x, 2"))
    native._cached_object(store, SMALL_IR, 2, optimize=False)
    native._cached_object(store, SMALL_IR, 2, optimize=True)
    assert len(store.entries) == 4
    assert all(len(key) == 64 for key in store.entries)


LEVELS = [name for name, _ in native._LEVELS["x86_64"]]
FEATURES = dict(native._LEVELS["x86_64"])


@pytest.fixture
def on_processor(monkeypatch):
    """Have the host another processor: an x86-64 of a level, with some features more or less, of any name."""

    def become(level, name="znver9", more="", less=""):
        has = " ".join(FEATURES[each] for each in LEVELS[: LEVELS.index(level) + 1])
        features = {each: each not in less.split() for each in f"{has} {more}".split()}
        monkeypatch.setattr("platform.machine", lambda: "x86_64")
        monkeypatch.setattr(native.llvm, "get_host_cpu_features", lambda: features)
        monkeypatch.setattr(native.llvm, "get_host_cpu_name", lambda: name)
        native.processor_level.cache_clear()

    yield become
    native.processor_level.cache_clear()


@pytest.mark.parametrize("level", LEVELS)
def test_a_processor_has_the_highest_level_of_which_it_lacks_nothing(on_processor, level):
    on_processor(level, more="sha vaes avx512vnni")
    assert native.processor_level() == level
    for lacked in FEATURES[level].split():
        on_processor("x86-64-v4", less=lacked)
        assert native.processor_level() == LEVELS[LEVELS.index(level) - 1], lacked


def test_other_machines_have_one_level(monkeypatch):
    for machine in native._FE_MODES:
        assert native._LEVELS[machine][0][1] == "", "every host has the lowest level"
    assert native._LEVELS["aarch64"] == (("generic", ""),)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="compiles for levels of x86-64")
def test_kept_code_is_that_of_the_level_and_serves_no_other_level(on_processor):
    store = Store()
    on_processor("x86-64-v3", more="sha vaes")
    code = compiled(store, TO_FUSE)
    on_processor("x86-64-v3", name="haswell")
    assert compiled(DiskCache(None), TO_FUSE) == compiled(store, TO_FUSE) == code
    assert (len(store.entries), store.hits) == (1, 1)
    # A cache of another level: what it holds would be an illegal instruction on a processor that lacks the level.
    for level in ("x86-64-v4", "x86-64-v2"):
        on_processor(level)
        assert compiled(store, TO_FUSE) != code
    assert (len(store.entries), store.hits) == (3, 1)


FIRST_PART = native.runtime_part([f"kh_{name}" for name in native._USUAL], ())


def test_kept_code_of_another_level_is_not_run(monkeypatch, quick_runtime):
    """The runtime of the other level is not even valid code."""
    store = Store()
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(native, "processor_level", lambda: "another level")
        keys = [native._object_key(FIRST_PART, 0, False), native._object_key(runtime_text(), 2, True)]
    for key in keys:
        store.put(key, b"code for another processor")
    executor = quick_runtime(store)
    assert executor.runtime.is_quick
    assert store.hits == 0


@pytest.mark.skipif(platform.machine() != "x86_64", reason="runs code of levels of x86-64")
def test_a_kernel_gives_the_same_bits_at_the_lowest_level():
    """x86-64-v3 has fused multiply-add: LLVM must not fuse what the PTX rounds twice."""
    script = (
        "import sys; from harness.ptx.codegen import native; from tests.ptx.codegen import test_native\n"
        "native.processor_level = lambda: sys.argv[1]; print(test_native.rounded_words())"
    )
    words = {level: printed(script, level) for level in (LEVELS[0], native.processor_level())}
    assert len(set(words.values())) == 1, words
    assert len(set(words[LEVELS[0]].split())) > 20


def test_kernels_go_through_the_cache(opened):
    store = Store()
    executor = opened(store, n_workers=1)
    assert executor.runtime.run_blocks, "waits for the runtime, which may be an entry too"
    before = set(store.entries)
    text = kernel("mov.b32 %r5, 20241121;", result="%r5")
    assert set(run(executor, text).out) == {20241121}
    # Machine code of the kernel, what the module is, and the generated code. The process may have its lane code.
    new = [data for key, data in store.entries.items() if key not in before]
    assert sum(not data.startswith(b"lanes_") for data in new) == 3


@pytest.fixture
def quick_runtime(monkeypatch, opened):
    """Return a function that makes an executor, which must begin with the quick form of the runtime."""

    def make(store):
        monkeypatch.setattr(native, "_engine", None)
        return opened(store, n_workers=1)

    return make


@pytest.mark.slow
def test_a_runtime_that_is_not_cached_is_the_quick_one_until_launches_took_long(executor, quick_runtime):
    store = Store()
    quick = quick_runtime(store)
    assert quick.runtime.is_quick
    text = kernel("mov.b32 %r5, 20251124;", result="%r5")
    program = quick.load(text)
    (entry,) = parse(text).functions
    before = program.kernel(entry)
    assert set(run(quick, text).out) == {20251124}
    quick.runtime.improve()
    assert quick.runtime.is_quick
    quick.runtime.spent(native.QUICK_SECONDS)
    assert quick.runtime.is_quick, "a launch goes on with what it began with"
    # The other form is in the cache, or compiling it would take this test seconds.
    key = native._object_key(runtime_text(), 2, optimize=True)
    store.put(key, native._cached_object(executor.runtime.cache, runtime_text(), 2, optimize=True))
    store.is_claimed = True
    quick.runtime.improve()
    assert quick.runtime.is_quick, "another process compiles the optimised one"
    store.is_claimed = False
    quick.runtime.improve()
    assert not quick.runtime.is_quick
    after = program.kernel(entry)
    assert after[0] is before[0]
    assert after[1] != before[1], "the kernel calls the runtime that it is run by"
    assert set(run(quick, text).out) == {20251124}


def test_an_optimized_runtime_in_the_cache_is_taken_at_once(executor, quick_runtime):
    store = Store()
    key = native._object_key(runtime_text(), 2, optimize=True)
    store.put(key, native._cached_object(executor.runtime.cache, runtime_text(), 2, optimize=True))
    optimized = quick_runtime(store)
    assert not optimized.runtime.is_quick
    assert len(store.entries) == 1


ROUNDED = kernel(
    """
cvt.rn.f32.u32 %f1, %r0;
div.rn.f32 %f1, %f1, 0f40E00000;
mul.rn.f32 %f2, %f1, %f1;
add.rn.f32 %f3, %f2, 0fBF7FFFFF;
fma.rn.f32 %f4, %f1, %f1, 0fBF7FFFFF;
sub.rn.f32 %f5, %f3, %f4;
ex2.approx.f32 %f6, %f3;
sqrt.rn.f32 %f7, %f6;
add.rn.f32 %f8, %f5, %f7;
cvt.rn.f16.f32 %h1, %f8;
fma.rn.f16 %h2, %h1, %h1, %h1;
mul.rn.f16 %h3, %h2, %h1;
add.rn.f16 %h3, %h3, %h1;
cvt.f32.f16 %f9, %h3;
mov.b32 %r5, %f8;
mov.b32 %r6, %f9;
xor.b32 %r5, %r5, %r6;
popc.b32 %r7, %r6;
clz.b32 %r8, %r5;
add.u32 %r7, %r7, %r8;
xor.b32 %r5, %r5, %r7;
""",
    result="%r5",
)


def rounded_words():
    executor = Executor(n_workers=1)
    return " ".join(f"{word:08x}" for word in run(executor, ROUNDED).out)


def test_of_workers_that_start_together_one_compiles_the_quick_runtime(monkeypatch, tmp_path):
    key, data = native._object_key(FIRST_PART, 0, False), compiled(code_cache(), FIRST_PART)
    cache = DiskCache(tmp_path)
    monkeypatch.setattr(native, "_compile", lambda *_: pytest.fail("it was compiled twice"))
    monkeypatch.setattr(native, "_engine", None)
    with cache.claim(key):
        opened = Runtime(DiskCache(tmp_path))
        time.sleep(0.1)
        assert not opened._engine.loading.done()
        cache.put(key, data)
    assert opened.is_quick


def test_a_fork_loads_a_runtime_of_its_own():
    script = (
        "import os; from harness.ptx.codegen import native; from harness.store.disk_cache import DiskCache\n"
        "assert native._Engine(DiskCache(None), may_be_quick=True).addresses\n"
        "if pid := os.fork(): os._exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))\n"
        "os._exit(not native._Engine(DiskCache(None), may_be_quick=True).addresses)"
    )
    printed(script)


def test_a_runtime_that_cannot_be_loaded_says_so_where_it_is_needed(monkeypatch):
    def refuse(_engine, _cache):
        raise PtxError("internal error: refused")

    monkeypatch.setattr(native, "_engine", None)
    monkeypatch.setattr(native._Engine, "_load_runtime", refuse)
    opened = Runtime()
    with pytest.raises(PtxError, match="internal error: refused"):
        opened.add_kernel("define i32 @kh_kernel() {\n  ret i32 0\n}\n", "kh_kernel", {})


def ir_digest():
    code = generate(parse(RICH), "k")
    return hashlib.sha256(repr((code.llvm_ir, code.sites, code.frame)).encode()).hexdigest()


def test_code_is_the_same_in_every_process():
    script = "from tests.ptx.codegen.test_native import ir_digest; print(ir_digest())"
    digests = {printed(script, PYTHONHASHSEED=seed).strip() for seed in ("1", "2")}
    assert digests == {ir_digest()}


def test_shipped_runtime_has_nothing_of_the_machine_it_was_made_on():
    text = runtime_text()
    assert "target triple" not in text
    assert "target-cpu" not in text
    assert str(HERE) not in text


def test_runtime_with_another_layout_is_refused(executor, monkeypatch):
    engine = executor.runtime._engine
    assert engine.addresses  # loaded
    engine._check_layout()
    facts = native.layout_facts()
    assert len(facts) > 200
    others = [[fact + (index == place) for index, fact in enumerate(facts)] for place in range(len(facts))]
    for other in (*others, facts[:-1], [*facts, 0], []):
        monkeypatch.setattr(native, "layout_facts", lambda other=other: other)
        with pytest.raises(
            PtxError, match=r"made of other headers or kinds of fault: run `python -m .*make_runtime` \(got "
        ):
            engine._check_layout()


def test_runtime_with_other_kinds_of_fault_is_refused(executor, monkeypatch):
    names = [*FaultKind.__members__]
    for others in ([*names[1:], names[0]], names[:-1], [*names, "NEW"], ["RENAMED", *names[1:]]):
        monkeypatch.setattr(fault, "fault_enum", lambda others=others: " ".join(others))
        with pytest.raises(
            PtxError, match=r"made of other headers or kinds of fault: run `python -m .*make_runtime` \(got "
        ):
            executor.runtime._engine._check_layout()


def test_every_kind_of_fault_has_words_and_a_number_of_its_own():
    assert [kind.value for kind in FaultKind] == [*range(len(FaultKind.__members__))]
    for kind in FaultKind:
        assert kind.text, kind.name
        assert kind.reason in {reason.value for reason in Reason}, kind.name
        assert kind.ends in ("", HANG, DEADLOCK, TRAP), kind.name


def test_code_that_calls_what_the_runtime_lacks_is_refused(executor):
    text = "declare void @kh_nothing(ptr)\ndefine i32 @kh_kernel(ptr %a, ptr %b) {\n  ret i32 0\n}\n"
    with pytest.raises(PtxError, match="the runtime has no kh_nothing"):
        executor.runtime.add_kernel(text, "kh_kernel", {})


def test_code_that_is_not_valid_is_refused(executor):
    with pytest.raises(PtxError, match="generated code is not valid LLVM IR"):
        executor.runtime.add_kernel("define i32 @kh_kernel() {\n  ret i64 0\n}\n", "kh_kernel", {})


def test_unsupported_processor_is_refused(monkeypatch):
    monkeypatch.setattr(native, "_engine", None)
    monkeypatch.setattr("platform.machine", lambda: "sparc")
    with pytest.raises(PtxError, match=r"runs on aarch64, x86_64 hosts only \(got sparc\)"):
        Runtime()


def test_every_declared_runtime_function_exists():
    declared = set(native._DECLARATION.findall(generate(parse(RICH), "k").llvm_ir))
    assert len(declared) >= 12
    assert declared <= {*native._DEFINITION.findall(runtime_text())}


def test_the_quick_runtime_loads_what_kernels_call(executor, quick_runtime):
    """Each function once; the one variable, which is not constant, is that of the first part."""
    quick = quick_runtime(Store())
    first = set(quick.runtime._engine.addresses)
    assert set(run(quick, ROUNDED).out) == set(run(executor, ROUNDED).out)
    loaded = dict(quick.runtime._engine.addresses)
    assert first < loaded.keys()
    everything = {*native._DEFINITION.findall(runtime_text())}
    assert not quick.runtime._engine.complete(DiskCache(None), everything)
    assert quick.runtime._engine.addresses.items() >= loaded.items()
    assert quick.runtime._engine.addresses.keys() == everything | {*native._TABLES}
    mutable = [line for line in runtime_text().splitlines() if line.startswith("@") and " global " in line]
    assert [line.partition(" ")[0] for line in mutable] == ["@kh_rounding_codes"]


LANE_CODE = {f"lanes_{n}": f"define i32 @lanes_{n}() nounwind {{\n  ret i32 {n}\n}}\n" for n in range(3)}


def sum_of(executor, store, *numbers):
    """Return what a kernel returns that adds the results of functions of lane code."""
    declared = "".join(f"declare i32 @lanes_{n}() nonlazybind\n" for n in numbers)
    calls = "".join(f"  %v{n} = call i32 @lanes_{n}()\n" for n in numbers)
    total = f"  %sum = add i32 %v{numbers[0]}, %v{numbers[1]}\n  ret i32 %sum\n"
    text = f"{declared}define i32 @kh_sum(ptr %worker, ptr %warp) nounwind {{\n{calls}{total}}}\n"
    executor.runtime.cache = store
    address = executor.runtime.add_kernel(
        text, "kh_sum", {f"lanes_{n}": LANE_CODE[f"lanes_{n}"] for n in numbers}
    )
    return ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)(address)(None, None)


def test_kernels_share_lane_code_and_what_other_processes_kept_of_it(monkeypatch, quick_runtime):
    stores = Store(), Store()
    for store, kernels in zip(stores, (((0, 1), (1, 2)), ((1, 2), (0, 2))), strict=True):
        executor = quick_runtime(store)
        assert [sum_of(executor, store, *numbers) for numbers in kernels] == [sum(each) for each in kernels]
    # entries of two processes, which hold a function each
    store = Store()
    store.entries = {**stores[0].entries, **stores[1].entries}
    executor = quick_runtime(store)
    assert executor.runtime._engine.addresses
    monkeypatch.setattr(native, "_compile", lambda *_, **__: pytest.fail("it was compiled again"))
    assert [sum_of(executor, store, *numbers) for numbers in ((0, 1), (1, 2), (0, 2))] == [1, 3, 2]


def test_lane_code_that_is_no_longer_kept_is_compiled_again(quick_runtime):
    store = Store()
    assert sum_of(quick_runtime(store), store, 1, 2) == 3
    (lost,) = (key for key, data in store.entries.items() if data.startswith(b"lanes_"))
    del store.entries[lost]
    assert sum_of(quick_runtime(store), store, 1, 2) == 3
    assert lost in store.entries
