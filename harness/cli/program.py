"""The command line: its commands, and the exit status of each error.

A command is a module of `harness.cli.command` with its arguments and its help. The module is imported when the command
is called, and then imports its body. So ``--help``, the error for a wrong flag and shell completion are fast.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import os
import pkgutil
import sys
import traceback
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from typing import Any, NoReturn

import click

from .. import __version__
from ..errors import HarnessError, Interrupted, UsageError
from ..exit_status import EXIT_INTERRUPTED, EXIT_USAGE
from ..report.text import plain_text
from ..store import standard_streams
from ..worker.termination import orderly_termination
from . import command


@functools.cache
def _names() -> tuple[str, ...]:
    """Name every module of `harness.cli.command`; `NAME_command` of module ``command.NAME`` is the command."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(command.__path__)))


def _summary(name: str) -> str:
    """Return the first paragraph of a command's help, read from its source, because importing every command is slow."""
    source = (pkgutil.get_data(command.__name__, f"{name}.py") or b"").decode()
    own = source.partition(f"def {name}_command(")[2].split('"""')[1]
    return own.partition("\n\n")[0]


class _Commands(MutableMapping[str, click.Command]):
    """The commands by name, each imported when it is asked for."""

    def __init__(self) -> None:
        self._loaded: dict[str, click.Command] = {}

    def __getitem__(self, name: str) -> click.Command:
        if name not in self._loaded:
            if name not in _names():
                raise KeyError(name)
            module = importlib.import_module(f".command.{name}", __package__)
            self._loaded[name] = getattr(module, f"{name}_command")
        return self._loaded[name]

    def __setitem__(self, name: str, command: click.Command) -> None:
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        del self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_names())

    def __len__(self) -> int:
        return len(_names())

    def __contains__(self, name: object) -> bool:
        return name in _names()


class _Failure(click.ClickException):
    """A HarnessError as click prints it, on standard error."""

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
        # A message's own further lines are indented; other line feeds are those of names.
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


def _check_folder() -> None:
    try:
        Path.cwd()
    except OSError as error:
        raise UsageError(
            f"the current folder must exist (got one that was deleted or cannot be read: {error.strerror}); "
            "change to another folder, then run the command again"
        ) from None


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
        named = {name: click.Command(name, help=_summary(name)) for name in _names()}
        click.Group(commands=named).format_commands(ctx, formatter)

    def invoke(self, ctx: click.Context) -> Any:
        with _ending_well():
            _check_folder()
            return super().invoke(ctx)

    def __call__(self, *args: Any, **extra: Any) -> Any:
        """Run the program; an error of its own has a status that is no verdict about a kernel."""
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


@click.group(cls=_Program, commands=_Commands(), context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="kernel-harness")
def main() -> None:
    """Catch CUDA kernel regressions before they merge, with or without a GPU."""
