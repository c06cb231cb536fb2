"""Reads the times saved by ``pytest --benchmark-json``: one `BenchTime` per kernel, with its device."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import UsageError
from ..operation.catalogue import DEFAULT
from ..store.json_file import load_json
from ..store.json_shape import COUNT, EXTENT, POSITIVE, SIZE, require
from ..variant.variant import block_text

SHAPE: dict[str, Any] = {
    "machine_info": dict,
    "commit_info": dict,
    "datetime": str,
    "version": str,
    "benchmarks": [{"stats": dict, "extra_info": dict}],
}
"""The part of pytest-benchmark 5's format that this module reads."""

_STATS = {"median": POSITIVE, "q1": SIZE, "q3": SIZE, "min": SIZE, "rounds": COUNT}
_CLOCK = [(COUNT, None)]
_INFO: dict[str, Any] = {
    "variant": str,
    "dtype": str,
    "n_rows": EXTENT,
    "n_cols": EXTENT,
    "block": [EXTENT, ...],
    "bytes": EXTENT,
    "device_kind": str,
    "device?": str,
    "driver?": str,
    "cuda?": str,
    "compiler?": str,
    "arch?": str,
    "baseline?": (str, None),
    "operation?": (str, None),
    "copy_us?": (SIZE, None),
    "copy_fraction?": (SIZE, None),
    "sm_clock_mhz?": _CLOCK,
    "memory_clock_mhz?": _CLOCK,
    "clock_limits?": [str],
    "throttled?": bool,
    "registers?": (SIZE, None),
    "spill_bytes?": (SIZE, None),
    "occupancy?": (SIZE, None),
    "sectors_per_element?": (SIZE, None),
}
"""The plugin's additions to a benchmark; see docs/pytest.md."""


@dataclass(frozen=True)
class BenchTime:
    """The time of one kernel on one problem."""

    variant: str
    dtype: str
    """`variant`, `dtype`: the timed variant and its element type."""
    n_rows: int
    n_cols: int
    """`n_rows`, `n_cols`: shape of the problem."""
    block: tuple[int, ...]
    """Threads in x, y, z."""
    median_us: float
    q1_us: float
    q3_us: float
    min_us: float
    """`median_us`, `q1_us`, `q3_us`, `min_us`: median, quartiles and minimum over the rounds, in microseconds."""
    n_rounds: int
    """Number of rounds."""
    n_bytes: int
    """Bytes that every kernel must move for the problem."""
    is_executor: bool
    """Whether the time is the PTX executor's, which says nothing about a GPU."""
    device: str = ""
    driver: str = ""
    cuda: str = ""
    compiler: str = ""
    arch: str = ""
    """`device`, `driver`, `cuda`, `compiler`, `arch`: conditions of the measurement; empty if the file does not
    have them."""
    baseline: str = ""
    """The variant's declared baseline; empty for none."""
    operation: str = DEFAULT
    """The operation; softmax if the file does not name one."""
    copy_us: float | None = None
    """Time of a copy of as many bytes, in the same rounds."""
    sm_clocks_mhz: tuple[int, ...] = ()
    memory_clocks_mhz: tuple[int, ...] = ()
    """`sm_clocks_mhz`, `memory_clocks_mhz`: clocks before and after, as far as they could be read."""
    clock_limits: tuple[str, ...] = ()
    """NVML's reasons for the clocks' limits."""
    is_throttled: bool = False
    """Whether power or temperature limited the clocks."""
    info: Mapping[str, object] = field(default_factory=dict, compare=False)
    """All data saved with the time."""

    @property
    def gbps(self) -> float:
        """Bytes that every kernel must move, divided by the median time."""
        return self.n_bytes / self.median_us * 1e-3

    @property
    def copy_gbps(self) -> float | None:
        """The same bytes divided by the time of the copy."""
        return self.n_bytes / self.copy_us * 1e-3 if self.copy_us else None

    @property
    def copy_fraction(self) -> float | None:
        """Time of the copy divided by the time of the kernel."""
        return self.copy_us / self.median_us if self.copy_us else None

    @property
    def shape(self) -> str:
        """The problem as ``ROWSxCOLS``."""
        return f"{self.n_rows}x{self.n_cols}"

    @property
    def block_name(self) -> str:
        """The block, formatted as in case ids."""
        x, y, z = (*self.block, 1, 1)[:3]
        return block_text((x, y, z))


