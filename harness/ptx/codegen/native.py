"""Turns LLVM IR into machine code for this host's processor level, through a cache that the caller provides.

Kernels are compiled without IR passes, which costs little at run time and keeps a cold start short. The runtime
(``runtime/runtime.ll``) has two forms: the quick one is compiled in a twentieth of the time, and launches on it take
two to three times as long. A process that finds no optimised runtime in the cache begins with the quick one, and makes
the other once its launches have taken `QUICK_SECONDS`. Of the quick one it compiles what launches and most kernels
need, and the rest of what a kernel calls with that kernel. Machine code lives until the process ends.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import itertools
import os
import platform
import re
import threading
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from importlib import resources
from typing import ClassVar

import llvmlite
import llvmlite.binding as llvm

from ...errors import PtxError
from ...lazy import pattern
from ...store.disk_cache import DiskCache
from .. import runtime
from ..fault import fault_digest
from ..layout import SIZES, STRUCTURES

FORMAT_VERSION = 3
"""Part of every cache key; raise it if generated code changes meaning without a change of its text."""

QUICK_SECONDS = 2.0
"""Time in launches on the quick runtime after which the optimised one pays: it takes about as long to compile."""

KERNEL_OPT = 0
"""LLVM code generation level for kernels: 0 compiles twice as fast as 1 and runs no slower; see tests/speed."""

_FE_MODES = {
    # <fenv.h> of glibc: nearest, toward zero, downward, upward
    "x86_64": (0x0, 0xC00, 0x400, 0x800),
    "aarch64": (0x0, 0xC00000, 0x800000, 0x400000),
}


_LEVELS: dict[str, tuple[tuple[str, str], ...]] = {
    # System V ABI of x86-64, table 3.1, in LLVM's names: each level adds features to the one before
    "x86_64": (
        ("x86-64", ""),
        ("x86-64-v2", "cx16 popcnt sahf sse3 sse4.1 sse4.2 ssse3"),
        ("x86-64-v3", "avx avx2 bmi bmi2 f16c fma lzcnt movbe xsave"),
        ("x86-64-v4", "avx512bw avx512cd avx512dq avx512f avx512vl"),
    ),
    "aarch64": (("generic", ""),),
}
"""LLVM's names of processor levels by machine, lowest first, with the features that a host must have for each."""

_DECLARATION = pattern(r"^declare .*@(kh_\w+)\(", re.MULTILINE)
# starts with text: in the runtime's 2 MB that is found ten times as fast as "^define"
_DEFINITION = pattern(r"\ndefine (?!internal )[^@]*@(kh_\w+)\(")
_NAME = pattern(r"@([\w.]+)")
_TABLES = ("kh_layout", "kh_rounding_codes")
_USUAL = (
    "run", "branch", "exit", "goto", "load_4x1", "merge", "refill", "rounded_f32", "select", "store_4x1",
)  # fmt: skip
"""Functions of the first part of the quick runtime, without ``kh_``."""


@functools.cache
def _target() -> llvm.Target:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple()


@functools.cache
def processor_level() -> str:
    """Return the level of this host's processor, whose features machine code may use: machines share code by level."""
    features = llvm.get_host_cpu_features()
    has_all = itertools.takewhile(
        lambda level: all(map(features.get, level[1].split())), _LEVELS[platform.machine()]
    )
    return [name for name, _ in has_all][-1]


def _target_machine(opt: int, is_near: bool = False) -> llvm.TargetMachine:
    return _target().create_target_machine(
        # not the processor's own name: a cache that machines share would serve one model of processors only
        cpu=processor_level(),
        features="",
        opt=opt,
        # the large model, the default of a JIT, has no fast instruction selection of calls
        reloc="pic" if is_near else "static",
        codemodel="small" if is_near else "jitdefault",
        jit=True,
    )


def host_key() -> str:
    """Return the key of machine code besides its IR: processor level and compiler versions."""
    return "|".join(
        (
            str(FORMAT_VERSION),
            llvm.get_process_triple(),
            processor_level(),
            llvmlite.__version__,
            ".".join(map(str, llvm.llvm_version_info)),
        )
    )


