"""Writes a gate's findings as Markdown for a comment on a pull request: verdict, regressions, tables."""

from __future__ import annotations

from collections.abc import Iterator

from ...gate.model import UNCOUNTED, GateReport, Regression, VariantGate, allow_option
from ...run.target import target_lines
from .gate_findings import not_compared_texts, regression_text, timed_on_texts, uncounted_text, verdict_text
from .gate_text import is_quiet
from .markdown_text import block, cell, code, prose
from .terminal import count

_SHOWN_COSTS = 200


def markdown(report: GateReport) -> str:
    """Return the document; long logs are collapsed, and their text is never Markdown."""
    lines = [
        f"## kernel-harness gate: {prose(verdict_text(report))}",
        "",
        f"{code(report.base)} against {code(report.head)}",
        "",
        *(f"- {label}: {prose(value)}" for label, value in target_lines(report.target)),
        *(f"- device: {prose(text)}" for text in report.further_devices),
        f"- counters: {prose(report.compiler)}",
        *(f"- not run: {prose(text)}" for text in report.not_compared[len(report.target.not_covered) :]),
        "",
        "| | variant | what changed | cases | counted | speed |",
        "| --- | --- | --- | --- | --- | --- |",
        *(_row(each) for each in report.variants if not is_quiet(each)),
    ]
    n_unchanged = sum(map(is_quiet, report.variants))
    if n_unchanged:
        lines += ["", f"{count(n_unchanged, 'variant')} unchanged: the same compiled code."]
    lines += [*_regressions(report), *_uncounted(report), *_errors(report), *_not_compared(report)]
    lines += [*_speeds(report), *_costs(report)]
    lines += [
        f"\n{code(f'--allow {each.name}')}: no such regression was found."
        for each in report.unused_allowances
    ]
    return "\n".join(lines).rstrip() + "\n"


def _row(gate: VariantGate) -> str:
    cases = ""
    if gate.outcome is not None:
        sums = gate.outcome.sums
        cases = f"{sums.passed} of {sums.done} passed{sums.rest}"
    names = [speed.speed.value if speed.speed else "not timed" for speed in gate.speeds]
    speeds = ", ".join(f"{names.count(name)} {name}" for name in dict.fromkeys(names))
    counted = str(len(gate.counted)) if gate.counted else "none" if gate.uncounted else ""
    is_bad = any(each.allowed is None for each in gate.regressions) or gate.errors
    mark = "❌" if is_bad else "⚠️" if gate.is_ambiguous else "✅"
    change = f"{gate.change.change.value} {prose(gate.change.why)}".strip()
    return f"| {mark} | {cell(gate.change.id)} | {change} | {cases} | {counted} | {speeds} |"


def _regressions(report: GateReport) -> Iterator[str]:
    if not report.regressions:
        return
    yield from ("", "### Regressions", "")
    for gate in report.variants:
        for each in gate.regressions:
            yield from _regression(gate, each)


def _regression(gate: VariantGate, each: Regression) -> Iterator[str]:
    told = f" (allowed by {prose(each.allowed.who)}: {prose(each.allowed.reason)})" if each.allowed else ""
    first, _, rest = regression_text(gate, each).partition("\n")
    yield f"- **{each.kind.value}** {code(each.variant)}{told}: {prose(first)}"
    if rest:
        yield from block(rest, "what was found", indent="  ")
    if each.allowed is None and each.accepting:
        yield f"  - accept with {code(each.accepting)}"


def _uncounted(report: GateReport) -> Iterator[str]:
    found = [gate for gate in report.variants if gate.uncounted]
    if not found:
        return
    yield from ("", "### Not counted", "")
    for gate in found:
        allowed = gate.uncounted_allowed
        if allowed is not None:
            told = f"(allowed by {prose(allowed.who)}: {prose(allowed.reason)})"
            yield f"- {code(gate.change.id)} {told}: {prose(gate.uncounted)}"
            continue
        yield f"- {code(gate.change.id)}: {prose(uncounted_text(gate))}"
        yield f"  - accept with {code(allow_option(gate.change.id, UNCOUNTED))}"


def _errors(report: GateReport) -> Iterator[str]:
    errors = [*map(str, report.declaration_errors), *report.speed_errors]
    errors += [f"{each.change.id}: {error}" for each in report.variants for error in each.errors]
    if errors:
        yield from ("", "### Errors", "")
    for error in errors:
        first, _, rest = error.partition("\n")
        yield f"- {prose(first)}"
        if rest:
            yield from block(rest, "what was said", indent="  ")


def _not_compared(report: GateReport) -> Iterator[str]:
    told = [(each.change.id, text) for each in report.variants for text in not_compared_texts(each)]
    if not told:
        return
    yield from ("", f"<details><summary>Not compared ({len(told)})</summary>", "")
    for name, text in told:
        yield f"- {code(name)}: {prose(text)}"
    yield from ("", "</details>")


def _speeds(report: GateReport) -> Iterator[str]:
    timed = [speed for each in report.variants for speed in each.speeds if speed.change is not None]
    if not timed:
        return
    yield from ("", f"### Speed, margin {100 * report.margin:g} %", "")
    yield "| | case | change | interval | base us | head us | copy us |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for speed in timed:
        change = speed.change
        assert change is not None
        assert speed.speed is not None
        yield (
            f"| {speed.speed.value} | {cell(speed.comparison.head.id)} | {100 * change.estimate:+.2f} % | "
            f"[{100 * change.low:+.2f}, {100 * change.high:+.2f}] | {speed.base_us:.2f} | {speed.head_us:.2f} | "
            f"{speed.copy_us:.2f} |"
        )
    lines = dict.fromkeys(text for each in report.variants for text in timed_on_texts(each))
    yield ""
    yield from (f"- timed on {prose(text)}" for text in lines)


def _costs(report: GateReport) -> Iterator[str]:
    costs = [cost for each in report.variants for cost in each.costs]
    if not costs:
        return
    yield from ("", f"<details><summary>Counters that differ ({len(costs)})</summary>", "")
    yield from ("| | counter | base | head | where |", "| --- | --- | --- | --- | --- |")
    for cost in costs[:_SHOWN_COSTS]:
        mark = "worse" if cost.is_worse else ""
        yield f"| {mark} | {cost.counter} | {cost.base:g} | {cost.head:g} | {cell(cost.where)} |"
    if len(costs) > _SHOWN_COSTS:
        yield f"\n{len(costs) - _SHOWN_COSTS} more in the JSON."
    yield from ("", "</details>")
