"""No command shows or keeps a word of a file outside the project, or of the environment, whatever a kernel asks for."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from harness.compiler import CompileRequest, compile  # noqa: A004 - its name
from harness.errors import CompileError

FIXTURES = Path(__file__).parents[2] / "fixtures" / "disclosure"
SECRET = "planted_7f3a"
"""A word that is in the environment and in a file outside the project, and must be in no output."""


class Place:
    """A project with hostile kernels, beside a folder with a secret."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.project = root / "project"
        self.project.mkdir()
        (self.project / "pyproject.toml").touch()
        self.secret = root / "outside" / "secret.h"
        self.secret.parent.mkdir()
        self.secret.write_text(f"{SECRET}\n" * 60)
        self.printed = ""

    def run(self, *arguments: object, status: int | None = None) -> str:
        """Run a command in the project, and note what it printed."""
        command = [sys.executable, "-m", "harness", *map(str, arguments)]
        environment = {**os.environ, "A_TOKEN": SECRET, "KERNEL_HARNESS_CACHE_DIR": str(self.root / "cache")}
        environment |= {"PYTHONPATH": str(Path(__file__).parents[2]), "COLUMNS": "200"}
        done = subprocess.run(
            command,
            cwd=self.project,
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        told = done.stdout + done.stderr
        self.printed += f"$ {' '.join(map(str, arguments))}\n{told}"
        assert "Traceback" not in told, told
        assert status is None or done.returncode == status, told
        return told

    def shown(self) -> list[str]:
        """Return every place with the secret: output of commands, and files that they wrote."""
        found = ["output:\n" + self.printed] if SECRET in self.printed else []
        written = (
            each for each in self.root.rglob("*") if each.is_file() and each.parent != self.secret.parent
        )
        return found + [str(each) for each in written if SECRET.encode() in each.read_bytes()]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_the_recorded_ways_show_nothing(place: Place) -> None:
    for each in FIXTURES.glob("*.[cp]*"):
        text = each.read_text().replace("/etc/hostname", str(place.secret))
        (place.project / each.name).write_text(text)
    refused = place.run("check", "macro.cu", "-k", "7x3-spread", status=1)
    assert "must be a regular file outside /proc, /sys and /dev" in refused
    for name in ("leak3.cu", "leak4.ptx"):
        counted = place.run("count", name, "--lines", "--shape", "8x16", "--json", f"{name}.json")
        assert "all lines" in counted
        place.run("trace", name, "-k", "7x3", "--row", "0", "--col", "0")
    place.run("report", "page.html", "leak3.cu.json", "leak4.ptx.json", status=0)
    assert place.shown() == []


def test_a_source_that_is_a_link_to_a_file_elsewhere_is_refused(place: Place) -> None:
    (place.project / "link.cu").symlink_to(place.secret)
    with pytest.raises(CompileError, match="must be in the source's folder") as refused:
        compile(CompileRequest(place.project / "link.cu", "sm_90"))
    assert SECRET not in str(refused.value)


def test_an_error_in_a_header_of_the_project_still_shows_its_line(place: Place) -> None:
    (place.project / "include").mkdir()
    (place.project / "include" / "own.cuh").write_text("int own = undefined_name;\n")
    shutil.copy(FIXTURES / "macro.cu", place.project / "own.cu")
    text = (place.project / "own.cu").read_text().replace("/proc/self/environ", "own.cuh")
    (place.project / "own.cu").write_text(text)
    told = place.run("check", "own.cu", "-k", "7x3-spread", status=1)
    assert "include/own.cuh(1): error" in told
    assert "int own = undefined_name;" in told
