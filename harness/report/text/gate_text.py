"""A gate's findings as text for a terminal, Markdown for a pull request and JUnit XML for a CI system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, zip_longest
from operator import attrgetter
from typing import NamedTuple
from xml.etree import ElementTree

from rich.console import Console

from ...gate.model import (
    CHANGED_RESULTS,
    EXIT_AMBIGUOUS,
    EXIT_CLEAN,
    EXIT_ERROR,
    LESS_ACCURATE,
    NOT_JUDGED,
    REACH,
    UNCOUNTED,
    UNUSUAL,
    Allowance,
    Change,
    GateReport,
    Kind,
    SpeedResult,
    VariantGate,
    first_names,
)
from ...measure.clocks import TimedOn
from ...run.target import not_run_line, target_lines
from ...verdict import CaseSums, Verdict
from . import plain_text
from .annotations import Annotation, of_declaration
from .console import count, print_line, print_lines, print_part
from .plain_text import block, broken, cell, code, prose
from .terminal import fault_texts


def verdict_text(report: GateReport) -> str:
    if report.blocking:
        # Of variants: one cause often makes a variant worse in several ways of a kind.
        kinds = [
            kind
            for gate in report.variants
            for kind in dict.fromkeys(own.kind.value for own in gate.regressions if own.allowed is None)
        ]
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
    is_missing = any(open_questions.values())
    for kind, words in _DOUBTS.items():
        open_questions[words] = [
            gate.id for gate in report.variants if any(doubt.kind == kind for doubt in gate.open_doubts)
        ]
    missing = "; ".join(f"{what}: {first_names(names)}" for what, names in open_questions.items() if names)
    return (
        f"ambiguous: no known regression, but {'some results are missing; ' if is_missing else ''}{missing}"
    )


_DOUBTS = {
    CHANGED_RESULTS: "results changed",
    LESS_ACCURATE: "results less accurate",
    UNUSUAL: "a fault at unusual sizes",
    REACH: "reaches further",
    NOT_JUDGED: "not judged",
}


class _Item(NamedTuple):
    """A regression, an error or a missing count of a variant, as all reports show it."""

    place: str
    mark: str
    kind: str
    """Kind of the regression, or `UNCOUNTED`; empty for an error."""
    text: str
    accepting: str = ""
    """Option that lets it through; empty if no option can."""
    allowed: Allowance | None = None
    shown: str = ""
    """Its source lines, and the command that finds it again; empty where the text has them."""

    @property
    def whole(self) -> str:
        """The text, and how to accept it, for an item that is not allowed."""
        if self.accepting or not self.kind:
            parts = [self.text, self.shown, self.accepting and f"accept: {self.accepting}"]
            return "\n".join(filter(None, parts))
        first, *rest = self.text.split("\n")
        return "\n".join([f"{first}; {_FIX}", *rest])


_CAUSE = attrgetter("kind", "accept", "allowed", "places")
_REGRESSION, _ERROR, _AMBIGUOUS = "REGRESSION", "ERROR", "AMBIGUOUS"
_FIX = "fix the kernel (--allow does not apply)"


def _items(gate: VariantGate) -> Iterator[_Item]:
    # One cause often makes several regressions of a kind: they are one item. A wrong kernel has an item for each fault.
    for (kind, accept, allowed, places), alike in groupby(gate.regressions, _CAUSE):
        texts = ["\n".join(regression.message for regression in alike)]
        if kind is Kind.WRONG and gate.outcome is not None and gate.groups:
            texts = [f"{texts[0]}\n{fault}" for fault in fault_texts(gate.outcome, gate.groups)]
        for place, text in zip_longest(places[: len(texts)], texts, fillvalue=gate.place):
            shown = "" if kind is Kind.WRONG else gate.shown.get(place, "")
            yield _Item(place, _REGRESSION, kind.value, text, accept, allowed, shown)
    for error in gate.errors:
        yield _Item(gate.place, _ERROR, "", error)
    if (uncounted := gate.uncounted) is not None:
        text = f"not counted: {uncounted.why}"
        if uncounted.allowed is None:
            text += (
                "\nits change of cost is unknown: base and head need a shape that both claim and that can be counted. "
                "Change code and domain in two steps, or compare both sides by hand with "
                f"`kernel-harness count {gate.id}` and accept the result"
            )
        yield _Item(gate.place, _AMBIGUOUS, UNCOUNTED, text, uncounted.accept, uncounted.allowed)
    for doubt in gate.doubts:
        shown = gate.shown.get(gate.place, "")
        yield _Item(gate.place, _AMBIGUOUS, doubt.kind, doubt.why, doubt.accept, doubt.allowed, shown)


def not_compared_texts(gate: VariantGate) -> Iterator[str]:
    """Yield one line per reason, with the first few comparisons of a variant that were not made for that reason."""
    by_reason: dict[tuple[str, str], list[str]] = {}
    for part in gate.not_compared:
        # ``counters at CASE`` and ``resources of BLOCK`` are separate groups.
        by_reason.setdefault((part.what.partition(" ")[0], part.why), []).append(part.what)
    for (_, why), whats in by_reason.items():
        yield f"{first_names(whats)}: {why}"


def _report_errors(report: GateReport) -> list[str]:
    return [*map(str, report.declaration_errors), *report.speed_errors]


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
    line(f"{'base':<9} {report.base}; head: {report.head}", style="bold")
    places = [(label, text) for label, text in _places(report) if label != "not run"]
    # Compilers stand behind the device.
    together = [text if label == "compiler" else f"{label}: {text}" for label, text in places[1:]]
    line("; ".join([f"{places[0][0]:<9} {places[0][1]}", *together]))
    width = max((len(gate.id) for gate in report.variants), default=0)
    unchanged = [gate for gate in report.variants if is_quiet(gate)]
    for gate in report.variants:
        if gate not in unchanged:
            summary = "; ".join(filter(None, _cells(gate)))
            is_doubtful = gate.is_ambiguous or gate.regressions or gate.uncounted or gate.doubts
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
                title = f"{item.kind} {gate.id}{_where(gate, item)}" if item.kind else gate.id
                end = ": " if item.kind in (Kind.WRONG, "") else "\n"
                part(
                    f"{item.mark} {title}{end}{item.whole}",
                    "bold yellow" if item.mark == _AMBIGUOUS else "bold red",
                )
        for text in _measured(gate, report.margin):
            line(text)
    for error in _report_errors(report):
        part(f"ERROR {error}", "bold red")
    line("")
    for allowance in report.unused_allowances:
        line(f"--allow {allowance.name}: no such regression was found", style="yellow")
    speed = tuple(text for text in report.not_compared if text.startswith("speed: "))
    known = (*report.target.not_covered, *speed)
    for text in report.not_compared:
        if text not in known:
            line(f"{'not run':<9} {text}")
    if known:
        line(f"{'not run':<9} {not_run_line(known)}; --json says more")
    for gate in report.variants:
        for text in not_compared_texts(gate):
            print_lines(console, f"not compared: {gate.id}: {text}")
    line(verdict_text(report), style="bold green" if report.exit_code == EXIT_CLEAN else "bold red")


def _where(gate: VariantGate, item: _Item) -> str:
    return f", {item.place}" if item.place.partition(":")[0] not in ("", gate.id) else ""


def is_quiet(gate: VariantGate) -> bool:
    remarks = gate.why or gate.regressions or gate.errors or gate.not_compared
    return gate.change is Change.UNCHANGED and not remarks


def _is_bad(gate: VariantGate) -> bool:
    return any(regression.allowed is None for regression in gate.regressions) or bool(gate.errors)


def _cells(gate: VariantGate) -> tuple[str, str, str, str]:
    """Return the reason of a change, and the results of the cases, counts and times."""
    cases = _case_text(gate.outcome.counts) if gate.outcome is not None else ""
    if gate.replayed is not None and gate.replayed.n_launches:
        outcomes = ", ".join(f"{n} {name}" for name, n in gate.replayed.n_outcomes.items())
        cases = ": ".join(filter(None, (count(gate.replayed.n_launches, "launch", plural="es"), outcomes)))
    counted = f"{len(gate.counted)} counted" if gate.counted else "not counted" if gate.uncounted else ""
    names = [result.speed.value if result.speed else "not timed" for result in gate.speeds]
    speeds = ", ".join(f"{names.count(name)} {name}" for name in dict.fromkeys(names))
    return gate.why, cases, counted, speeds


def _case_text(counts: Mapping[Verdict, int]) -> str:
    sums = CaseSums.of(counts)
    return f"{count(sum(counts.values()), 'case')}: {sums.passed} passed, {sums.failed} failed{sums.rest}"


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
    by_gpu: dict[tuple[str, str], list[TimedOn]] = {}
    for gpu in (speed.timed_on for speed in gate.speeds if speed.timed_on):
        by_gpu.setdefault((gpu.host, gpu.bus_id), []).append(gpu)
    yield from (f"  timed on {gpu.text}" for gpu in map(TimedOn.joined, by_gpu.values()) if gpu)


def _speed_text(result: SpeedResult) -> str:
    name, change = result.speed.value if result.speed else "NOT-RUN", result.change
    if change is None:
        return f"{name:<9} {result.case}: {result.why}"
    return (
        f"{name:<9} {100 * change.estimate:+6.2f} % [{100 * change.low:+.2f}, {100 * change.high:+.2f}]  "
        f"{result.base_us:.2f} us -> {result.head_us:.2f} us, copy {result.copy_us:.2f} us  "
        f"{result.case}" + (f" ({result.why})" if result.why else "")
    )


def markdown(report: GateReport, link: str = "") -> str:
    """Return a comment on a pull request: verdict, a row for each regression; the rest is collapsed."""
    marks = [_mark_of(gate) for gate in report.variants if not is_quiet(gate)]
    names = {_BAD: "failed", _DOUBTFUL: "undecided", _GOOD: "passed"}
    sums = [f"{marks.count(mark)} {name}" for mark, name in names.items() if mark in marks]
    sums += [f"{n_quiet} unchanged"] if (n_quiet := sum(map(is_quiet, report.variants))) else []
    counts = sum((gate.outcome.counts for gate in report.variants if gate.outcome), Counter[Verdict]())
    mark = {EXIT_CLEAN: _GOOD, EXIT_AMBIGUOUS: _DOUBTFUL}.get(report.exit_code, _BAD)
    lines = [
        f"## {mark} kernel-harness gate: {prose(verdict_text(report))}",
        "",
        f"{count(len(report.variants), 'variant')}: {', '.join(sums)}; {_case_text(counts)}. "
        f"{code(report.base)} against {code(report.head)}." + (f" [Report](<{link}>)" if link else ""),
        "",
    ]
    items = [(gate, item) for gate in report.variants for item in _items(gate)]
    items.sort(
        key=lambda pair: (pair[1].allowed is not None, pair[1].mark == _AMBIGUOUS, pair[1].kind != Kind.WRONG)
    )
    rows = [_markdown_row(gate, item) for gate, item in items]
    rows += [f"| {_BAD} error | | | {broken(error)} |" for error in _report_errors(report)]
    if rows:
        lines += ["| | variant | line | |", "| --- | --- | --- | --- |", *rows]
    for gate, item in items:
        if item.kind in (Kind.WRONG, "") and "\n" in item.text:
            lines += ["", f"{item.kind or 'error'} {code(gate.id)}", *block(item.text, "the whole message")]
        elif item.shown:
            lines += [
                "",
                f"{item.kind} {code(gate.id)}",
                *block(item.shown, "the line, and how to find it again"),
            ]
    changed = []
    for gate in (gate for gate in report.variants if not is_quiet(gate)):
        why, *cells = _cells(gate)
        change = f"{gate.change.value} {prose(why)}".strip()
        changed.append(f"| {_mark_of(gate)} | {cell(gate.id)} | {change} | {' | '.join(cells)} |")
    head = ["| | variant | what changed | cases | counted | speed |", "| --- | --- | --- | --- | --- | --- |"]
    lines += _folded(f"Variants that changed ({len(changed)})", head + changed if changed else [])
    not_compared = [
        f"- {code(gate.id)}: {prose(text)}" for gate in report.variants for text in not_compared_texts(gate)
    ]
    lines += _folded(f"Not compared ({len(not_compared)})", not_compared)
    measured = [line for gate in report.variants for line in _measured(gate, report.margin)][1:]
    lines += block("\n".join(measured), "Counters and times") if measured else []
    lines += _folded("Where it ran", [f"- {label}: {prose(value)}" for label, value in _places(report)])
    lines += [
        f"\n{code(f'--allow {allowance.name}')}: no such regression was found."
        for allowance in report.unused_allowances
    ]
    return "\n".join(lines).rstrip() + "\n"


def gate_annotations(report: GateReport) -> list[Annotation]:
    """Return what is not allowed; errors first, because GitHub shows ten of a step."""
    found = [of_declaration(error) for error in report.declaration_errors]
    for gate in report.variants:
        for item in (item for item in _items(gate) if item.allowed is None):
            title = f"{item.kind or 'error'}: {gate.id}"
            excerpts = (each for group in gate.groups for each in group.excerpts if item.kind == Kind.WRONG)
            marked = {f"{each.file}:{each.line}": each.columns for each in excerpts}
            columns = marked.get(item.place.rpartition("/")[2], (0, 0))
            found.append(Annotation(item.place, title, item.whole, item.mark != _AMBIGUOUS, columns))
    return sorted(found, key=lambda one: not one.is_error)


def _folded(title: str, lines: Sequence[str]) -> Sequence[str]:
    return ["", f"<details><summary>{title}</summary>", "", *lines, "", "</details>"] if lines else []


_BAD, _DOUBTFUL, _GOOD = "\N{CROSS MARK}", "\N{WARNING SIGN}\ufe0f", "\N{WHITE HEAVY CHECK MARK}"


def _mark_of(gate: VariantGate) -> str:
    return _BAD if _is_bad(gate) else _DOUBTFUL if gate.is_ambiguous else _GOOD


def _markdown_row(gate: VariantGate, item: _Item) -> str:
    text, by = item.text.split("\n"), item.allowed
    if item.kind == Kind.WRONG:  # its first finding; the title of its case stands between
        text = [": ".join([text[0], *text[2:3]])]
    what = "\n".join(text if item.kind else text[:1])
    how = f"<br>accept with {cell(item.accepting)}" if item.accepting else ""
    mark = _DOUBTFUL if item.mark == _AMBIGUOUS else _BAD
    if by is not None:
        mark, how = _GOOD, f"<br>allowed by {prose(by.who)}: {prose(by.reason)}"
    where = cell(item.place) if item.place else ""
    return f"| {mark} {item.kind or 'error'} | {cell(gate.id)} | {where} | {broken(what)}{how} |"


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
    # XML 1.0 cannot express control characters and halves of surrogate pairs, not even as references.
    for element in suite.iter():
        element.text = None if element.text is None else plain_text.lines(element.text)
        element.attrib = {name: plain_text.line(value) for name, value in element.attrib.items()}
    ElementTree.indent(suite)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(suite, encoding="unicode") + "\n"


def _add(suite: ElementTree.Element, gate: VariantGate) -> None:
    case = _case(suite, gate.id)
    items = [item for item in _items(gate) if item.allowed is None]
    kinds = dict.fromkeys(item.kind for item in items if item.mark == _REGRESSION)
    uncounted = next((item for item in items if item.mark == _AMBIGUOUS), None)
    # In JUnit a test case has only one of failure, error and skipped: the worst one contains the texts of the others.
    if kinds:
        own = (item for item in items if item is not uncounted)
        texts = [f"{item.kind or 'error'}{_where(gate, item)}: {item.whole}" for item in own]
        _mark(case, "failure", "\n\n".join(texts), ", ".join(kinds))
    elif gate.errors:
        _mark(case, "error", "\n\n".join(gate.errors))
    elif uncounted is not None:
        _mark(case, "skipped", f"ambiguous: {uncounted.whole}")
    elif gate.has_ambiguous_speed:
        _mark(case, "skipped", "ambiguous: the comparison of times was inconclusive")
    elif gate.change is Change.UNCHANGED:
        _mark(case, "skipped", f"unchanged: {gate.why or 'the same compiled code, not run'}")
    notes = [
        f"{item.kind} allowed by {item.allowed.who}: {item.allowed.reason}: {item.text}"
        for item in _items(gate)
        if item.allowed is not None
    ]
    notes += [f"not compared: {text}" for text in not_compared_texts(gate)]
    if notes:
        ElementTree.SubElement(case, "system-out").text = "\n".join(notes)


def _case(suite: ElementTree.Element, name: str) -> ElementTree.Element:
    return ElementTree.SubElement(suite, "testcase", classname=_SUITE, name=name)


def _mark(case: ElementTree.Element, tag: str, text: str, kind: str = "") -> None:
    marked = ElementTree.SubElement(case, tag, message=text.partition("\n")[0])
    if kind or tag == "error":
        marked.set("type", kind or "error")
    if "\n" in text:
        marked.text = text
