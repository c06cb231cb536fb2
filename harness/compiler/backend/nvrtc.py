"""NVRTC, NVIDIA's compiler as a library.

It comes as a wheel and needs neither a GPU nor an installed CUDA.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from ...errors import DeviceError
from ...store.disk_cache import DiskCache, content_key
from ..source.headers import CudaHeaders, find_headers
from ..source.host_code import translate_for_device
from ..source.host_headers import HOST_HEADERS
from ..source.translation import Job, RefusedError, Translation
from ..wheels import install_command, release_text
from .nvrtc_apart import compile_apart, stays_on
from .nvrtc_library import NvrtcLibrary, open_library

# The line every compiler of CUDA writes at the top of its PTX; the library's own call has no patch level.
_BUILD = re.compile(r"^// Cuda compilation tools, release [\d.]+, V([\d.]+)", re.MULTILINE)
# NVRTC looks for quoted headers in the folder of the program's name first, and takes a bare name to lie in
# the current folder, which has nothing to do with the source. This folder cannot exist.
_NOWHERE = "/dev/null/"
# Since CUDA 12.9 the library caches code where there is a driver ("NVRTC" of the CUDA documentation, "Caching"). Cached
# code comes without its log, so without warnings and without the report of ptxas (seen with 13.0.88). 12.9.86 takes the
# option, 12.8.93 refuses it.
_OWN_CACHE_OFF = "--no-cache"
_FIRST_WITH_CACHE = (12, 9)
_PROBE = b'extern "C" __global__ void probe() {}'


class Nvrtc:
    """The NVRTC of this Python environment or of a toolkit."""

    def __init__(
        self, cuda_home: Path | None = None, cuda: str = "auto", cache: DiskCache | None = None
    ) -> None:
        self._library = open_library(cuda, cuda_home)
        self._version = _version_of(self._library, cache)
        self._headers: CudaHeaders = find_headers(self._library.cuda, cuda_home)

    @property
    def identity(self) -> str:
        """``nvrtc`` and its version."""
        return f"nvrtc {self._version}"

    @property
    def cuda(self) -> str:
        """CUDA version of the library."""
        return release_text(self._library.cuda)

    @property
    def fingerprint(self) -> tuple[str, ...]:
        """The headers, ours included; NVRTC takes no options from the environment."""
        return (
            self._headers.identity,
            content_key(*(text for item in HOST_HEADERS.items() for text in item)),
        )

    @property
    def cuda_dirs(self) -> tuple[Path, ...]:
        """Folders of CUDA's headers."""
        return self._headers.folders

    def translate(self, job: Job) -> Translation:
        """Compile in this process; see `Compiler.translate`."""
        # A real architecture gives PTX and a cubin from one run, a virtual one PTX alone.
        arch = job.arch if job.target == "cubin" else job.arch.replace("sm_", "compute_")
        options = [
            *job.options,
            f"--gpu-architecture={arch}",
            *((_OWN_CACHE_OFF,) if self._library.cuda >= _FIRST_WITH_CACHE else ()),
            *(f"--include-path={folder}" for folder in (*job.include_dirs, *self.cuda_dirs)),
        ]
        # A file of the user's own by the same name is meant when there is one.
        stand_ins = {
            name: text
            for name, text in HOST_HEADERS.items()
            if not any((folder / name).is_file() for folder in job.include_dirs)
        }
        return translate_for_device(
            lambda source, headers, more, instances: self._compile(
                replace(job, instances=instances), source, [*options, *more], {**stand_ins, **headers}
            ),
            job,
            self.cuda_dirs,
            self._library.cuda,
        )

    def _compile(self, job: Job, source: bytes, options: list[str], headers: dict[str, str]) -> Translation:
        try:
            translate = compile_apart if stays_on(options) else NvrtcLibrary.compile
            made = translate(
                self._library,
                source,
                _NOWHERE + job.name,
                options,
                headers,
                want_cubin=job.target == "cubin",
                instances=job.instances,
            )
        except RefusedError as refused:
            log = str(refused).replace(_NOWHERE, "")
            raise RefusedError(log, is_lasting=refused.is_lasting) from None
        return replace(made, log=made.log.replace(_NOWHERE, ""))


def nvrtc_version(cuda_home: Path | None = None, cuda: str = "auto", cache: DiskCache | None = None) -> str:
    """Return the full version of an NVRTC library, such as ``13.0.88``; parameters are those of `Nvrtc`."""
    return _version_of(open_library(cuda, cuda_home), cache)


_versions: dict[NvrtcLibrary, str] = {}


def _version_of(library: NvrtcLibrary, cache: DiskCache | None) -> str:
    """Return the version, which the library writes into PTX only; a file that stays the same is asked once."""
    if library not in _versions:
        key = None if cache is None else _version_key(library)
        # Other hosts of a cluster need not wait for it: their library may be another file.
        kept = cache.get(key, makes=False) if cache is not None and key is not None else None
        _versions[library] = _read_version(library) if kept is None else kept.decode("ascii")
        if cache is not None and key is not None and kept is None:
            cache.put(key, _versions[library].encode("ascii"))
    return _versions[library]


def _version_key(library: NvrtcLibrary) -> str | None:
    try:
        file = Path(library.path).stat()
    except OSError:  # a name that the loader finds
        return None
    return content_key("nvrtc version", library.path, str(file.st_size), str(file.st_mtime_ns))


def _read_version(library: NvrtcLibrary) -> str:
    try:
        ptx = library.compile(_PROBE, _NOWHERE + "probe.cu", [], {}, want_cubin=False).ptx
    except RefusedError as refused:
        raise DeviceError(
            f"nvrtc cannot compile an empty kernel; {install_command(library.cuda)} (got: {refused})"
        ) from None
    build = _BUILD.search(ptx)
    return build[1] if build else release_text(library.cuda)
