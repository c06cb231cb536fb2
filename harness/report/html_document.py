"""One self-contained HTML file of everything that was found: no script, style, font or picture comes from elsewhere.

The same inputs give the same bytes: nothing here reads a clock, the environment or a folder.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files

from .. import __version__
from .html_cost import cost_section
from .html_cuda import cuda_section, cuda_verdict
from .html_environment import environment_section
from .html_gate import gate_section, gate_text, outcome
from .html_history import history_section
from .html_inputs import Inputs
from .html_markup import Markup, chip, element, join, number, percent, plural
from .html_matrix import FAILURES, check_section, device_text, summary_text, worst
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
    commands: tuple[str, ...]
    build: Callable[[], Markup] | None


def html(inputs: Inputs, *, baseline: str = "", only: str = "") -> str:
    """Return the document.

    Parameters
    ----------
    inputs : Inputs
        What it shows; a section without any says which command makes some.
    baseline : str
        The variant that speed-ups are over; empty to find it.
    only : str
        Id of the one section that is wanted besides the environment; empty for all.
    """
    sections = [
        section
        for section in _sections(inputs, baseline)
        if not only or section.name in (only, "environment")
    ]
    title = _title(inputs)
    body = join(
        element("a", "Skip to the report", href="#main", class_="skip-link"),
        element(
            "header",
            element("div", element("span", "kernel-harness", class_="brand"), _theme_button(), class_="bar"),
            element("h1", title),
            _verdicts(inputs),
            _tiles(inputs),
            element(
                "nav",
                [element("a", each.title, href=f"#{each.name}") for each in sections],
                aria_label="Sections",
            ),
        ),
        element("main", [_section(each) for each in sections], id="main"),
        element("footer", f"Made by kernel-harness {__version__}; needs no network."),
    )
    head = join(
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", f"{title} \u2013 kernel-harness"),
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


def _title(inputs: Inputs) -> str:
    names = []
    for check in inputs.checks:
        info = check.content["device"]["info"]
        names.append(info["name"] if info else device_text(check.content).strip())
    for bench in inputs.benches:
        names += [time.device for time in bench.times]
    if not names:
        names = [record.key.device for record in inputs.records] or [
            f"{g.content['base']} against {g.content['head']}" for g in inputs.gates
        ]
    known = list(dict.fromkeys(names))
    return "Kernels on " + "; ".join(known) if known else "Kernels"


def _verdicts(inputs: Inputs) -> Markup:
    lines = []
    for check in inputs.checks:
        verdicts = {worst(variant) for variant in check.content["variants"]}
        bad = bool(verdicts & FAILURES or check.content["declaration_errors"] or check.content["stopped"])
        empty = not check.content["variants"]
        word, kind = ("FAIL", "fail") if bad else ("NOTHING RAN", "error") if empty else ("PASS", "pass")
        lines.append(
            element(
                "p",
                chip(word, kind),
                " ",
                element("strong", device_text(check.content).split(":")[0]),
                " ",
                summary_text(check.content),
                class_="verdict",
            )
        )
    for gate in inputs.gates:
        base_head = f"{gate.content['base']} \u2192 {gate.content['head']}: "
        lines.append(
            element(
                "p",
                chip(*outcome(gate.content)),
                " ",
                element("strong", base_head),
                gate_text(gate.content),
                class_="verdict",
            )
        )
    if inputs.releases:
        word, kind, said = cuda_verdict(inputs.releases)
        lines.append(
            element("p", chip(word, kind), " ", element("strong", "CUDA"), " ", said, class_="verdict")
        )
    if not lines:
        lines.append(
            element("p", "No verdict: there is no check and no gate among the files.", class_="verdict")
        )
    return join(lines)


def _tiles(inputs: Inputs) -> Markup | None:
    """Show a few numbers that are wanted at a glance."""
    tiles = []
    for bench in inputs.benches:
        timed = [time for time in bench.times if not time.is_executor]
        if timed:
            fastest = max(timed, key=lambda each: each.gbps)
            of_copy = f", {percent(fastest.copy_fraction)} of copy" if fastest.copy_fraction else ""
            tiles.append(
                (
                    f"{number(fastest.gbps)} GB/s",
                    f"fastest: {fastest.variant} {fastest.dtype} {fastest.shape}{of_copy}",
                )
            )
            slowest = min(
                (each for each in timed if each.copy_fraction),
                key=lambda each: each.copy_fraction or 0.0,
                default=None,
            )
            if slowest is not None and slowest is not fastest:
                tiles.append(
                    (
                        percent(slowest.copy_fraction),
                        f"of copy, the lowest: {slowest.variant} {slowest.dtype} {slowest.shape}",
                    )
                )
    for count in inputs.counts:
        spilling = sorted(
            {
                case["variant"]
                for case in count.content["cases"]
                if any(r["spill_store_bytes"] for r in case["resources"])
            }
        )
        if spilling:
            tiles.append(
                (
                    number(len(spilling)),
                    f"spill registers: {', '.join(spilling[:3])}{', ...' if spilling[3:] else ''}",
                )
            )
    if inputs.records:
        tiles.append(
            (
                number(len(inputs.records)),
                f"kept {plural(len(inputs.records), 'result').split(' ', 1)[-1]} in the history",
            )
        )
    if not tiles:
        return None
    shown = [element("div", element("strong", value), element("span", text)) for value, text in tiles]
    return element("div", shown, class_="tiles")


def _section(section: _Section) -> Markup:
    content = (
        section.build()
        if section.build
        else element(
            "p",
            "No input for this section. ",
            [join(element("code", each), " ") for each in section.commands],
            "makes it.",
            class_="empty",
        )
    )
    return element("section", element("h2", section.title), content, id=section.name, class_="part")


def _sections(inputs: Inputs, baseline: str) -> list[_Section]:
    def each(build: Callable[..., Markup], documents: tuple[object, ...]) -> Callable[[], Markup] | None:
        if not documents:
            return None
        return lambda: join([build(document, index) for index, document in enumerate(documents)])

    return [
        _Section(
            "verdicts",
            "Verdicts",
            ("kernel-harness check --json check.json",),
            each(check_section, inputs.checks),
        ),
        _Section(
            "change",
            "Base against head",
            ("kernel-harness gate --base REF --json gate.json",),
            each(gate_section, inputs.gates),
        ),
        _Section(
            "speed",
            "Speed",
            ("pytest --device gpu --benchmark-only --benchmark-json bench.json",),
            (lambda: speed_section(inputs.benches, baseline)) if inputs.benches else None,
        ),
        _Section("cost", "Cost", ("kernel-harness count --json count.json",), each(cost_section, inputs.counts)),
        _Section(
            "cuda",
            "CUDA releases",
            ("kernel-harness cuda check",),
            (lambda: cuda_section(inputs.releases)) if inputs.releases else None,
        ),
        _Section(
            "history",
            "History",
            ("kernel-harness history add bench.json",),
            (lambda: history_section(inputs.records)) if inputs.records else None,
        ),
        _Section("environment", "Environment", (), lambda: environment_section(inputs)),
    ]  # fmt: skip