def _compile(text: str, opt: int, optimize: bool) -> bytes:
    # sections of one object lie together, and a table has the addresses of what lies elsewhere
    machine = _target_machine(opt, " nonlazybind" in text and platform.machine() == "x86_64")
    try:
        module = llvm.parse_assembly(text)
        module.verify()
    except RuntimeError as error:
        raise PtxError(f"internal error: generated code is not valid LLVM IR: {error}") from error
    # the text names no host: the shipped runtime is the same file everywhere
    module.triple = llvm.get_process_triple()
    module.data_layout = str(machine.target_data)
    if optimize:
        passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=2))
        passes.getModulePassManager().run(module, passes)
    return bytes(machine.emit_object(module))


def lane_module(functions: Iterable[str]) -> str:
    lines = "".join(functions).splitlines()
    # every function brings its declarations, and LLVM takes each once
    declared = dict.fromkeys(line for line in lines if line.startswith("declare"))
    return "\n".join((*declared, *(line for line in lines if line not in declared)))


def _object_key(text: str, opt: int, optimize: bool) -> str:
    return hashlib.sha256(f"{host_key()}|{opt}|{optimize}|{text}".encode()).hexdigest()


def _cached_object(cache: DiskCache, text: str, opt: int, optimize: bool) -> bytes:
    key = _object_key(text, opt, optimize)
    data = cache.get(key)
    if data is None:
        data = _compile(text, opt, optimize)
        cache.put(key, data)
    return data


