"""The command ``kernel-harness search`` with its options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ...search import DEFAULT_EXAMPLES, DEFAULT_SEED, MOST_EXAMPLES, MOST_SEED
from ...settings.settings import Settings
from ..options import device_option, names_argument, on_cluster, watched


@click.command("search")
@names_argument
@device_option
@click.option(
    "--examples",
    type=click.IntRange(1, MOST_EXAMPLES),
    default=DEFAULT_EXAMPLES,
    show_default=True,
    help="Cases to draw for each variant.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, MOST_SEED),
    default=DEFAULT_SEED,
    show_default=True,
    help="Seed of the draws; the same seed draws the same cases.",
)
@click.option(
    "--pin",
    is_flag=False,
    flag_value="",
    default=None,
    metavar="[FILE.toml]",
    help="Add the failing cases to FILE, or to one file per variant in the folder of pinned cases.",
)
@watched
@on_cluster
@click.pass_context
def search_command(
    ctx: click.Context,
    names: tuple[str, ...],
    device: str | None,
    examples: int,
    seed: int,
    pin: str | None,
    watch: dict[str, Any],
    cluster: dict[str, Any],
) -> None:
    """Search for failing cases beyond the matrix that `check` runs.

    Draws shapes, strides, offsets, blocks, types and values from the domain of each variant, minimises each failing
    case, and prints the command that reruns it. Needs pip install hypothesis. Exit
    status: 0 nothing found, 1 something found or nothing ran, 2 usage or declaration error.
    """
    settings = Settings.load(Path.cwd(), device=device, **watch)
    if cluster["on"] is None:
        from ...worker.head_start import head_start

        ctx.with_resource(head_start(settings))

    from ...cluster.opening import Where
    from ...report.text.console import make_console
    from ..action.search import SearchRequest, run_search

    where = Where.parse(**cluster)
    where.refuse_several("search")
    request = SearchRequest(names, examples, seed, None if pin is None else Path(pin), where)
    ctx.exit(run_search(request, settings, make_console()))
