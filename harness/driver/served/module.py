"""Modules, libraries, links; their kernels and variables."""

from __future__ import annotations

import ctypes
from pathlib import Path

from ..call import (
    CudaError,
    Handle,
    Int,
    Pointer,
    Size,
    Uint,
    add_served,
    kept_text,
    serve_value,
    serves,
    store,
    store_if,
    text_at,
)
from ..cuda_header import CU, Code
from ..device.gpu import VirtualGpu
from ..device.images import entries, link_text, load_module, ptx_at, unused_variable
from ..device.jit_options import JitOptions
from ..device.launches import kernel_code, known_registers, most_dynamic_bytes, most_threads
from ..device.state import Function, Linking, Module

_MAX_THREADS, _REGISTERS = CU.FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, CU.FUNC_ATTRIBUTE_NUM_REGS
_DYNAMIC_BYTES = CU.FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
_CLUSTER = (
    CU.FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH,
    CU.FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT,
    CU.FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH,
)
_SETTABLE = {
    _DYNAMIC_BYTES,
    CU.FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
    *_CLUSTER,
    CU.FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED,
    CU.FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE,
}


def _add(gpu: VirtualGpu, result: Pointer, text: str, options: JitOptions) -> None:
    store(result, gpu.handle(load_module(gpu, text, options)))


@serves("cuModuleLoadData", "cuModuleLoadFatBinary", longer="cuModuleLoadDataEx")
def load_data(
    gpu: VirtualGpu, result: Pointer, image: Pointer, n: Uint = 0, options: Pointer = 0, values: Pointer = 0
) -> None:
    _add(gpu, result, ptx_at(gpu, image), JitOptions(n, options, values))


@serves("cuModuleLoad")
def load_file(gpu: VirtualGpu, result: Pointer, name: Pointer) -> None:
    data = ctypes.create_string_buffer(_read_file(name))
    _add(gpu, result, ptx_at(gpu, ctypes.addressof(data)), JitOptions())


def _read_file(name: Pointer) -> bytes:
    try:
        return Path(text_at(name)).read_bytes()
    except OSError as error:
        raise CudaError(Code.FILE_NOT_FOUND, str(error)) from error


def _load_library(gpu: VirtualGpu, result: Pointer, image: Pointer, *given: int) -> None:
    options, values, n, *_ = given
    load_data(gpu, result, image, n, options, values)


def _load_library_file(gpu: VirtualGpu, result: Pointer, name: Pointer, *_: int) -> None:
    load_file(gpu, result, name)


_LOADS = ("Pointer", "Pointer", *("Pointer", "Pointer", "Uint") * 2)
add_served(["cuLibraryLoadData"], _load_library, _LOADS, "init")
add_served(["cuLibraryLoadFromFile"], _load_library_file, _LOADS, "init")


@serves("cuModuleUnload", "cuLibraryUnload", needs="init")
def unload(gpu: VirtualGpu, handle: Handle) -> None:
    module = gpu.object(Module, handle)
    for buffer in module.globals.values():
        gpu.memory.free(buffer)
    for function in module.functions.values():
        gpu.forget(function)
    gpu.forget(handle)


@serves("cuModuleGetFunction", "cuLibraryGetKernel", needs="init")
def get_function(gpu: VirtualGpu, result: Pointer, module: Module, name: Pointer) -> None:
    wanted = text_at(name)
    if wanted not in module.functions and wanted not in entries(module):
        raise CudaError(Code.NOT_FOUND)
    store(result, _function(gpu, module, wanted))


def _function(gpu: VirtualGpu, module: Module, name: str) -> Handle:
    if name not in module.functions:
        module.functions[name] = gpu.handle(Function(module, name))
    return module.functions[name]


@serves("cuModuleGetGlobal_v2", "cuLibraryGetGlobal")
def get_global(gpu: VirtualGpu, address: Pointer, size: Pointer, module: Module, name: Pointer) -> None:
    wanted = text_at(name)
    if wanted not in module.globals:
        used = (variable.data for variable in module.program.variables if variable.label == wanted)
        data = next(used, None)
        if data is None:
            data = unused_variable(module, wanted)
        if data is None:
            raise CudaError(Code.NOT_FOUND)
        module.globals[wanted] = gpu.memory.alias(gpu.context, data, wanted)
    buffer = module.globals[wanted]
    store_if(address, buffer.address)
    store_if(size, buffer.size_bytes)


@serves("cuLinkCreate_v2")
def link_create(gpu: VirtualGpu, n: Uint, options: Pointer, values: Pointer, result: Pointer) -> None:
    given = JitOptions(n, options, values)
    given.finish()
    store(result, gpu.handle(Linking(given)))


@serves("cuLinkAddData_v2")
def link_add(
    gpu: VirtualGpu,
    linking: Linking,
    kind: Int,
    data: Pointer,
    size_bytes: Size,
    name: Pointer,
    n: Uint,
    options: Pointer,
    values: Pointer,
) -> None:
    text = ptx_at(gpu, data, size_bytes)
    link_text(gpu, linking, text_at(name) if name else f"<input {linking.n_texts + 1}>", text)


@serves("cuLinkAddFile_v2")
def link_add_file(
    gpu: VirtualGpu, linking: Linking, kind: Int, path: Pointer, n: Uint, options: Pointer, values: Pointer
) -> None:
    data = ctypes.create_string_buffer(_read_file(path))
    link_text(gpu, linking, text_at(path), ptx_at(gpu, ctypes.addressof(data), len(data)))


