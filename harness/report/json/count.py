"""The JSON of a count: its records, of which the terminal shows the same, and how counts become them.

The document has no times: two counts of the same kernels with the same compiler give the same bytes on every host.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ...lazy import dataclass
from ...measure.case_counts import CaseCounts, LaunchCounts
from ...measure.columns import CASE_COLUMNS, Sums
from ...measure.launch_resources import LaunchResources
from ...ptx.launch.counts import Counters
from ...run.source_files import SourceLines, code_digest
from ...store.records import COUNT, EXTENT, EXTENTS, SIZE, WHOLE, pick
from ...variant.case import Case
from . import Document, WrongFile

_DERIVED_FIRST = (
    "active_lanes", "lane_instructions_per_element", "global_bytes_per_element",
    "global_sectors_per_element", "local_sectors_per_element", "shared_excess_per_row",
    "block_barriers_per_row",
)  # fmt: skip
"""The order in which version 1 wrote its columns; the others follow in the order of the table."""


@dataclass(frozen=True)
class CountedVariant:
    """A variant of which a case was counted."""

    id: str
    """The variant."""
    code: str
    """As in a check: digest of all its files."""


@dataclass(frozen=True, kw_only=True)
class CountedLine:
    """A source line with counts."""

    file: str
    """Source file; headers of CUDA's begin with `cuda/`."""
    line: WHOLE
    """1-based line, 0 where not known."""
    text: str
    """Its text; empty in files that are not the variants' own."""
    counters: dict[str, COUNT]
    """The counters that are not zero."""


@dataclass(frozen=True, kw_only=True)
class CountedLaunch:
    """A launch of a counted case."""

    entry: str
    """Entry point."""
    grid: EXTENTS
    """Blocks in x, y, z."""
    block: EXTENTS
    """Threads in x, y, z."""
    smem_bytes: COUNT
    """Dynamic shared memory of a block."""
    counters: dict[str, COUNT]
    """As `counters` of the case."""
    block_barriers: COUNT
    """As `block_barriers` of the case."""
    classes: dict[str, COUNT]
    """As `classes` of the case."""
    lines: tuple[CountedLine, ...]
    """Source lines, by file and line."""


@dataclass(frozen=True, kw_only=True)
class CaseCost:
    """A counted case."""

    id: str
    """Case id."""
    variant: str
    """The variant."""
    dtype: str
    """Element type."""
    n_rows: EXTENT
    """Rows."""
    n_cols: EXTENT
    """Columns."""
    sizes: dict[str, int]
    """Value of each further size of the operation, by name."""
    block: EXTENTS
    """Block in x, y, z."""
    n_elements: COUNT
    """Rows times columns."""
    counters: dict[str, COUNT]
    """Every [counter](counters.md) by name, all launches together."""
    block_barriers: COUNT
    """How often a barrier of a block opened."""
    classes: dict[str, COUNT]
    """Executed instructions of each class."""
    derived: dict[str, SIZE]
    """[Figures](counters.md#figures) worked out from the counters."""
    findings: tuple[str, ...]
    """What the executor saw go wrong; counts are exact all the same."""
    launches: tuple[CountedLaunch, ...]
    """Each launch, in launch order."""
    resources: tuple[LaunchResources, ...]
    """Resources of each launch, by architecture; equal ones once."""


@dataclass(frozen=True)
class Uncounted:
    """A case that was not counted."""

    id: str
    """Case id."""
    why: str
    """Why."""


@dataclass(frozen=True, kw_only=True)
class CountDocument(Document):
    """A count.

    [counters.md](counters.md) defines each counter. It holds no times: the same kernels and the same compiler give the
    same bytes on every host.
    """

    schema: str = "kernel-harness/count"
    command: tuple[str, ...]
    """Arguments of the command line, without the program's name."""
    arch: str
    """Architecture that the PTX was made for."""
    compiler: str
    """Compiler and version."""
    cuda: str
    """CUDA release of the compiler; empty where nothing was counted."""
    archs: tuple[str, ...]
    """Architectures whose resources were asked for."""
    exit_code: int
    """Exit status of the command."""
    declaration_errors: tuple[WrongFile, ...]
    """Files whose declaration is wrong."""
    left_out: tuple[Uncounted, ...]
    """Cases outside what their variant claims, with the rule that excludes each."""
    failed: tuple[Uncounted, ...]
    """Cases that could not be counted or compiled."""
    variants: tuple[CountedVariant, ...]
    """One for each variant of which a case was counted."""
    cases: tuple[CaseCost, ...]
    """The counted cases, by variant, type and shape."""


def counters_of(counters: Mapping[str, int]) -> Counters:
    # A file of another version may have counters that this one does not know.
    return Counters(**{name: n for name, n in counters.items() if name in Counters._fields})


def sums_of(case: CaseCost) -> Sums:
    return Sums(counters_of(case.counters), case.block_barriers, case.n_elements, case.n_rows)


def counted_variants(cases: Iterable[Case], include_dirs: Sequence[Path]) -> tuple[CountedVariant, ...]:
    variants = dict.fromkeys(case.variant for case in cases)
    return tuple(CountedVariant(variant.id, code_digest(variant, include_dirs)) for variant in variants)


def case_cost(counts: CaseCounts, resources: Sequence[LaunchResources], source: SourceLines) -> CaseCost:
    """Return the record of a counted case; `resources` by architecture, then launch."""
    case = counts.case
    return pick(
        CaseCost, counts, id=case.id, variant=case.variant.id, dtype=case.dtype, n_rows=case.shape.n_rows,
        n_cols=case.shape.n_cols, sizes=dict(case.shape.further), block=case.block,
        counters=counts.total._asdict(), classes=counts.by_class, derived=_derived(counts),
        findings=tuple(finding.message for finding in counts.findings),
        launches=tuple(_launch(launch, case, source) for launch in counts.launches),
        resources=tuple(resources),
    )  # fmt: skip


def _derived(counts: CaseCounts) -> dict[str, float]:
    sums = Sums.of(counts)
    # Version 1 has 0 where there is nothing to divide by; tables have a dash.
    values = {column.name: column.value(sums) or 0.0 for column in CASE_COLUMNS if column.is_derived}
    return {name: values[name] for name in dict.fromkeys((*_DERIVED_FIRST, *values))}


def _launch(launch: LaunchCounts, case: Case, source: SourceLines) -> CountedLaunch:
    counts = launch.counts
    return pick(
        CountedLaunch,
        launch,
        counters=counts.total._asdict(),
        block_barriers=counts.block_barriers,
        classes=counts.by_class,
        lines=tuple(
            CountedLine(
                file=file,
                line=line,
                text=source.text(file, line, case.variant.code_path),
                # Most counters of a line are zero, and would fill the file.
                counters={name: n for name, n in counters._asdict().items() if n},
            )
            for (file, line), counters in counts.by_line.items()
        ),
    )
