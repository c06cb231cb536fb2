"""The report in headless Chromium: frames of 1280 and of 400 pixels in one page, whose script measures them."""

import json
import shutil
import subprocess
from html import unescape

import pytest

from harness.report.html.document import html
from harness.report.inputs import read_inputs
from tests.report.report_files import ROOT
from tests.report.test_html_document import SECTION_NAMES

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, NAMES)), None)

_WHY = f"not run: no browser ({', '.join(NAMES)}) on PATH; install one with `apt-get install chromium`"
pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason=_WHY)]

DESK, PHONE = "1280", "400"

# What is wider than its window counts only if no box around it scrolls.
LOOK = """
const all = (selector, root) => Array.from(root.querySelectorAll(selector));
const overflows = (root) => {
  const width = root.documentElement.clientWidth;
  const scrolls = (e) => e && e !== root.body
    && (getComputedStyle(e).overflowX !== "visible" || scrolls(e.parentElement));
  const wide = all("body *", root).filter((e) => e.getClientRects().length
    && e.getBoundingClientRect().right > width + 1 && !scrolls(e.parentElement)).map((e) => e.outerHTML.slice(0, 80));
  const page = root.documentElement.scrollWidth - width;
  return page > 0 ? [`the page by ${page} px`, ...wide] : wide;
};
const look = (root) => {
  const seen = {
    sections: all("main > section", root).map((e) => [e.id, e.offsetHeight]),
    folded: overflows(root),
    words: all(".plot svg[role=img]", root).map((e) => parseFloat(getComputedStyle(e.querySelector("text")).fontSize)
      * e.getBoundingClientRect().width / e.viewBox.baseVal.width),
  };
  all("details", root).forEach((e) => { e.open = true; });
  return { ...seen, open: overflows(root), acts: acts(root) };
};
const acts = (root) => {
  const one = (selector) => root.querySelector(selector);
  one("#bench0-gpu-times th:nth-child(5) button").click();
  const sorted = all("#bench0-gpu-times tbody tr", root).map((row) => Number(row.cells[4].dataset.order));
  one("table.matrix td.fail > button").click();
  const opened = all("tr.opened .failure", root).length;
  const filter = one("input[data-filters=bench0-gpu-times]");
  filter.value = "naive 1000";
  filter.dispatchEvent(new Event("input"));
  one(".legend button").click();
  return { sorted, opened, filtered: one("[data-counts=bench0-gpu-times]").textContent,
    picked: all("svg.picking .series.picked", root).map((e) => e.dataset.series) };
};
onload = () => {
  const seen = all("iframe", document).map((e) => [e.width, look(e.contentDocument)]);
  document.body.textContent = JSON.stringify(Object.fromEntries(seen));
};
"""


@pytest.fixture(scope="module")
def report(input_files):
    """A report with every section: made-up results, then those recorded on a GPU."""
    recorded = sorted((ROOT / "fixtures/gpu_runs").glob("*-nvidia_h200-*.json.gz"))
    assert recorded
    return html(read_inputs([*input_files, *recorded]))


def seen_in_browser(page, folder):
    frames = "".join(
        f'<iframe src="report.html" width="{width}" height="900"></iframe>' for width in (DESK, PHONE)
    )
    (folder / "report.html").write_text(page, encoding="utf-8")
    (folder / "look.html").write_text(
        f"<!doctype html><body>{frames}<script>{LOOK}</script>", encoding="utf-8"
    )
    options = (
        "--headless=new",
        # What is opened is this project's own file, and CI runs as root, where the sandbox refuses to start.
        "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
        "--allow-file-access-from-files", "--enable-logging=stderr",
        f"--user-data-dir={folder / 'profile'}", "--dump-dom",
    )  # fmt: skip
    done = subprocess.run(
        [BROWSER, *options, (folder / "look.html").as_uri()], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    said = [line for line in done.stderr.splitlines() if ":CONSOLE" in line]
    text = done.stdout.partition("<body>")[2].partition("</body>")[0]
    return json.loads(unescape(text)), said


def test_the_report_renders_and_nothing_overflows_on_a_desk_or_a_phone(report, tmp_path):
    seen, said = seen_in_browser(report, tmp_path)
    assert said == []
    assert list(seen) == [PHONE, DESK]  # as JavaScript orders keys that are numbers
    for at_width in seen.values():
        assert [name for name, _ in at_width["sections"]] == SECTION_NAMES
        assert all(height > 100 for _, height in at_width["sections"])
        assert (at_width["folded"], at_width["open"]) == ([], [])
        assert len(at_width["words"]) >= 3
        assert min(at_width["words"]) >= 11
        acts = at_width["acts"]
        assert acts["sorted"] == sorted(acts["sorted"], reverse=True)
        assert acts["opened"] > 0
        assert acts["filtered"].startswith("1 of ")
        assert len(acts["picked"]) == 1


def test_a_wide_part_small_words_and_an_error_of_a_script_are_found(report, tmp_path):
    wrong = """<style>.plot svg { min-width: 0 !important }</style>
    <div class="planted" style="width: 1500px">wide</div><script>throw new Error("planted")</script></body>"""
    seen, said = seen_in_browser(report.replace("</body>", wrong), tmp_path)
    assert any("planted" in line for line in said)
    for at_width in seen.values():
        assert at_width["folded"][0].startswith("the page by")
        assert any("planted" in each for each in at_width["folded"])
    assert min(seen[PHONE]["words"]) < 11
