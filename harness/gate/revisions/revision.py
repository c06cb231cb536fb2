"""Provides the files of base and head: a temporary copy of a commit or of the index, or the working tree.

Base is the merge base of two commits, with which ``git diff base...head`` compares too. The index, which is about to be
committed, is read as a tree, without writing to the repository.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...errors import UsageError
from ...settings.settings import Settings
from .git import asked, git
from .tree import Tree, scratch_folder, submodules, write_tree

WORKING_TREE = "working tree"
STAGED = "staged changes"
_ID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_SHORT = 12
_SHOWN = 3


@dataclass(frozen=True)
class Revision:
    """One side of a comparison."""

    name: str
    """Requested revision: a branch, a tag, a commit, `WORKING_TREE` or `STAGED`."""
    commit: str
    """Full id of the commit; empty for the working tree and the index."""
    root: Path
    """Folder of the project in this revision's files."""
    settings: Settings
    """Settings with the sources and include folders of this revision."""
    tree: Tree
    """Files of the repository in this revision."""
    repository: Path
    """Top folder of the user's working tree."""
    origin: str = ""
    """Origin of the commit if it is not that of `name`: ``merge base of main and HEAD``."""
    notes: tuple[str, ...] = ()
    """Parts that are not compared because of the choice of this revision, one line each."""
    left_out: frozenset[str] = frozenset()
    """Files that a sparse checkout leaves out of the working tree, relative to the top of the repository."""

    def has_left_out(self, path: Path, other: Revision) -> bool:
        """Whether a file of the other revision is one that a sparse checkout leaves out of this one."""
        return path.is_relative_to(other.tree.folder) and (
            path.relative_to(other.tree.folder).as_posix() in self.left_out
        )

    def changed_left_out(self, base: Revision) -> tuple[str, ...]:
        """Return the files that a sparse checkout leaves out and that differ from the base in git's index."""
        if not self.left_out or not base.commit:
            return ()
        differing = git(
            ["diff", "--cached", "--name-only", "--no-renames", "-z", base.commit], self.repository
        )
        return tuple(sorted(self.left_out.intersection(differing.split("\0"))))

    def files(self) -> tuple[str, ...]:
        """Return the paths of its files, relative to the top of the repository, without those that git ignores."""
        if self.is_copy:
            found = (each for each in self.tree.folder.rglob("*") if each.is_file())
            return tuple(sorted(each.relative_to(self.tree.folder).as_posix() for each in found))
        told = git(["ls-files", "--cached", "--others", "--exclude-standard", "-z"], self.repository)
        return tuple(sorted({each for each in told.split("\0") if each}))

    @property
    def is_copy(self) -> bool:
        """Whether its files are a temporary copy."""
        return self.tree.folder != self.repository

    @property
    def label(self) -> str:
        """Name and abbreviated commit, for reports."""
        if self.origin:
            return f"{self.origin}: {self.commit[:_SHORT]}" if self.commit else self.origin
        return (
            f"{self.name} ({self.commit[:_SHORT]})"
            if self.commit and not self.commit.startswith(self.name)
            else self.name
        )


@contextlib.contextmanager
def open_revisions(
    base: str,
    head: str | None,
    start: Path,
    overrides: dict[str, Any],
    *,
    exact_base: bool = False,
    staged: bool = False,
) -> Iterator[tuple[Revision, Revision]]:
    """Make the files of two revisions available."""
    settings = Settings.load(start, **overrides)
    project = _Project(
        top=Path(git(["rev-parse", "--show-toplevel"], settings.root)),
        prefix=Path(git(["rev-parse", "--show-prefix"], settings.root)),
        settings=settings,
        overrides=overrides,
    )
    with scratch_folder() as scratch:
        tip = "" if _is_unborn(base, project.top) else _commit("--base", base, project.top)
        if head is not None:
            commit = _commit("--head", head, project.top)
            second = project.at(write_tree(project.top, commit, scratch / "head"), "--head", head, commit)
        elif staged:
            index = staged_tree(project.top, scratch / "staged")
            tree = write_tree(project.top, index.id, scratch / "head", index.variables)
            second = project.at(tree, "--staged", STAGED)
        else:
            second = project.working_tree()
        if not tip:
            first = project.without_files(base, scratch / "base")
        else:
            commit, origin = (tip, "") if exact_base else _began(base, tip, head or "HEAD", project.top)
            first = project.at(
                write_tree(project.top, commit, scratch / "base"), "--base", base, commit, origin
            )
        yield first, second


