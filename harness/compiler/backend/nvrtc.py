"""NVRTC, NVIDIA's compiler as a library.

It comes as a wheel and needs neither a GPU nor an installed CUDA.

Options that NVRTC cannot switch off again make it run in a process of its own. After one compilation with
``--restrict``, NVRTC treats the pointer parameters of every later program of its process as ``__restrict__``, so the
same source gives other code. After ``--optimization-info``, every later log names the inlined functions. No option
takes either back.
"""

from __future__ import annotations

import ctypes
import functools
import os
import pickle
import re
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...errors import DeviceError
from ...lazy import pattern
from ...settings.settings import passed_environment
from ...store.disk_cache import DiskCache, content_key
from ...variant.declaration.compile_option import OPTIONS
from ..source.host_headers import HOST_HEADERS
from ..source.translation import CompileJob, RefusedError, Translation
from ..wheels import Release, find_headers, install_command, release_text
from .nvrtc_library import NvrtcLibrary, find_library, load, open_library

# The line every compiler of CUDA writes at the top of its PTX; the library's own call has no patch level.
_BUILD = pattern(r"^// Cuda compilation tools, release [\d.]+, V([\d.]+)", re.MULTILINE)
# NVRTC looks for quoted headers in the folder of the program's name first, and takes a bare name to lie in
# the current folder, which is unrelated to the source. This folder cannot exist.
_NOWHERE = "/dev/null/"
# Since CUDA 12.9 the library caches code where there is a driver ("NVRTC" of the CUDA documentation, "Caching"). Cached
# code comes without its log, so without warnings and without the report of ptxas (seen with 13.0.88). 12.9.86 takes the
# option, 12.8.93 refuses it.
_OWN_CACHE_OFF = "--no-cache"
_FIRST_WITH_CACHE = (12, 9)
# CCCL spells its type lists out to this length, which it sets to 10 for nvcc and 16 for NVRTC: that takes 0.8 s more of
# each program that includes CUB, cooperative groups or cuda/atomic, for the same code.
_FEWER_TYPES = "-D_CCCL_META_UNROLL_LIMIT=10"
_PROBE = b'extern "C" __global__ void probe() {}'


class Nvrtc:
    """The NVRTC of this Python environment or of a toolkit."""

    def __init__(
        self, cuda_home: Path | None = None, cuda: str = "auto", cache: DiskCache | None = None
    ) -> None:
        # Loading the library takes as long as a first case; cached code needs none of it.
        self._opened_as = find_library(cuda, cuda_home)
        release = self._opened_as[1] or self._library.cuda
        headers = find_headers(release, cuda_home)
        self.identity = f"nvrtc {_version_of(self._opened_as, cache)}"
        self.cuda = release_text(release)
        # The headers, ours included; NVRTC takes no options from the environment.
        own_headers = content_key(*(text for item in HOST_HEADERS.items() for text in item))
        self.fingerprint: tuple[str, ...] = (headers.identity, own_headers)
        self.cuda_dirs = headers.folders

    @property
    def _library(self) -> NvrtcLibrary:
        return load(*self._opened_as)

    def translate(self, job: CompileJob) -> Translation:
        """Compile in this process, without the source's host code."""
        from ..source.host_code import translate_for_device  # what reads sources; cached code needs none

        # A real architecture gives PTX and a cubin from one run, a virtual one PTX alone.
        wants_cubin = job.request.target == "cubin"
        arch = job.request.arch if wants_cubin else job.request.arch.replace("sm_", "compute_")
        options = [
            _FEWER_TYPES,
            *job.options,
            f"--gpu-architecture={arch}",
            *((_OWN_CACHE_OFF,) if self._library.cuda >= _FIRST_WITH_CACHE else ()),
            *(f"--include-path={folder}" for folder in (*job.include_dirs, *self.cuda_dirs)),
        ]
        # A user's own file of the same name goes first.
        stand_ins = {
            name: text
            for name, text in HOST_HEADERS.items()
            if not any((folder / name).is_file() for folder in job.include_dirs)
        }
        run = compile_apart if stays_on(options) else NvrtcLibrary.compile

        def compile_once(
            source: bytes, headers: Mapping[str, str], more: Sequence[str], instances: tuple[str, ...]
        ) -> Translation:
            try:
                translation = run(
                    self._library,
                    source,
                    _NOWHERE + job.name,
                    [*options, *more],
                    {**stand_ins, **headers},
                    want_cubin=wants_cubin,
                    instances=instances,
                )
            except RefusedError as refused:
                log = str(refused).replace(_NOWHERE, "")
                raise RefusedError(log, is_lasting=refused.is_lasting) from None
            return replace(translation, log=translation.log.replace(_NOWHERE, ""))

        return translate_for_device(compile_once, job, self.cuda_dirs, self._library.cuda)


