"""The command ``kernel-harness doctor`` with its options."""

from __future__ import annotations

from pathlib import Path

import click

from .cli_options import device_option
from .settings import Settings


@click.command("doctor")
@device_option
@click.pass_context
def doctor_command(ctx: click.Context, device: str | None) -> None:
    """Say what was found, what will run where, and what to install.

    Exit status: 0 when the device runs, 1 when it does not.
    """
    from .cli_doctor import run_doctor
    from .report.terminal import make_console

    settings = Settings.load(Path.cwd(), device=device)
    ctx.exit(run_doctor(settings, make_console()))
