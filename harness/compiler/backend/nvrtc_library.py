"""Finds the NVRTC libraries of this machine and calls their functions.

``cuda.bindings`` binds the same functions, but opens the first library that it finds. With the wheels of two CUDA
releases in one environment, the choice is undefined. It also knows only CUDA 12 and 13. This module opens a library by
its path, from CUDA 11.8 on, and can open several in one process. The signatures have been the same since CUDA 11.2
("NVRTC" of the CUDA documentation, "API Reference").
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import signal
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ...errors import DeviceError
from ...lazy import pattern
from ..source.translation import RefusedError, Translation
from ..wheels import Release, install_command, nvidia_folders, read_release, release_text

OLDEST: Release = (11, 8)
"""The first CUDA release whose library knows every option that the harness uses."""

PINNED: Release = (13, 0)
"""The release of the recorded results and counters, and the oldest that the package depends on."""

# The builtins next to the library carry the release in their name, in wheels and toolkits alike.
_BUILTINS = pattern(r"libnvrtc-builtins\.so\.(\d+)\.(\d+)")
# CUDA 11.2 to 11.8 share the name of 11.2.
_LIBRARY = pattern(r"libnvrtc\.so\.(?:11\.2|1[2-9]|[2-9]\d)")
# Names by which the loader itself finds a library, newest first.
_SYSTEM_NAMES = ("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2")
_SUCCESS = 0
# NVRTC_ERROR_INVALID_OPTION and NVRTC_ERROR_COMPILATION; others, such as too little memory, may pass.
_LASTING = (5, 6)
# Such a file may still be installed.
_NO_FILE = "cannot open source file"


class NvrtcFile(NamedTuple):
    path: Path
    cuda: Release


def installed_libraries(cuda_home: Path | None) -> tuple[NvrtcFile, ...]:
    """Return the libraries in wheels, newest release first, then in an installed toolkit."""
    wheels: list[Path] = []
    for base in nvidia_folders():
        wheels += (*base.glob("cu[0-9]*/lib"), base / "cuda_nvrtc" / "lib")
    toolkit = [cuda_home / "lib64", *cuda_home.glob("targets/*/lib")] if cuda_home is not None else []
    libraries: list[NvrtcFile] = []
    for folders in (wheels, toolkit):
        files = (file for folder in folders for file in _in_folder(folder))
        libraries += sorted(files, key=lambda file: (-file.cuda[0], -file.cuda[1], str(file.path)))
    return tuple(libraries)


def open_library(cuda: str, cuda_home: Path | None) -> NvrtcLibrary:
    return load(*find_library(cuda, cuda_home))


def find_library(cuda: str, cuda_home: Path | None) -> tuple[str, Release | None]:
    """Return the path and release of a library, the arguments of `load`; the release of a loader's name is unknown."""
    libraries = installed_libraries(cuda_home)
    if cuda == "auto":
        if libraries:
            return str(libraries[0].path), libraries[0].cuda
        for name in _SYSTEM_NAMES:
            with contextlib.suppress(OSError):
                ctypes.CDLL(name)
                return name, None
        raise DeviceError(f"the nvrtc library was not found; {install_command(PINNED)}")
    for file in libraries:
        if release_text(file.cuda) == cuda:
            return str(file.path), file.cuda
    there = ", ".join(dict.fromkeys(release_text(file.cuda) for file in libraries)) or "none"
    raise DeviceError(
        f"nvrtc of CUDA {cuda} is not installed (got: {there}); {install_command(read_release(cuda))}"
    )