@serves("cuLinkComplete")
def link_complete(gpu: VirtualGpu, linking: Linking, result: Pointer, size: Pointer) -> None:
    if not linking.n_texts:
        raise CudaError(Code.INVALID_VALUE)
    linking.image = ctypes.create_string_buffer(linking.linker.linked().encode())
    store(result, ctypes.addressof(linking.image))
    store_if(size, len(linking.image))


@serves("cuLibraryEnumerateKernels", "cuModuleEnumerateFunctions", needs="init")
def enumerate_kernels(gpu: VirtualGpu, results: Pointer, count: Uint, module: Module) -> None:
    for index, name in enumerate(entries(module)[:count]):
        store(results + 8 * index, _function(gpu, module, name))


@serves("cuFuncGetName", "cuKernelGetName", needs="init")
def function_name(gpu: VirtualGpu, result: Pointer, handle: Handle) -> None:
    if not handle:
        raise CudaError(Code.INVALID_VALUE)
    store(result, kept_text(gpu.object(Function, handle).name))


@serves("cuFuncGetParamInfo", "cuKernelGetParamInfo")
def parameter(gpu: VirtualGpu, function: Function, index: Size, offset: Pointer, size: Pointer) -> None:
    code = kernel_code(gpu, function)
    if index >= len(code.params):
        raise CudaError(Code.INVALID_VALUE)
    variable = code.params[index]
    store(offset, code.frame.params[variable.name])
    store_if(size, variable.size_bytes)


@serves("cuFuncGetAttribute", longer="cuKernelGetAttribute")
def attribute(gpu: VirtualGpu, result: Pointer, which: Int, function: Function, device: Int = 0) -> None:
    code = kernel_code(gpu, function)  # first: a kernel that cannot run has no attributes
    if which in (_MAX_THREADS, _REGISTERS):  # these may run ptxas
        value = (most_threads if which == _MAX_THREADS else known_registers)(gpu, function)
        store(result, value, ctypes.c_int)
        return
    arch = function.module.program.sm or gpu.profile.capability[0] * 10 + gpu.profile.capability[1]
    constants = (variable for variable in function.module.program.variables if variable.is_const)
    values = {
        CU.FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: code.frame.static_shared_bytes,
        CU.FUNC_ATTRIBUTE_CONST_SIZE_BYTES: sum(len(constant.data) for constant in constants),
        CU.FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: code.frame.local_bytes,
        CU.FUNC_ATTRIBUTE_PTX_VERSION: arch,
        CU.FUNC_ATTRIBUTE_BINARY_VERSION: arch,
        CU.FUNC_ATTRIBUTE_CACHE_MODE_CA: 0,
        _DYNAMIC_BYTES: most_dynamic_bytes(gpu, function),
        CU.FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: -1,
        CU.FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET: int(code.needs_cluster),
        **dict(zip(_CLUSTER, code.cluster or (0, 0, 0), strict=True)),
        CU.FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED: 0,
        CU.FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE: 0,
    }
    if which not in values:
        raise CudaError(Code.INVALID_VALUE)
    store(result, function.attributes.get(which, values[which]), ctypes.c_int)


@serves("cuFuncSetAttribute")
def set_attribute(gpu: VirtualGpu, function: Function, which: Int, value: Int) -> None:
    if which not in _SETTABLE:
        raise CudaError(Code.INVALID_VALUE)
    if which == _DYNAMIC_BYTES:
        static = kernel_code(gpu, function).frame.static_shared_bytes
        if not 0 <= value <= gpu.profile.limits.shared_bytes - static:
            raise CudaError(Code.INVALID_VALUE)
    function.attributes[which] = value


@serves("cuKernelSetAttribute")
def set_kernel_attribute(gpu: VirtualGpu, which: Int, value: Int, function: Function, device: Int) -> None:
    set_attribute(gpu, function, which, value)


@serves("cuFuncSetCacheConfig", "cuFuncSetSharedMemConfig", longer="cuKernelSetCacheConfig")
def set_cache_config(gpu: VirtualGpu, function: Function, config: Int, device: Int = 0) -> None:
    """Do nothing: the executor has no cache."""


@serves("cuFuncLoad")
def function_load(gpu: VirtualGpu, function: Function) -> None:
    """Do nothing: a function is loaded with its module."""


@serves("cuLinkDestroy")
def link_destroy(gpu: VirtualGpu, handle: Handle) -> None:
    gpu.object(Linking, handle)
    gpu.forget(handle)


def _checked(gpu: VirtualGpu, kind: type, handle: Handle) -> Handle:
    gpu.object(kind, handle)
    return handle


def _handle_of_module(gpu: VirtualGpu, function: Function) -> Handle:
    return gpu.handle_of(function.module)


serve_value("cuModuleGetLoadingMode(Int*)", lambda gpu: CU.MODULE_LAZY_LOADING, "")
serve_value("cuFuncIsLoaded(Int*, Function)", lambda gpu, function: CU.FUNCTION_LOADING_STATE_LOADED)
serve_value("cuKernelGetFunction(Handle*, Handle)", lambda gpu, handle: _checked(gpu, Function, handle))
serve_value("cuLibraryGetModule(Handle*, Handle)", lambda gpu, handle: _checked(gpu, Module, handle))
serve_value("cuFuncGetModule(Handle*, Function)", _handle_of_module)
serve_value("cuKernelGetLibrary(Handle*, Function)", _handle_of_module, "init")
serve_value(
    "cuModuleGetFunctionCount/cuLibraryGetKernelCount(Uint*, Module)",
    lambda gpu, module: len(entries(module)),
    "init",
)
