"""A project of its own for `init` and `adopt`, and a runner for trials."""

import pytest


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Make an empty project, and work in its folder."""
    (tmp_path / "pyproject.toml").write_text("", encoding="ascii")
    monkeypatch.chdir(tmp_path)
    # Starting a worker process for each command takes longer than most of them.
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    return tmp_path
