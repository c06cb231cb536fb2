"""Two records of behaviour differ where a fact does; words and times may change."""

import json

import pytest

from .behaviour import compare

CASE = {"id": "k-1x2", "verdict": "FAIL", "reasons": ["race"], "message": "one", "elapsed_s": 1.0}


@pytest.mark.parametrize(
    ("change", "n_different"),
    [
        ({}, 0),
        ({"message": "two", "elapsed_s": 2.0}, 0),
        ({"verdict": "PASS"}, 1),
        ({"reasons": []}, 1),
        ({"id": "k-1x3"}, 1),
    ],
)
def test_a_fact_that_changed_is_found(tmp_path, change, n_different):
    for name, case in (("before", CASE), ("after", CASE | change)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "check.json").write_text(json.dumps({"cases": [case]}))
    assert compare(tmp_path / "before", tmp_path / "after") == n_different


def test_a_file_that_is_missing_is_found(tmp_path):
    for name in ("before", "after"):
        (tmp_path / name).mkdir()
    (tmp_path / "before" / "check.status").write_text("0\n")
    assert compare(tmp_path / "before", tmp_path / "after") == 1
