"""A gate's findings as text for a terminal, Markdown for a pull request and JUnit XML for a CI system."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree

from rich.console import Console

from ...gate.change import Change
from ...gate.model import (
    EXIT_CLEAN,
    EXIT_ERROR,
    UNCOUNTED,
    Allowance,
    CostChange,
    GateReport,
    Kind,
    Regression,
    SpeedResult,
    VariantGate,
    allow_option,
)
from ...measure.clocks import TimedOn
from ...run.target import target_lines
from ..model import failure_groups
from . import plain_text
from .console import count, print_line
from .plain_text import block, cell, code, prose
from .terminal import failure_text

_NAMED = 3


def verdict_text(report: GateReport) -> str:
    blocking = report.blocking
    if blocking:
        kinds = [each.kind.value for each in blocking]
        counts = ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
        return f"regression: {counts}"
    if report.exit_code == EXIT_CLEAN:
        return "clean: it may merge"
    if report.exit_code == EXIT_ERROR:
        return "error: not everything could be compared"
    # Nothing blocks and nothing failed: what is left could not be determined.
    open_questions = {
        "not counted": [each.change.id for each in report.variants if each.is_uncounted],
        "speed undecided": [each.change.id for each in report.variants if each.has_ambiguous_speed],
    }
    missing = "; ".join(f"{what}: {_names(names)}" for what, names in open_questions.items() if names)
    return f"ambiguous: no known regression, but some results are missing; {missing}"


def regression_text(gate: VariantGate, regression: Regression) -> str:
    """Return the text of a regression; for a wrong kernel with its failing cases, as ``check`` prints them."""
    lines = [regression.message]
    # Costs and times are numbers in the message already; a wrong kernel needs its cases.
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


def _places(report: GateReport) -> Iterator[tuple[str, str]]:
    """Yield label and text of where the cases ran, and of what was not run."""
    yield from target_lines(report.target)
    for text in report.further_devices:
        yield "device", text
    yield "counters", report.compiler
    # The target has said the first of these already.
    for text in report.not_compared[len(report.target.not_covered) :]:
        yield "not run", text


def _speed_names(gate: VariantGate) -> str:
    names = [each.speed.value if each.speed else "not timed" for each in gate.speeds]
    return ", ".join(f"{names.count(name)} {name}" for name in dict.fromkeys(names))


def print_gate(report: GateReport, console: Console) -> None:

    def line(text: str = "", style: str = "") -> None:
        print_line(console, text, style=style)

    line(f"{'base':<9} {report.base}", "bold")
    line(f"{'head':<9} {report.head}", "bold")
    for label, value in _places(report):
        line(f"{label:<9} {value}")
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
        parts.append(_speed_names(gate))
    return "; ".join(parts)


def _details(gate: VariantGate, margin: float) -> Iterator[tuple[str, str]]:
    for each in gate.regressions:
        text, title = regression_text(gate, each), f"{each.kind.value} {each.variant}"
        if each.allowed is None:
            yield from _titled(f"REGRESSION {title}\n{text}\n{accepting_text(each)}", "bold red")
        else:
            yield from _allowed(title, each.allowed, text)
    for error in gate.errors:
        yield from _titled(f"ERROR {gate.change.id}: {error}", "bold red")
    if gate.uncounted:
        title = f"{UNCOUNTED} {gate.change.id}"
        if gate.uncounted_allowed is None:
            text = f"{uncounted_text(gate)}\n{uncounted_accepting_text(gate)}"
            yield from _titled(f"AMBIGUOUS {title}\n{text}", "bold yellow")
        else:
            yield from _allowed(title, gate.uncounted_allowed, f"not counted: {gate.uncounted}")
    # What is worse is a regression, and stands above.
    better = [each for each in gate.costs if not each.is_worse]
    if better:
        yield "", ""
        yield f"{gate.change.id}: counters that differ and are no regression", ""
        for cost in better[:_SHOWN_COSTS]:
            yield f"  {cost.counter:<22} {cost.base:>12g} -> {cost.head:<12g} {cost.where}", ""
        if len(better) > _SHOWN_COSTS:
            yield f"  and {len(better) - _SHOWN_COSTS} more, all in the JSON", ""
    if gate.speeds:
        yield "", ""
        yield f"{gate.change.id}: head against base, margin {100 * margin:g} %", ""
        for speed in gate.speeds:
            yield f"  {_speed_text(speed)}", ""
        for text in timed_on_texts(gate):
            yield f"  timed on {text}", ""


def _allowed(title: str, allowance: Allowance, text: str) -> Iterator[tuple[str, str]]:
    yield from _titled(f"ALLOWED {title}: {allowance.reason} ({allowance.who})\n{text}", "yellow")


def _titled(text: str, style: str) -> Iterator[tuple[str, str]]:
    """Yield an empty line, the first line in a style, and the other lines indented."""
    title, *rest = text.split("\n")
    yield "", ""
    yield title, style
    for line in rest:
        yield f"  {line}", ""


def _not_compared(report: GateReport) -> Iterator[tuple[str, str]]:
    texts = [f"{each.change.id}: {text}" for each in report.variants for text in not_compared_texts(each)]
    if texts:
        yield from _titled("not compared", "bold")
    for text in texts:
        first, *rest = text.split("\n")
        yield f"  {first}", ""
        yield from ((f"    {line}", "") for line in rest)


def _speed_text(result: SpeedResult) -> str:
    name = result.speed.value if result.speed else "NOT-RUN"
    if result.change is None:
        return f"{name:<9} {result.case}: {result.why}"
    change = result.change
    return (
        f"{name:<9} {100 * change.estimate:+6.2f} % [{100 * change.low:+.2f}, {100 * change.high:+.2f}]  "
        f"{result.base_us:.2f} us -> {result.head_us:.2f} us, copy {result.copy_us:.2f} us  "
        f"{result.case}" + (f" ({result.why})" if result.why else "")
    )


_COMMENT_COSTS = 200


def markdown(report: GateReport) -> str:
    """Return the document; long logs are collapsed, and their text is never Markdown."""
    lines = [
        f"## kernel-harness gate: {prose(verdict_text(report))}",
        "",
        f"{code(report.base)} against {code(report.head)}",
        "",
        *(f"- {label}: {prose(value)}" for label, value in _places(report)),
        "",
        "| | variant | what changed | cases | counted | speed |",
        "| --- | --- | --- | --- | --- | --- |",
        *(_markdown_row(each) for each in report.variants if not is_quiet(each)),
    ]
    n_unchanged = sum(map(is_quiet, report.variants))
    if n_unchanged:
        lines += ["", f"{count(n_unchanged, 'variant')} unchanged: the same compiled code."]
    lines += _section("Regressions", [line for gate in report.variants for line in _regression_items(gate)])
    lines += _section("Not counted", [line for gate in report.variants for line in _uncounted_items(gate)])
    errors = [*map(str, report.declaration_errors), *report.speed_errors]
    errors += [f"{gate.change.id}: {error}" for gate in report.variants for error in gate.errors]
    lines += _section("Errors", [line for error in errors for line in _item("", error, "what was said")])
    not_compared = [
        f"- {code(gate.change.id)}: {prose(text)}"
        for gate in report.variants
        for text in not_compared_texts(gate)
    ]
    lines += _folded(f"Not compared ({len(not_compared)})", not_compared)
    lines += _section(f"Speed, margin {100 * report.margin:g} %", list(_speed_rows(report)))
    costs = [cost for gate in report.variants for cost in gate.costs]
    lines += _folded(f"Counters that differ ({len(costs)})", list(_cost_rows(costs)))
    lines += [
        f"\n{code(f'--allow {each.name}')}: no such regression was found."
        for each in report.unused_allowances
    ]
    return "\n".join(lines).rstrip() + "\n"


def _section(title: str, lines: Sequence[str]) -> Sequence[str]:
    return ["", f"### {title}", "", *lines] if lines else []


def _folded(title: str, lines: Sequence[str]) -> Sequence[str]:
    return ["", f"<details><summary>{title}</summary>", "", *lines, "", "</details>"] if lines else []


def _item(label: str, text: str, title: str) -> Iterator[str]:
    """Yield an item of a list: the first line of a text, and the others as a block."""
    first, _, rest = text.partition("\n")
    yield f"- {label}{prose(first)}"
    if rest:
        yield from block(rest, title, indent="  ")


def _markdown_row(gate: VariantGate) -> str:
    cases = ""
    if gate.outcome is not None:
        sums = gate.outcome.sums
        cases = f"{sums.passed} of {sums.done} passed{sums.rest}"
    counted = str(len(gate.counted)) if gate.counted else "none" if gate.uncounted else ""
    is_bad = any(each.allowed is None for each in gate.regressions) or gate.errors
    mark = "❌" if is_bad else "⚠️" if gate.is_ambiguous else "✅"
    change = f"{gate.change.change.value} {prose(gate.change.why)}".strip()
    return f"| {mark} | {cell(gate.change.id)} | {change} | {cases} | {counted} | {_speed_names(gate)} |"


def _allowed_by(allowance: Allowance | None) -> str:
    return f" (allowed by {prose(allowance.who)}: {prose(allowance.reason)})" if allowance else ""


def _regression_items(gate: VariantGate) -> Iterator[str]:
    for each in gate.regressions:
        label = f"**{each.kind.value}** {code(each.variant)}{_allowed_by(each.allowed)}: "
        yield from _item(label, regression_text(gate, each), "what was found")
        if each.allowed is None and each.accepting:
            yield f"  - accept with {code(each.accepting)}"


def _uncounted_items(gate: VariantGate) -> Iterator[str]:
    if gate.uncounted:
        allowed = gate.uncounted_allowed
        text = gate.uncounted if allowed else uncounted_text(gate)
        yield f"- {code(gate.change.id)}{_allowed_by(allowed)}: {prose(text)}"
        if not allowed:
            yield f"  - accept with {code(allow_option(gate.change.id, UNCOUNTED))}"


def _speed_rows(report: GateReport) -> Iterator[str]:
    timed = [speed for gate in report.variants for speed in gate.speeds if speed.change is not None]
    if not timed:
        return
    yield "| | case | change | interval | base us | head us | copy us |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for speed in timed:
        change = speed.change
        assert change is not None
        assert speed.speed is not None
        yield (
            f"| {speed.speed.value} | {cell(speed.case)} | {100 * change.estimate:+.2f} % | "
            f"[{100 * change.low:+.2f}, {100 * change.high:+.2f}] | {speed.base_us:.2f} | {speed.head_us:.2f} | "
            f"{speed.copy_us:.2f} |"
        )
    yield ""
    lines = dict.fromkeys(text for gate in report.variants for text in timed_on_texts(gate))
    yield from (f"- timed on {prose(text)}" for text in lines)


def _cost_rows(costs: Sequence[CostChange]) -> Iterator[str]:
    if costs:
        yield from ("| | counter | base | head | where |", "| --- | --- | --- | --- | --- |")
    for cost in costs[:_COMMENT_COSTS]:
        mark = "worse" if cost.is_worse else ""
        yield f"| {mark} | {cost.counter} | {cost.base:g} | {cost.head:g} | {cell(cost.where)} |"
    if len(costs) > _COMMENT_COSTS:
        yield f"\n{len(costs) - _COMMENT_COSTS} more in the JSON."


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
    # They belong to no variant, and a failed step must show up in the CI system all the same.
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
        texts = [
            f"{each.kind.value}: {regression_text(gate, each)}\n{accepting_text(each)}" for each in blocking
        ]
        _mark(
            case,
            "failure",
            "\n\n".join((*texts, *errors)),
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
    # XML 1.0 cannot express control characters and halves of surrogate pairs, not even as references.
    for each in tree.iter():
        each.text = None if each.text is None else plain_text.lines(each.text)
        each.attrib = {name: plain_text.line(value) for name, value in each.attrib.items()}
