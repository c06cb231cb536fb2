"""``kernel-harness count``: counts cases on the executor, and asks ptxas for their resources."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...errors import Interrupted, SpecError, UsageError
from ...exit_status import EXIT_FAILED, EXIT_PASS, EXIT_USAGE
from ...settings.settings import Settings
from ..options import json_option, names_argument, read_arch, several

if TYPE_CHECKING:
    from ...variant.case import Case
    from ...variant.variant import Block

# The keys of `harness.variant.shape.SCALAR_TYPES`: its module loads NumPy, which takes longer than the help of `count`.
DTYPES = ("float32", "float16", "bfloat16", "float64")

# Rows and columns of the counted problems by default: many short rows, rows of a thousand columns, few long rows of
# odd length. Each has some 2^15 to 2^16 elements, which take the executor a fraction of a second. Figures per element
# and per row do not depend on the number of rows, so they hold for larger problems.
COUNT_SHAPES: tuple[tuple[int, int], ...] = ((256, 128), (64, 1024), (16, 4099))

_SHAPES_TEXT = " ".join(f"{n_rows}x{n_cols}" for n_rows, n_cols in COUNT_SHAPES)


@click.command("count")
@names_argument
@click.option("--lines", is_flag=True, help="Also print the source with the counts of each line.")
@several("--shape", "shapes", "ROWSxCOLS", "Size of the problem", f"Default: {_SHAPES_TEXT}.")
@several("--block", "blocks", "X[xY[xZ]]", "A declared block", "Default: the one nearest to 256 threads.")
@several(
    "--dtype",
    "dtypes",
    None,
    "A declared element type",
    "Default: the first of each variant.",
    type=click.Choice(DTYPES),
)
@several("--arch", "archs", "sm_XX", "Architecture for registers, spills and occupancy")
@json_option
@click.pass_context
def count_command(
    ctx: click.Context,
    names: tuple[str, ...],
    lines: bool,
    shapes: tuple[str, ...],
    blocks: tuple[str, ...],
    dtypes: tuple[str, ...],
    archs: tuple[str, ...],
    json_path: Path | None,
) -> None:
    """Count what kernels execute and move, exactly, without a GPU.

    Global and shared traffic, bank conflicts, barriers, shuffles, instructions and divergence come from running the
    PTX on the cpu device. Registers, spills and occupancy come from NVIDIA's assembler. The numbers are the same in
    every run. Exit status: 0 all counted, 1 a case could not be counted, 2 usage or declaration error.
    """
    from ...measure.case_counts import CountingError, count_on, open_counter
    from ...measure.launch_resources import Meter
    from ...report.counts import print_count
    from ...report.json import wrong_files
    from ...report.json.count import CaseCost, CountDocument, Uncounted, case_cost, counted_variants
    from ...report.text.console import ProgressReport, count, make_console, print_line
    from ...run.bench_cases import BENCH_KIND
    from ...run.source_files import SourceLines
    from ...run.suite import find_variants
    from ...run.target import compilers_of
    from ...store.records import record_text
    from ...store.whole_file import text_stream, write_text
    from ...variant.case import make_case

    settings = Settings.load(Path.cwd(), device="cpu")
    console = make_console(text_stream({"--json": json_path}))
    wanted_shapes = tuple(_shape(text) for text in shapes) or COUNT_SHAPES
    wanted_blocks = tuple(_block(text) for text in blocks)
    # An architecture that is named twice is compiled once.
    archs = tuple(dict.fromkeys(map(read_arch, archs))) or (settings.arch,)
    discovery = find_variants(names, settings.sources, operations=settings.operations)
    wanted = [
        make_case(variant, dtype=dtype, n_rows=n_rows, n_cols=n_cols, kind=BENCH_KIND, block=block)
        for variant in discovery.variants
        for dtype in (dtypes or variant.dtypes[:1])
        if dtype in variant.dtypes
        for n_rows, n_cols in wanted_shapes
        for block in (wanted_blocks or (variant.usual_block,))
        if block in variant.blocks
    ]
    # A filter that matches nothing must not pass as a count of nothing.
    if not wanted and not discovery.errors:
        raise UsageError(
            "no variant has one of the requested blocks and types "
            f"(got --block {', '.join(blocks) or 'none'}, --dtype {', '.join(dtypes) or 'none'}, "
            f"and {len(discovery.variants)} variants without them)"
        )
    meter = Meter(settings, archs)
    source = SourceLines(settings.include_dirs)
    counted: list[Case] = []
    costs: list[CaseCost] = []
    left_out: list[Uncounted] = []
    failed: list[Uncounted] = []
    info = None
    is_stopped = False
    notes = make_console(sys.stderr)
    progress = ProgressReport(notes, bad="not counted")
    try:
        print_line(notes, f"counting {count(len(wanted), 'case')}")
        progress.start(len(wanted))
        meter.prepare(case for case in wanted if _is_claimed(case))
        with open_counter(settings) as runner:
            info = runner.info
            for case in wanted:
                n_failed = len(failed)
                try:
                    unmet = case.unmet()
                    if unmet is not None:
                        left_out.append(Uncounted(case.id, f"outside `requires`: {unmet}"))
                    else:
                        counts = count_on(runner, case)
                        resources, errors = meter.measure(counts)
                        counted.append(case)
                        costs.append(case_cost(counts, resources, source))
                        # The counters are right even if the assembler refuses the case.
                        failed += [Uncounted(case.id, str(error)) for error in errors]
                except (CountingError, SpecError) as error:
                    failed.append(Uncounted(case.id, str(error)))
                progress.add(case.variant.id, is_bad=len(failed) > n_failed)
    # The finished counts are printed; a file would look complete, so none is written.
    except KeyboardInterrupt:
        is_stopped = True
    finally:
        progress.close()
    exit_code = EXIT_USAGE if discovery.errors or not costs else EXIT_PASS
    exit_code = EXIT_FAILED if failed else exit_code
    document = CountDocument(
        command=ctx.find_root().obj,
        arch=info.arch if info else settings.arch,
        compiler=", ".join(compilers_of(info.compiler, (case.variant for case in wanted))) if info else "",
        cuda=info.cuda if info else "",
        archs=archs,
        exit_code=exit_code,
        declaration_errors=wrong_files(discovery.errors),
        left_out=tuple(left_out),
        failed=tuple(failed),
        variants=counted_variants(counted, settings.include_dirs),
        cases=tuple(costs),
    )
    print_count(document, counted, discovery.errors, console, settings.include_dirs if lines else None)
    if is_stopped:
        unwritten = "" if json_path is None else f"; {json_path} is not written"
        raise Interrupted(f"{progress.n_done:,} of {count(len(wanted), 'case', ',')} counted{unwritten}")
    if json_path is not None:
        write_text(record_text(document), json_path)
    ctx.exit(exit_code)


def _is_claimed(case: Case) -> bool:
    try:
        return case.unmet() is None
    except SpecError:  # counting the case raises it again
        return False


def _shape(text: str) -> tuple[int, int]:
    from ...variant.case import MAX_EXTENT

    match = re.fullmatch(r"(\d+)x(\d+)", text)
    if match is None or not all(1 <= int(part) <= MAX_EXTENT for part in match.groups()):
        raise UsageError(f"--shape must be ROWSxCOLS, such as 4096x1000 (got {text!r})")
    return int(match[1]), int(match[2])


def _block(text: str) -> Block:
    if re.fullmatch(r"\d+(x\d+){0,2}", text) is None:
        raise UsageError(f"--block must be X, XxY or XxYxZ, such as 256 or 32x4 (got {text!r})")
    x, y, z = (*(int(part) for part in text.split("x")), 1, 1)[:3]
    return x, y, z
