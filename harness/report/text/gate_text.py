"""Prints a gate's findings on a terminal or into a log."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console

from ...gate.change import Change
from ...gate.model import EXIT_CLEAN, UNCOUNTED, CostChange, GateReport, VariantGate
from ...gate.speed import SpeedResult
from ...run.target import target_lines
from .console import print_line
from .gate_findings import (
    accepting_text,
    not_compared_texts,
    regression_text,
    timed_on_texts,
    uncounted_accepting_text,
    uncounted_text,
    verdict_text,
)
from .terminal import count

_SHOWN_COSTS = 40


def print_gate(report: GateReport, console: Console) -> None:
    """Print all findings of a gate."""

    def line(text: str = "", style: str = "") -> None:
        print_line(console, text, style=style)

    line(f"{'base':<9} {report.base}", "bold")
    line(f"{'head':<9} {report.head}", "bold")
    for label, value in target_lines(report.target):
        line(f"{label:<9} {value}")
    for text in report.further_devices:
        line(f"{'device':<9} {text}")
    line(f"{'counters':<9} {report.compiler}")
    for text in report.not_compared[len(report.target.not_covered) :]:
        line(f"{'not run':<9} {text}")
    line()
    width = max((len(each.change.id) for each in report.variants), default=0)
    unchanged = [each for each in report.variants if is_quiet(each)]
    for each in report.variants:
        if each not in unchanged:
            line(f"{each.change.change.value:<9} {each.change.id:<{width}}  {_summary(each)}", _style(each))
    if unchanged:
        line(f"{'unchanged':<9} {count(len(unchanged), 'variant')}: the same compiled code, not run")
    for each in report.variants:
        for text, style in _details(each, report.margin):
            line(text, style)
    for text, style in _not_compared(report):
        line(text, style)
    for error in (*map(str, report.declaration_errors), *report.speed_errors):
        for text, style in _titled(f"ERROR {error}", "bold red"):
            line(text, style)
    for allowance in report.unused_allowances:
        line()
        line(f"--allow {allowance.name}: no such regression was found", "yellow")
    line()
    line(verdict_text(report), "bold green" if report.exit_code == EXIT_CLEAN else "bold red")


def is_quiet(gate: VariantGate) -> bool:
    """Whether a variant is unchanged and has no findings."""
    said = gate.change.why or gate.regressions or gate.errors or gate.not_compared
    return gate.change.change is Change.UNCHANGED and not said


def _style(gate: VariantGate) -> str:
    if any(each.allowed is None for each in gate.regressions) or gate.errors:
        return "bold red"
    return "yellow" if gate.is_ambiguous or gate.regressions or gate.uncounted else ""


def _summary(gate: VariantGate) -> str:
    parts = [gate.change.why] if gate.change.why else []
    if gate.outcome is not None:
        sums = gate.outcome.sums
        failed = f"{count(sums.done, 'case')}, {sums.failed} failed"
        parts.append((failed if sums.failed else f"{count(sums.passed, 'case')} passed") + sums.rest)
    if gate.counted:
        parts.append(f"{len(gate.counted)} counted")
    elif gate.uncounted:
        parts.append("not counted")
    if gate.speeds:
        names = [each.speed.value if each.speed else "not timed" for each in gate.speeds]
        parts.append(", ".join(f"{names.count(name)} {name}" for name in dict.fromkeys(names)))
    return "; ".join(parts)


def _details(gate: VariantGate, margin: float) -> Iterator[tuple[str, str]]:
    for each in gate.regressions:
        told = each.allowed
        if told is None:
            text = f"{regression_text(gate, each)}\n{accepting_text(each)}"
            yield from _titled(f"REGRESSION {each.kind.value} {each.variant}\n{text}", "bold red")
        else:
            title = f"ALLOWED {each.kind.value} {each.variant}: {told.reason} ({told.who})"
            yield from _titled(f"{title}\n{regression_text(gate, each)}", "yellow")
    for error in gate.errors:
        yield from _titled(f"ERROR {gate.change.id}: {error}", "bold red")
    if gate.uncounted:
        allowed = gate.uncounted_allowed
        if allowed is None:
            text = f"{uncounted_text(gate)}\n{uncounted_accepting_text(gate)}"
            yield from _titled(f"AMBIGUOUS {UNCOUNTED} {gate.change.id}\n{text}", "bold yellow")
        else:
            title = f"ALLOWED {UNCOUNTED} {gate.change.id}: {allowed.reason} ({allowed.who})"
            yield from _titled(f"{title}\nnot counted: {gate.uncounted}", "yellow")
    better = [each for each in gate.costs if not each.is_worse]
    if better:
        yield "", ""
        yield f"{gate.change.id}: counters that differ and are no regression", ""
        for cost in better[:_SHOWN_COSTS]:
            yield f"  {_cost_text(cost)}", ""
        if len(better) > _SHOWN_COSTS:
            yield f"  and {len(better) - _SHOWN_COSTS} more, all in the JSON", ""
    if gate.speeds:
        yield "", ""
        yield f"{gate.change.id}: head against base, margin {100 * margin:g} %", ""
        for speed in gate.speeds:
            yield f"  {_speed_text(speed)}", ""
        for text in timed_on_texts(gate):
            yield f"  timed on {text}", ""


def _titled(text: str, style: str) -> Iterator[tuple[str, str]]:
    """Yield an empty line, the first line in a style, and the other lines indented."""
    title, *rest = text.split("\n")
    yield "", ""
    yield title, style
    for line in rest:
        yield f"  {line}", ""


def _not_compared(report: GateReport) -> Iterator[tuple[str, str]]:
    told = [(each.change.id, text) for each in report.variants for text in not_compared_texts(each)]
    if not told:
        return
    yield "", ""
    yield "not compared", "bold"
    for name, text in told:
        first, *rest = text.split("\n")
        yield f"  {name}: {first}", ""
        for line in rest:
            yield f"    {line}", ""


def _cost_text(cost: CostChange) -> str:
    return f"{cost.counter:<22} {cost.base:>12g} -> {cost.head:<12g} {cost.where}"


def _speed_text(result: SpeedResult) -> str:
    name = result.speed.value if result.speed else "NOT-RUN"
    if result.change is None:
        return f"{name:<9} {result.comparison.head.id}: {result.why}"
    change = result.change
    return (
        f"{name:<9} {100 * change.estimate:+6.2f} % [{100 * change.low:+.2f}, {100 * change.high:+.2f}]  "
        f"{result.base_us:.2f} us -> {result.head_us:.2f} us, copy {result.copy_us:.2f} us  "
        f"{result.comparison.head.id}" + (f" ({result.why})" if result.why else "")
    )
