"""Reads JSON documents named by users, strictly: UTF-8, unique keys, bounded size and depth."""

from __future__ import annotations

import io
import json
import zlib
from collections import Counter
from gzip import BadGzipFile, GzipFile
from pathlib import Path
from typing import Any

from ..errors import UsageError
from .input_file import MEBIBYTE, RESULT_BYTES, read_file

_SHOWN_CHARS = 200


def load_json(path: Path) -> Any:
    """Read a document. A file whose name ends in ``.gz`` is decompressed."""
    try:
        data = read_file(path, RESULT_BYTES)
        if path.suffix == ".gz":
            data = _unpacked(data)
        return json.loads(data.decode("utf-8"), object_pairs_hook=_object)
    except OSError as error:
        raise UsageError(f"{path} must be a readable JSON file (got: {error.strerror or error})") from None
    except (EOFError, ValueError, zlib.error) as error:
        said = str(error)
        shown = said if len(said) <= _SHOWN_CHARS else said[:_SHOWN_CHARS] + "..."
        raise UsageError(f"{path} must be a readable JSON file (got: {shown})") from None
    except RecursionError:
        raise UsageError(f"{path} must be a readable JSON file (got one that is nested too deeply)") from None


def _unpacked(data: bytes) -> bytes:
    with GzipFile(fileobj=io.BytesIO(data)) as stream:
        unpacked = stream.read(RESULT_BYTES + 1)
    if len(unpacked) > RESULT_BYTES:
        raise BadGzipFile(f"more than {RESULT_BYTES // MEBIBYTE} MiB, unpacked")
    return unpacked


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        name, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise ValueError(f"duplicate key {name!r} in one object")
    return found
