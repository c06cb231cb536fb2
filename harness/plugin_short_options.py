"""The short names of the plugin's options: ``--device`` for ``--kernel-device``, in projects that are configured.

Another plugin or a ``conftest.py`` may have options of these names, and adds them later than this plugin adds its own.
The short names are therefore never added. Once all others have added theirs, the names that are free are replaced
in the command line.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import pytest

SHORT_OPTIONS = {
    "--device": "--kernel-device",
    "--kernels": "--kernel-files",
    "--search": "--kernel-search",
    "--search-examples": "--kernel-search-examples",
    "--search-seed": "--kernel-search-seed",
}
"""Each short name, and the option it stands for."""

_SEPARATE_VALUE = {
    "--device": re.compile("auto|gpu|cpu"),
    "--search-examples": re.compile(r"-?\d+"),
    "--search-seed": re.compile(r"-?\d+"),
}
"""Values that may follow a short name as an argument of their own."""


def free_names(parser: pytest.Parser) -> set[str]:
    """Return the short names that nobody has added as an option of their own so far."""
    # pytest has no public list of what was added, and to parse a trial may run what others do with a value.
    groups = [parser._anonymous, *parser._groups]
    return set(SHORT_OPTIONS) - {name for group in groups for each in group.options for name in each.names()}


def in_full(arguments: Sequence[str], names: Collection[str]) -> list[str]:
    """Replace short names in a command line.

    Parameters
    ----------
    arguments : sequence of str
        As pytest gets them, ``addopts`` included. ``@FILE`` stands for the lines of a file.
    names : collection of str
        The short names to replace.

    Returns
    -------
    list of str
        The same arguments where no short name is among them.
    """
    expanded = list(_expanded(arguments))
    end = expanded.index("--") if "--" in expanded else len(expanded)
    replaced = [_option_in_full(argument, names) for argument in expanded[:end]] + expanded[end:]
    return list(arguments) if replaced == expanded else replaced


def without_values(arguments: Sequence[str], names: Collection[str]) -> list[str]:
    """Remove the values that follow short names, which a parser that does not know the names takes for paths.

    Parameters
    ----------
    arguments, names
        As for `in_full`.
    """
    expanded = list(_expanded(arguments))
    end = expanded.index("--") if "--" in expanded else len(expanded)
    return [
        argument
        for place, argument in enumerate(expanded)
        if not (0 < place < end and _is_value_of(expanded[place - 1], argument, names))
    ]


def _is_value_of(name: str, argument: str, names: Collection[str]) -> bool:
    return name in names and name in _SEPARATE_VALUE and bool(_SEPARATE_VALUE[name].fullmatch(argument))


def _option_in_full(argument: str, names: Collection[str]) -> str:
    name, equals, value = argument.partition("=")
    return SHORT_OPTIONS[name] + equals + value if name in names else argument


def _expanded(arguments: Sequence[str]) -> Iterator[str]:
    """Yield arguments with the lines of files in the place of ``@FILE``, as argparse reads them."""
    for argument in arguments:
        if not argument.startswith("@"):
            yield argument
            continue
        try:
            lines = Path(argument[1:]).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            yield argument  # argparse says what is wrong
            continue
        yield from _expanded(lines)
