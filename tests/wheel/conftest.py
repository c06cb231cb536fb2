"""The package as users install it: a wheel of this checkout, unpacked into a folder that precedes everything else."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

NOT_INHERITED = ("PYTEST_", "KERNEL_HARNESS_", "COV_", "PYTHONPATH")


def build(source: Path, into: Path, target: str) -> Path:
    pytest.importorskip("hatchling", reason="the wheel is built with hatchling; pip install '.[test]'")
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(into)]
    built = subprocess.run(command, cwd=source, capture_output=True, text=True, timeout=120, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    (path,) = into.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return path


@pytest.fixture(scope="session")
def wheel(tmp_path_factory) -> Path:
    return build(ROOT, tmp_path_factory.mktemp("wheel"), "wheel")


@pytest.fixture(scope="session")
def site(wheel, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture(scope="session")
def environ(site) -> dict[str, str]:
    """Return the environment of a process that finds the unpacked wheel before any other installation."""
    cache = "KERNEL_HARNESS_CACHE_DIR"  # what the other tests compile is the same
    kept = {k: value for k, value in os.environ.items() if k == cache or not k.startswith(NOT_INHERITED)}
    return kept | {"PYTHONPATH": str(site)}


@pytest.fixture
def python(environ, tmp_path):
    """Run Python in an empty folder, with the package of the wheel."""

    def run(*arguments, cwd=tmp_path, **more):
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=cwd,
            env=environ | more,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    return run