class NvrtcLibrary:
    """One loaded library. Any number of threads may use it at the same time."""

    def __init__(self, path: str, cuda: Release | None = None) -> None:
        self.path = path
        self.opened_as = path, cuda
        try:
            if cuda is not None:
                # The library looks its builtins up by name, and the wheel of CUDA 13.0 does not say where.
                builtins = Path(path).with_name(f"libnvrtc-builtins.so.{release_text(cuda)}")
                self._builtins = ctypes.CDLL(str(builtins))
            self._functions = ctypes.CDLL(path)
            major, minor = ctypes.c_int(), ctypes.c_int()
            self._call("nvrtcVersion", ctypes.byref(major), ctypes.byref(minor))
            self.cuda = major.value, minor.value
        except (OSError, AttributeError) as error:
            raise DeviceError(
                f"the nvrtc library cannot be loaded; {install_command(cuda or PINNED)} (got: {error})"
            ) from None
        if cuda is not None and self.cuda != cuda:
            raise DeviceError(
                f"nvrtc must be of the release that its builtins are of, {release_text(cuda)} "
                f"(got {release_text(self.cuda)} in {path}); {install_command(cuda)}"
            )
        if self.cuda < OLDEST:
            raise DeviceError(
                f"nvrtc must be of CUDA {release_text(OLDEST)} or newer (got {release_text(self.cuda)} in {path})"
            )

    def compile(
        self,
        source: bytes,
        name: str,
        options: Sequence[str],
        headers: dict[str, str],
        *,
        want_cubin: bool,
        instances: Sequence[str] = (),
    ) -> Translation:
        program = ctypes.c_void_p()
        encoded = name.encode("utf-8", "surrogateescape")
        texts, names, arguments = _strings(headers.values()), _strings(headers), _strings(options)
        self._call("nvrtcCreateProgram", ctypes.byref(program), source, encoded, len(headers), texts, names)
        try:
            for instance in instances:
                self._call("nvrtcAddNameExpression", program, instance.encode("utf-8"))
            with _signals_held():
                status = self._functions.nvrtcCompileProgram(program, len(options), arguments)
            log = self._text("nvrtcGetProgramLog", program)
            if status != _SUCCESS:
                lasting = status in _LASTING and bool(log) and _NO_FILE not in log
                raise RefusedError(log or f"nvrtc: {self._error(status)}", is_lasting=lasting)
            ptx = self._text("nvrtcGetPTX", program)
            cubin = self._bytes("nvrtcGetCUBIN", program) if want_cubin else b""
            symbols = {instance: self._lowered(program, instance) for instance in instances}
        finally:
            self._functions.nvrtcDestroyProgram(ctypes.byref(program))
        return Translation(ptx, cubin, log, symbols)

    def _lowered(self, program: ctypes.c_void_p, instance: str) -> str:
        symbol = ctypes.c_char_p()
        self._call("nvrtcGetLoweredName", program, instance.encode("utf-8"), ctypes.byref(symbol))
        return (symbol.value or b"").decode("ascii")

    def _call(self, function: str, *arguments: object) -> None:
        status = getattr(self._functions, function)(*arguments)
        if status != _SUCCESS:
            raise DeviceError(
                f"{function} of {self.path} must succeed (got {self._error(status)}); reinstall NVRTC"
            )

    def _error(self, status: int) -> str:
        describe = self._functions.nvrtcGetErrorString
        describe.restype = ctypes.c_char_p
        return str((describe(status) or b"").decode("ascii", "replace")) or f"status {status}"

    def _bytes(self, what: str, program: ctypes.c_void_p) -> bytes:
        n_bytes = ctypes.c_size_t()
        self._call(f"{what}Size", program, ctypes.byref(n_bytes))
        buffer = ctypes.create_string_buffer(n_bytes.value)
        self._call(what, program, buffer)
        return buffer.raw

    def _text(self, what: str, program: ctypes.c_void_p) -> str:
        # Text comes with a terminating NUL.
        text = self._bytes(what, program).rstrip(b"\0").decode("utf-8", "replace").strip("\n")
        return text + "\n" if text else ""


@contextlib.contextmanager
def _signals_held() -> Iterator[None]:
    """Keep the signals that ask a program to end waiting until the block ends, on this thread."""
    # While NVRTC compiles, its own handlers replace the program's: they call exit(4), so nothing is cleaned up, and
    # inside a signal handler this may deadlock on malloc's lock.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@functools.cache
def load(path: str, cuda: Release | None) -> NvrtcLibrary:
    return NvrtcLibrary(path, cuda)


def _in_folder(folder: Path) -> Iterator[NvrtcFile]:
    """Yield the libraries of a folder that have builtins of their release next to them."""
    if not folder.is_dir():
        return
    names = sorted(path.name for path in folder.iterdir())
    releases = {(int(match[1]), int(match[2])) for name in names if (match := _BUILTINS.fullmatch(name))}
    for name in filter(_LIBRARY.fullmatch, names):
        major = int(name.removeprefix("libnvrtc.so.").partition(".")[0])
        # A major version has one file name, which a toolkit links to its newest minor one.
        newest = max((release for release in releases if release[0] == major), default=None)
        if newest is not None:
            yield NvrtcFile(folder / name, newest)


def _strings(texts: Iterable[str]) -> ctypes.Array[ctypes.c_char_p]:
    encoded = [text.encode("utf-8", "surrogateescape") for text in texts]
    return (ctypes.c_char_p * len(encoded))(*encoded)
