"""Finds the merge base of two commits, with which ``git diff base...head`` compares too."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ...errors import UsageError
from .git import asked, git


@dataclass(frozen=True)
class MergeBase:
    """The merge base of two commits."""

    commit: str
    """Full id of the merge base."""
    n_bases: int
    """Number of merge bases; more than one after merges in both directions."""


def merge_base(base: str, head: str, names: tuple[str, str], folder: Path) -> MergeBase:
    """Find the merge base of two commits; if there are several, the one that ``git diff base...head`` uses."""
    found = (asked(["merge-base", "--all", base, head], folder) or "").split()
    if found:
        return MergeBase(found[0], len(found))
    if is_shallow(folder):
        n_commits = git(["rev-list", "--count", base, head], folder)
        raise UsageError(
            f"the merge base of {names[0]} and {names[1]} must be in the clone (got a shallow clone with "
            f"{n_commits} commits of them and none in common); set fetch-depth: 0 (GitHub) or GIT_DEPTH: 0 (GitLab), "
            "or run git fetch --unshallow; --exact-base compares with the tip of base"
        )
    raise UsageError(
        f"base and head must have a commit in common (got {names[0]} and {names[1]}, which have none); "
        "--exact-base compares with the tip of base"
    )


def is_shallow(folder: Path) -> bool:
    """Whether a repository is a shallow clone, which lacks a part of its history."""
    return asked(["rev-parse", "--is-shallow-repository"], folder) == "true"
