"""Real commits through the hook that is shipped: afterwards the repository is as one without the hook would be."""

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.gate.repository import ROWS, Repository, tool_environment
from tests.gate.repository import SMALL as KERNEL

ROOT = Path(__file__).resolve().parents[2]
OTHER = "kernels/other.cu"
WRONG = KERNEL.replace("col < n_cols; ++col) y", "col < n_cols - 1; ++col) y")
NOTED = KERNEL.replace("  float sum", "  // the sum of all\n  float sum")


@pytest.fixture(autouse=True)
def _always_the_same_day(monkeypatch):
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_DATE", "1700000000 +0000")


def shipped() -> dict[str, object]:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    return hook


def run(arguments: list[str], folder: Path, *, code: int = 0) -> str:
    done = subprocess.run(
        arguments, cwd=folder, env=tool_environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def install(folder: Path) -> None:
    """Write the hook as git runs it: entry and arguments are those that are shipped."""
    hook = shipped()
    path = Path(
        run(["git", "rev-parse", "--path-format=absolute", "--git-path", "hooks/pre-commit"], folder).strip()
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\nexec {hook['entry']} {shlex.join(hook['args'])}\n")
    path.chmod(0o755)


def state(folder: Path) -> dict[str, str]:
    """Everything that a commit leaves behind; ids of commits hold tree, parents, dates and message."""
    return {
        "log": run(["git", "log", "--format=%H %P %s", "--all"], folder),
        "show": run(["git", "show", "--stat", "--format=%H"], folder),
        "fsck": run(["git", "fsck", "--strict", "--full", "--no-dangling"], folder),
        "index": run(["git", "ls-files", "--stage", "--debug", "--", ":!*"], folder)
        + run(["git", "ls-files", "--stage"], folder),
        "status": run(["git", "status", "--porcelain=v2", "--untracked-files=all"], folder),
        "refs": run(["git", "for-each-ref"], folder),
        "locks": "\n".join(sorted(str(path) for path in folder.rglob("*.lock"))),
        "objects": run(["git", "cat-file", "--batch-check", "--batch-all-objects"], folder),
        "worktrees": str(len(run(["git", "worktree", "list"], folder).splitlines())),
    }


def start(root: Path) -> Path:
    return Repository(root, {ROWS: KERNEL, OTHER: KERNEL}).root


NOTE = ["-m", "note"]
# Files to write, to add and to write then; arguments of the commit.
WAYS = {
    "plainly": ({ROWS: NOTED}, [ROWS], {}, NOTE),
    "all tracked": ({ROWS: NOTED}, [], {}, ["-am", "note"]),
    "by path": ({ROWS: NOTED, OTHER: NOTED}, [OTHER], {}, [*NOTE, "--", ROWS]),
    # what is not to be committed is not judged
    "in part": ({ROWS: NOTED}, [ROWS], {ROWS: WRONG}, NOTE),
    "amended": ({ROWS: NOTED}, [ROWS], {}, ["--amend", "-m", "first, with a note"]),
    "all files": ({}, ["--all"], {}, ["-m", "first"]),
}


def prepare(folder: Path, way: str) -> list[str]:
    """Bring a repository to where a commit is to be made; return the arguments of the commit."""
    before, added, after, arguments = WAYS[way]
    for name, text in before.items():
        (folder / name).write_text(text)
    if added:
        run(["git", "add", *added], folder)
    for name, text in after.items():
        (folder / name).write_text(text)
    return arguments


def commit_both_ways(way: str, folders: tuple[Path, Path]) -> str:
    """Commit in the first folder without the hook and in the second with it; return what the second printed."""
    without, hooked = folders
    run(["git", "commit", "--quiet", *prepare(without, way)], without)
    install(hooked)
    told = run(["git", "commit", "--quiet", *prepare(hooked, way)], hooked)
    assert state(hooked) == state(without)
    assert "clean: it may merge" in told
    return told


@pytest.mark.slow
@pytest.mark.parametrize("way", [way for way in WAYS if way != "all files"])
def test_a_commit_is_the_one_that_was_asked_for(tmp_path, way):
    # The second path holds a space and a character that is not ASCII.
    folders = start(tmp_path / "without"), start(tmp_path / "with a hook, ü")
    told = commit_both_ways(way, folders)
    assert "; head: staged changes" in told
    assert "2 files changed" not in run(["git", "show", "--stat"], folders[1])


@pytest.mark.slow
def test_a_commit_in_a_linked_worktree(tmp_path):
    folders = []
    for name in ("without", "with"):
        main = start(tmp_path / name)
        run(["git", "worktree", "add", "--quiet", "-b", "feature", f"../{name}-linked"], main)
        folders.append(tmp_path / f"{name}-linked")
    commit_both_ways("all tracked", tuple(folders))
    assert run(["git", "status", "--porcelain"], tmp_path / "with") == ""


@pytest.mark.slow
def test_a_commit_in_a_submodule(tmp_path):
    library = Repository(tmp_path / "library", {ROWS: KERNEL, OTHER: KERNEL})
    folders = []
    for name in ("without", "with"):
        outer = Repository(tmp_path / name, {"README": "kernels are in a submodule\n"})
        outer.add_submodule(library, "lib")
        folders.append(outer.root / "lib")
    commit_both_ways("all tracked", tuple(folders))
    assert run(["git", "status", "--porcelain"], tmp_path / "with") == " M lib\n"


@pytest.mark.slow
def test_the_first_commit_of_a_repository(tmp_path):
    folders = tmp_path / "without", tmp_path / "with"
    for folder in folders:
        start(folder)
        shutil.rmtree(folder / ".git")
        run(["git", "init", "--quiet", "--initial-branch=main"], folder)
    assert "base      HEAD, which has no commit yet" in commit_both_ways("all files", folders)


@pytest.mark.slow
def test_what_is_staged_is_judged_and_not_the_working_tree(tmp_path):
    folder = start(tmp_path / "project")
    install(folder)
    (folder / ROWS).write_text(WRONG)
    run(["git", "add", ROWS], folder)
    (folder / ROWS).write_text(KERNEL)
    before = state(folder)
    told = run(["git", "commit", "-m", "wrong"], folder, code=1)
    assert "REGRESSION wrong rows" in told
    # git itself writes the tree before it asks the hook.
    assert {**state(folder), "objects": ""} == {**before, "objects": ""}


@pytest.mark.slow
def test_a_hook_that_judges_the_working_tree_says_so(tmp_path):
    folder = start(tmp_path / "project")
    hook = folder / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexec kernel-harness gate --device cpu --base HEAD\n")
    hook.chmod(0o755)
    assert "head: working tree (equal to the index that is being committed)" in run(
        ["git", "commit", *prepare(folder, "all tracked")], folder
    )
    (folder / ROWS).write_text(KERNEL)
    run(["git", "add", ROWS], folder)
    (folder / ROWS).write_text(NOTED)
    told = run(["git", "commit", "-m", "less"], folder)
    assert "head: working tree (not the index that is being committed)" in told
    assert "the working tree differs in kernels/rows.cu; --staged compares" in told


@pytest.mark.slow
def test_a_file_that_is_only_meant_to_be_added_is_not_staged(tmp_path):
    folder = start(tmp_path / "project")
    (folder / "kernels" / "more.cu").write_text(WRONG)
    run(["git", "add", "--intent-to-add", "kernels/more.cu"], folder)
    told = run(["kernel-harness", "gate", "--device", "cpu", "--base", "HEAD", "--staged"], folder)
    assert "unchanged 2 variants" in told


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("pre-commit", path=tool_environment()["PATH"]) is None,
    reason="needs pre-commit: pip install -e '.[recipes]'",
)
def test_pre_commit_runs_the_hook(tmp_path):
    folder = start(tmp_path / "project")
    # As shipped, except that this installation is run instead of one that pre-commit would make.
    hook = {**shipped(), "language": "system"}
    (folder / ".pre-commit-config.yaml").write_text(
        yaml.safe_dump({"repos": [{"repo": "local", "hooks": [hook]}]})
    )
    run(["git", "add", "--all"], folder)
    run(["git", "commit", "--quiet", "-m", "hooks"], folder)
    run(["pre-commit", "install"], folder)
    # Staged: right. Not staged: wrong, which pre-commit puts aside.
    told = run(["git", "commit", *prepare(folder, "in part")], folder)
    assert "kernel-harness gate" in told
    assert "Passed" in told
    assert run(["git", "show", f"HEAD:{ROWS}"], folder) == NOTED
    assert (folder / ROWS).read_text() == WRONG
    told = run(["git", "commit", "-am", "wrong"], folder, code=1)
    assert "REGRESSION wrong rows" in told
    assert run(["git", "log", "--format=%s", "-1"], folder).strip() == "note"
    assert run(["git", "fsck", "--strict", "--no-dangling"], folder) == ""  # pre-commit itself leaves a tree


def test_nothing_of_the_environment_of_a_hook_reaches_git(monkeypatch):
    from harness.gate.revision import environment, local_variables

    listed = subprocess.run(
        ["git", "rev-parse", "--local-env-vars"], capture_output=True, text=True, check=True
    )
    names = listed.stdout.split()
    assert {"GIT_INDEX_FILE", "GIT_DIR", "GIT_WORK_TREE", "GIT_OBJECT_DIRECTORY"} <= set(names)
    for name in names:
        monkeypatch.setenv(name, os.devnull)
    local_variables.cache_clear()
    assert not set(names) & environment().keys()
