"""``kernel-harness check`` on several kinds of GPU of a cluster: a check of each kind, then one table of all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from ...cluster.engine import Engine
from ...cluster.opening import Where, kind_on, open_cluster
from ...cluster.placement import absence_of
from ...exit_status import EXIT_FAILED, EXIT_INTERRUPTED
from ...report.model import CheckReport
from ...report.text.console import print_line
from ...report.text.fleet_text import print_fleet
from ...settings.settings import Settings
from .check import CheckRequest, run_check


def run_fleet(
    request: CheckRequest,
    settings: Settings,
    console: Console,
    *,
    open_engine: Callable[[Where, Settings], Engine] | None = None,
) -> int:
    """Check variants on each kind of GPU, print a table with a column for each, and return the exit status."""
    kinds = request.where.accelerators
    device = kind_on(request.where, settings.device, settings)
    reports: dict[str, CheckReport | None] = {}
    with open_cluster(request.where, settings, open_engine) as engine:
        assert engine is not None
        for kind in kinds:
            where = replace(request.where, accelerators=(kind,))
            print_line(console, f"on {kind}", style="bold")
            if not engine.room(where.need(device)):
                print_line(console, f"not run: {absence_of(where.need(device), engine)}")
                reports[kind] = None
                continue
            own = replace(
                request,
                where=where,
                json_path=_of_kind(request.json_path, kind),
                resume=_of_kind(request.resume, kind),
            )
            report = run_check(own, settings, console, engine=engine)
            reports[kind] = report
            if report.exit_code == EXIT_INTERRUPTED:
                break
    print_fleet(reports, console)
    codes = {EXIT_FAILED if report is None else report.exit_code for report in reports.values()}
    return next((code for code in (EXIT_INTERRUPTED, EXIT_FAILED) if code in codes), max(codes))


def _of_kind(path: Path | None, kind: str) -> Path | None:
    return path and path.with_name(f"{path.stem}-{kind}{path.suffix}")
