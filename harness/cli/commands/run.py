"""``kernel-harness run``: a program on the virtual GPU, its findings as they come, and a summary."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...errors import UsageError
from ...settings.settings import Settings
from ...settings.watch_options import SANITIZERS
from ..options import file_option, json_option

if TYPE_CHECKING:
    from ...driver.findings import ProgramFinding


class _ProgramCommand(click.Command):
    """Leaves everything after the program or its module to the program."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        takes_value = {
            name
            for param in self.params
            if isinstance(param, click.Option) and not param.is_flag
            for name in param.opts
        }
        at = 0
        while at < len(args) and args[at].startswith("-") and args[at] != "--":
            if args[at] == "-m":
                # click stops at the first argument; with -m that is a value of an option, so `--` stops it there.
                args = [*args[: at + 2], "--", *args[at + 2 :]]
                break
            at += 2 if args[at] in takes_value else 1
        return super().parse_args(ctx, args)


@click.command(
    "run", cls=_ProgramCommand, context_settings={"allow_interspersed_args": False, "max_content_width": 100}
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="PROGRAM.py | -m MODULE [ARGS]...")
@click.option("-m", "module", metavar="MODULE", default=None, help="Run a module, as python -m does.")
@click.option(
    "--as",
    "arch",
    metavar="ARCH",
    default="sm_90",
    show_default=True,
    help="GPU that the program sees: sm_80 (A100), sm_90 (H100) or sm_100 (B200).",
)
@click.option(
    "--sanitizers",
    metavar="LIST",
    default=None,
    help=f"Checks of each launch: {','.join(SANITIZERS)} (default: all; memcheck is always on).",
)
@click.option(
    "--step-budget",
    metavar="N",
    default=None,
    help="Instructions that one warp may execute in a launch, in place of the setting step_budget.",
)
@click.option("--leak-check", is_flag=True, help="Make memory that is never freed a finding, not a note.")
@click.option(
    "--counters", is_flag=True, help="Count what each kernel executes and moves, over all launches."
)
@file_option(
    "--record",
    "Also write the launches, with the memory that they reach, to a new FOLDER, for `check` and `gate`.",
    metavar="FOLDER",
)
@click.option(
    "--library", is_flag=True, help="Print the folder of the driver library, to link programs to, and end."
)
@json_option
@click.pass_context
def run_command(
    ctx: click.Context,
    arguments: tuple[str, ...],
    module: str | None,
    arch: str,
    sanitizers: str | None,
    step_budget: str | None,
    leak_check: bool,
    counters: bool,
    record: Path | None,
    library: bool,
    json_path: Path | None,
) -> None:
    """Run a Python program on a virtual GPU, under every sanitizer.

    The program needs neither a GPU nor a driver: PyCUDA, cuda-bindings and whatever else calls the CUDA driver finds
    one that the PTX executor serves. Findings go to standard error, with the Python line that launched the kernel.
    Exit status: 0 no findings, 1 findings, 2 usage error; without findings that of the program.
    """
    if library:
        from ...driver.library import write_library

        click.echo(write_library(Settings.load(Path.cwd()).cache_dir).parent)
        return
    # As `python -m` does: the module takes the place of the file.
    if module is not None:
        arguments = (module, *arguments)
    if not arguments:
        raise UsageError(
            "run must have a program: kernel-harness run PROGRAM.py, or kernel-harness run -m MODULE"
        )
    from ...driver.program import run_program
    from ...report.text.console import make_console, print_line
    from ...report.text.program_text import finding_lines, report_lines
    from ...store.whole_file import check_writable, write_text

    settings = Settings.load(Path.cwd(), device="cpu", sanitizers=sanitizers, step_budget=step_budget)
    if json_path is not None:
        check_writable(json_path)
        json_path = json_path.absolute()  # the program may change the folder
    console = make_console(sys.stderr)

    def show(finding: ProgramFinding, is_note: bool) -> None:
        sys.stdout.flush()
        # The program's own output so far stands before the finding.
        for at, line in enumerate(finding_lines(finding, is_note=is_note)):
            print_line(console, line, style="" if at or is_note else "bold red")

    with contextlib.ExitStack() as stack:
        recording = ""
        if record is not None:
            from ...undeclared.recording import recorded_to

            recording = str(stack.enter_context(recorded_to(record)))
            record = record.absolute()
        report = run_program(
            arguments,
            settings,
            is_module=module is not None,
            arch=arch,
            checks_leaks=leak_check,
            has_counters=counters,
            recording=recording,
            show=show,
        )
    sys.stdout.flush()
    for line in report_lines(report):
        print_line(console, line)
    if record is not None:
        from ...undeclared.recording import summary

        print_line(console, summary(record))
    if json_path is not None:
        from ...report.json import program as program_json  # loads msgspec

        write_text(program_json.text(report), json_path)
    ctx.exit(report.exit_code)
