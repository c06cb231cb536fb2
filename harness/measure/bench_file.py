"""Reads the times saved by ``pytest --benchmark-json``: one `BenchTime` per kernel, with its device."""

from __future__ import annotations

from typing import Any

from ..lazy import dataclass
from ..operation.catalogue import DEFAULT
from ..store.records import COUNT, EXTENT, EXTENTS, POSITIVE, SIZE, pick, read
from ..variant.variant import block_text


@dataclass(frozen=True)
class _Benchmark:
    stats: dict[str, Any]
    extra_info: dict[str, Any]


@dataclass(frozen=True)
class _Document:
    """The part of pytest-benchmark 5's format that this module reads."""

    machine_info: dict[str, Any]
    commit_info: dict[str, Any]
    datetime: str
    version: str
    benchmarks: tuple[_Benchmark, ...]


@dataclass(frozen=True)
class _Stats:
    median: POSITIVE
    q1: SIZE
    q3: SIZE
    min: SIZE
    rounds: COUNT


@dataclass(frozen=True, kw_only=True)
class _Info:
    """The plugin's additions to a benchmark; see docs/pytest.md."""

    variant: str
    dtype: str
    n_rows: EXTENT
    n_cols: EXTENT
    """`n_rows`, `n_cols`: shape of the problem."""
    block: EXTENTS
    """Threads in x, y, z."""
    bytes: EXTENT
    """Bytes that every kernel must move for the problem."""
    device_kind: str
    """``gpu``, or ``cpu`` for times of the PTX executor, which say nothing about a GPU."""
    device: str = ""
    driver: str = ""
    cuda: str = ""
    compiler: str = ""
    arch: str = ""
    """`device`, `driver`, `cuda`, `compiler`, `arch`: conditions of the measurement; empty if the file does not
    have them."""
    baseline: str | None = None
    operation: str | None = None
    """The operation; None if the file does not name one, which then is softmax."""
    copy_us: SIZE | None = None
    """Time of a copy of as many bytes, in the same rounds."""
    sm_clock_mhz: tuple[COUNT | None, ...] = ()
    """Clocks before and after; None if they could not be read."""
    throttled: bool = False
    """Whether power or temperature limited the clocks."""
    registers: SIZE | None = None
    spill_bytes: SIZE | None = None
    occupancy: SIZE | None = None
    sectors_per_element: SIZE | None = None
    """`registers`, `spill_bytes`, `occupancy`, `sectors_per_element`: costs of the case; None if unknown."""


@dataclass(frozen=True, kw_only=True)
class BenchTime(_Info):
    operation: str = DEFAULT
    median_us: float
    q1_us: float
    q3_us: float
    """`median_us`, `q1_us`, `q3_us`: median and quartiles over the rounds, in microseconds."""

    @property
    def is_executor(self) -> bool:
        """Whether the time is the PTX executor's, which says nothing about a GPU."""
        return self.device_kind != "gpu"

    @property
    def gbps(self) -> float:
        return self.bytes / self.median_us * 1e-3

    @property
    def copy_gbps(self) -> float | None:
        return self.bytes / self.copy_us * 1e-3 if self.copy_us else None

    @property
    def copy_fraction(self) -> float | None:
        return self.copy_us / self.median_us if self.copy_us else None

    @property
    def shape(self) -> str:
        return f"{self.n_rows}x{self.n_cols}"

    @property
    def block_name(self) -> str:
        x, y, z = (*self.block, 1, 1)[:3]
        return block_text((x, y, z))


@dataclass(frozen=True)
class BenchFile:
    name: str
    """Name of the file in messages."""
    measured: str
    """Date and time of the measurement in ISO 8601."""
    commit: str
    """Hash of the checkout's commit, as pytest-benchmark found it; empty outside a checkout."""
    is_dirty: bool
    """Whether files differed from the commit."""
    times: tuple[BenchTime, ...]
    """By dtype, shape, variant, block."""


def is_bench(document: object) -> bool:
    return isinstance(document, dict) and {"benchmarks", "machine_info"} <= document.keys()


def read_bench(document: Any, name: str) -> BenchFile:
    whole = read(document, _Document, name)
    times = []
    for index, benchmark in enumerate(whole.benchmarks):
        if "variant" not in benchmark.extra_info or "device_kind" not in benchmark.extra_info:
            continue
        info = read(benchmark.extra_info, _Info, f"{name}: benchmarks[{index}].extra_info")
        stats = read(benchmark.stats, _Stats, f"{name}: benchmarks[{index}].stats")
        times.append(
            pick(
                BenchTime,
                info,
                operation=info.operation or DEFAULT,
                median_us=1e6 * stats.median,
                q1_us=1e6 * stats.q1,
                q3_us=1e6 * stats.q3,
            )
        )
    commit = whole.commit_info
    return BenchFile(
        name=name,
        measured=whole.datetime,
        # The words of pytest-benchmark for a folder without a commit.
        commit="" if commit.get("id") in (None, "unversioned", "unknown") else str(commit["id"]),
        is_dirty=bool(commit.get("dirty")),
        times=tuple(sorted(times, key=_order)),
    )


def _order(time: BenchTime) -> tuple[object, ...]:
    return (time.device, time.dtype, time.n_rows, time.n_cols, time.variant, time.block)
