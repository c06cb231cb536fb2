from dataclasses import replace
from pathlib import Path

import pytest

from harness.errors import SpecError
from harness.verdict import Verdict
from tests.report.made_up import make_report


@pytest.mark.parametrize(
    ("verdicts", "wrong_declaration", "stopped", "exit_code"),
    [
        ("PASS PASS SKIP", False, "", 0),
        ("PASS FAIL", False, "", 1),
        ("PASS CRASH", False, "", 1),
        ("PASS HANG", False, "", 1),
        ("PASS ERROR", False, "", 1),
        ("PASS NOT-RUN", False, "", 1),
        ("NOT-RUN NOT-RUN", False, "", 1),
        ("PASS", True, "", 2),
        ("PASS FAIL", True, "", 1),
        ("SKIP SKIP", False, "", 2),
        ("", True, "", 2),
        ("PASS FAIL NOT-RUN", False, "exitfirst", 1),
        ("PASS UNPROVEN", False, "", 0),
        ("UNPROVEN SKIP", False, "", 0),
        ("UNPROVEN FAIL", False, "", 1),
        ("PASS NOT-RUN", False, "interrupted", 130),
        ("FAIL NOT-RUN", True, "interrupted", 130),
    ],
)
def test_exit_code(tmp_path, verdicts, wrong_declaration, stopped, exit_code):
    errors = (SpecError("no such key", path=Path("wrong.cu"), line=3),) if wrong_declaration else ()
    report = make_report(
        tmp_path, [Verdict(word) for word in verdicts.split()], errors=errors, stopped=stopped
    )
    assert report.exit_code == exit_code


def test_an_unproven_case_fails_a_strict_check_only(tmp_path):
    report = make_report(tmp_path, [Verdict.PASS, Verdict.UNPROVEN])
    assert (report.exit_code, replace(report, strict=True).exit_code) == (0, 1)
    assert replace(make_report(tmp_path, [Verdict.PASS]), strict=True).exit_code == 0
