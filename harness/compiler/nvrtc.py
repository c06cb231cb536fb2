"""NVRTC, NVIDIA's compiler as a library, through ``cuda.bindings``.

It comes as a wheel and needs neither a GPU nor an installed CUDA.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from harness.compiler.cache import content_key
from harness.compiler.headers import CudaHeaders, find_headers
from harness.compiler.host_code import HOST_ONLY_HEADERS, translate_for_device
from harness.compiler.host_headers import HOST_HEADERS
from harness.compiler.translation import Job, RefusedError, Translation
from harness.errors import DeviceError

# The line every compiler of CUDA writes at the top of its PTX; the library's own call has no patch level.
_BUILD = re.compile(r"^// Cuda compilation tools, release [\d.]+, V([\d.]+)", re.MULTILINE)
# NVRTC looks for quoted headers in the folder of the program's name first, and takes a bare name to lie in
# the current folder, which has nothing to do with the source. This folder cannot exist.
_NOWHERE = "/dev/null/"
_PROBE = b'extern "C" __global__ void probe() {}'


class Nvrtc:
    """The NVRTC that this Python environment has.

    Parameters
    ----------
    cuda_home : Path or None
        Toolkit to take headers from where the header wheels are missing.

    Raises
    ------
    DeviceError
        The library or CUDA's headers are missing; the message names the wheel.
    """

    def __init__(self, cuda_home: Path | None = None) -> None:
        self._version = nvrtc_version()
        major, minor = (int(part) for part in self._version.split(".")[:2])
        self._headers: CudaHeaders = find_headers((major, minor), cuda_home)

    @property
    def identity(self) -> str:
        """``nvrtc`` and its version."""
        return f"nvrtc {self._version}"

    @property
    def cuda(self) -> str:
        """CUDA version of the library."""
        return ".".join(self._version.split(".")[:2])

    @property
    def fingerprint(self) -> tuple[str, ...]:
        """The headers, ours included; NVRTC takes no options from the environment."""
        return (
            self._headers.identity,
            content_key(
                *(text for item in HOST_HEADERS.items() for text in item), *sorted(HOST_ONLY_HEADERS)
            ),
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
            *(f"--include-path={folder}" for folder in (*job.include_dirs, *self.cuda_dirs)),
        ]
        # A file of the user's own by the same name is meant when there is one.
        stand_ins = {
            name: text
            for name, text in HOST_HEADERS.items()
            if not any((folder / name).is_file() for folder in job.include_dirs)
        }
        return translate_for_device(
            lambda source, headers: _compile(
                source,
                job.name,
                options,
                {**stand_ins, **headers},
                want_cubin=job.target == "cubin",
                instances=job.instances,
            ),
            job,
        )


@functools.cache
def nvrtc_version() -> str:
    """Return the full version of the NVRTC library, such as ``13.0.88``.

    Raises
    ------
    DeviceError
        The library cannot be loaded, or it cannot compile an empty kernel.
    """
    try:
        ptx = _compile(_PROBE, "probe.cu", [], {}, want_cubin=False).ptx
    except RefusedError as refused:
        raise DeviceError(
            f"nvrtc cannot compile an empty kernel; reinstall nvidia-cuda-nvrtc (got: {refused})"
        ) from None
    build = _BUILD.search(ptx)
    if build is None:
        major, minor = _check(_bindings().nvrtcVersion())
        return f"{major}.{minor}"
    return build[1]


def _bindings() -> Any:
    try:
        from cuda.bindings import nvrtc
    except ImportError as error:
        raise DeviceError(
            f"nvrtc needs cuda-bindings; pip install cuda-bindings nvidia-cuda-nvrtc (got: {error})"
        ) from None
    return nvrtc


def _check(result: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a binding's results without its status, which must be success."""
    status, *values = result
    if status.name != "NVRTC_SUCCESS":
        raise DeviceError(f"nvrtc failed with {status.name}; reinstall nvidia-cuda-nvrtc")
    return tuple(values)


def _compile(
    source: bytes,
    name: str,
    options: list[str],
    headers: dict[str, str],
    *,
    want_cubin: bool,
    instances: tuple[str, ...] = (),
) -> Translation:
    nvrtc = _bindings()
    encoded = [option.encode("utf-8", "surrogateescape") for option in options]
    try:
        (program,) = _check(
            nvrtc.nvrtcCreateProgram(
                source,
                (_NOWHERE + name).encode("utf-8", "surrogateescape"),
                len(headers),
                [text.encode() for text in headers.values()],
                [header.encode() for header in headers],
            )
        )
    except (RuntimeError, OSError) as error:  # the bindings load the library on the first call
        raise DeviceError(
            f"the nvrtc library cannot be loaded; pip install nvidia-cuda-nvrtc (got: {error})"
        ) from None
    try:
        for instance in instances:
            _check(nvrtc.nvrtcAddNameExpression(program, instance.encode("utf-8")))
        (status,) = nvrtc.nvrtcCompileProgram(program, len(encoded), encoded)
        log = _text(nvrtc.nvrtcGetProgramLogSize, nvrtc.nvrtcGetProgramLog, program).replace(_NOWHERE, "")
        if status.name != "NVRTC_SUCCESS":
            raise RefusedError(log or f"nvrtc: {status.name}")
        ptx = _text(nvrtc.nvrtcGetPTXSize, nvrtc.nvrtcGetPTX, program)
        cubin = _bytes(nvrtc.nvrtcGetCUBINSize, nvrtc.nvrtcGetCUBIN, program) if want_cubin else b""
        symbols = {
            instance: _check(nvrtc.nvrtcGetLoweredName(program, instance.encode("utf-8")))[0].decode("ascii")
            for instance in instances
        }
    finally:
        nvrtc.nvrtcDestroyProgram(program)
    return Translation(ptx, cubin, log, symbols)


def _bytes(size: Callable[..., Any], copy: Callable[..., Any], program: Any) -> bytes:
    (n_bytes,) = _check(size(program))
    # Not the bytes object of the bindings' own examples: they write into it, and Python shares one-byte ones.
    buffer = bytearray(n_bytes)
    _check(copy(program, buffer))
    return bytes(buffer)


def _text(size: Callable[..., Any], copy: Callable[..., Any], program: Any) -> str:
    # Text comes with a terminating NUL.
    text = _bytes(size, copy, program).rstrip(b"\0").decode("utf-8", "replace").strip("\n")
    return text + "\n" if text else ""
