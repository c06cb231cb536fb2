"""Sentences on a gate's findings, shared by its text, Markdown, JSON and JUnit XML."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from xml.etree import ElementTree

from rich.console import Console

from ...gate.change import Change
from ...gate.model import (
    EXIT_CLEAN,
    EXIT_ERROR,
    UNCOUNTED,
    CostChange,
    GateReport,
    Kind,
    Regression,
    VariantGate,
    allow_option,
)
from ...gate.speed import SpeedResult
from ...measure.clocks import TimedOn
from ...run.target import target_lines
from ..model import failure_groups
from . import plain_text
from .console import print_line
from .plain_text import block, cell, code, prose
from .terminal import count, failure_text

_NAMED = 3


def verdict_text(report: GateReport) -> str:
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
    parts: dict[tuple[str, str], list[TimedOn]] = {}
    for each in gate.speeds:
        if each.timed_on is not None:
            parts.setdefault((each.timed_on.host, each.timed_on.bus_id), []).append(each.timed_on)
    joined = (TimedOn.joined(found) for found in parts.values())
    return [each.text for each in joined if each is not None]


def accepting_text(regression: Regression) -> str:
    if regression.accepting:
        return f"accept: {regression.accepting}"
    return "--allow does not apply to a wrong kernel: fix the kernel"


def uncounted_text(gate: VariantGate) -> str:
    name = gate.change.id
    return (
        f"not counted: {gate.uncounted}\n"
        "its change of cost is unknown: base and head need a shape that both claim and that can be counted. "
        "Change code and domain in two steps, or compare both sides by hand with "
        f"`kernel-harness count {name}` and accept the result"
    )


def uncounted_accepting_text(gate: VariantGate) -> str:
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


_SHOWN_COSTS = 40


def print_gate(report: GateReport, console: Console) -> None:

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


_COMMENT_COSTS = 200


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
        *(_markdown_row(each) for each in report.variants if not is_quiet(each)),
    ]
    n_unchanged = sum(map(is_quiet, report.variants))
    if n_unchanged:
        lines += ["", f"{count(n_unchanged, 'variant')} unchanged: the same compiled code."]
    lines += [
        *_markdown_regressions(report),
        *_markdown_uncounted(report),
        *_markdown_errors(report),
        *_markdown_not_compared(report),
    ]
    lines += [*_markdown_speeds(report), *_markdown_costs(report)]
    lines += [
        f"\n{code(f'--allow {each.name}')}: no such regression was found."
        for each in report.unused_allowances
    ]
    return "\n".join(lines).rstrip() + "\n"


def _markdown_row(gate: VariantGate) -> str:
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


def _markdown_regressions(report: GateReport) -> Iterator[str]:
    if not report.regressions:
        return
    yield from ("", "### Regressions", "")
    for gate in report.variants:
        for each in gate.regressions:
            yield from _markdown_regression(gate, each)


def _markdown_regression(gate: VariantGate, each: Regression) -> Iterator[str]:
    told = f" (allowed by {prose(each.allowed.who)}: {prose(each.allowed.reason)})" if each.allowed else ""
    first, _, rest = regression_text(gate, each).partition("\n")
    yield f"- **{each.kind.value}** {code(each.variant)}{told}: {prose(first)}"
    if rest:
        yield from block(rest, "what was found", indent="  ")
    if each.allowed is None and each.accepting:
        yield f"  - accept with {code(each.accepting)}"


def _markdown_uncounted(report: GateReport) -> Iterator[str]:
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


def _markdown_errors(report: GateReport) -> Iterator[str]:
    errors = [*map(str, report.declaration_errors), *report.speed_errors]
    errors += [f"{each.change.id}: {error}" for each in report.variants for error in each.errors]
    if errors:
        yield from ("", "### Errors", "")
    for error in errors:
        first, _, rest = error.partition("\n")
        yield f"- {prose(first)}"
        if rest:
            yield from block(rest, "what was said", indent="  ")


def _markdown_not_compared(report: GateReport) -> Iterator[str]:
    told = [(each.change.id, text) for each in report.variants for text in not_compared_texts(each)]
    if not told:
        return
    yield from ("", f"<details><summary>Not compared ({len(told)})</summary>", "")
    for name, text in told:
        yield f"- {code(name)}: {prose(text)}"
    yield from ("", "</details>")


def _markdown_speeds(report: GateReport) -> Iterator[str]:
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


def _markdown_costs(report: GateReport) -> Iterator[str]:
    costs = [cost for each in report.variants for cost in each.costs]
    if not costs:
        return
    yield from ("", f"<details><summary>Counters that differ ({len(costs)})</summary>", "")
    yield from ("| | counter | base | head | where |", "| --- | --- | --- | --- | --- |")
    for cost in costs[:_COMMENT_COSTS]:
        mark = "worse" if cost.is_worse else ""
        yield f"| {mark} | {cost.counter} | {cost.base:g} | {cost.head:g} | {cell(cost.where)} |"
    if len(costs) > _COMMENT_COSTS:
        yield f"\n{len(costs) - _COMMENT_COSTS} more in the JSON."
    yield from ("", "</details>")


_SUITE = "kernel-harness gate"


def junit(report: GateReport) -> str:
    """Return the document. It has no times and dates, so the same findings give the same bytes.

    A test case is a failure if the variant has a regression that is not allowed, an error if a step failed, and skipped
    if nothing was counted, a speed is ambiguous, or the variant is unchanged. Its ``system-out`` lists allowed
    regressions and comparisons that were not made.
    """
    suite = ElementTree.Element("testsuite", name=_SUITE)
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in (
        ("base", report.base),
        ("head", report.head),
        ("base_commit", report.base_commit),
        ("head_commit", report.head_commit),
        ("compiler", report.compiler),
        ("verdict", verdict_text(report)),
        *(("not compared", text) for text in report.not_compared),
    ):
        ElementTree.SubElement(properties, "property", name=name, value=value)
    for gate in report.variants:
        _add(suite, gate)
    wrong: dict[str, list[str]] = {}
    for error in report.declaration_errors:
        wrong.setdefault(f"declaration of {error.path.stem}", []).append(str(error))
    if report.speed_errors:
        wrong["speed"] = list(report.speed_errors)
    for name, errors in wrong.items():
        _mark(_case(suite, name), "error", "\n".join(errors))
    cases = suite.findall("testcase")
    for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(name, str(sum(case.find(tag) is not None for case in cases)))
    suite.set("tests", str(len(cases)))
    _make_legal(suite)
    ElementTree.indent(suite)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(suite, encoding="unicode") + "\n"


def _add(suite: ElementTree.Element, gate: VariantGate) -> None:
    case = _case(suite, gate.change.id)
    errors = [f"error: {each}" for each in gate.errors]
    blocking = [each for each in gate.regressions if each.allowed is None]
    # In JUnit a test case has only one of failure, error and skipped: the worst one contains the texts of the others.
    if blocking:
        told = [
            f"{each.kind.value}: {regression_text(gate, each)}\n{accepting_text(each)}" for each in blocking
        ]
        _mark(
            case,
            "failure",
            "\n\n".join((*told, *errors)),
            ", ".join(dict.fromkeys(each.kind.value for each in blocking)),
        )
    elif errors:
        _mark(case, "error", "\n\n".join(gate.errors))
    elif gate.is_uncounted:
        _mark(case, "skipped", f"ambiguous: {uncounted_text(gate)}\n{uncounted_accepting_text(gate)}")
    elif gate.has_ambiguous_speed:
        _mark(case, "skipped", "ambiguous: the comparison of times was inconclusive")
    elif gate.change.change is Change.UNCHANGED:
        _mark(case, "skipped", f"unchanged: {gate.change.why or 'the same compiled code, not run'}")
    notes = "\n".join(_notes(gate))
    if notes:
        ElementTree.SubElement(case, "system-out").text = notes


def _notes(gate: VariantGate) -> Iterator[str]:
    for each in gate.regressions:
        if each.allowed is not None:
            yield f"{each.kind.value} allowed by {each.allowed.who}: {each.allowed.reason}: {each.message}"
    if gate.uncounted_allowed is not None:
        allowed = gate.uncounted_allowed
        yield f"{UNCOUNTED} allowed by {allowed.who}: {allowed.reason}: {gate.uncounted}"
    for text in not_compared_texts(gate):
        yield f"not compared: {text}"


def _case(suite: ElementTree.Element, name: str) -> ElementTree.Element:
    return ElementTree.SubElement(suite, "testcase", classname=_SUITE, name=name)


def _mark(case: ElementTree.Element, tag: str, text: str, kind: str = "") -> None:
    marked = ElementTree.SubElement(case, tag, message=text.partition("\n")[0])
    if kind or tag == "error":
        marked.set("type", kind or "error")
    if "\n" in text:
        marked.text = text


def _make_legal(tree: ElementTree.Element) -> None:
    """Show control characters and halves of surrogate pairs, which XML 1.0 cannot express."""
    for each in tree.iter():
        each.text = None if each.text is None else plain_text.lines(each.text)
        each.attrib = {name: plain_text.line(value) for name, value in each.attrib.items()}
