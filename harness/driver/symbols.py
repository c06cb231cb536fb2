"""Names that the driver API exports, and which of them a name and a version mean."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ..compiler.wheels import nvidia_folders
from ..errors import DeviceError

HEADER = "cuda.h"
_MORE_HEADERS = ("cudaGL.h", "cudaEGL.h", "cudaVDPAU.h")
_PROFILER = ("cuProfilerInitialize", "cuProfilerStart", "cuProfilerStop")
"""Functions of cudaProfiler.h, which is in a wheel of its own."""
_FUNCTION = re.compile(r"\bCUDAAPI\s+(cu[A-Z]\w*)\s*\(")
_MACRO = re.compile(
    r"^[ \t]*#[ \t]*define[ \t]+(cu[A-Z]\w*)[ \t]+(?:__CUDA_API_PT(DS|SZ)\()?(cu\w+)", re.MULTILINE
)

# Symbols whose meaning depends on the version that a program asks for: the first version of each form of the function.
# Sources: cudaTypedefs.h of CUDA 13.0 for the versions, cuda.h for the symbols.
_BY_VERSION: dict[str, tuple[tuple[int, str], ...]] = {
    "cuCtxCreate": ((3020, "cuCtxCreate_v2"), (11040, "cuCtxCreate_v3"), (12050, "cuCtxCreate_v4")),
    "cuMemAdvise": ((8000, "cuMemAdvise"), (12020, "cuMemAdvise_v2")),
    "cuMemPrefetchAsync": ((8000, "cuMemPrefetchAsync"), (12020, "cuMemPrefetchAsync_v2")),
    "cuGetProcAddress": ((11030, "cuGetProcAddress"), (12000, "cuGetProcAddress_v2")),
    "cuGraphAddKernelNode": ((10000, "cuGraphAddKernelNode"), (12000, "cuGraphAddKernelNode_v2")),
    "cuGraphAddDependencies": ((10000, "cuGraphAddDependencies"), (12030, "cuGraphAddDependencies_v2")),
    "cuGraphAddNode": ((12020, "cuGraphAddNode"), (12030, "cuGraphAddNode_v2")),
    "cuDeviceGetUuid": ((9020, "cuDeviceGetUuid"), (11040, "cuDeviceGetUuid_v2")),
}


@dataclass(frozen=True)
class DriverSymbols:
    """The symbols of one release's driver library."""

    names: tuple[str, ...]
    """Every exported function, sorted."""
    newest: dict[str, str]
    """The symbol that each name of the C interface means today, such as ``cuMemAlloc_v2`` for ``cuMemAlloc``."""

    def resolve(self, name: str, version: int) -> str | None:
        """Return the symbol of a name of the C interface."""
        forms = [symbol for since, symbol in _BY_VERSION.get(name, ()) if since <= version]
        found = forms[-1] if forms else self.newest.get(name, name)
        return found if found in self.names else None


def read_symbols(text: str) -> DriverSymbols:
    """Return the symbols of the text of the headers: functions, their versions, and their forms by thread."""
    names = set(_FUNCTION.findall(text))
    newest = {}
    for name, per_thread, symbol in _MACRO.findall(text):
        if symbol == f"{name}_ptsz":
            continue
        names.add(symbol)
        newest[name] = symbol
        if per_thread:
            names.add(f"{symbol}_pt{per_thread.lower()}")
    names.update(_PROFILER)
    names |= {symbol for forms in _BY_VERSION.values() for _, symbol in forms}
    return DriverSymbols(tuple(sorted(names)), newest)


def find_symbols() -> DriverSymbols:
    """Return the symbols of the newest ``cuda.h`` among NVIDIA's wheels."""
    found = sorted(_headers())
    if not found:
        raise DeviceError(f"the driver's symbols are read from {HEADER}: pip install nvidia-cuda-runtime")
    files = [found[-1], *(path for name in _MORE_HEADERS if (path := found[-1].with_name(name)).is_file())]
    return read_symbols("\n".join(each.read_text(encoding="utf-8", errors="replace") for each in files))


def _headers() -> list[Path]:
    return [path for folder in nvidia_folders() for path in folder.glob(f"*/include/{HEADER}")]
