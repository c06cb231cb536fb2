"""What pages refer to is there: files, anchors, commands; every page can be found."""

import re
import shlex
from pathlib import Path

import click
import pytest

from harness.cli.program import main
from harness.verdict import Reason
from tests.docs.links import DOCS, PAGES, ROOT, anchors, commands, links

NAV = DOCS / "site" / "mkdocs.yml"
FIXTURES = sorted((ROOT / "fixtures").rglob("README.md"))


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", [*PAGES, *FIXTURES], ids=name)
def test_links_lead_somewhere(page):
    lost = []
    for link in links(read(page)):
        if re.match(r"[a-z][a-z0-9+.-]*:", link):
            continue
        target, _, anchor = link.partition("#")
        path = (page.parent / target).resolve() if target else page
        if not path.is_relative_to(ROOT) or not path.is_file():
            lost.append(f"{link}: no such file")
        elif anchor and anchor not in anchors(read(path)):
            lost.append(f"{link}: no such heading")
    assert lost == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_are_ones_that_the_program_takes(page):
    wrong = {line: problem for line in commands(read(page)) if (problem := refused(line))}
    assert wrong == {}


def refused(line: str) -> str:
    """Say why the program would not take a command line; empty where it would. Nothing runs.

    Pages write what may be left out in brackets, and words in capitals for what the reader puts there.
    """
    words = shlex.split(re.sub(r"\.\.\.|[\[\]]|[|].*", " ", line))[1:]
    command: click.Command = main
    context = click.Context(main, info_name="kernel-harness")
    while isinstance(command, click.Group):
        if not words or words[0] not in command.commands:
            return "" if not words else f"no command {words[0]}"
        command = command.commands[words[0]]
        context = click.Context(command, context, info_name=words[0])
        words = words[1:]
    if not words:
        return ""  # The command is spoken of, not run.
    known = {
        spelling: each
        for each in command.params
        if isinstance(each, click.Option)
        for spelling in (*each.opts, *each.secondary_opts)
    }
    for word in words:
        if word.startswith("-") and word != "-" and word.partition("=")[0] not in {*known, "--help", "-h"}:
            return f"no option {word}"
    if any(re.search(r"[A-Z]{2}", word) and word != "HEAD" for word in words) or "REF" in words:
        return ""  # Placeholders are not values.
    if words[-1] in known and not getattr(known[words[-1]], "is_flag", True):
        return ""  # `check --seeds`: the option is spoken of.
    try:
        command.make_context(context.info_name, list(words), parent=context.parent, resilient_parsing=False)
    except click.MissingParameter:
        return ""  # A part of a command line.
    except click.UsageError as error:
        return "" if "does not exist" in error.message else error.message
    return ""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("kernel-harness chek", "no command chek"),
        ("kernel-harness check --sed 3", "no option --sed"),
        ("kernel-harness check --seeds many", "'many' is not a valid integer range"),
        ("kernel-harness check x --device tpu", "'tpu' is not one of"),
        ("kernel-harness check --seeds 20", ""),
        ("kernel-harness gate --base REF [--head REF]", ""),
    ],
)
def test_a_wrong_command_is_seen(line, said):
    found = refused(line)
    assert found.startswith(said)
    assert bool(found) == bool(said)


def test_every_page_is_in_the_navigation_once():
    entries = re.findall(
        r"^ +- (?:[^:\n]+: )?([\w-]+\.md)$", read(NAV).partition("\nnav:\n")[2], re.MULTILINE
    )
    assert sorted(entries) == sorted(path.name for path in DOCS.glob("*.md"))


def test_every_page_can_be_reached_from_the_readme():
    found, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in found:
            continue
        found.add(page)
        targets = [link.partition("#")[0] for link in links(read(page)) if ":" not in link]
        waiting += [
            path
            for target in targets
            if target.endswith(".md") and (path := (page.parent / target).resolve()).is_file()
        ]
    assert set(DOCS.glob("*.md")) - found == set()


def test_no_page_has_a_folder_of_its_own():
    assert [path.relative_to(DOCS) for path in DOCS.rglob("*.md") if path.parent != DOCS] == []


def test_every_reason_code_has_an_advice():
    text = read(DOCS / "reading-a-failure.md").partition("\n## All reason codes\n")[2]
    text = text.partition("\n## ")[0]
    cells = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    codes = [code for cell in cells for code in re.findall(r"`([^`]+)`", cell)]
    assert sorted(codes) == sorted(reason.value for reason in Reason)
