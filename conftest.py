"""Loads the project's own plugin for the project's own tests, where it is not installed as one."""

from __future__ import annotations

import contextlib
import gc
import importlib.util
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

# Users import `kernel_harness`; in a checkout that is not installed this folder has the name.
if importlib.util.find_spec("kernel_harness") is None:
    sys.path.append(str(Path(__file__).parent / "harness" / "checkout"))

# pytester is for tests/plugin. An installed plugin is loaded by its entry point, under another name: loading it
# here as well would register it twice.
pytest_plugins = ["pytester"]
if not any(entry.value == "kernel_harness.plugin" for entry in entry_points(group="pytest11")):
    pytest_plugins.append("kernel_harness.plugin")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Give each process of pytest-xdist neighbouring tests: they share what they compile and what they make once."""
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "worksteal"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With ``--benchmark-only`` or ``-m slow``, leave out test files that have no such test: importing takes seconds.

    A benchmark takes the fixture ``benchmark``, which no ``conftest.py`` here renames. None marks a test either.
    """
    is_test_file = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    wanted = "benchmark" if getattr(config.option, "benchmark_only", False) else ""
    if config.option.markexpr == "slow":
        wanted = "mark.slow"
    if not (is_test_file and wanted):
        return None
    return None if wanted in collection_path.read_text(encoding="utf-8") else True


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Let each process of pytest-xdist import other test files first: what one compiles the others only read."""
    worker, root = getattr(session.config, "workerinput", None), session.config.rootpath
    if worker is None or (root / "tests") not in (root / each for each in session.config.args):
        return
    paths = sorted((root / "tests").rglob("test_*.py"))
    paths = [path for path in paths if pytest_ignore_collect(path, session.config) is None]
    first = len(paths) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for path in paths[first:] + paths[:first]:
        # Collection says what is wrong with a file, or why it is skipped.
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(".".join(path.relative_to(root).with_suffix("").parts))


def pytest_configure() -> None:
    """Look for cyclic garbage less often: reading PTX makes tens of thousands of objects that are all in use."""
    gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Check that ``-m slow`` would import the file of each slow test."""
    for path in {item.path for item in items if item.get_closest_marker("slow")}:
        if "mark.slow" not in path.read_text(encoding="utf-8"):
            raise pytest.UsageError(f"{path} must mark its slow tests by pytest.mark.slow")


def pytest_collection_finish() -> None:
    """Leave the collected items, which stay to the end, out of every search for garbage."""
    gc.collect()
    gc.freeze()
