"""Records what a GPU and compute-sanitizer say of the programs in ``fixtures/programs``.

``python -m tests.driver.record_sanitizer [FOLDER]`` needs a GPU, compute-sanitizer (on PATH or below
``/usr/local/cuda``) and this project's environment. It runs each program by itself and under memcheck, initcheck,
racecheck and synccheck, prints a table, and writes ``FOLDER/compute_sanitizer.json`` after each program; FOLDER is
``fixtures/programs`` by default. Each run has a deadline of its own.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import click

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "fixtures" / "programs"
FILE_NAME = "compute_sanitizer.json"
SCHEMA, VERSION = "kernel-harness/compute-sanitizer", 1
TOOLS = {
    "memcheck": ("--leak-check", "full"), "initcheck": (), "racecheck": ("--racecheck-report", "all"),
    "synccheck": (),
}  # fmt: skip
_DEADLINE_S = 120.0
_END = "program ended:"
# Runs a program and then says what its context says: programs do not look at every result themselves.
_WRAPPER = f"""
import runpy, sys
said = "without an exception"
try:
    runpy.run_path(sys.argv[1], run_name="__main__")
except BaseException as error:
    said = f"{{type(error).__name__}}: {{error}}".splitlines()[0]
from cuda.bindings import driver
print({_END!r}, driver.cuCtxSynchronize()[0].name, said, flush=True)
"""

_SUMMARY = re.compile(r"^=+ (?:ERROR|RACECHECK) SUMMARY: (\d+) (?:error|hazard)", re.MULTILINE)
_KINDS = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        r"^=+ (Invalid __\w+__ \w+ of size \d+ bytes)",
        r"^=+ (Uninitialized __\w+__ memory read of size \d+ bytes)",
        r"^=+ (Host API uninitialized memory access)",
        r"^=+ (?:Error|Warning|ERROR|WARNING|Info|INFO): (Race reported between \w+ access)",
        r"^=+ (?:Error|Warning|ERROR|WARNING|INFO): (?:\(\w+ \w+\) )?(Potential \w+ hazard detected)",
        r"^=+ (Barrier error detected\. .*?)\.?$",
        r"^=+ (Program hit CUDA_ERROR_\w+) ",
        r"^=+ Program hit \w+ .*on (CUDA API call to \w+)",
        r"^=+ (Leaked) [\d,]+ bytes",
    )
)


def read_output(text: str) -> dict[str, Any]:
    """Return the errors that compute-sanitizer counted (None without a summary), and each kind with its number."""
    summaries = _SUMMARY.findall(text)
    kinds = Counter(match for pattern in _KINDS for match in pattern.findall(text))
    return {"errors": int(summaries[-1]) if summaries else None, "kinds": dict(sorted(kinds.items()))}


def read_end(text: str, status: int | None) -> dict[str, Any]:
    """Return how a program ended: exit status (None past the deadline), CUDA result, its own last words."""
    found = re.search(rf"^{_END} (\w+) (.*)$", text, re.MULTILINE)
    cuda, python = found.groups() if found else (None, None)
    return {"status": status, "cuda": cuda, "python": python}


def planted(path: Path) -> list[str]:
    """Return the reason codes that a program's marks name."""
    marks = re.findall(r"# FAULT (.+)$", path.read_text(), re.MULTILINE)
    return sorted({word for mark in marks for word in mark.split()})


def table_lines(document: dict[str, Any]) -> list[str]:
    """Return the recorded results as a Markdown table, one row a program."""
    lines = [
        f"| program | planted | GPU alone | {' | '.join(TOOLS)} |",
        f"| --- | --- | --- | {' | '.join('---' for _ in TOOLS)} |",
    ]
    for each in document["programs"]:
        cells = [each["program"], ", ".join(each["planted"]) or "nothing", _end_text(each["alone"])]
        cells += [_tool_text(each["tools"][tool]) for tool in TOOLS]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _end_text(end: dict[str, Any]) -> str:
    if end["status"] is None:
        return "did not end"
    cuda = (end["cuda"] or f"status {end['status']}").removeprefix("CUDA_")
    python = end["python"] or ""
    return cuda if python in ("", "without an exception") else f"{cuda}; {python}"


def _tool_text(result: dict[str, Any]) -> str:
    if result["status"] is None:
        return "did not end"
    if result["errors"] is None:
        return "no summary"
    if not result["errors"] and not result["kinds"]:
        return "nothing"
    return ", ".join(f"{n} {kind}" for kind, n in result["kinds"].items()) or f"{result['errors']} errors"


def _run(command: list[str]) -> tuple[str, int | None]:
    environ = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{PROGRAMS}"}
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    try:
        return process.communicate(timeout=_DEADLINE_S)[0], process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)  # compute-sanitizer starts the program as a process of its own
        return process.communicate()[0], None


def _find_sanitizer() -> str | None:
    found = shutil.which("compute-sanitizer") or shutil.which("/usr/local/cuda/bin/compute-sanitizer")
    places = sorted(Path("/usr/local").glob("cuda*/compute-sanitizer/compute-sanitizer"))
    return found or (str(places[-1]) if places else None)


def _machine(sanitizer: str) -> dict[str, str]:
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    gpu, _, driver = _run(query)[0].splitlines()[0].partition(", ")
    said = _run([sanitizer, "--version"])[0].strip().splitlines()
    return {"gpu": gpu, "driver": driver, "compute_sanitizer": said[-1] if said else ""}


def main() -> int:
    """Run every program; return 2 without compute-sanitizer, else 0."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PROGRAMS
    sanitizer = _find_sanitizer()
    if sanitizer is None:
        click.echo("compute-sanitizer is not here: install the CUDA toolkit, or put it on PATH")
        return 2
    programs: list[dict[str, Any]] = []
    document = {
        "schema": SCHEMA,
        "version": VERSION,
        "script": "python -m tests.driver.record_sanitizer",
        **_machine(sanitizer),
        "programs": programs,
    }
    for path in sorted(PROGRAMS.glob("*/*.py")):
        program = [sys.executable, "-c", _WRAPPER, str(path)]
        text, status = _run(program)
        entry: dict[str, Any] = {
            "program": f"{path.parent.name}/{path.name}",
            "planted": planted(path),
            "alone": read_end(text, status),
            "tools": {},
        }
        for tool, options in TOOLS.items():
            text, status = _run([sanitizer, "--tool", tool, *options, *program])
            entry["tools"][tool] = read_output(text) | read_end(text, status)
        programs.append(entry)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / FILE_NAME).write_text(json.dumps(document, indent=1) + "\n")
        click.echo("\n".join(table_lines(document)[-1 if len(programs) > 1 else 0 :]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
