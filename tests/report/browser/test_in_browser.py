import re
import struct
import zlib

from harness.report.html.document import section_names

VISIBLE_ROWS = (
    "Array.from(document.querySelectorAll('#bench0-gpu-times tbody tr')).filter(r => r.offsetParent)"
)


def pixels(png: bytes) -> tuple[int, list[bytes]]:
    """Decode an 8-bit RGB or RGBA PNG: bytes of a pixel, and the rows."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    place, data, size, depth = 8, b"", (0, 0), 0
    while place < len(png):
        (length,), kind = struct.unpack(">I", png[place : place + 4]), png[place + 4 : place + 8]
        body = png[place + 8 : place + 8 + length]
        if kind == b"IHDR":
            size, depth = struct.unpack(">II", body[:8]), {2: 3, 6: 4}[body[9]]
        elif kind == b"IDAT":
            data += body
        place += length + 12
    raw, width, rows = zlib.decompress(data), size[0] * depth, []
    previous = bytearray(width)
    for number in range(size[1]):
        start = number * (width + 1)
        row = bytearray(raw[start + 1 : start + 1 + width])
        _unfilter(raw[start], row, previous, depth)
        rows.append(bytes(row))
        previous = row
    return depth, rows


def _unfilter(kind: int, row: bytearray, above: bytearray, depth: int) -> None:
    for index in range(len(row)):
        left = row[index - depth] if index >= depth else 0
        corner = above[index - depth] if index >= depth else 0
        guess = left + above[index] - corner
        distances = (abs(guess - left), abs(guess - above[index]), abs(guess - corner))
        paeth = (left, above[index], corner)[distances.index(min(distances))]
        row[index] = (row[index] + (0, left, above[index], (left + above[index]) // 2, paeth)[kind]) & 255


def shares(png: bytes) -> dict[bytes, float]:
    """How much of a picture each colour takes."""
    depth, rows = pixels(png)
    counts: dict[bytes, int] = {}
    for row in rows[::4]:
        for index in range(0, len(row), 4 * depth):
            colour = row[index : index + 3]
            counts[colour] = counts.get(colour, 0) + 1
    total = sum(counts.values())
    return {colour: n / total for colour, n in counts.items()}


def brightness(colour: bytes) -> float:
    return sum(colour) / 3


def test_every_section_renders_with_its_plots_and_tables(page):
    sections = page.run(
        "Array.from(document.querySelectorAll('main > section'), s => [s.id, s.offsetHeight])"
    )
    assert [name for name, _ in sections] == section_names()
    assert all(height > 100 for _, height in sections)
    for section, wanted in {
        "verdicts": ["table.matrix", "details.failure"],
        "change": ["svg .interval", "svg .margin", "table.sortable"],
        "speed": ["svg .series polyline", "svg .ceiling", "svg .bars rect", "table.sortable"],
        "cost": ["table.sortable", "table.lines"],
        "cuda": ["table.sortable", "td.worse", ".chip.pass", ".chip.fail"],
    }.items():
        for selector in wanted:
            drawn = page.run(
                f"Array.from(document.querySelectorAll('#{section} {selector}')).some("
                "e => {const b = e.getBoundingClientRect(); return b.width || b.height || e.closest('details')})"
            )
            assert drawn, f"{section}: {selector}"
    assert len(page.run("document.querySelector('#verdicts').innerText")) > 500


def test_a_filter_shows_matching_rows_and_counts_them(page):
    everything = page.run(f"{VISIBLE_ROWS}.length")
    page.type("input[data-filters=bench0-gpu-times]", "naive 1000")
    assert page.run(f"{VISIBLE_ROWS}.map(r => r.cells[0].textContent)") == ["softmax_naive"]
    assert (
        page.run("document.querySelector('[data-counts=bench0-gpu-times]').textContent")
        == f"1 of {everything}"
    )
    page.type("input[data-filters=bench0-gpu-times]", "")
    assert page.run(f"{VISIBLE_ROWS}.length") == everything


def test_failures_are_filtered_by_what_they_say(page):
    visible = (
        "Array.from(document.querySelectorAll('#check0-failures .failure')).filter(r => !r.hidden).length"
    )
    everything = page.run(visible)
    page.type("input[data-filters=check0-failures]", "crash")
    assert 0 < page.run(visible) < everything
    page.type("input[data-filters=check0-failures]", "nothing says this")
    assert page.run(visible) == 0


def test_a_head_sorts_by_value_and_what_is_missing_stays_last(page):
    column = (
        "Array.from(document.querySelectorAll('#bench0-gpu-times tbody tr'), r => r.cells[4].dataset.order)"
    )
    head = "#bench0-gpu-times thead th:nth-child(5)"
    before = [float(each) for each in page.run(column)]
    page.run(f"document.querySelector('{head} button').click()")
    assert [float(each) for each in page.run(column)] == sorted(before, reverse=True)
    assert page.run(f"document.querySelector('{head}').getAttribute('aria-sort')") == "descending"
    # by the keyboard, the other way round
    page.run(f"document.querySelector('{head} button').focus()")
    page.key("Enter")
    assert [float(each) for each in page.run(column)] == sorted(before)
    speed_up = "#bench0-gpu-times thead th:nth-child(9) button"
    orders = column.replace("cells[4].dataset.order", "cells[8].dataset.order ?? null")
    for _ in range(2):
        page.run(f"document.querySelector('{speed_up}').click()")
        known = [each is not None for each in page.run(orders)]
        assert not all(known)
        assert known == sorted(known, reverse=True)


def test_a_cell_of_the_matrix_opens_to_its_failures_and_their_command(page):
    cell = "document.querySelector('table.matrix td.fail > button[data-class^=layout]')"
    page.run(f"{cell}.click()")
    panel = "document.querySelector('tr.opened')"
    assert page.run(f"{panel}.previousElementSibling === {cell}.closest('tr')")
    assert page.run(f"{cell}.getAttribute('aria-expanded')") == "true"
    assert page.run(f"{panel}.querySelector('.failure').open")
    wanted = page.run(f"{cell}.dataset.class")
    classes = page.run(f"Array.from({panel}.querySelectorAll('.failure'), f => f.dataset.classes)")
    assert classes
    assert all(wanted in each.split("|") for each in classes)
    assert re.match(
        r"kernel-harness check softmax_0 -k \S+ --device cpu",
        page.run(f"{panel}.querySelector('.command code').innerText"),
    )
    page.key("Escape")
    assert page.run("document.querySelector('tr.opened')") is None


def test_a_passed_cell_opens_to_the_case_with_the_largest_error(page):
    page.run("document.querySelector('details.green').open = true")
    page.run("document.querySelector('tr[data-variant=softmax_1] td.pass > button').click()")
    said = page.run("document.querySelector('tr.opened').innerText")
    assert re.search(r"Largest error: [\d\u202f.]+\u00a0% of the bound, in softmax_1-", said)


def test_the_matrix_is_reached_by_tab_and_walked_by_arrow_keys(page):
    # One stop for the variants in the open, one for those in the fold, which a closed fold leaves out.
    stops = page.run(
        "Array.from(document.querySelectorAll('.matrix'),"
        " t => t.querySelectorAll('td > button[tabindex=\"0\"]').length)"
    )
    assert stops == [1, 1, 1]
    page.run("document.querySelector('.matrix td > button[tabindex=\"0\"]').focus()")
    place = "[document.activeElement.closest('tr').dataset.variant, document.activeElement.dataset.class]"
    first = page.run(place)
    page.key("ArrowDown")
    below = page.run(place)
    page.key("ArrowUp")
    page.key("ArrowRight")
    beside = page.run(place)
    assert below[0] != first[0]
    assert below[1] == first[1]
    assert beside[0] == first[0]
    assert beside[1] != first[1]
    page.key("Enter")
    assert page.run("document.querySelectorAll('tr.opened').length") == 1


def test_a_button_of_the_legend_brings_its_line_to_the_front(page):
    page.run("document.querySelector('.legend button[data-series=softmax_step3]').click()")
    picked = page.run(
        "Array.from(document.querySelectorAll('svg.picking .series.picked'), g => g.dataset.series)"
    )
    assert picked == ["softmax_step3"] * 2  # in the wide plot and in the narrow one
    page.run("document.querySelector('.legend button[data-series=softmax_step3]').click()")
    page.run("document.activeElement.blur()")
    assert page.run("document.querySelector('svg.picking')") is None


def test_light_and_dark_follow_the_system_and_the_button(browser, report):
    browser.open(report, scheme="light", width=320, height=200)
    browser.run("localStorage.clear()")
    light = shares(browser.screenshot())
    assert brightness(max(light, key=lambda colour: light[colour])) > 230
    browser.emulate("dark")
    dark = shares(browser.screenshot())
    assert brightness(max(dark, key=lambda colour: dark[colour])) < 40
    browser.run("document.getElementById('theme').click()")  # light, whatever the system says
    chosen = shares(browser.screenshot())
    assert brightness(max(chosen, key=lambda colour: chosen[colour])) > 230
    browser.open(report, scheme="dark", width=320, height=200)
    assert browser.run("document.getElementById('theme').textContent") == "Theme: light"
    browser.run("localStorage.clear()")
    assert browser.complaints() == []


def test_it_prints_on_white_with_what_failed_unfolded(browser, report):
    browser.open(report, scheme="dark")
    document = browser.pdf()
    assert document.startswith(b"%PDF-")
    pages = len(re.findall(rb"/Type\s*/Page\b", document))
    assert 3 <= pages <= 30
    # What a printer sees, without a PDF reader: the same rules on the screen.
    browser.run("dispatchEvent(new Event('beforeprint'))")
    browser.call(
        "Emulation.setEmulatedMedia",
        media="print",
        features=[{"name": "prefers-color-scheme", "value": "dark"}],
    )
    browser.resize(320, 200)
    printed = shares(browser.screenshot())
    assert brightness(max(printed, key=lambda colour: printed[colour])) == 255
    assert browser.run(
        "Array.from(document.querySelectorAll('.failures > section > .failure')).every(f => f.open)"
    )
    assert browser.run("getComputedStyle(document.querySelector('nav')).display") == "none"
    ink = re.findall(r"\d+", browser.run("getComputedStyle(document.querySelector('h1')).color"))
    assert brightness(bytes(map(int, ink[:3]))) < 60
    browser.call("Emulation.setEmulatedMedia", media="")
    browser.run("dispatchEvent(new Event('afterprint'))")
    assert not browser.run("Array.from(document.querySelectorAll('.failure')).every(f => f.open)")
    assert browser.complaints() == []


def test_text_of_inputs_stays_text(page):
    assert page.run("document.querySelectorAll('#change img, #change script').length") == 0
    assert "<img src=x onerror=alert(1)>" in page.run("document.querySelector('#change').textContent")