class _Engine:
    """One form of the runtime, and the kernels linked against it."""

    # The code is never freed: kernels call the runtime by address, and another executor may still hold a kernel.
    kept: ClassVar[list[_Engine]] = []

    def __init__(self, cache: DiskCache, *, may_be_quick: bool = False) -> None:
        machine = platform.machine()
        if machine not in _FE_MODES:
            supported = ", ".join(sorted(_FE_MODES))
            raise PtxError(f"the cpu device runs on {supported} hosts only (got {machine})")
        self.kept.append(self)
        # executors of several threads share the engine, to which one thread at a time may add code
        self.lock = threading.Lock()
        self.is_quick = may_be_quick
        # the engine refers to its target machine for as long as it lives
        self.machine = _target_machine(2)
        # a module is required, and all code comes as object files
        self.engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), self.machine, use_lmm=True)
        self._loaded: dict[str, int] = {}
        # the key of the object that defines each function of lane code
        self.lanes: dict[str, str] = {}
        self.kernels: dict[str, int] = {}
        # Compiling the quick form takes 0.3 s, and a new kernel is read meanwhile. Each engine has a thread of its own:
        # a fork has none of its parent's.
        loader = ThreadPoolExecutor(1, "kernel-harness-cpu-runtime")
        self.loading = loader.submit(self._load, cache)
        loader.shutdown(wait=False)

    @property
    def addresses(self) -> dict[str, int]:
        """The runtime's functions and its two tables; waits until they are loaded."""
        self.loading.result()
        return self._loaded

    @functools.cached_property
    def run_blocks(self) -> Callable[[int], None]:
        # CFUNCTYPE releases the GIL for the call, so that the workers of a launch run at once
        return ctypes.CFUNCTYPE(None, ctypes.c_void_p)(self.addresses["kh_run"])

    def _load(self, cache: DiskCache) -> None:
        self._loaded = self._load_runtime(cache)
        # rounding modes have the codes of the host's processor
        codes = _FE_MODES[platform.machine()]
        (ctypes.c_int * 4).from_address(self._loaded["kh_rounding_codes"])[:] = list(codes)
        # kernels are linked against these by name
        for name, address in self._loaded.items():
            llvm.add_symbol(name, address)
        self._check_layout()

    def _load_runtime(self, cache: DiskCache) -> dict[str, int]:
        # an optimised runtime in the cache costs no time
        optimised = cache.get(_runtime_key()) if self.is_quick else None
        self.is_quick = self.is_quick and optimised is None
        if self.is_quick:
            return self._load_part(cache, (f"kh_{name}" for name in _USUAL))
        text = runtime_text()
        self.add(optimised or _cached_object(cache, text, 2, True))
        return self._addresses(text)

    def _load_part(self, cache: DiskCache, names: Iterable[str]) -> dict[str, int]:
        text = runtime_part(names, self._loaded)
        # only one of several starting workers compiles it: the others would take the cores
        with cache.claim(_object_key(text, 0, False), waits=True):
            self.add(_cached_object(cache, text, 0, False))
        return self._addresses(text)

    def _addresses(self, text: str) -> dict[str, int]:
        found = {name: self.engine.get_function_address(name) for name in sorted(_DEFINITION.findall(text))}
        return {name: self.engine.get_global_value_address(name) for name in _TABLES} | found

    def complete(self, cache: DiskCache, names: set[str]) -> set[str]:
        """Load functions of the runtime that a kernel calls, and return the names of those that it does not have."""
        missing = names - self.addresses.keys()
        if missing and self.is_quick:
            further = self._load_part(cache, sorted(missing))
            self._loaded |= further
            for name, address in further.items():
                llvm.add_symbol(name, address)
        return missing - self._loaded.keys()

    def add(self, data: bytes) -> None:
        self.engine.add_object_file(llvm.ObjectFileRef.from_data(data))
        self.engine.finalize_object()

    def add_kernel(self, cache: DiskCache, text: str, lane_code: dict[str, str]) -> None:
        """Add a kernel's machine code and its lane code, which kernels share: each function is compiled once."""
        key = _object_key(text, KERNEL_OPT, optimize=False)
        # lane code by the key of its entry, which names its functions before the machine code
        lanes: dict[str, tuple[list[str], bytes]] = {}

        def note(lanes_key: str, entry: bytes) -> None:
            names, _, data = entry.partition(b"\n")
            if data:
                lanes[lanes_key] = names.decode().split(), data
                places.update(dict.fromkeys(lanes[lanes_key][0], lanes_key))

        places = {**self.lanes}
        with cache.claim(key, waits=True):
            # an entry names the objects of its lane code before the kernel's own
            names, _, data = (cache.get(key) or b"").partition(b"\n")
            for lanes_key in names.decode().split():
                if lanes_key not in self.lanes.values():
                    note(lanes_key, cache.get(lanes_key) or b"")
            missing = [name for name in lane_code if name not in places]
            if missing:
                module = lane_module(lane_code[name] for name in missing)
                lanes_key = _object_key(module, KERNEL_OPT, optimize=False)
                entry = " ".join(missing).encode() + b"\n" + _compile(module, KERNEL_OPT, False)
                note(lanes_key, entry)
                cache.put(lanes_key, entry)
            if missing or not data:
                data = data or _compile(text, KERNEL_OPT, False)
                keys = dict.fromkeys(places[name] for name in lane_code)
                cache.put(key, " ".join(keys).encode() + b"\n" + data)
        # Only linking needs the runtime, which may still be compiled. LLVM ends the process if it misses a symbol.
        absent = self.complete(cache, set(_DECLARATION.findall(text)))
        if absent:
            raise PtxError(f"internal error: the runtime has no {', '.join(sorted(absent))}")
        for _, code in lanes.values():
            self.engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self.lanes = places
        self.add(data)

    def _check_layout(self) -> None:
        expected = layout_facts()
        table = self._loaded["kh_layout"]
        # a table of another length must not be read beyond its end
        n = min(ctypes.c_uint32.from_address(table).value, len(expected))
        facts = [*(ctypes.c_uint32 * (n + 1)).from_address(table)]
        if facts != [len(expected), *expected]:
            raise PtxError(
                "internal error: runtime.ll was made of other headers or kinds of fault: run "
                f"`python -m harness.ptx.runtime.make_runtime` (got the layout {facts[1:]}, not {expected})"
            )


