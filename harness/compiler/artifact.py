"""What goes into a compiler and what comes out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class CompileRequest:
    """One source to compile in one way.

    Parameters
    ----------
    path : Path
        The ``.cu`` file; its text is read when compiled.
    arch : str
        Target such as ``sm_90``; PTX output is made for the virtual architecture of the same number.
    target : {"ptx", "cubin"}
        Kind of code wanted.
    defines : tuple of (str, str)
        Macro names and values, in order.
    options : tuple of str
        Further compiler options, in order (the variant's ``compile_options``).
    include_dirs : tuple of Path
        Searched before CUDA's own headers.
    """

    path: Path
    arch: str
    target: str = "ptx"
    defines: tuple[tuple[str, str], ...] = ()
    options: tuple[str, ...] = ()
    include_dirs: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Param:
    """One parameter of an entry point, as its compiled signature has it.

    Parameters
    ----------
    size_bytes : int
        Width of the parameter.
    kind : {"int", "float", "bytes"}
        PTX type family: ``.u64 .b32 .s32`` are ``int`` (pointers too), ``.f32 .f64`` are ``float``,
        ``.b8 name[n]`` (a struct by value) is ``bytes``.
    align_bytes : int
        Alignment of the parameter in the argument buffer; 0 means its own size.
    """

    size_bytes: int
    kind: str
    align_bytes: int = 0


@dataclass(frozen=True)
class Artifact:
    """Compiled code and how it came about.

    Parameters
    ----------
    request : CompileRequest
        What was asked for.
    code : bytes
        PTX text (ASCII) or a cubin.
    compiler : str
        Compiler and version, such as ``nvrtc 13.0.88``.
    log : str
        Warnings of the compiler; empty when it had nothing to say.
    entries : mapping of str to tuple of Param
        Every entry point of the source with its parameters in order, read from the PTX of the same request.
    """

    request: CompileRequest
    code: bytes
    compiler: str
    log: str = ""
    entries: Mapping[str, tuple[Param, ...]] = field(default_factory=dict)
