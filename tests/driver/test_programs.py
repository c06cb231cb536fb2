"""The programs of fixtures: every planted fault is found at its line, and right programs give nothing."""

import json
import re

import pytest

from tests.driver.program_text import FOLDERS, run_file
from tests.sampled import one_in

PROGRAMS = [
    path
    for folder in FOLDERS
    for path in sorted(folder.glob("*/*.py"))
    if path.parent.name in ("right", "noted", "wrong")
]
REFUSED = FOLDERS[1] / "refused" / "kinds_of_object.py"


def document_of(tmp_path, path):
    """Run a program on the virtual GPU, and return its JSON document."""
    # What ends takes far fewer steps.
    options = ("--leak-check", "--step-budget", "1000000", "--json", str(tmp_path / "run.json"))
    found = run_file(path, *options)
    document = json.loads((tmp_path / "run.json").read_text())
    assert found.returncode == document["exit_code"], found.stderr
    return document


@pytest.mark.parametrize(
    "path",
    one_in(6, PROGRAMS, pytest.mark.slow),
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
def test_what_is_marked_is_found_at_its_line_and_nothing_else(tmp_path, path):
    document, text = document_of(tmp_path, path), path.read_text()
    assert _places(document["findings"]) == _marked(text, "FAULT")
    assert _places(document["notes"]) == _marked(text, "NOTE")
    assert {each["python"]["file"] for each in document["findings"] + document["notes"]} <= {str(path)}
    assert document["exit_code"] == ("# FAULT" in text) == (path.parent.name == "wrong")
    assert document["program_status"] == 0
    assert document["failures"] == document["unserved"] == []


def _marked(text, mark):
    """Return the lines of a program's text with a mark, each with the reason codes there."""
    pattern = re.compile(rf"# {mark} (.+)$")
    found = ((at, pattern.search(line)) for at, line in enumerate(text.splitlines(), 1))
    return {(at, reason) for at, match in found if match for reason in match[1].split()}


def _places(found):
    return {(each["python"]["line"], each["reason"]) for each in found}


def test_a_finding_in_a_kernel_has_its_source_line_thread_and_launch(tmp_path):
    (path,) = (each for each in PROGRAMS if each.stem == "out_of_bounds")
    found = document_of(tmp_path, path)["findings"][0]
    assert (found["kernel"], found["launch"], found["source"]) == ("k", 1, "kernel.cu:4")
    assert (found["block"], found["thread"], found["count"]) == ([3, 0, 0], [232, 0, 0], 24)
    assert "past the end of the buffer of out_of_bounds.py:" in found["message"]


def test_kinds_of_texture_objects_that_are_not_there_are_named(tmp_path):
    document = document_of(tmp_path, REFUSED)
    assert [each["function"] for each in document["unserved"]] == [
        "a texture object with flags 0x10",
        "a texture object with flags 0x40",
        "an anisotropic texture object",
        "a resource view of a texture object",
        "a texture object of a mipmapped array",
    ]
    assert document["program_status"] == 0
