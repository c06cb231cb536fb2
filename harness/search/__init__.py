"""Searches a variant's claimed domain for failing cases, and reduces each to a small one.

In the order of the data flow: `space` has the numbers to draw from, `engine` draws cases, runs them and collects
failures, `reduction` makes a failing case smaller. Hypothesis is an optional dependency, so other packages import the
search with `load_engine`.
"""

from __future__ import annotations

import importlib
from types import ModuleType

from ..errors import UsageError

DEFAULT_EXAMPLES = 500
MOST_EXAMPLES = 1_000_000
DEFAULT_SEED = 0
MOST_SEED = 2**31 - 1


def load_engine() -> ModuleType:
    """Import `engine`."""
    try:
        importlib.import_module("hypothesis")
    except ImportError as error:
        raise UsageError(f"a search needs hypothesis (got: {error}); pip install hypothesis") from None
    return importlib.import_module(".engine", __package__)
