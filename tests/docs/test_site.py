"""The site builds without a warning, says what the pages say, and loads nothing from elsewhere."""

import html
import importlib.util
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tests.docs.links import DOCS, ROOT

if importlib.util.find_spec("mkdocs") is None:
    pytest.skip("mkdocs is not installed: pip install mkdocs pygments", allow_module_level=True)

CONFIG = DOCS / "site" / "mkdocs.yml"

_BODY = re.compile(r'itemprop="articleBody">(.*?)<footer', re.DOTALL)
_TAG = re.compile(r"<(table|tr|td|th|ol|li|pre|h[1-6]|code|em|strong)[\s>]")


def _words(page: str) -> list[str]:
    words = html.unescape(re.sub(r"<!--.*?-->|<[^>]+>", "", page, flags=re.DOTALL)).split()
    return [word for word in words if word != ":"]


def build(out: Path, config: Path = CONFIG) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--config-file",
        str(config),
        "--site-dir",
        str(out),
    ]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    out = tmp_path_factory.mktemp("site")
    done = build(out)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


def test_every_page_is_there(site):
    names = {path.stem for path in DOCS.glob("*.md")}
    assert {path.stem for path in site.glob("*.html")} >= names
    assert (site / "ci" / "github-actions.yml").is_file()
    assert (site / "repository" / "fixtures" / "bad_kernels" / "README.html").exists() or (
        site / "repository" / "fixtures" / "bad_kernels" / "index.html"
    ).exists()
    assert not (site / "site" / "mkdocs.yml").exists()
    assert not (site / "site" / "hooks.py").exists()


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda path: path.name)
def test_a_page_is_built_as_other_readers_of_markdown_show_it(site, page):
    """The generator's Markdown is a dialect: lists nest by four spaces, and tables need a blank line before them."""
    expected = MarkdownIt("commonmark").enable("table").render(page.read_text(encoding="utf-8"))
    body = _BODY.search((site / f"{page.stem}.html").read_text(encoding="utf-8"))
    assert body is not None
    assert Counter(_TAG.findall(body[1])) == Counter(_TAG.findall(expected))
    built = re.sub(r'<a class="headerlink".*?</a>', "", body[1])
    # A list of definitions is one here and a paragraph elsewhere, which shows its colon.
    assert _words(built) == _words(expected)


def test_nothing_is_loaded_from_elsewhere(site):
    loaded = re.compile(
        r"""<(?:script|img|link|iframe)\b[^>]*?\b(?:src|href)\s*=\s*["']?((?:https?:)?//[^"'\s>]+)"""
    )
    styled = re.compile(r"""(?:@import\s+|url\()\s*["']?((?:https?:)?//[^"')\s]+)""")
    found = [
        (path.name, address)
        for pattern, files in ((loaded, site.rglob("*.html")), (styled, site.rglob("*.css")))
        for path in files
        for address in pattern.findall(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_a_broken_link_stops_the_build(tmp_path):
    """The settings of the project's own site, on a page with one fault of each kind."""
    docs = tmp_path / "docs"
    (docs / "site").mkdir(parents=True)
    for name in ("mkdocs.yml", "hooks.py", "site.css"):
        text = (DOCS / "site" / name).read_text(encoding="utf-8")
        if name == "mkdocs.yml":
            text = text.partition("\nnav:\n")[0] + "\nnav:\n  - Home: index.md\n"
        (docs / "site" / name).write_text(text, encoding="utf-8")
    (tmp_path / "beside.md").write_text("# Beside\n\n[back](docs/index.md)\n", encoding="utf-8")
    right = ("[here](#home)", "[beside](../beside.md#beside)")
    wrong = ("there.md", "#there", "../outside.md", "../beside.md#there")
    text = "\n\n".join(["# Home", *right, *(f"[lost]({link})" for link in wrong)])
    (docs / "index.md").write_text(text, encoding="utf-8")
    (docs / "lonely.md").write_text("# Lonely\n", encoding="utf-8")
    done = build(tmp_path / "out", docs / "site" / "mkdocs.yml")
    assert done.returncode == 1
    assert "lonely.md" in done.stderr
    lost = re.findall(r"contains a link '(\S+?)'", done.stderr)
    assert sorted(link.rpartition("/")[2] for link in lost) == sorted(
        link.rpartition("/")[2] for link in wrong
    )


def test_the_repository_is_left_as_it_was(site):
    assert site.is_dir()
    assert not (DOCS / "site" / "build").exists()
    assert (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines().count("build/") == 1
