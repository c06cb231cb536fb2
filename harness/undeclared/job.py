"""The kernels of files that declare none, with what compiling and launching them needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ..adopt.checkout.sources import KernelSource, find_sources
from ..adopt.reading.signature import KernelSignature, find_kernels
from ..compiler.backend.nvrtc import Nvrtc
from ..compiler.source.file_names import display_path
from ..lazy import dataclass, replace
from ..ptx.text.symbols import kernel_name
from ..settings.settings import Settings
from ..variant.declaration.inline_block import read_source
from ..verdict import Finding, Verdict
from .recording import Recorded, read_recording

NOT_JUDGED = "no reference: values not judged"


@dataclass(frozen=True)
class UndeclaredKernel:
    """A kernel to run."""

    kernel: KernelSignature
    path: Path
    """The file to compile: its own, or for a header one that includes it."""
    hosts: tuple[Path, ...] = ()
    """Further files whose host code launches it."""
    include_dirs: tuple[Path, ...] = ()
    header: Path | None = None
    """The header that defines it; None for a kernel of the file."""

    @property
    def place(self) -> Path:
        """The file that defines it."""
        return self.header or self.path


@dataclass(frozen=True)
class RecordedKernel:
    """A kernel of a recording."""

    entry: str
    """Name in the PTX."""
    launches: tuple[Recorded, ...]

    @property
    def path(self) -> Path:
        """File of its PTX."""
        return self.launches[0].module

    @property
    def row(self) -> RunKernel:
        """A row of the report, of a kernel that has not run."""
        first = self.launches[0]
        name = kernel_name(self.entry)
        return RunKernel(path=display_path(first.folder), line=first.number, kernel=name, entry=name)


def recorded_kernels(folder: Path) -> tuple[RecordedKernel, ...]:
    """Return the kernels of a recording, in the order of their first launches; UsageError if it is damaged."""
    found: dict[tuple[str, str], list[Recorded]] = {}
    for own in read_recording(folder):
        found.setdefault((own.launch.module, own.launch.kernel), []).append(own)
    return tuple(RecordedKernel(entry, tuple(launches)) for (_, entry), launches in found.items())


@dataclass(frozen=True, kw_only=True)
class RunKernel:
    """A kernel without a declaration, and what its launches showed."""

    path: str
    """Its file."""
    line: int
    """1-based line on which it begins; of a recording, the number of its first launch."""
    kernel: str
    """Name with namespaces."""
    entry: str = ""
    """Instance that was run, with template arguments; empty if none was."""
    host: str = ""
    """Host function whose launch was made, with file and line; empty for a launch that was guessed."""
    verdict: Verdict = Verdict.NOT_RUN
    """`FAIL` with a finding; else `UNPROVEN`, for values are not judged; `NOT-RUN` if no launch could be made."""
    sizes: tuple[str, ...] = ()
    """Sizes of the launches that ran."""
    why_not: tuple[str, ...] = ()
    """Why further launches were not made, without repeats."""
    findings: tuple[Finding, ...] = ()
    """Each fault once, at the first sizes that showed it."""
    found_at: tuple[str, ...] = ()
    """These sizes, for each finding."""
    notes: tuple[Finding, ...] = ()
    """Faults only at sizes that are no powers of two or give blocks of no whole warps, and races of writes only where
    integers of a buffer repeat: host code may exclude both. With `numerics`, results that rounding moves, too."""
    noted_at: tuple[str, ...] = ()
    """The first such sizes, for each note."""


def undeclared_kernels(
    paths: Iterable[Path], folders: Iterable[Path], settings: Settings
) -> tuple[UndeclaredKernel, ...]:
    """Return the kernels of some files, and of headers below `folders` that one of a repository's files includes."""
    # Headers and host code are found in their repository, else in `folders`.
    files, known = [path.absolute() for path in paths], [folder.absolute() for folder in folders]
    roots = dict.fromkeys(root for path in files if (root := _root(path, known)))
    cuda_dirs = Nvrtc(settings.cuda_home, settings.cuda).cuda_dirs if roots else ()
    sources = {
        source.path: source
        for root in roots
        for source in find_sources(root, cuda_dirs, settings.include_dirs)
    }
    own = (
        replace(sources.get(path, KernelSource(path, path.name)), kernels=find_kernels(read_source(path)))
        for path in files
    )
    headers = (
        source
        for source in sources.values()
        if source.path.suffix != ".cu"
        and source.through
        and not (source.is_declared or source.why_not)
        and not set(known).isdisjoint(source.path.parents)
    )
    return tuple(kernel for source in (*own, *headers) for kernel in kernels_of(source))


def kernels_of(source: KernelSource) -> Iterator[UndeclaredKernel]:
    """Yield the kernels of a source; a header's are compiled through a source that includes it."""
    compiled = source.through[0] if source.path.suffix != ".cu" and source.through else source.path
    hosts = tuple(dict.fromkeys((*source.hosts, *((source.path,) if compiled != source.path else ()))))
    for kernel in source.kernels:
        if isinstance(kernel, KernelSignature):
            header = source.path if compiled != source.path else None
            yield UndeclaredKernel(kernel, compiled, hosts, source.include_dirs, header)


def _root(path: Path, folders: Sequence[Path]) -> Path | None:
    """Return the folder to search for a file: its repository, else one that the user named; None for a lone file."""
    repository = next((folder for folder in path.parents if (folder / ".git").exists()), None)
    return repository or next((folder for folder in folders if folder in path.parents), None)
