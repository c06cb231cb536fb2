"""One self-contained HTML file of everything that was found: no script, style, font or picture comes from elsewhere.

The same inputs give the same bytes: nothing here reads a clock or the environment, and of the disk only the sources
that findings name, while they are what was checked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files

from .. import __version__
from .html_check import check_section
from .html_cost import cost_section
from .html_cuda import cuda_section
from .html_environment import environment_section
from .html_gate import gate_section
from .html_headline import headline, tiles, verdicts
from .html_history import history_section
from .html_inputs import Inputs
from .html_markup import Markup, command, element, join
from .html_source import SourceTexts
from .html_speed import speed_section

# Nothing may be loaded at all: what the file needs is in it.
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
    """Return the document.

    Parameters
    ----------
    inputs : Inputs
        What it shows; a section without any is left out.
    baseline : str
        The variant that speed-ups are over; empty to find it.
    only : str
        Id of the one section that is wanted besides the environment; empty for all.
    texts : SourceTexts or None
        Where the lines of sources come from; None to show none.
    """
    known = _sections(inputs, baseline, texts or SourceTexts())
    sections = [each for each in known if each.build and (not only or each.name in (only, "environment"))]
    left_out = [] if only else [each for each in known if each.build is None and each.command]
    title = headline(inputs)
    body = join(
        element("a", "Skip to the report", href="#main", class_="skip-link"),
        element(
            "header",
            element("div", element("span", "kernel-harness", class_="brand"), _theme_button(), class_="bar"),
            element("h1", title),
            verdicts(inputs),
            tiles(inputs),
            element(
                "nav",
                [element("a", each.title, href=f"#{each.name}") for each in sections],
                aria_label="Sections",
            ),
        ),
        element("main", [_section(each) for each in sections], _left_out(left_out), id="main"),
        element("footer", f"Made by kernel-harness {__version__}; needs no network."),
    )
    head = join(
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("style", _resource("report.css")),
    )
    script = element("script", _resource("report.js"))
    return f'<!doctype html>\n<html lang="en">\n<head>{head}</head>\n<body>\n{body}\n{script}\n</body>\n</html>\n'


def _resource(name: str) -> Markup:
    """Return a file of the package; it goes into the document as it is."""
    assert __package__ is not None
    text = (files(__package__) / name).read_text(encoding="utf-8")
    if "</" in text:
        raise AssertionError(f"{name} must not hold '</', which could end its element")
    return Markup(f"\n{text}")


def _theme_button() -> Markup:
    return element(
        "button", "Theme: auto", type="button", id="theme", title="Light, dark, or as the system has it"
    )


def _section(section: _Section) -> Markup:
    assert section.build is not None
    return element("section", element("h2", section.title), section.build(), id=section.name, class_="part")


def _left_out(sections: Sequence[_Section]) -> Markup | None:
    """Say which parts a report may have that this one has no files for, and what writes those files."""
    if not sections:
        return None
    return element(
        "details",
        element("summary", f"Not in this report ({len(sections)}): ", ", ".join(s.title for s in sections)),
        element("dl", [join(element("dt", s.title), element("dd", command(s.command))) for s in sections]),
        class_="left-out",
    )


def _sections(inputs: Inputs, baseline: str, texts: SourceTexts) -> list[_Section]:
    def each(build: Callable[..., Markup], documents: tuple[object, ...]) -> Callable[[], Markup] | None:
        if not documents:
            return None
        return lambda: join([build(document, index) for index, document in enumerate(documents)])

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
            "speed",
            "Speed",
            "pytest --device gpu --benchmark-only --benchmark-json bench.json",
            (lambda: speed_section(inputs.benches, baseline)) if inputs.benches else None,
        ),
        _Section("cost", "Cost", "kernel-harness count --json count.json", each(cost_section, inputs.counts)),
        _Section(
            "cuda",
            "CUDA releases",
            "kernel-harness cuda check",
            (lambda: cuda_section(inputs.releases)) if inputs.releases else None,
        ),
        _Section(
            "history",
            "History",
            "kernel-harness history add bench.json",
            (lambda: history_section(inputs.records)) if inputs.records else None,
        ),
        _Section(
            "environment",
            "Environment",
            "",
            (lambda: environment_section(inputs)) if inputs != Inputs() else None,
        ),
    ]
