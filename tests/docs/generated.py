"""The pages that are made from the code."""

from collections.abc import Callable, Mapping
from pathlib import Path

from tests.docs import (
    bounds_tables,
    columns_table,
    instructions_table,
    json_reference,
    operations_table,
    settings_reference,
)

PAGES: Mapping[str, Callable[[Path], str]] = {
    "counters.md": lambda _: columns_table.page(),
    "cpu-device.md": lambda _: instructions_table.page(),
    "json.md": lambda _: json_reference.page(),
    "operations.md": lambda _: operations_table.page(),
    "settings.md": lambda _: settings_reference.page(),
    "tolerance.md": lambda _: bounds_tables.page(),
}
"""By name: what makes a page, given a folder for files on the way."""
