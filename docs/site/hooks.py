"""Links of pages to files of the repository outside of ``docs/``: the site gets those files as well.

A page is read on a repository's own web page and as part of the site. There, ``../fixtures/x/README.md`` is a file
beside the folder of pages; here, nothing lies beside it. Whatever is linked to, directly or from such a file, is put
under ``repository/`` and the links are turned there: Markdown becomes a page, anything else is a file to look at.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[2]
DOCS = "docs/"
OUTSIDE = "repository/"

# A link of Markdown to a file: no scheme, no mere anchor. Code is left alone by the test that no such link is in code.
_LINK = re.compile(r"(\]\()(?![a-z][a-z0-9+.-]*:|#)([^)\s#]+)(#[^)\s]*)?(\))")

_ROW = re.compile(r"^ *\|.*$", re.MULTILINE)
_CODE = re.compile(r"`[^`]*`")


def on_files(files: Any, *, config: Any) -> Any:
    """Add every file outside that can be reached by links."""
    waiting = [file.src_uri for file in files.documentation_pages()]
    seen = set(waiting)
    while waiting:
        page = waiting.pop()
        for _, target in _links((ROOT / _in_repository(page)).read_text(encoding="utf-8"), page):
            if not target.startswith(OUTSIDE) or target in seen:
                continue
            path = ROOT / _in_repository(target)
            if not path.is_file():
                continue  # MkDocs says that the link leads nowhere.
            seen.add(target)
            files.append(File.generated(config, target, abs_src_path=str(path)))
            if target.endswith(".md"):
                waiting.append(target)
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Turn links of a page to where the files are in the site, and write tables as the generator reads them.

    A bar in code in a table is escaped in every Markdown that repositories show; Python-Markdown shows the escape.
    """
    markdown = _ROW.sub(lambda row: _CODE.sub(lambda code: code[0].replace("\\|", "|"), row[0]), markdown)
    turned = dict(_links(markdown, page.file.src_uri))
    folder = posixpath.dirname(page.file.src_uri)

    def turn(found: re.Match[str]) -> str:
        target = posixpath.relpath(turned[found[2]], folder or ".")
        return f"{found[1]}{target}{found[3] or ''}{found[4]}"

    return _LINK.sub(turn, markdown)


def _links(markdown: str, page: str) -> list[tuple[str, str]]:
    """Every link of a page, and the name in the site of what it leads to."""
    folder = posixpath.dirname(_in_repository(page))
    return [
        (found[2], _in_site(posixpath.normpath(posixpath.join(folder, found[2]))))
        for found in _LINK.finditer(markdown)
    ]


def _in_repository(name: str) -> str:
    return name.removeprefix(OUTSIDE) if name.startswith(OUTSIDE) else DOCS + name


def _in_site(path: str) -> str:
    return path.removeprefix(DOCS) if path.startswith(DOCS) else OUTSIDE + path
