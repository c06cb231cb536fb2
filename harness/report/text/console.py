"""The console that every command prints to: lines as they are, and a progress bar."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import IO, TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from ...errors import UsageError
from ...store import standard_streams
from . import plain_text

if TYPE_CHECKING:
    from rich.progress import Progress

# Seconds without output after which a log (not a terminal) gets a line with the progress.
SILENCE_S = 10.0

_BAR_EVERY_S = 0.2
# rich keeps a thousand samples; with more frequent ones they would not cover the period.
_SPEED_PERIOD_S = 120.0
# Compiling takes seconds and a case milliseconds, so the time left is estimated over a period that contains both.


def make_console(file: IO[str] | None = None) -> Console:
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


class ProgressReport:
    """How much of a command is done: a bar on a terminal, in a log a line after `SILENCE_S` without another."""

    def __init__(
        self,
        console: Console,
        noun: str = "case",
        bad: str = "failed",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._console, self._noun, self._bad, self._clock = console, noun, bad, clock
        self._bar: Progress | None = None
        self.n_done = self.n_bad = self.total = self._first = 0
        self._start_s = self._last_s = 0.0

    def start(self, total: int, n_done: int = 0, *, has_bar: bool = True) -> None:
        self.n_done, self.n_bad, self.total = n_done, 0, total
        self._first, self._start_s = n_done, self._clock()
        self._last_s = self._start_s
        # Not console.is_terminal: FORCE_COLOR sets that for a log, where a moving bar would be noise.
        if has_bar and self._console.file.isatty() and not self._console.is_dumb_terminal:
            # A log needs none of it.
            from rich import progress

            self._bar = progress.Progress(
                progress.TextColumn("{task.description}"),
                progress.BarColumn(),
                progress.MofNCompleteColumn(),
                progress.TimeElapsedColumn(),
                progress.TimeRemainingColumn(),
                progress.TextColumn("left"),
                console=self._console,
                # Only the table stays on the screen.
                transient=True,
                speed_estimate_period=_SPEED_PERIOD_S,
            )
            self._bar.start()
            self._bar.add_task("", total=total, completed=n_done)

    def add(self, name: str, *, is_bad: bool = False) -> None:
        """Count an item that has ended; `name` says where the command is now."""
        self.n_done += 1
        self.n_bad += is_bad
        now = self._clock()
        if self._bar is not None:
            if now - self._last_s >= _BAR_EVERY_S or self.n_done == self.total:
                self._last_s = now
                bad = f", {self.n_bad:,} {self._bad}" if self.n_bad else ""
                self._bar.update(self._bar.task_ids[0], completed=self.n_done, description=f"{name}{bad}")
        elif now - self._last_s >= SILENCE_S and self.n_done < self.total:
            self._last_s = now
            print_line(self._console, f"{'running':<9} {self.text(now)}, now {name}")

    def text(self, now_s: float | None = None) -> str:
        text = f"{self.n_done:,} of {count(self.total, self._noun, ',')} done, {self.n_bad:,} {self._bad}"
        if (n_new := self.n_done - self._first) == 0:
            return text
        spent_s = (self._clock() if now_s is None else now_s) - self._start_s
        # Some commands do more than they planned.
        return f"{text}, about {spent_s / n_new * max(self.total - self.n_done, 0):.0f} s left"

    def say(self) -> None:
        """Note another line, which shows that the command goes on."""
        if self._bar is None:
            self._last_s = self._clock()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


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
