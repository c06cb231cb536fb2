"""The short names of the plugin's options in configured projects: ``--device`` for ``--kernel-device``.

Another plugin or a ``conftest.py`` may later add options with these names. So the short names are never added as
options. When all other options are known, the free short names on the command line are replaced by the full names.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import pytest

SHORT_OPTIONS = {
    "--device": "--kernel-device",
    "--kernels": "--kernel-files",
    "--virtual-gpu": "--kernel-virtual-gpu",
    "--search": "--kernel-search",
    "--search-examples": "--kernel-search-examples",
    "--search-seed": "--kernel-search-seed",
}
"""Full name of each short name."""

_SEPARATE_VALUE = {
    "--device": re.compile("auto|gpu|cpu"),
    "--virtual-gpu": re.compile("sm_80|sm_90|sm_100"),
    "--search-examples": re.compile(r"-?\d+"),
    "--search-seed": re.compile(r"-?\d+"),
}
"""Values that may follow a short name as a separate argument."""


def free_names(parser: pytest.Parser) -> set[str]:
    """Return the short names that are not options of another plugin."""
    # pytest has no public list of options, and parsing a trial command line may run other plugins' actions.
    groups = [parser._anonymous, *parser._groups]
    return set(SHORT_OPTIONS) - {name for group in groups for each in group.options for name in each.names()}


def in_full(arguments: Sequence[str], names: Collection[str]) -> list[str]:
    """Replace short names in a command line."""
    expanded = list(_expanded(arguments))
    end = expanded.index("--") if "--" in expanded else len(expanded)
    replaced = [_option_in_full(argument, names) for argument in expanded[:end]] + expanded[end:]
    return list(arguments) if replaced == expanded else replaced


def without_values(arguments: Sequence[str], names: Collection[str]) -> list[str]:
    """Remove the values after short names, which a parser without these names would take for paths."""
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
    """Yield arguments with ``@FILE`` replaced by the lines of the file, as argparse does."""
    for argument in arguments:
        if not argument.startswith("@"):
            yield argument
            continue
        try:
            lines = Path(argument[1:]).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            yield argument  # argparse reports the error
            continue
        yield from _expanded(lines)
