"""A gate's findings as text for a terminal, Markdown for a pull request and JUnit XML for a CI system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple
from xml.etree import ElementTree

from rich.console import Console

from ...gate.model import (
    EXIT_CLEAN,
    EXIT_ERROR,
    UNCOUNTED,
    Allowance,
    Change,
    CostChange,
    GateReport,
    Kind,
    Regression,
    SpeedResult,
    VariantGate,
    first_names,
)
from ...measure.clocks import TimedOn
from ...run.target import target_lines
from . import plain_text
from .console import count, print_line, print_part
from .plain_text import block, cell, code, prose
from .terminal import fault_texts


def verdict_text(report: GateReport) -> str:
    blocking = report.blocking
    if blocking:
        kinds = [regression.kind.value for regression in blocking]
        counts = ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
        return f"regression: {counts}"
    if report.exit_code == EXIT_CLEAN:
        return "clean: it may merge"
    if report.exit_code == EXIT_ERROR:
        return "error: not everything could be compared"
    # Nothing blocks and nothing failed: the remaining results could not be determined.
    open_questions = {
        "not counted": [gate.id for gate in report.variants if gate.is_uncounted],
        "speed undecided": [gate.id for gate in report.variants if gate.has_ambiguous_speed],
    }
    missing = "; ".join(f"{what}: {first_names(names)}" for what, names in open_questions.items() if names)
    return f"ambiguous: no known regression, but some results are missing; {missing}"


def regression_text(gate: VariantGate, regression: Regression) -> str:
    """Return the text of a regression; for a wrong kernel with its failing cases, as ``check`` prints them."""
    lines = [regression.message]
    # Costs and times are numbers in the message already; a wrong kernel needs its cases.
    if regression.kind is Kind.WRONG and gate.outcome is not None:
        for text in fault_texts(gate.outcome, gate.groups):
            title, *rest = text.split("\n")
            lines += [title, *(f"  {line}" for line in rest)]
    return "\n".join(lines)


def timed_on_texts(gate: VariantGate) -> list[str]:
    parts: dict[tuple[str, str], list[TimedOn]] = {}
    for speed in gate.speeds:
        if speed.timed_on is not None:
            parts.setdefault((speed.timed_on.host, speed.timed_on.bus_id), []).append(speed.timed_on)
    joined = (TimedOn.joined(of_gpu) for of_gpu in parts.values())
    return [gpu.text for gpu in joined if gpu is not None]


class _Item(NamedTuple):
    """A regression, an error or a missing count of a variant, as all reports show it."""

    mark: str
    kind: str
    """Kind of the regression, or `UNCOUNTED`; empty for an error."""
    text: str
    accepting: str = ""
    """Option that lets it through; empty if no option can."""
    allowed: Allowance | None = None

    @property
    def whole(self) -> str:
        """The text, and how to accept it, for an item that is not allowed."""
        how = f"accept: {self.accepting}" if self.accepting else _FIX
        return f"{self.text}\n{how}" if self.kind else self.text


_REGRESSION, _ERROR, _AMBIGUOUS = "REGRESSION", "ERROR", "AMBIGUOUS"
_FIX = "--allow does not apply to a wrong kernel: fix the kernel"


def _items(gate: VariantGate) -> Iterator[_Item]:
    for regression in gate.regressions:
        text = regression_text(gate, regression)
        yield _Item(_REGRESSION, regression.kind.value, text, regression.accept, regression.allowed)
    for error in gate.errors:
        yield _Item(_ERROR, "", error)
    if (uncounted := gate.uncounted) is not None:
        text = f"not counted: {uncounted.why}"
        if uncounted.allowed is None:
            text += (
                "\nits change of cost is unknown: base and head need a shape that both claim and that can be counted. "
                "Change code and domain in two steps, or compare both sides by hand with "
                f"`kernel-harness count {gate.id}` and accept the result"
            )
        yield _Item(_AMBIGUOUS, UNCOUNTED, text, uncounted.accept, uncounted.allowed)


def not_compared_texts(gate: VariantGate) -> Iterator[str]:
    """Yield one line per reason, with the first few comparisons of a variant that were not made for that reason."""
    by_reason: dict[tuple[str, str], list[str]] = {}
    for part in gate.not_compared:
        # ``counters at CASE`` and ``resources of BLOCK`` are separate groups.
        by_reason.setdefault((part.what.partition(" ")[0], part.why), []).append(part.what)
    for (_, why), whats in by_reason.items():
        yield f"{first_names(whats)}: {why}"


def _report_errors(report: GateReport) -> Iterator[str]:
    """Yield the errors that belong to no variant."""
    yield from map(str, report.declaration_errors)
    yield from report.speed_errors


_SHOWN_COSTS = 40


def _places(report: GateReport) -> Iterator[tuple[str, str]]:
    """Yield label and text of the devices, the compiler and the parts that were not run."""
    yield from target_lines(report.target)
    for text in report.further_devices:
        yield "device", text
    yield "counters", report.compiler
    # The lines of the target already contain the first of these.
    for text in report.not_compared[len(report.target.not_covered) :]:
        yield "not run", text


def print_gate(report: GateReport, console: Console) -> None:
    line, part = partial(print_line, console), partial(print_part, console)
    line(f"{'base':<9} {report.base}", style="bold")
    line(f"{'head':<9} {report.head}", style="bold")
    for label, value in _places(report):
        line(f"{label:<9} {value}")
    line("")
    width = max((len(gate.id) for gate in report.variants), default=0)
    unchanged = [gate for gate in report.variants if is_quiet(gate)]
    for gate in report.variants:
        if gate not in unchanged:
            summary = "; ".join(filter(None, _cells(gate)))
            is_doubtful = gate.is_ambiguous or gate.regressions or gate.uncounted
            style = "bold red" if _is_bad(gate) else "yellow" if is_doubtful else ""
            line(f"{gate.change.value:<9} {gate.id:<{width}}  {summary}", style=style)
    if unchanged:
        line(f"{'unchanged':<9} {count(len(unchanged), 'variant')}: the same compiled code, not run")
    for gate in report.variants:
        for item in _items(gate):
            if item.allowed is not None:
                title = f"ALLOWED {item.kind} {gate.id}: {item.allowed.reason} ({item.allowed.who})"
                part(f"{title}\n{item.text}", "yellow")
            else:
                title = f"{item.mark} {item.kind} {gate.id}\n" if item.kind else f"{item.mark} {gate.id}: "
                part(f"{title}{item.whole}", "bold yellow" if item.mark == _AMBIGUOUS else "bold red")
        for text in _measured(gate, report.margin):
            line(text)
    not_compared = [f"{gate.id}: {text}" for gate in report.variants for text in not_compared_texts(gate)]
    if not_compared:
        part("\n".join(["not compared", *(text.replace("\n", "\n  ") for text in not_compared)]))
    for error in _report_errors(report):
        part(f"ERROR {error}", "bold red")
    for allowance in report.unused_allowances:
        line("")
        line(f"--allow {allowance.name}: no such regression was found", style="yellow")
    line("")
    line(verdict_text(report), style="bold green" if report.exit_code == EXIT_CLEAN else "bold red")


def is_quiet(gate: VariantGate) -> bool:
    """Whether a variant is unchanged and has no findings."""
    remarks = gate.why or gate.regressions or gate.errors or gate.not_compared
    return gate.change is Change.UNCHANGED and not remarks


def _is_bad(gate: VariantGate) -> bool:
    return any(regression.allowed is None for regression in gate.regressions) or bool(gate.errors)


def _cells(gate: VariantGate) -> tuple[str, str, str, str]:
    """Return the reason of a change, and the results of the cases, counts and times."""
    cases = ""
    if gate.outcome is not None:
        sums = gate.outcome.sums
        failed = f"{count(sums.done, 'case')}, {sums.failed} failed"
        cases = (failed if sums.failed else f"{count(sums.passed, 'case')} passed") + sums.rest
    counted = f"{len(gate.counted)} counted" if gate.counted else "not counted" if gate.uncounted else ""
    names = [result.speed.value if result.speed else "not timed" for result in gate.speeds]
    speeds = ", ".join(f"{names.count(name)} {name}" for name in dict.fromkeys(names))
    return gate.why, cases, counted, speeds


def _measured(gate: VariantGate, margin: float) -> Iterator[str]:
    # Worse costs are regressions, which are printed above.
    better = [cost for cost in gate.costs if not cost.is_worse]
    if better:
        yield from ("", f"{gate.id}: counters that differ and are not regressions")
        for cost in better[:_SHOWN_COSTS]:
            yield f"  {cost.counter:<22} {cost.base:>12g} -> {cost.head:<12g} {cost.where}"
        if len(better) > _SHOWN_COSTS:
            yield f"  and {len(better) - _SHOWN_COSTS} more, all in the JSON"
    if gate.speeds:
        yield from ("", f"{gate.id}: head against base, margin {100 * margin:g} %")
        yield from (f"  {_speed_text(speed)}" for speed in gate.speeds)
        yield from (f"  timed on {text}" for text in timed_on_texts(gate))


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
        *(_markdown_row(gate) for gate in report.variants if not is_quiet(gate)),
    ]
    n_unchanged = sum(map(is_quiet, report.variants))
    if n_unchanged:
        lines += ["", f"{count(n_unchanged, 'variant')} unchanged: the same compiled code."]
    lines += _section("Regressions", list(_markdown_items(report, _REGRESSION)))
    lines += _section("Not counted", list(_markdown_items(report, _AMBIGUOUS)))
    errors = chain.from_iterable(_markdown_item("", error) for error in _report_errors(report))
    lines += _section("Errors", [*errors, *_markdown_items(report, _ERROR)])
    not_compared = [
        f"- {code(gate.id)}: {prose(text)}" for gate in report.variants for text in not_compared_texts(gate)
    ]
    lines += _folded(f"Not compared ({len(not_compared)})", not_compared)
    lines += _section(f"Speed, margin {100 * report.margin:g} %", list(_speed_rows(report)))
    costs = [cost for gate in report.variants for cost in gate.costs]
    lines += _folded(f"Counters that differ ({len(costs)})", list(_cost_rows(costs)))
    lines += [
        f"\n{code(f'--allow {allowance.name}')}: no such regression was found."
        for allowance in report.unused_allowances
    ]
    return "\n".join(lines).rstrip() + "\n"


def _section(title: str, lines: Sequence[str]) -> Sequence[str]:
    return ["", f"### {title}", "", *lines] if lines else []


def _folded(title: str, lines: Sequence[str]) -> Sequence[str]:
    return ["", f"<details><summary>{title}</summary>", "", *lines, "", "</details>"] if lines else []


def _markdown_items(report: GateReport, mark: str) -> Iterator[str]:
    for gate in report.variants:
        for item in _items(gate):
            if item.mark == mark:
                kind = f"**{item.kind}** " if item.kind else ""
                by = item.allowed
                allowed = f" (allowed by {prose(by.who)}: {prose(by.reason)})" if by else ""
                yield from _markdown_item(f"{kind}{code(gate.id)}{allowed}: ", item.text)
                if item.accepting and not by:
                    yield f"  - accept with {code(item.accepting)}"


def _markdown_item(label: str, text: str) -> Iterator[str]:
    """Yield an item of a list: the first line of a text, and the others as a block."""
    first, _, rest = text.partition("\n")
    yield f"- {label}{prose(first)}"
    if rest:
        yield from block(rest, "the whole message", indent="  ")


def _markdown_row(gate: VariantGate) -> str:
    why, *cells = _cells(gate)
    mark = "❌" if _is_bad(gate) else "⚠️" if gate.is_ambiguous else "✅"
    change = f"{gate.change.value} {prose(why)}".strip()
    return f"| {mark} | {cell(gate.id)} | {change} | {' | '.join(cells)} |"


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
    """Return the document. It has no times and dates, so the same findings give the same bytes."""
    # A test case is a failure if the variant has a regression that is not allowed, an error if a step failed, and
    # skipped if nothing was counted, a speed is ambiguous, or the variant is unchanged. Its ``system-out`` lists
    # allowed regressions and comparisons that were not made.
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
    # They belong to no variant, but a failed step must show up in the CI system.
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
    case = _case(suite, gate.id)
    items = [item for item in _items(gate) if item.allowed is None]
    kinds = dict.fromkeys(item.kind for item in items if item.mark == _REGRESSION)
    uncounted = next((item for item in items if item.mark == _AMBIGUOUS), None)
    # In JUnit a test case has only one of failure, error and skipped: the worst one contains the texts of the others.
    if kinds:
        texts = [f"{item.kind or 'error'}: {item.whole}" for item in items if item is not uncounted]
        _mark(case, "failure", "\n\n".join(texts), ", ".join(kinds))
    elif gate.errors:
        _mark(case, "error", "\n\n".join(gate.errors))
    elif uncounted is not None:
        _mark(case, "skipped", f"ambiguous: {uncounted.whole}")
    elif gate.has_ambiguous_speed:
        _mark(case, "skipped", "ambiguous: the comparison of times was inconclusive")
    elif gate.change is Change.UNCHANGED:
        _mark(case, "skipped", f"unchanged: {gate.why or 'the same compiled code, not run'}")
    notes = "\n".join(_notes(gate))
    if notes:
        ElementTree.SubElement(case, "system-out").text = notes


def _notes(gate: VariantGate) -> Iterator[str]:
    for item in _items(gate):
        if item.allowed is not None:
            yield f"{item.kind} allowed by {item.allowed.who}: {item.allowed.reason}: {item.text}"
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
    for element in tree.iter():
        element.text = None if element.text is None else plain_text.lines(element.text)
        element.attrib = {name: plain_text.line(value) for name, value in element.attrib.items()}
