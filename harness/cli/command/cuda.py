"""The command ``kernel-harness cuda`` with its commands and options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ...settings.settings import Settings
from ...settings.table import DEVICE_KINDS
from ..options import on_cluster_of_releases


@click.group("cuda")
def cuda_command() -> None:
    """Check every variant with a CUDA release, and compare releases."""


@cuda_command.command("check")
@click.argument("names", nargs=-1, metavar="[NAME | FILE.cu | FOLDER]...")
@click.option(
    "--cuda",
    "releases",
    metavar="RELEASE",
    multiple=True,
    help="CUDA release, such as 12.4. Default: the setting cuda, else the newest installed release. With --on: several "
    "times for several releases; default: all that the cluster's hosts have.",
)
@click.option(
    "--device",
    type=click.Choice(DEVICE_KINDS),
    default="auto",
    show_default=True,
    help="cpu executes the release's PTX; gpu also runs its machine code; auto is gpu if there is one, else cpu.",
)
@click.option(
    "--json",
    "json_path",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="File for the results. Default: one file per release in the folder of the setting cuda_results.",
)
@on_cluster_of_releases
@click.pass_context
def check_release(
    ctx: click.Context,
    names: tuple[str, ...],
    releases: tuple[str, ...],
    device: str,
    json_path: Path | None,
    cluster: dict[str, Any],
) -> None:
    """Compile every variant for every architecture of a CUDA release, run the compiled code, and store the results.

    The matrix runs as PTX on the cpu device, and as machine code on a GPU if there is one. A variant that the release
    cannot compile is skipped, with the reason. On a cluster each release is checked by a host that has the Ray resource
    cuda-RELEASE. Exit status: 0 all passed, 1 something failed or did not run, 2 usage or
    declaration error.
    """
    from ...cluster.opening import Where
    from ...errors import UsageError
    from ...report.text.console import make_console
    from ...store.whole_file import text_stream
    from ..action.cuda import run_release, run_releases_on

    where = Where.parse(**cluster)
    where.refuse_several("cuda check")
    console = make_console(text_stream({"--json": json_path}))
    if where.address is not None:
        on = where, releases, names, device, json_path, Settings.load(Path.cwd()), console
        ctx.exit(run_releases_on(*on))
    if len(releases) > 1:
        raise UsageError(
            f"one CUDA release is checked at a time (got {', '.join(releases)}); add --on ray, or run once for each"
        )
    settings = Settings.load(Path.cwd(), cuda=releases[0] if releases else None)
    ctx.exit(run_release(names, device, json_path, settings, console).exit_code)


@cuda_command.command("table")
@click.argument("files", nargs=-1, metavar="[FILE.json]...", type=click.Path(path_type=Path, exists=True))
@click.option("--arch", default="", metavar="sm_XX", help="Architecture of the shown registers and spills.")
@click.option(
    "--markdown",
    "markdown_path",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Also write Markdown.",
)
@on_cluster_of_releases
@click.pass_context
def show_table(
    ctx: click.Context,
    files: tuple[Path, ...],
    arch: str,
    markdown_path: Path | None,
    cluster: dict[str, Any],
) -> None:
    """Compare the checked CUDA releases side by side: results, registers, spills, counters.

    FILE.json is a file that `cuda check` wrote. Without files, all stored results are shown. With --on, each release
    that the cluster's hosts have is checked first, as by `cuda check`. Exit status: 0 all passed,
    1 a variant failed with a release, 2 there is nothing to show.
    """
    from ...cluster.opening import Where
    from ...errors import UsageError
    from ...report.text.console import make_console
    from ...store.whole_file import text_stream
    from ..action.cuda import run_releases_on, show_releases

    where, settings = Where.parse(**cluster), Settings.load(Path.cwd())
    where.refuse_several("cuda table")
    console = make_console(text_stream({"--markdown": markdown_path}))
    checked = 0
    if where.address is not None:
        if files:
            raise UsageError(
                "--on checks the releases of a cluster anew (got FILE, too); leave out one of the two"
            )
        checked = run_releases_on(where, (), (), "auto", None, settings, console)
    ctx.exit(max(checked, show_releases(files, arch, markdown_path, settings, console)))
