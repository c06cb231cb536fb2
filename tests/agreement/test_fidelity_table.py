"""The page that compares with a GPU is refused when it is out of date; CI compares all of it with ``--check``."""

import pytest

from tests.agreement import fidelity_table
from tests.agreement.fidelity_table import FAMILY_HEADING, PATH, main

THERE, HEADING, FAMILY = PATH.read_text(encoding="utf-8").partition(FAMILY_HEADING)


@pytest.fixture
def made(monkeypatch):
    """Make the page of texts that are given instead of by comparing everything."""

    def make(instructions: str, outputs: str, compiler: str = "") -> None:
        recorded = fidelity_table.family_recording().made_with["compiler"]
        monkeypatch.setattr(fidelity_table, "instructions", lambda: [instructions])
        monkeypatch.setattr(fidelity_table, "family_section", lambda: [outputs])
        monkeypatch.setattr(fidelity_table, "compiler", lambda: compiler or recorded)

    return make


def test_a_page_that_is_as_made_is_right(made, capsys):
    made(THERE.removesuffix("\n\n"), (HEADING + FAMILY).removesuffix("\n"))
    assert main(["--check"]) == 0
    assert capsys.readouterr().out == "fidelity.md is right\n"


def test_a_page_that_is_out_of_date_is_refused(made, capsys):
    made(THERE.replace("| forms | ", "| forms | 1"), (HEADING + FAMILY).removesuffix("\n") + "more")
    before = PATH.read_bytes()
    assert main(["--check"]) == 1
    assert "instructions and outputs out of date" in capsys.readouterr().out
    assert PATH.read_bytes() == before


def test_outputs_of_another_compiler_are_not_compared(made, capsys):
    made(THERE.removesuffix("\n\n"), "other", compiler="nvrtc 1.0")
    assert main(["--check"]) == 0
    assert "outputs are not compared" in capsys.readouterr().out
