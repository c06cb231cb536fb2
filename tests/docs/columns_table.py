"""Writes the table of figures into ``docs/counters.md``: ``python -m tests.docs docs``."""

from harness.measure.columns import CASE_COLUMNS, PROGRAM_COLUMNS
from tests.docs.links import DOCS

START = "<!-- table made by python -m tests.docs docs -->\n"
END = "<!-- end of the table -->\n"


def page() -> str:
    """Return the page with its table made anew."""
    head, _, rest = (DOCS / "counters.md").read_text(encoding="utf-8").partition(START)
    rows = ["| head | JSON | figure |", "|---|---|---|"]
    for column in CASE_COLUMNS:
        names = dict.fromkeys(
            (column.name if column.is_derived else "", column.name if column.saved is None else column.saved)
        )
        name = ", ".join(f"`{name}`" for name in names if name)
        rows.append(f"| {f'`{column.head}`' if column.head else ''} | {name} | {column.meaning} |")
    of_case = {column.head for column in CASE_COLUMNS}
    rows += [
        f"| `{column.head}` of `run --counters` | | {column.meaning} |"
        for column in PROGRAM_COLUMNS
        if column.head not in of_case
    ]
    table = "\n".join(rows)
    return f"{head}{START}\n{table}\n\n{END}{rest.partition(END)[2]}"
