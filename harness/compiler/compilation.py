"""Compiles a kernel's source, or reads its code from the cache; reads the entry points, and resources from ptxas.

NVRTC, which needs no GPU, compiles the source to machine code for the architecture with ``ptxas -v``, whose report is
read. nvcc of the same version has the same assembler.
"""

from __future__ import annotations

import contextlib
import functools
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

from .. import __version__
from ..errors import CompileError
from ..lazy import dataclass, field, pattern, replace
from ..settings.settings import Settings
from ..store.disk_cache import DiskCache, content_key, sources_digest
from ..store.input_file import Reach
from .artifact import (
    NOT_OURS,
    Artifact,
    CompileRequest,
    FieldLayout,
    Param,
    StructLayout,
    layout_source,
    read_entries,
    read_layouts,
)
from .backend.nvcc import Nvcc, find_nvcc
from .backend.nvrtc import Nvrtc
from .ptx_file import PTX_SUFFIX, VERBOSE, read_ptx
from .source.file_names import FileNames, shown_path
from .source.host_headers import HOST_HEADERS, is_host_only
from .source.includes import NOT_FOUND, include_digests, read_plain_file, readable, refuse_beyond
from .source.translation import CompileJob, Compiler, RefusedError, read_options


def open_compiler(settings: Settings, *, device: str) -> Compiler:
    if uses_nvcc(settings, device=device):
        return Nvcc(settings.nvcc, settings.cuda_home)
    return Nvrtc(settings.cuda_home, settings.cuda, open_cache(settings))


def uses_nvcc(settings: Settings, *, device: str) -> bool:
    """Whether `open_compiler` chooses nvcc: named in the settings, or ``auto`` for ``gpu`` with nvcc installed."""
    if settings.compiler == "auto":
        return device == "gpu" and find_nvcc(settings.nvcc, settings.cuda_home) is not None
    return settings.compiler == "nvcc"


def maker_digest() -> str:
    """Return a digest of the package's version and of this folder's sources, which affect compiled code."""
    assert __package__ is not None
    return content_key(__version__, sources_digest(__package__))


def open_cache(settings: Settings) -> DiskCache:
    """Return the cache of the settings; compiled code and native code share it and its limit."""
    return DiskCache(settings.cache_dir, settings.cache_limit_bytes)


def compile(  # noqa: A001 - the word for what it does; called as harness.compiler.compile
    request: CompileRequest, *, compiler: Compiler | None = None, cache: DiskCache | None = None
) -> Artifact:
    """Compile one source, or read the result of the same compilation from the cache."""
    # A ``.ptx`` file is taken as it is, and Triton compiles a Triton kernel; `compiler` is for CUDA only, and NVRTC if
    # none is given.
    if request.triton is not None:
        from .triton.translation import compile_triton

        return compile_triton(request, maker=maker_digest(), cache=cache)
    if request.path.suffix == PTX_SUFFIX:
        return read_ptx(request, cache)
    compiler = compiler or Nvrtc()
    prepared = _prepare(request, compiler)
    with cache.claim(prepared.key, waits=True) if cache else contextlib.nullcontext():
        outcome, code = _unpacked(cache.get(prepared.key) if cache else None)
        if outcome is None:
            outcome, code, is_lasting = _translated(request, compiler, prepared)
            if cache and is_lasting:
                cache.put(prepared.key, json.dumps(asdict(outcome)).encode("ascii") + b"\n" + code)
    log = prepared.names.shown(outcome.log)
    if outcome.is_refusal:
        shown = shown_path(request.path)
        raise CompileError(f"{shown} does not compile for {request.arch} with {compiler.identity}", log=log)
    return with_kernels(
        Artifact(request, code, compiler.identity, log, outcome.entries, outcome.symbols, outcome.layouts)
    )


def missing_keys(
    requests: Iterable[CompileRequest], *, compiler: Compiler, cache: DiskCache
) -> Iterator[tuple[CompileRequest, str]]:
    digests_of = functools.cache(include_digests)
    for request in requests:
        if request.triton is None and request.path.suffix != PTX_SUFFIX:
            with contextlib.suppress(CompileError):
                key = _prepare(request, compiler, digests_of).key
                if not cache.has(key):
                    yield request, key


def input_keys(requests: Iterable[CompileRequest], *, compiler: Compiler, top: Path) -> Iterator[str | None]:
    """Yield for each request a digest of everything that its compilation reads: equal digests mean equal code."""
    from .triton.translation import read_digest

    digests_of, reads_of = functools.cache(include_digests), functools.cache(read_digest)
    for request in requests:
        try:
            refuse_beyond(request.path, Reach(request.path, request.include_dirs))
            if request.triton is not None:
                read = reads_of(request.path.absolute(), top)
                yield None if read is None else content_key("read", request.arch, repr(request.triton), read)
            elif request.path.suffix == PTX_SUFFIX:
                yield content_key("read", request.arch, read_plain_file(request.path))
            else:
                prepared = _prepare(request, compiler, digests_of)
                unfound = (line[: -len(NOT_FOUND)] for line in prepared.digests if line.endswith(NOT_FOUND))
                is_known = all(name in HOST_HEADERS or is_host_only(name) for name in unfound)
                yield prepared.key if is_known else None
        except (CompileError, OSError):
            yield None


