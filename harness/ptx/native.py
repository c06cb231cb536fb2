"""Turns LLVM IR into machine code for this host, through a cache that the caller provides.

The runtime (``runtime/runtime.ll``) is optimised once; kernels are compiled without IR passes, which costs little at
run time and keeps a cold start short. One runtime and any number of kernels live in a process.
"""

from __future__ import annotations

import ctypes
import hashlib
import platform
import threading
from importlib import resources
from typing import Protocol

import llvmlite
import llvmlite.binding as llvm

from harness.errors import PtxError
from harness.ptx.fault import N_FAULT_KINDS
from harness.ptx.layout import abi_facts

FORMAT_VERSION = 1
"""Part of every cache key; raise it when generated code changes meaning without changing its text."""

KERNEL_OPT = 0
"""LLVM code generation level for kernels: 0 compiles twice as fast as 1 and runs no slower; see tests/speed."""

_FE_MODES = {
    # <fenv.h> of glibc: nearest, toward zero, downward, upward
    "x86_64": (0x0, 0xC00, 0x400, 0x800),
    "aarch64": (0x0, 0xC00000, 0x800000, 0x400000),
}


class CodeCache(Protocol):
    """Where machine code is kept between processes."""

    def get(self, key: str) -> bytes | None:
        """Return the bytes stored under a key, None if there are none."""

    def put(self, key: str, data: bytes) -> None:
        """Store bytes under a key."""


_lock = threading.Lock()
_initialized = False


def _target_machine(opt: int) -> llvm.TargetMachine:
    global _initialized
    if not _initialized:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        _initialized = True
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=opt,
        reloc="static",
        codemodel="jitdefault",
        jit=True,
    )


def host_key() -> str:
    """Return what machine code depends on besides its IR: processor features and compiler versions."""
    return "|".join(
        (
            str(FORMAT_VERSION),
            llvm.get_process_triple(),
            llvm.get_host_cpu_name(),
            llvm.get_host_cpu_features().flatten(),
            llvmlite.__version__,
            ".".join(map(str, llvm.llvm_version_info)),
        )
    )


def _compile(text: str, opt: int, optimize: bool) -> bytes:
    machine = _target_machine(opt)
    try:
        module = llvm.parse_assembly(text)
        module.verify()
    except RuntimeError as error:
        raise PtxError(f"internal error: generated code is not valid LLVM IR: {error}") from error
    module.triple = llvm.get_process_triple()
    module.data_layout = str(machine.target_data)
    if optimize:
        options = llvm.create_pipeline_tuning_options(speed_level=2)
        passes = llvm.create_pass_builder(machine, options)
        passes.getModulePassManager().run(module, passes)
    return bytes(machine.emit_object(module))


class Runtime:
    """The compiled runtime and the engine that holds all machine code of the process.

    Parameters
    ----------
    cache : CodeCache or None
        Kept machine code; None compiles afresh.

    Raises
    ------
    PtxError
        The host is neither x86-64 nor aarch64, or the compiled runtime does not have the layout that
        `harness.ptx.layout` describes.
    """

    def __init__(self, cache: CodeCache | None = None) -> None:
        machine = platform.machine()
        if machine not in _FE_MODES:
            supported = ", ".join(sorted(_FE_MODES))
            raise PtxError(f"the cpu device runs on {supported} hosts only (got {machine})")
        self.cache = cache
        self._key = host_key()
        self._modules: list[llvm.ModuleRef] = []
        with _lock:
            self._machine = _target_machine(2)
            backing = llvm.parse_assembly("")
            self._engine = llvm.create_mcjit_compiler(backing, self._machine)
            text = resources.files("harness.ptx.runtime").joinpath("runtime.ll").read_text()
            self._add(self._object(text, 2, optimize=True))
            self._publish(text)
        self._set_rounding(_FE_MODES[machine])
        self._check_layout()
        self.run_blocks = self._function("kh_run", None, ctypes.c_void_p)

    def _object(self, text: str, opt: int, optimize: bool) -> bytes:
        key = hashlib.sha256(f"{self._key}|{opt}|{optimize}|{text}".encode()).hexdigest()
        data = self.cache.get(key) if self.cache is not None else None
        if data is None:
            data = _compile(text, opt, optimize)
            if self.cache is not None:
                self.cache.put(key, data)
        return data

    def _add(self, data: bytes) -> None:
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(data))
        self._engine.finalize_object()

    def _publish(self, text: str) -> None:
        """Make the runtime's functions known by name, so that kernels link against them."""
        for line in text.splitlines():
            if line.startswith("define ") and "@kh_" in line and "internal" not in line:
                name = line.partition("@")[2].partition("(")[0]
                llvm.add_symbol(name, self._engine.get_function_address(name))

    def _function(self, name: str, result: type | None, *arguments: type) -> ctypes._CFunctionType:
        address = self._engine.get_function_address(name)
        return ctypes.CFUNCTYPE(result, *arguments)(address)

    def _set_rounding(self, codes: tuple[int, ...]) -> None:
        address = self._engine.get_global_value_address("kh_rounding_codes")
        array = (ctypes.c_int * 4).from_address(address)
        array[:] = list(codes)

    def _check_layout(self) -> None:
        expected = abi_facts(N_FAULT_KINDS)
        facts = (ctypes.c_uint64 * len(expected))()
        self._function("kh_abi", None, ctypes.c_void_p)(ctypes.addressof(facts))
        if list(facts) != expected:
            raise PtxError(
                f"internal error: the runtime's layout is {list(facts)}, the host expects {expected}"
            )

    def add_kernel(self, text: str, symbol: str) -> int:
        """Compile a kernel's IR and return the address of its function.

        Raises
        ------
        PtxError
            The IR is not valid, which is a defect of the code generator.
        """
        unique = f"{symbol}_{hashlib.sha256(text.encode()).hexdigest()[:16]}"
        with _lock:
            address = self._engine.get_function_address(unique)
            if not address:
                self._add(
                    self._object(text.replace(f"@{symbol}(", f"@{unique}("), KERNEL_OPT, optimize=False)
                )
                address = self._engine.get_function_address(unique)
        return int(address)
