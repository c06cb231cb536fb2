"""Writes ``docs/settings.md`` from the fields of `Settings`: ``python -m tests.docs docs``."""

from harness.settings.project_table import TOOL_TABLE
from harness.settings.settings import PREFIX, SETTINGS, variable_of

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


def page() -> str:
    rows = ["| setting | what it decides | default | allowed |", "|---|---|---|---|"]
    for name, setting in SETTINGS.items():
        cells = (f"`{name}`", setting.what, setting.default_text, setting.allowed)
        rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return _HEAD.strip() + "\n\n" + "\n".join(rows) + "\n"
