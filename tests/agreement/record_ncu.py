"""Records hardware counters of the kernel family: ``python -m tests.agreement.record_ncu OUT``.

Needs a GPU, Nsight Compute (``ncu`` on PATH or below ``/usr/local/cuda`` or ``/opt/nvidia``) and the harness's
``gpu`` device. Everything is launched under the profiler in chunks, once for each bundle of metrics, by
``python -m tests.agreement.ncu_launches``. A launch that ends its process costs itself. Clocks are left as they are.
Writes ``OUT/ncu.json.gz`` after each bundle; ``--go-on`` keeps the bundles that are whole there, for machines that are
had for less time than all of them take. The profiler's output stays next to it."""

from __future__ import annotations

import argparse
import csv
import gzip
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click

from tests.agreement.counter_cases import ROOT, everything
from tests.agreement.recording_files import replace_file

SCHEMA, VERSION = "kernel-harness/ncu", 1
FILE_NAME = "ncu.json.gz"

GROUPS = {
    "global": (
        "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
        "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
        "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
        "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    ),
    "source": ("memory_l1_wavefronts_shared", "memory_l1_wavefronts_shared_ideal"),
    "shared": (
        "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
        "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
    ),
    "local": (
        "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
        "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
    ),
    "instructions": (
        "smsp__inst_executed.sum",
        "smsp__thread_inst_executed.sum",
        "smsp__inst_executed_op_shared_ld.sum",
        "smsp__inst_executed_op_shared_st.sum",
    ),
    "theoretical": ("memory_l2_theoretical_sectors_global",),
}
"""Metrics by what they tell."""
BUNDLES = (("global", "source"), ("shared", "local", "instructions", "theoretical"))
"""Groups that are collected together, the more important ones first."""

DEADLINE_S = 540.0
WARM_UP_DEADLINE_S = 240.0
CHUNK = 150
"""Cases and probes of one run of the profiler, which prints its report only when it ends."""
MOST_RESTARTS = 3


def find_ncu() -> str | None:
    """Return the path of the profiler, None where there is none."""
    found = shutil.which("ncu") or shutil.which("/usr/local/cuda/bin/ncu")
    if found:
        return found
    places = sorted(Path("/opt/nvidia").glob("nsight-compute/*/ncu")) + sorted(
        Path("/usr/local").glob("cuda*/bin/ncu")
    )
    return str(places[-1]) if places else None


class Profiler:
    """Runs `ncu_launches` under the profiler.

    `out`: folder for what it prints. `deadline`: when to give up, on `time.monotonic`'s clock.
    """

    def __init__(self, program: str, out: Path, deadline: float) -> None:
        self._program = program
        self._out = out
        self._deadline = deadline

    def run(
        self, name: str, metrics: Sequence[str], *, skip: int, limit: int
    ) -> tuple[Notes, list[ProfiledLaunch], str]:
        """Profile launches; returns what was launched, what the report says, and what went wrong."""
        notes_path, log = self._out / f"{name}.notes", self._out / f"{name}.csv"
        for path in (notes_path, log):
            path.unlink(missing_ok=True)
        own = ["--skip", str(skip), "--limit", str(limit)]
        command = [
            self._program,
            *("--clock-control", "none", "--cache-control", "none", "--target-processes", "application-only"),
            *("--metrics", ",".join(metrics), "--csv", "--page", "raw", "--print-units", "base"),
            *("--log-file", str(log)),
            *(sys.executable, "-m", "tests.agreement.ncu_launches", str(notes_path), *own),
        ]
        left = self._deadline - time.monotonic()
        if left <= 0:
            return Notes(), [], "no time is left"
        status, said, wrong = _run(command, left)
        (self._out / f"{name}.said").write_text(f"{' '.join(command)}\n{said}\n", encoding="utf-8")
        if status:
            wrong = wrong or f"exit status {status}: {said[-600:]}"
        notes = read_notes(_text(notes_path))
        report = _text(log)
        profiled = read_report(report)
        if not profiled:
            errors = [line for line in report.splitlines() if "==ERROR==" in line or "==WARNING==" in line]
            wrong = "; ".join([*([wrong] if wrong else []), *errors[:3]]) or "the report is empty"
        return notes, profiled, wrong


def main(arguments: list[str] | None = None) -> int:
    """Record; 0 where every case has every group that this profiler has, and the groups that matter are there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="folder for the files")
    parser.add_argument(
        "--go-on", action="store_true", help="leave out the bundles that are whole in the folder's file"
    )
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    program = find_ncu()
    if program is None:
        click.echo("ncu is not here: install Nsight Compute or put it on PATH")
        return 2
    started = time.monotonic()
    # one path for all: the process that is profiled runs in another folder
    profiler = Profiler(program, options.out.absolute(), started + DEADLINE_S)
    recorded: dict[str, list[dict[str, float]]] = {}
    made_with: dict[str, str] = {}
    failed: dict[str, str] = {}
    groups: dict[str, str] = {}
    if options.go_on and (options.out / FILE_NAME).exists():
        before = json.loads(gzip.decompress((options.out / FILE_NAME).read_bytes()))
        recorded = before["launches"]
        groups = {name: state for name, state in before["groups"].items() if state == "ok"}
    # Compiles everything once, so that no profiled run has to.
    warm = _warm_up(options.out.absolute())
    click.echo(f"warm-up: {warm or 'ok'} ({time.monotonic() - started:.0f} s)")
    for bundle in BUNDLES:
        if set(bundle) <= set(groups):
            continue
        why = _record(profiler, bundle, recorded, made_with, failed)
        groups.update(dict.fromkeys(bundle, why or "ok"))
        # What is there is written each time: whatever ends this process leaves the rest.
        document = {
            "schema": SCHEMA,
            "version": VERSION,
            "made_with": {
                **made_with,
                "profiler": _version(program),
                "script": "tests/agreement/record_ncu.py",
            },
            "metrics": GROUPS,
            "groups": groups,
            "launches": recorded,
            "failed": failed,
        }
        data = json.dumps(document, indent=1, sort_keys=True).encode("ascii")
        replace_file(options.out / FILE_NAME, gzip.compress(data, 9, mtime=0))
        for name in bundle:
            click.echo(f"{name}: {groups[name]} ({time.monotonic() - started:.0f} s)")
    n_all = sum(1 for _ in everything())
    n_whole = sum(
        all(set(GROUPS["global"]) <= set(launch) for launch in launches) for launches in recorded.values()
    )
    click.echo(
        f"{n_whole} of {n_all} have the metrics of global memory; {options.out / FILE_NAME} is written"
    )
    for name, why in failed.items():
        click.echo(f"failed: {name}: {why.splitlines()[0]}")
    return 0 if n_whole == n_all and not failed else 1


def _metrics(names: Sequence[str]) -> list[str]:
    return [metric for name in names for metric in GROUPS[name]]


def _record(
    profiler: Profiler,
    names: Sequence[str],
    recorded: dict[str, list[dict[str, float]]],
    made_with: dict[str, str],
    failed: dict[str, str],
) -> str:
    """Record groups for everything; returns what went wrong, empty when nothing did."""
    n_all, done, problems, n_restarts = sum(1 for _ in everything()), 0, [], 0
    while done < n_all:
        limit = min(CHUNK, n_all - done)
        notes, profiled, wrong = profiler.run(
            f"{'-'.join(names)}-{done}", _metrics(names), skip=done, limit=limit
        )
        made_with.update(notes.made_with)
        failed.update(notes.failed)
        found, misfit = metrics_by_id(notes.launches, profiled)
        for name, launches in found.items():
            _merge(recorded, name, launches)
        if misfit or wrong:
            problems.append(wrong or misfit)
        if notes.is_done:
            done += limit
        elif notes.ids and n_restarts < MOST_RESTARTS:
            # A launch ended the process: go on with what comes after it.
            done += len(notes.ids)
            n_restarts += 1
        else:
            problems.append(f"given up after {done} of {n_all}")
            break
    return "; ".join(problems)


def _run(command: Sequence[str], timeout_s: float) -> tuple[int, str, str]:
    """Run a program; returns its status, what it said, and why it was ended."""
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            said, _ = process.communicate(timeout=timeout_s)
            return process.returncode, said.strip(), ""
        except subprocess.TimeoutExpired:
            # the profiler's own child as well
            os.killpg(process.pid, signal.SIGKILL)
            said, _ = process.communicate()
            return -1, said.strip(), f"it took more than {timeout_s:.0f} s and was ended"


def _merge(recorded: dict[str, list[dict[str, float]]], name: str, launches: list[dict[str, float]]) -> None:
    known = recorded.setdefault(name, [{} for _ in launches])
    for old, new in zip(known, launches, strict=False):
        old.update(new)


def _warm_up(out: Path) -> str:
    notes = out / "warm-up.notes"
    notes.unlink(missing_ok=True)
    command = [sys.executable, "-m", "tests.agreement.ncu_launches", str(notes)]
    status, said, why = _run(command, WARM_UP_DEADLINE_S)
    return why or (f"exit status {status}: {said[-600:]}" if status else "")


def _version(program: str) -> str:
    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.SubprocessError):
        return "ncu"
    return f"ncu {said.stdout.strip().splitlines()[-1]}" if said.stdout.strip() else "ncu"


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


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
    """Read a report with a row a launch (``--page raw``).

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


if __name__ == "__main__":
    sys.exit(main())
