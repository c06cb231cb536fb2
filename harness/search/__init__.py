"""Searches a variant's claimed domain for a case that it gets wrong, and reduces that case to a small one.

In the order of the data: `space` says what there is to draw from, `draws` turns it into hypothesis strategies,
`engine` runs what is drawn and collects what fails, `reduction` makes a failing case smaller. Hypothesis is an
extra, so the rest of the harness gets at the search through `load_engine`.
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
    """Import `engine`.

    Raises
    ------
    UsageError
        Hypothesis is not installed; the message names the command that installs it.
    """
    try:
        importlib.import_module("hypothesis")
    except ImportError as error:
        raise UsageError(
            f"a search draws its cases with hypothesis; pip install hypothesis (got: {error})"
        ) from None
    return importlib.import_module(".engine", __package__)
