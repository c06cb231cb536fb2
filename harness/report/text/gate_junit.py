"""Writes a gate's findings as JUnit XML: one test case for each variant, as CI systems show them."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

from ...gate.change import Change
from ...gate.model import UNCOUNTED, GateReport, VariantGate
from . import plain_text
from .gate_findings import (
    accepting_text,
    not_compared_texts,
    regression_text,
    uncounted_accepting_text,
    uncounted_text,
    verdict_text,
)

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
