"""Writes a gate's findings for people: on a terminal, and as Markdown for a pull request."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console

from ..gate.change import Change
from ..gate.model import (
    EXIT_AMBIGUOUS,
    EXIT_CLEAN,
    EXIT_ERROR,
    CostChange,
    GateReport,
    VariantGate,
)
from ..gate.speed import SpeedResult
from ..run.target import target_lines
from .plain_text import markdown as marked
from .plain_text import markdown_code
from .terminal import count, print_line, print_lines

_WORDS = {
    EXIT_CLEAN: "clean: it may merge",
    EXIT_ERROR: "error: not everything could be compared",
    EXIT_AMBIGUOUS: "ambiguous: nothing is known to be worse, and not everything is known to be as fast",
}
_SHOWN_COSTS = 40


def verdict_text(report: GateReport) -> str:
    """Return the verdict in one line."""
    blocking = report.blocking
    if not blocking:
        return _WORDS[report.exit_code]
    kinds = [each.kind.value for each in blocking]
    told = ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
    return f"regression: {told}"


def print_gate(report: GateReport, console: Console) -> None:
    """Print everything that a gate has to say."""

    def line(text: str = "", style: str = "") -> None:
        print_line(console, text, style=style)

    line(f"{'base':<9} {report.base}", "bold")
    line(f"{'head':<9} {report.head}", "bold")
    for label, value in target_lines(report.target):
        line(f"{label:<9} {value}")
    line(f"{'counters':<9} {report.compiler}")
    for text in report.not_compared[len(report.target.not_covered) :]:
        line(f"{'not run':<9} {text}")
    line()
    width = max((len(each.change.id) for each in report.variants), default=0)
    unchanged = [
        each for each in report.variants if each.change.change is Change.UNCHANGED and not each.regressions
    ]
    for each in report.variants:
        if each not in unchanged:
            line(f"{each.change.change.value:<9} {each.change.id:<{width}}  {_summary(each)}", _style(each))
    if unchanged:
        line(f"{'unchanged':<9} {count(len(unchanged), 'variant')}: the same compiled code, not run")
    for each in report.variants:
        for text, style in _details(each, report.margin):
            line(text, style)
    for error in (*map(str, report.declaration_errors), *report.speed_errors):
        line()
        print_lines(console, f"ERROR {error}", style="bold red")
    for allowance in report.unused_allowances:
        line()
        line(f"--allow {allowance.name}: there was no such regression", "yellow")
    line()
    line(verdict_text(report), "bold green" if report.exit_code == EXIT_CLEAN else "bold red")


def _style(gate: VariantGate) -> str:
    if any(each.allowed is None for each in gate.regressions) or gate.errors:
        return "bold red"
    return "yellow" if gate.is_ambiguous or gate.regressions else ""


def _summary(gate: VariantGate) -> str:
    parts = [gate.change.why] if gate.change.why else []
    if gate.outcome is not None:
        n = len(gate.outcome.results)
        n_failed = len(gate.outcome.failures)
        parts.append(f"{count(n, 'case')}, {n_failed} failed" if n_failed else f"{count(n, 'case')} passed")
    if gate.speeds:
        names = [each.speed.value if each.speed else "not timed" for each in gate.speeds]
        parts.append(", ".join(f"{names.count(name)} {name}" for name in dict.fromkeys(names)))
    return "; ".join(parts)


def _details(gate: VariantGate, margin: float) -> Iterator[tuple[str, str]]:
    for each in gate.regressions:
        yield "", ""
        if each.allowed is None:
            yield f"REGRESSION {each.kind.value} {each.variant}", "bold red"
        else:
            yield (
                f"ALLOWED {each.kind.value} {each.variant}: {each.allowed.reason} ({each.allowed.who})",
                "yellow",
            )
        for text in each.message.splitlines():
            yield f"  {text}", ""
    for error in gate.errors:
        yield "", ""
        for text in f"ERROR {gate.change.id}: {error}".splitlines():
            yield text, "bold red"
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


def markdown(report: GateReport) -> str:
    """Return the findings as Markdown, fit for a comment on a pull request: verdict, regressions, tables."""
    lines = [
        f"## kernel-harness gate: {verdict_text(report)}",
        "",
        f"{markdown_code(report.base)} against {markdown_code(report.head)}",
        "",
    ]
    for label, value in target_lines(report.target):
        lines.append(f"- {label}: {marked(value)}")
    lines.append(f"- counters: {marked(report.compiler)}")
    lines += [f"- not run: {marked(text)}" for text in report.not_compared[len(report.target.not_covered) :]]
    lines += ["", "| | variant | what changed | cases | speed |", "| --- | --- | --- | --- | --- |"]
    for each in report.variants:
        if each.change.change is Change.UNCHANGED and not each.regressions:
            continue
        lines.append(_row(each))
    n_unchanged = sum(each.change.change is Change.UNCHANGED for each in report.variants)
    if n_unchanged:
        lines += ["", f"{count(n_unchanged, 'variant')} unchanged: the same compiled code."]
    if report.regressions:
        lines += ["", "### Regressions", ""]
        for regression in report.regressions:
            allowed = regression.allowed
            told = f" (allowed by {marked(allowed.who)}: {marked(allowed.reason)})" if allowed else ""
            first, *rest = regression.message.splitlines()
            name = markdown_code(regression.variant)
            lines.append(f"- **{regression.kind.value}** {name}{told}: {marked(first)}")
            lines += [f"  - {markdown_code(text.strip())}" for text in rest]
    errors = [*map(str, report.declaration_errors), *report.speed_errors]
    errors += [f"{each.change.id}: {error}" for each in report.variants for error in each.errors]
    if errors:
        lines += ["", "### Errors", "", *(f"- {marked(error)}" for error in errors)]
    timed = [(each, speed) for each in report.variants for speed in each.speeds if speed.change is not None]
    if timed:
        lines += ["", f"### Speed, margin {100 * report.margin:g} %", ""]
        lines += [
            "| | case | change | interval | base us | head us | copy us |",
            "| --- | --- | --- | --- | --- | --- | --- |",
        ]
        for _, speed in timed:
            change = speed.change
            assert change is not None
            assert speed.speed is not None
            lines.append(
                f"| {speed.speed.value} | {markdown_code(speed.comparison.head.id)} | "
                f"{100 * change.estimate:+.2f} % | "
                f"[{100 * change.low:+.2f}, {100 * change.high:+.2f}] | {speed.base_us:.2f} | {speed.head_us:.2f} | "
                f"{speed.copy_us:.2f} |"
            )
    costs = [cost for each in report.variants for cost in each.costs]
    if costs:
        lines += ["", "<details><summary>Counters that differ</summary>", ""]
        lines += ["| | counter | base | head | where |", "| --- | --- | --- | --- | --- |"]
        lines += [
            f"| {'worse' if cost.is_worse else ''} | {cost.counter} | {cost.base:g} | {cost.head:g} | "
            f"{markdown_code(cost.where)} |"
            for cost in costs[: 5 * _SHOWN_COSTS]
        ]
        if len(costs) > 5 * _SHOWN_COSTS:
            lines.append(f"\n{len(costs) - 5 * _SHOWN_COSTS} more in the JSON.")
        lines += ["", "</details>"]
    lines += [
        f"\n{markdown_code(f'--allow {each.name}')}: there was no such regression."
        for each in report.unused_allowances
    ]
    return "\n".join(lines) + "\n"


def _row(gate: VariantGate) -> str:
    cases = ""
    if gate.outcome is not None:
        n, n_failed = len(gate.outcome.results), len(gate.outcome.failures)
        cases = f"{n - n_failed} of {n} passed"
    names = [speed.speed.value if speed.speed else "not timed" for speed in gate.speeds]
    speeds = ", ".join(f"{names.count(name)} {name}" for name in dict.fromkeys(names))
    is_bad = any(each.allowed is None for each in gate.regressions) or gate.errors
    change = f"{gate.change.change.value} {marked(gate.change.why)}".strip()
    return f"| {'❌' if is_bad else '✅'} | {markdown_code(gate.change.id)} | {change} | {cases} | {speeds} |"
