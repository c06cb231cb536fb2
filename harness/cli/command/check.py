"""The command ``kernel-harness check`` with its options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ...settings.settings import Settings
from ..options import (
    device_option,
    expression_option,
    json_option,
    names_argument,
    on_cluster,
    seeds_option,
    sweep_option,
    watched,
)


@click.command("check")
@names_argument
@device_option
@expression_option
@seeds_option
@sweep_option
@json_option
@click.option("-x", "--exitfirst", is_flag=True, help="Stop at the first failure; the rest is NOT-RUN.")
@click.option(
    "--strict", is_flag=True, help="Fail if a case is UNPROVEN: its bound also accepts a known wrong output."
)
@click.option(
    "--keep-going",
    is_flag=True,
    default=None,
    help="Run all cases of a kernel that hangs. Default: after two hangs of one block and type, the rest is NOT-RUN.",
)
@click.option("-v", "--verbose", is_flag=True, help="Print every failure in full.")
@click.option(
    "--coverage",
    is_flag=True,
    help="Add sizes at which branches go another way; list the branches that did not go both ways, by source line.",
)
@click.option(
    "--resume",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Add each result to FILE as it ends; do not run cases again that have a result in FILE.",
)
@watched
@on_cluster
@click.pass_context
def check_command(
    ctx: click.Context,
    names: tuple[str, ...],
    device: str | None,
    expression: str,
    n_seeds: int,
    sweep: bool | None,
    json_path: Path | None,
    exitfirst: bool,
    strict: bool,
    keep_going: bool | None,
    verbose: bool,
    coverage: bool,
    watch: dict[str, Any],
    cluster: dict[str, Any],
    resume: Path | None,
) -> None:
    """Run kernels over their matrix of cases and print a verdict for each.

    NAME is a variant under the sources, FILE.cu any file with a declaration. Without names, all variants are
    checked. Exit status: 0 nothing failed, 1 something failed or did not run, 2 usage or declaration error.
    """
    settings = Settings.load(Path.cwd(), device=device, keep_going=keep_going, **watch)
    if cluster["on"] is None:
        from ...worker.head_start import head_start

        ctx.with_resource(head_start(settings))

    from ...cluster.opening import Where
    from ...errors import UsageError
    from ...report.text.console import make_console
    from ...store.whole_file import text_stream
    from ..action.check import CheckRequest, run_check
    from ..action.fleet import run_fleet

    where = Where.parse(**cluster)
    if coverage and where.address is not None:
        raise UsageError("--coverage runs on this machine only (got --on, too); leave out one of the two")
    request = CheckRequest(
        names,
        expression,
        n_seeds,
        sweep,
        json_path,
        exitfirst,
        verbose,
        coverage,
        ctx.find_root().obj,
        where,
        resume,
        strict,
    )
    console = make_console(text_stream({"--json": json_path}))
    if len(where.accelerators) > 1:
        ctx.exit(run_fleet(request, settings, console))
    ctx.exit(run_check(request, settings, console).exit_code)
