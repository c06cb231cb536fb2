"""Loads the project's own plugin for the project's own tests, where it is not installed as one."""

from __future__ import annotations

from importlib.metadata import entry_points

# pytester is for tests/plugin. An installed plugin is loaded by its entry point, under another name: loading it
# here as well would register it twice.
pytest_plugins = ["pytester"]
if not any(entry.value == "harness.plugin" for entry in entry_points(group="pytest11")):
    pytest_plugins.append("harness.plugin")
