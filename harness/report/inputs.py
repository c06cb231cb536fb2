"""Reads the files of a report; the ``schema`` of each gives its kind."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from ..errors import UsageError
from ..lazy import dataclass
from ..measure.bench_file import BenchFile, is_bench, read_bench
from ..store.records import load_json, read
from .json.check import CheckDocument
from .json.count import CountDocument
from .json.gate import GateDocument
from .json.program import ProgramDocument
from .json.trace import TraceDocument

# Commands that write files for a report.
KNOWN = (
    "`kernel-harness check --json`, `kernel-harness gate --json`, `kernel-harness count --json`, "
    "`kernel-harness trace --json`, `kernel-harness run --json` and `pytest --benchmark-json`"
)

_Content = TypeVar("_Content")


@dataclass(frozen=True)
class InputFile(Generic[_Content]):
    """A file of a report."""

    name: str
    """File name without folders, so that a report does not depend on the folder."""
    content: _Content


@dataclass(frozen=True)
class Inputs:
    """The files of a report by kind."""

    checks: tuple[InputFile[CheckDocument], ...] = ()
    gates: tuple[InputFile[GateDocument], ...] = ()
    benches: tuple[BenchFile, ...] = ()
    counts: tuple[InputFile[CountDocument], ...] = ()
    traces: tuple[InputFile[TraceDocument], ...] = ()
    programs: tuple[InputFile[ProgramDocument], ...] = ()


# By schema: the field of `Inputs`, and the record.
_KINDS: dict[str, tuple[str, type[Any]]] = {
    CheckDocument.schema: ("checks", CheckDocument),
    GateDocument.schema: ("gates", GateDocument),
    CountDocument.schema: ("counts", CountDocument),
    TraceDocument.schema: ("traces", TraceDocument),
    ProgramDocument.schema: ("programs", ProgramDocument),
}


def read_inputs(paths: Sequence[Path]) -> Inputs:
    """Read the files of a report; UsageError names one that is none."""
    documents: dict[str, list[InputFile[Any]]] = {}
    benches: list[BenchFile] = []
    for path in _files(paths):
        content = load_json(path)
        schema = content.get("schema") if isinstance(content, dict) else None
        if isinstance(schema, str) and schema in _KINDS:
            field, record = _KINDS[schema]
            # In another version a field of the same name may mean something else.
            if content.get("version") != record.version:
                raise UsageError(
                    f"{path} must be of version {record.version} of {schema} (got {content.get('version')!r});"
                    " write it again with this version of kernel-harness"
                )
            # The record has a default for its writer.
            if "harness" not in content:
                raise UsageError(f"{path} must have 'harness'; it is damaged, or not a document of this kind")
            document = InputFile(path.name, read(content, record, str(path)))
            documents.setdefault(field, []).append(document)
        elif schema is None and is_bench(content):
            benches.append(read_bench(content, path.name))
        else:
            schema_text = f"schema {schema!r}" if schema is not None else "a document without a schema"
            raise UsageError(f"{path} must be written by {KNOWN} (got {schema_text})")
    return Inputs(**{field: tuple(several) for field, several in documents.items()}, benches=tuple(benches))


def _files(paths: Sequence[Path]) -> list[Path]:
    files: list[Path] = []
    for path in paths:
        if not path.is_dir():
            files.append(path)
            continue
        # Sorted: file systems list folders in different orders, and the same files must give the same page.
        inside = sorted({*path.rglob("*.json"), *path.rglob("*.json.gz")})
        if not inside:
            raise UsageError(f"a folder must hold .json files (got {path})")
        files += inside
    return files
