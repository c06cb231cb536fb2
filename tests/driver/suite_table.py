"""Runs a library's own test suite on the virtual GPU or a real one, and writes a table of its outcomes.

``python -m tests.driver.suite_table OUT FILE_OR_FOLDER... [--real] [--workers N] [--seconds S] [--minutes M]`` runs the
suite file by file, each in a process of its own: on the virtual GPU by ``kernel-harness run -m pytest``, with
``--real`` by ``python -m pytest``. A test past its deadline, or one that ends its process, costs only itself: the rest
of its file runs in a new process. What did not run within the time is named. OUT gets ``outcomes.json`` (every test,
its outcome and the error's line) and, on the virtual GPU, ``findings.json``; running again with the same OUT runs only
what has no outcome yet.
"""

from __future__ import annotations

import concurrent.futures
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from tests.driver.outcome_recorder import VARIABLE

ROOT = Path(__file__).resolve().parents[2]
_POLL_S = 0.2
_START_S = 60.0
"""Time that a process may take to begin its first test, or to end after its last, beside a test's own deadline."""
Outcomes = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Suite:
    """A run of a suite."""

    out: Path
    is_real: bool
    seconds: float
    """Deadline of one test."""
    end: float
    """Time on the monotonic clock at which no process is begun any more, and those that run are ended."""
    options: tuple[str, ...] = ()
    """Options for pytest."""
    folder: Path = Path()
    """Folder that pytest runs in."""
    package: str = ""
    """Package whose modules the files are, to be named by modules; empty names them by path."""

    def run_file(self, path: Path) -> None:
        """Run one file's tests until each has an outcome, or the time is over."""
        record = self.out / f"{_name(path)}.lines"
        while time.monotonic() < self.end:
            known = read_outcomes(record)
            n_known = len(known)
            if not self._run_rest(path, record, known):
                return
            if len(read_outcomes(record)) == n_known:
                text = "ended before its first test"
                _append(record, {"id": str(path), "outcome": "crashed", "text": text})
                return

    def _run_rest(self, path: Path, record: Path, known: Outcomes) -> bool:
        """Run what has no outcome yet; return whether there may be more to run."""
        if any(each["outcome"] == "ended" for each in known.values()):
            return False
        environ = os.environ | {VARIABLE: str(record)}
        environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), environ.get("PYTHONPATH"))))
        found = self.out / f"{_name(path)}.{len(known)}.json"
        pytest_words = ["pytest", "-q", "-p", "tests.driver.outcome_recorder", "-p", "no:cacheprovider"]
        virtual = [] if self.is_real else ["kernel_harness", "run", "--json", str(found), "-m"]
        command = [sys.executable, "-m", *virtual, *pytest_words, *self.options, *self._words(path)]
        with (self.out / f"{_name(path)}.log").open("ab") as log:
            process = subprocess.Popen(
                command,
                cwd=self.folder,
                env=environ,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
            why = self._wait(process, record)
        begun = _begun(record)
        if begun is not None:
            text = f"status {process.returncode}"
            _append(record, {"id": begun, "outcome": why or "crashed", "text": text})
        return why != "time over"

    def _words(self, path: Path) -> list[str]:
        if not self.package:
            return [str(path)]
        below = path.as_posix().rpartition(self.package.replace(".", "/"))[2]
        return ["--pyargs", self.package + below.removesuffix(".py").replace("/", ".")]

    def _wait(self, process: subprocess.Popen[bytes], record: Path) -> str:
        """Wait for a process; return why it was ended, empty if it ended by itself."""
        size, since = -1, time.monotonic()
        while process.poll() is None:
            now = time.monotonic()
            new = record.stat().st_size if record.exists() else 0
            if new != size:
                size, since = new, now
            limit = self.seconds if _begun(record) is not None else self.seconds + _START_S
            if now > self.end or now - since > limit:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                return "time over" if now > self.end else "deadline"
            time.sleep(_POLL_S)
        return ""


def read_outcomes(record: Path) -> Outcomes:
    """Return each test's last outcome; a failure is not replaced by what comes after it."""
    found: Outcomes = {}
    for each in _lines(record):
        known = found.get(each["id"])
        if each["outcome"] != "begun" and (known is None or known["outcome"] == "passed"):
            found[each["id"]] = each
    return {test: each for test, each in found.items() if each["outcome"] != "time over"}


def _begun(record: Path) -> str | None:
    """Return the test that has begun and has no outcome."""
    lines = _lines(record)
    return lines[-1]["id"] if lines and lines[-1]["outcome"] == "begun" else None


def _lines(record: Path) -> list[dict[str, Any]]:
    if not record.exists():
        return []
    return [json.loads(line) for line in record.read_text().splitlines() if line.endswith("}")]


def _append(record: Path, line: dict[str, Any]) -> None:
    with record.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def _name(path: Path) -> str:
    return re.sub(r"\W+", "_", "_".join(path.with_suffix("").parts[-3:]))


def files_of(places: tuple[Path, ...]) -> list[Path]:
    """Return the test files of files and folders, in the order given, those of a folder by name."""
    files: list[Path] = []
    for place in places:
        files += sorted(place.rglob("test_*.py")) if place.is_dir() else [place]
    return list(dict.fromkeys(files))


def table_lines(documents: dict[str, Outcomes]) -> list[str]:
    """Return a row for each file: how many tests had which outcome."""
    columns = ("passed", "failed", "error", "skipped", "xfailed", "deadline", "crashed", "not collected")
    total: Counter[str] = Counter()
    lines = [f"| file | {' | '.join(columns)} |", f"| --- |{' --- |' * len(columns)}"]
    for name, outcomes in documents.items():
        counts = Counter(each["outcome"] for each in outcomes.values())
        total += counts
        lines.append(f"| {name} | {' | '.join(str(counts[each]) for each in columns)} |")
    return [*lines, f"| all | {' | '.join(str(total[each]) for each in columns)} |"]


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.argument("places", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--real", is_flag=True, help="Run on the machine's own GPU.")
@click.option("--workers", default=1, show_default=True, help="Files that run at the same time.")
@click.option("--seconds", default=60.0, show_default=True, help="Deadline of one test.")
@click.option("--minutes", default=600.0, show_default=True, help="Time of the whole run.")
@click.option("--folder", default=".", type=click.Path(path_type=Path), help="Folder to run pytest in.")
@click.option("--package", default="", help="Name the files as modules of this package.")
@click.option("--option", "options", multiple=True, help="Option for pytest; repeatable.")
def main(
    out: Path,
    places: tuple[Path, ...],
    real: bool,
    workers: int,
    seconds: float,
    minutes: float,
    options: tuple[str, ...],
    folder: Path,
    package: str,
) -> None:
    """Run a suite; print its table."""
    out = out.absolute()
    (out / "files").mkdir(parents=True, exist_ok=True)
    files = [each.absolute() for each in files_of(places)]
    suite = Suite(out / "files", real, seconds, time.monotonic() + 60 * minutes, options, folder, package)
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for path, _ in zip(files, pool.map(suite.run_file, files), strict=True):
            click.echo(f"{path.name}: {len(read_outcomes(out / 'files' / f'{_name(path)}.lines'))}", err=True)
    documents = {}
    for path in files:
        outcomes = read_outcomes(out / "files" / f"{_name(path)}.lines")
        is_whole = outcomes.pop("", None) is not None
        documents["/".join(path.parts[-2:])] = outcomes
        ends = {test["outcome"] for test in outcomes.values()}
        if not is_whole and not ends & {"crashed", "not collected"}:
            click.echo(f"not run to its end: {path}", err=True)
    (out / "outcomes.json").write_text(json.dumps(documents, indent=1))
    _write_findings(out)
    click.echo("\n".join(table_lines(documents)))


def _write_findings(out: Path) -> None:
    """Collect what the runs on the virtual GPU found, their unserved functions and their failures."""
    found: dict[str, list[Any]] = {"findings": [], "unserved": [], "failures": []}
    for path in sorted((out / "files").glob("*.json")):
        document = json.loads(path.read_text())
        for kind, entries in found.items():
            entries += [{"run": path.stem, "what": each} for each in document[kind]]
    if any(found.values()):
        (out / "findings.json").write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
