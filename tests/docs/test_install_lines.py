"""What pages and messages tell the reader to install can be installed today: the package is in no index yet."""

import itertools
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator

import pytest

from harness.device import selection
from harness.device.gpu import pycuda_build
from tests.docs.links import PAGES, ROOT

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

NAME = "kernel-harness"
CHECKOUT = "/path/to/kernel-harness"
PLACES = (".", CHECKOUT)
"""How pages call a checkout of this repository: where the reader stands, and where it is put for the real thing."""

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
SOURCES = [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "tox.ini", *sorted((ROOT / "harness").rglob("*.py"))]
_LINE = re.compile(r"\bpip install ((?:[^`\n#&;|()\"]|\$\{\{.*?\}\})*)")
_VALUES = ("-c", "-r", "--constraint", "--requirement", "--index-url")


def install_lines(text: str) -> Iterator[str]:
    for found in _LINE.findall(text):
        if found.strip():
            yield found.strip()


def requirements(line: str) -> list[str]:
    try:
        words = shlex.split(line)
    except ValueError:
        words = line.split()
    kept, is_value = [], False
    for word in words:
        if not is_value and not word.startswith("-"):
            kept.append(word)
        is_value = word in _VALUES
    return kept


def refused(line: str) -> str:
    """Say what is wrong with an install line of this package; empty where nothing is."""
    for wanted in requirements(line):
        place, _, extras = wanted.rstrip("]").partition("[")
        if place in PLACES:
            unknown = set(filter(None, extras.split(","))) - set(PROJECT["optional-dependencies"])
            if unknown:
                return f"no extra {', '.join(sorted(unknown))}"
        elif re.split(r"[=<>~! @]", place)[0] == NAME:
            return f"{NAME} is in no index"
    return ""


def test_nothing_that_is_in_no_index_is_to_be_installed_from_one():
    for path in SOURCES:
        for line in install_lines(path.read_text(encoding="utf-8")):
            assert refused(line) == "", f"{path}: {line}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pip install kernel-harness", "is in no index"),
        ("run `pip install 'kernel-harness[search]'` first", "is in no index"),
        ("pip install -c requirements.lock kernel-harness==0.1.0", "is in no index"),
        ("x && pip install -q -e '.[serch]' && y", "no extra serch"),
        ("pip install -q -c requirements.lock -e '.[test]' && pytest", ""),
        ("pip install '/path/to/kernel-harness[search]'", ""),
        ("pip install hypothesis", ""),
    ],
)
def test_a_wrong_install_line_is_seen(text, said):
    (line,) = install_lines(text)
    assert said in refused(line)
    assert bool(said) == bool(refused(line))


def test_pages_do_say_how_to_install():
    lines = [line for page in PAGES for line in install_lines(page.read_text(encoding="utf-8"))]
    own = [line for line in lines if any(each.partition("[")[0] in PLACES for each in requirements(line))]
    assert len(own) >= 8


def test_what_messages_tell_to_install_is_what_the_package_names_itself():
    """So that a command works however kernel-harness got here: as a wheel, or from a checkout."""
    named = {
        re.split(r"[\[=<>~!; ]", each)[0]
        for each in (*PROJECT["dependencies"], *itertools.chain(*PROJECT["optional-dependencies"].values()))
    }
    assert requirements(pycuda_build.INSTALL.removeprefix("pip install ")) == ["pycuda"]
    assert selection._INSTALL_GPU_EXTRA.startswith("pip install pycuda ")
    assert {"hypothesis", "pycuda"} <= named


@pytest.mark.slow
def test_a_checkout_can_be_installed_by_its_path():
    """What the pages write, with the checkout's own path, as far as pip goes without installing."""
    pytest.importorskip("pip", reason="this environment has no pip")
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--no-deps", "--quiet", "--no-input"]
    done = subprocess.run(
        [*command, "--report", "-", f"{ROOT}[search,gpu]"], capture_output=True, text=True, check=False
    )
    if "No matching distribution found for hatchling" in done.stderr:
        pytest.skip("the build backend cannot be had here: no package index")
    assert done.returncode == 0, done.stderr
    assert '"name": "kernel-harness"' in done.stdout
