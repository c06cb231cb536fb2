"""Records what texture and surface instructions give on a GPU: ``python -m tests.agreement.record_gpu_textures OUT``.

Needs cuda-bindings and none of this project's device code. The driver compiles the PTX. Cases run in a child process;
one that ends the context is recorded as failed, and the next child goes on behind it. Wrong accesses, which are meant
to end the context, have a child each.
"""

from __future__ import annotations

import argparse
import ctypes
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
from cuda.bindings import driver as cu
from numpy.typing import NDArray

from tests.agreement.gpu_answers.probing import driver_version
from tests.agreement.texture_cases import (
    FOLDER,
    N_RESULTS,
    WRONG_ACCESSES,
    TextureRecording,
    WrongAccess,
    cases,
    entries,
    entry_of,
    module,
    write,
)
from tests.agreement.texture_objects import Case, ObjectSpec, contents, lanes, texel_bytes
from tests.progress import say

ANSWER_DEADLINE_S = 30.0


def main(arguments: list[str] | None = None) -> int:
    """Record into a folder; 0 where every case gave a result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, nargs="?", default=FOLDER, help="folder for the files")
    parser.add_argument(
        "--no-faults", action="store_true", help="leave out the accesses that end the context"
    )
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    info, results, failed = _record([case.name for case in cases()])
    say(f"{info}: {len(results)} cases, {time.perf_counter() - start:.1f} s")
    faults = {} if options.no_faults else {name: _run_fault(name) for name in WRONG_ACCESSES}
    write(options.out, TextureRecording(info, "", results, failed, faults))
    for name, what in faults.items():
        say(f"wrong access: {name}: {what}")
    for name, why in failed.items():
        say(f"failed: {name}: {why}")
    say(f"{len(results)} cases recorded, {len(failed)} failed, {time.perf_counter() - start:.1f} s")
    return 1 if failed else 0


def _record(names: Sequence[str]) -> tuple[dict[str, str], dict[str, Any], dict[str, str]]:
    results: dict[str, Any] = {}
    failed: dict[str, str] = {}
    info: dict[str, str] = {}
    todo = list(names)
    while todo:
        child, pipe = _start(_serve, todo)
        try:
            info = _answer(pipe)
            while todo:
                name, data, why = _answer(pipe)
                if data is not None:
                    results[name] = data
                else:
                    failed[name] = why
                todo.remove(name)
        except EOFError:
            if not info:
                raise SystemExit("the device could not be opened; its message is above") from None
        except TimeoutError as error:
            failed[todo.pop(0)] = str(error)
        finally:
            child.kill()
            child.join()
    return info, results, failed


def _start(run: Any, *arguments: Any) -> tuple[Any, Connection]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=run, args=(*arguments, theirs), daemon=True)
    child.start()
    theirs.close()
    return child, ours


def _answer(pipe: Connection) -> Any:
    if not pipe.poll(ANSWER_DEADLINE_S):
        raise TimeoutError(f"no answer within {ANSWER_DEADLINE_S:.0f} s")
    return pipe.recv()


def _serve(names: Sequence[str], pipe: Connection) -> None:
    """Run cases in the child, up to the first that ends the context."""
    device = TextureDevice()
    texts = {name: text for (text, _), name in entries().items()}
    for name, why in device.refused.items():
        say(f"refused: {name}: {why}: {texts[name]}")
    pipe.send(device.info)
    known = {case.name: case for case in cases()}
    for name in names:
        try:
            pipe.send((name, device.run(known[name]), ""))
        except CallError as error:
            pipe.send((name, None, str(error)))
            if not device.is_alive:
                return


def _run_fault(name: str) -> str:
    """Return what a wrong access gave: the driver's error, or its first result."""
    child, pipe = _start(_serve_fault, name)
    try:
        return str(_answer(pipe))
    except (EOFError, TimeoutError) as error:
        return f"the process gave no answer ({type(error).__name__})"
    finally:
        child.kill()
        child.join()


