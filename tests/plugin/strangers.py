"""Runs test suites of other people's projects with the pytest plugin installed and without, and compares them.

``python -m tests.plugin.strangers`` builds a wheel of this checkout, gets each project's sdist with pip, and makes an
environment for it with the wheel's dependencies. The wheel itself is the one difference between the two runs. Exit
status 1: a suite collects other tests, has other outcomes, or takes longer to collect than allowed.
"""

import os
import subprocess
import sys
import tempfile
import time
import venv
import xml.etree.ElementTree as ET
import zipfile
from collections import Counter
from importlib.metadata import distribution
from pathlib import Path

from tests.progress import say
from tests.tar_archive import unpack

ROOT = Path(__file__).parents[2]

MOST_SECONDS = 0.1
"""How much longer ``pytest --collect-only`` may take with the plugin."""
ROUNDS = 9
"""Collections that are timed with the plugin, and as many without."""

STRANGERS = {
    "pluggy==1.7.0": (),
    "more-itertools==11.2.1": (),
    "click==8.5.1": (),
    "packaging==26.3": ("pretend", "tomli_w", "hypothesis"),
    "networkx==3.6.1": (),
}
"""Projects on the package index whose sdist has its tests, and what these import beside pytest."""


class Suite:
    """One project's suite, in an environment of its own; `site` is the folder of the unpacked wheel."""

    def __init__(self, project: str, folder: Path, dependencies: Path, site: Path) -> None:
        self._site, self._report = site, folder / "report.xml"
        name = project.partition("==")[0]
        pip("download", "--no-deps", "--no-binary", name, "-d", folder, project)
        (archive,) = folder.glob("*.tar.gz")
        unpack(archive, folder / "source")
        (self._source,) = (folder / "source").iterdir()
        venv.create(folder / "env", with_pip=True)
        self._python = folder / "env" / "bin" / "python"
        pip("install", "pytest", *STRANGERS[project], archive, python=self._python)
        (packages,) = (folder / "env" / "lib").glob("python*/site-packages")
        # Last on the path: what the project brings itself goes first.
        (packages / "dependencies.pth").write_text(f"{dependencies}\n", encoding="utf-8")

    def pytest(self, *arguments: object, with_plugin: bool) -> str:
        inherited = {
            name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "KERNEL_"))
        }
        ran = subprocess.run(
            [self._python, "-m", "pytest", "-p", "no:cacheprovider", *map(str, arguments)],
            cwd=self._source,
            env=inherited | {"PYTHONPATH": str(self._site)} if with_plugin else inherited,
            capture_output=True,
            text=True,
            check=False,
        )
        if ran.returncode not in (0, 1):
            raise SystemExit(f"{self._source}: pytest ended with {ran.returncode}\n{ran.stdout}{ran.stderr}")
        return ran.stdout

    def outcomes(self, *, with_plugin: bool) -> list[tuple[str, str]]:
        """Return the id of each test in order, with its outcome."""
        self.pytest("-q", f"--junitxml={self._report}", with_plugin=with_plugin)
        found = []
        for case in ET.parse(self._report).iter("testcase"):
            tags = sorted({child.tag for child in case} & {"failure", "error", "skipped"})
            found.append((f"{case.get('classname')}::{case.get('name')}", " ".join(tags) or "passed"))
        return found

    def collection_s(self, *, with_plugin: bool) -> float:
        start = time.perf_counter()
        self.pytest("--co", "-q", with_plugin=with_plugin)
        return time.perf_counter() - start


def pip(*arguments: object, python: object = sys.executable) -> None:
    subprocess.run([python, "-m", "pip", "-q", *map(str, arguments)], check=True)


def row(project: str, suite: Suite) -> tuple[str, bool]:
    """Compare the two runs of a suite; return a row of the table, and whether they are the same."""
    for with_plugin in (False, True):
        listed = suite.pytest("--co", "-q", "--trace-config", with_plugin=with_plugin)
        assert ("kernel_harness.plugin" in listed) == with_plugin
    without, with_it = (suite.outcomes(with_plugin=each) for each in (False, True))
    times: dict[bool, list[float]] = {False: [], True: []}
    for number in range(ROUNDS):
        # In turns, and each of them first in every other round: a machine grows faster or slower.
        for with_plugin in (False, True) if number % 2 else (True, False):
            times[with_plugin].append(suite.collection_s(with_plugin=with_plugin))
    # Other work on the machine can only add time. The least is closest to the suite's own.
    slower_s = min(times[True]) - min(times[False])
    counts = ", ".join(f"{n} {outcome}" for outcome, n in Counter(each for _, each in without).items())
    is_same = bool(without) and without == with_it
    text = f"| {project} | {counts} | {'yes' if is_same else 'NO'} | {min(times[False]):.2f} s | {slower_s:+.3f} s |"
    return text, is_same and slower_s <= MOST_SECONDS


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build = ("hatchling", "build", "-t", "wheel", "-d", name)
        subprocess.run([sys.executable, "-m", *build], cwd=ROOT, check=True, capture_output=True)
        (wheel,) = folder.glob("*.whl")
        zipfile.ZipFile(wheel).extractall(folder / "site")
        needed = [each for each in distribution("kernel-harness").requires or () if "extra ==" not in each]
        pip("install", "--target", folder / "dependencies", *needed)
        say("| project | outcomes without | the same with | `--co` without | longer with |")
        say("|---|---|---|---|---|")
        are_same = True
        for project in STRANGERS:
            place = Path(tempfile.mkdtemp(dir=folder))
            text, is_same = row(project, Suite(project, place, folder / "dependencies", folder / "site"))
            are_same &= is_same
            say(text)
    return 0 if are_same else 1


if __name__ == "__main__":
    sys.exit(main())