@dataclass(frozen=True)
class _Project:
    """The project's place in its repository, and its settings."""

    top: Path
    """Top folder of the working tree."""
    prefix: Path
    """Folder of the project, relative to `top`."""
    settings: Settings
    """Settings of the working tree."""
    overrides: dict[str, Any]
    """Settings by name for every revision."""

    def at(self, tree: Tree, flag: str, name: str, commit: str = "", origin: str = "") -> Revision:
        """Return the revision whose files are in `tree`."""
        root = tree.folder / self.prefix
        if not root.is_dir():
            raise UsageError(
                f"{flag} must have the folder {self.prefix} (got {origin or name}, which has not)"
            )
        # A header folder that git does not track is missing in a commit. Create it empty.
        for folder in self.settings.include_dirs:
            if folder.is_relative_to(self.top):
                with contextlib.suppress(OSError):
                    (tree.folder / folder.relative_to(self.top)).mkdir(parents=True, exist_ok=True)
        try:
            settings = Settings.load(root, **self.overrides)
        except UsageError as error:
            told = str(error).replace(f"{tree.folder}/", "")
            update = f"; git submodule update --init {tree.missing[0].path}" if tree.missing else ""
            raise UsageError(f"the settings of {origin or name} must be usable: {told}{update}") from None
        return Revision(name, commit, root, settings, tree, self.top, origin)

    def without_files(self, name: str, folder: Path) -> Revision:
        """Return the empty revision of a repository without a commit."""
        root = folder / self.prefix
        root.mkdir(parents=True)
        settings = Settings.load(root, **self.overrides)
        return Revision(name, "", root, settings, Tree(folder), self.top, f"{name}, which has no commit yet")

    def working_tree(self) -> Revision:
        """Return the working tree as a revision. In a hook, note whether it equals the index to be committed."""
        is_born = asked(["rev-parse", "--verify", "--quiet", "HEAD"], self.top) is not None
        tree = Tree(self.top, submodules(self.top, "HEAD") if is_born else [])
        found = Revision(
            WORKING_TREE, "", self.settings.root, self.settings, tree, self.top, left_out=_left_out(self.top)
        )
        if commit_index() is None:
            return found
        differing = unstaged(self.top)
        if not differing:
            return replace(found, origin=f"{WORKING_TREE} (equal to the index that is being committed)")
        more = f" and {len(differing) - _SHOWN} more" if len(differing) > _SHOWN else ""
        note = (
            f"the index that is being committed: the working tree differs in {', '.join(differing[:_SHOWN])}{more}; "
            f"--staged compares the index"
        )
        return replace(found, origin=f"{WORKING_TREE} (not the index that is being committed)", notes=(note,))


def _left_out(top: Path) -> frozenset[str]:
    entries = git(["ls-files", "-t", "-z"], top).split("\0")
    named = (each[2:] for each in entries if each.startswith("S "))
    return frozenset(each for each in named if not os.path.lexists(top / each))


def _began(base: str, tip: str, head: str, top: Path) -> tuple[str, str]:
    """Return the merge base of base and head, and its description; empty if it is the tip of base."""
    names = _short(base), _short(head)
    found = merge_base(tip, _commit("--head", head, top), names, top)
    if found.commit == tip:
        return tip, ""
    several = f", the first of {found.n_bases}" if found.n_bases > 1 else ""
    return found.commit, f"merge base of {names[0]} and {names[1]}{several}"


def _is_unborn(name: str, root: Path) -> bool:
    """Whether a name is HEAD before the first commit."""
    return (
        name == "HEAD"
        and asked(["rev-parse", "--verify", "--quiet", "HEAD"], root) is None
        and asked(["symbolic-ref", "--quiet", "HEAD"], root) is not None
    )


def _commit(which: str, name: str, root: Path) -> str:
    found = asked(["rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"], root)
    if found is not None:
        return found
    shallow = ", or set fetch-depth: 0 (GitHub) or GIT_DEPTH: 0 (GitLab)" if is_shallow(root) else ""
    branch = name.removeprefix("origin/")
    how = f"git fetch origin {branch}" + (f":refs/remotes/{name}" if branch != name else "")
    raise UsageError(
        f"{which} must be a commit of this repository (got {name!r}); in a shallow clone, fetch it first: "
        f"{how}{shallow}"
    )


def _short(name: str) -> str:
    return name[:_SHORT] if _ID.fullmatch(name) else name


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
