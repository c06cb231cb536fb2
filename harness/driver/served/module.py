"""Modules, libraries, links; their kernels and variables."""

from __future__ import annotations

import ctypes
from pathlib import Path

from ..call import Code, CudaError, Handle, Int, Pointer, Size, Uint, serves, store, store_if, text_at
from ..device.gpu import VirtualGpu
from ..device.images import entries, link_text, load_module, ptx_at, unused_variable
from ..device.jit_options import JitOptions
from ..device.launches import kernel_code, known_registers, most_threads
from ..device.state import Function, Linking, Module

_names: dict[str, ctypes.Array[ctypes.c_char]] = {}


def _add(gpu: VirtualGpu, result: Pointer, text: str, options: JitOptions) -> None:
    store(result, gpu.handle(load_module(gpu, text, options)))


@serves("cuModuleLoadData", "cuModuleLoadFatBinary")
def load_data(gpu: VirtualGpu, result: Pointer, image: Pointer) -> None:
    _add(gpu, result, ptx_at(gpu, image), JitOptions())


@serves("cuModuleLoadDataEx")
def load_data_ex(
    gpu: VirtualGpu, result: Pointer, image: Pointer, n: Uint, options: Pointer, values: Pointer
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


@serves("cuLibraryLoadData", needs="init")
def library_load(
    gpu: VirtualGpu,
    result: Pointer,
    image: Pointer,
    options: Pointer,
    values: Pointer,
    n: Uint,
    library_options: Pointer,
    library_values: Pointer,
    n_library: Uint,
) -> None:
    _add(gpu, result, ptx_at(gpu, image), JitOptions(n, options, values))


@serves("cuLibraryLoadFromFile", needs="init")
def library_load_file(
    gpu: VirtualGpu,
    result: Pointer,
    name: Pointer,
    options: Pointer,
    values: Pointer,
    n: Uint,
    library_options: Pointer,
    library_values: Pointer,
    n_library: Uint,
) -> None:
    load_file(gpu, result, name)


@serves("cuModuleUnload", "cuLibraryUnload", needs="init")
def unload(gpu: VirtualGpu, handle: Handle) -> None:
    module = gpu.object(Module, handle)
    for buffer in module.globals.values():
        gpu.memory.free(buffer)
    for function in module.functions.values():
        gpu.forget(function)
    gpu.forget(handle)


@serves("cuModuleGetLoadingMode", needs="")
def loading_mode(gpu: VirtualGpu, result: Pointer) -> None:
    store(result, 2, ctypes.c_int)  # CU_MODULE_LAZY_LOADING


@serves("cuModuleGetFunction", "cuLibraryGetKernel", needs="init")
def get_function(gpu: VirtualGpu, result: Pointer, handle: Handle, name: Pointer) -> None:
    module, wanted = gpu.object(Module, handle), text_at(name)
    if wanted not in module.functions and wanted not in entries(module):
        raise CudaError(Code.NOT_FOUND)
    store(result, _function(gpu, module, wanted))


def _function(gpu: VirtualGpu, module: Module, name: str) -> Handle:
    if name not in module.functions:
        module.functions[name] = gpu.handle(Function(module, name))
    return module.functions[name]


@serves("cuKernelGetFunction")
def kernel_function(gpu: VirtualGpu, result: Pointer, handle: Handle) -> None:
    gpu.object(Function, handle)
    store(result, handle)


@serves("cuLibraryGetModule")
def library_module(gpu: VirtualGpu, result: Pointer, handle: Handle) -> None:
    gpu.object(Module, handle)
    store(result, handle)


@serves("cuModuleGetFunctionCount", "cuLibraryGetKernelCount", needs="init")
def function_count(gpu: VirtualGpu, result: Pointer, handle: Handle) -> None:
    store(result, len(entries(gpu.object(Module, handle))), ctypes.c_uint32)


@serves("cuModuleGetGlobal_v2", "cuLibraryGetGlobal")
def get_global(gpu: VirtualGpu, address: Pointer, size: Pointer, handle: Handle, name: Pointer) -> None:
    module, wanted = gpu.object(Module, handle), text_at(name)
    if wanted not in module.globals:
        variable = next((each for each in module.program.variables if each.label == wanted), None)
        if variable is not None:
            module.globals[wanted] = gpu.memory.alias(gpu.context, variable.data, wanted)
        else:
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
    handle: Handle,
    kind: Int,
    data: Pointer,
    size_bytes: Size,
    name: Pointer,
    n: Uint,
    options: Pointer,
    values: Pointer,
) -> None:
    linking = gpu.object(Linking, handle)
    text = ptx_at(gpu, data, size_bytes)
    link_text(gpu, linking, text_at(name) if name else f"<input {linking.n_texts + 1}>", text)


@serves("cuLinkAddFile_v2")
def link_add_file(
    gpu: VirtualGpu, handle: Handle, kind: Int, path: Pointer, n: Uint, options: Pointer, values: Pointer
) -> None:
    linking = gpu.object(Linking, handle)
    data = ctypes.create_string_buffer(_read_file(path))
    link_text(gpu, linking, text_at(path), ptx_at(gpu, ctypes.addressof(data), len(data)))


