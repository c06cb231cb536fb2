"""The command ``kernel-harness count`` with its options."""

from __future__ import annotations

from pathlib import Path

import click

from ...settings.settings import Settings
from ...variant.shape import SCALAR_TYPES
from ..options import COUNT_SHAPES, json_option, names_argument

_SHAPES_TEXT = " ".join(f"{n_rows}x{n_cols}" for n_rows, n_cols in COUNT_SHAPES)


@click.command("count")
@names_argument
@click.option("--lines", is_flag=True, help="Also print the source with the counts of each line.")
@click.option(
    "--shape",
    "shapes",
    multiple=True,
    metavar="ROWSxCOLS",
    help=f"Size of the problem; may be given several times. Default: {_SHAPES_TEXT}.",
)
@click.option(
    "--block",
    "blocks",
    multiple=True,
    metavar="X[xY[xZ]]",
    help="A declared block; may be given several times. Default: the one nearest to 256 threads.",
)
@click.option(
    "--dtype",
    "dtypes",
    multiple=True,
    type=click.Choice(tuple(SCALAR_TYPES)),
    help="A declared element type; may be given several times. Default: the first of each variant.",
)
@click.option(
    "--arch",
    "archs",
    multiple=True,
    metavar="sm_XX",
    help="Architecture for registers, spills and occupancy; may be given several times.",
)
@json_option
@click.pass_context
def count_command(
    ctx: click.Context,
    names: tuple[str, ...],
    lines: bool,
    shapes: tuple[str, ...],
    blocks: tuple[str, ...],
    dtypes: tuple[str, ...],
    archs: tuple[str, ...],
    json_path: Path | None,
) -> None:
    """Count what kernels execute and move, exactly and without a GPU.

    Global and shared traffic, bank conflicts, barriers, shuffles, instructions and divergence come from running the
    PTX on the cpu device. Registers, spills and occupancy come from NVIDIA's assembler. The numbers are the same in
    every run. Exit status: 0 all counted, 1 a case could not be counted, 2 usage or declaration error.
    """
    from ...report.text.console import make_console
    from ...store.whole_file import text_stream
    from ..action.count import CountRequest, run_count

    request = CountRequest(names, shapes, blocks, dtypes, archs, lines, json_path, ctx.find_root().obj)
    settings = Settings.load(Path.cwd(), device="cpu")
    ctx.exit(run_count(request, settings, make_console(text_stream({"--json": json_path}))).exit_code)
