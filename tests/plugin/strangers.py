"""Runs test suites of other people's projects with the pytest plugin installed and without, and compares them.

``python -m tests.plugin.strangers`` builds a wheel of this checkout, gets each project's sdist with pip, and makes an
environment for it with the wheel's dependencies. The wheel itself is the one difference between the two runs. Exit
status 1: a suite collects other tests, has other outcomes, or takes longer to collect than allowed.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
import venv
import xml.etree.ElementTree as ET
import zipfile
from collections import Counter
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path

from tests.progress import say
from tests.tar_archive import unpack

ROOT = Path(__file__).parents[2]

MOST_SECONDS = 0.1
"""How much longer ``pytest --collect-only`` may take with the plugin."""


@dataclass(frozen=True)
class Stranger:
    """A project on the package index whose sdist has its tests.

    `needs`: what its tests import beside pytest.
    """

    name: str
    version: str
    needs: tuple[str, ...] = ()


STRANGERS = (
    Stranger("pluggy", "1.7.0"),
    Stranger("more-itertools", "11.2.1"),
    Stranger("click", "8.5.1"),
    Stranger("packaging", "26.3", ("pretend", "tomli_w", "hypothesis")),
    Stranger("networkx", "3.6.1"),
)


class Suite:
    """One project's suite, in an environment of its own.

    `dependencies`: folder with what the wheel depends on. `site`: folder with the unpacked wheel.
    """

    def __init__(self, stranger: Stranger, folder: Path, dependencies: Path, site: Path) -> None:
        self.stranger = stranger
        self._site = site
        self._folder = folder / stranger.name
        self._folder.mkdir(parents=True)
        self._python = self._folder / "env" / "bin" / "python"
        pip(
            "download",
            "--no-deps",
            "--no-binary",
            stranger.name,
            "-d",
            self._folder,
            f"{stranger.name}=={stranger.version}",
        )
        (archive,) = self._folder.glob("*.tar.gz")
        unpack(archive, self._folder / "source")
        (self.source,) = (self._folder / "source").iterdir()
        venv.create(self._folder / "env", with_pip=True)
        pip("install", "pytest", *stranger.needs, archive, python=self._python)
        (packages,) = (self._folder / "env" / "lib").glob("python*/site-packages")
        # Last on the path: what the project brings itself goes first.
        (packages / "dependencies.pth").write_text(f"{dependencies}\n", encoding="utf-8")

    def _pytest(self, *arguments: str, with_plugin: bool) -> str:
        inherited = {
            name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "KERNEL_"))
        }
        environ = inherited | {"PYTHONPATH": str(self._site)} if with_plugin else inherited
        command = [self._python, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
        ran = subprocess.run(
            command, cwd=self.source, env=environ, capture_output=True, text=True, check=False
        )
        if ran.returncode not in (0, 1):
            raise SystemExit(
                f"{self.stranger.name}: pytest ended with {ran.returncode}\n{ran.stdout}{ran.stderr}"
            )
        return ran.stdout

    def has_plugin(self, *, with_plugin: bool) -> bool:
        return "kernel_harness.plugin" in self._pytest(
            "--co", "-q", "--trace-config", with_plugin=with_plugin
        )

    def node_ids(self, *, with_plugin: bool) -> list[str]:
        return [
            line for line in self._pytest("--co", "-q", with_plugin=with_plugin).splitlines() if "::" in line
        ]

    def outcomes(self, *, with_plugin: bool) -> list[tuple[str, str]]:
        report = self._folder / f"{with_plugin}.xml"
        self._pytest("-q", f"--junitxml={report}", with_plugin=with_plugin)
        found = []
        for case in ET.parse(report).iter("testcase"):
            children = {child.tag for child in case} & {"failure", "error", "skipped"}
            found.append(
                (f"{case.get('classname')}::{case.get('name')}", " ".join(sorted(children)) or "passed")
            )
        return found

    def collection_seconds(self, *, with_plugin: bool) -> tuple[float, float]:
        """Collect; return the seconds of the whole process, and those that it used a processor."""
        start, used = time.perf_counter(), _processor_seconds()
        self._pytest("--co", "-q", with_plugin=with_plugin)
        return time.perf_counter() - start, _processor_seconds() - used


def _processor_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def pip(*arguments: object, python: object = sys.executable) -> None:
    command = [str(python), "-m", "pip", "--disable-pip-version-check", "-q", *map(str, arguments)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise SystemExit(f"{' '.join(command)}\n{ran.stdout}{ran.stderr}")


def row(suite: Suite, rounds: int) -> tuple[str, bool]:
    """Compare the two runs of a suite; return a row of the table, and whether they are the same."""
    assert suite.has_plugin(with_plugin=True)
    assert not suite.has_plugin(with_plugin=False)
    ids = [suite.node_ids(with_plugin=each) for each in (False, True)]
    outcomes = [suite.outcomes(with_plugin=each) for each in (False, True)]
    times: dict[bool, list[tuple[float, float]]] = {False: [], True: []}
    for number in range(rounds):
        # In turns, and each of them first in every other round: a machine grows faster or slower.
        for with_plugin in (False, True) if number % 2 else (True, False):
            times[with_plugin].append(suite.collection_seconds(with_plugin=with_plugin))
    # Other work on the machine can only add time. The least is closest to the suite's own.
    without, slower, busier = (
        min(wall for wall, _ in times[False]),
        *(
            min(each[kind] for each in times[True]) - min(each[kind] for each in times[False])
            for kind in (0, 1)
        ),
    )
    counts = ", ".join(
        f"{number} {outcome}" for outcome, number in sorted(Counter(o for _, o in outcomes[0]).items())
    )
    is_same = ids[0] == ids[1] and outcomes[0] == outcomes[1]
    text = (
        f"| {suite.stranger.name} {suite.stranger.version} | {len(ids[0])} | {counts} | {'yes' if is_same else 'NO'} "
        f"| {without:.2f} s | {slower:+.3f} s | {busier:+.3f} s |"
    )
    return text, is_same and bool(ids[0]) and slower <= MOST_SECONDS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="projects; default: all")
    parser.add_argument(
        "--rounds", type=int, default=9, help="collections timed with the plugin, and as many without"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
            cwd=ROOT,
            check=True,
            capture_output=True,
        )
        (wheel,) = folder.glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder / "site")
        needed = [each for each in distribution("kernel-harness").requires or () if "extra ==" not in each]
        pip("install", "--target", folder / "dependencies", *needed)
        say(
            "| project | tests | outcomes without | the same with | `--co` without | longer with | processor time |"
        )
        say("|---|---|---|---|---|---|---|")
        are_same = True
        for stranger in STRANGERS:
            if options.names and stranger.name not in options.names:
                continue
            text, is_same = row(
                Suite(stranger, folder, folder / "dependencies", folder / "site"), options.rounds
            )
            are_same &= is_same
            say(text)
    return 0 if are_same else 1


if __name__ == "__main__":
    sys.exit(main())
