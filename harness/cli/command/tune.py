"""The command ``kernel-harness tune`` with its options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ...settings.settings import Settings
from ..options import on_cluster_of_whole_gpus


@click.command("tune")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--table",
    metavar="FILE.toml",
    type=click.Path(path_type=Path),
    help="Table to fill in. Default: the table that kernel_harness.softmax uses.",
)
@click.option(
    "--json", "json_path", metavar="FILE", type=click.Path(path_type=Path), help="Also write all times."
)
@on_cluster_of_whole_gpus
def tune_command(
    names: tuple[str, ...], table: Path | None, json_path: Path | None, cluster: dict[str, Any]
) -> None:
    """Measure which variant is the fastest in each regime of kernel_harness.softmax, and write the table.

    NAME is a variant to choose from. Without names, the candidates are all softmax variants that take 16-bit types.
    Needs a GPU, of this machine or of a cluster. Exit status: 0 written, 2 no GPU or a table that cannot be read.
    """
    from ...cluster.opening import Where
    from ...report.text.console import make_console
    from ...store.whole_file import text_stream
    from ..action.tune import TuneRequest, run_tune

    console = make_console(text_stream({"--table": table, "--json": json_path}))
    run_tune(TuneRequest(table, names, json_path, Where.parse(**cluster)), Settings.load(Path.cwd()), console)
