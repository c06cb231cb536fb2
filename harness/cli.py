"""The command line: every command's arguments and its help.

Reads arguments and prints, decides nothing.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from . import __version__, standard_streams
from .cli_check import CheckRequest, run_check
from .cli_count import DTYPE_NAMES, SHAPES_TEXT, CountRequest, run_count
from .cli_cuda import cuda
from .cli_doctor import run_doctor
from .cli_gate import GateCommand, read_allowance, read_margin, run_gate_command
from .cli_gate_cuda import judge_change, judge_releases, read_releases
from .cli_history import history
from .cli_init_command import init
from .cli_report import ReportRequest, run_report
from .cli_search import SearchRequest, run_search
from .cli_tune import TuneRequest, run_tune
from .device.selection import DEVICE_KINDS, resolve_kind
from .errors import HarnessError, UsageError
from .report import plain_text
from .report.model import EXIT_INTERRUPTED, EXIT_PASS, EXIT_USAGE
from .report.terminal import make_console, print_line, print_lines
from .report.whole_file import text_stream
from .run.suite import assemble, find_variants
from .search import DEFAULT_EXAMPLES, DEFAULT_SEED, MOST_EXAMPLES, MOST_SEED
from .setting_table import SANITIZERS
from .settings import Settings
from .spec.coverage import Coverage
from .spec.variant import block_text


class _Failure(click.ClickException):
    """A HarnessError on its way to standard error."""

    exit_code = EXIT_USAGE


@contextlib.contextmanager
def _ending_well() -> Iterator[None]:
    """Turn what the harness raises into an exit status, and show the control characters of messages."""
    try:
        yield
    except click.ClickException as error:
        # click declares it final.
        vars(error)["message"] = plain_text.lines(error.message)
        raise
    except HarnessError as error:
        raise _Failure(plain_text.lines(str(error))) from error
    except KeyboardInterrupt:
        raise click.exceptions.Exit(EXIT_INTERRUPTED) from None
    except BrokenPipeError:
        # One of a worker's pipe is no end of ours.
        if not standard_streams.reader_is_gone():
            raise
        standard_streams.give_up_output()
        raise SystemExit(standard_streams.EXIT_CLOSED_PIPE) from None


class _Program(click.Group):
    """Keeps the arguments for the report, and turns what the harness raises into an exit status."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        arguments = tuple(args)
        with _ending_well():
            context = super().make_context(info_name, args, parent, **extra)
        context.obj = arguments
        return context

    def invoke(self, ctx: click.Context) -> Any:
        with _ending_well():
            return super().invoke(ctx)

    def main(self, *args: Any, **extra: Any) -> Any:
        standard_streams.open_closed()
        return super().main(*args, **extra)


_device_option = click.option(
    "--device",
    type=click.Choice(DEVICE_KINDS),
    default=None,
    help="Where to run: a GPU, the PTX executor on this CPU, or whichever is there (auto, the default).",
)
_expression_option = click.option(
    "-k",
    "expression",
    metavar="EXPR",
    default="",
    help="Only cases whose id matches, as in pytest: 'warp', 'strided and not fp16', or one full id.",
)
_seeds_option = click.option(
    "--seeds",
    "n_seeds",
    metavar="N",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Random inputs for each case of the matrix; ids of all but the first hold -seed1, -seed2, ...",
)
_sweep_option = click.option(
    "--sweep/--no-sweep",
    default=None,
    help="Also run the width sweep, every width in turn. Default: on a GPU only.",
)
_WATCH_OPTIONS = (
    click.option(
        "--sanitizers",
        metavar="LIST",
        help=f"On the cpu device, what to look for in each launch: {','.join(SANITIZERS)} (all by default; "
        f"{SANITIZERS[0]} always).",
    ),
    click.option(
        "--schedules",
        metavar="N",
        help="On the cpu device, other orders of blocks, warps and lanes in which to launch each case again. "
        "[default: 1]",
    ),
    click.option(
        "--schedule-seed",
        metavar="SEED",
        help="The first of these orders; the next ones count up. Default: each case's own.",
    ),
    click.option(
        "--stress-approximations",
        metavar="SEED",
        help="On the cpu device, let approximate instructions err within what the PTX ISA allows.",
    ),
)


