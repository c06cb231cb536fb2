"""A few rounds of the soak, and that it sees what it looks for."""

import subprocess
import sys

import pytest

from tests.gate.repository import Repository

from .place import (
    _VARIABLE,
    Command,
    Place,
    damaged_entries,
    files_left,
    processes_left,
    repository_left,
    torn_files,
)
from .rounds import COMMANDS, LIMITS, MAIN, NOBODY, SIGNALS, WORKER, round_of, run_round, undisturbed

ROUNDS = (2, 11)


@pytest.mark.slow
@pytest.mark.usefixtures("interruptible")
def test_killed_commands_leave_nothing_and_the_next_run_is_right(tmp_path):
    place = Place(tmp_path / "soak")
    expected = undisturbed(place)
    found = {number: run_round(place, round_of(0, number), expected).findings for number in ROUNDS}
    assert found == {number: [] for number in ROUNDS}


def test_the_few_rounds_have_each_signal_each_victim_both_commands_and_both_limits():
    acts = [act for number in ROUNDS for act in round_of(0, number).acts]
    assert {act.number for act in acts} == set(SIGNALS)
    assert {act.victim for act in acts} == {MAIN, WORKER}
    assert {act.command for act in acts} == set(COMMANDS)
    assert {act.limit for act in acts} == set(LIMITS)


def test_rounds_are_the_same_again_and_have_everything_in_them():
    rounds = [round_of(0, number) for number in range(200)]
    assert rounds == [round_of(0, number) for number in range(200)]
    keys = {act.key for each in rounds for act in each.acts}
    assert len(keys) == len(SIGNALS) * 2 * 2 * 2 + 4
    assert {act.victim for each in rounds for act in each.acts} == {MAIN, WORKER, NOBODY}
    assert all({act.victim for act in each.acts} != {NOBODY} for each in rounds)


@pytest.fixture
def command(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(600)"], env={_VARIABLE: "planted"}, text=True
    )
    (tmp_path / "first").mkdir()
    yield Command("gate", process, "planted", tmp_path / "first")
    process.kill()
    process.wait()


def test_what_is_left_is_seen(tmp_path, command, monkeypatch):
    monkeypatch.setattr("tests.soak.place.GRACE_S", 0.1)
    assert processes_left([command]) == ["a process of gate is left"]
    (tmp_path / "temporary" / "kernel-harness-x").mkdir(parents=True)
    assert files_left(tmp_path) == ["the temporary kernel-harness-x is left"]
    command.json_path.write_text('{"schema": ')
    command.markdown_path.write_text("## kernel-harness gate: cl")
    (command.folder / ".gate.json.x1").touch()
    assert torn_files(command) == [
        ".gate.json.x1 is left beside the report",
        "gate.json is torn",
        "gate.md is torn",
    ]
    entry = tmp_path / "cache" / "v2" / "ab" / f"ab{'0' * 62}.bin"
    entry.parent.mkdir(parents=True)
    entry.write_bytes(b"half an entry")
    assert damaged_entries(tmp_path / "cache") == [f"the cache entry {entry.name} is damaged"]


def test_what_is_left_in_a_repository_is_seen(tmp_path):
    repository = Repository(tmp_path / "repository")
    assert repository_left(repository) == []
    repository.git("worktree", "add", "--quiet", "--detach", str(tmp_path / "tree"), "HEAD")
    (repository.root / ".git" / "index.lock").touch()
    assert repository_left(repository) == ["a worktree is left", "the lock index.lock is left"]
