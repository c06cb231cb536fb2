"""A gate that is ended leaves nothing in the repository, and nothing for long in the temporary folder."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from harness.gate.revisions.tree import PREFIX, scratch_folder
from tests.gate.repository import KERNEL, ROWS, Repository, tool_environment


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


@pytest.mark.usefixtures("hears_hangups")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=["TERM", "HUP"])
def test_a_signal_that_ends_a_gate_leaves_nothing(repository, temporary, number):
    process = gate_in_the_middle(repository.root, temporary)
    assert list(temporary.glob(f"{PREFIX}*"))
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == -number  # as a process has to end that a signal ends
    assert not list(temporary.glob(f"{PREFIX}*"))
    assert len(repository.git("worktree", "list").splitlines()) == 1


def test_what_a_killed_gate_leaves_the_next_one_removes(repository, temporary):
    process = gate_in_the_middle(repository.root, temporary)
    (left,) = temporary.glob(f"{PREFIX}*")
    with scratch_folder():
        assert (left / "base").is_dir(), "the folder of a gate that runs was removed"
    process.kill()
    process.communicate(timeout=60)
    assert len(repository.git("worktree", "list").splitlines()) == 1
    assert not list((repository.root / ".git").rglob("*.lock"))
    # The lock lasts as long as any process of that gate.
    for _ in range(300):
        with scratch_folder():
            pass
        if not left.exists():
            break
        time.sleep(0.1)
    assert not left.exists()


def test_what_is_not_a_gate_s_is_left_alone(tmp_path, temporary):
    repository = Repository(tmp_path / "project")
    repository.git("worktree", "add", "--quiet", "--detach", str(temporary / f"{PREFIX}mine"))
    named_alike = temporary / f"{PREFIX}abcdefgh"
    repository.git("worktree", "add", "--quiet", "--detach", str(named_alike))
    abandoned = temporary / f"{PREFIX}01234567"
    (abandoned / "base").mkdir(parents=True)
    link = temporary / f"{PREFIX}89abcdef"
    link.symlink_to(tmp_path / "project")
    with scratch_folder() as folder:
        assert folder.parent == temporary
    assert not abandoned.exists()
    assert (temporary / f"{PREFIX}mine" / ROWS).read_text() == KERNEL
    assert (named_alike / ROWS).read_text() == KERNEL
    assert link.is_symlink()
    assert not folder.exists()


def test_a_folder_stays_while_its_gate_runs(temporary):
    with scratch_folder() as first:
        (first / "base").mkdir()
        with scratch_folder() as second:
            assert second != first
            assert first.is_dir()
        code = "from harness.gate.revisions.tree import scratch_folder\nwith scratch_folder(): pass"
        subprocess.run([sys.executable, "-c", code], env=tool_environment(TMPDIR=str(temporary)), check=True)
        assert (first / "base").is_dir()
