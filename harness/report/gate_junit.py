"""Writes a gate's findings as JUnit XML: one test case for each variant and step, as CI systems show them."""

from __future__ import annotations

from xml.etree import ElementTree

from ..gate.change import Change
from ..gate.model import GateReport, Kind, VariantGate

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
    properties = ElementTree.Element("properties")
    for name in ("base", "head", "base_commit", "head_commit"):
        ElementTree.SubElement(properties, "property", name=name, value=_legal(getattr(report, name)))
    suite.insert(0, properties)
    ElementTree.indent(suite)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(suite, encoding="unicode") + "\n"


def _add(suite: ElementTree.Element, gate: VariantGate, step: str, kinds: tuple[Kind, ...]) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname=gate.change.id, name=step)
    found = [each for each in gate.regressions if each.kind in kinds]
    blocking = [each for each in found if each.allowed is None]
    if blocking:
        failure = ElementTree.SubElement(case, "failure", message=blocking[0].message.partition("\n")[0])
        failure.text = _legal("\n".join(f"{each.kind.value}: {each.message}" for each in blocking))
        return
    if found:
        told = [
            f"{each.kind.value} allowed by {each.allowed.who}: {each.allowed.reason}"
            for each in found
            if each.allowed
        ]
        ElementTree.SubElement(case, "system-out").text = _legal("\n".join(told))
        return
    why = _why_skipped(gate, step)
    if why:
        ElementTree.SubElement(case, "skipped", message=why)


def _why_skipped(gate: VariantGate, step: str) -> str:
    if step == "contract":
        return ""
    if gate.change.change is Change.UNCHANGED:
        return f"unchanged: {gate.change.why or 'the same compiled code'}"
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
    ElementTree.SubElement(case, "error", message=_legal(message.partition("\n")[0])).text = _legal(message)


def _legal(text: str) -> str:
    """Leave out control characters, which XML 1.0 has no way to write."""
    return "".join(c for c in text if c in "\t\n" or c >= " ")
