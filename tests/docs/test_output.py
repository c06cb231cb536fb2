"""What pages say that commands print is what they print today; times and the name of the processor aside."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness.cli.program import main
from tests.docs.links import PAGES, ROOT, steps

# What another run has otherwise; NVRTC once gave other PTX for the same source.
MASKS = (
    (r" +\d+\.\d\d s\b", " #.## s"),
    (r", \d+ cases/s$", ", # cases/s"),
    (r"PTX executor on .*, sm_90$", "PTX executor on #, sm_90"),
    (r"^not run   gpu: .*", "not run   gpu: #"),
    (r"PTX line \d+", "PTX line #"),
)

TOLD = [(path, path.read_text(encoding="utf-8")) for path in PAGES]
TOLD = [
    (path, text)
    for path, text in TOLD
    if "<!-- output of: " in text and any(kind == "output of" for kind, _, _ in steps(text))
]


# What a log hears when nothing else has been printed for a while.
SLOW = re.compile(r"running +[\d,]+ of [\d,]+ cases done, now \S+")


def masked(text: str) -> list[str]:
    lines = [line.rstrip() for line in text.splitlines() if not SLOW.fullmatch(line.rstrip())]
    for pattern, by in MASKS:
        lines = [re.sub(pattern, by, line) for line in lines]
    return lines


def missing(excerpt: str, printed: str) -> list[str]:
    """Return the first line of an excerpt that is not printed behind the one before; empty where all are.

    A line of dots stands for lines that are left out; without it, lines follow each other.
    """
    lines, position, is_loose = masked(printed), 0, True
    for line in masked(excerpt):
        if line == "...":
            is_loose = True
            continue
        if line not in lines[position:] or (not is_loose and lines[position] != line):
            return [line, "printed there:", *lines[position : position + 3]]
        position, is_loose = lines.index(line, position) + 1, False
    return []


@pytest.mark.parametrize(("page", "text"), TOLD, ids=[path.name for path, _ in TOLD])
def test_output_is_what_commands_print(page: Path, text: str, tmp_path, monkeypatch):
    # The same process, so that a command costs no more than its kernels. What kernels do to it they do in no page.
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    monkeypatch.setenv("KERNEL_HARNESS_DEVICE", "cpu")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    n_compared = 0
    for kind, rest, block in steps(text):
        if kind == "file":
            (tmp_path / rest).write_text(block, encoding="utf-8")
        elif kind == "edit":
            _edit(tmp_path, rest)
        else:
            arguments = shlex.split(rest)[1:]
            monkeypatch.chdir(tmp_path if any((tmp_path / each).is_file() for each in arguments) else ROOT)
            result = CliRunner().invoke(main, arguments)
            assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
            assert missing(block, result.output) == [], rest
            n_compared += 1
    assert n_compared


def _edit(folder: Path, what: str) -> None:
    place, old, new = shlex.split(what)
    name, _, number = place.partition(":")
    lines = (folder / name).read_text(encoding="utf-8").splitlines(keepends=True)
    assert old in lines[int(number) - 1]
    lines[int(number) - 1] = lines[int(number) - 1].replace(old, new)
    (folder / name).write_text("".join(lines), encoding="utf-8")


@pytest.mark.parametrize(
    ("excerpt", "is_told"),
    [
        ("a\nb", True),
        ("b\nc 9.99 s", True),
        ("a\n...\nc 0.01 s", True),
        ("a\nc 1.00 s", False),
        ("b\na", False),
        ("A", False),
        ("c 1.00 us", False),
    ],
)
def test_an_excerpt_has_to_be_printed(excerpt, is_told):
    assert (missing(excerpt, "a\nb\nc 1.23 s") == []) == is_told
