"""Parameters of a test of which most run in CI only."""

from collections.abc import Iterable
from typing import Any

import pytest


def one_in(every: int, values: Iterable[Any], others: pytest.MarkDecorator) -> list[Any]:
    """Return a parameter for each value; all but the first of `every` have a mark."""
    return [pytest.param(value, marks=[others] * (at % every > 0)) for at, value in enumerate(values)]