def _serve_fault(name: str, pipe: Connection) -> None:
    try:
        data = run_wrong(WRONG_ACCESSES[name])
        words = np.frombuffer(data[:16].tobytes(), np.uint32)
        pipe.send("no error: " + " ".join(f"{word:08x}" for word in words))
    except CallError as error:
        pipe.send(str(error))


_FORMATS = {
    "u8": cu.CUarray_format.CU_AD_FORMAT_UNSIGNED_INT8, "u16": cu.CUarray_format.CU_AD_FORMAT_UNSIGNED_INT16,
    "u32": cu.CUarray_format.CU_AD_FORMAT_UNSIGNED_INT32, "s8": cu.CUarray_format.CU_AD_FORMAT_SIGNED_INT8,
    "s16": cu.CUarray_format.CU_AD_FORMAT_SIGNED_INT16, "s32": cu.CUarray_format.CU_AD_FORMAT_SIGNED_INT32,
    "f16": cu.CUarray_format.CU_AD_FORMAT_HALF, "f32": cu.CUarray_format.CU_AD_FORMAT_FLOAT,
}  # fmt: skip
_LAYERED, _SURFACE, _CUBE, _GATHER = 1, 2, 4, 8
"""CUDA_ARRAY3D flags."""
_READ_AS_INTEGER, _NORMALIZED, _SRGB, _SEAMLESS = 1, 2, 16, 64
"""CU_TRSF flags."""
BLOCK = 256
ARCHITECTURE = "sm_90"
PITCH = 512


class CallError(Exception):
    """A driver function failed; the text names its result."""


def checked(result: tuple[Any, ...]) -> Any:
    """Return what a driver function gives beside its result, which must be success."""
    code, *values = result
    if code != cu.CUresult.CUDA_SUCCESS:
        raise CallError(code.name)
    return values[0] if len(values) == 1 else tuple(values)


def machine_code(names: Sequence[str]) -> bytes:
    """Return kernels as the driver loads them: assembled, or as text where there is no assembler."""
    text = module(*names)
    ptxas = shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas"
    if not Path(ptxas).is_file() or os.environ.get("TEXTURES_AS_TEXT"):
        return text.encode() + b"\0"
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "k.ptx", Path(folder) / "k.cubin"
        source.write_text(text)
        subprocess.run([ptxas, f"-arch={ARCHITECTURE}", "-o", target, source], check=True, timeout=120)
        return target.read_bytes()


