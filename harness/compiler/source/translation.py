"""The common interface of the two compilers: options, other input, output and errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from ...lazy import dataclass, field
from ...variant.declaration.compile_option import INCLUDE_PATH, PRE_INCLUDE
from ..artifact import CompileRequest
from .includes import search_folders

# Always passed: the language level that CUDA 13's libraries need, and line information for findings.
_STANDARD = "-std=c++17"
_LINES = "-lineinfo"


class Options(NamedTuple):
    for_compiler: tuple[str, ...]
    """Options to pass on, in order, without include folders and architecture."""
    include_dirs: tuple[Path, ...]
    """Absolute search folders: from the settings and ``-I`` options, the source's folder and its ``include``."""
    pre_includes: tuple[str, ...]


def read_options(
    path: Path,
    options: Sequence[str],
    include_dirs: Sequence[Path] = (),
    defines: Sequence[tuple[str, str]] = (),
) -> Options:
    """Sort the options for a source; relative folders in ``-I`` start at its folder, not at the current one."""
    passed: list[str] = []
    search = list(include_dirs)
    pre_includes: list[str] = []
    rest = iter(options)
    for option in rest:
        # An empty value is the next word.
        include_dir = INCLUDE_PATH.value_in(option)
        pre_include = PRE_INCLUDE.value_in(option)
        if include_dir is not None:
            search.append(path.absolute().parent / (include_dir or next(rest, "")))
        elif pre_include is not None:
            pre_includes.append(pre_include or next(rest, ""))
            passed.append(f"{PRE_INCLUDE.names[1]}={pre_includes[-1]}")
        else:
            passed.append(option)
    # The variant's ``-std`` replaces the default: the compilers warn when they get two.
    has_standard = any(option.lstrip("-").startswith("std") for option in passed)
    standard = [*([] if has_standard else [_STANDARD]), *([] if _LINES in passed else [_LINES])]
    macros = (f"-D{name}={value}" for name, value in defines)
    return Options((*standard, *macros, *passed), search_folders(path, search), tuple(pre_includes))


class CompileJob(NamedTuple):
    request: CompileRequest
    source: bytes
    """Content of the request's file, followed by the declarations that ask for the layouts of its types."""
    options: tuple[str, ...]
    """All options except the architecture and the include folders."""
    include_dirs: tuple[Path, ...]

    @property
    def name(self) -> str:
        return self.request.path.name

    @property
    def line_directive(self) -> str:
        """The line that gives the source its own name, whatever file a compiler reads it from."""
        escaped = self.name.replace("\\", r"\\").replace('"', r"\"")
        return f'#line 1 "{escaped}"\n'

    @property
    def named_source(self) -> bytes:
        """The source under its own name; lines keep their numbers."""
        return self.line_directive.encode("utf-8", "surrogateescape") + self.source


@dataclass(frozen=True)
class Translation:
    ptx: str
    cubin: bytes
    """Machine code; empty unless it was the job's target."""
    log: str
    symbols: Mapping[str, str] = field(default_factory=dict)
    """Symbol of each of the job's ``instances``, if the compiler reports it."""


class RefusedError(Exception):
    """The compiler refused the source or an option; the argument is its log."""

    def __init__(self, log: str, *, is_lasting: bool = False) -> None:
        super().__init__(log)
        self.is_lasting = is_lasting


class Compiler(Protocol):
    identity: str
    """Name and full version, such as ``nvrtc 13.0.88``."""
    cuda: str
    fingerprint: tuple[str, ...]
    """Everything else that affects its output: headers, environment variables."""
    cuda_dirs: tuple[Path, ...]
    """Folders of CUDA's headers, in search order; empty if the compiler finds them itself."""

    def translate(self, job: CompileJob) -> Translation:
        """Compile."""
