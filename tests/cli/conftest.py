import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness.cli.program import main
from tests.run.fake_device import FakeDevice, open_no_gpu

ROOT = Path(__file__).parents[2]


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Stand in an empty project, on a machine whose cpu device is the fake one and which has no gpu."""
    for name in ("FORCE_COLOR", "KERNEL_HARNESS_DEVICE", "KERNEL_HARNESS_SOURCES"):
        monkeypatch.delenv(name, raising=False)
    # The fake device is this process's: a worker would open the real one.
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    monkeypatch.setattr("harness.run.session.open_cpu", lambda _settings: FakeDevice())
    monkeypatch.setattr("harness.run.session.open_gpu", open_no_gpu)
    # The fake device executes no PTX that could be traced.
    monkeypatch.setattr("harness.trace.origin.with_origins", lambda outcomes, _runner: outcomes)
    (tmp_path / "cuda_src").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def real(project, monkeypatch):
    """Stand in a project with the real cpu device, in this process."""
    monkeypatch.undo()
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    for name in ("FORCE_COLOR", "KERNEL_HARNESS_DEVICE", "KERNEL_HARNESS_SOURCES"):
        monkeypatch.delenv(name, raising=False)
    shutil.copytree(ROOT / "cuda_src" / "include", project / "cuda_src" / "include")
    monkeypatch.chdir(project)
    return project


@pytest.fixture
def invoke(project):

    def run(*arguments):
        result = CliRunner().invoke(main, [str(argument) for argument in arguments])
        # An exception that is no exit would be a traceback for the user.
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    assert project.is_dir()
    return run
