"""Sends the files of a run as data: a host of a cluster does not have the user's sources.

The driver collects what cases read (sources, their headers, files of operations) and pickles its messages with every
path as text. A worker writes the files under a temporary folder, at their old absolute paths below it, and maps each
path of a message there. Text that a result carries names the old paths again (`Unpacked.without_root`).
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import pickle
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from ..errors import UsageError
from ..run.source_files import files_of
from ..settings.settings import Settings
from ..store.input_file import TOP_MARK, read_file
from ..variant.variant import Variant

MOST_BYTES = 256 << 20
"""Largest size of all files of a run together; far above any matrix of kernels."""
_PROTOCOL = 5


def collect(variants: Iterable[Variant], settings: Settings) -> dict[str, bytes]:
    """Return the content of the files that the cases of some variants need, by absolute path."""
    # A file that cannot be read or is not within reach is left out: its cases then end with ERROR, as on one machine.
    files: dict[str, bytes] = {}
    for variant in variants:
        for path in files_of(variant, settings.include_dirs):
            name = os.path.normpath(path.absolute())
            if name not in files:
                # the compiler reports it, as on one machine
                with contextlib.suppress(OSError):
                    files[name] = read_file(path)
        if sum(map(len, files.values())) > MOST_BYTES:
            raise UsageError(
                f"the sources of a run on a cluster must take at most {MOST_BYTES} bytes (got more with {variant.id}); "
                "check fewer variants at once"
            )
    return files


def folders_of(settings: Settings) -> tuple[str, ...]:
    """Return the current folder and the settings' folders of sources and headers, as `Unpacked` takes them."""
    return tuple(str(folder.absolute()) for folder in (Path.cwd(), *settings.sources, *settings.include_dirs))


def pack(message: object, variants: Sequence[Variant] = ()) -> bytes:
    """Return a message of the driver with every path as text, and with numbers for the variants given."""
    body = io.BytesIO()
    _Pickler(body, variants).dump(message)
    return body.getvalue()


class Unpacked:
    """The files of bundles below a temporary folder, which `close` removes."""

    def __init__(self, folders: Sequence[str]) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="kernel-harness-", ignore_cleanup_errors=True)
        # Resolved, because the folder for temporary files may be a link and `Reach` compares real paths.
        self.root = Path(self._folder.name).resolve()
        (self.root / TOP_MARK).touch()
        self._known = {os.path.normpath(folder) for folder in folders}
        self.cwd = self._below(folders[0])
        self.cwd.mkdir(parents=True, exist_ok=True)

    def add(self, files: Mapping[str, bytes]) -> None:
        """Write files; `files` has their contents by absolute path."""
        for name, content in files.items():
            place = self._below(name)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
            self._known.update({name, *map(str, PurePosixPath(name).parents)})

    def load(self, message: bytes, variants: Sequence[Variant] = ()) -> Any:
        """Return a message that `pack` made with the same variants; paths in the bundle are below `root`."""
        return _Unpickler(io.BytesIO(message), self, variants).load()

    def path(self, text: str) -> Path:
        """Return the path that the driver calls `text`: below `root` for files of the bundle and their folders."""
        name = os.path.normpath(text)
        is_ours = name.startswith("/") and name != "/" and name in self._known
        return self._below(name) if is_ours else Path(text)

    def without_root(self, text: str) -> str:
        """Return a text, plain or JSON, with the driver's paths in place of those below `root`."""
        return text.replace(str(self.root), "").replace(json.dumps(str(self.root))[1:-1], "")

    def close(self) -> None:
        self._folder.cleanup()

    def _below(self, name: str) -> Path:
        parts = PurePosixPath(name).parts
        # Otherwise the files of a bundle could be written outside of the folder.
        if not name.startswith("/") or ".." in parts:
            raise ValueError(f"a path of a bundle must be absolute and without '..' (got {name!r})")
        return self.root.joinpath(*parts[1:])


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, variants: Sequence[Variant]) -> None:
        super().__init__(file, _PROTOCOL)
        self._numbers = {id(variant): number for number, variant in enumerate(variants)}

    def persistent_id(self, obj: Any) -> str | int | None:
        # a path of this host means nothing on another one; `Unpacked.path` translates the text
        if isinstance(obj, Path):
            return str(obj)
        return self._numbers.get(id(obj)) if isinstance(obj, Variant) else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, unpacked: Unpacked, variants: Sequence[Variant]) -> None:
        super().__init__(file)
        self._unpacked = unpacked
        self._variants = variants

    def persistent_load(self, pid: Any) -> Path | Variant:
        return self._variants[pid] if isinstance(pid, int) else self._unpacked.path(pid)