def _watched(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of what is looked for; they reach the settings under their own names."""
    for option in reversed(_WATCH_OPTIONS):
        command = option(command)
    return command


_names_argument = click.argument("names", nargs=-1, metavar="[NAME | FILE.cu | FOLDER]...")


@click.group(cls=_Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="kernel-harness")
def main() -> None:
    """Catch CUDA kernel regressions before they merge, with or without a GPU."""


@main.command()
@_names_argument
@_device_option
@_expression_option
@_seeds_option
@_sweep_option
@click.option("--json", "json_path", metavar="FILE", type=click.Path(path_type=Path), help="Also write JSON.")
@click.option("-x", "--exitfirst", is_flag=True, help="Stop at the first failure; the rest is NOT-RUN.")
@click.option("-v", "--verbose", is_flag=True, help="Print every failure in full.")
@_watched
@click.pass_context
def check(
    ctx: click.Context,
    names: tuple[str, ...],
    device: str | None,
    expression: str,
    n_seeds: int,
    sweep: bool | None,
    json_path: Path | None,
    exitfirst: bool,
    verbose: bool,
    sanitizers: str | None,
    schedules: str | None,
    schedule_seed: str | None,
    stress_approximations: str | None,
) -> None:
    """Run kernels over their matrix of cases and print a verdict for each.

    NAME is a variant under the sources, FILE.cu any file with a declaration. Without either, all variants are
    checked. Exit status: 0 all passed, 1 something failed or did not run, 2 usage or declaration error.
    """
    request = CheckRequest(
        names, expression, n_seeds, sweep, json_path, exitfirst, verbose, ctx.find_root().obj
    )
    settings = Settings.load(
        Path.cwd(),
        device=device,
        sanitizers=sanitizers,
        schedules=schedules,
        schedule_seed=schedule_seed,
        stress_approximations=stress_approximations,
    )
    console = make_console(text_stream({"--json": json_path}))
    ctx.exit(run_check(request, settings, console).exit_code)


@main.command("list")
@_names_argument
@_expression_option
@_seeds_option
@_sweep_option
@click.option("--cases", "show_cases", is_flag=True, help="List the ids of the selected cases instead.")
@click.pass_context
def list_variants(
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
    console = make_console()
    settings = Settings.load(Path.cwd())
    coverage = Coverage.on(resolve_kind(settings.device, settings), n_seeds=n_seeds, sweep=sweep)
    discovery = find_variants(names, settings.sources, settings.found_cases, settings.operations)
    suite = assemble(discovery, expression, coverage)
    width = max((len(part.variant.id) for part in suite.parts), default=0)
    for part in suite.parts:
        variant = part.variant
        if show_cases:
            for case in part.cases:
                print_line(console, case.id)
            continue
        blocks = " ".join(block_text(block) for block in variant.blocks)
        print_line(
            console, f"{variant.id:<{width}} {len(part.cases):>5} {'cases'}  {variant.summary}", style="bold"
        )
        how = f"{variant.operation.name}, {variant.arithmetic}"
        print_line(console, f"{'':<{width}}   {', '.join(variant.dtypes)}; blocks {blocks}; {how}")
    for error in suite.errors:
        print_lines(console, f"ERROR {error}", style="bold red")
    if not suite.parts and not suite.errors:
        raise UsageError(f"-k must select a case (got {expression!r}, which selects none)")
    ctx.exit(EXIT_USAGE if suite.errors else EXIT_PASS)


@main.command()
@_names_argument
@_device_option
@click.option(
    "--examples",
    type=click.IntRange(1, MOST_EXAMPLES),
    default=DEFAULT_EXAMPLES,
    show_default=True,
    help="Cases to draw for each variant.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, MOST_SEED),
    default=DEFAULT_SEED,
    show_default=True,
    help="The same seed draws the same cases.",
)
@click.option(
    "--pin",
    is_flag=False,
    flag_value="",
    default=None,
    metavar="[FILE.toml]",
    help="Add what is found to FILE, or to a file of the variant's own in the folder of found cases.",
)
@_watched
@click.pass_context
def search(
    ctx: click.Context,
    names: tuple[str, ...],
    device: str | None,
    examples: int,
    seed: int,
    pin: str | None,
    sanitizers: str | None,
    schedules: str | None,
    schedule_seed: str | None,
    stress_approximations: str | None,
) -> None:
    """Search for cases that kernels get wrong, beyond those that `check` goes through.

    Draws shapes, strides, offsets, blocks, types and values within what each variant claims, makes what fails as
    small as it can, and prints the command that runs it again. Needs pip install 'kernel-harness[search]'. Exit
    status: 0 nothing found, 1 something found or nothing ran, 2 usage or declaration error.
    """
    request = SearchRequest(names, examples, seed, None if pin is None else Path(pin))
    settings = Settings.load(
        Path.cwd(),
        device=device,
        sanitizers=sanitizers,
        schedules=schedules,
        schedule_seed=schedule_seed,
        stress_approximations=stress_approximations,
    )
    ctx.exit(run_search(request, settings, make_console()))


@main.command()
@_names_argument
@click.option("--lines", is_flag=True, help="Also print the source with what each line executes and moves.")
@click.option(
    "--shape",
    "shapes",
    multiple=True,
    metavar="ROWSxCOLS",
    help=f"Size of the problem; may be given several times. Default: {SHAPES_TEXT}.",
)
@click.option(
    "--block",
    "blocks",
    multiple=True,
    metavar="X[xY[xZ]]",
    help="A declared block; may be given several times. Default: the one nearest to 256 threads.",
)
@click.option(
    "--dtype",
    "dtypes",
    multiple=True,
    type=click.Choice(DTYPE_NAMES),
    help="A declared element type; may be given several times. Default: the first of each variant.",
)
@click.option(
    "--arch",
    "archs",
    multiple=True,
    metavar="sm_XX",
    help="Architecture for registers, spills and occupancy; may be given several times.",
)
@click.option("--json", "json_path", metavar="FILE", type=click.Path(path_type=Path), help="Also write JSON.")
@click.pass_context
def count(
    ctx: click.Context,
    names: tuple[str, ...],
    lines: bool,
    shapes: tuple[str, ...],
    blocks: tuple[str, ...],
    dtypes: tuple[str, ...],
    archs: tuple[str, ...],
    json_path: Path | None,
) -> None:
    """Count what kernels execute and move, exactly and without a GPU.

    Global and shared traffic, bank conflicts, barriers, shuffles, instructions and divergence come from running the
    PTX on the cpu device, registers, spills and occupancy from NVIDIA's assembler. The numbers are the same in every
    run. Exit status: 0 all counted, 1 something could not be, 2 usage or declaration error.
    """
    request = CountRequest(names, shapes, blocks, dtypes, archs, lines, json_path, ctx.find_root().obj)
    settings = Settings.load(Path.cwd(), device="cpu")
    console = make_console(text_stream({"--json": json_path}))
    ctx.exit(run_count(request, settings, console).exit_code)


@main.command()
@_names_argument
@click.option(
    "--base", default=None, metavar="REF", help="What to compare with: a branch, a tag or a commit."
)
@click.option("--head", default=None, metavar="REF", help="What to judge. Default: the working tree.")
@click.option(
    "--cuda",
    "releases",
    default=None,
    metavar="RELEASE,...",
    help="CUDA releases: with --base, judge the change with the compiler of each; without, judge the later ones"
    " against the first, by what `cuda check` has kept.",
)
@_device_option
@click.option("--margin", default="1%", show_default=True, help="Smallest slowdown that must be found.")
@click.option(
    "--allow",
    "allowances",
    multiple=True,
    metavar="NAME:REASON",
    help="Let the regressions of a variant through, or of VARIANT/KIND; may be given several times.",
)
@_sweep_option
@click.option("--json", "json_path", metavar="FILE", type=click.Path(path_type=Path), help="Also write JSON.")
@click.option(
    "--markdown",
    "markdown_path",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Also write Markdown.",
)
@click.option(
    "--junit", "junit_path", metavar="FILE", type=click.Path(path_type=Path), help="Also write JUnit XML."
)
@click.pass_context
def gate(
    ctx: click.Context,
    names: tuple[str, ...],
    base: str | None,
    head: str | None,
    releases: str | None,
    device: str | None,
    margin: str,
    allowances: tuple[str, ...],
    sweep: bool | None,
    json_path: Path | None,
    markdown_path: Path | None,
    junit_path: Path | None,
) -> None:
    """Say whether a change of kernels may merge.

    Compares the variants of two revisions: what they claim, whether they are right, what they cost by exact counters,
    and, on a GPU, how fast they are. Variants whose compiled code is the same are not run. With --cuda, compares CUDA
    releases. Exit status: 0 clean, 1 regression, 2 error, 3 nothing worse than an ambiguous comparison of speeds.
    """
    if base is None and releases is None:
        raise UsageError("gate must be told what to compare: --base REF, --cuda RELEASE,RELEASE or both")
    if base is None and (head is not None or device is not None or sweep is not None):
        raise UsageError("--head, --device and --sweep must come with --base (got none)")
    files = {"--json": json_path, "--markdown": markdown_path, "--junit": junit_path}
    command = GateCommand(
        base=base or "",
        head=head,
        names=names,
        device=device,
        margin=read_margin(margin),
        allowances=tuple(read_allowance(text) for text in allowances),
        sweep=sweep,
        files={flag: path for flag, path in files.items() if path is not None},
    )
    console = make_console(text_stream(files))
    if releases is not None:
        judge = judge_releases if base is None else judge_change
        ctx.exit(judge(command, read_releases(releases), console))
    notes = make_console(sys.stderr)
    ctx.exit(run_gate_command(command, console, on_step=lambda text: print_line(notes, text)))


@main.command()
@click.argument("out", metavar="OUT.html", type=click.Path(path_type=Path))
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE.json...", type=click.Path(path_type=Path, exists=True)
)
@click.option(
    "--baseline",
    default="",
    metavar="NAME",
    help="Variant that speed-ups are over. Default: the one declared as baseline, or named naive.",
)
def report(out: Path, files: tuple[Path, ...], baseline: str) -> None:
    """Make one HTML file of what other commands have found; it needs no network to be read.

    FILE.json is what `check --json`, `gate --json`, `count --json`, `pytest --benchmark-json`, `history add` or
    `cuda check` wrote, also packed by gzip; a folder stands for all such files in it. Exit status: 0 written, 2 a file
    is none of those.
    """
    run_report(ReportRequest(out, files, baseline), make_console(text_stream({"OUT.html": out})))


@main.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--table",
    metavar="FILE.toml",
    type=click.Path(path_type=Path),
    help="The table to fill in. Default: the one that kernel_harness.softmax goes by.",
)
@click.option(
    "--json", "json_path", metavar="FILE", type=click.Path(path_type=Path), help="Also write all times."
)
def tune(names: tuple[str, ...], table: Path | None, json_path: Path | None) -> None:
    """Measure which variant is the fastest in each regime of kernel_harness.softmax, and write the table.

    NAME is a variant to choose from; without any, all of the family that take several types. Needs a GPU. Exit status:
    0 written, 2 no GPU or a table that cannot be read.
    """
    console = make_console(text_stream({"--table": table, "--json": json_path}))
    run_tune(TuneRequest(table, names, json_path), Settings.load(Path.cwd()), console)


main.add_command(history)
main.add_command(init)
main.add_command(cuda)


@main.command()
@_device_option
@click.pass_context
def doctor(ctx: click.Context, device: str | None) -> None:
    """Say what was found, what will run where, and what to install.

    Exit status: 0 when the device runs, 1 when it does not.
    """
    settings = Settings.load(Path.cwd(), device=device)
    ctx.exit(run_doctor(settings, make_console()))
