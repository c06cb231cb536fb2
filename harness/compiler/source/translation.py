"""The common interface of the two compilers: their input, output and errors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from ..artifact import CompileRequest


@dataclass(frozen=True)
class Job:
    request: CompileRequest
    source: bytes
    """Content of the request's file, with what is asked of its types behind it."""
    options: tuple[str, ...]
    """All options but those for the architecture and the include folders."""
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

    def translate(self, job: Job) -> Translation:
        """Compile."""
