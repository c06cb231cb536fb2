"""Reads a file of declarations without kernels: ``kernels.toml``, whose tables name the sources of their kernels.

Each table ``[kernel.NAME]`` holds the keys of one declaration, and NAME is the variant's id::

    [kernel.rms_norm_vllm]
    file = "../csrc/norm.cu"
    args = ["out", "inp", "weight", "eps", "n_cols"]

`harness.variant.declaration.declaration` checks the keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ....errors import SpecError
from ....settings.project_table import KERNELS_FILE as KERNELS_FILE
from ...toml_document import TomlDocument, TomlError, read_toml
from .inline_block import InlineBlock, read_source

TOML_SUFFIX = ".toml"
"""End of the name of such a file. In a folder of sources it has the name `KERNELS_FILE`."""
KERNEL = "kernel"
"""The only table of the file; each table in it is a declaration."""


def read_kernels_file(path: Path) -> tuple[InlineBlock | SpecError, ...]:
    """Read the declarations of a file."""
    try:
        document = read_toml(read_source(path))
    except TomlError as error:
        column = f" at column {error.column}" if error.column else ""
        raise SpecError(
            f"a file of declarations must be TOML: {error.reason}{column}", path=path, line=error.line
        ) from None
    found = tuple(_blocks(document, path))
    if not found:
        raise SpecError(
            f"a file of declarations must have a table [{KERNEL}.NAME] for each kernel (got none)",
            path=path,
            line=1,
        )
    return found


def _blocks(document: TomlDocument, path: Path) -> Iterator[InlineBlock | SpecError]:
    for name in document.table:
        if name != KERNEL:
            yield SpecError(
                f"a file of declarations has only tables [{KERNEL}.NAME] (got '{name}'); "
                f"give the declaration a name: [{KERNEL}.NAME]",
                path=path,
                line=document.lines.get((name,), 1),
            )
    tables = document.table.get(KERNEL, {})
    for name, table in tables.items() if isinstance(tables, dict) else [("", tables)]:
        line = document.lines.get((KERNEL, name), document.lines.get((KERNEL,), 1))
        if not isinstance(table, dict):
            got = f"{KERNEL}.{name}" if name else KERNEL
            yield SpecError(
                f"a declaration must be a table [{KERNEL}.NAME] (got the key '{got}' with another value)",
                path=path,
                line=line,
                variant=name,
            )
            continue
        lines = {
            key[2:]: at for key, at in document.lines.items() if len(key) > 2 and key[:2] == (KERNEL, name)
        }
        yield InlineBlock(path=path, line=line, table=table, lines=lines, name=name)
