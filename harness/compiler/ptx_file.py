"""Takes a ``.ptx`` file as compiled code: any compiler's output, or handwritten. Assembles PTX by ptxas.

ptxas gives the resources of code that NVRTC did not compile, and the machine code of Triton kernels on a GPU.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path

from ..errors import CompileError, PtxError
from ..lazy import pattern
from ..settings.settings import passed_environment
from ..store.disk_cache import DiskCache, content_key
from .artifact import Artifact, CompileRequest, read_entries
from .source.file_names import FileNames, shown_path
from .source.includes import read_within

VERBOSE = "--ptxas-options=-v"
PTX_SUFFIX = ".ptx"
IDENTITY = "ptx as given"
_TARGET = pattern(rb"^\s*\.target\s+sm_(\d+)([af]?)", re.MULTILINE)
_NUMBER = pattern(r"\d+")
_DEADLINE_S = 120
_SOURCE = "<source>"
_FIRST_OF_NEW = 90


def read_ptx(request: CompileRequest, cache: DiskCache | None = None) -> Artifact:
    # The text is passed on line by line, so lines of PTX in findings are lines of the file. Its line table, if it has
    # one, names the sources that it was compiled from. On a GPU the driver compiles the text.
    shown = shown_path(request.path)
    try:
        text = read_within(request.path, request.include_dirs).decode("ascii")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        message = f"{shown}({line}): error: PTX must be ASCII (got byte 0x{error.object[error.start]:02x})"
        raise CompileError(f"{shown} is not PTX", log=message) from None
    # PTX must begin with its version; a declaration in comments may come first.
    ptx = FileNames(request.path, request.include_dirs).in_ptx(text.replace("\r\n", "\n"))
    try:
        entries = read_entries(ptx)
    except PtxError as error:
        raise CompileError(f"{shown} is not PTX", log=f"{shown}: error: {error}") from None
    if not entries:
        raise CompileError(f"{shown} has no kernel", log=f"{shown}(1): error: no .entry in the text")
    code = ptx.encode("ascii")
    log = assemble(code, request.arch, shown, cache)[1] if VERBOSE in request.options else ""
    return Artifact(request, code, IDENTITY, log, entries)


def triton_folder() -> Path | None:
    spec = find_spec("triton")
    return None if spec is None or spec.origin is None else Path(spec.origin).parent


def assemble(ptx: bytes, arch: str, shown: str, cache: DiskCache | None = None) -> tuple[bytes, str]:
    target, number = _TARGET.search(ptx), int(_NUMBER.findall(arch)[0])
    if target is not None and (target[2] or int(target[1]) > number):
        number, arch = int(target[1]), f"sm_{target[1].decode()}{target[2].decode()}"
    programs = _find_ptxas(number)
    if not programs:
        raise CompileError(
            f"{shown} cannot be assembled",
            log="PTX is assembled by ptxas: put a CUDA toolkit's on PATH, or pip install 'triton>=3.4', "
            "which brings one (got neither)",
        )
    key = content_key("ptxas", arch, *map(_identity, programs), ptx)
    stored = cache.get(key) if cache else None
    if stored is not None:
        kept, _, code = stored.partition(b"\0")
        return code, kept.decode("utf-8", "replace").replace(_SOURCE, shown)
    logs = []
    with tempfile.TemporaryDirectory(prefix="kernel-harness-ptxas-") as work:
        source, cubin = Path(work, "kernel.ptx"), Path(work, "kernel.cubin")
        source.write_bytes(ptx)
        # One assembler knows old targets only, another new ones only; each knows the PTX of its time.
        for program in programs:
            command = [program, "-v", "-lineinfo", f"--gpu-name={arch}", "-o", str(cubin), str(source)]
            try:
                ran = subprocess.run(
                    command,
                    capture_output=True,
                    text=True,
                    errors="replace",
                    timeout=_DEADLINE_S,
                    check=False,
                    env=passed_environment(),
                )
            except (OSError, subprocess.TimeoutExpired) as error:
                raise CompileError(f"{shown} cannot be assembled for {arch}", log=str(error)) from None
            log = (ran.stdout + ran.stderr).replace(str(source), _SOURCE).replace("\0", "")
            if ran.returncode == 0 and cubin.is_file():
                code = cubin.read_bytes()
                if cache:
                    cache.put(key, log.encode() + b"\0" + code)
                return code, log.replace(_SOURCE, shown)
            logs.append(log.replace(_SOURCE, shown))
    raise CompileError(f"{shown} cannot be assembled for {arch}", log=logs[0])


def _find_ptxas(number: int) -> list[str]:
    folder = triton_folder()
    # As Triton chooses since 3.9.
    names = ("ptxas-blackwell", "ptxas") if number >= _FIRST_OF_NEW else ("ptxas", "ptxas-blackwell")
    brought = [] if folder is None else [folder / "backends" / "nvidia" / "bin" / name for name in names]
    usable = [str(path) for path in brought if path.is_file() and os.access(path, os.X_OK)]
    return [*usable, *filter(None, [shutil.which("ptxas")])]


def _identity(program: str) -> str:
    status = Path(program).stat()
    return f"{program} {status.st_size} {status.st_mtime_ns}"
