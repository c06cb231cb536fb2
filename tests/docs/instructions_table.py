"""Writes the tables of instructions into ``docs/cpu-device.md``: ``python -m tests.docs docs``."""

from harness.ptx.isa.coverage import summary
from tests.docs.links import DOCS

START = "<!-- tables made by python -m tests.docs docs -->\n"
END = "<!-- end -->\n"


def page() -> str:
    """Return the page with its tables made anew."""
    head, _, rest = (DOCS / "cpu-device.md").read_text(encoding="utf-8").partition(START)
    return f"{head}{START}\n{summary()}\n\n{END}{rest.partition(END)[2]}"
