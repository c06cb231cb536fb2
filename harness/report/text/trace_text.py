"""The lines of a trace on a terminal: the element, where its value came from, and the path between."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from ...check.comparison import shown
from ...trace.model import CaseTrace, Decision, Statement, Values
from .console import count

_INDENT = " " * 6


def trace_lines(trace: CaseTrace, depth: int = 8) -> Iterator[tuple[str, str]]:
    yield f"{trace.case}: {trace.element}", "bold"
    for label, text in head_lines(trace):
        yield f"  {label:<13} {text}", "bold red" if label in ("not from", "not written") else ""
    if trace.statements:
        yield from _titled("value, from the store back")
    # A value's path may have hundreds of statements; the near ones usually show the fault.
    near = [statement for statement in trace.statements if statement.depth <= depth]
    for statement in near:
        for at, line in enumerate(statement_lines(statement)):
            yield line, "" if at else "bold"
    if len(near) < len(trace.statements):
        deepest = max(statement.depth for statement in trace.statements)
        more = count(len(trace.statements) - len(near), "more statement")
        yield f"  ... {more}: --depth {deepest} shows them", ""
    if trace.decisions:
        lines = (line for decision in trace.decisions for line in decision_lines(decision))
        yield from _titled("conditions that decided, with their last operands", lines)
    if trace.indices:
        lines = (f"  {place.shown}  {place.text}" for place in trace.indices)
        yield from _titled("lines that computed where to read and write", lines)
    if trace.findings:
        lines = (
            f"  {finding.reason.value} at {finding.source or f'PTX line {finding.ptx_line}'}: {finding.message}"
            for finding in trace.findings
        )
        yield from _titled("findings of the sanitizers in this case", lines)
    yield "", ""
    yield f"again: {trace.rerun}", ""


def _titled(title: str, lines: Iterable[str] = ()) -> Iterator[tuple[str, str]]:
    yield from (("", ""), (title, "bold"))
    yield from ((line, "") for line in lines)


def head_lines(trace: CaseTrace) -> Iterator[tuple[str, str]]:
    is_written = bool(trace.stores)
    got = shown(trace.got)
    yield "got", got if is_written else f"nothing: no thread stored to it ({got} is its fill)"
    yield "expected", f"{shown(trace.expected)} +-{trace.allowed:.3g}{_verdict(trace)}"
    if trace.schedule is not None:
        yield "order", f"of blocks, warps and lanes: seed {trace.schedule}"
    if not is_written:
        text = "and no element near it is"
        if trace.nearest:
            text = f"the nearest element with a store is {trace.nearest}: below are its store and the conditions for it"
        yield "not written", text
    for at, store in enumerate(trace.stores):
        times = f", {count(store.count, 'time')}" if store.count > 1 else ""
        kernel = f" in {store.kernel}" if store.kernel else ""
        label = "stored by" if not at else "then by"
        yield label, f"{store.thread} at {store.place.shown}{kernel}{times}"
    if trace.born_at:
        yield f"first {shown(trace.got)}", f"{trace.born} at {trace.born_at.shown}"
    for text in trace.depends_on or (["no input"] if is_written else []):
        yield "computed from", text
    yield from (("selected by", text) for text in trace.selected_by)
    yield from (("not from", f"{text}, on which the right result depends") for text in trace.missing)
    for text in trace.unexpected:
        yield "but also from", f"{text}, on which the right result does not depend"
    if trace.unknown:
        yield "inputs", trace.unknown


def _verdict(trace: CaseTrace) -> str:
    if not trace.is_wrong:
        return "   right"
    if not trace.stores:
        return ""
    error = abs(trace.got - trace.expected)
    is_measured = trace.allowed and math.isfinite(error)
    times = f"   off by {error / trace.allowed:.3g} times that" if is_measured else "   wrong"
    worst = "; the farthest" if trace.is_worst else "; one"
    return f"{times}{worst} of {count(trace.n_wrong, 'wrong element')} of {trace.n_elements}"


def statement_lines(statement: Statement) -> Iterator[str]:
    yield f"{statement.number:>3}  {statement.place.shown}  {statement.place.text}"
    if statement.place.callers:
        yield f"{_INDENT}{', '.join(statement.place.callers)}"
    kernel = f"kernel {statement.kernel}, " if statement.kernel else ""
    yield f"{_INDENT}{kernel}{count(statement.executions, 'execution')} by {statement.threads}"
    for values in statement.results:
        # A line of several instructions has several values: which is of the maximum, which of the sum?
        of = f"{values.of} " if values.of and len(statement.results) > 1 else ""
        yield f"{_INDENT}{of}gave {values_text(values)}"
    for values in statement.terms:
        yield f"{_INDENT}from {count(values.count, 'term')}: {values_text(values)}"
    yield from (f"{_INDENT}read {text}" for text in statement.reads)
    yield from (f"{_INDENT}over {text}" for text in statement.over)
    for text in statement.left_out:
        yield f"{_INDENT}without {text}, of the same rows"
    for text in statement.notes:
        yield f"{_INDENT}! {text}"
    if statement.findings:
        yield f"{_INDENT}! finding here: {', '.join(statement.findings)}"
    if statement.uses:
        yield f"{_INDENT}uses {', '.join(map(str, statement.uses))}"


def values_text(values: Values) -> str:
    if values.count == 1:
        return number(values.first)
    parts = [f"first {number(values.first)}, last {number(values.last)}"]
    if values.largest is not None and values.least is not None:
        # A constant value is printed once.
        if values.largest == values.least and not values.n_nan:
            return f"{number(values.first)}, {values.count} times"
        parts.append(f"least {number(values.least)}, largest {number(values.largest)} in {values.largest_in}")
    if values.n_nan:
        parts.append(f"{values.n_nan} NaN, first in {values.first_nan_in}")
    if values.n_infinite:
        parts.append(f"{values.n_infinite} infinite, first in {values.first_infinite_in}")
    return "; ".join(parts)


def decision_lines(decision: Decision) -> Iterator[str]:
    yield f"  {decision.place.shown}  {decision.place.text}"
    last = f"{decision.comparison}: {decision.outcome}" if decision.comparison else decision.outcome
    how_often = f"true {decision.n_true} of {count(decision.executions, 'time')}"
    yield f"{_INDENT}{last or 'decided'}, in {decision.thread}; {how_often}"


def number(value: float | int) -> str:
    return str(value) if isinstance(value, int) else f"{value:.7g}"
