"""Tables of Markdown for the pages that are made here."""

from collections.abc import Sequence

Rows = Sequence[Sequence[object]]


def code(text: str) -> str:
    """Return text as code in a cell."""
    return f"`{text}`".replace("|", "\\|")


def table(header: Sequence[str], rows: Rows) -> str:
    """Return a table."""
    lines = [f"| {' | '.join(header)} |", f"|{'---|' * len(header)}"]
    return "\n".join([*lines, *(f"| {' | '.join(map(str, row))} |" for row in rows)])
