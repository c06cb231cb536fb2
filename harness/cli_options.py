"""Options and arguments that several commands share.

Modules called ``cli_*_command`` and this one load nothing that runs a kernel: their own imports are what ``--help``, a
wrong flag and shell completion wait for. A command imports its body when it is called.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from .setting_table import DEVICE_KINDS, SANITIZERS

device_option = click.option(
    "--device",
    type=click.Choice(DEVICE_KINDS),
    default=None,
    help="Where to run: a GPU, the PTX executor on this CPU, or whichever is there (auto, the default).",
)
expression_option = click.option(
    "-k",
    "expression",
    metavar="EXPR",
    default="",
    help="Only cases whose id matches, as in pytest: 'warp', 'strided and not fp16', or one full id.",
)
seeds_option = click.option(
    "--seeds",
    "n_seeds",
    metavar="N",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Random inputs for each case of the matrix; ids of all but the first hold -seed1, -seed2, ...",
)
sweep_option = click.option(
    "--sweep/--no-sweep",
    default=None,
    help="Also run the width sweep, every width in turn. Default: on a GPU only.",
)
_WATCH_OPTIONS = (
    click.option(
        "--sanitizers",
        metavar="LIST",
        help=f"On the cpu device, what to look for in each launch: {','.join(SANITIZERS)} (all by default; "
        f"{SANITIZERS[0]} always).",
    ),
    click.option(
        "--schedules",
        metavar="N",
        help="On the cpu device, other orders of blocks, warps and lanes in which to launch each case again. "
        "[default: 1]",
    ),
    click.option(
        "--schedule-seed",
        metavar="SEED",
        help="The first of these orders; the next ones count up. Default: each case's own.",
    ),
    click.option(
        "--stress-approximations",
        metavar="SEED",
        help="On the cpu device, let approximate instructions err within what the PTX ISA allows.",
    ),
)


def watched(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of what is looked for; they reach the settings under their own names."""
    for option in reversed(_WATCH_OPTIONS):
        command = option(command)
    return command


names_argument = click.argument("names", nargs=-1, metavar="[NAME | FILE.cu | FOLDER]...")
json_option = click.option(
    "--json", "json_path", metavar="FILE", type=click.Path(path_type=Path), help="Also write JSON."
)
