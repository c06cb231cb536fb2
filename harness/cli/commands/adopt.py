"""The command ``kernel-harness adopt`` with its options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ...settings.settings import Settings
from ..options import file_option, json_option, several


@click.command("adopt")
@click.argument("repository", metavar="REPOSITORY", type=click.Path(path_type=Path))
@file_option(
    "--into",
    "Folder for kernels.toml; made if it does not exist.",
    metavar="FOLDER",
    default=Path("kernels"),
    show_default=True,
)
@click.option(
    "--seconds",
    default=6.0,
    show_default=True,
    metavar="S",
    type=click.FloatRange(min=0.1),
    help="Time for finding the launch of one kernel.",
)
@click.option(
    "--minutes",
    default=5.0,
    show_default=True,
    metavar="M",
    type=click.FloatRange(min=0.0),
    help="Time for the whole checkout until its table; `inf` for as long as it takes. Kernels whose names and texts "
    "tell an operation are tried first.",
)
@click.option(
    "--resume",
    is_flag=True,
    help="Try the kernels that an earlier adoption into the same folder had no time for, and add to its kernels.toml.",
)
@click.option(
    "--workers",
    metavar="N",
    type=click.IntRange(min=1),
    help="Number of processes; as many as there are cores by default.",
)
@several("--only", "only", "PATH", "File or folder of the repository to go through, instead of all of it")
@click.option(
    "--source",
    default="",
    metavar="TEXT",
    help="Origin of the kernels, for the declarations. Default: the name of the repository's folder.",
)
@click.option(
    "--triton",
    is_flag=True,
    help="Go through .py files as well, and try their Triton kernels. It executes the files that have some, each in a "
    "process of its own; needs Triton.",
)
@click.option("--force", is_flag=True, help="Replace an existing kernels.toml.")
@json_option
@click.pass_context
def adopt_command(ctx: click.Context, /, json_path: Path | None, **options: Any) -> None:
    """Declare every kernel of a checkout that fits an operation.

    Goes through the sources of REPOSITORY, finds their headers and the host code that launches their kernels, and tries
    each kernel as init does. Writes the declarations into one kernels.toml and changes no source. Prints a table of
    what was adopted, what one option of init would do, and why the rest cannot be declared, with first findings.
    Kernels for which there was no time are listed in not-tried.txt next to it; --resume goes on with them.
    Exit status: 0 all kernels declared, 2 some were not, or wrong usage.
    """
    import sys
    import time

    began = time.monotonic()
    from ...report.text.console import make_console
    from ...store.whole_file import text_stream
    from ..bodies.adopt import AdoptRequest, run_adopt

    request = AdoptRequest(**options, json_path=json_path, began=began)
    settings = Settings.load(Path.cwd())
    console = make_console(text_stream({"--json": json_path}))
    ctx.exit(run_adopt(request, settings, console, make_console(sys.stderr)))
