"""Converts a `ReleaseRecord` to a JSON document and back; see ``docs/cuda-versions.md``."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..errors import UsageError
from ..store.json_file import load_json
from ..store.json_shape import COUNT, SIZE, require
from .model import Build, Cannot, CaseCost, Failure, ReleaseRecord, Run, Skip, VariantRecord

SCHEMA = "kernel-harness/cuda"
VERSION = 1
"""Raised when a field is removed, renamed or changes meaning; new fields do not raise it."""

_RUN = {
    "verdicts": {...: COUNT},
    "failures": [{"id": str, "verdict": str, "reasons": [str], "rerun": str}],
}
SHAPE = {
    "harness": str,
    "cuda": str,
    "compiler": str,
    "headers": str,
    "ptx_isa": str,
    "arch": str,
    "archs": [str],
    "devices": {...: str},
    "declaration_errors": [str],
    "timing": {"elapsed_s": SIZE},
    "variants": [
        {
            "id": str,
            "source": str,
            "dtype": str,
            "block": str,
            "errors": [str],
            "runs": {...: _RUN},
            "costs": [{"id": str, "dtype": str, "n_elements": COUNT, "counters": {...: SIZE}}],
            "builds": [
                {
                    "dtype": str,
                    "blocks": [str],
                    "arch": str,
                    "costs": {...: COUNT},
                    "warnings": [str],
                    "skip": ({"reason": str, "message": str}, None),
                    "error": str,
                }
            ],
        }
    ],
}
_RELEASE = re.compile(r"[1-9]\d\.\d")


def document(record: ReleaseRecord) -> dict[str, Any]:
    """Build the document from plain JSON types. Times are under ``timing``; all else is exact."""
    fields = asdict(record)
    elapsed_s = fields.pop("elapsed_s")
    return {"schema": SCHEMA, "version": VERSION, **fields, "timing": {"elapsed_s": round(elapsed_s, 3)}}


def text(record: ReleaseRecord) -> str:
    """Return the document as text: one space of indent, ASCII only, one final newline."""
    return json.dumps(document(record), indent=1, ensure_ascii=True, allow_nan=False) + "\n"


def read(content: Mapping[str, Any], where: str) -> ReleaseRecord:
    """Read a document.

    Parameters
    ----------
    content : mapping
        The document, from `json.loads`.
    where : str
        Name of the document in messages.

    Raises
    ------
    UsageError
        The document has another schema or version, or a wrong structure.
    """
    if not isinstance(content, dict) or content.get("schema") != SCHEMA or content.get("version") != VERSION:
        got = content.get("schema") if isinstance(content, dict) else type(content).__name__
        version = content.get("version") if isinstance(content, dict) else None
        raise UsageError(
            f"{where} must be written by `kernel-harness cuda check`, version {VERSION} "
            f"(got {got!r}, version {version!r}); run it again"
        )
    require(content, SHAPE, where)
    if not _RELEASE.fullmatch(content["cuda"]):
        raise UsageError(f"{where}: cuda must be a release such as 12.4 (got {content['cuda']!r})")
    return ReleaseRecord(
        harness=content["harness"],
        cuda=content["cuda"],
        compiler=content["compiler"],
        headers=content["headers"],
        ptx_isa=content["ptx_isa"],
        arch=content["arch"],
        archs=tuple(content["archs"]),
        devices=dict(content["devices"]),
        variants=tuple(_variant(each, where) for each in content["variants"]),
        declaration_errors=tuple(content["declaration_errors"]),
        elapsed_s=float(content["timing"]["elapsed_s"]),
    )


def read_file(path: Path) -> ReleaseRecord:
    """Read a file; raises UsageError as `read` does, and if it is not readable JSON."""
    return read(load_json(path), str(path))


def read_folder(folder: Path) -> tuple[ReleaseRecord, ...]:
    """Read the records of all releases in a folder, oldest release first; empty if there is none."""
    return in_order([read_file(path) for path in sorted(folder.glob("*.json"))])


def in_order(records: Sequence[ReleaseRecord]) -> tuple[ReleaseRecord, ...]:
    """Sort records by release; UsageError if two have the same one."""
    ordered = tuple(sorted(records, key=lambda record: record.release))
    for first, second in itertools.pairwise(ordered):
        if first.cuda == second.cuda:
            raise UsageError(f"files must be of different CUDA releases (got two of {first.cuda})")
    return ordered


def file_of(folder: Path, cuda: str) -> Path:
    """Return the path of a release's file."""
    return folder / f"{cuda}.json"


def _variant(content: Mapping[str, Any], where: str) -> VariantRecord:
    where = f"{where}: {content['id']}"
    return VariantRecord(
        id=content["id"],
        source=content["source"],
        dtype=content["dtype"],
        block=content["block"],
        builds=tuple(_build(each, where) for each in content["builds"]),
        runs={kind: _run(each) for kind, each in content["runs"].items()},
        costs=tuple(
            CaseCost(each["id"], each["dtype"], each["n_elements"], each["counters"])
            for each in content["costs"]
        ),
        errors=tuple(content["errors"]),
    )


def _build(content: Mapping[str, Any], where: str) -> Build:
    skip = content["skip"]
    try:
        known = None if skip is None else Skip(Cannot(skip["reason"]), skip["message"])
    except ValueError:
        reasons = ", ".join(each.value for each in Cannot)
        raise UsageError(
            f"{where}: a skip must have one of the reasons {reasons} (got {skip['reason']!r})"
        ) from None
    return Build(
        dtype=content["dtype"],
        blocks=tuple(content["blocks"]),
        arch=content["arch"],
        costs=dict(content["costs"]),
        warnings=tuple(content["warnings"]),
        skip=known,
        error=content["error"],
    )


def _run(content: Mapping[str, Any]) -> Run:
    return Run(
        verdicts=dict(content["verdicts"]),
        failures=tuple(
            Failure(each["id"], each["verdict"], tuple(each["reasons"]), each["rerun"])
            for each in content["failures"]
        ),
    )
