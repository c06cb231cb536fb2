"""The command ``kernel-harness trace`` with its options."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ...settings.settings import Settings
from ..options import device_option, expression_option, json_option, watched


@click.command("trace")
@click.argument("names", nargs=-1, metavar="NAME | FILE.cu")
@device_option
@expression_option
@click.option("--first", is_flag=True, help="Of several selected cases, trace the first that fails.")
@click.option("--row", type=click.IntRange(min=0), help="Row of the element, from 0; needs --col.")
@click.option("--col", type=click.IntRange(min=0), help="Column of the element, from 0; needs --row.")
@click.option(
    "--index", metavar="I,J,...", default="", help="Indices of the element, for outputs that are no matrix."
)
@click.option("--array", default="", metavar="NAME", help="The output, if there are several.")
@click.option(
    "--depth",
    type=click.IntRange(min=0),
    default=8,
    show_default=True,
    help="Most statements between a printed one and the element.",
)
@json_option
@watched
@click.pass_context
def trace_command(
    ctx: click.Context,
    names: tuple[str, ...],
    device: str | None,
    expression: str,
    first: bool,
    row: int | None,
    col: int | None,
    index: str,
    array: str,
    depth: int,
    json_path: Path | None,
    watch: dict[str, Any],
) -> None:
    """Show how one element of an output came about, back to the inputs.

    Runs one case on the cpu device and prints the statements that the element's value flowed through, with their
    values, the conditions that decided, and the input elements that the value does and does not depend on. Without
    --row and --col, or --index, it traces the element that is farthest off. --schedule-seed sets the order of blocks,
    warps and lanes. Exit status: 0 the element is right, 1 it is wrong, 2 usage or declaration error, or the case
    cannot be traced.
    """
    settings = Settings.load(Path.cwd(), device=device, **watch)
    from ...worker.head_start import head_start

    ctx.with_resource(head_start(replace(settings, device="cpu")))

    from ...report.text.console import make_console
    from ...store.whole_file import text_stream
    from ..action.trace import TraceCommand, run_trace

    request = TraceCommand(
        names, expression, first, row, col, index, array, depth, json_path, ctx.find_root().obj
    )
    ctx.exit(run_trace(request, settings, make_console(text_stream({"--json": json_path}))))
