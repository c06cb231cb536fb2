"""A gate that a signal ends leaves nothing in the repository and in the temporary folder."""

import signal
import subprocess
from pathlib import Path

import pytest

from harness.gate.revision import SCRATCH_PREFIX
from tests.gate.repository import ROWS, Repository, tool_environment


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def gate_in_the_middle(repository: Path, temporary: Path) -> subprocess.Popen[str]:
    """Start a gate that has much to do, and return once it has both sides and compiles."""
    process = subprocess.Popen(
        ["kernel-harness", "gate", "--device", "cpu", "--base", "main", "--sweep"],
        cwd=repository, env=tool_environment(TMPDIR=str(temporary), KERNEL_HARNESS_ISOLATION="process"),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stderr is not None
    for line in process.stderr:
        if "checking what changed" in line:
            return process
    raise AssertionError(f"the gate ended: {process.wait()}")


@pytest.fixture
def repository(tmp_path):
    repository = Repository(tmp_path / "project")
    repository.edit(ROWS, "float sum = 0.0f", "float sum = 1e-30f")
    return repository


@pytest.mark.slow
@pytest.mark.usefixtures("hears_hangups")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=["TERM", "HUP"])
def test_a_signal_that_ends_a_gate_leaves_nothing(repository, temporary, number):
    process = gate_in_the_middle(repository.root, temporary)
    assert list(temporary.glob(f"{SCRATCH_PREFIX}*"))
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == -number  # as a process has to end that a signal ends
    assert not list(temporary.glob(f"{SCRATCH_PREFIX}*"))
    assert len(repository.git("worktree", "list").splitlines()) == 1
