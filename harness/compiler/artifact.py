"""What goes into a compiler and what comes out of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

_MANGLED = re.compile(r"_ZL?(\d+)", re.ASCII)


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
    instances : tuple of str
        C++ names of kernels that must be in the code, such as ``rows::softmax<float, 256>``; templates are instantiated
        for them. Names of ``extern "C"`` kernels need not be here.
    """

    path: Path
    arch: str
    target: str = "ptx"
    defines: tuple[tuple[str, str], ...] = ()
    options: tuple[str, ...] = ()
    include_dirs: tuple[Path, ...] = ()
    instances: tuple[str, ...] = ()


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
    symbols : mapping of str to str
        Symbol of each of the request's ``instances``.
    """

    request: CompileRequest
    code: bytes
    compiler: str
    log: str = ""
    entries: Mapping[str, tuple[Param, ...]] = field(default_factory=dict)
    symbols: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Symbol of each name that a declaration may call an entry point by.

        The symbols themselves, the request's ``instances``, and the bare name of a kernel that is not ``extern "C"``,
        not in a namespace and not a template, where there is just one of that name.
        """
        bare: dict[str, list[str]] = {}
        for symbol in self.entries:
            if name := _bare_name(symbol):
                bare.setdefault(name, []).append(symbol)
        only = {name: symbols[0] for name, symbols in bare.items() if len(symbols) == 1}
        return {**only, **{symbol: symbol for symbol in self.entries}, **self.symbols}

    def symbol(self, entry: str) -> str:
        """Return the symbol of an entry point as a declaration names it; `entry` itself where there is none."""
        return self.names.get(entry, entry)


def _bare_name(symbol: str) -> str:
    """Return the name of a kernel outside of namespaces from its mangled symbol, empty for any other."""
    # Itanium C++ ABI, "Mangling": _Z, L for internal linkage, the name's length, the name; I begins template arguments.
    match = _MANGLED.match(symbol)
    if match is None:
        return ""
    name, rest = symbol[match.end() :][: int(match[1])], symbol[match.end() + int(match[1]) :]
    return "" if rest.startswith("I") else name
