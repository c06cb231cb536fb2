"""The commit that a change began from: the merge base, which ``git diff base...head`` compares with, too."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..errors import UsageError
from .git import asked, git


@dataclass(frozen=True)
class MergeBase:
    """Where two branches parted.

    Parameters
    ----------
    commit : str
        Full id.
    n_bases : int
        Number of merge bases; more than one after merges in both directions.
    """

    commit: str
    n_bases: int


def merge_base(base: str, head: str, names: tuple[str, str], folder: Path) -> MergeBase:
    """Find the best common ancestor of two commits; of several, the one that ``git diff base...head`` takes.

    Parameters
    ----------
    base, head : str
        Full ids.
    names : (str, str)
        What the user calls them, for messages.
    folder : Path
        A folder of the repository.

    Raises
    ------
    UsageError
        They have none, or a shallow clone does not hold it.
    """
    found = (asked(["merge-base", "--all", base, head], folder) or "").split()
    if found:
        return MergeBase(found[0], len(found))
    if is_shallow(folder):
        n_commits = git(["rev-list", "--count", base, head], folder)
        raise UsageError(
            f"the merge base of {names[0]} and {names[1]} must be in the clone (got a shallow clone, where they have "
            f"{n_commits} commits and none in common); set fetch-depth: 0 (GitHub) or GIT_DEPTH: 0 (GitLab), or run "
            "git fetch --unshallow; --exact-base compares with the tip of base"
        )
    raise UsageError(
        f"base and head must have a commit in common (got {names[0]} and {names[1]}, which have none); "
        "--exact-base compares with the tip of base"
    )


def is_shallow(folder: Path) -> bool:
    """Whether a repository lacks a part of its history."""
    return asked(["rev-parse", "--is-shallow-repository"], folder) == "true"
