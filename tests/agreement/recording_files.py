"""The two files of a recording: a packed manifest, and the results. Needs nothing of the harness."""

import gzip
import json
from pathlib import Path
from typing import Any

MANIFEST, RESULTS = "manifest.json.gz", "results.xz"


def read_manifest(folder: Path, schema: str, version: int) -> Any:
    """Return a folder's manifest, None where there is none; a ValueError where it is of another version."""
    path = folder / MANIFEST
    if not path.exists():
        return None
    document = json.loads(gzip.decompress(path.read_bytes()))
    found = document["schema"], document["version"]
    if found != (schema, version):
        raise ValueError(f"{path} must be {schema} {version} (got {found[0]} {found[1]})")
    return document


def replace_file(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".part")
    temporary.write_bytes(data)
    temporary.replace(path)
