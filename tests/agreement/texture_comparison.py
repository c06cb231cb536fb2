"""What a texture case gives on the executor, compared with what a GPU gave."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from harness.errors import PtxError
from harness.ptx.launch.executor import Executor
from tests.agreement.texture_departures import FAULTS, NO_OBJECT, REFUSED, ROUNDED_APART
from tests.agreement.texture_objects import Case
from tests.agreement.texture_replay import replay

Bytes = NDArray[np.uint8]
Value = TypeVar("Value")


def listed(table: Mapping[str, Value], case: Case) -> Value | None:
    """Return a table's value for a case, None where no pattern fits its name."""
    return next((value for pattern, value in table.items() if re.fullmatch(pattern, case.name)), None)


def departure(case: Case) -> str:
    """Return how a case is listed as a departure, empty where it must be the same."""
    kinds = {"refused": REFUSED, "no object": NO_OBJECT, "fault": FAULTS, "rounded apart": ROUNDED_APART}
    return next((kind for kind, table in kinds.items() if listed(table, case) is not None), "")


def difference(case: Case, got: Bytes, recorded: Bytes, most: float = 0.0) -> str:
    """Return the first lane or byte that differs, empty where none does.

    `most`: largest difference of two floats that counts as none.
    """
    width = 1 if case.writes else 16
    wrong = (got != recorded).reshape(-1, width).any(1)
    if most:
        apart = np.abs(got.view(np.float32).astype(float) - recorded.view(np.float32))
        wrong = ~(apart.reshape(-1, 4) <= most * (1 + 1e-6)).all(1)
    lanes = np.flatnonzero(wrong)
    if not len(lanes):
        return ""
    first = slice(lanes[0] * width, lanes[0] * width + width)
    kind = np.uint8 if case.writes else np.uint32
    shown = [" ".join(f"{word:x}" for word in each[first].view(kind)) for each in (got, recorded)]
    return f"{case.name}: {len(lanes)} of {len(got) // width} differ, {lanes[0]} first: {shown[0]}, GPU {shown[1]}"


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
    if kind == "fault":
        words = listed(FAULTS, case) or ""
        found = bool(messages) and all(words in message for message in messages)
        return "" if found and not recorded.any() else f"{case.name} must be a fault (got {messages})"
    if messages or kind == "refused":
        return f"{case.name} must be {kind or 'without a fault'} (got {messages})"
    if kind == "rounded apart":
        is_same = not difference(case, got, recorded)
        return "" if is_same else difference(case, got, recorded, listed(ROUNDED_APART, case) or 0.0)
    return difference(case, got, recorded)
