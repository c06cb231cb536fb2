"""A report of real runs in a real browser, on a screen of 1280 pixels and on a phone's 400, light and dark.

Each measure is also put before a page that it must reject. `REPORT_SCREENSHOTS=DIR` keeps the screenshots.
"""

import os
from pathlib import Path

import pytest

from harness.report.html.document import section_names
from tests.report.browser.measures import (
    CUT_OFF,
    FIRST_COLUMN_MOVES,
    OPEN_ALL,
    SMALL_WORDS,
    UNALIGNED_COLUMNS,
    WEAK_WORDS,
    WIDER_THAN_THE_WINDOW,
    WORDS_OVER_WORDS,
)

DESK, PHONE = 1280, 400
SCHEMES = ("light", "dark")
MOST_PIXELS = 16_000
"""Height of a screenshot: a browser draws no taller picture."""

everywhere = pytest.mark.parametrize(("width", "scheme"), [(w, s) for w in (DESK, PHONE) for s in SCHEMES])
both_widths = pytest.mark.parametrize("width", [DESK, PHONE])


@pytest.fixture
def opened(browser, whole_report):
    """Opens the report of all real files; nothing may be said on the console until the test ends."""

    def open_(width, scheme="light", path=None):
        browser.open(path or whole_report, scheme=scheme, width=width, height=900)
        browser.run("localStorage.clear()")
        return browser

    yield open_
    assert browser.complaints() == []


def plant(page, style):
    page.run(
        f"document.head.appendChild(document.createElement('style')).textContent = {style!r}"
    )  # allowed by the page's own policy


@both_widths
def test_the_page_does_not_scroll_sideways(opened, width):
    page = opened(width)
    assert page.run(WIDER_THAN_THE_WINDOW) == []
    page.run(OPEN_ALL)
    assert page.run(WIDER_THAN_THE_WINDOW) == []


@both_widths
def test_a_part_that_is_too_wide_is_found(opened, width):
    page = opened(width)
    page.run(
        "{const e = document.querySelector('main').appendChild(document.createElement('div'));"
        "e.className = 'planted'; e.style.width = '1500px'; e.style.height = '1px';}"
    )
    found = page.run(WIDER_THAN_THE_WINDOW)
    assert found[0].startswith("the page by")
    assert any("planted" in each for each in found)


def test_nothing_is_cut_at_1280_not_even_with_every_fold_open(opened):
    page = opened(DESK)
    page.run(OPEN_ALL)
    assert page.run(CUT_OFF) == []
    plant(page, ".matrix td { min-width: 0 } .matrices { --first: 60rem }")
    assert any(each.startswith("scroll matrices") for each in page.run(CUT_OFF))


def test_on_a_phone_tables_scroll_below_a_fixed_first_column(opened):
    page = opened(PHONE)
    page.run(OPEN_ALL)
    scrolling = page.run(
        "Array.from(document.querySelectorAll('.matrices')).map(m => m.scrollWidth - m.clientWidth)"
    )
    assert len(scrolling) == 3
    assert all(by > 200 for by in scrolling)
    assert page.run(FIRST_COLUMN_MOVES) == []
    share = page.run(
        "document.querySelector('.matrix tbody th').getBoundingClientRect().width"
        " / document.documentElement.clientWidth"
    )
    assert share < 0.45  # the column leaves room for what scrolls


def test_a_first_column_that_moves_or_is_covered_is_found(opened):
    page = opened(PHONE)
    plant(page, ".matrix .variant { position: static !important }")
    assert any("moved" in each for each in page.run(FIRST_COLUMN_MOVES))
    page = opened(PHONE)
    plant(page, ".matrix .variant { z-index: -1 !important }")
    assert any("covered" in each for each in page.run(FIRST_COLUMN_MOVES))


@both_widths
def test_columns_of_the_fold_stand_below_those_in_the_open(opened, width):
    page = opened(width)
    page.run(OPEN_ALL)
    assert page.run("document.querySelectorAll('#check0-matrix table').length") == 2
    assert page.run(UNALIGNED_COLUMNS) == []
    plant(page, ".green .matrix col.variant { width: 25rem }")
    assert page.run(UNALIGNED_COLUMNS) != []


