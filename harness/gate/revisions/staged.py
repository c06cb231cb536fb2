"""Reads the index, which is about to be committed, as a tree, without writing to the repository."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from ...errors import UsageError
from .git import git

_INDEX_VARIABLE = "GIT_INDEX_FILE"


@dataclass(frozen=True)
class StagedTree:
    """The tree of a commit made from the index."""

    id: str
    """Full id of the tree."""
    variables: dict[str, str]
    """Environment variables that git needs to find the tree's objects."""


def commit_index() -> Path | None:
    """Return the path of the index of the commit in progress; None outside a hook.

    ``git commit -a`` and ``git commit PATH`` use a separate index, which git names to its hooks.
    """
    named = os.environ.get(_INDEX_VARIABLE)
    return Path(named).absolute() if named else None


def staged_tree(repository: Path, folder: Path) -> StagedTree:
    """Read the index as a tree."""
    index = commit_index() or repository / git(["rev-parse", "--git-path", "index"], repository)
    objects = folder / "objects"
    objects.mkdir(parents=True)
    copy = folder / "index"
    if index.is_file():  # a repository without a commit may have none
        shutil.copyfile(index, copy)
    variables = {
        "GIT_OBJECT_DIRECTORY": str(objects),
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": _quoted(
            (repository / git(["rev-parse", "--git-path", "objects"], repository)).resolve()
        ),
    }
    try:
        tree = git(["write-tree", "--missing-ok"], repository, {**variables, _INDEX_VARIABLE: str(copy)})
    except UsageError as error:
        raise UsageError(f"--staged must find an index that can be committed: {error}") from None
    return StagedTree(tree, variables)


def unstaged(repository: Path) -> tuple[str, ...]:
    """Return the tracked files of the working tree that differ from the index of the commit in progress."""
    index = commit_index()
    extra = {} if index is None else {_INDEX_VARIABLE: str(index)}
    told = git(["diff", "--name-only", "-z", "--no-ext-diff", "--ignore-submodules=all"], repository, extra)
    return tuple(name for name in told.split("\0") if name)


def _quoted(path: Path) -> str:
    # A colon separates paths, except within quotes.
    escaped = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
