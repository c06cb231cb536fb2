"""Modules, libraries and links, launches of their kernels, and occupancy.

What programs link as ``libcudadevrt.a`` is here as PTX: the barrier of a grid. The functions are those of the CUDA
device runtime that cooperative groups call (``cudaCGGetIntrinsicHandle``, ``cudaCGSynchronize``). The barrier counts
blocks in the second word of the workspace that a cooperative launch has: the first block adds 2^31 less the number of
others, which add 1 each, so the highest bit changes with the last of them. Launches from the device are not here; a
kernel that calls their functions is refused by their names.
"""

from __future__ import annotations

import ctypes
import math
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from ...device.base import LaunchConfig
from ...errors import PtxError
from ...lazy import pattern
from ...measure.occupancy import multiprocessor
from ...ptx.text.linker import Linker
from ..call import CudaError, also, fail_if, kept_text, serve, store, store_if, structure_at, text_at
from ..cuda_header import CU, Code, Handle, Int, Pointer, Size, Uint, cuda_header
from ..device.launches import LaunchingGpu, most_cluster_blocks, read_arguments, shape_of
from ..device.state import CudaStream, Function, JitOptions, Linking, Module, run_in

_ELF, _FATBIN = b"\x7fELF", b"\x50\xed\x55\xba"
_ENTRY = pattern(r"\.entry\s+([\w$.]+)")


def entries(module: Module) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_ENTRY.findall(module.text)))


def unused_variable(module: Module, name: str) -> npt.NDArray[np.uint8] | None:
    """Return the initial content of a variable that no kernel uses; None if the module does not declare it."""
    from ...ptx.reading.parser import parse

    variable = parse(module.text).variables.get(name)
    if variable is None or variable.space not in ("global", "const"):
        return None
    data = np.zeros(variable.size_bytes, np.uint8)
    if variable.initial is not None:
        data[:] = np.frombuffer(variable.initial, np.uint8)
    return data


_ARCHIVE = b"!<arch>\n"
_MEMBER = b"cuda_device_runtime.o"
# The function by which kernels set a condition of a graph; the driver itself has it.
_SET_CONDITION = "cudaGraphSetConditional"


def _own_ptx(name: str) -> str:
    return Path(__file__).with_name(f"{name}.ptx").read_text(encoding="ascii")


_MAX_THREADS, _REGISTERS = CU.FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, CU.FUNC_ATTRIBUTE_NUM_REGS
_DYNAMIC_BYTES = CU.FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
_CLUSTER = [getattr(CU, f"FUNC_ATTRIBUTE_REQUIRED_CLUSTER_{size}") for size in ("WIDTH", "HEIGHT", "DEPTH")]
# Attributes that a program may set, with their values until it does.
_SETTABLE = {
    CU.FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: -1,
    CU.FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED: 0,
    CU.FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE: 0,
}


def _read_file(name: Pointer) -> bytes:
    try:
        return Path(text_at(name)).read_bytes()
    except OSError as error:
        raise CudaError(Code.FILE_NOT_FOUND, str(error)) from error


