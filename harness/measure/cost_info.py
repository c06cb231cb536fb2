"""Counters and resources of a timed case, as plain values to save with its times."""

from __future__ import annotations

from ..errors import HarnessError
from ..run.session import Runner
from ..variant.case import Case
from .case_counts import CaseCounts, count_on, scaled_down
from .columns import CASE_COLUMNS, Sums
from .launch_resources import LaunchResources, Meter

MAX_ELEMENTS = 1 << 18
"""Elements of the largest counted problem: some tenths of a second. Larger problems are counted with fewer rows."""


def cost_info(case: Case, counter: Runner, meter: Meter) -> dict[str, object]:
    """Return a case's counters and resources."""
    counted = scaled_down(case, MAX_ELEMENTS)
    shape = counted.shape.text
    try:
        counts = count_on(counter, counted)
    except HarnessError as error:
        return {"counters_shape": shape, "counters_error": str(error)}
    found, errors = meter.measure(counts)
    info: dict[str, object] = {"counters_shape": shape, **_counted(counts), **_taken(found)}
    if errors:
        info["counters_error"] = str(errors[0])
    return info


def _counted(counts: CaseCounts) -> dict[str, object]:
    sums = Sums.of(counts)
    names = {column: column.name if column.saved is None else column.saved for column in CASE_COLUMNS}
    return {name: column.value(sums) for column, name in names.items() if name}


def _taken(found: tuple[LaunchResources, ...]) -> dict[str, object]:
    """Return the largest resources and the lowest occupancy over several launches."""
    if not found:
        return {}
    fractions = [each.occupancy.fraction for each in found if each.occupancy is not None]
    return {
        "resources_arch": found[0].resources.arch,
        "registers": max(each.resources.registers for each in found),
        "spill_bytes": max(each.spill_bytes for each in found),
        "shared_bytes": max(each.shared_bytes for each in found),
        "occupancy": min(fractions) if len(fractions) == len(found) else None,
    }
