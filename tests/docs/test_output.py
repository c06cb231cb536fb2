"""What pages say that commands print is what they print today; times and the name of the processor aside."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness.cli.program import main
from harness.device import selection
from harness.device.gpu import pycuda_build
from harness.device.selection import Probe
from tests.docs.links import PAGES, ROOT, steps

# What another run has otherwise; NVRTC once gave other PTX for the same source.
MASKS = (
    (r" +\d+\.\d\d s\b", " #.## s"),
    (r", \d+ cases/s$", ", # cases/s"),
    (r"PTX executor on .*, sm_90", "PTX executor on #, sm_90"),
    (r"^not run   gpu \([^)]*\)", "not run   gpu (#)"),
    (r"PTX line \d+", "PTX line #"),
)

WITH_OUTPUT = [
    (path, text)
    for path, text in ((path, path.read_text(encoding="utf-8")) for path in PAGES)
    if "<!-- output of: " in text and any(kind == "output of" for kind, _, _ in steps(text))
]


# What a log hears when nothing else has been printed for a while.
SLOW = re.compile(r"running +[\d,]+ of [\d,]+ cases done, [\d,]+ failed, about \d+ s left, now \S+")


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


@pytest.mark.parametrize(
    ("page", "text"),
    [
        pytest.param(path, text, id=path.name, marks=[pytest.mark.slow] * (text.count("<!-- output of") > 9))
        for path, text in WITH_OUTPUT
    ],
)
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


MISSING = tuple(Probe(name, False, "not found", "", ("gpu",)) for name in ("driver", "gpu", "pycuda"))


def test_the_last_lines_without_a_gpu(tmp_path, monkeypatch):
    page = (ROOT / "docs" / "first-ten-minutes.md").read_text(encoding="utf-8")
    (block,) = re.findall(
        r"<!-- last lines of: kernel-harness doctor -->\n```text\n(.*?)```", page, re.DOTALL
    )

    def failed_for(kind, _settings):
        return iter(MISSING if kind == "gpu" else ())

    for name in (
        "KERNEL_HARNESS_DEVICE",
        "KERNEL_HARNESS_CACHE_DIR",
        "KERNEL_HARNESS_SOURCES",
        "XDG_CACHE_HOME",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/you")
    monkeypatch.setattr("harness.device.selection._failed_for", failed_for)
    monkeypatch.setattr("harness.cli.commands.doctor.usable_cores", lambda: 8)
    monkeypatch.setattr("harness.compiler.backend.nvrtc_library.installed_libraries", lambda _home: ())
    monkeypatch.chdir(tmp_path)
    printed = CliRunner().invoke(main, ["doctor"]).output.splitlines()
    expected = [
        re.sub(r"^cuda     13\.0;", "cuda     none in wheels or a toolkit;", line)
        for line in block.splitlines()
    ]
    assert printed[-len(expected) :] == expected


def test_the_page_about_gpus_shows_the_commands_of_today():
    page = (ROOT / "docs" / "first-ten-minutes.md").read_text(encoding="utf-8")
    assert f"\n                   {selection._INSTALL_GPU_EXTRA}\n" in page
    assert f"\nand then: {pycuda_build.INSTALL}\n" in page
    assert "kernel-harness[gpu]" not in page


@pytest.mark.slow
def test_its_commands_make_a_report(tmp_path):
    page = (ROOT / "docs" / "reading-a-failure.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"<!-- run in a repository with kernels -->\n```sh\n(.*?)```", page, re.DOTALL)
    kernels = tmp_path / "kernels"
    kernels.mkdir()
    text = (ROOT / "cuda_src" / "softmax_naive.cu").read_text(encoding="utf-8")
    assert text.count("\n// ///\n") == 1
    # Few cases of the matrix, and one shape of those that are counted, 256x128.
    narrow = '\n// requires = ["n_cols <= 128"]\n// ///\n'
    (kernels / "softmax_naive.cu").write_text(text.replace("\n// ///\n", narrow), encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text('[tool.kernel-harness]\nsources = ["kernels"]\n')
    environ = {name: value for name, value in os.environ.items() if not name.startswith("KERNEL_HARNESS_")}
    environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), environ["PATH"]])
    done = subprocess.run(
        ["sh", "-e"],
        input=block,
        cwd=tmp_path,
        env={**environ, "KERNEL_HARNESS_DEVICE": "cpu", "KERNEL_HARNESS_ISOLATION": "none"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^report.html: 1 check, 1 count, \d+ kB$", done.stdout, re.MULTILINE)
    assert "softmax_naive" in (tmp_path / "report.html").read_text(encoding="utf-8")