class ModuleCalls(LaunchingGpu):
    """Modules, libraries, links; their kernels and variables."""

    @also(shorter=("cuModuleLoadData", "cuModuleLoadFatBinary"))
    def cuModuleLoadDataEx(
        self, image: Pointer, n: Uint = 0, options: Pointer = 0, values: Pointer = 0
    ) -> Handle:
        return self.handle(self.load_module(self.ptx_at(image), JitOptions(n, options, values)))

    def cuModuleLoad(self, name: Pointer) -> Handle:
        data = ctypes.create_string_buffer(_read_file(name))
        return self.cuModuleLoadDataEx(ctypes.addressof(data))

    @also("cuLibraryUnload")
    def cuModuleUnload(self, module: Module) -> None:
        for buffer in module.globals.values():
            self.memory.free(buffer)
        for function in module.functions.values():
            self.forget(function)
        self.forget(module)

    @also("cuLibraryGetKernel")
    def cuModuleGetFunction(self, module: Module, name: Pointer) -> Handle:
        wanted = text_at(name)
        fail_if(wanted not in module.functions and wanted not in entries(module), Code.NOT_FOUND)
        return self._handle_in(module, wanted)

    @also("cuLibraryGetGlobal")
    def cuModuleGetGlobal_v2(self, address: Pointer, size: Pointer, module: Module, name: Pointer) -> None:
        wanted = text_at(name)
        if wanted not in module.globals:
            used = (variable.data for variable in module.program.variables if variable.label == wanted)
            data = next(used, None)
            if data is None and (data := unused_variable(module, wanted)) is None:
                raise CudaError(Code.NOT_FOUND)
            module.globals[wanted] = self.memory.alias(self.context, data, wanted)
        buffer = module.globals[wanted]
        store_if(address, buffer.address)
        store_if(size, buffer.size_bytes)

    def cuLinkCreate_v2(self, n: Uint, options: Pointer, values: Pointer, result: Pointer) -> None:
        given = JitOptions(n, options, values)
        given.finish()
        store(result, self.handle(Linking(given)))

    def cuLinkAddFile_v2(
        self, linking: Linking, kind: Int, path: Pointer, n: Uint, options: Pointer, values: Pointer
    ) -> None:
        data = ctypes.create_string_buffer(_read_file(path))
        self.link_text(linking, text_at(path), self.ptx_at(ctypes.addressof(data), len(data)))

    def cuLinkComplete(self, linking: Linking, result: Pointer, size: Pointer) -> None:
        fail_if(not linking.n_texts, Code.INVALID_VALUE)
        linking.image = ctypes.create_string_buffer(linking.linker.linked().encode())
        store(result, ctypes.addressof(linking.image))
        store_if(size, len(linking.image))

    @also("cuModuleEnumerateFunctions")
    def cuLibraryEnumerateKernels(self, results: Pointer, count: Uint, module: Module) -> None:
        for index, name in enumerate(entries(module)[:count]):
            store(results + 8 * index, self._handle_in(module, name))

    @also("cuKernelGetName")
    def cuFuncGetName(self, handle: Handle) -> Pointer:
        fail_if(not handle, Code.INVALID_VALUE)
        return kept_text(self.object(Function, handle).name)

    @also("cuKernelGetParamInfo")
    def cuFuncGetParamInfo(self, function: Function, index: Size, offset: Pointer, size: Pointer) -> None:
        code = self.kernel_code(function)
        fail_if(index >= len(code.params), Code.INVALID_VALUE)
        variable = code.params[index]
        store(offset, code.frame.params[variable.name])
        store_if(size, variable.size_bytes)

    @also(shorter=("cuFuncGetAttribute",))
    def cuKernelGetAttribute(self, which: Int, function: Function, device: Int = 0) -> Int:
        code = self.kernel_code(function)  # first: a kernel that cannot run has no attributes
        if which in (_MAX_THREADS, _REGISTERS):  # these may run ptxas
            return (self.most_threads if which == _MAX_THREADS else self.known_registers)(function)
        arch = function.module.program.sm or self.profile.capability[0] * 10 + self.profile.capability[1]
        constants = (variable for variable in function.module.program.variables if variable.is_const)
        values = {
            CU.FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: code.frame.static_shared_bytes,
            CU.FUNC_ATTRIBUTE_CONST_SIZE_BYTES: sum(len(constant.data) for constant in constants),
            CU.FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: code.frame.local_bytes,
            CU.FUNC_ATTRIBUTE_PTX_VERSION: arch,
            CU.FUNC_ATTRIBUTE_BINARY_VERSION: arch,
            CU.FUNC_ATTRIBUTE_CACHE_MODE_CA: 0,
            _DYNAMIC_BYTES: self.most_dynamic_bytes(function),
            CU.FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET: int(code.limits.needs_cluster),
            **dict(zip(_CLUSTER, code.limits.cluster or (0, 0, 0), strict=True)),
            **_SETTABLE,
        }
        fail_if(which not in values, Code.INVALID_VALUE)
        return function.attributes.get(which, values[which])

    def cuFuncSetAttribute(self, function: Function, which: Int, value: Int) -> None:
        fail_if(which not in (_DYNAMIC_BYTES, *_CLUSTER, *_SETTABLE), Code.INVALID_VALUE)
        if which == _DYNAMIC_BYTES:
            static = self.kernel_code(function).frame.static_shared_bytes
            fail_if(not 0 <= value <= self.profile.limits.shared_bytes - static, Code.INVALID_VALUE)
        function.attributes[which] = value

    def _handle_in(self, module: Module, name: str) -> Handle:
        return self.handle(module.functions.setdefault(name, Function(module, name)))

    def ptx_at(self, address: Pointer, size_bytes: int | None = None) -> str:
        fail_if(not address, Code.INVALID_VALUE)
        start = ctypes.string_at(address, 4)
        if start in (_ELF, _FATBIN):
            self._refuse("a cubin" if start == _ELF else "a fat binary")
        data = ctypes.string_at(address) if size_bytes is None else ctypes.string_at(address, size_bytes)
        if data.startswith(_ARCHIVE):
            if _MEMBER not in data:  # machine code, which the executor does not run
                self._refuse("a static library")
            return _own_ptx("device_runtime")
        # A size may count the terminating zero.
        text = data.rstrip(b"\0").decode("utf-8", errors="replace")
        fail_if(".version" not in text, Code.INVALID_IMAGE)
        return text

    def _refuse(self, kind: str) -> NoReturn:
        self.report(
            "not-ptx",
            f"not run: the program loads {kind}, and the virtual GPU runs PTX text; let the compiler write PTX "
            "(nvrtc: a virtual architecture such as compute_90; nvcc: --ptx)",
        )
        raise CudaError(Code.NO_BINARY_FOR_GPU)

    def link_text(self, linking: Linking, name: str, text: str) -> None:
        try:
            linking.linker.add(name, text)
        except PtxError as error:
            linking.options.write_error(f"error   : {error}")
            self.report("invalid-ptx", f"the PTX cannot be linked: {error}")
            raise CudaError(Code.INVALID_SOURCE, str(error)) from error
        linking.n_texts += 1

    def load_module(self, text: str, options: JitOptions) -> Module:
        if _SET_CONDITION in text:
            linker = Linker()
            linker.add("the program's", text)
            linker.add("the driver's", _own_ptx("set_condition"))
            text = linker.linked()
        try:
            program = self.executor.load(text)
        except PtxError as error:
            options.write_error(str(error))
            self.report("invalid-ptx", f"the PTX cannot be loaded: {error}")
            raise CudaError(Code.INVALID_PTX, str(error)) from error
        options.finish()
        context = self.stack[-1] if self.stack else None
        return Module(context, text, program, max_registers=options.max_registers)


