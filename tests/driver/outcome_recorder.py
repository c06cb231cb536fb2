"""A pytest plugin that writes each test's outcome to a file as soon as it is known: a killed process loses none.

``pytest -p tests.driver.outcome_recorder`` with `VARIABLE` set. The module imports nothing that a suite tests.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

VARIABLE = "SUITE_OUTCOMES"
"""Environment variable with the file that receives a JSON document a line."""
WHOLE_FILE = "the file"
"""Name of a file that pytest names by nothing; the end of a process has the empty name."""
_TEXT_CHARACTERS = 600


def known_ids() -> set[str]:
    """Return the tests that have an outcome in the file: another process has run them."""
    path = Path(os.environ[VARIABLE])
    if not path.exists():
        return set()
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {each["id"] for each in lines if each["outcome"] not in ("begun", "time over")}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what has an outcome."""
    known = known_ids()
    left_out = [each for each in items if each.nodeid in known]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [each for each in items if each.nodeid not in known]


def _write(record: dict[str, object]) -> None:
    with Path(os.environ[VARIABLE]).open("a", encoding="utf-8") as file:
        file.write(json.dumps(record) + "\n")


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """Record a file that cannot be collected, or is skipped as a whole."""
    # a file outside of pytest's root folder may have no name
    name = report.nodeid or WHOLE_FILE
    if report.failed:
        _write({"id": name, "outcome": "not collected", "text": _last_line(str(report.longrepr))})
    elif report.skipped:
        _write({"id": name, "outcome": "skipped", "text": _reason(report.longrepr)})


def pytest_runtest_logstart(nodeid: str) -> None:
    """Record that a test begins: the parent's deadline runs from here."""
    _write({"id": nodeid, "outcome": "begun"})


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Record the outcome of a test, of its setup if that did not pass, and of a teardown that failed."""
    if report.when == "call" or report.outcome != "passed":
        outcome: str = report.outcome
        if hasattr(report, "wasxfail"):
            outcome = "xpassed" if report.passed else "xfailed"
        elif report.failed and report.when != "call":
            outcome = "error"
        text = _reason(report.longrepr) if report.skipped else _last_line(report.longreprtext)
        _write({"id": report.nodeid, "outcome": outcome, "seconds": round(report.duration, 3), "text": text})


def pytest_sessionfinish() -> None:
    """Record that every test of this process has been run."""
    _write({"id": "", "outcome": "ended"})


def _reason(representation: object) -> str:
    return str(representation[2] if isinstance(representation, tuple) else representation)[-_TEXT_CHARACTERS:]


def _last_line(text: str) -> str:
    """Return the error's own line: the last that pytest marks with ``E``, else the last."""
    marked = [line[1:].strip() for line in text.splitlines() if line.startswith("E  ")]
    lines = [line for line in text.splitlines() if line.strip()]
    return (marked[0] if marked else lines[-1] if lines else "")[:_TEXT_CHARACTERS]
