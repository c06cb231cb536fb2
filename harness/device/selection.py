"""Reports what this machine has, and opens the requested device.

`probe` never raises; `open_device` raises with the list of what is missing. Probing makes no CUDA context, so a
process may probe and leave the GPU to its workers.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import importlib.util
import os
import platform
from collections.abc import Callable, Iterator

from ..compiler.backend.nvcc import find_nvcc, load_pycuda, nvcc_version
from ..compiler.backend.nvrtc import Nvrtc, nvrtc_version
from ..compiler.backend.nvrtc_library import PINNED
from ..compiler.compilation import open_cache, uses_nvcc
from ..compiler.wheels import install_command, read_release
from ..errors import DeviceError, HarnessError
from ..settings.settings import DEVICE_KINDS, Settings, usable_cores
from .base import Device
from .gpu.driver_library import DRIVER_LIBRARY, value_of
from .gpu.pycuda_build import Probe, stray_driver
from .share import processor_name, use_one_queue

_INSTALL_GPU_EXTRA = "pip install pycuda  (compiles against CUDA; `kernel-harness doctor` says how here)"
_INSTALL_DRIVER = "install the NVIDIA driver (https://www.nvidia.com/drivers)"


# Name of a requirement, function that finds it or raises, and the remedy and devices of its `Probe`.
_Search = tuple[str, Callable[[], str], str, tuple[str, ...]]


def probe(settings: Settings) -> tuple[Probe, ...]:
    return tuple(_run(search) for search in _searches(settings))


def missing_for(kind: str, settings: Settings) -> tuple[Probe, ...]:
    """Return the failed probes of a device's requirements; empty if the device can run."""
    return tuple(_failed_for(kind, settings))


def first_missing(kind: str, settings: Settings) -> Probe | None:
    """Return the first failed probe of a device's requirements without trying the others; None if it can run."""
    return next(_failed_for(kind, settings), None)


def _failed_for(kind: str, settings: Settings) -> Iterator[Probe]:
    probes = (_run(search) for search in _searches(settings) if kind in search[3])
    return (probed for probed in probes if not probed.ok)


def _run(search: _Search) -> Probe:
    name, find, remedy, needed_for = search
    try:
        return Probe(name, True, find(), needed_for=needed_for)
    except (HarnessError, ImportError, OSError, RuntimeError) as error:
        return Probe(name, False, str(error) or type(error).__name__, remedy, needed_for)


def _searches(settings: Settings) -> tuple[_Search, ...]:
    cuda_home, cuda = settings.cuda_home, settings.cuda
    with_nvcc = tuple(kind for kind in ("cpu", "gpu") if uses_nvcc(settings, device=kind))
    with_nvrtc = tuple(kind for kind in ("cpu", "gpu") if kind not in with_nvcc)
    wheels = install_command(PINNED if cuda == "auto" else read_release(cuda))
    toolkit = "install a CUDA toolkit (optional: nvrtc compiles for both devices)"
    # PyCUDA calls nvcc, too
    with_pycuda = tuple(dict.fromkeys(("gpu", *with_nvcc)))

    def nvrtc() -> str:
        return f"nvrtc {nvrtc_version(cuda_home, cuda, open_cache(settings))}"

    def headers() -> str:
        return ", ".join(map(str, Nvrtc(cuda_home, cuda, open_cache(settings)).cuda_dirs))

    return (
        ("driver", _find_driver, _INSTALL_DRIVER, ("gpu",)),
        ("gpu", lambda: _find_gpu(settings), "check nvidia-smi and CUDA_VISIBLE_DEVICES", ("gpu",)),
        ("pycuda", _find_pycuda, _INSTALL_GPU_EXTRA, with_pycuda),
        ("nvcc", lambda: _find_nvcc(settings), toolkit, with_nvcc),
        ("nvrtc", nvrtc, wheels, with_nvrtc),
        ("headers", headers, wheels, with_nvrtc),
        ("llvmlite", _find_llvmlite, "pip install llvmlite", ("cpu",)),
        ("cpu", _find_cpu, "run on x86-64 or aarch64", ("cpu",)),
    )


def resolve_kind(kind: str, settings: Settings) -> str:
    # ``auto`` is ``gpu`` if none of its requirements is missing, else ``cpu``. Makes no CUDA context.
    if kind not in DEVICE_KINDS:
        raise DeviceError(f"a device is one of {', '.join(DEVICE_KINDS)} (got {kind!r})")
    if kind != "auto":
        return kind
    return "cpu" if first_missing("gpu", settings) else "gpu"


