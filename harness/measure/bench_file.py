"""Reads the times that ``pytest --benchmark-json`` saved: one `BenchTime` a kernel, with the device it was taken on."""

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
"""What pytest-benchmark 5 writes, as far as it is read here."""

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
"""What the plugin adds to a benchmark; see docs/pytest.md."""


@dataclass(frozen=True)
class BenchTime:
    """The time of one kernel on one problem.

    Parameters
    ----------
    variant, dtype : str
        What ran.
    n_rows, n_cols : int
        The problem.
    block : tuple of int
        Threads in x, y, z.
    median_us, q1_us, q3_us, min_us : float
        Of the rounds, in microseconds.
    n_rounds : int
        How many there were.
    n_bytes : int
        What any kernel has to move for the problem.
    is_executor : bool
        Whether it is the PTX executor's time, which says nothing about a GPU.
    device, driver, cuda, compiler, arch : str
        Where; empty where the file does not say.
    baseline : str
        The variant that this one declares to be compared with; empty for none.
    operation : str
        What it computes; softmax in a file that does not say so.
    copy_us : float or None
        A copy of as many bytes, timed in the same rounds.
    sm_clocks_mhz, memory_clocks_mhz : tuple of int
        Before and after, as far as they were read.
    clock_limits : tuple of str
        Why the clocks were no higher.
    is_throttled : bool
        Whether power or temperature held the clocks down.
    info : mapping
        All that was saved beside the time.
    """

    variant: str
    dtype: str
    n_rows: int
    n_cols: int
    block: tuple[int, ...]
    median_us: float
    q1_us: float
    q3_us: float
    min_us: float
    n_rounds: int
    n_bytes: int
    is_executor: bool
    device: str = ""
    driver: str = ""
    cuda: str = ""
    compiler: str = ""
    arch: str = ""
    baseline: str = ""
    operation: str = DEFAULT
    copy_us: float | None = None
    sm_clocks_mhz: tuple[int, ...] = ()
    memory_clocks_mhz: tuple[int, ...] = ()
    clock_limits: tuple[str, ...] = ()
    is_throttled: bool = False
    info: Mapping[str, object] = field(default_factory=dict, compare=False)

    @property
    def gbps(self) -> float:
        """Bytes that any kernel has to move, over the median."""
        return self.n_bytes / self.median_us * 1e-3

    @property
    def copy_gbps(self) -> float | None:
        """The same bytes over the time of the copy."""
        return self.n_bytes / self.copy_us * 1e-3 if self.copy_us else None

    @property
    def copy_fraction(self) -> float | None:
        """Time of the copy over the time of the kernel."""
        return self.copy_us / self.median_us if self.copy_us else None

    @property
    def shape(self) -> str:
        """The problem as ``ROWSxCOLS``."""
        return f"{self.n_rows}x{self.n_cols}"

    @property
    def block_name(self) -> str:
        """The block as ids have it."""
        x, y, z = (*self.block, 1, 1)[:3]
        return block_text((x, y, z))


@dataclass(frozen=True)
class BenchFile:
    """One saved run of benchmarks.

    Parameters
    ----------
    name : str
        What messages call it.
    measured : str
        When, ISO 8601.
    commit, committed : str
        Of the checkout, as pytest-benchmark found it; empty outside of one.
    is_dirty : bool
        Whether files differed from the commit.
    times : tuple of BenchTime
        By dtype, shape, variant, block.
    n_others : int
        Benchmarks of the file that are not kernels'.
    """

    name: str
    measured: str
    commit: str
    committed: str
    is_dirty: bool
    times: tuple[BenchTime, ...]
    n_others: int = 0


def is_bench(document: object) -> bool:
    """Whether a document looks like pytest-benchmark's."""
    return isinstance(document, dict) and {"benchmarks", "machine_info"} <= document.keys()


def read_bench(document: Any, name: str) -> BenchFile:
    """Read a document.

    Parameters
    ----------
    document : object
        What `json.loads` made of the file.
    name : str
        What messages call it.

    Raises
    ------
    UsageError
        It is not what pytest-benchmark and the plugin write.
    """
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
    """Read a file; raises UsageError as `read_bench`, and where it cannot be read."""
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
