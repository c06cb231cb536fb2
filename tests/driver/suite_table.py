"""Runs a library's own test suite on the virtual GPU or a real one, and prints a table of its outcomes.

``python -m tests.driver.suite_table OUT FILE_OR_FOLDER... [--real] [--workers N] [--seconds S]`` runs the suite file by
file: on the virtual GPU by ``kernel-harness run -m pytest``, with ``--real`` by ``python -m pytest``. pytest-xdist runs
the tests of a file in a process of their own: a test past its deadline, or one that ends its process, costs only
itself. OUT gets a JUnit report of each file (every test, its outcome and the error) and, on the virtual GPU, what the
run found; running again with the same OUT runs only the files without a report.
"""

from __future__ import annotations

import concurrent.futures
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import click

ROOT = Path(__file__).resolve().parents[2]
Outcomes = list[tuple[str, str]]
"""The outcome of each test of a file, and the first line of its reason."""


@dataclass(frozen=True)
class Suite:
    """A run of a suite."""

    out: Path
    is_real: bool
    seconds: float
    """Deadline of one test."""
    options: tuple[str, ...] = ()
    """Options for pytest."""
    folder: Path = Path()
    """Folder that pytest runs in."""
    package: str = ""
    """Package whose modules the files are, to be named by modules; empty names them by path."""

    def run_file(self, path: Path) -> Outcomes:
        """Run one file's tests; return their outcomes."""
        stem = self.out / re.sub(r"\W+", "_", "_".join(path.with_suffix("").parts[-3:]))
        report = stem.with_suffix(".xml")
        environ = os.environ | {
            "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
        }
        virtual = ["kernel_harness", "run", "--json", str(stem.with_suffix(".json")), "-m"]
        command = [sys.executable, "-m", *([] if self.is_real else virtual), "pytest", "-q", "-n", "1"]
        command += ["--continue-on-collection-errors", "-p", "no:cacheprovider", f"--junitxml={report}"]
        command += ["-o", f"faulthandler_timeout={self.seconds}", "-o", "faulthandler_exit_on_timeout=true"]
        if not report.exists():
            with stem.with_suffix(".log").open("wb") as log:
                subprocess.run(
                    [*command, *self.options, *self._words(path)],
                    cwd=self.folder,
                    env=environ,
                    stdout=log,
                    stderr=log,
                    stdin=subprocess.DEVNULL,
                    check=False,
                )
        return read_outcomes(report)

    def _words(self, path: Path) -> list[str]:
        if not self.package:
            return [str(path)]
        below = path.as_posix().rpartition(self.package.replace(".", "/"))[2]
        return ["--pyargs", self.package + below.removesuffix(".py").replace("/", ".")]


def read_outcomes(report: Path) -> Outcomes:
    """Return the outcomes in a JUnit report; a file without one, or without tests, has ended its process."""
    cases = ElementTree.parse(report).iter("testcase") if report.exists() else ()
    return [_outcome(case) for case in cases] or [("crashed", "ended before its first test")]


def _outcome(case: ElementTree.Element) -> tuple[str, str]:
    found = next((each for each in case if each.tag in ("failure", "error", "skipped")), None)
    if found is None:
        return "passed", ""
    message, text = found.get("message", ""), found.text or ""
    outcome = {"failure": "failed", "skipped": "skipped"}.get(found.tag, "error")
    if message == "collection failure":
        outcome = "not collected"
    elif "crashed while running" in message + text:
        outcome = "crashed"
    elif found.get("type") == "pytest.xfail":
        outcome = "xfailed"
    errors = [line[1:].strip() for line in text.splitlines() if line.startswith("E  ")]
    return outcome, (errors or [text.strip() or message])[0]


def files_of(places: tuple[Path, ...]) -> list[Path]:
    """Return the test files of files and folders, in the order given, those of a folder by name."""
    files: list[Path] = []
    for place in places:
        files += sorted(place.rglob("test_*.py")) if place.is_dir() else [place]
    return list(dict.fromkeys(files))


def table_lines(documents: dict[str, Outcomes]) -> list[str]:
    """Return a row for each file: how many tests had which outcome."""
    columns = ("passed", "failed", "error", "skipped", "xfailed", "crashed", "not collected")
    counts = {name: Counter(outcome for outcome, _ in found) for name, found in documents.items()}
    counts["all"] = sum(counts.values(), start=Counter())
    rows = (f"| {name} | {' | '.join(str(row[each]) for each in columns)} |" for name, row in counts.items())
    return [f"| file | {' | '.join(columns)} |", f"| --- |{' --- |' * len(columns)}", *rows]


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.argument("places", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--real", is_flag=True, help="Run on the machine's own GPU.")
@click.option("--workers", default=1, show_default=True, help="Files that run at the same time.")
@click.option("--seconds", default=60.0, show_default=True, help="Deadline of one test.")
@click.option("--folder", default=".", type=click.Path(path_type=Path), help="Folder to run pytest in.")
@click.option("--package", default="", help="Name the files as modules of this package.")
@click.option("--option", "options", multiple=True, help="Option for pytest; repeatable.")
def main(
    out: Path,
    places: tuple[Path, ...],
    real: bool,
    workers: int,
    seconds: float,
    options: tuple[str, ...],
    folder: Path,
    package: str,
) -> None:
    """Run a suite; print its table."""
    out.mkdir(parents=True, exist_ok=True)
    files = [each.absolute() for each in files_of(places)]
    suite = Suite(out.absolute(), real, seconds, options, folder, package)
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        found = pool.map(suite.run_file, files)
        documents = {"/".join(path.parts[-2:]): outcomes for path, outcomes in zip(files, found, strict=True)}
    click.echo("\n".join(table_lines(documents)))


if __name__ == "__main__":
    main()
