"""Whether each case of the matrix is a test of its own, as in a user's project, or all that share code are one."""

from __future__ import annotations

import pytest

from harness.pytest_plugin.options import OPTION_DEFAULTS

OWN_TEST, TOGETHER = "test_kernel", "test_cases_that_share_code"


def asks_for_cases(config: pytest.Config) -> bool:
    """Whether a command line selects tests or has an option of the plugin."""
    option = config.option
    return (
        bool(option.keyword or option.markexpr)
        or any("::" in argument for argument in config.args)
        or any(getattr(option, name) != default for name, default in OPTION_DEFAULTS.items())
    )


def pytest_pycollect_makeitem(
    collector: pytest.Module | pytest.Class, name: str
) -> list[pytest.Item | pytest.Collector] | None:
    """Leave out one of the two tests that run the matrix."""
    if collector.path.name != "test_matrix.py":
        return None
    return [] if name == (TOGETHER if asks_for_cases(collector.config) else OWN_TEST) else None
