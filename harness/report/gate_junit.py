"""Writes a gate's findings as JUnit XML: one test case for each variant and step, as CI systems show them."""

from __future__ import annotations

from xml.etree import ElementTree

from ..gate.change import Change
from ..gate.model import GateReport, Kind, VariantGate
from . import plain_text

_STEPS: tuple[tuple[str, tuple[Kind, ...]], ...] = (
    ("contract", (Kind.REMOVED, Kind.NARROWED, Kind.LOOSENED, Kind.EXCUSED)),
    ("correctness", (Kind.WRONG,)),
    ("cost", (Kind.COSTLIER,)),
    ("speed", (Kind.SLOWER,)),
)


def junit(report: GateReport) -> str:
    """Return the document; no times and no dates, so the same findings give the same bytes."""
    suite = ElementTree.Element("testsuite", name="kernel-harness gate")
    for gate in report.variants:
        for step, kinds in _STEPS:
            _add(suite, gate, step, kinds)
        for error in gate.errors:
            _error(suite, gate.change.id, error)
    for error in (*map(str, report.declaration_errors), *report.speed_errors):
        _error(suite, "gate", error)
    cases = list(suite)
    for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(name, str(sum(case.find(tag) is not None for case in cases)))
    suite.set("tests", str(len(cases)))
    _make_legal(suite)
    ElementTree.indent(suite)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(suite, encoding="unicode") + "\n"


def _add(suite: ElementTree.Element, gate: VariantGate, step: str, kinds: tuple[Kind, ...]) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname=gate.change.id, name=step)
    found = [each for each in gate.regressions if each.kind in kinds]
    blocking = [each for each in found if each.allowed is None]
    if blocking:
        failure = ElementTree.SubElement(case, "failure", message=blocking[0].message.partition("\n")[0])
        failure.text = "\n".join(f"{each.kind.value}: {each.message}" for each in blocking)
        return
    if found:
        told = [
            f"{each.kind.value} allowed by {each.allowed.who}: {each.allowed.reason}"
            for each in found
            if each.allowed
        ]
        ElementTree.SubElement(case, "system-out").text = "\n".join(told)
        return
    why = _why_skipped(gate, step)
    if why:
        ElementTree.SubElement(case, "skipped", message=why)


def _why_skipped(gate: VariantGate, step: str) -> str:
    if step == "contract":
        return ""
    if gate.change.change is Change.UNCHANGED:
        return "unchanged: the same compiled code"
    if step == "correctness":
        return "" if gate.outcome is not None else "not run"
    if gate.change.change is not Change.CHANGED:
        return f"{gate.change.change.value}: there is nothing to compare with"
    return (
        "not compared: wrong"
        if any(each.kind is Kind.WRONG for each in gate.regressions)
        else ("not timed" if step == "speed" and not gate.speeds else "")
    )


def _error(suite: ElementTree.Element, name: str, message: str) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname=name, name="error")
    ElementTree.SubElement(case, "error", message=message.partition("\n")[0]).text = message


def _make_legal(tree: ElementTree.Element) -> None:
    """Show control characters and halves of surrogate pairs, which XML 1.0 has no way to write."""
    for each in tree.iter():
        each.text = None if each.text is None else plain_text.lines(each.text)
        each.attrib = {name: plain_text.line(value) for name, value in each.attrib.items()}