def with_kernels(artifact: Artifact) -> Artifact:
    """Return an artifact; CompileError if a kernel that its request needs was left out of it."""
    if not artifact.log:
        return artifact
    from .source.host_code import left_out_kernels

    left_out = left_out_kernels(artifact.log)
    request = artifact.request
    for kernel in request.kernels:
        name = kernel.partition("<")[0].strip().rpartition("::")[2]
        if name in left_out and artifact.symbol(kernel) not in artifact.entries:
            where = f"{shown_path(request.path)} does not compile for {request.arch} with {artifact.compiler}"
            raise CompileError(f"{kernel} of {where}", log=left_out[name] + "\n")
    return artifact


class _Prepared(NamedTuple):
    """One compilation: its job, the names of its files for messages, its include digests and its cache key."""

    job: CompileJob
    names: FileNames
    digests: tuple[str, ...]
    key: str


def _prepare(
    request: CompileRequest, compiler: Compiler, digests_of: Callable[..., tuple[str, ...]] = include_digests
) -> _Prepared:
    with readable(request.path):
        options = read_options(request.path, request.options, request.include_dirs, request.defines)
        refuse_beyond(request.path, Reach(request.path, options.include_dirs))
        source = read_plain_file(request.path)
        digests = digests_of(
            request.path.absolute(),
            source,
            options.include_dirs,
            options.pre_includes,
            compiler.cuda_dirs,
            tuple(f"{name}={value}" for name, value in request.defines),
        )
    if b"\0" in source:
        shown = shown_path(request.path)
        raise CompileError(
            f"{shown} is not a text file", log=f"{shown}: NUL byte at offset {source.index(0)}"
        )
    if request.layouts:
        source = source.rstrip() + b"\n" + layout_source(request.layouts).encode("utf-8")
    job = CompileJob(request, source, options.for_compiler, options.include_dirs)
    names = FileNames(request.path, options.include_dirs, compiler.cuda_dirs)
    key = content_key(
        "artifact",
        maker_digest(),
        compiler.identity,
        *compiler.fingerprint,
        *(job.name, request.arch, request.target, "\n".join(job.options)),
        job.source,
        "\n".join(names.labels),
        *digests,
        *request.instances,
        *(("partial",) if request.is_partial else ()),
    )
    return _Prepared(job, names, digests, key)


@dataclass(frozen=True)
class _Outcome:
    """Description of the code in a cache entry: one line of JSON before it, so that reading cannot execute anything."""

    log: str
    is_refusal: bool
    entries: Mapping[str, tuple[Param, ...]] = field(default_factory=dict)
    symbols: Mapping[str, str] = field(default_factory=dict)
    layouts: tuple[StructLayout, ...] = ()


def _translated(
    request: CompileRequest, compiler: Compiler, prepared: _Prepared
) -> tuple[_Outcome, bytes, bool]:
    """Run the compiler; return the outcome to keep, the code, and whether the same job will have the same outcome."""
    names = prepared.names
    try:
        translation = compiler.translate(prepared.job)
    except RefusedError as refused:
        return _Outcome(names.in_log(str(refused)), True), b"", refused.is_lasting
    ptx = names.in_ptx(translation.ptx)
    layouts = read_layouts(ptx, request.layouts)
    outcome = _Outcome(names.in_log(translation.log), False, read_entries(ptx), translation.symbols, layouts)
    return outcome, ptx.encode("ascii", "replace") if request.target == "ptx" else translation.cubin, True


def _unpacked(stored: bytes | None) -> tuple[_Outcome | None, bytes]:
    head, _, code = (stored or b"").partition(b"\n")
    try:
        outcome = json.loads(head)
        outcome["entries"] = {
            name: tuple(Param(**param) for param in params) for name, params in outcome["entries"].items()
        }
        outcome["layouts"] = tuple(
            StructLayout(layout["size_bytes"], tuple(FieldLayout(**place) for place in layout["fields"]))
            for layout in outcome["layouts"]
        )
        return _Outcome(**outcome), code
    except NOT_OURS:
        return None, b""


_ENTRY = pattern(r"Compiling entry function '([^']+)'")
_FUNCTION = pattern(r"Function properties for (\S+)")
_FRAME = pattern(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
_USED = pattern(r"Used (\d+) registers(.*)")


class Resources(NamedTuple):
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
