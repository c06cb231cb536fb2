"""The two files of a recording: a packed manifest, and the packed results. Needs nothing of the harness."""

import gzip
import json
import lzma
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

MANIFEST, RESULTS = "manifest.json.gz", "results.xz"
VERSION = 1


class PackedResults:
    """The bytes of all results, taken one result after the other."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._data = lzma.decompress(path.read_bytes())
        self._position = 0

    def take(self, n_bytes: int) -> bytes:
        self._position += n_bytes
        return self._data[self._position - n_bytes : self._position]

    def end(self) -> None:
        """Raise ValueError unless every byte was taken."""
        if self._position != len(self._data):
            raise ValueError(
                f"{self._path} must have {self._position} bytes (got {len(self._data)}): record again"
            )


def load(folder: Path, schema: str, results: str = RESULTS) -> tuple[Any, PackedResults]:
    """Return a folder's manifest and results; ValueError if it is of another version."""
    path = folder / MANIFEST
    document = json.loads(gzip.decompress(path.read_bytes()))
    found = document["schema"], document["version"]
    if found != (schema, VERSION):
        raise ValueError(f"{path} must be {schema} {VERSION} (got {found[0]} {found[1]})")
    return document, PackedResults(folder / results)


def save(folder: Path, schema: str, document: Mapping[str, Any], data: bytes, results: str = RESULTS) -> None:
    """Write a recording, each file whole or not at all."""
    text = json.dumps({"schema": schema, "version": VERSION, **document}, indent=0) + "\n"
    replace_file(folder / MANIFEST, gzip.compress(text.encode("ascii"), 9, mtime=0))
    replace_file(folder / results, lzma.compress(data, preset=9))


def replace_file(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".part")
    temporary.write_bytes(data)
    temporary.replace(path)


def planes_of(array: NDArray[Any]) -> bytes:
    """Return an array of words as bytes by significance, which packs better: the lowest of all words first."""
    little = array.astype(array.dtype.newbyteorder("<"))
    return little.view(np.uint8).reshape(len(array), -1).T.tobytes()


def from_planes(data: bytes, bits: int) -> NDArray[Any]:
    """Return the words that `planes_of` made bytes of."""
    planes = np.frombuffer(data, np.uint8).reshape(bits // 8, -1)
    return np.ascontiguousarray(planes.T).view(f"<u{bits // 8}").ravel()
