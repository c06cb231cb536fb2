"""Makes, writes and reads kept results: one small file for each commit and key.

A key is GPU, driver, CUDA version, and the clocks if a user set them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from ..errors import UsageError
from ..store.json_file import load_json
from ..store.json_shape import COUNT, EXTENT, POSITIVE, SIZE, require
from .bench_file import BenchFile, BenchTime

SCHEMA = "kernel-harness/baseline"
VERSION = 1
"""Raised when a field is removed, renamed or changes meaning; new fields do not raise it."""

SET_BY_USER = "applications-clocks"
"""NVML's clock limit reason for clocks set by a user (nvml.h, nvmlClocksEventReasonApplicationsClocksSetting)."""

_CLOCK_STEP_MHZ = 15
"""Steps of the multiprocessors' clock (`nvidia-smi -q -d SUPPORTED_CLOCKS`); readings vary in between."""

_RESULT: dict[str, Any] = {
    "variant": str,
    "dtype": str,
    "n_rows": EXTENT,
    "n_cols": EXTENT,
    "block": [EXTENT, ...],
    "median_us": POSITIVE,
    "q1_us": SIZE,
    "q3_us": SIZE,
    "rounds": COUNT,
    "bytes": EXTENT,
    "copy_us": (SIZE, None),
    "sm_clock_mhz": [COUNT],
    "memory_clock_mhz": [COUNT],
    "throttled": bool,
}
SHAPE: dict[str, Any] = {
    "schema": str,
    "version": int,
    "key": {"device": str, "driver": str, "cuda": str, "clocks_mhz": ([COUNT], None)},
    "commit": str,
    "committed": str,
    "dirty": bool,
    "measured": str,
    "compiler": str,
    "results": [_RESULT],
}


@dataclass(frozen=True, order=True)
class MeasurementKey:
    """Conditions of a measurement; only times with equal keys are comparable.

    Parameters
    ----------
    device, driver, cuda : str
        GPU's name, driver's version, CUDA version.
    clocks_mhz : tuple of int
        Clocks of the multiprocessors, rounded to 15 MHz, and of the memory, if a user set them; else empty.
    """

    device: str
    driver: str
    cuda: str
    clocks_mhz: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The key in words."""
        clocks = (
            f"clocks set to {'/'.join(map(str, self.clocks_mhz))} MHz"
            if self.clocks_mhz
            else "clocks not set"
        )
        return f"{self.device}, driver {self.driver}, CUDA {self.cuda}, {clocks}"

    @property
    def folder(self) -> str:
        """Folder name of the key's results."""
        parts = [self.device, f"driver_{self.driver}", f"cuda_{self.cuda}"]
        if self.clocks_mhz:
            parts.append(f"clocks_{'_'.join(map(str, self.clocks_mhz))}")
        return "-".join(re.sub(r"[^a-z0-9_.]+", "_", part.lower()).strip("_.") for part in parts)


@dataclass(frozen=True)
class Result:
    """The time of one kernel on one problem; fields as in `BenchTime`."""

    variant: str
    dtype: str
    n_rows: int
    n_cols: int
    block: tuple[int, ...]
    median_us: float
    q1_us: float
    q3_us: float
    n_rounds: int
    n_bytes: int
    copy_us: float | None
    sm_clocks_mhz: tuple[int, ...]
    memory_clocks_mhz: tuple[int, ...]
    is_throttled: bool

    @property
    def name(self) -> tuple[str, str, int, int, tuple[int, ...]]:
        """Identity of the series that the result belongs to."""
        return (self.variant, self.dtype, self.n_rows, self.n_cols, self.block)

    @property
    def copy_fraction(self) -> float | None:
        """Time of a copy of the same bytes divided by this time."""
        return self.copy_us / self.median_us if self.copy_us else None


@dataclass(frozen=True)
class Record:
    """Results of one key at one commit.

    Parameters
    ----------
    key : MeasurementKey
        Conditions of the measurement.
    commit, committed : str
        Full hash, and its date in ISO 8601.
    is_dirty : bool
        Whether files differed from the commit.
    measured : str
        Date and time of the measurement in ISO 8601.
    compiler : str
        Compiler and version.
    results : tuple of Result
        By name.
    """

    key: MeasurementKey
    commit: str
    committed: str
    is_dirty: bool
    measured: str
    compiler: str
    results: tuple[Result, ...]

    @property
    def label(self) -> str:
        """Short hash of the commit, with ``+`` if files differed from it."""
        return self.commit[:9] + ("+" if self.is_dirty else "")

    @property
    def file_name(self) -> str:
        """The record's file name in the key's folder."""
        return f"{self.commit}{'-dirty' if self.is_dirty else ''}.json"


def records_of(bench: BenchFile) -> tuple[Record, ...]:
    """Make records of a run of benchmarks, one for each key.

    Raises
    ------
    UsageError
        The run has no kernels, its times are not a GPU's, or its commit is unknown.
    """
    if not bench.times:
        raise UsageError(f"{bench.name} must hold times of kernels (got {bench.n_others} other benchmarks)")
    if any(each.is_executor for each in bench.times):
        raise UsageError(
            f"{bench.name} must hold a GPU's times (got the PTX executor's, which say nothing about a GPU);"
            " `pytest --device gpu --benchmark-json FILE` measures them"
        )
    if not bench.commit or not bench.committed:
        raise UsageError(f"{bench.name} must be measured in a git checkout (got no commit)")
    found: dict[tuple[str, str, str], list[BenchTime]] = {}
    for each in bench.times:
        found.setdefault((each.device, each.driver, each.cuda), []).append(each)
    return tuple(
        Record(
            key=MeasurementKey(*place, set_clocks_mhz(times)),
            commit=bench.commit,
            committed=bench.committed,
            is_dirty=bench.is_dirty,
            measured=bench.measured,
            compiler=times[0].compiler,
            results=tuple(sorted(map(_result, times), key=lambda each: each.name)),
        )
        for place, times in sorted(found.items())
    )


