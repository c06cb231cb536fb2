"""Loads the project's own plugin for the project's own tests, where it is not installed as one."""

from __future__ import annotations

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
    """Keep the tests of a file in one process of pytest-xdist: they share what they compile and what they make once."""
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "worksteal"
