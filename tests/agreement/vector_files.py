"""The files of ``fixtures/gpu_vectors``: what each form gave on a GPU, and what made it.

``manifest.json.gz`` says device, driver and compiler, the digest of each set of operands, which forms were recorded (in
order), which were refused by the assembler and which failed, each with its message. ``results.xz`` holds the results of
the recorded forms one behind the other; each result as bytes by significance, which packs better.
"""

import gzip
import json
import lzma
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.agreement.instruction_forms import Form, forms
from tests.agreement.operand_tables import digest, operands
from tests.agreement.recording_files import MANIFEST, RESULTS, read_manifest, replace_file

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "gpu_vectors"
SCHEMA, VERSION = "kernel-harness/gpu-vectors", 1

Arrays = tuple[NDArray[Any], ...]


@dataclass(frozen=True)
class Recording:
    """What a GPU gave.

    `made_with`: device, driver, CUDA, assembler. `digests`: digest of the operands by the names of their kinds and
    the number of lanes (`operands_key`). `results`: by form, one array a result. `refused`: message of the
    assembler by form. `failed`: what happened to forms that were assembled and gave no result.
    """

    made_with: Mapping[str, str]
    digests: Mapping[str, str] = field(repr=False)
    results: Mapping[str, Arrays] = field(repr=False)
    refused: Mapping[str, str] = field(repr=False)
    failed: Mapping[str, str]


def operands_key(form: Form) -> str:
    return f"{' '.join(form.kinds)} {form.n or len(operands(form.kinds)[0])}"


def write(folder: Path, recording: Recording) -> None:
    """Write a recording, each file whole or not at all.

    Digests are those of today's operands; those of the recording are not looked at.
    """
    known = {form.name: form for form in forms()}
    digests = {
        operands_key(known[name]): digest(known[name].kinds, known[name].n) for name in recording.results
    }
    document = {
        "schema": SCHEMA,
        "version": VERSION,
        "made_with": dict(recording.made_with),
        "operands": digests,
        "recorded": [
            [name, *(8 * array.itemsize for array in arrays)] for name, arrays in recording.results.items()
        ],
        "refused": dict(recording.refused),
        "failed": dict(recording.failed),
    }
    text = json.dumps(document, indent=0, ensure_ascii=True) + "\n"
    replace_file(folder / MANIFEST, gzip.compress(text.encode("ascii"), 9, mtime=0))
    data = b"".join(planes_of(array) for arrays in recording.results.values() for array in arrays)
    replace_file(folder / RESULTS, lzma.compress(data, preset=9))


def read(folder: Path = FOLDER) -> Recording | None:
    """Return a recording, None where there is none yet.

    Raises ValueError: the files are of another version, or do not fit each other.
    """
    document = read_manifest(folder, SCHEMA, VERSION)
    if document is None:
        return None
    planes = lzma.decompress((folder / RESULTS).read_bytes())
    known = {form.name: form for form in forms()}
    position, results = 0, {}
    for name, *widths in document["recorded"]:
        if name not in known:
            raise ValueError(f"{name} is recorded and is no form any more: record again")
        n = len(operands(known[name].kinds, known[name].n)[0])
        arrays = []
        for bits in widths:
            size = n * bits // 8
            arrays.append(from_planes(planes[position : position + size], bits))
            position += size
        results[name] = tuple(arrays)
    if position != len(planes):
        raise ValueError(f"{folder / RESULTS} must have {position} bytes (got {len(planes)}): record again")
    return Recording(
        document["made_with"], document["operands"], results, document["refused"], document["failed"]
    )


def planes_of(array: NDArray[Any]) -> bytes:
    """Return an array of words as bytes: all the lowest bytes, then the next, and so on."""
    little = array.astype(array.dtype.newbyteorder("<"))
    return little.view(np.uint8).reshape(len(array), -1).T.tobytes()


def from_planes(data: bytes, bits: int) -> NDArray[Any]:
    """Return the words that `planes_of` made bytes of."""
    planes = np.frombuffer(data, np.uint8).reshape(bits // 8, -1)
    return np.ascontiguousarray(planes.T).view(f"<u{bits // 8}").ravel()
