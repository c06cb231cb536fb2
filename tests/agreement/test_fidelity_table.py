"""The table in the documentation says what the comparison says."""

from __future__ import annotations

import pytest

from tests.agreement.fidelity import compiler, family_recording, vector_recording
from tests.agreement.fidelity_table import COMMAND, FAMILY_HEADING, PATH, family_section, instructions


@pytest.fixture(scope="module")
def written() -> tuple[str, str]:
    if vector_recording() is None or family_recording() is None:
        pytest.skip("not recorded yet")
    before, heading, after = PATH.read_text(encoding="utf-8").partition(FAMILY_HEADING)
    return before, heading + after


def test_instructions_are_up_to_date(written):
    assert written[0] == "\n\n".join(instructions()) + "\n\n", f"run {COMMAND}"


def test_outputs_are_up_to_date(written):
    if compiler() != family_recording().made_with["compiler"]:
        pytest.skip(
            f"the outputs in the table are of {family_recording().made_with['compiler']} (got {compiler()})"
        )
    assert written[1] == "\n\n".join(family_section()) + "\n", f"run {COMMAND}"
