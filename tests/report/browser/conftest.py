from __future__ import annotations

import json

import pytest

from harness.report.html_document import html
from harness.report.html_inputs import read_inputs
from tests.report.browser.chromium import INSTALL, NAMES, Chromium, find
from tests.report.report_files import (
    bench_document,
    check_text,
    count_text,
    gate_text,
    ladder,
    made_up_time,
    record_texts,
    release_texts,
)


@pytest.fixture(scope="session")
def report(tmp_path_factory):
    """A report with every section, as a file."""
    folder = tmp_path_factory.mktemp("report")
    lone = made_up_time("softmax_step1", 512, 777, 0.5)  # without a naive kernel beside it
    texts = {
        "check.json": check_text(folder),
        "gate.json": gate_text(),
        "bench.json": json.dumps(bench_document([*ladder(), lone])),
        "count.json": count_text(folder),
        **record_texts(),
        **release_texts(),
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    path = folder / "report.html"
    path.write_text(html(read_inputs([folder / name for name in texts])), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    """One browser for all tests; each opens the report anew."""
    program = find()
    if program is None:
        pytest.skip(f"not run: no browser ({', '.join(NAMES)}) on PATH; install one with `{INSTALL}`")
    browser = Chromium(program, tmp_path_factory.mktemp("profile"))
    yield browser
    browser.close()


@pytest.fixture
def page(browser, report):
    """The report, just opened; the console has to stay silent until the test ends."""
    browser.open(report)
    browser.run("localStorage.clear()")
    yield browser
    assert browser.complaints() == []
    assert [url for url in browser.requested() if not url.startswith(("file:", "data:"))] == []
