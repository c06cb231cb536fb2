"""The command line: its commands, and the exit status of each error.

A command is a module of `harness.cli.commands`. The module is imported when the command is called, and imports what
runs kernels in its functions. So ``--help``, the error for a wrong flag and shell completion are fast.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import os
import sys
import traceback
from collections.abc import Iterator, Mapping, MutableMapping
from pathlib import Path
from typing import Any, NoReturn, cast

import click

from .. import __version__
from ..errors import HarnessError, Interrupted, UsageError
from ..exit_status import EXIT_INTERRUPTED, EXIT_USAGE
from ..report.text import plain_text
from ..store import standard_streams
from ..worker.termination import orderly_termination

# The commands with the first paragraph of their help. Importing all of them would take `--help` 40 ms.
_SUMMARIES = {
    "adopt": "Declare every kernel of a checkout that fits an operation.",
    "check": "Run kernels over their matrix of cases and print verdicts.",
    "count": "Count what kernels execute and move, exactly, without a GPU.",
    "doctor": "List what is installed, what runs here, and what to install.",
    "gate": "Decide whether a change of kernels may merge.",
    "init": "Declare kernels of .cu, .ptx and Triton .py files.",
    "list": "List variants, or the cases that `check` would run.",
    "operations": "List the operations that kernels may compute.",
    "report": "Make one HTML file of results, or compare CUDA releases.",
    "run": "Run a Python program on a virtual GPU, under every sanitizer.",
    "search": "Search for failing cases beyond the matrix that `check` runs.",
    "trace": "Show how one element of an output came about.",
    "tune": "Measure which softmax variant is the fastest where.",
}


# Imports and cases make millions of objects that all stay in use.
_GARBAGE_THRESHOLDS = (100_000, 50, 100)


class _Commands(Mapping[str, click.Command]):
    """The commands by name, each imported when it is asked for."""

    def __getitem__(self, name: str) -> click.Command:
        if name not in _SUMMARIES:
            raise KeyError(name)
        command: click.Command = getattr(
            importlib.import_module(f".commands.{name}", __package__), f"{name}_command"
        )
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(_SUMMARIES)

    def __len__(self) -> int:
        return len(_SUMMARIES)


class _Failure(click.ClickException):
    # click prints it on standard error.

    exit_code = EXIT_USAGE


def _interrupted(error: BaseException) -> NoReturn:
    click.echo(f"interrupted: {error}" if isinstance(error, Interrupted) else "interrupted", err=True)
    raise click.exceptions.Exit(EXIT_INTERRUPTED) from None


@contextlib.contextmanager
def _ending_well() -> Iterator[None]:
    """Turn the harness's exceptions into an exit status, and show control characters in messages as text."""
    with orderly_termination() as requests:
        try:
            with _ends():
                yield
        except (click.ClickException, click.exceptions.Exit):
            raise
        except Exception as error:
            if not requests.has_interrupted:
                raise
            _interrupted(error)


@contextlib.contextmanager
def _ends() -> Iterator[None]:
    try:
        yield
    except click.ClickException as error:
        # click declares `message` final.
        vars(error)["message"] = plain_text.line(error.message)
        raise
    except UsageError as error:
        # A message's own further lines are indented; other line feeds belong to names.
        raise _Failure("\n  ".join(map(plain_text.line, str(error).split("\n  ")))) from error
    except HarnessError as error:
        raise _Failure(plain_text.lines(str(error))) from error
    except KeyboardInterrupt as error:
        _interrupted(error)
    except BrokenPipeError as error:
        # click takes every broken pipe for standard output's, and ends with status 1 without a message.
        if not standard_streams.reader_is_gone():
            raise _Failure(
                f"a process that the command had started ended too early (got: {error}); run the command again"
            ) from error
        standard_streams.give_up_output()
        raise SystemExit(standard_streams.EXIT_CLOSED_PIPE) from None


class _Program(click.Group):
    """The program: keeps the arguments for the report, and turns the harness's exceptions into an exit status."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        arguments = tuple(args)
        with _ending_well():
            context = super().make_context(info_name, args, parent, **extra)
        context.obj = arguments
        return context

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        named = {name: click.Command(name, help=summary) for name, summary in _SUMMARIES.items()}
        click.Group(commands=named).format_commands(ctx, formatter)

    def invoke(self, ctx: click.Context) -> Any:
        with _ending_well():
            try:
                Path.cwd()
            except OSError as error:
                raise UsageError(
                    f"the current folder must exist (got one that was deleted or cannot be read: {error.strerror}); "
                    "change to another folder, then run the command again"
                ) from None
            return super().invoke(ctx)

    def __call__(self, *args: Any, **extra: Any) -> Any:
        """Run the program; an error of the program itself has a status that does not judge a kernel."""
        gc.set_threshold(*_GARBAGE_THRESHOLDS)
        # Python's last collection would search all of them.
        atexit.register(gc.freeze)
        try:
            return self.main(*args, **extra)
        except Exception:
            traceback.print_exc()
            sys.exit(EXIT_USAGE)

    def main(self, *args: Any, **extra: Any) -> Any:
        standard_streams.open_closed()
        # NumPy's OpenBLAS has nothing to do here, and its threads would take signals that the main thread holds back
        # (`harness.compiler.backend.nvrtc_library`).
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        return super().main(*args, **extra)


@click.group(
    cls=_Program,
    commands=cast(MutableMapping[str, click.Command], _Commands()),  # click changes it in add_command only
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="kernel-harness")
def main() -> None:
    """Catch CUDA kernel regressions before they merge, with or without a GPU."""
