"""The command ``kernel-harness doctor`` with its options."""

from __future__ import annotations

from pathlib import Path

import click

from ...settings.settings import Settings
from ..options import device_option


@click.command("doctor")
@device_option
@click.pass_context
def doctor_command(ctx: click.Context, device: str | None) -> None:
    """List what is installed, which devices run here, and what to install.

    Exit status: 0 when the device runs, 1 when it does not.
    """
    from ...report.text.console import make_console
    from ..action.doctor import run_doctor

    settings = Settings.load(Path.cwd(), device=device)
    ctx.exit(run_doctor(settings, make_console()))