def _link_data(
    gpu: ModuleCalls, linking: Linking, _: int, data: int, n: int, name: int, *_options: int
) -> None:
    text = gpu.ptx_at(data, n)
    gpu.link_text(linking, text_at(name) if name else f"<input {linking.n_texts + 1}>", text)


serve("cuLinkAddData_v2(Linking, Int, Pointer, Size, Pointer, Uint, Pointer, Pointer)", _link_data)
# Options of the compiler, and of the library.
_OPTIONS = "Pointer, Pointer, Uint, Pointer, Pointer, Uint"
serve(
    f"cuLibraryLoadData(Handle*, Pointer, {_OPTIONS})",
    lambda gpu, image, options, values, n, *_: gpu.cuModuleLoadDataEx(image, n, options, values),
)
serve(f"cuLibraryLoadFromFile(Handle*, Pointer, {_OPTIONS})", lambda gpu, name, *_: gpu.cuModuleLoad(name))
serve(
    "cuKernelSetAttribute(Int, Int, Function, Int)",
    lambda gpu, which, value, function, _: gpu.cuFuncSetAttribute(function, which, value),
)
# the executor has no cache
serve("cuKernelSetCacheConfig(Function, Int, Int)", lambda gpu, *_: None)
serve("cuFuncSetCacheConfig/cuFuncSetSharedMemConfig(Function, Int)", lambda gpu, *_: None)
serve("cuFuncLoad(Function)", lambda gpu, *_: None)  # a function is loaded with its module
serve("cuModuleGetLoadingMode(Int*)", lambda gpu: CU.MODULE_LAZY_LOADING)
serve("cuFuncIsLoaded(Int*, Function)", lambda gpu, function: CU.FUNCTION_LOADING_STATE_LOADED)
serve("cuKernelGetFunction(Handle*, Function)", lambda gpu, function: function.handle)
serve("cuLibraryGetModule(Handle*, Module)", lambda gpu, module: module.handle)
serve("cuFuncGetModule/cuKernelGetLibrary(Handle*, Function)", lambda gpu, f: gpu.handle(f.module))
serve("cuLinkDestroy(Linking)", lambda gpu, linking: gpu.forget(linking))
serve("cuModuleGetFunctionCount/cuLibraryGetKernelCount(Uint*, Module)", lambda gpu, of: len(entries(of)))


