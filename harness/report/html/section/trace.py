"""The section of a trace: how one element came about, line by line."""

from __future__ import annotations

from ...json.trace import TraceDocument
from ...text.trace_text import decision_lines, head_lines, statement_lines
from ..inputs import Document
from ..templates import Markup, render


def trace_section(document: Document[TraceDocument], index: int) -> Markup:
    """Build the part of one trace."""
    trace = document.content
    return render(
        "trace.html",
        name=f"trace{index}",
        trace=trace,
        file_name=document.name,
        head=list(head_lines(trace)),
        statements=[
            (each, [line.strip() for line in list(statement_lines(each))[1:]]) for each in trace.statements
        ],
        decisions=[
            (each, [line.strip() for line in list(decision_lines(each))[1:]]) for each in trace.decisions
        ],
    )
