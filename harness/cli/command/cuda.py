"""The command ``kernel-harness cuda`` with its commands and options."""

from __future__ import annotations

from pathlib import Path

import click

from ...settings.settings import Settings
from ...settings.table import DEVICE_KINDS


@click.group("cuda")
def cuda_command() -> None:
    """Check every variant with a CUDA release, and compare releases."""


@cuda_command.command("check")
@click.argument("names", nargs=-1, metavar="[NAME | FILE.cu | FOLDER]...")
@click.option(
    "--cuda",
    "release",
    metavar="RELEASE",
    default=None,
    help="CUDA release, such as 12.4. Default: the setting cuda, else the newest installed release.",
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
@click.pass_context
def check_release(
    ctx: click.Context, names: tuple[str, ...], release: str | None, device: str, json_path: Path | None
) -> None:
    """Compile every variant for every architecture of a CUDA release, run the compiled code, and store the results.

    The matrix runs as PTX on the cpu device, and as machine code on a GPU if there is one. A variant that the release
    cannot compile is skipped, with the reason. Exit status: 0 all passed, 1 something failed or did not run, 2 usage or
    declaration error.
    """
    from ...report.text.console import make_console
    from ...store.whole_file import text_stream
    from ..action.cuda import run_release

    settings = Settings.load(Path.cwd(), cuda=release)
    console = make_console(text_stream({"--json": json_path}))
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
@click.pass_context
def show_table(ctx: click.Context, files: tuple[Path, ...], arch: str, markdown_path: Path | None) -> None:
    """Compare the checked CUDA releases side by side: results, registers, spills, counters.

    FILE.json is a file that `cuda check` wrote. Without files, all stored results are shown. Exit status: 0 all passed,
    1 a variant failed with a release, 2 there is nothing to show.
    """
    from ...report.text.console import make_console
    from ...store.whole_file import text_stream
    from ..action.cuda import show_releases

    console = make_console(text_stream({"--markdown": markdown_path}))
    ctx.exit(show_releases(files, arch, markdown_path, Settings.load(Path.cwd()), console))