@dataclass(frozen=True)
class BenchFile:
    """One saved run of benchmarks."""

    name: str
    """Name of the file in messages."""
    measured: str
    """Date and time of the measurement in ISO 8601."""
    commit: str
    committed: str
    """`commit`, `committed`: hash and date of the checkout's commit, as pytest-benchmark found them; empty outside
    a checkout."""
    is_dirty: bool
    """Whether files differed from the commit."""
    times: tuple[BenchTime, ...]
    """By dtype, shape, variant, block."""
    n_others: int = 0
    """Number of benchmarks in the file that time no kernel."""


def is_bench(document: object) -> bool:
    """Whether a document looks like pytest-benchmark's."""
    return isinstance(document, dict) and {"benchmarks", "machine_info"} <= document.keys()


def read_bench(document: Any, name: str) -> BenchFile:
    """Read a document."""
    require(document, SHAPE, name)
    times = []
    for index, each in enumerate(document["benchmarks"]):
        info = each["extra_info"]
        if "variant" not in info or "device_kind" not in info:
            continue
        require(info, _INFO, f"{name}: benchmarks[{index}].extra_info")
        require(each["stats"], _STATS, f"{name}: benchmarks[{index}].stats")
        times.append(_time(info, each["stats"]))
    commit = document["commit_info"]
    return BenchFile(
        name=name,
        measured=document["datetime"],
        commit="" if commit.get("id") in (None, "unversioned", "unknown") else str(commit["id"]),
        committed=str(commit.get("time") or ""),
        is_dirty=bool(commit.get("dirty")),
        times=tuple(sorted(times, key=_order)),
        n_others=len(document["benchmarks"]) - len(times),
    )


def load_bench(path: Path) -> BenchFile:
    """Read a file; raises UsageError as `read_bench` does, and if the file cannot be read."""
    document = load_json(path)
    if not is_bench(document):
        raise UsageError(
            f"{path} must be what `pytest --benchmark-json FILE` writes (got a document without 'benchmarks')"
        )
    return read_bench(document, path.name)


def _time(info: Mapping[str, Any], stats: Mapping[str, Any]) -> BenchTime:
    return BenchTime(
        variant=info["variant"],
        dtype=info["dtype"],
        n_rows=info["n_rows"],
        n_cols=info["n_cols"],
        block=tuple(info["block"]),
        median_us=1e6 * stats["median"],
        q1_us=1e6 * stats["q1"],
        q3_us=1e6 * stats["q3"],
        min_us=1e6 * stats["min"],
        n_rounds=stats["rounds"],
        n_bytes=info["bytes"],
        is_executor=info["device_kind"] != "gpu",
        device=info.get("device", ""),
        driver=info.get("driver", ""),
        cuda=info.get("cuda", ""),
        compiler=info.get("compiler", ""),
        arch=info.get("arch", ""),
        baseline=info.get("baseline") or "",
        operation=info.get("operation") or DEFAULT,
        copy_us=info.get("copy_us"),
        sm_clocks_mhz=_known(info.get("sm_clock_mhz", ())),
        memory_clocks_mhz=_known(info.get("memory_clock_mhz", ())),
        clock_limits=tuple(info.get("clock_limits", ())),
        is_throttled=info.get("throttled", False),
        info=info,
    )


def _known(clocks: Any) -> tuple[int, ...]:
    return tuple(each for each in clocks if each is not None)


def _order(time: BenchTime) -> tuple[object, ...]:
    return (time.device, time.dtype, time.n_rows, time.n_cols, time.variant, time.block)
