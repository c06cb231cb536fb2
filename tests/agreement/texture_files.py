"""The files of ``fixtures/gpu_textures``: what each texture case gave on a GPU, and what made it.

``manifest.json.gz`` says device and driver, the digest of the cases, which were recorded (in order, with their bytes)
and which failed, each with its message. ``results.xz`` holds the results one behind the other, the bytes of their
words by significance, which packs better.
"""

from __future__ import annotations

import gzip
import json
import lzma
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.agreement.recording_files import MANIFEST, RESULTS, read_manifest, replace_file
from tests.agreement.texture_cases import fingerprint

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "gpu_textures"
SCHEMA, VERSION = "kernel-harness/gpu-textures", 1


@dataclass(frozen=True)
class TextureRecording:
    """What a GPU gave.

    `made_with`: device, driver, CUDA. `digest`: of the cases, `texture_cases.fingerprint`. `results`: bytes by case.
    `failed`: message by case. `faults`: the driver's error by the name of a wrong access.
    """

    made_with: Mapping[str, str]
    digest: str
    results: Mapping[str, NDArray[np.uint8]] = field(repr=False)
    failed: Mapping[str, str]
    faults: Mapping[str, str]


def write(folder: Path, recording: TextureRecording) -> None:
    """Write a recording of today's cases, each file whole or not at all."""
    document = {
        "schema": SCHEMA,
        "version": VERSION,
        "made_with": dict(recording.made_with),
        "digest": fingerprint(),
        "recorded": [[name, len(data)] for name, data in recording.results.items()],
        "failed": dict(recording.failed),
        "faults": dict(recording.faults),
    }
    text = json.dumps(document, indent=0, ensure_ascii=True) + "\n"
    replace_file(folder / MANIFEST, gzip.compress(text.encode("ascii"), 9, mtime=0))
    data = b"".join(_planes(data) for data in recording.results.values())
    replace_file(folder / RESULTS, lzma.compress(data, preset=9))


def read(folder: Path = FOLDER) -> TextureRecording | None:
    """Return a recording, None where there is none yet; ValueError if the files do not fit each other."""
    document = read_manifest(folder, SCHEMA, VERSION)
    if document is None:
        return None
    data = np.frombuffer(lzma.decompress((folder / RESULTS).read_bytes()), np.uint8)
    results, position = {}, 0
    for name, size in document["recorded"]:
        results[name] = _whole(data[position : position + size])
        position += size
    if position != len(data):
        raise ValueError(f"{folder / RESULTS} must have {position} bytes (got {len(data)}): record again")
    return TextureRecording(
        document["made_with"], document["digest"], results, document["failed"], document["faults"]
    )


def _planes(data: NDArray[np.uint8]) -> bytes:
    n = len(data) // 16 * 16
    return data[:n].reshape(-1, 16).T.tobytes() + data[n:].tobytes()


def _whole(planes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    n = len(planes) // 16 * 16
    return np.concatenate([planes[:n].reshape(16, -1).T.ravel(), planes[n:]])
