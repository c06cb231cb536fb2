"""Sentences on a gate's findings, shared by its text, Markdown, JSON and JUnit XML."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from ...gate.model import (
    EXIT_CLEAN,
    EXIT_ERROR,
    UNCOUNTED,
    GateReport,
    Kind,
    Regression,
    VariantGate,
    allow_option,
)
from ...measure.clocks import TimedOn
from ..failure_groups import failure_groups
from .terminal import failure_text

_NAMED = 3


def verdict_text(report: GateReport) -> str:
    """Return the verdict in one line."""
    blocking = report.blocking
    if blocking:
        kinds = [each.kind.value for each in blocking]
        told = ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
        return f"regression: {told}"
    if report.exit_code == EXIT_CLEAN:
        return "clean: it may merge"
    if report.exit_code == EXIT_ERROR:
        return "error: not everything could be compared"
    open_questions = {
        "not counted": [each.change.id for each in report.variants if each.is_uncounted],
        "speed undecided": [each.change.id for each in report.variants if each.has_ambiguous_speed],
    }
    told = "; ".join(f"{what}: {_names(names)}" for what, names in open_questions.items() if names)
    return f"ambiguous: no known regression, but some results are missing; {told}"


def regression_text(gate: VariantGate, regression: Regression) -> str:
    """Return the text of a regression; for a wrong kernel with its failing cases, as ``check`` prints them."""
    lines = [regression.message]
    if regression.kind is Kind.WRONG and gate.outcome is not None:
        for group in failure_groups(gate.outcome.failures):
            for result in group.shown:
                lines.append(f"{result.verdict.value} {result.case_id}  {group.reason_list}".rstrip())
                lines.append(textwrap.indent(failure_text(result), "  "))
            if group.n_more:
                kind = f"{group.verdict.value} {group.reason_list}".rstrip()
                lines.append(f"{group.n_more} more of {regression.variant} with {kind}; --json FILE has all")
    return "\n".join(lines)


def timed_on_texts(gate: VariantGate) -> list[str]:
    """Return a line for each GPU that timed a variant, with the clocks of all its times."""
    parts: dict[tuple[str, str], list[TimedOn]] = {}
    for each in gate.speeds:
        if each.timed_on is not None:
            parts.setdefault((each.timed_on.host, each.timed_on.bus_id), []).append(each.timed_on)
    joined = (TimedOn.joined(found) for found in parts.values())
    return [each.text for each in joined if each is not None]


def accepting_text(regression: Regression) -> str:
    """Return the option that allows a regression, or say that there is none."""
    if regression.accepting:
        return f"accept: {regression.accepting}"
    return "--allow does not apply to a wrong kernel: fix the kernel"


def uncounted_text(gate: VariantGate) -> str:
    """Return why no case of a changed variant was counted, and what to do about it."""
    name = gate.change.id
    return (
        f"not counted: {gate.uncounted}\n"
        "its change of cost is unknown: base and head need a shape that both claim and that can be counted. "
        "Change code and domain in two steps, or compare both sides by hand with "
        f"`kernel-harness count {name}` and accept the result"
    )


def uncounted_accepting_text(gate: VariantGate) -> str:
    """Return the option that allows a variant without counted cases."""
    return f"accept: {allow_option(gate.change.id, UNCOUNTED)}"


def not_compared_texts(gate: VariantGate) -> Iterator[str]:
    """Yield one line per reason, with the first few comparisons of a variant that were not made for that reason."""
    by_reason: dict[tuple[str, str], list[str]] = {}
    for each in gate.not_compared:
        # ``counters at CASE`` and ``resources of BLOCK`` are separate groups.
        by_reason.setdefault((each.what.partition(" ")[0], each.why), []).append(each.what)
    for (_, why), whats in by_reason.items():
        yield f"{_names(whats)}: {why}"


def _names(names: list[str]) -> str:
    rest = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {rest} more" if rest > 0 else "")