class TextureDevice:
    """A device with the kernels of the cases.

    `wanted`: the kernels that are loaded; all by default.
    """

    def __init__(self, *wanted: str) -> None:
        checked(cu.cuInit(0))
        self.device = checked(cu.cuDeviceGet(0))
        self.context = checked(cu.cuDevicePrimaryCtxRetain(self.device))
        checked(cu.cuCtxSetCurrent(self.context))
        self.functions: dict[str, Any] = {}
        self.refused: dict[str, str] = {}
        self._load(*wanted)

    def _load(self, *wanted: str) -> None:
        """Load kernels as one module; if the driver refuses that, each as its own, so that one costs only itself."""
        names = wanted or tuple(entries().values())
        try:
            loaded = checked(cu.cuModuleLoadData(machine_code(names)))
            self.functions = {name: checked(cu.cuModuleGetFunction(loaded, name.encode())) for name in names}
            return
        except CallError as error:
            if len(names) == 1:
                self.refused[names[0]] = f"{error} at its module"
                return
        with ThreadPoolExecutor() as pool:
            codes = list(pool.map(lambda name: machine_code([name]), names))
        for name, code in zip(names, codes, strict=True):
            try:
                loaded = checked(cu.cuModuleLoadData(code))
                self.functions[name] = checked(cu.cuModuleGetFunction(loaded, name.encode()))
            except CallError as error:
                self.refused[name] = f"{error} at its module"

    @property
    def info(self) -> dict[str, str]:
        name = checked(cu.cuDeviceGetName(100, self.device)).split(b"\0")[0].decode()
        kinds = cu.CUdevice_attribute
        major, minor = (
            checked(cu.cuDeviceGetAttribute(kind, self.device))
            for kind in (
                kinds.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                kinds.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
            )
        )
        version = checked(cu.cuDriverGetVersion())
        cuda = f"{version // 1000}.{version % 1000 // 10}"
        return {"device": name, "arch": f"sm_{major}{minor}", "driver": driver_version(), "cuda": cuda}

    @property
    def is_alive(self) -> bool:
        """Whether the context still works: a fault ends it."""
        return cu.cuCtxSynchronize()[0] == cu.CUresult.CUDA_SUCCESS  # type: ignore[no-any-return]

    def run(self, case: Case, first: list[int] | None = None, handle: int | None = None) -> NDArray[np.uint8]:
        """Return the bytes of a case's result: words of its lanes, or the object's content afterwards.

        `first`: other operands of the first lane. `handle`: another object than the case's.
        """
        name = entry_of(case)
        if name in self.refused:
            raise CallError(self.refused[name])
        made = _Object(case.spec, "tld4" in case.text)
        words = lanes(case).copy()
        words[0, : len(first or ())] = first or ()
        n_out = 4 * N_RESULTS * case.n
        source, target = checked(cu.cuMemAlloc(words.nbytes)), checked(cu.cuMemAlloc(n_out))
        try:
            checked(cu.cuMemcpyHtoD(source, words.ctypes.data, words.nbytes))
            checked(cu.cuMemsetD8(target, 0, n_out))
            values = (int(target), made.handle if handle is None else handle, int(source), case.n)
            kinds = (ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint32)
            grid = -(-case.n // BLOCK)
            checked(
                cu.cuLaunchKernel(self.functions[name], grid, 1, 1, BLOCK, 1, 1, 0, 0, (values, kinds), 0)
            )
            checked(cu.cuCtxSynchronize())
            if case.writes:
                return made.read()
            out = np.zeros(n_out, np.uint8)
            checked(cu.cuMemcpyDtoH(out.ctypes.data, target, n_out))
            return out
        finally:
            if self.is_alive:
                checked(cu.cuMemFree(source))
                checked(cu.cuMemFree(target))
                made.destroy()


def run_wrong(wrong: WrongAccess) -> NDArray[np.uint8]:
    """Return the bytes of a wrong access, in a context of its own; CallError where the GPU ends the context."""
    by_name = {case.name: case for case in cases()}
    case = by_name[wrong.case]
    device = TextureDevice(entry_of(case))
    handle = wrong.handle if isinstance(wrong.handle, int) else None
    if isinstance(wrong.handle, str):
        other = _Object(by_name.get(wrong.handle, case).spec, gathers=False)
        if wrong.handle == "destroyed":
            other.destroy()
        handle = other.handle
    return device.run(replace(case, spec=wrong.spec or case.spec, n=1), list(wrong.first), handle)


class _Object:
    def __init__(self, spec: ObjectSpec, gathers: bool) -> None:
        self.spec = spec
        self.data = contents(spec).copy()
        self.array: Any = None
        self.buffer: Any = None
        resource = cu.CUDA_RESOURCE_DESC()
        width, height, depth = spec.sizes
        if spec.shape in ("fetch", "pitch"):
            self._make_buffer(resource, width, height)
        else:
            self._make_array(resource, gathers, width, height, depth)
        if spec.is_surface:
            self.handle = int(checked(cu.cuSurfObjectCreate(resource)))
        else:
            self.handle = int(checked(cu.cuTexObjectCreate(resource, _description(spec), None)))

    def _make_buffer(self, resource: Any, width: int, height: int) -> None:
        spec, row = self.spec, self.spec.sizes[0] * texel_bytes(self.spec)
        is_pitch = spec.shape == "pitch"
        pitch = PITCH if is_pitch else row
        rows = max(height, 1)
        self.buffer = checked(cu.cuMemAlloc(pitch * rows))
        for index in range(rows):
            line = self.data.reshape(rows, -1)[index].copy()
            checked(cu.cuMemcpyHtoD(int(self.buffer) + index * pitch, line.ctypes.data, row))
        if is_pitch:
            resource.resType = cu.CUresourcetype.CU_RESOURCE_TYPE_PITCH2D
            place = resource.res.pitch2D
            place.width, place.height, place.pitchInBytes = width, height, pitch
        else:
            resource.resType = cu.CUresourcetype.CU_RESOURCE_TYPE_LINEAR
            place = resource.res.linear
            place.sizeInBytes = row
        place.devPtr, place.format, place.numChannels = self.buffer, _FORMATS[spec.texel], spec.channels

    def _make_array(self, resource: Any, gathers: bool, width: int, height: int, depth: int) -> None:
        spec = self.spec
        wanted = cu.CUDA_ARRAY3D_DESCRIPTOR()
        wanted.Width, wanted.Height, wanted.Depth = width, height, depth
        wanted.Format, wanted.NumChannels = _FORMATS[spec.texel], spec.channels
        flags = _SURFACE if spec.is_surface else 0
        flags |= _LAYERED if spec.shape.startswith("a") else 0
        flags |= _CUBE if spec.shape.endswith("cube") else 0
        flags |= _GATHER if gathers and spec.shape == "2d" else 0
        wanted.Flags = flags
        self.array = checked(cu.cuArray3DCreate(wanted))
        self._copy(to_array=True)
        resource.resType = cu.CUresourcetype.CU_RESOURCE_TYPE_ARRAY
        resource.res.array.hArray = self.array

    def _copy(self, to_array: bool) -> None:
        width, height, depth = (max(each, 1) for each in self.spec.sizes)
        row = width * texel_bytes(self.spec)
        what = cu.CUDA_MEMCPY3D()
        host, array = cu.CUmemorytype.CU_MEMORYTYPE_HOST, cu.CUmemorytype.CU_MEMORYTYPE_ARRAY
        if to_array:
            what.srcMemoryType, what.srcHost = host, self.data.ctypes.data
            what.srcPitch, what.srcHeight = row, height
            what.dstMemoryType, what.dstArray = array, self.array
        else:
            what.dstMemoryType, what.dstHost = host, self.data.ctypes.data
            what.dstPitch, what.dstHeight = row, height
            what.srcMemoryType, what.srcArray = array, self.array
        what.WidthInBytes, what.Height, what.Depth = row, height, depth
        checked(cu.cuMemcpy3D(what))

    def read(self) -> NDArray[np.uint8]:
        self._copy(to_array=False)
        return self.data.reshape(-1).view(np.uint8).copy()

    def destroy(self) -> None:
        destroy = cu.cuSurfObjectDestroy if self.spec.is_surface else cu.cuTexObjectDestroy
        checked(destroy(self.handle))
        if self.array is not None:
            checked(cu.cuArrayDestroy(self.array))
        if self.buffer is not None:
            checked(cu.cuMemFree(self.buffer))


def _description(spec: ObjectSpec) -> Any:
    found = cu.CUDA_TEXTURE_DESC()
    found.addressMode = [cu.CUaddress_mode(mode) for mode in spec.modes]
    found.filterMode = cu.CUfilter_mode(int(spec.is_linear))
    is_integer = not spec.texel.startswith("f") and not spec.as_float
    found.flags = (
        _READ_AS_INTEGER * is_integer
        | _NORMALIZED * spec.is_normalized
        | _SRGB * spec.is_srgb
        | _SEAMLESS * spec.is_seamless
    )
    found.borderColor = list(spec.border)
    return found


if __name__ == "__main__":
    sys.exit(main())
