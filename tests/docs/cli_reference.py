"""Writes ``docs/cli.md``: commands with their arguments, options, defaults and exit statuses, read off them.

python -m tests.docs docs
"""

import inspect
import re
import textwrap
from collections.abc import Iterator

import click

from harness.cli.program import main
from harness.exit_status import EXIT_INTERRUPTED

PROGRAM = "kernel-harness"
WIDTH = 120

_HEAD = f"""# The command line

<!-- made by python -m tests.docs docs -->

A command with `--help` prints the same text. Options that are not given come from [settings](settings.md). Output that
is not a terminal has no colour and no progress bar; `NO_COLOR` and `FORCE_COLOR` override this.

An error message, on standard error, states the rule, the wrong value and what to do. Ctrl-C ends every command with
status {EXIT_INTERRUPTED}. A command that has started cases then reports its results and its progress.
"""

# "Exit status: 0 all passed, 1 something failed, 2 usage error." at the end of a command's help.
_EXIT = re.compile(r"\s*Exit\s+status:\s+(0 .*?)\.(?:\s|$)", re.DOTALL)
_DEFAULT = re.compile(r"\s*(?:Default: (.*?)\.$|\[default: (.*?)\])")


def page() -> str:
    """Return the page.

    Raises ValueError: a command does not say what its exit status means, or an option what it does.
    """
    parts = [_HEAD.strip(), _overview()]
    parts += [_command(name, command) for name, command in commands()]
    return "\n\n".join(parts) + "\n"


def commands() -> Iterator[tuple[str, click.Command]]:
    """Yield every command that does something, with its name behind the program's: ``history add``."""
    yield from _leaves("", main)


def exit_statuses(command: click.Command) -> list[tuple[int, str]]:
    """Return what a command's help says about its exit status; empty where it says nothing."""
    found = _EXIT.search(inspect.cleandoc(command.help or ""))
    if found is None:
        return []
    items = re.split(r"[,;] (?=\d)", " ".join(found[1].split()))
    return [(int(item.partition(" ")[0]), item.partition(" ")[2]) for item in items]


def _leaves(prefix: str, group: click.Group) -> Iterator[tuple[str, click.Command]]:
    for name, command in sorted(group.commands.items()):
        if isinstance(command, click.Group):
            yield from _leaves(f"{prefix}{name} ", command)
        else:
            yield f"{prefix}{name}", command


def _plain(text: str) -> str:
    """Write a help text so that no reader of Markdown takes a part of it for HTML; code is left as it is."""
    parts = text.split("`")
    return "`".join(part.replace("<", "&lt;") if index % 2 == 0 else part for index, part in enumerate(parts))


def _overview() -> str:
    rows = ["| command | |", "|---|---|"]
    for name, command in commands():
        summary = inspect.cleandoc(command.help or "").partition("\n\n")[0]
        rows.append(
            f"| [`{name}`](#{PROGRAM}-{name.replace(' ', '-')}) | {_plain(' '.join(summary.split()))} |"
        )
    return "\n".join(rows)


def _command(name: str, command: click.Command) -> str:
    text = inspect.cleandoc(command.help or "")
    statuses = exit_statuses(command)
    if not statuses:
        raise ValueError(f"the help of `{PROGRAM} {name}` must end in `Exit status: 0 ..., 2 ...`")
    prose = [
        textwrap.fill(_plain(" ".join(part.split())), WIDTH) for part in _EXIT.sub(" ", text).split("\n\n")
    ]
    usage = " ".join(
        [
            PROGRAM,
            name,
            "[OPTIONS]",
            *(str(p.metavar or p.name) for p in command.params if isinstance(p, click.Argument)),
        ]
    )
    parts = [f"## {PROGRAM} {name}", f"```text\n{usage}\n```", *(part for part in prose if part)]
    options = [each for each in command.params if isinstance(each, click.Option)]
    if options:
        rows = ["| option | default | meaning |", "|---|---|---|"]
        rows += [_option(name, each) for each in options]
        parts.append("\n".join(rows))
    rows = [
        "| exit status | |",
        "|---|---|",
        *(f"| {status} | {_plain(meaning)} |" for status, meaning in statuses),
    ]
    return "\n\n".join([*parts, "\n".join(rows)])


def _option(name: str, option: click.Option) -> str:
    if not option.help:
        raise ValueError(f"{option.opts[-1]} of `{PROGRAM} {name}` must have a help text")
    found = _DEFAULT.search(option.help)
    meaning = _DEFAULT.sub("", option.help).rstrip()
    meaning += "" if meaning.endswith(".") else "."
    default = (found[1] or found[2]) if found else ""
    if not default and option.required:
        default = "required"
    elif not default and option.is_flag and not option.secondary_opts:
        default = "off"
    elif not default and (option.show_default and option.default is not None):
        default = f"`{option.default}`"
    spelled = ", ".join([*option.opts, *option.secondary_opts])
    value = "" if option.is_flag else f" {_value(option)}"
    cells = (f"`{spelled}{value}`", _plain(default), _plain(meaning) + _range(option))
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _value(option: click.Option) -> str:
    if isinstance(option.type, click.Choice):
        return "|".join(map(str, option.type.choices))
    return str(
        option.metavar
        or {"integer range": "N", "integer": "N"}.get(option.type.name, option.type.name.upper())
    )


def _range(option: click.Option) -> str:
    kind = option.type
    if not isinstance(kind, click.IntRange):
        return ""
    if kind.max is None:
        return f" At least {kind.min}."
    return f" From {kind.min} to {kind.max}."
