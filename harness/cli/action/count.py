"""``kernel-harness count``: counts cases on the executor, and asks ptxas for their resources."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from ... import __version__
from ...errors import Interrupted, SpecError, UsageError
from ...measure.case_counts import CountingError, count_on, open_counter
from ...measure.launch_resources import Meter
from ...report.count_model import CountedCase, CountReport
from ...report.text.console import make_console, print_line
from ...report.text.count_text import CountText
from ...report.text.terminal import count
from ...run.bench_cases import BENCH_KIND
from ...run.suite import find_variants
from ...run.target import compilers_of
from ...settings.settings import Settings
from ...store.whole_file import check_writable, write_text
from ...variant.case import MAX_EXTENT, Case, make_case
from ...variant.variant import Block, Variant
from ..options import COUNT_SHAPES


@dataclass(frozen=True)
class CountRequest:
    """Arguments of ``kernel-harness count``."""

    names: tuple[str, ...] = ()
    """Variant ids, files and folders; empty for everything under the sources."""
    shapes: tuple[str, ...] = ()
    """Such as ``4096x1000``; empty for `COUNT_SHAPES`."""
    blocks: tuple[str, ...] = ()
    """Such as ``256`` or ``32x4``; empty for each variant's block nearest to 256 threads."""
    dtypes: tuple[str, ...] = ()
    """Element types; empty for the first that each variant declares."""
    archs: tuple[str, ...] = ()
    """Architectures of the resources; empty for the target architecture."""
    lines: bool = False
    """Whether to print the source with the counts of its lines."""
    json_path: Path | None = None
    """JSON file to write."""
    command: tuple[str, ...] = ()
    """The arguments, for the report."""


def run_count(request: CountRequest, settings: Settings, console: Console) -> CountReport:
    """Count cases, print the counters and write the JSON."""
    if request.json_path is not None:
        check_writable(request.json_path)
    shapes = tuple(_shape(text) for text in request.shapes) or COUNT_SHAPES
    blocks = tuple(_block(text) for text in request.blocks)
    archs = tuple(dict.fromkeys(read_arch(text) for text in request.archs)) or (settings.arch,)
    discovery = find_variants(request.names, settings.sources, operations=settings.operations)
    wanted = [
        each for variant in discovery.variants for each in _cases(variant, shapes, blocks, request.dtypes)
    ]
    if not wanted and not discovery.errors:
        raise UsageError(
            "no variant has one of the requested blocks and types "
            f"(got --block {', '.join(request.blocks) or 'none'}, --dtype {', '.join(request.dtypes) or 'none'}, "
            f"and {len(discovery.variants)} variants without them)"
        )
    meter = Meter(settings, archs)
    cases: list[CountedCase] = []
    left_out: list[tuple[str, str]] = []
    failed: list[tuple[str, str]] = []
    info = None
    n_done, is_stopped = 0, False
    try:
        print_line(make_console(sys.stderr), f"counting {count(len(wanted), 'case')}")
        meter.prepare(case for case in wanted if _is_claimed(case))
        with open_counter(settings) as runner:
            info = runner.info
            for case in wanted:
                try:
                    unmet = case.unmet()
                    if unmet is not None:
                        left_out.append((case.id, f"outside `requires`: {unmet}"))
                    else:
                        counts = count_on(runner, case)
                        resources, errors = meter.measure(counts)
                        cases.append(CountedCase(counts, resources))
                        failed += [(case.id, str(error)) for error in errors]
                except (CountingError, SpecError) as error:
                    failed.append((case.id, str(error)))
                n_done += 1
    except KeyboardInterrupt:
        is_stopped = True
    report = CountReport(
        harness_version=__version__,
        command=request.command,
        arch=info.arch if info else settings.arch,
        compiler=", ".join(compilers_of(info.compiler, (each.variant for each in wanted))) if info else "",
        cuda=info.cuda if info else "",
        archs=archs,
        cases=tuple(cases),
        left_out=tuple(left_out),
        failed=tuple(failed),
        declaration_errors=discovery.errors,
    )
    CountText(console, settings.include_dirs).report(report, lines=request.lines)
    if is_stopped:
        unwritten = "" if request.json_path is None else f"; {request.json_path} is not written"
        raise Interrupted(f"{n_done:,} of {count(len(wanted), 'case', ',')} counted{unwritten}")
    if request.json_path is not None:
        from ...report.json import count as count_json  # loads msgspec

        write_text(count_json.text(report, settings.include_dirs), request.json_path)
    return report


def _cases(
    variant: Variant, shapes: tuple[tuple[int, int], ...], blocks: tuple[Block, ...], dtypes: tuple[str, ...]
) -> list[Case]:
    return [
        make_case(variant, dtype=dtype, n_rows=n_rows, n_cols=n_cols, kind=BENCH_KIND, block=block)
        for dtype in (dtypes or variant.dtypes[:1])
        if dtype in variant.dtypes
        for n_rows, n_cols in shapes
        for block in (blocks or (variant.usual_block,))
        if block in variant.blocks
    ]


def _is_claimed(case: Case) -> bool:
    try:
        return case.unmet() is None
    except SpecError:  # counting the case raises it again
        return False


def _shape(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d+)x(\d+)", text)
    if found is None or not all(1 <= int(part) <= MAX_EXTENT for part in found.groups()):
        raise UsageError(f"--shape must be ROWSxCOLS, such as 4096x1000 (got {text!r})")
    return int(found[1]), int(found[2])


def _block(text: str) -> Block:
    if re.fullmatch(r"\d+(x\d+){0,2}", text) is None:
        raise UsageError(f"--block must be X, XxY or XxYxZ, such as 256 or 32x4 (got {text!r})")
    x, y, z = (*(int(part) for part in text.split("x")), 1, 1)[:3]
    return x, y, z


def read_arch(text: str) -> str:
    """Return an architecture such as ``sm_90``; UsageError for another text."""
    if re.fullmatch(r"sm_\d+[af]?", text) is None:
        raise UsageError(f"--arch must be an architecture such as sm_90 (got {text!r})")
    return text