def layout_facts() -> list[int]:
    """Return the expected ``kh_layout``: structures' sizes, their fields' offsets in bytes, the kinds of fault."""
    facts = [
        fact
        for each in STRUCTURES.values()
        for fact in (ctypes.sizeof(each), *(getattr(each, field[0]).offset for field in each._fields_))
    ]
    return [*SIZES.values(), *facts, fault_digest()]


_engine: _Engine | None = None
# protects `_engine`: one thread compiles the runtime, and the others wait for it
_engine_lock = threading.Lock()
# A fork has the engines and none of the threads that load them, and LLVM's lock as a thread had it.
os.register_at_fork(before=lambda: wait(engine.loading for engine in _Engine.kept))


def runtime_text() -> str:
    return resources.files(runtime).joinpath("runtime.ll").read_text(encoding="utf-8")


@functools.cache
def _functions() -> tuple[str, dict[str, str]]:
    """Return the runtime's text without its functions, and its functions by name."""
    others, *pieces = runtime_text().split("\ndefine ")
    functions = {}
    for piece in pieces:
        body, end, behind = piece.partition("\n}\n")
        functions[body[body.index("@") + 1 : body.index("(", body.index("@"))]] = f"define {body}{end}"
        others += f"\n{behind}"
    return others, functions


def runtime_part(names: Iterable[str], loaded: Collection[str]) -> str:
    """Return functions of the runtime with all that they call and that is not loaded; constants are in every part."""
    text, functions = _functions()
    part: dict[str, str] = {}
    pending = [*names]
    while pending:
        name = pending.pop()
        if name in functions and name not in part:
            head = functions[name].partition(" {\n")[0]
            part[name] = head.replace("define", "declare", 1) + "\n" if name in loaded else functions[name]
            pending += _NAME.findall(part[name])
    if loaded:
        text = re.sub(
            r"(?m)^(@(?:kh_\w+) = )(?:global|constant) (\[\d+ x i32\]).*", r"\1external global \2", text
        )
    return f"{text}\n" + "".join(part[name] for name in functions if name in part)


@functools.cache
def _runtime_key() -> str:
    return _object_key(runtime_text(), 2, optimize=True)


class Runtime:
    """The compiled runtime of this process, and a cache for the kernels that are added to it."""

    def __init__(self, cache: DiskCache | None = None) -> None:
        global _engine
        self.cache = cache or DiskCache(None)
        with _engine_lock:
            # one a process: each executor would otherwise compile the runtime again
            if _engine is None:
                _engine = _Engine(self.cache, may_be_quick=True)
        self._seconds = 0.0
        self._engine = _engine

    @property
    def run_blocks(self) -> Callable[[int], None]:
        return self._engine.run_blocks

    @property
    def is_quick(self) -> bool:
        """Whether this is the quick form; the addresses of kernels belong to one form."""
        return bool(self._engine.addresses) and self._engine.is_quick

    def spent(self, seconds: float) -> None:
        self._seconds += seconds

    def improve(self) -> None:
        """Take the optimised form if launches on the quick one have taken `QUICK_SECONDS`; compile it if need be."""
        # While another process compiles it, this one goes on with the quick form and does not compile it, too.
        global _engine
        if self._seconds < QUICK_SECONDS or not self.is_quick:
            return
        with _engine_lock:
            # another thread may have compiled the optimised one meanwhile
            if _engine is None or _engine.is_quick:
                with self.cache.claim(_runtime_key()) as is_ours:
                    if not is_ours:
                        return
                    _engine = _Engine(self.cache)
                    _engine.loading.result()
            self._engine = _engine

    def add_kernel(self, text: str, symbol: str, lane_code: dict[str, str]) -> int:
        # every kernel has the same symbol, and one engine holds the kernels of all modules
        unique = f"{symbol}_{hashlib.sha256(text.encode()).hexdigest()}"
        with self._engine.lock:
            address = self._engine.kernels.get(unique, 0)
            if not address:
                self._engine.add_kernel(self.cache, text.replace(f"@{symbol}(", f"@{unique}("), lane_code)
                address = self._engine.kernels[unique] = self._engine.engine.get_function_address(unique)
            if not address:
                raise PtxError(f"internal error: the machine code of {symbol} does not hold it")
        return int(address)
