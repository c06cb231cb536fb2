import json

import pytest

from harness.variant import matrix
from tests.gate.repository import Repository, reports


@pytest.fixture
def repository(tmp_path, monkeypatch, request):
    """A repository of a module's `FILES` that is the current folder; its gates run cases in this process."""
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    repository = Repository(tmp_path / "project", getattr(request.module, "FILES", None))
    monkeypatch.chdir(repository.root)
    return repository


def thin_out(patch, every=40):
    """Leave one case of `every` in a matrix, in this process: tests/run proves that a suite runs all that there are."""
    whole = matrix._matrix

    def thinned(variant):
        runnable, *left_out = whole(variant)
        return runnable[::every], *left_out

    patch.setattr(matrix, "_matrix", thinned)


@pytest.fixture
def few_cases(monkeypatch):
    thin_out(monkeypatch)


def gate_at_once(folder, base, head, *options):
    """Gate a change of many kernels that is a regression, in this process; give what was found by variant."""
    repository = Repository(folder / "project", base)
    for name, text in head.items():
        repository.write(name, text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KERNEL_HARNESS_ISOLATION", "none")
        thin_out(patch)
        patch.chdir(repository.root)
        result, texts = reports(folder, "--base", "main", *options)
    assert result.exit_code == 1, result.output
    return {each["id"]: each for each in json.loads(texts["json"])["variants"]}