def _launch_kernel(gpu: LaunchCalls, function: Function, *given: Any) -> None:
    shape = LaunchConfig(given[:3], given[3:6], given[6], cooperative=len(given) == 9)
    gpu._launch(function, shape, *given[7:])


# The grid, the block, and dynamic shared memory.
_SIZES = ", ".join(["Uint"] * 7)
serve(f"cuLaunchKernel(Function, {_SIZES}, CudaStream, Pointer, Pointer)", _launch_kernel)
serve(f"cuLaunchCooperativeKernel(Function, {_SIZES}, CudaStream, Pointer)", _launch_kernel)


def _read_config(address: Pointer) -> tuple[LaunchConfig, Handle]:
    config = structure_at("CUlaunchConfig", address)
    shape = shape_of(config)
    attributes = cuda_header().structure("CUlaunchAttribute") * config.numAttrs
    for attribute in attributes.from_address(config.attrs) if config.numAttrs else ():
        if attribute.id == CU.LAUNCH_ATTRIBUTE_COOPERATIVE:
            shape = replace(shape, cooperative=bool(attribute.value.cooperative))
        elif attribute.id == CU.LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
            size = attribute.value.clusterDim
            shape = replace(shape, cluster=(size.x, size.y, size.z))
    return shape, config.hStream


def _set(function: Function, offset: int, data: bytes) -> None:
    function.arguments = function.arguments.ljust(offset + len(data), b"\0")
    function.arguments[offset : offset + len(data)] = data


