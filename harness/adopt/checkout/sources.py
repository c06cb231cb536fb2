"""Finds the files of a checkout that define kernels, and what compiling and launching them needs.

This includes the folders of headers that are not next to the source that includes them.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from ...compiler.source.host_headers import is_host_only
from ...compiler.source.includes import named_in
from ...errors import HarnessError
from ...lazy import dataclass, pattern, replace
from ...settings.project_table import is_declared
from ...store.input_file import read_file
from ...variant.declaration.inline_block import read_source
from ...variant.variant import CUDA_SUFFIXES
from ..reading.signature import KernelSignature, find_kernels
from ..triton.signature import TritonSignature, triton_signatures

_HOST_SUFFIXES = (*CUDA_SUFFIXES, ".cc", ".cpp", ".cxx", ".inl", ".hxx")
_LAUNCHED = pattern(r"(\w+)\s*(?:<(?!<)[^;{}]{0,200}?>)?\s*<<<")
_LAUNCHED_BY_CALL = pattern(r"cudaLaunch(?:Cooperative)?Kernel(?:Ex)?\b[^;]{0,400}")
_TRITON_MARKS = (b"triton", b".jit")
_MARKS = (b"__global__", b"<<<", b"cudaLaunch")
_MOST_HOSTS = 4
"""Largest number of other files that are read for the launches of one source's kernels."""
_MOST_INCLUDERS = 3
_Content = TypeVar("_Content")


@dataclass(frozen=True)
class KernelSource:
    path: Path
    name: str
    kernels: tuple[KernelSignature | TritonSignature, ...] = ()
    ids: tuple[str, ...] = ()
    include_dirs: tuple[Path, ...] = ()
    hosts: tuple[Path, ...] = ()
    reached: frozenset[Path] = frozenset()
    """Headers of the checkout that it includes, directly or not."""
    through: tuple[Path, ...] = ()
    """For a header: sources that include it and may define names that it needs."""
    is_declared: bool = False
    why_not: str = ""


def find_sources(
    root: Path, cuda_dirs: Sequence[Path] = (), include_dirs: Sequence[Path] = ()
) -> tuple[KernelSource, ...]:
    """Return the sources of a checkout that define kernels, in the order of their paths."""
    root = root.absolute()
    files = tuple(files_of(root, _HOST_SUFFIXES))
    headers = CheckoutHeaders(files, cuda_dirs, include_dirs)
    texts, unread = _contents(
        files, lambda path, text: path.suffix == ".cu" or any(mark in text for mark in _MARKS), read_source
    )
    has_kernels = (path for path in unread if path.name.endswith(CUDA_SUFFIXES))
    refused = {path: unread[path] for path in has_kernels if b"__global__" in read_file(path)}
    launching = _launching(texts)
    sources = {path: text for path, text in texts.items() if path.name.endswith(CUDA_SUFFIXES)}
    signatures = {path: find_kernels(text) for path, text in sources.items() if "__global__" in text}
    kernels = {path: own for path, own in signatures.items() if own}
    included = {path: headers.of(path) for path in texts if path in kernels or path.suffix == ".cu"}
    includers = _includers(kernels, included)

    def completed(source: KernelSource) -> KernelSource:
        path = source.path
        hosts = [
            file
            for kernel in kernels[path]
            for file in launching.get(kernel.name, ())
            # A file that defines a kernel of this name launches its own.
            if file != path and all(own.name != kernel.name for own in kernels.get(file, ()))
        ]
        return replace(
            source,
            include_dirs=included[path].folders,
            reached=included[path].reached,
            hosts=tuple(_nearest(hosts, path))[:_MOST_HOSTS],
            through=tuple(includers.get(path, ()))[:_MOST_INCLUDERS],
        )

    listed = _listed(root, kernels, refused)
    return tuple(source if source.why_not else completed(source) for source in listed)


def find_triton_sources(root: Path, ids: Iterable[str] = ()) -> tuple[KernelSource, ...]:
    """Return the files of a checkout that define Triton kernels, in the order of their paths; nothing is executed."""
    # `ids` are taken already.
    root = root.absolute()
    kernels, refused = _contents(
        files_of(root, (".py",)),
        lambda _, text: all(mark in text for mark in _TRITON_MARKS),
        lambda path: triton_signatures(read_source(path)),
    )
    return tuple(_listed(root, {path: own for path, own in kernels.items() if own}, refused, ids))


def _listed(
    root: Path,
    kernels: Mapping[Path, Sequence[KernelSignature] | Sequence[TritonSignature]],
    refused: Mapping[Path, str],
    taken: Iterable[str] = (),
) -> list[KernelSource]:
    """Return the sources, with kernels and ids or why they cannot be read, in the order of their paths."""
    stems = {path: [kernel.stem for kernel in own] for path, own in kernels.items()}
    ids = unique_ids(root, stems, taken)
    return [
        KernelSource(
            path,
            path.relative_to(root).as_posix(),
            tuple(kernels.get(path, ())),
            ids.get(path, ()),
            is_declared=path not in refused and is_declared(path),
            why_not=refused.get(path, ""),
        )
        for path in sorted({*kernels, *refused})
    ]


def files_of(root: Path, suffixes: tuple[str, ...]) -> Iterator[Path]:
    """Yield the files of a checkout with one of these suffixes, without links and folders that begin with a dot."""
    for place, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if name.endswith(suffixes) and not Path(place, name).is_symlink():
                yield Path(place, name)


