"""Finds the Triton kernels of a checkout, by the text of its ``.py`` files; nothing is executed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ...errors import HarnessError
from ...settings.project_table import is_declared
from ...store.input_file import read_file
from ...variant.declaration.inline_block import read_source
from ..triton.signature import TritonSignature, triton_signatures
from .sources import files_of, unique_ids

_MARKS = (b"triton", b".jit")


@dataclass(frozen=True)
class TritonSource:
    """A file that defines Triton kernels."""

    path: Path
    """The file."""
    name: str
    """Its path in the checkout, with ``/`` between folders."""
    kernels: tuple[TritonSignature, ...] = ()
    """Its kernels in the order of the file."""
    ids: tuple[str, ...] = ()
    """The id for the declaration of each kernel."""
    lines: tuple[int, ...] = ()
    """The line on which each kernel begins."""
    is_declared: bool = False
    """Whether the file has a declaration already."""
    why_not: str = ""
    """Why its kernels cannot be read; empty if they are."""


def find_triton_sources(root: Path, ids: Iterable[str] = ()) -> tuple[TritonSource, ...]:
    """Return the files of a checkout that define Triton kernels, in the order of their paths."""
    root = root.absolute()
    texts: dict[Path, str] = {}
    kernels: dict[Path, tuple[TritonSignature, ...]] = {}
    refused: dict[Path, str] = {}
    for path in sorted(files_of(root, (".py",))):
        try:
            content = read_file(path)
        except OSError:
            continue
        if not all(mark in content for mark in _MARKS):
            continue
        try:
            texts[path] = read_source(path)
            kernels[path] = triton_signatures(texts[path])
        except HarnessError as error:
            refused[path] = str(error)
    kernels = {path: found for path, found in kernels.items() if found}
    chosen = unique_ids(root, {path: [each.name for each in found] for path, found in kernels.items()}, ids)
    return tuple(
        TritonSource(path, path.relative_to(root).as_posix(), why_not=refused[path])
        if path in refused
        else TritonSource(
            path,
            path.relative_to(root).as_posix(),
            kernels[path],
            chosen[path],
            tuple(_line(texts[path], each.name) for each in kernels[path]),
            is_declared(path),
        )
        for path in sorted({*kernels, *refused})
    )


def _line(text: str, name: str) -> int:
    found = re.search(rf"^def {re.escape(name)}\b", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 1