def open_device(kind: str, settings: Settings) -> Device:
    kind = resolve_kind(kind, settings)
    if kind == "gpu":
        use_one_queue(settings, os.environ)  # before the search for a GPU starts the driver
    if kind == "cpu":
        with contextlib.suppress(ImportError, HarnessError, OSError, RuntimeError):
            # Imported here: the executor loads LLVM, which a gpu run does not need.
            from ..ptx.codegen.native import Runtime
            from .cpu.ptx_cpu import PtxCpu

            # Loading the runtime, or compiling it for 0.3 s, goes on in the background while the compiler is found.
            Runtime(open_cache(settings))
            # What is missing is looked for only if it does not open: that finds the compiler twice again.
            return PtxCpu(settings)
    # report all at once, not one more after each installation
    missing = missing_for(kind, settings)
    if missing:
        names: dict[str, list[str]] = {}
        for probed in missing:  # one cause may be named, and say its remedy, once
            remedy = "" if probed.remedy in probed.found else f": {probed.remedy}"
            names.setdefault(f"(got: {probed.found}){remedy}", []).append(probed.name)
        parts = "; ".join(f"{' and '.join(those)} {text}" for text, those in names.items())
        raise DeviceError(f"the {kind} device is not available on this machine; missing: {parts}")
    if kind == "gpu":
        from .gpu.cuda_gpu import CudaGpu

        return CudaGpu(settings)
    from .cpu.ptx_cpu import PtxCpu

    return PtxCpu(settings)


def _find_driver() -> str:
    try:
        ctypes.CDLL(DRIVER_LIBRARY)
    except OSError as error:
        stray = stray_driver()
        if stray is None:
            raise
        raise DeviceError(
            f"{error}; there is {stray}, where the loader does not look: "
            f"export LD_LIBRARY_PATH={stray.parent}:$LD_LIBRARY_PATH"
        ) from None
    from .gpu.cuda_gpu import driver_version

    return f"{DRIVER_LIBRARY} {driver_version()}".strip()


def count_gpus() -> int:
    """Return the number of GPUs that ``CUDA_VISIBLE_DEVICES`` shows to this process; 0 without a driver."""
    # Makes no CUDA context.
    try:
        return _count_gpus()
    except (HarnessError, ImportError, OSError, RuntimeError):
        return 0


def _count_gpus() -> int:
    try:
        ctypes.CDLL(DRIVER_LIBRARY)
    except OSError:
        # Importing cuda.bindings, which would find this out as well, takes longer than the rest of the search.
        raise DeviceError(f"{DRIVER_LIBRARY} cannot be loaded") from None
    from cuda.bindings import driver

    value_of(driver.cuInit(0), DeviceError)
    return int(value_of(driver.cuDeviceGetCount(), DeviceError))


def _find_gpu(settings: Settings) -> str:
    count = _count_gpus()
    from cuda.bindings import driver

    first, n_used = settings.gpu_index, settings.gpu_count
    if first >= count:
        raise DeviceError(f"gpu_index must be below the number of GPUs, {count} (got {first})")
    if first + n_used > count:
        raise DeviceError(
            f"gpu_index + gpu_count must be at most the number of GPUs, {count} (got {first + n_used})"
        )
    models = []
    for number in range(first, first + n_used):
        device = value_of(driver.cuDeviceGet(number), DeviceError)
        name = value_of(driver.cuDeviceGetName(100, device), DeviceError)
        # The binding returns the whole buffer, with zeros after the name.
        models.append(name.decode("ascii", "replace").partition(chr(0))[0])
    if len(set(models)) > 1:
        raise DeviceError(f"the gpu_count GPUs of a run must be of one model (got {', '.join(models)})")
    numbers = f"numbers {first} to {first + n_used - 1}" if n_used > 1 else f"number {first}"
    return f"{models[0]} ({numbers} of {count})"


def _find_pycuda() -> str:
    from importlib.metadata import version  # takes a tenth of a worker's imports

    if importlib.util.find_spec("pycuda") is None:
        raise DeviceError("not installed")
    load_pycuda("pycuda.driver")
    return f"pycuda {version('pycuda')}"


def _find_nvcc(settings: Settings) -> str:
    path = find_nvcc(settings.nvcc, settings.cuda_home)
    if path is None:
        raise DeviceError("not found")
    return f"{path} {nvcc_version(path)[1]}"


def _find_llvmlite() -> str:
    binding = importlib.import_module("llvmlite.binding")
    llvm = ".".join(str(part) for part in binding.llvm_version_info)
    return f"llvmlite {importlib.import_module('llvmlite').__version__} (LLVM {llvm})"


def _find_cpu() -> str:
    machine = platform.machine()
    if machine not in ("x86_64", "aarch64"):
        raise DeviceError(f"{machine} is not supported")
    parts = [processor_name() or machine, machine, f"{usable_cores()} cores"]
    if importlib.util.find_spec("llvmlite") is not None:
        from ..ptx.codegen.native import processor_level

        parts.append(processor_level())
    return ", ".join(parts)