@serves("cuLinkComplete")
def link_complete(gpu: VirtualGpu, handle: Handle, result: Pointer, size: Pointer) -> None:
    linking = gpu.object(Linking, handle)
    if not linking.n_texts:
        raise CudaError(Code.INVALID_VALUE)
    linking.image = ctypes.create_string_buffer(linking.linker.linked().encode())
    store(result, ctypes.addressof(linking.image))
    store_if(size, len(linking.image))


@serves("cuLinkDestroy")
def link_destroy(gpu: VirtualGpu, handle: Handle) -> None:
    gpu.object(Linking, handle)
    gpu.forget(handle)


@serves("cuKernelGetLibrary", needs="init")
def kernel_library(gpu: VirtualGpu, result: Pointer, handle: Handle) -> None:
    store(result, gpu.handle_of(gpu.object(Function, handle).module))


@serves("cuLibraryEnumerateKernels", "cuModuleEnumerateFunctions", needs="init")
def enumerate_kernels(gpu: VirtualGpu, results: Pointer, count: Uint, handle: Handle) -> None:
    module = gpu.object(Module, handle)
    for index, name in enumerate(entries(module)[:count]):
        store(results + 8 * index, _function(gpu, module, name))


@serves("cuFuncLoad")
def function_load(gpu: VirtualGpu, handle: Handle) -> None:
    gpu.object(Function, handle)


@serves("cuFuncIsLoaded")
def function_is_loaded(gpu: VirtualGpu, result: Pointer, handle: Handle) -> None:
    gpu.object(Function, handle)
    store(result, 1, ctypes.c_int)  # CU_FUNCTION_LOADING_STATE_LOADED


@serves("cuFuncGetName", "cuKernelGetName", needs="init")
def function_name(gpu: VirtualGpu, result: Pointer, handle: Handle) -> None:
    if not handle:
        raise CudaError(Code.INVALID_VALUE)
    name = gpu.object(Function, handle).name
    store(result, ctypes.addressof(_names.setdefault(name, ctypes.create_string_buffer(name.encode()))))


@serves("cuFuncGetModule")
def function_module(gpu: VirtualGpu, result: Pointer, handle: Handle) -> None:
    module = gpu.object(Function, handle).module
    store(result, gpu.handle_of(module))


@serves("cuFuncGetParamInfo", "cuKernelGetParamInfo")
def parameter(gpu: VirtualGpu, handle: Handle, index: Size, offset: Pointer, size: Pointer) -> None:
    code = kernel_code(gpu, gpu.object(Function, handle))
    if index >= len(code.params):
        raise CudaError(Code.INVALID_VALUE)
    variable = code.params[index]
    store(offset, code.frame.params[variable.name])
    store_if(size, variable.size_bytes)


@serves("cuFuncGetAttribute")
def attribute(gpu: VirtualGpu, result: Pointer, which: Int, handle: Handle) -> None:
    function = gpu.object(Function, handle)
    code = kernel_code(gpu, function)
    arch = function.module.program.sm or gpu.profile.capability[0] * 10 + gpu.profile.capability[1]
    variables = function.module.program.variables
    if which in (0, 4):  # these may run ptxas
        store(result, (most_threads if which == 0 else known_registers)(gpu, function), ctypes.c_int)
        return
    values = {
        1: code.frame.static_shared_bytes,
        2: sum(len(each.data) for each in variables if each.is_const),
        3: code.frame.local_bytes,
        5: arch,
        6: arch,
        7: 0,
        8: max(gpu.attributes[8] - code.frame.static_shared_bytes, 0),
        9: -1,
        10: int(code.needs_cluster),
        **dict(zip((11, 12, 13), code.cluster or (0, 0, 0), strict=True)),
        14: 0,
        15: 0,
    }
    if which not in values:
        raise CudaError(Code.INVALID_VALUE)
    store(result, function.attributes.get(which, values[which]), ctypes.c_int)


@serves("cuKernelGetAttribute")
def kernel_attribute(gpu: VirtualGpu, result: Pointer, which: Int, handle: Handle, device: Int) -> None:
    attribute(gpu, result, which, handle)


@serves("cuFuncSetAttribute")
def set_attribute(gpu: VirtualGpu, handle: Handle, which: Int, value: Int) -> None:
    function = gpu.object(Function, handle)
    if which not in (8, 9, 11, 12, 13, 14, 15):
        raise CudaError(Code.INVALID_VALUE)
    # MAX_DYNAMIC_SHARED_SIZE_BYTES
    if which == 8:
        static = kernel_code(gpu, function).frame.static_shared_bytes
        if not 0 <= value <= gpu.attributes[97] - static:
            raise CudaError(Code.INVALID_VALUE)
    function.attributes[which] = value


@serves("cuKernelSetAttribute")
def set_kernel_attribute(gpu: VirtualGpu, which: Int, value: Int, handle: Handle, device: Int) -> None:
    set_attribute(gpu, handle, which, value)


@serves("cuFuncSetCacheConfig", "cuFuncSetSharedMemConfig")
def set_cache_config(gpu: VirtualGpu, handle: Handle, config: Int) -> None:
    gpu.object(Function, handle)


@serves("cuKernelSetCacheConfig")
def set_kernel_cache_config(gpu: VirtualGpu, handle: Handle, config: Int, device: Int) -> None:
    gpu.object(Function, handle)
