from dataclasses import replace

import pytest

from harness.variant import matrix
from tests.gate.repository import Repository


@pytest.fixture
def repository(tmp_path, monkeypatch, request):
    """A repository of a module's `FILES` that is the current folder; its gates run cases in this process."""
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    repository = Repository(tmp_path / "project", getattr(request.module, "FILES", None))
    monkeypatch.chdir(repository.root)
    return repository


def thin_out(patch, every=8):
    """Leave one case of `every` in a matrix, in this process: tests/run proves that a suite runs all that there are."""
    whole = matrix._matrix

    def thinned(variant):
        made = whole(variant)
        return replace(made, runnable=made.runnable[::every])

    patch.setattr(matrix, "_matrix", thinned)


@pytest.fixture
def few_cases(monkeypatch):
    thin_out(monkeypatch)
