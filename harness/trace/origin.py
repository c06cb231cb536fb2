"""Where wrong values come from: the smallest case of each fault without a source line is traced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..check.comparison import shown
from ..device.base import Device
from ..run.fault_groups import unplaced
from ..run.outcome import Origin, VariantOutcome
from ..run.pool_runner import call_all
from ..run.session import Runner
from ..settings.settings import Settings
from ..variant.case import Case
from .case_trace import TraceRequest, trace_or_why
from .model import CaseTrace

# A trace takes half a second. The command to trace any further case is part of its message.
MOST_TRACES = 8


def with_origins(outcomes: Sequence[VariantOutcome], runner: Runner) -> tuple[VariantOutcome, ...]:
    """Add the origins of wrong values, of the first faults of a run on the cpu device."""
    of = outcomes if runner.kind == "cpu" else ()
    wanted = [case for outcome in of for case in unplaced(outcome.results)][:MOST_TRACES]
    found = call_all(runner, origin_of, [(case,) for case in wanted])
    origins = {origin.case: origin for origin in found if isinstance(origin, Origin)}
    return tuple(
        replace(outcome, origins=tuple(origins[case.id] for case, _ in outcome.results if case.id in origins))
        for outcome in outcomes
    )


def origin_of(device: Device, settings: Settings, case: Case) -> Origin | None:
    """Trace the element of a case that is farthest off; None if it is right in a plain launch, or cannot be traced."""
    trace = trace_or_why(device, settings, case, TraceRequest("", ()))
    if not isinstance(trace, CaseTrace) or not trace.is_wrong:
        return None
    place = trace.statements[0].place if trace.statements else None
    if not trace.stores:
        near = f"; the nearest element with a store is {trace.nearest}" if trace.nearest else ""
        said = f"no thread stored to {trace.element}{near}"
    elif trace.born_at:
        place, said = trace.born_at, f"the first {shown(trace.got)} is {trace.born} at {trace.born_at.shown}"
        said += "; if its operands are wrong, so is a line before it, which the trace lists"
    else:
        place = trace.stores[-1].place
        said = f"{trace.stores[-1].thread} stored {trace.element} at {place.shown}"
        if trace.missing:
            said += f"; it does not depend on {trace.missing[0]}, as the right result does"
        elif trace.unexpected:
            said += f"; it depends on {trace.unexpected[0]}, as the right result does not"
        elif not trace.unknown:
            said += "; it depends on the right inputs, so any line of its trace may be wrong"
    if place is None or not place.text:
        return Origin(case.id, said, "")
    return Origin(case.id, said, place.shown, place.callers)
