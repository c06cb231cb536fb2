"""Base and head as trees of files: a git worktree for a commit, or the working tree as it is."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import UsageError
from ..settings import Settings

WORKING_TREE = "working tree"


@dataclass(frozen=True)
class Revision:
    """One side of a comparison.

    Parameters
    ----------
    name : str
        What was asked for: a branch, a tag, a commit, or `WORKING_TREE`.
    commit : str
        Full id; empty for the working tree.
    root : Path
        The project's folder in this revision's files.
    settings : Settings
        Sources and include folders of this revision; everything else as the run has it.
    """

    name: str
    commit: str
    root: Path
    settings: Settings

    @property
    def label(self) -> str:
        """Name and abbreviated commit, for people."""
        return (
            f"{self.name} ({self.commit[:12]})"
            if self.commit and not self.commit.startswith(self.name)
            else self.name
        )


@contextlib.contextmanager
def open_revisions(
    base: str, head: str | None, start: Path, overrides: dict[str, Any]
) -> Iterator[tuple[Revision, Revision]]:
    """Make the files of two revisions available.

    Parameters
    ----------
    base : str
        Anything that git takes for a commit.
    head : str or None
        The same; None is the working tree, with what is not committed.
    start : Path
        A folder of the project.
    overrides : dict
        Settings by name that hold for both sides, as for `Settings.load`.

    Yields
    ------
    base, head : Revision
        Worktrees are gone when the block is left, however it is left.

    Raises
    ------
    UsageError
        There is no git, no repository or no such commit, or the base has no such folder.
    """
    settings = Settings.load(start, **overrides)
    prefix = Path(_git(["rev-parse", "--show-prefix"], settings.root).strip())
    with contextlib.ExitStack() as worktrees:
        sides = []
        for which, name in (("--base", base), ("--head", head)):
            if name is None:
                sides.append(Revision(WORKING_TREE, "", settings.root, settings))
                continue
            commit = _commit(which, name, settings.root)
            tree = worktrees.enter_context(_worktree(commit, settings.root))
            root = tree / prefix
            if not root.is_dir():
                raise UsageError(f"{which} must have the folder {prefix} (got {name}, which has not)")
            sides.append(Revision(name, commit, root, _settings_in(root, overrides)))
        yield sides[0], sides[1]


def _settings_in(root: Path, overrides: dict[str, Any]) -> Settings:
    return Settings.load(root, **overrides)


@contextlib.contextmanager
def _worktree(commit: str, root: Path) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="kernel-harness-"))
    tree = folder / "tree"
    try:
        _git(["worktree", "add", "--quiet", "--detach", "--no-guess-remote", str(tree), commit], root)
        yield tree
    finally:
        with contextlib.suppress(UsageError):
            _git(["worktree", "remove", "--force", str(tree)], root)
        shutil.rmtree(folder, ignore_errors=True)
        with contextlib.suppress(UsageError):
            _git(["worktree", "prune"], root)


def _commit(which: str, name: str, root: Path) -> str:
    try:
        return _git(
            ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"], root
        ).strip()
    except UsageError:
        raise UsageError(
            f"{which} must be a commit of this repository (got {name!r}); in a shallow clone, fetch it first: "
            f"git fetch origin {name}"
        ) from None


def _git(arguments: Sequence[str], folder: Path) -> str:
    try:
        done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=False)
    except OSError as error:
        raise UsageError(f"git must be installed to compare revisions (got: {error})") from None
    if done.returncode:
        said = done.stderr.strip() or f"status {done.returncode}"
        raise UsageError(f"git {arguments[0]} must work in {folder} (got: {said})")
    return done.stdout
