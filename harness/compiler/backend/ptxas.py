"""Assembles PTX by ptxas: for the resources of code that NVRTC did not make, and for Triton's on a GPU."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path

from ...errors import CompileError

_TARGET = re.compile(rb"^\s*\.target\s+sm_(\d+)([af]?)", re.MULTILINE)
_NUMBER = re.compile(r"\d+")
_DEADLINE_S = 120
_NEWEST_OF_OLD = 90


def triton_folder() -> Path | None:
    """Return the folder of the installed Triton, which is not imported; None if there is none."""
    found = find_spec("triton")
    return None if found is None or found.origin is None else Path(found.origin).parent


def assemble(ptx: bytes, arch: str, shown: str) -> tuple[bytes, str]:
    """Return machine code and the log of ptxas, with the resources of each kernel.

    Parameters
    ----------
    ptx : bytes
        A module.
    arch : str
        Target; a module for a newer one, or for one alone (``sm_90a``), is assembled for its own.
    shown : str
        Name of the source in messages.

    Raises
    ------
    CompileError
        There is no ptxas, or it refuses the module.
    """
    target, number = _TARGET.search(ptx), int(_NUMBER.findall(arch)[0])
    if target is not None and (target[2] or int(target[1]) > number):
        number, arch = int(target[1]), f"sm_{target[1].decode()}{target[2].decode()}"
    program = _find_ptxas(number)
    if program is None:
        raise CompileError(
            f"{shown} cannot be assembled",
            log="PTX is assembled by ptxas: put a CUDA toolkit's on PATH, or pip install 'kernel-harness[triton]', "
            "which brings one (got neither)",
        )
    with tempfile.TemporaryDirectory(prefix="kernel-harness-ptxas-") as work:
        source, made = Path(work, "kernel.ptx"), Path(work, "kernel.cubin")
        source.write_bytes(ptx)
        command = [program, "-v", "-lineinfo", f"--gpu-name={arch}", "-o", str(made), str(source)]
        try:
            ran = subprocess.run(
                command, capture_output=True, text=True, errors="replace", timeout=_DEADLINE_S, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise CompileError(f"{shown} cannot be assembled for {arch}", log=str(error)) from None
        log = (ran.stdout + ran.stderr).replace(str(source), shown)
        if ran.returncode or not made.is_file():
            raise CompileError(f"{shown} cannot be assembled for {arch}", log=log)
        return made.read_bytes(), log


def _find_ptxas(number: int) -> str | None:
    folder = triton_folder()
    # Triton has an assembler of its own for the newest targets.
    names = ("ptxas-blackwell", "ptxas") if number > _NEWEST_OF_OLD else ("ptxas", "ptxas-blackwell")
    brought = [] if folder is None else [folder / "backends" / "nvidia" / "bin" / name for name in names]
    for path in brought:
        if path.is_file() and os.access(path, os.X_OK):
            return str(path)
    return shutil.which("ptxas")
