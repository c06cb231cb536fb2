"""Reads what Nsight Compute prints with ``--csv``, and puts it beside what was launched."""

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?")
_WIDE_FIXED = {
    "ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream", "Block Size", "Grid Size",
    "Device", "CC",
}  # fmt: skip


@dataclass(frozen=True)
class ProfiledLaunch:
    """One row of the report: the kernel's name without its parameters, and its metrics."""

    kernel: str
    metrics: Mapping[str, float]


@dataclass
class Notes:
    made_with: dict[str, str] = field(default_factory=dict)
    launches: list[tuple[str, str]] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    is_done: bool = False

    @property
    def ids(self) -> list[str]:
        return list(dict.fromkeys([*(name for name, _ in self.launches), *self.failed]))


def read_notes(text: str) -> Notes:
    """Read the lines of `ncu_launches`; a last line that was cut short is passed over."""
    notes = Notes()
    for line in text.splitlines():
        try:
            noted = json.loads(line)
        except ValueError:
            continue
        if "made_with" in noted:
            notes.made_with = noted["made_with"]
        elif "failed" in noted:
            notes.failed[noted["id"]] = noted["failed"]
        elif "entry" in noted:
            notes.launches.append((noted["id"], noted["entry"]))
        elif "done" in noted:
            notes.is_done = True
    return notes


def read_report(text: str) -> list[ProfiledLaunch]:
    """Read a report, one row a launch (``--page raw``) or one row a metric.

    Lines of the profiler itself (``==PROF== ...``) may stand before, between and after. A metric without a number is
    left out.
    """
    lines = text.splitlines()
    start = next((n for n, line in enumerate(lines) if line.startswith('"ID"')), None)
    if start is None:
        return []
    body = [line for line in lines[start:] if line.startswith('"')]
    rows = list(csv.reader(io.StringIO("\n".join(body))))
    head, rows = rows[0], rows[1:]
    if "Metric Name" in head:
        return _long(head, rows)
    found = []
    for row in rows:
        cells = dict(zip(head, row, strict=False))
        if not cells.get("ID", "").strip():
            continue  # the row of units
        metrics = {}
        for name, cell in cells.items():
            number = _number(cell)
            if name not in _WIDE_FIXED and number is not None:
                metrics[name] = number
        found.append(ProfiledLaunch(_kernel(cells["Kernel Name"]), metrics))
    return found


def _long(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[ProfiledLaunch]:
    launches: dict[str, tuple[str, dict[str, float]]] = {}
    for row in rows:
        cells = dict(zip(head, row, strict=False))
        _, metrics = launches.setdefault(cells["ID"], (_kernel(cells["Kernel Name"]), {}))
        number = _number(cells["Metric Value"])
        if number is not None:
            metrics[cells["Metric Name"]] = number
    return [ProfiledLaunch(kernel, metrics) for kernel, metrics in launches.values()]


def _kernel(shown: str) -> str:
    return shown.partition("(")[0].strip()


def _number(cell: str) -> float | None:
    match = _NUMBER.match(cell.strip())
    return float(match[0].replace(",", "")) if match else None


def metrics_by_id(
    launched: Sequence[tuple[str, str]], profiled: Sequence[ProfiledLaunch]
) -> tuple[dict[str, list[dict[str, float]]], str]:
    """Give each id the metrics of its launches.

    `launched`: id and entry of each launch, in order. `profiled`: rows of the report, in order. Kernels of other
    names, which a library may launch, are passed over. Returns metrics of each launch by id; and what does not fit,
    empty when everything does. Only launches before the first misfit are taken.
    """
    entries = {entry for _, entry in launched}
    own = [launch for launch in profiled if launch.kernel in entries]
    found: dict[str, list[dict[str, float]]] = {}
    for position, (name, entry) in enumerate(launched):
        if position >= len(own):
            return (
                found,
                f"launch {position} ({entry} of {name}) is not in the report, which has {len(own)} of them",
            )
        if own[position].kernel != entry:
            return found, f"launch {position} is {entry} of {name}, and {own[position].kernel} in the report"
        found.setdefault(name, []).append(dict(own[position].metrics))
    return found, ""