FOLD = "document.querySelector('#check0-matrix details.green')"
VISIBLE_GREEN = f"{FOLD}.offsetHeight > {FOLD}.querySelector('summary').offsetHeight + 40"


def test_the_fold_of_green_rows_opens_by_the_keyboard(opened):
    page = opened(DESK)
    assert page.run(f"[{FOLD}.open, {VISIBLE_GREEN}]") == [False, False]
    page.run(f"{FOLD}.querySelector('summary').focus()")
    page.key("Enter")
    assert page.run(f"[{FOLD}.open, {VISIBLE_GREEN}]") == [True, True]
    page.key(" ")
    assert page.run(f"[{FOLD}.open, {VISIBLE_GREEN}]") == [False, False]


def test_the_fold_opens_without_javascript(browser, whole_report):
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(whole_report, width=DESK, height=900)
        # What the page's own script does at once has not happened.
        assert browser.run("document.querySelector('.matrix td > button').tabIndex") == -1
        box = browser.run(
            f"{FOLD}.scrollIntoView({{block: 'center', behavior: 'instant'}}),"
            f"(b => [b.x + b.width / 2, b.y + b.height / 2])({FOLD}.querySelector('summary').getBoundingClientRect())"
        )
        for kind in ("mousePressed", "mouseReleased"):
            browser.call(
                "Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1
            )
        assert browser.run(f"[{FOLD}.open, {VISIBLE_GREEN}]") == [True, True]
    finally:
        browser.call("Emulation.setScriptExecutionDisabled", value=False)


def test_green_rows_are_on_paper(opened):
    page = opened(DESK)
    page.run("dispatchEvent(new Event('beforeprint'))")
    assert page.run(f"[{FOLD}.open, {VISIBLE_GREEN}]") == [True, True]
    page.run("dispatchEvent(new Event('afterprint'))")
    assert page.run(f"[{FOLD}.open, {VISIBLE_GREEN}]") == [False, False]


def test_green_rows_are_on_paper_without_javascript(browser, whole_report):
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(whole_report, width=DESK, height=900)
        assert browser.run(f"[{FOLD}.open, {VISIBLE_GREEN}]") == [False, False]
        browser.call("Emulation.setEmulatedMedia", media="print")
        assert browser.run(f"[{FOLD}.open, {VISIBLE_GREEN}]") == [False, True]
    finally:
        browser.call("Emulation.setEmulatedMedia", media="")
        browser.call("Emulation.setScriptExecutionDisabled", value=False)


def test_a_filter_finds_green_rows_too(opened):
    page = opened(DESK)
    page.type("input[data-filters=check0-matrix]", "naive")
    assert page.run(f"[{FOLD}.open, {VISIBLE_GREEN}]") == [True, True]
    assert page.run("document.querySelector('[data-counts=check0-matrix]').textContent") == "1 of 3"


@pytest.mark.parametrize("width", [DESK, 900, 881, 880, 700, PHONE, 360])
def test_the_words_of_plots_are_large_enough_and_apart(opened, width):
    page = opened(width)
    drawn = page.run(
        "Array.from(document.querySelectorAll('figure.plot'),"
        " f => Array.from(f.querySelectorAll(':scope > svg')).filter(s => s.getClientRects().length).length)"
    )
    assert drawn == [1] * len(drawn)  # of its two drawings, the one that fits
    assert len(drawn) >= 3
    assert page.run(SMALL_WORDS) == []
    assert page.run(WORDS_OVER_WORDS) == []


def test_words_that_are_too_small_or_over_each_other_are_found(opened):
    page = opened(PHONE)
    plant(page, ".plot > svg.wide { display: block !important }")
    assert len(page.run(SMALL_WORDS)) > 10
    plant(page, "svg text { font-size: 30px !important }")
    assert page.run(WORDS_OVER_WORDS) != []