class LaunchCalls(LaunchingGpu):
    """Launches of kernels, and occupancy: how many blocks and clusters of a kernel fit on the GPU."""

    def cuLaunchKernelEx(self, config: Pointer, function: Function, params: Pointer, extra: Pointer) -> None:
        shape, stream = _read_config(config)
        self._launch(function, shape, self.stream(stream), params, extra)

    # The interface before cuLaunchKernel, which PyCUDA still has.
    def cuFuncSetBlockShape(self, function: Function, x: Int, y: Int, z: Int) -> None:
        function.block = (x, y, z)

    def cuParamSetSize(self, function: Function, size_bytes: Uint) -> None:
        function.arguments = function.arguments[:size_bytes].ljust(size_bytes, b"\0")

    @also(shorter=("cuLaunchGrid",))
    def cuLaunchGridAsync(
        self, function: Function, width: Int, height: Int, stream: CudaStream | None = None
    ) -> None:
        arguments = self.split_arguments(self.kernel_code(function), bytes(function.arguments))
        shape = LaunchConfig((width, height, 1), function.block, function.shared_bytes)
        self.launch(function, shape, stream or self.stream(0), arguments)

    @also(shorter=("cuOccupancyMaxActiveBlocksPerMultiprocessor",))
    def cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        self, function: Function, threads: Int, dynamic: Size, flags: Uint = 0
    ) -> Int:
        return self._blocks(function, threads, dynamic)

    @also(shorter=("cuOccupancyMaxPotentialBlockSize",))
    def cuOccupancyMaxPotentialBlockSizeWithFlags(
        self, function: Function, size_of: Pointer, dynamic: Size, limit: Int, flags: Uint = 0
    ) -> tuple[Int, Int]:
        most = min(limit or self.profile.limits.threads_per_block, self.most_threads(function))
        smem_of = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_int)(size_of) if size_of else (lambda _: dynamic)

        def resident(threads: int) -> tuple[int, int]:
            return threads * self._blocks(function, threads, smem_of(threads)), threads

        # Whole warps: registers are allocated for warps, so a part of one saves none.
        total, threads = max(resident(n) for n in {*range(32, most + 1, 32), most})
        return total // threads * self.profile.multiprocessors, threads

    def cuOccupancyAvailableDynamicSMemPerBlock(self, function: Function, blocks: Int, threads: Int) -> Size:
        """Return the largest dynamic shared memory with which that many blocks fit on a multiprocessor."""
        code = self.kernel_code(function)
        fail_if(blocks < 1 or threads < 1 or blocks > self._blocks(function, threads, 0), Code.INVALID_VALUE)
        sm = multiprocessor(self.profile.arch)
        share = sm.shared_kib * 1024 // blocks - sm.reserved_shared_bytes - code.frame.static_shared_bytes
        most = min(share, self.most_dynamic_bytes(function))
        # Shared memory is allocated in multiples of 128 bytes since Ampere.
        while most > 0 and self._blocks(function, threads, most) < blocks:
            most -= 128
        return max(most, 0)

    def cuOccupancyMaxActiveClusters(self, function: Function, config: Pointer) -> Int:
        shape, _ = _read_config(config)
        code = self.kernel_code(function)
        cluster = shape.cluster or code.limits.cluster or (1, 1, 1)
        fail_if(self.profile.capability[0] < 9, Code.NOT_SUPPORTED)
        return self._clusters(function, config, math.prod(cluster))

    def cuOccupancyMaxPotentialClusterSize(self, function: Function, config: Pointer) -> Int:
        most = most_cluster_blocks(function)
        while most > 1 and not self._clusters(function, config, most):
            most //= 2
        return most

    def _launch(
        self,
        function: Function,
        shape: LaunchConfig,
        stream: CudaStream,
        pointers: Pointer,
        extra: Pointer = 0,
    ) -> None:
        code = self.kernel_code(function)
        # both interfaces at once are an error of the caller, that the driver resolves in favour of `extra`
        arguments = self.read_extra(code, extra) if extra else read_arguments(code, pointers)
        kind = CU.GRAPH_NODE_TYPE_KERNEL
        run_in(stream, kind, lambda other: self.launch(function, shape, other, arguments))

    def _blocks(self, function: Function, threads: int, dynamic_bytes: int) -> int:
        fail_if(threads < 1, Code.INVALID_VALUE)
        return self.resident_blocks(function, threads, dynamic_bytes)

    def _clusters(self, function: Function, config: Pointer, size: int) -> int:
        """Return how many clusters of a size are resident at once, if blocks fill all multiprocessors."""
        shape, _ = _read_config(config)
        blocks = self._blocks(function, math.prod(shape.block), shape.smem_bytes)
        return blocks * self.profile.multiprocessors // size


serve("cuFuncSetSharedSize(Function, Uint)", lambda gpu, function, n: setattr(function, "shared_bytes", n))
serve("cuLaunch(Function)", lambda gpu, function: gpu.cuLaunchGridAsync(function, 1, 1))
serve("cuParamSetv(Function, Int, Pointer, Uint)", lambda gpu, f, at, *of: _set(f, at, ctypes.string_at(*of)))
serve("cuParamSeti(Function, Int, Uint)", lambda gpu, f, at, x: _set(f, at, x.to_bytes(4, "little")))
serve("cuParamSetf(Function, Int, Float)", lambda gpu, f, at, x: _set(f, at, bytes(ctypes.c_float(x))))