def set_clocks_mhz(times: Sequence[BenchTime]) -> tuple[int, ...]:
    """Return the clocks of multiprocessors and memory that a user set for a run; empty if nobody did.

    Clocks count as set if every time of the run names `SET_BY_USER`: a time without it ran at clocks that the GPU
    chose.
    """
    if not all(SET_BY_USER in time.clock_limits for time in times):
        return ()
    sm = [max(time.sm_clocks_mhz) for time in times if time.sm_clocks_mhz]
    memory = [max(time.memory_clocks_mhz) for time in times if time.memory_clocks_mhz]
    found = [_CLOCK_STEP_MHZ * round(median(sm) / _CLOCK_STEP_MHZ)] if sm else []
    return (*found, *([round(median(memory))] if memory else []))


def text(record: Record) -> str:
    """Return a record's file content: two spaces of indent, ASCII only, one final newline, one result per line."""
    head = {
        "schema": SCHEMA,
        "version": VERSION,
        "key": {
            "device": record.key.device,
            "driver": record.key.driver,
            "cuda": record.key.cuda,
            "clocks_mhz": list(record.key.clocks_mhz) or None,
        },
        "commit": record.commit,
        "committed": record.committed,
        "dirty": record.is_dirty,
        "measured": record.measured,
        "compiler": record.compiler,
    }
    shown = json.dumps(head, indent=2)
    results = ",\n".join(f"    {json.dumps(_plain(each))}" for each in record.results)
    return f'{shown.removesuffix("}").rstrip()},\n  "results": [\n{results}\n  ]\n}}\n'


def read_record(document: Any, name: str) -> Record:
    """Read a record's document; raises UsageError if it is damaged or of another version."""
    require(document, SHAPE, name)
    if document["schema"] != SCHEMA or document["version"] != VERSION:
        raise UsageError(
            f"{name} must be of schema {SCHEMA}, version {VERSION} (got {document['schema']!r}, {document['version']})"
        )
    key = document["key"]
    return Record(
        key=MeasurementKey(key["device"], key["driver"], key["cuda"], tuple(key["clocks_mhz"] or ())),
        commit=document["commit"],
        committed=document["committed"],
        is_dirty=document["dirty"],
        measured=document["measured"],
        compiler=document["compiler"],
        results=tuple(
            Result(
                variant=each["variant"],
                dtype=each["dtype"],
                n_rows=each["n_rows"],
                n_cols=each["n_cols"],
                block=tuple(each["block"]),
                median_us=each["median_us"],
                q1_us=each["q1_us"],
                q3_us=each["q3_us"],
                n_rounds=each["rounds"],
                n_bytes=each["bytes"],
                copy_us=each["copy_us"],
                sm_clocks_mhz=tuple(each["sm_clock_mhz"]),
                memory_clocks_mhz=tuple(each["memory_clock_mhz"]),
                is_throttled=each["throttled"],
            )
            for each in document["results"]
        ),
    )


def load_records(folder: Path) -> tuple[Record, ...]:
    """Read every record below a folder, by file name; none if the folder does not exist.

    Raises
    ------
    UsageError
        A file is damaged. Skipping it would hide its results.
    """
    records = []
    for path in sorted(folder.glob("*/*.json")):
        records.append(read_record(load_json(path), str(path)))
    return tuple(records)


def _result(time: BenchTime) -> Result:
    return Result(
        variant=time.variant,
        dtype=time.dtype,
        n_rows=time.n_rows,
        n_cols=time.n_cols,
        block=time.block,
        median_us=_rounded(time.median_us),
        q1_us=_rounded(time.q1_us),
        q3_us=_rounded(time.q3_us),
        n_rounds=time.n_rounds,
        n_bytes=time.n_bytes,
        copy_us=None if time.copy_us is None else _rounded(time.copy_us),
        sm_clocks_mhz=time.sm_clocks_mhz,
        memory_clocks_mhz=time.memory_clocks_mhz,
        is_throttled=time.is_throttled,
    )


def _rounded(us: float) -> float:
    # A CUDA event resolves half microseconds at best; six digits are enough.
    return float(f"{us:.6g}")


def _plain(result: Result) -> dict[str, object]:
    return {
        "variant": result.variant,
        "dtype": result.dtype,
        "n_rows": result.n_rows,
        "n_cols": result.n_cols,
        "block": list(result.block),
        "median_us": result.median_us,
        "q1_us": result.q1_us,
        "q3_us": result.q3_us,
        "rounds": result.n_rounds,
        "bytes": result.n_bytes,
        "copy_us": result.copy_us,
        "sm_clock_mhz": list(result.sm_clocks_mhz),
        "memory_clock_mhz": list(result.memory_clocks_mhz),
        "throttled": result.is_throttled,
    }
