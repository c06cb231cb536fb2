"""``kernel-harness doctor``: prints the installed parts, the device that will run, and what to install."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...errors import UsageError
from ...exit_status import EXIT_FAILED, EXIT_PASS
from ...settings.settings import PREFIX, Settings, usable_cores
from ..options import device_option

if TYPE_CHECKING:
    from rich.console import Console

    from ...device.gpu.pycuda_build import Probe


@click.command("doctor")
@device_option
@click.pass_context
def doctor_command(ctx: click.Context, device: str | None) -> None:
    """List what is installed, what runs here, and what to install.

    Exit status: 0 when the device runs, 1 when it does not.
    """
    from ...compiler import open_cache
    from ...compiler.backend.nvrtc_library import installed_libraries
    from ...compiler.wheels import release_text
    from ...device.gpu.pycuda_build import plan_build
    from ...device.selection import missing_for, probe, resolve_kind
    from ...report.text.console import make_console, print_line

    console, wrong = make_console(), ""
    try:
        settings = Settings.load(Path.cwd(), device=device)
    except UsageError as error:
        # What is installed is told all the same, with the defaults.
        kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        settings, wrong = Settings.load(Path("/"), environ=kept, device=device), str(error)
    probes = probe(settings)
    _print_probes(console, probes)
    if not next((need.ok for need in probes if need.name == "pycuda"), True):
        needs, command = plan_build(settings)
        print_line(console, "")
        print_line(console, "pycuda is built from source; here that takes", style="bold")
        _print_probes(console, needs)
        print_line(console, f"and then: {command}")
    print_line(console, "")
    for kind in ("cpu", "gpu"):
        missing = missing_for(kind, settings)
        without = f"does not run here; it needs {', '.join(need.name for need in missing)}"
        print_line(console, f"--device {kind}  {without if missing else 'runs here'}", style="bold")
    kind = resolve_kind(settings.device, settings)
    if settings.device == "auto":
        print_line(console, f"--device auto is {kind} here")
    sources = ", ".join(map(str, settings.sources)) or "none configured; name files instead"
    print_line(console, f"sources  {sources}")
    releases = dict.fromkeys(release_text(file.cuda) for file in installed_libraries(settings.cuda_home))
    found_releases = ", ".join(releases) or "none in wheels or a toolkit"
    print_line(console, f"cuda     {found_releases}; KERNEL_HARNESS_CUDA picks one")
    cache = open_cache(settings)
    # A cache that others could write to is not used (docs/trust.md).
    unused = cache.refusal()
    size = f"{settings.cache_dir}, {cache.size_bytes() / 1e6:.0f} MB"
    print_line(console, f"cache    {f'not used: {cache.folder} {unused}' if unused else size}")
    print_line(console, f"cores    {usable_cores()}")
    if wrong:
        raise UsageError(f"{wrong}; the lines above are of the defaults")
    ctx.exit(EXIT_FAILED if missing_for(kind, settings) else EXIT_PASS)


def _print_probes(console: Console, probes: Sequence[Probe]) -> None:
    from rich.text import Text

    from ...report.text.console import print_line

    width = max(len(probe.name) for probe in probes)
    for probe in probes:
        style = "green" if probe.ok else "bold red" if probe.needed_for else "yellow"
        mark = f"{'ok' if probe.ok else 'missing':<7}"
        line = Text.assemble(f"{probe.name:<{width}}  ", (mark, style), f"  {probe.found}")
        console.print(line, soft_wrap=True)
        if probe.remedy:
            print_line(console, f"{'':<{width}}           {probe.remedy}")
