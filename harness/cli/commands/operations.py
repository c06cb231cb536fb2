"""The command ``kernel-harness operations``: what declarations can name, and how a kernel must compute it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...errors import UsageError, closest_of
from ...exit_status import EXIT_PASS, EXIT_USAGE
from ...settings.settings import Settings
from ..options import json_option

if TYPE_CHECKING:
    from ...report.json.operations import ListedOperation, OperationArray

# Arrays of most operations, which need no line of their own.
_COMMON = ("inp", "out")


@click.command("operations")
@click.argument("names", metavar="[NAME...]", nargs=-1)
@json_option
@click.pass_context
def operations_command(ctx: click.Context, names: tuple[str, ...], json_path: Path | None) -> None:
    """List the operations that kernels may compute.

    For each NAME also prints how its error bound is derived. The project's own operations, from the setting
    `operations`, come after the shipped ones. Exit status: 0 listed, 2 usage error, or an operation's file is wrong.
    """
    from ...operation.catalogue import catalogue_of
    from ...report.json import operations as operations_json
    from ...report.text.console import make_console, print_line, print_lines
    from ...store.whole_file import text_stream, write_text

    catalogue = catalogue_of(Settings.load(Path.cwd()).operations)
    for name in names:
        if name not in catalogue.operations:
            message = f"NAME must be an operation (got {name!r}); {closest_of(name, catalogue.operations)}"
            # the file of the wanted one may be among them
            raise UsageError("\n".join((message, *map(str, catalogue.errors))))
    shown = [
        operations_json.listed(operation)
        for name, operation in catalogue.operations.items()
        if not names or name in names
    ]
    console = make_console(text_stream({"--json": json_path}))
    for operation in shown:
        print_line(console, f"{operation.name}  {operation.summary}", style="bold")
        for label, text in _lines(operation):
            print_line(console, f"  {label:<10}  {text}")
        if names:
            print_lines(console, f"\n{operation.derivation}")
    for error in catalogue.errors:
        print_lines(console, f"ERROR {error}", style="bold red")
    if json_path is not None:
        write_text(operations_json.text(shown, catalogue.errors), json_path)
    ctx.exit(EXIT_USAGE if catalogue.errors else EXIT_PASS)


def _array_text(array: OperationArray) -> str:
    # A vector of the case's type is the usual kind and needs no description.
    without = "required" if array.absent is None else f"{array.absent:g} without it"
    kind = ""
    if (array.role, array.shape, array.dtype) != ("in", ("n_cols",), None):
        rows = f", rows as {array.rows}" if array.rows not in ("", array.name) else ""
        if array.strides:
            rows = f", strides {', '.join(name or 'none' for name in array.strides)}"
        dtype = array.dtype or "the case's dtype"
        kind = f"{array.role}, {' x '.join(array.shape)} of {dtype}{rows}: "
    return f"{kind}{array.meaning}; {without}"


def _lines(operation: ListedOperation) -> list[tuple[str, str]]:
    lines = [("args", ", ".join(operation.args))]
    lines += [(array.name, _array_text(array)) for array in operation.arrays if array.name not in _COMMON]
    # For an operation without the usual two arrays, its first arrays are listed, too.
    if [array.name for array in operation.arrays[:2]] != [*_COMMON]:
        lines[1:1] = [(array.name, _array_text(array)) for array in operation.arrays if array.name in _COMMON]
    for size in operation.sizes:
        values = f"is {size.of}" if size.of else f"checked with {', '.join(map(str, size.values))}"
        lines.append((size.name, f"{size.meaning}; {values}"))
    for scalar in operation.scalars:
        values = ", ".join(f"{value:g}" for value in scalar.values)
        lines.append((scalar.name, f"{scalar.meaning}; checked with {values}"))
    lines.append(("dtypes", ", ".join(operation.dtypes)))
    for index, how in enumerate(operation.arithmetic):
        word = how.word if how.base else f"+{how.word}"
        text = f"{word}: {how.meaning}{'' if how.float64 else ' (not float64)'}"
        lines.append(("" if index else "arithmetic", text))
    inputs = ", ".join(kind.name for kind in operation.input_kinds)
    return [*lines, ("inputs", inputs), ("NaN", operation.nan_rows), ("bound", operation.source)]
