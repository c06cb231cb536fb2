"""``kernel-harness run``: a program on the virtual GPU, its findings as they come, and a summary."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from ...driver.findings import ProgramFinding
from ...driver.program import run_program
from ...report.text.console import make_console, print_line
from ...report.text.program_text import finding_lines, report_lines
from ...settings.settings import Settings
from ...store.whole_file import check_writable, write_text


def run(
    arguments: Sequence[str],
    settings: Settings,
    *,
    is_module: bool = False,
    arch: str = "sm_90",
    checks_leaks: bool = False,
    has_counters: bool = False,
    json_path: Path | None = None,
) -> int:
    """Run a program, print its findings, write the JSON; return the exit status."""
    if json_path is not None:
        check_writable(json_path)
        json_path = json_path.absolute()  # the program may change the folder
    console = make_console(sys.stderr)

    def show(finding: ProgramFinding, is_note: bool) -> None:
        sys.stdout.flush()
        for at, line in enumerate(finding_lines(finding, is_note=is_note)):
            print_line(console, line, style="" if at or is_note else "bold red")

    report = run_program(
        arguments,
        settings,
        is_module=is_module,
        arch=arch,
        checks_leaks=checks_leaks,
        has_counters=has_counters,
        show=show,
    )
    sys.stdout.flush()
    for line in report_lines(report):
        print_line(console, line)
    if json_path is not None:
        from ...report.json import program as program_json  # loads msgspec

        write_text(program_json.text(report), json_path)
    return report.exit_code
