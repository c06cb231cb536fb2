"""What is recorded of compute-sanitizer, and the programs it was run on."""

import json

import pytest

from tests.driver import record_sanitizer as recorder
from tests.driver.record_sanitizer import FILE_NAME, PROGRAMS, TOOLS, planted, read_end, read_output

# Texts of compute-sanitizer's manual, "Understanding Memcheck Errors" and the chapters of the other tools.
_MEMCHECK = """========= COMPUTE-SANITIZER
========= Invalid __global__ write of size 4 bytes
=========     at k+0x70 in kernel.cu:4
========= Invalid __global__ write of size 4 bytes
========= Program hit CUDA_ERROR_ILLEGAL_ADDRESS (error 700) due to "..." on CUDA API call to cuCtxSynchronize.
========= Leaked 4,000 bytes at 0x7f
========= ERROR SUMMARY: 4 errors
"""
_KINDS = {
    "Invalid __global__ write of size 4 bytes": 2, "Program hit CUDA_ERROR_ILLEGAL_ADDRESS": 1,
    "CUDA API call to cuCtxSynchronize": 1, "Leaked": 1,
}  # fmt: skip
_RACECHECK = """========= Error: Race reported between Write access at k+0x40 in kernel.cu:4
=========     and Read access at k+0x90 in kernel.cu:5 [512 hazards]
========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)
"""


@pytest.mark.parametrize(("text", "errors", "kinds"), [
    (_MEMCHECK, 4, _KINDS),
    (_RACECHECK, 1, {"Race reported between Write access": 1}),
    ("========= ERROR SUMMARY: 0 errors\n", 0, {}),
    ("Killed\n", None, {}),
])  # fmt: skip
def test_errors_are_counted_by_kind(text, errors, kinds):
    assert read_output(text) == {"errors": errors, "kinds": kinds}


def test_the_end_of_a_program_is_read():
    assert read_end("x\nprogram ended: CUDA_SUCCESS AssertionError: no\n", 0) == {
        "status": 0,
        "cuda": "CUDA_SUCCESS",
        "python": "AssertionError: no",
    }
    assert read_end("", None)["status"] is None


def test_a_row_names_what_each_tool_said():
    result = {"status": 0, "cuda": "CUDA_SUCCESS", "python": "without an exception", "errors": 0, "kinds": {}}
    row = {
        "program": "wrong/race.py",
        "planted": ["racecheck-raw"],
        "alone": result,
        "tools": dict.fromkeys(TOOLS, result) | {"racecheck": result | read_output(_RACECHECK)},
    }
    assert recorder.table_lines({"programs": [row]})[-1] == (
        "| wrong/race.py | racecheck-raw | SUCCESS | nothing | nothing "
        "| 1 Race reported between Write access | nothing |"
    )


def test_what_is_recorded_is_of_the_programs_as_they_are():
    path = PROGRAMS / FILE_NAME
    if not path.is_file():
        pytest.skip("not recorded yet: python -m tests.driver.record_sanitizer on a GPU")
    recorded = json.loads(path.read_text())["programs"]
    assert {each["program"]: each["planted"] for each in recorded} == {
        f"{each.parent.name}/{each.name}": planted(each) for each in PROGRAMS.glob("*/*.py")
    }