def nvrtc_version(cuda_home: Path | None = None, cuda: str = "auto", cache: DiskCache | None = None) -> str:
    """Return the full version of an NVRTC library, such as ``13.0.88``; the parameters are `Nvrtc`'s."""
    return _version_of(open_library(cuda, cuda_home).opened_as, cache)


def _version_of(opened_as: tuple[str, Release | None], cache: DiskCache | None) -> str:
    """Return the version, which the library writes into PTX only; a file that stays the same is asked once."""
    key = None if cache is None else _version_key(opened_as[0])
    if cache is None or key is None:
        return _read_version(load(*opened_as))
    with cache.claim(key, waits=True):
        kept = cache.get(key)
        version = _read_version(load(*opened_as)) if kept is None else kept.decode("ascii")
        if kept is None:
            cache.put(key, version.encode("ascii"))
    return version


def _version_key(path: str) -> str | None:
    try:
        file = Path(path).stat()
    except OSError:  # a name that the loader finds
        return None
    return content_key("nvrtc version", path, str(file.st_size), str(file.st_mtime_ns))


@functools.cache
def _read_version(library: NvrtcLibrary) -> str:
    try:
        ptx = library.compile(_PROBE, _NOWHERE + "probe.cu", [], {}, want_cubin=False).ptx
    except RefusedError as refused:
        raise DeviceError(
            f"nvrtc cannot compile an empty kernel; {install_command(library.cuda)} (got: {refused})"
        ) from None
    build = _BUILD.search(ptx)
    return build[1] if build else release_text(library.cuda)


_STAY_ON = frozenset(name for row in OPTIONS if row.stays_on for name in row.names)
_START = "import importlib, sys; sys.path[:] = sys.argv[2:]; importlib.import_module(sys.argv[1]).answer()"
_PR_SET_PDEATHSIG = 1


def stays_on(options: Sequence[str]) -> bool:
    """Whether NVRTC would keep one of the options on for later compilations of its process."""
    return any(option.partition("=")[0] in _STAY_ON for option in options)


def compile_apart(library: NvrtcLibrary, *arguments: Any, **options: Any) -> Translation:
    request = os.getpid(), library.opened_as, arguments, options
    command = [sys.executable, "-W", "ignore", "-c", _START, __name__, *sys.path]
    try:
        done = subprocess.run(
            command, input=pickle.dumps(request), capture_output=True, check=False, env=passed_environment()
        )
    except OSError as error:
        raise DeviceError(f"nvrtc must run in a process of its own (got: {error})") from None
    if done.returncode:
        how = f"signal {-done.returncode}" if done.returncode < 0 else f"exit status {done.returncode}"
        printed = done.stderr.decode("utf-8", "replace").strip()
        raise RefusedError(
            f"the process that ran nvrtc ended without an answer ({how})\n{printed}".rstrip() + "\n"
        )
    outcome: Translation | Exception = pickle.loads(done.stdout)
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def answer() -> None:
    """Compile the request on standard input; the new process starts here."""
    answers = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # the library may print
    parent, opened_as, arguments, options = pickle.load(sys.stdin.buffer)
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # it ended before prctl
        return
    outcome: Translation | Exception
    try:
        outcome = load(*opened_as).compile(*arguments, **options)
    except (RefusedError, DeviceError) as error:
        outcome = error
    with os.fdopen(answers, "wb") as file:
        pickle.dump(outcome, file)
