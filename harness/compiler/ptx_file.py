"""Takes a ``.ptx`` file as compiled code: any compiler's output, or handwritten."""

from __future__ import annotations

from ..errors import CompileError, PtxError
from ..store.disk_cache import DiskCache
from .artifact import Artifact, CompileRequest
from .backend.ptxas import assemble
from .entries import read_entries
from .source.file_names import FileNames, shown_path
from .source.includes import read_within

VERBOSE = "--ptxas-options=-v"
PTX_SUFFIX = ".ptx"
IDENTITY = "ptx as given"


def read_ptx(request: CompileRequest, cache: DiskCache | None = None) -> Artifact:
    # The text is passed on line by line, so lines of PTX in findings are lines of the file. Its line table, if it has
    # one, names the sources that it was compiled from. On a GPU the driver compiles the text.
    shown = shown_path(request.path)
    try:
        text = read_within(request.path, request.include_dirs).decode("ascii")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        message = f"{shown}({line}): error: PTX must be ASCII (got byte 0x{error.object[error.start]:02x})"
        raise CompileError(f"{shown} is no PTX", log=message) from None
    # PTX must begin with its version; a declaration in comments may come first.
    ptx = FileNames(request.path, request.include_dirs).in_ptx(text.replace("\r\n", "\n"))
    try:
        entries = read_entries(ptx)
    except PtxError as error:
        raise CompileError(f"{shown} is no PTX", log=f"{shown}: error: {error}") from None
    if not entries:
        raise CompileError(f"{shown} has no kernel", log=f"{shown}(1): error: no .entry in the text")
    code = ptx.encode("ascii")
    log = assemble(code, request.arch, shown, cache)[1] if VERBOSE in request.options else ""
    return Artifact(request, code, IDENTITY, log, entries)
