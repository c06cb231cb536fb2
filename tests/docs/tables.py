"""The pages that are made from the code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from harness.measure.columns import CASE_COLUMNS, PROGRAM_COLUMNS
from harness.operation.bounded import whole_table
from harness.operation.catalogue import shipped_operations
from harness.operation.model import Operation
from harness.operation.precision.vocabulary import ALTERNATIVES, FLOAT32_ONLY, WORDS
from harness.ptx.isa.coverage import REFUSED
from harness.settings.project_table import TOOL_TABLE
from harness.settings.settings import PREFIX, SETTINGS, Settings, variable_of
from tests.docs import json_reference
from tests.docs.links import DOCS

_HEAD = f"""# Settings

<!-- made by python -m tests.docs docs -->

A setting is taken from the first of these that has it:

1. an option of the command (`--help`; [pytest.md](pytest.md));
2. the environment variable `{PREFIX}` and its name in capitals, such as `{variable_of("sources")}`; lists are
   separated as `PATH` is, those of words by commas;
3. the table `[tool.{TOOL_TABLE}]` of the nearest `pyproject.toml` that has one, upwards from where the command runs;
4. its default.

```toml
[tool.{TOOL_TABLE}]
sources = ["kernels"]
device = "cpu"
sanitizers = ["memcheck", "racecheck"]
```

Relative paths begin at the folder of that `pyproject.toml`; in the environment, where the command runs. A value out of
its range and a name that is no setting are errors that say what is allowed.
"""


def _refused_table() -> str:
    rows = (f"| {refusal.what} | {refusal.why} |" for refusal in REFUSED)
    return "\n".join(("| refused | why |", "|---|---|", *rows))


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _made_anew(page: str, start: str, end: str, made: str) -> str:
    start, end = f"<!-- {start} made by python -m tests.docs docs -->\n", f"<!-- {end} -->\n"
    head, _, rest = (DOCS / page).read_text(encoding="utf-8").partition(start)
    return f"{head}{start}\n{made}\n\n{end}{rest.partition(end)[2]}"


def settings_page() -> str:
    what = json_reference.field_texts(Settings)
    rows = ((f"`{name}`", what[name], each.default_text, each.allowed) for name, each in SETTINGS.items())
    return f"{_HEAD}\n{_table(('setting', 'what it decides', 'default', 'allowed'), rows)}\n"


GROUPS = (
    "Arithmetic",
    "Functions",
    "Selections and comparisons",
    "Sums and products",
    "Shapes and indices",
    "Casts",
)
"""Headings of the table of functions, in the order of the page."""


def tolerance_page() -> str:
    text = (DOCS / "tolerance.md").read_text(encoding="utf-8")
    groups = "; ".join(", ".join(f"`{word}`" for word in group) for group in ALTERNATIVES)
    for name, made in {
        "words": f"\n\n{_words()}\n\n",
        "groups": groups,
        "functions": f"\n\n{_functions()}\n\n",
    }.items():
        start, end = f"<!-- {name} made by python -m tests.docs docs -->", f"<!-- end of {name} -->"
        head, _, rest = text.partition(start)
        text = head + start + made + end + rest.partition(end)[2]
    return text


def _words() -> str:
    rows = (
        (f"`{word}`", meaning, "float32" if word in FLOAT32_ONLY else "all")
        for word, meaning in WORDS.items()
    )
    return _table(("word", "meaning", "for"), rows)


def _functions() -> str:
    assert {row.group for row in whole_table()} == set(GROUPS)
    sections = []
    for group in GROUPS:
        rows = (
            (", ".join(f"`{name}`" for name in row.names), row.rule, row.source)
            for row in whole_table()
            if row.group == group
        )
        sections.append(f"### {group}\n\n" + _table(("function", "bound of the result", "source"), rows))
    return "\n\n".join(sections)


def operations_page() -> str:
    rows = (
        (_code([each.name]), _code([each.summary]), _code(_arguments(each)))
        for each in shipped_operations().values()
    )
    made = _table(("`operation`", "computes", "further `args`"), rows)
    return _made_anew("operations.md", "table", "end", made)


def _arguments(operation: Operation) -> list[str]:
    arrays = [each for each in operation.arrays if each.name not in ("inp", "out") or each.strides]
    return [part.name for part in (*arrays, *operation.scalars, *operation.sizes)]


def _code(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def counters_page() -> str:
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
    return _made_anew("counters.md", "table", "end of the table", "\n".join(rows))


PAGES: Mapping[str, Callable[[], str]] = {
    "counters.md": counters_page,
    "cpu-device.md": lambda: _made_anew("cpu-device.md", "tables", "end", _refused_table()),
    "json.md": json_reference.page,
    "operations.md": operations_page,
    "settings.md": settings_page,
    "tolerance.md": tolerance_page,
}
"""By name: what makes a page."""
