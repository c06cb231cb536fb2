"""From a kernel's source to code: looks in the cache, else compiles; reads the entry points."""

from __future__ import annotations

import contextlib
import functools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from .. import __version__
from ..errors import CompileError, DeviceError, one_line
from ..settings.settings import Settings
from ..store.code_source import current_source
from ..store.disk_cache import DiskCache, content_key
from ..store.reach import Reach
from ..store.sources import sources_digest
from .artifact import Artifact, CompileRequest, Param
from .backend.nvcc import Nvcc, find_nvcc
from .backend.nvrtc import Nvrtc
from .entries import read_entries
from .layouts import FieldLayout, StructLayout, layout_source, read_layouts
from .options import read_options
from .ptx_file import PTX_SUFFIX, read_ptx
from .source.empty_headers import is_host_only
from .source.file_names import FileNames, shown_path
from .source.host_code import left_out_kernels
from .source.host_headers import HOST_HEADERS
from .source.includes import NOT_FOUND, include_digests, read_plain_file, read_within, refuse_beyond
from .source.translation import Compiler, Job, RefusedError
from .triton.reads import read_digest
from .triton.translation import compile_triton

_REFUSED = "refused"
# Errors of reading JSON of another form.
_NOT_OURS = (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError)
_TARGETS = ("ptx", "cubin")


def open_compiler(settings: Settings, *, device: str) -> Compiler:
    """Return the compiler that the settings name."""
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
    return DiskCache(settings.cache_dir, settings.cache_limit_bytes, current_source())


def compile(  # noqa: A001 - the word for what it does; called as harness.compiler.compile
    request: CompileRequest, *, compiler: Compiler | str = "nvrtc", cache: DiskCache | None = None
) -> Artifact:
    """Compile one source, or read the result of the same compilation from the cache.

    A ``.ptx`` file is taken as it is, and Triton compiles a Triton kernel; `compiler` is for CUDA only.
    """
    if request.triton is not None:
        return compile_triton(request, maker=maker_digest(), cache=cache)
    if request.path.suffix == PTX_SUFFIX:
        return read_ptx(request, cache)
    job, names, key, compiler = _prepared(request, compiler)
    shown = shown_path(request.path)
    stored = cache.get(key) if cache else None
    refusal = _unpack_refusal(stored) if stored is not None else None
    artifact = _unpack(stored, request, compiler, names) if stored is not None and refusal is None else None
    if artifact is not None:
        return with_kernels(artifact, shown)
    try:
        made = compiler.translate(job) if refusal is None else None
    except RefusedError as refused:
        refusal = names.in_log(str(refused))
        if cache and refused.is_lasting:
            cache.put(key, json.dumps({_REFUSED: refusal}).encode("ascii") + b"\n")
        made = None
    if made is None:
        raise CompileError(
            f"{shown} does not compile for {request.arch} with {compiler.identity}",
            log=names.shown(refusal or ""),
        )
    ptx = names.in_ptx(made.ptx)
    packed = _pack(
        ptx.encode("ascii", "replace") if request.target == "ptx" else made.cubin,
        names.in_log(made.log),
        read_entries(ptx),
        made.symbols,
        read_layouts(ptx, request.layouts),
    )
    if cache:
        cache.put(key, packed)
    artifact = _unpack(packed, request, compiler, names)
    assert artifact is not None
    return with_kernels(artifact, shown)


def missing_keys(
    requests: Iterable[CompileRequest], *, compiler: Compiler | str, cache: DiskCache
) -> Iterator[tuple[CompileRequest, str]]:
    """Yield the requests that the cache has no entry for."""
    digests_of = functools.cache(include_digests)
    for request in requests:
        if request.triton is None and request.path.suffix != PTX_SUFFIX:
            with contextlib.suppress(CompileError):
                _, _, key, _ = _prepared(request, compiler, digests_of)
                if not cache.has(key):
                    yield request, key


def input_keys(
    requests: Iterable[CompileRequest], *, compiler: Compiler | str, top: Path
) -> Iterator[str | None]:
    """Yield for each request a digest of all that its compilation reads: equal digests mean equal code."""
    unfound: list[str] = []
    known = functools.cache(include_digests)

    def digests_of(*given: Any) -> tuple[str, ...]:
        lines = known(*given)
        unfound[:] = [line.removesuffix(NOT_FOUND) for line in lines if line.endswith(NOT_FOUND)]
        return lines

    reads_of = functools.cache(read_digest)
    for request in requests:
        try:
            refuse_beyond(request.path, Reach(request.path, request.include_dirs))
            if request.triton is not None:
                read = reads_of(request.path.absolute(), top)
                yield None if read is None else content_key("read", request.arch, repr(request.triton), read)
            elif request.path.suffix == PTX_SUFFIX:
                yield content_key("read", request.arch, read_plain_file(request.path))
            else:
                key = _prepared(request, compiler, digests_of)[2]
                yield key if all(name in HOST_HEADERS or is_host_only(name) for name in unfound) else None
        except (CompileError, OSError):
            yield None


