"""The command ``kernel-harness history`` with its commands and options."""

from __future__ import annotations

from pathlib import Path

import click

from ...settings.settings import Settings


class _History(click.Group):
    """A group whose ``show`` needs no name: ``history``, ``history NAME``, ``history --shape 4096x1024``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or (args[0] not in self.commands and args[0] not in ctx.help_option_names):
            args = ["show", *args]
        return super().parse_args(ctx, args)


@click.group("history", cls=_History)
def history_command() -> None:
    """List stored benchmark results by GPU, driver, CUDA version and clocks, or `add` new ones.

    `history [NAME...]` is short for `history show [NAME...]`.
    """


@history_command.command("show")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--shape",
    "shapes",
    multiple=True,
    metavar="ROWSxCOLS",
    help="List only this problem; may be given several times.",
)
@click.option(
    "--since", default="", metavar="COMMIT", help="Compare with this commit instead of the previous result."
)
@click.option("--html", "html_path", metavar="FILE", type=click.Path(path_type=Path), help="Also write HTML.")
def show_command(names: tuple[str, ...], shapes: tuple[str, ...], since: str, html_path: Path | None) -> None:
    """List stored results by key, with the change since the previous result.

    Exit status: 0 listed, 2 usage error, or there are no results.
    """
    from ...report.text.console import make_console
    from ...store.whole_file import text_stream
    from ..action.history import show

    console = make_console(text_stream({"--html": html_path}))
    show(names, shapes, since, Settings.load(Path.cwd()).baselines, console, html_path)


@history_command.command("add")
@click.argument("bench", metavar="BENCH.json", type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help="Replace a result of the same commit and key.")
@click.option(
    "--dirty", is_flag=True, help="Store a result even if files differed from the commit; it is marked."
)
def add_command(bench: Path, replace: bool, dirty: bool) -> None:
    """Store the times that `pytest --device gpu --benchmark-json BENCH.json` measured.

    Exit status: 0 stored, 2 refused, and nothing is written.
    """
    from ...report.text.console import make_console
    from ..action.history import add

    add(bench, Settings.load(Path.cwd()).baselines, make_console(), replace=replace, dirty=dirty)
