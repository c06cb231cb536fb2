"""The command ``kernel-harness list``: variants, or the ids of their cases."""

from __future__ import annotations

from pathlib import Path

import click

from ...errors import UsageError
from ...exit_status import EXIT_PASS, EXIT_USAGE
from ...settings.settings import Settings
from ..options import expression_option, names_argument, seeds_option, sweep_option


@click.command("list")
@names_argument
@expression_option
@seeds_option
@sweep_option
@click.option("--cases", "show_cases", is_flag=True, help="List the ids of the selected cases instead.")
@click.pass_context
def list_command(
    ctx: click.Context,
    names: tuple[str, ...],
    expression: str,
    n_seeds: int,
    sweep: bool | None,
    show_cases: bool,
) -> None:
    """List variants, or the cases that `check` would run.

    Exit status: 0 listed, 2 usage or declaration error.
    """
    from ...device.selection import resolve_kind
    from ...report.text.console import make_console, print_line, print_lines
    from ...run.suite import assemble, find_variants
    from ...variant.selection import RunCases
    from ...variant.variant import block_text

    console = make_console()
    settings = Settings.load(Path.cwd())
    run_cases = RunCases.on(resolve_kind(settings.device, settings), n_seeds=n_seeds, sweep=sweep)
    discovery = find_variants(names, settings.sources, settings.found_cases, settings.operations)
    suite = assemble(discovery, expression, run_cases)
    width = max((len(part.variant.id) for part in suite.parts), default=0)
    for part in suite.parts:
        variant = part.variant
        if show_cases:
            for case in part.cases:
                print_line(console, case.id)
            continue
        blocks = " ".join(map(block_text, variant.blocks))
        line = f"{variant.id:<{width}} {len(part.cases):>5} cases  {variant.summary}"
        print_line(console, line, style="bold")
        how = ", ".join((variant.operation.name, variant.arithmetic, *variant.limits))
        print_line(console, f"{'':<{width}}   {', '.join(variant.dtypes)}; blocks {blocks}; {how}")
    for error in suite.errors:
        print_lines(console, f"ERROR {error}", style="bold red")
    # As `check` does, so that a selection can be tried here.
    if not suite.parts and not suite.errors:
        raise UsageError(f"-k must select a case (got {expression!r}, which selects none)")
    ctx.exit(EXIT_USAGE if suite.errors else EXIT_PASS)
