"""The shell command that reruns a case, with the options of unusual checks."""

from __future__ import annotations

import os
import shlex
from functools import lru_cache
from pathlib import Path

from ..compiler.source.file_names import display_path
from ..settings.settings import SETTINGS, Settings
from ..settings.watch_options import WATCH_OPTIONS
from ..variant.case import Case


def rerun_command(case: Case, *, device_kind: str, settings: Settings, command: str = "check") -> str:
    """Write the shell command that reruns just this case, from the folder of the current run."""
    # The command names a variant under the configured sources by its id, any other by its file. `command` is the
    # command's own name.
    variant = case.variant
    target = _target(variant.id, variant.path, settings.sources, _folder())
    line = f"kernel-harness {command} {_quoted(target)} -k {shlex.quote(case.id)} --device {device_kind}"
    return " ".join((line, *(watch_options(settings) if device_kind == "cpu" else ())))


def watch_options(settings: Settings) -> tuple[str, ...]:
    """Return the command-line options for the settings that differ from the defaults."""
    return tuple(
        option.given(value)
        for option in WATCH_OPTIONS
        if (value := getattr(settings, option.name)) != SETTINGS[option.name].default
    )


def _quoted(text: str) -> str:
    """Return a word of a shell's command line, on one line."""
    if text.isprintable():
        return shlex.quote(text)
    escaped = (
        char
        if char.isprintable() and char not in "'\\"
        else "".join(f"\\x{byte:02x}" for byte in os.fsencode(char))
        for char in text
    )
    # bash's ANSI-C quoting: line feeds, control characters and bytes that are not UTF-8 stay on one line.
    return f"$'{''.join(escaped)}'"


@lru_cache(maxsize=256)
def _target(variant_id: str, path: Path, sources: tuple[Path, ...], folder: str) -> str:
    """Return a variant's name on a command line in `folder`: its id under the sources, else its file."""
    root = Path(folder)
    is_source = any((root / path).is_relative_to(root / source) for source in sources)
    return variant_id if is_source else display_path(path)


def _folder() -> str:
    try:
        return os.getcwd()  # noqa: PTH109 - each case asks, and a path takes longer to make
    except OSError:  # it was removed
        return ""
