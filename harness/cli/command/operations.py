"""The command ``kernel-harness operations``: what declarations can name, and how a kernel must compute it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...errors import UsageError
from ...exit_status import EXIT_PASS, EXIT_USAGE
from ...settings.settings import Settings
from ..options import json_option

if TYPE_CHECKING:
    from ...operation.model import Operation

SCHEMA = "kernel-harness/operations"
VERSION = 1
"""Raised when a field is removed, renamed or changes meaning; new fields do not raise it."""

_COMMON = ("inp", "out")
"""Arrays of most operations, which need no line of their own."""


@click.command("operations")
@click.argument("names", metavar="[NAME...]", nargs=-1)
@json_option
@click.pass_context
def operations_command(ctx: click.Context, names: tuple[str, ...], json_path: Path | None) -> None:
    """List the operations that kernels may compute; for each NAME also print how its error bound is derived.

    The project's own operations, from the setting `operations`, come after the shipped ones. Exit status: 0 listed,
    2 usage error, or an operation's file is wrong.
    """
    import json

    from ...compiler.source.file_names import display_path
    from ...operation.catalogue import catalogue_of
    from ...report.text.console import make_console, print_line, print_lines
    from ...store.whole_file import text_stream, write_text

    found = catalogue_of(Settings.load(Path.cwd()).operations)
    for name in names:
        if name not in found.operations:
            raise UsageError(f"NAME must be one of {', '.join(found.operations)} (got {name!r})")
    shown = [_document(each) for name, each in found.operations.items() if not names or name in names]
    console = make_console(text_stream({"--json": json_path}))
    for each in shown:
        print_line(console, f"{each['name']}  {each['summary']}", style="bold")
        for label, text in _lines(each):
            print_line(console, f"  {label:<10}  {text}")
        if names:
            print_lines(console, f"\n{each['derivation']}")
    for error in found.errors:
        print_lines(console, f"ERROR {error}", style="bold red")
    if json_path is not None:
        errors = [
            {"path": display_path(each.path), "line": each.line, "message": each.message}
            for each in found.errors
        ]
        document = {"schema": SCHEMA, "version": VERSION, "operations": shown, "errors": errors}
        write_text(json.dumps(document, indent=2, allow_nan=False) + "\n", json_path)
    ctx.exit(EXIT_USAGE if found.errors else EXIT_PASS)


def _document(operation: Operation) -> dict[str, Any]:

    from ...compiler.source.file_names import display_path
    from ...operation import shipped
    from ...operation.kinds import INPUT_KIND_MEANINGS
    from ...variant.scalar_types import SCALAR_TYPES

    path = operation.source or Path(shipped.__path__[0]) / f"{operation.name}.py"
    usual = operation.parse_arithmetic(operation.default_arithmetic)
    kinds = {**INPUT_KIND_MEANINGS, **{own.name: own.description for own in operation.own_kinds}}
    return {
        "name": operation.name,
        "summary": operation.summary,
        "args": list(operation.arguments),
        "arrays": [
            {
                "name": each.name,
                "meaning": each.meaning,
                "role": each.role,
                "shape": list(operation.shown(each.shape)),
                "strides": list(each.strides),
                "dtype": each.dtype,
                "rows": each.rows,
                "absent": each.absent,
            }
            for each in operation.arrays
        ],
        "sizes": [
            {"name": each.name, "meaning": each.meaning, "values": list(each.values), "of": each.of}
            for each in operation.sizes
        ],
        "vectors": [
            {"name": each.name, "meaning": each.meaning, "absent": each.absent} for each in operation.vectors
        ],
        "scalars": [
            {"name": each.name, "meaning": each.meaning, "values": list(each.values)}
            for each in operation.scalars
        ],
        "dtypes": [dtype for dtype in SCALAR_TYPES if usual.unusable_with(dtype) is None],
        "arithmetic": [
            {"word": word, "meaning": meaning, **_use_of(operation, word)}
            for word, meaning in operation.words.items()
        ],
        "input_kinds": [{"name": name, "meaning": kinds[name]} for name in operation.input_kinds],
        "nan_rows": operation.nan_rows,
        "source": display_path(path),
        "derivation": _derivation(path),
    }


def _derivation(path: Path) -> str:
    """Return the text of an operation's module, and of the module with its bound where that was made by hand."""
    import ast

    paths = (path, path.parent.with_name("row_bounds") / path.name)
    texts = (ast.get_docstring(ast.parse(each.read_bytes())) for each in paths if each.is_file())
    return "\n\n".join(filter(None, texts))


def _array_text(array: dict[str, Any]) -> str:
    """Return meaning and kind of an array; the kind is left out for a vector of the case's type."""
    without = "required" if array["absent"] is None else f"{array['absent']:g} without it"
    kind = ""
    if (array["role"], array["shape"], array["dtype"]) != ("in", ["n_cols"], None):
        rows = f", rows as {array['rows']}" if array["rows"] not in ("", array["name"]) else ""
        if array["strides"]:
            rows = f", strides {', '.join(name or 'none' for name in array['strides'])}"
        dtype = array["dtype"] or "the case's dtype"
        kind = f"{array['role']}, {' x '.join(array['shape'])} of {dtype}{rows}: "
    return f"{kind}{array['meaning']}; {without}"


def _use_of(operation: Operation, word: str) -> dict[str, bool]:
    """Return whether a word of an ``arithmetic`` is a name by itself, and whether kernels for float64 can use it."""
    is_base = True
    try:
        how = operation.parse_arithmetic(word)
    except ValueError:
        is_base, how = False, operation.parse_arithmetic(f"{operation.default_arithmetic}+{word}")
    return {"base": is_base, "float64": how.unusable_with("float64") is None}


def _lines(document: dict[str, Any]) -> list[tuple[str, str]]:
    """Return label and text of each line about an operation."""
    lines = [("args", ", ".join(document["args"]))]
    lines += [(each["name"], _array_text(each)) for each in document["arrays"] if each["name"] not in _COMMON]
    if [each["name"] for each in document["arrays"][:2]] != [*_COMMON]:
        lines[1:1] = [
            (each["name"], _array_text(each)) for each in document["arrays"] if each["name"] in _COMMON
        ]
    for each in document["sizes"]:
        values = f"is {each['of']}" if each["of"] else f"checked with {', '.join(map(str, each['values']))}"
        lines.append((each["name"], f"{each['meaning']}; {values}"))
    for each in document["scalars"]:
        values = ", ".join(f"{value:g}" for value in each["values"])
        lines.append((each["name"], f"{each['meaning']}; checked with {values}"))
    lines.append(("dtypes", ", ".join(document["dtypes"])))
    label = "arithmetic"
    for each in document["arithmetic"]:
        word = each["word"] if each["base"] else f"+{each['word']}"
        lines.append((label, f"{word}: {each['meaning']}{'' if each['float64'] else ' (not float64)'}"))
        label = ""
    lines.append(("inputs", ", ".join(each["name"] for each in document["input_kinds"])))
    lines.append(("NaN", document["nan_rows"]))
    lines.append(("bound", document["source"]))
    return lines
