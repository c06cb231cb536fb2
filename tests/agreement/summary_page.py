"""Tables of Markdown, and the pages of docs/ that have a summary which is made here."""

from collections.abc import Sequence

END = "<!-- end -->\n"

Rows = Sequence[Sequence[object]]


def code(text: str) -> str:
    return f"`{text}`".replace("|", "\\|")


def table(header: Sequence[str], rows: Rows) -> str:
    lines = [f"| {' | '.join(header)} |", f"|{'---|' * len(header)}"]
    return "\n".join([*lines, *(f"| {' | '.join(map(str, row))} |" for row in rows)])


def with_summary(page: str, start: str, summary: str) -> str:
    """Return the page with another summary between its marks, which must be there."""
    head, found, rest = page.partition(start)
    assert found, start
    return f"{head}{start}\n{summary}\n\n{END}{rest.partition(END)[2]}"
