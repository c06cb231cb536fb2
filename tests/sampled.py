"""Parameters of a test of which most run in CI only."""

from collections.abc import Iterable
from typing import Any

import pytest


def one_in(every: int, values: Iterable[Any], others: pytest.MarkDecorator) -> list[Any]:
    """Return a parameter for each value; all but the first of `every` have a mark."""
    rows = (value if isinstance(value, tuple) else (value,) for value in values)
    return [pytest.param(*row, marks=[others] * (at % every > 0)) for at, row in enumerate(rows)]
