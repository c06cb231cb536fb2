"""The console that every command prints to: lines as they are, and a progress bar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import IO, Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from ...errors import UsageError
from ...store import standard_streams
from . import plain_text

_SPEED_PERIOD_S = 120.0
# Compiling takes seconds and a case milliseconds, so the time left is estimated over a period that contains both.


def make_console(file: IO[str] | None = None) -> Console:
    """Make the console that every command prints to."""
    return _Console(file=file, highlight=False, markup=False, emoji=False, soft_wrap=True)


class _Console(Console):
    """Shows control characters as text, and ends the program when the reader of its output has gone."""

    def print(self, *objects: Any, **options: Any) -> None:
        try:
            # Names of files, and what compilers and kernels print, may hold sequences that a terminal obeys.
            super().print(*map(_shown, objects), **options)
        # `kernel-harness list | head` must end quietly, as other programs do.
        except BrokenPipeError:
            self.on_broken_pipe()
        except OSError as error:
            standard_streams.give_up_output()
            raise UsageError(f"the output could not be written (got {error})") from None

    def on_broken_pipe(self) -> None:
        self.quiet = True
        standard_streams.give_up_output()
        raise SystemExit(standard_streams.EXIT_CLOSED_PIPE)


def _shown(printed: Any) -> Any:
    if isinstance(printed, str):
        return plain_text.lines(printed)
    if not isinstance(printed, Text) or plain_text.lines(printed.plain) == printed.plain:
        return printed
    shown = Text(style=printed.style)
    for part in printed.divide(range(1, len(printed))):
        # Character by character, so that each keeps its style.
        part.plain = plain_text.lines(part.plain)
        shown.append_text(part)
    return shown


def print_line(console: Console, text: str, *, style: str = "") -> None:
    """Print one line as it is, however wide, without trailing blanks."""
    console.print(Text(plain_text.line(text.rstrip()), style=style), soft_wrap=True)


def print_lines(console: Console, text: str, *, style: str = "") -> None:
    for line in plain_text.lines(text).splitlines():
        print_line(console, line, style=style)


def print_part(console: Console, text: str, style: str = "bold") -> None:
    """Print an empty line, the first line of a text with its first word in a style, and the other lines indented."""
    title, _, rest = plain_text.lines(text).partition("\n")
    mark, space, name = title.partition(" ")
    print_line(console, "")
    console.print(Text.assemble((mark, style), (f"{space}{name}", "bold")), soft_wrap=True)
    for line in rest.splitlines():
        print_line(console, f"  {line}")


def progress_bar(console: Console) -> Progress:
    """Make the progress bar of a command: its task, the share done, the time elapsed and the time left."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("left"),
        console=console,
        # Only the table stays on the screen.
        transient=True,
        speed_estimate_period=_SPEED_PERIOD_S,
    )


def count(number: int, noun: str, separator: str = "", plural: str = "s") -> str:
    return f"{number:{separator}} {noun}{'' if number == 1 else plural}"


def aligned(rows: Sequence[Sequence[str]], n_left: int = 1) -> list[str]:
    """Return the lines of a table: the first `n_left` columns to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            f"{cell:{'<' if index < n_left else '>'}{width}}"
            for index, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ).rstrip()
        for cells in rows
    ]