def with_kernels(artifact: Artifact, shown: str) -> Artifact:
    """Return an artifact."""
    left_out = left_out_kernels(artifact.log)
    for kernel in artifact.request.kernels:
        name = kernel.partition("<")[0].strip().rpartition("::")[2]
        if name in left_out and artifact.symbol(kernel) not in artifact.entries:
            raise CompileError(
                f"{kernel} of {shown} does not compile for {artifact.request.arch} with {artifact.compiler}",
                log=left_out[name] + "\n",
            )
    return artifact


def _prepared(
    request: CompileRequest,
    compiler: Compiler | str,
    digests_of: Callable[..., tuple[str, ...]] = include_digests,
) -> tuple[Job, FileNames, str, Compiler]:
    """Return the job, the file names for messages, the cache key of the result, and the compiler."""
    if request.target not in _TARGETS:
        raise ValueError(f"target must be one of {', '.join(_TARGETS)} (got {request.target!r})")
    if isinstance(compiler, str):
        compiler = _by_name(compiler)
    shown = shown_path(request.path)
    try:
        options = read_options(request)
        source = read_within(request.path, Reach(request.path, options.include_dirs))
        digests = digests_of(
            request.path.absolute(),
            source,
            options.include_dirs,
            options.pre_includes,
            compiler.cuda_dirs,
            tuple(f"{name}={value}" for name, value in request.defines),
        )
    except OSError as error:
        raise CompileError(
            f"{shown} cannot be read", log=f"{one_line(error.filename)}: {error.strerror}"
        ) from None
    if b"\0" in source:
        raise CompileError(
            f"{shown} is not a text file", log=f"{shown}: NUL byte at offset {source.index(0)}"
        )

    if request.layouts:
        source = source.rstrip() + b"\n" + layout_source(request.layouts).encode("utf-8")
    job = Job(
        source,
        request.path.name,
        request.arch,
        request.target,
        options.for_compiler,
        options.include_dirs,
        request.instances,
        request.is_partial,
    )
    names = FileNames(request.path, options.include_dirs, compiler.cuda_dirs)
    key = content_key(
        "artifact",
        maker_digest(),
        compiler.identity,
        *compiler.fingerprint,
        *(job.name, job.arch, job.target, "\n".join(job.options)),
        job.source,
        "\n".join(names.labels),
        *digests,
        *job.instances,
        *(("partial",) if job.is_partial else ()),
    )
    return job, names, key, compiler


def _by_name(name: str) -> Compiler:
    if name == "nvrtc":
        return Nvrtc()
    if name == "nvcc":
        return Nvcc()
    raise DeviceError(f"compiler must be one of nvrtc, nvcc (got {name!r})")


def _pack(
    code: bytes,
    log: str,
    entries: dict[str, tuple[Param, ...]],
    symbols: Mapping[str, str],
    layouts: Sequence[StructLayout],
) -> bytes:
    """Serialise an artifact as one line of JSON and the code; reading it cannot execute anything."""
    described = {
        "log": log,
        "entries": {
            name: [[param.size_bytes, param.kind, param.align_bytes] for param in params]
            for name, params in entries.items()
        },
        "symbols": dict(symbols),
        "layouts": [
            [layout.size_bytes, [[field.offset, field.size_bytes, field.is_real] for field in layout.fields]]
            for layout in layouts
        ],
    }
    return json.dumps(described).encode("ascii") + b"\n" + code


def _unpack_refusal(stored: bytes) -> str | None:
    """Return the log of a stored refusal; None for other entries."""
    try:
        log = json.loads(stored.partition(b"\n")[0])[_REFUSED]
    except _NOT_OURS:
        return None
    return log if isinstance(log, str) else None


def _unpack(stored: bytes, request: CompileRequest, compiler: Compiler, names: FileNames) -> Artifact | None:
    head, _, code = stored.partition(b"\n")
    try:
        described = json.loads(head)
        entries = {
            name: tuple(Param(int(size), str(kind), int(align)) for size, kind, align in params)
            for name, params in described["entries"].items()
        }
        symbols = {str(name): str(symbol) for name, symbol in described["symbols"].items()}
        layouts = tuple(
            StructLayout(
                int(size), tuple(FieldLayout(int(at), int(wide), bool(real)) for at, wide, real in fields)
            )
            for size, fields in described["layouts"]
        )
        log = names.shown(described["log"])
    except _NOT_OURS:
        return None
    return Artifact(request, code, compiler.identity, log, entries, symbols, layouts)
