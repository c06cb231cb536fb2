"""One self-contained HTML file of all results: it loads no script, style, font or picture.

The same inputs give the same bytes. Nothing here reads a clock or the environment. The only files read are the sources
that findings name, if they are unchanged since the check.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ... import __version__
from ..release_table import ReleaseTable, compare_releases
from .environment import environment_section
from .headline import headline, tiles, verdicts
from .inputs import Inputs
from .section.check import check_section
from .section.cost import cost_section
from .section.cuda import cuda_section
from .section.errors import errors_section
from .section.gate import gate_section
from .section.program import program_section
from .section.source import SourceTexts
from .section.speed import speed_section
from .section.trace import trace_section
from .templates import Markup, render, resource

# The browser may load nothing: the file is complete.
_POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "script-src 'unsafe-inline'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)


@dataclass(frozen=True)
class _Section:
    name: str
    title: str
    command: str
    build: Callable[[], Markup] | None


def html(inputs: Inputs, *, baseline: str = "", only: str = "", texts: SourceTexts | None = None) -> str:
    """Return the document."""
    known = _sections(inputs, baseline, texts or SourceTexts())
    sections = [each for each in known if each.build and (not only or each.name in (only, "environment"))]
    page = render(
        "document.html",
        title=headline(inputs),
        policy=_POLICY,
        style=Markup(resource("report.css")),
        script=Markup(resource("report.js")),
        verdicts=verdicts(inputs),
        tiles=tiles(inputs),
        sections=sections,
        left_out=[] if only else [each for each in known if each.build is None and each.command],
        version=__version__,
    )
    return f"{page}\n"


def section_names() -> list[str]:
    """Return the ids of all sections, in their order."""
    return [each.name for each in _sections(Inputs(), "", SourceTexts())]


def _sections(inputs: Inputs, baseline: str, texts: SourceTexts) -> list[_Section]:
    releases = _releases(inputs)

    def each(build: Callable[..., Markup], documents: tuple[object, ...]) -> Callable[[], Markup] | None:
        if not documents:
            return None
        return lambda: Markup().join(build(document, index) for index, document in enumerate(documents))

    return [
        _Section(
            "change",
            "Base against head",
            "kernel-harness gate --base REF --json gate.json",
            each(lambda document, index: gate_section(document, index, texts), inputs.gates),
        ),
        _Section(
            "verdicts",
            "Verdicts",
            "kernel-harness check --json check.json",
            each(lambda document, index: check_section(document, index, texts), inputs.checks),
        ),
        _Section(
            "traces",
            "Traces",
            "kernel-harness trace NAME -k CASE --json trace.json",
            each(trace_section, inputs.traces),
        ),
        _Section(
            "programs",
            "Programs",
            "kernel-harness run --json run.json PROGRAM.py",
            each(program_section, inputs.programs),
        ),
        _Section("errors", "Largest errors", "", each(errors_section, inputs.checks)),
        _Section(
            "speed",
            "Speed",
            "pytest --kernel-device gpu --benchmark-only --benchmark-json bench.json",
            (lambda: speed_section(inputs.benches, baseline)) if inputs.benches else None,
        ),
        _Section("cost", "Cost", "kernel-harness count --json count.json", each(cost_section, inputs.counts)),
        _Section(
            "cuda",
            "CUDA releases",
            "KERNEL_HARNESS_CUDA=12.4 kernel-harness check --json check-12.4.json",
            (lambda: cuda_section(releases)) if releases.is_comparison else None,
        ),
        _Section(
            "environment",
            "Environment",
            "",
            (lambda: environment_section(inputs)) if inputs != Inputs() else None,
        ),
    ]


def _releases(inputs: Inputs) -> ReleaseTable:
    return compare_releases(
        *([(each.name, each.content) for each in files] for files in (inputs.checks, inputs.counts))
    )
