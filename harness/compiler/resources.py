"""A kernel's resources as reported by ptxas: registers, spills, shared memory.

NVRTC, which needs no GPU, compiles the source to machine code for the architecture with ``ptxas -v``; this module
reads the report. nvcc of the same version has the same assembler.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ..errors import CompileError
from ..store.disk_cache import DiskCache
from .artifact import CompileRequest
from .compilation import compile  # noqa: A004 - its name
from .ptx_file import VERBOSE
from .source.translation import Compiler

_ENTRY = re.compile(r"Compiling entry function '([^']+)'")
_FUNCTION = re.compile(r"Function properties for (\S+)")
_FRAME = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
_USED = re.compile(r"Used (\d+) registers(.*)")


@dataclass(frozen=True)
class Resources:
    entry: str
    """Symbol of the ``__global__`` function."""
    arch: str
    registers: int
    barriers: int = 0
    stack_bytes: int = 0
    """Stack frame of a thread, in local memory: arrays that are not in registers, and spilled registers."""
    spill_store_bytes: int = 0
    spill_load_bytes: int = 0
    """`spill_store_bytes`, `spill_load_bytes`: bytes of the instructions that spill registers and load them back, each
    counted once; sums over the kernel and the functions that it calls."""
    shared_bytes: int = 0


def read_resources(log: str, arch: str) -> dict[str, Resources]:
    resources: dict[str, Resources] = {}
    entry = function = ""
    frames: dict[str, tuple[int, int, int]] = {}
    for line in log.splitlines():
        if started := _ENTRY.search(line):
            entry, frames = started[1], {}
        elif named := _FUNCTION.search(line):
            function = named[1]
        elif frame := _FRAME.search(line):
            frames[function] = (int(frame[1]), int(frame[2]), int(frame[3]))
        elif (used := _USED.search(line)) and entry:
            resources[entry] = Resources(
                entry=entry,
                arch=arch,
                registers=int(used[1]),
                barriers=_number(r"used (\d+) barriers", used[2]),
                stack_bytes=frames.get(entry, (0, 0, 0))[0],
                spill_store_bytes=sum(stores for _, stores, _ in frames.values()),
                spill_load_bytes=sum(loads for _, _, loads in frames.values()),
                shared_bytes=_number(r"(\d+) bytes smem", used[2]),
            )
            entry = ""
    return resources


def asked_for(request: CompileRequest) -> CompileRequest:
    return replace(request, target="cubin", options=(*request.options, VERBOSE))


def resources_of(
    request: CompileRequest, *, compiler: Compiler, cache: DiskCache | None = None
) -> dict[str, Resources]:
    """Compile a source for its architecture; return its entry points' resources, under every name of each."""
    artifact = compile(asked_for(request), compiler=compiler, cache=cache)
    resources = read_resources(artifact.log, request.arch)
    missing = sorted(set(artifact.entries) - set(resources))
    if missing:
        raise CompileError(
            f"the log of ptxas must have the resources of {', '.join(missing)} on {request.arch} (got none)",
            log=artifact.log,
        )
    return {name: resources[symbol] for name, symbol in artifact.names.items()}


def _number(pattern: str, text: str) -> int:
    match = re.search(pattern, text)
    return int(match[1]) if match else 0