def _contents(
    files: Iterable[Path], is_wanted: Callable[[Path, bytes], bool], read: Callable[[Path], _Content]
) -> tuple[dict[Path, _Content], dict[Path, str]]:
    """Return the contents of the wanted files, and for those that cannot be read why."""
    contents: dict[Path, _Content] = {}
    refused: dict[Path, str] = {}
    for path in files:
        with contextlib.suppress(OSError):
            if is_wanted(path, read_file(path)):
                try:
                    contents[path] = read(path)
                except HarnessError as error:
                    refused[path] = str(error)
    return contents, refused


def _launching(texts: dict[Path, str]) -> dict[str, list[Path]]:
    by_name: dict[str, list[Path]] = {}
    for path, text in texts.items():
        names = dict.fromkeys(_LAUNCHED.findall(text))
        for call in _LAUNCHED_BY_CALL.findall(text):
            names |= dict.fromkeys(re.findall(r"\w+", call))
        for name in names:
            by_name.setdefault(name, []).append(path)
    return by_name


def unique_ids(
    root: Path, names: Mapping[Path, Sequence[str]], others: Iterable[str] = ()
) -> dict[Path, tuple[str, ...]]:
    """Return an id for each kernel: its name, with the names of file and folders if others have it too."""
    others = tuple(others)
    chosen = {(path, place): stem for path, stems in names.items() for place, stem in enumerate(stems)}
    taken = Counter((*others, *chosen.values()))
    for (path, place), stem in chosen.items():
        if taken[stem] > 1:
            parts = path.relative_to(root).with_suffix("").parts
            chosen[path, place] = ".".join((*(re.sub(r"[^A-Za-z0-9_-]+", "_", part) for part in parts), stem))
    taken = Counter((*others, *chosen.values()))
    seen: Counter[str] = Counter()
    for key, text in chosen.items():
        if taken[text] > 1:
            seen[text] += 1
            chosen[key] = f"{text}-{seen[text]}"
    return {path: tuple(chosen[path, place] for place in range(len(stems))) for path, stems in names.items()}


def _includers(
    kernels: dict[Path, tuple[KernelSignature, ...]], included: dict[Path, Headers]
) -> dict[Path, list[Path]]:
    includers: dict[Path, list[Path]] = {}
    wanted = {path for path in kernels if path.suffix != ".cu"}
    for path, headers in included.items():
        if path.suffix == ".cu":
            for header in sorted(headers.reached & wanted):
                includers.setdefault(header, []).append(path)
    return {header: _nearest(files, header) for header, files in includers.items()}


def _nearest(files: Sequence[Path], path: Path) -> list[Path]:
    def apart(file: Path) -> tuple[int, str]:
        common = os.path.commonpath((file, path))
        return len(file.parts) - len(Path(common).parts), file.as_posix()

    return sorted(set(files), key=apart)


_MOST_REACHED = 400


@dataclass(frozen=True)
class Headers:
    folders: tuple[Path, ...]
    """Folders of the checkout to search, in addition to the source's own and the include folders of the settings."""
    reached: frozenset[Path]
    """Headers of the checkout that the source includes, directly or not."""


class CheckoutHeaders:
    def __init__(
        self, files: Iterable[Path], cuda_dirs: Sequence[Path], include_dirs: Sequence[Path]
    ) -> None:
        self._files = frozenset(files)
        self._by_name: dict[str, list[Path]] = {}
        for file in sorted(self._files):
            self._by_name.setdefault(file.name, []).append(file)
        self._cuda_dirs = cuda_dirs
        self._include_dirs = tuple(include_dirs)
        # Many sources include the same headers.
        self._names_in = functools.cache(_names_in)
        self._is_elsewhere = functools.cache(
            lambda name: is_host_only(name) or any((folder / name).is_file() for folder in self._cuda_dirs)
        )

    def of(self, source: Path) -> Headers:
        """Return a source's headers in the checkout, and the folders in which a compiler finds them."""
        # Of several folders with a header, the one nearest to the source is taken.
        folders: list[Path] = []
        reached: dict[Path, None] = {}
        todo = [source]
        while todo and len(reached) < _MOST_REACHED:
            including = todo.pop(0)
            for name, is_quoted in self._names_in(including):
                quoted = [including.parent] if is_quoted else []
                own = source.parent
                header = self._in((*quoted, own, *self._include_dirs, *folders, own / "include"), name)
                if header is None:
                    folder = self._folder_of(name, source)
                    if folder is None:
                        continue
                    folders.append(folder)
                    header = folder / name
                if header not in reached and header != source:
                    reached[header] = None
                    todo.append(header)
        return Headers(tuple(folders), frozenset(reached))

    def _in(self, folders: Sequence[Path], name: str) -> Path | None:
        for folder in folders:
            file = Path(os.path.normpath(folder / name))
            if file in self._files:
                return file
        return None

    def _folder_of(self, name: str, source: Path) -> Path | None:
        parts = Path(name).parts
        if not parts or ".." in parts or parts[-1] not in self._by_name or self._is_elsewhere(name):
            return None
        alike = (file for file in self._by_name[parts[-1]] if file.parts[-len(parts) :] == parts)
        folders = (file.parents[len(parts) - 1] for file in alike)
        return min(folders, key=lambda folder: _distance(folder, source), default=None)


def _names_in(file: Path) -> tuple[tuple[str, bool], ...]:
    try:
        return tuple(dict.fromkeys(named_in(read_file(file))))
    except OSError:
        return ()


def _distance(folder: Path, source: Path) -> tuple[int, int, str]:
    """Return how far a folder is from a source: the steps up, the steps down, and the name for a stable order."""
    common = Path(os.path.commonpath((folder, source.parent)))
    ups = len(source.parent.parts) - len(common.parts)
    return ups, len(folder.parts) - len(common.parts), folder.as_posix()
