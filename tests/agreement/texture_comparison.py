"""What a texture case gives on the executor, compared with what a GPU gave."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from harness.errors import PtxError
from harness.ptx.launch.executor import Executor
from tests.agreement.texture_departures import FAULTS, LANES_APART, NO_OBJECT, REFUSED
from tests.agreement.texture_objects import Case
from tests.agreement.texture_replay import replay

Bytes = NDArray[np.uint8]
Value = TypeVar("Value")


def listed(table: Mapping[str, Value], case: Case) -> Value | None:
    """Return a table's value for a case, None where no pattern fits its name."""
    return next((value for pattern, value in table.items() if re.fullmatch(pattern, case.name)), None)


def departure(case: Case) -> str:
    """Return how a case is listed as a departure, empty where it must be the same."""
    kinds = {"refused": REFUSED, "no object": NO_OBJECT, "a fault": FAULTS, "lanes apart": LANES_APART}
    return next((kind for kind, table in kinds.items() if listed(table, case) is not None), "")


def difference(case: Case, got: Bytes, recorded: Bytes, n_apart: int = 0) -> str:
    """Return the first lane or byte that differs; empty where `n_apart` differ."""
    width = 1 if case.writes else 16
    lanes = np.flatnonzero((got != recorded).reshape(-1, width).any(1))
    if len(lanes) == n_apart:
        return ""
    shown = ""
    if len(lanes):
        first = slice(lanes[0] * width, lanes[0] * width + width)
        kind = np.uint8 if case.writes else np.uint32
        words = [" ".join(f"{word:x}" for word in each[first].view(kind)) for each in (got, recorded)]
        shown = f", {lanes[0]} first: {words[0]}, GPU {words[1]}"
    listed_as = f" and {n_apart} are listed" if n_apart else ""
    return f"{case.name}: {len(lanes)} of {len(got) // width} differ{listed_as}{shown}"


def compare(executor: Executor, case: Case, recorded: Bytes) -> str:
    """Return what is wrong with a case: it differs, or is not the departure that it is listed as; empty if nothing."""
    kind = departure(case)
    if kind == "no object":
        return ""
    try:
        got, faults = replay(executor, case)
    except PtxError as error:
        return "" if kind == "refused" and "not known" in str(error) else f"{case.name}: {error}"
    messages = [fault.message for fault in faults]
    if kind == "a fault":
        words = listed(FAULTS, case) or ""
        is_right = bool(messages) and all(words in message for message in messages) and not recorded.any()
        return "" if is_right else f"{case.name} must be a fault (got {messages})"
    if messages or kind == "refused":
        return f"{case.name} must be {kind or 'without a fault'} (got {messages})"
    return difference(case, got, recorded, listed(LANES_APART, case) or 0)