@everywhere
def test_words_stand_out_from_their_ground(opened, width, scheme):
    page = opened(width, scheme)
    page.run(OPEN_ALL)
    assert page.run(WEAK_WORDS) == []


@pytest.mark.parametrize(
    ("scheme", "rule"),
    [
        ("light", ".note { color: color-mix(in srgb, var(--ink) 45%, var(--page)) }"),
        ("dark", ".source .named { background: color-mix(in srgb, var(--ink) 70%, transparent) }"),
        (
            "light",
            "td.bar { background: linear-gradient(to right, var(--ink) var(--share), transparent var(--share)) }",
        ),
        ("dark", "svg .tick { fill: var(--faint) }"),
    ],
    ids=["note", "half-transparent ground", "gradient", "plot"],
)
def test_words_that_do_not_stand_out_are_found(opened, scheme, rule):
    page = opened(DESK, scheme)
    plant(page, rule)
    assert page.run(WEAK_WORDS) != []


def test_the_title_is_the_verdict_and_the_commit(opened, real_report, real_files):
    page = opened(DESK, path=real_report("gate.json", "check.json"))
    title = page.run("document.title")
    assert page.run("document.querySelector('h1').innerText") == title
    commit, _, rest = title.partition(" ")
    assert rest == "against main: 5 regressions; cpu, sm_90: 2 of 3 variants fail"
    assert len(commit) == 7
    assert commit in real_files["gate.json"].read_text()


def test_sections_without_content_are_not_there(opened, real_report):
    sections = "Array.from(document.querySelectorAll('main > section'), s => s.id)"
    links = "Array.from(document.querySelectorAll('nav a'), a => a.getAttribute('href').slice(1))"
    assert opened(DESK).run(sections) == section_names()
    page = opened(DESK, path=real_report("check.json"))
    assert (
        {"verdicts", "environment"} <= set(page.run(sections)) <= set(section_names()) - {"change", "speed"}
    )
    assert page.run(links) == page.run(sections)
    page = opened(DESK, path=real_report("gate.json"))
    assert page.run(sections) == ["change", "environment"]
    heads = page.run("Array.from(document.querySelectorAll('#change h4'), h => h.textContent)")
    assert heads == ["5 regressions in 3 variants"]  # no times were measured, so there is no head for them


def test_the_failing_line_is_in_view_with_those_around_it(opened, real_report):
    page = opened(PHONE, path=real_report("check.json"))
    lines = page.run(
        "Array.from(Array.from(document.querySelectorAll('figure.source')).find(f =>"
        " f.textContent.startsWith('write_past_row.cu:40')).querySelectorAll('pre > span'), s => s.textContent)"
    )
    assert [int(line[:2]) for line in lines] == [37, 38, 39, 40, 41, 42]  # the file ends there
    assert "y[col] = expf(x[col < n_cols ? col : 0] - row_max) / sum;" in lines[3]
    marked = (
        "Array.from(document.querySelectorAll('figure.source'), f => f.querySelectorAll('.named').length)"
    )
    assert set(page.run(marked)) == {1}


# Somebody who looks at them wants all four.
KEPT = os.environ.get("REPORT_SCREENSHOTS")
SHOTS = [(width, scheme) for width in (DESK, PHONE) for scheme in SCHEMES]


@pytest.mark.parametrize(("width", "scheme"), SHOTS if KEPT else [(DESK, "light"), (PHONE, "dark")])
def test_a_screenshot_is_taken(opened, real_report, tmp_path, width, scheme):
    folder = Path(KEPT or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    for name, path in {"change": real_report("gate.json", "check.json"), "whole": None}.items():
        page = opened(width, scheme, path)
        height = page.run("document.documentElement.scrollHeight")
        page.resize(width, min(height, MOST_PIXELS))
        picture = page.screenshot()
        assert picture[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(picture[16:20], "big") == width
        assert int.from_bytes(picture[20:24], "big") == min(height, MOST_PIXELS)
        (folder / f"{name}-{width}-{scheme}.png").write_bytes(picture)
