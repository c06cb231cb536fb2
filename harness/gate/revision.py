"""Provides the files of base and head: a temporary copy of a commit or of the index, or the working tree.

Base is the merge base of two commits, as in ``git diff base...head``.

A copy is made by git in a repository of its own, which borrows the user's objects. ``git worktree`` would register
itself in the user's repository, take its locks, run its hooks and filters, and stay registered when the gate is
killed; ``git archive`` omits the files that ``export-ignore`` names. Git is called without the repository variables of
a hook's environment, and without hooks, locks or prompts.
"""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from ..errors import UsageError
from ..lazy import dataclass, field, pattern
from ..settings.settings import Settings
from ..store.input_file import TOP_MARK
from .model import first_names

WORKING_TREE = "working tree"
STAGED = "staged changes"
_ID = pattern(r"[0-9a-f]{40}|[0-9a-f]{64}")
_SHORT = 12

SCRATCH_PREFIX = "kernel-harness-revisions-"
_INDEX_VARIABLE = "GIT_INDEX_FILE"
# A repository's own ``info/attributes`` wins over every ``.gitattributes``: files are copied as git stores them,
# without filters such as Git LFS, line ends of a platform, ids or another encoding ("-" is an error for the last).
_ATTRIBUTES = "* -text -filter -ident !working-tree-encoding\n"
# Settings of the user and the machine do not apply to copies: core.symlinks=false makes files of links.
_NO_SETTINGS = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
_LINK = "120000"
_SUBMODULE = "160000"
_POINTER = b"version https://git-lfs.github.com/spec/v1\n"
_LONGEST_POINTER = 1024  # bytes, by the specification of Git LFS
# As git itself fetches missing contents of a partial clone ("Partial Clone", git's technical documentation).
_FETCH = (
    "-c", "fetch.negotiationAlgorithm=noop",
    "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--recurse-submodules=no", "--filter=blob:none",
    "--stdin",
)  # fmt: skip


@dataclass(frozen=True)
class Submodule:
    """A submodule whose files could not be read."""

    path: str
    commit: str
    is_there: bool
    """Whether the submodule is checked out at another commit."""


@dataclass
class Tree:
    """The files of a revision in a folder."""

    folder: Path
    missing: list[Submodule] = field(default_factory=list)
    pointers: list[str] = field(default_factory=list)
    """Paths of Git LFS pointers, relative to the folder. Their contents are not in git."""


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
    tree: Tree
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
        top = other.tree.folder
        return path.is_relative_to(top) and path.relative_to(top).as_posix() in self.left_out

    def changed_left_out(self, base: Revision) -> tuple[str, ...]:
        """Return the files that a sparse checkout leaves out and that differ from the base in git's index."""
        if not self.left_out or not base.commit:
            return ()
        # The files themselves are not there, so the index has to be compared.
        options = ["diff", "--cached", "--name-only", "--no-renames", "-z", base.commit]
        differing = git(options, self.repository)
        return tuple(sorted(self.left_out.intersection(differing.split("\0"))))

    def files(self) -> tuple[str, ...]:
        """Return the paths of its files, relative to the top of the repository, without those that git ignores."""
        if self.is_copy:
            paths = (path for path in self.tree.folder.rglob("*") if path.is_file())
            return tuple(sorted(path.relative_to(self.tree.folder).as_posix() for path in paths))
        listed = git(["ls-files", "--cached", "--others", "--exclude-standard", "-z"], self.repository)
        return tuple(sorted({path for path in listed.split("\0") if path}))

    @property
    def is_copy(self) -> bool:
        return self.tree.folder != self.repository

    @property
    def label(self) -> str:
        short = self.commit[:_SHORT]
        if self.origin:
            return f"{self.origin}: {short}" if short else self.origin
        return self.name if self.commit.startswith(self.name) or not short else f"{self.name} ({short})"


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
    settings = Settings.load(start, **overrides)
    project = _Project(
        top=Path(git(["rev-parse", "--show-toplevel"], settings.root)),
        prefix=Path(git(["rev-parse", "--show-prefix"], settings.root)),
        settings=settings,
        overrides=overrides,
    )
    with _scratch_folder() as scratch:
        # The first commit of a repository is compared with nothing: everything is new.
        tip = "" if _is_unborn(base, project.top) else _commit("--base", base, project.top)
        if head is not None:
            commit = _commit("--head", head, project.top)
            second = project.at(copy_tree(project.top, commit, scratch / "head"), "--head", head, commit)
        elif staged:
            second = project.at(copy_tree(project.top, None, scratch / "head"), "--staged", STAGED)
        else:
            second = project.working_tree()
        if not tip:
            first = project.without_files(base, scratch / "base")
        else:
            commit, origin = (tip, "") if exact_base else _began(base, tip, head or "HEAD", project.top)
            first = project.at(
                copy_tree(project.top, commit, scratch / "base"), "--base", base, commit, origin
            )
        yield first, second


@dataclass(frozen=True)
class _Project:
    """The project's place in its repository: below `top` in the folder `prefix`; and its settings."""

    top: Path
    prefix: Path
    settings: Settings
    overrides: dict[str, Any]

    def at(self, tree: Tree, flag: str, name: str, commit: str = "", origin: str = "") -> Revision:
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
            why = str(error).replace(f"{tree.folder}/", "")
            update = f"; git submodule update --init {tree.missing[0].path}" if tree.missing else ""
            raise UsageError(f"the settings of {origin or name} must be usable: {why}{update}") from None
        return Revision(name, commit, root, settings, tree, self.top, origin)

    def without_files(self, name: str, folder: Path) -> Revision:
        """Return the empty revision of a repository without a commit."""
        root = folder / self.prefix
        root.mkdir(parents=True)
        settings = Settings.load(root, **self.overrides)
        return Revision(name, "", root, settings, Tree(folder), self.top, f"{name}, which has no commit yet")

    def working_tree(self) -> Revision:
        """Return the working tree as a revision. In a hook, note whether it equals the index to be committed."""
        missing = [
            Submodule(entry.path, entry.id, is_there=False)
            for entry in _entries(self.top)
            if entry.mode == _SUBMODULE and not (self.top / entry.path / ".git").exists()
        ]
        origin = ""
        notes: tuple[str, ...] = ()
        if index := _commit_index():
            # The tracked files of the working tree that differ from the index of the commit in progress.
            options = ["diff", "--name-only", "-z", "--no-ext-diff", "--ignore-submodules=all"]
            listed = git(options, self.top, {_INDEX_VARIABLE: str(index)})
            differing = [path for path in listed.split("\0") if path]
            committed = "the index that is being committed"
            origin = f"{WORKING_TREE} ({'not' if differing else 'equal to'} {committed})"
            if differing:
                names = first_names(differing)
                notes = (f"{committed}: the working tree differs in {names}; --staged compares the index",)
        marked = git(["ls-files", "-t", "-z"], self.top).split("\0")
        skipped = (line[2:] for line in marked if line.startswith("S "))  # S: skip-worktree
        # A file that was checked out by hand keeps its mark.
        left_out = frozenset(path for path in skipped if not os.path.lexists(self.top / path))
        root, tree = self.settings.root, Tree(self.top, missing)
        return Revision(WORKING_TREE, "", root, self.settings, tree, self.top, origin, notes, left_out)


def _began(base: str, tip: str, head: str, top: Path) -> tuple[str, str]:
    """Return the merge base of base and head, and its description; empty if it is the tip of base."""
    names = _short(base), _short(head)
    head_commit = _commit("--head", head, top)
    # More than one after merges in both directions; `git diff base...head` uses the first.
    bases = (try_git(["merge-base", "--all", tip, head_commit], top) or "").split()
    if bases:
        several = f", the first of {len(bases)}" if len(bases) > 1 else ""
        origin = f"merge base of {names[0]} and {names[1]}{several}"
        return bases[0], "" if bases[0] == tip else origin
    if _is_shallow(top):
        n_commits = git(["rev-list", "--count", tip, head_commit], top)
        raise UsageError(
            f"the merge base of {names[0]} and {names[1]} must be in the clone (got a shallow clone with "
            f"{n_commits} commits of them and none in common); set fetch-depth: 0 (GitHub) or GIT_DEPTH: 0 (GitLab), "
            "or run git fetch --unshallow; --exact-base compares with the tip of base"
        )
    raise UsageError(
        f"base and head must have a commit in common (got {names[0]} and {names[1]}, which have none); "
        "--exact-base compares with the tip of base"
    )


def _is_unborn(name: str, root: Path) -> bool:
    """Whether a name is HEAD before the first commit."""
    is_unknown = name == "HEAD" and try_git(["rev-parse", "--verify", "--quiet", "HEAD"], root) is None
    return is_unknown and try_git(["symbolic-ref", "--quiet", "HEAD"], root) is not None


def _commit(which: str, name: str, root: Path) -> str:
    # A name such as --upload-pack=x must not become an option of git.
    commit = try_git(["rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"], root)
    if commit is not None:
        return commit
    shallow = ", or set fetch-depth: 0 (GitHub) or GIT_DEPTH: 0 (GitLab)" if _is_shallow(root) else ""
    branch = name.removeprefix("origin/")
    how = f"git fetch origin {branch}" + (f":refs/remotes/{name}" if branch != name else "")
    raise UsageError(
        f"{which} must be a commit of this repository (got {name!r}); in a shallow clone, fetch it first: "
        f"{how}{shallow}"
    )


def _short(name: str) -> str:
    return name[:_SHORT] if _ID.fullmatch(name) else name


def _is_shallow(folder: Path) -> bool:
    return try_git(["rev-parse", "--is-shallow-repository"], folder) == "true"


def _commit_index() -> Path | None:
    """Return the path of the index of the commit in progress; None outside a hook."""
    # ``git commit -a`` and ``git commit PATH`` use a separate index, which git names to its hooks.
    named = os.environ.get(_INDEX_VARIABLE)
    return Path(named).absolute() if named else None


class _Entry(NamedTuple):
    mode: str
    id: str
    path: str


def copy_tree(repository: Path, commit: str | None, folder: Path) -> Tree:
    """Write the files of a commit, or of the index if `commit` is None, and of its submodules as git stores them."""
    tree = Tree(folder)
    _copy(tree, repository, commit, "")
    # A copy has no .git folder, which marks the top of a repository for `harness.store.input_file`.
    if not os.path.lexists(folder / TOP_MARK):
        (folder / TOP_MARK).touch()
    return tree


def _copy(tree: Tree, repository: Path, commit: str | None, prefix: str) -> None:
    place = tree.folder / prefix
    place.mkdir(parents=True, exist_ok=True)
    with _scratch_folder() as own:
        objects = (repository / git(["rev-parse", "--git-path", "objects"], repository)).resolve()
        # A copy uses the user's objects as its own, so objects borrowed from other clones are in reach too.
        sources = {"GIT_OBJECT_DIRECTORY": str(objects)}
        if commit is None:
            # The tree of an index may be new: git writes it into the copy, not among the user's objects.
            sources = {
                "GIT_OBJECT_DIRECTORY": str(own / "objects"),
                "GIT_ALTERNATE_OBJECT_DIRECTORIES": _quoted(objects),
            }
        variables = {"GIT_DIR": str(own), "GIT_WORK_TREE": str(place), **sources, **_NO_SETTINGS}
        _make_bare(repository, own, sources)
        if commit is None:
            commit = _index_tree(repository, own, sources)
        _fetch_contents(repository, commit, sources)
        # git refuses paths that lead out of the folder or into .git, and writes no file through a link.
        git(["read-tree", commit], repository, variables)
        git(["checkout-index", "--all"], repository, variables)
        entries = _entries(repository, variables)
    for entry in entries:
        path = str(PurePosixPath(prefix, entry.path))
        if entry.mode == _SUBMODULE:
            homes = _homes(repository, entry.path)
            wanted = ["cat-file", "-e", f"{entry.id}^{{commit}}"]
            home = next((home for home in homes if try_git(wanted, home) is not None), None)
            if home is None:
                tree.missing.append(Submodule(path, entry.id, is_there=bool(homes)))
            else:
                _copy(tree, home, entry.id, path)
        elif entry.mode != _LINK and _is_pointer(tree.folder / path):
            tree.pointers.append(path)


def _make_bare(repository: Path, own: Path, sources: dict[str, str]) -> None:
    """Make a bare repository over another one's objects, without its settings, hooks and attributes."""
    # A repository with another hash function could not read the objects.
    objects = git(["rev-parse", "--show-object-format"], repository)
    options = ["--quiet", "--bare", "--template=", f"--object-format={objects}"]
    git(["init", *options, str(own)], repository, _NO_SETTINGS)
    (own / "info").mkdir(exist_ok=True)
    (own / "info/attributes").write_text(_ATTRIBUTES)
    # git shows and checks out the replacements of `git replace`, so the copy needs them.
    replaced = git(["for-each-ref", "--format=create %(refname) %(objectname)", "refs/replace/"], repository)
    if replaced:
        variables = {"GIT_DIR": str(own), **sources, **_NO_SETTINGS}
        git(["update-ref", "--stdin"], repository, variables, stdin=f"{replaced}\n")


def _quoted(path: Path) -> str:
    # A colon separates paths, except within quotes.
    escaped = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _index_tree(repository: Path, own: Path, sources: dict[str, str]) -> str:
    """Return the id of the tree that a commit of the index would have."""
    # git write-tree also writes into the index, so it gets a copy.
    copy = own / "staged"
    index = _commit_index() or repository / git(["rev-parse", "--git-path", "index"], repository)
    if index.is_file():  # a repository without a commit may have none
        shutil.copyfile(index, copy)
    try:
        return git(["write-tree", "--missing-ok"], repository, {**sources, _INDEX_VARIABLE: str(copy)})
    except UsageError as error:
        raise UsageError(f"--staged must find an index that can be committed: {error}") from None


def _entries(repository: Path, variables: dict[str, str] | None = None) -> list[_Entry]:
    entries = []
    for line in filter(None, git(["ls-files", "--stage", "-z"], repository, variables).split("\0")):
        about, _, path = line.partition("\t")
        mode, name, _ = about.split(" ")
        entries.append(_Entry(mode, name, path))
    return entries


def _homes(repository: Path, path: str) -> list[Path]:
    """Return the folders of a submodule's repository: its checkout, and the clone kept by git."""
    homes = [repository / path] if (repository / path / ".git").exists() else []
    # In a linked worktree, clones made in the main one are in the common folder.
    for option in ("--git-dir", "--git-common-dir"):
        folder = try_git(["rev-parse", option], repository)
        if folder is not None and (repository / folder / "modules" / path / "HEAD").is_file():
            homes.append(repository / folder / "modules" / path)
    return homes


def _is_pointer(path: Path) -> bool:
    return path.stat().st_size < _LONGEST_POINTER and path.read_bytes().startswith(_POINTER)


def _fetch_contents(repository: Path, commit: str, sources: dict[str, str]) -> None:
    """Fetch the contents of a commit or tree that a partial clone lacks; does nothing in a complete clone."""
    promisors = try_git(["config", "--bool", "--get-regexp", r"^remote\..*\.promisor$", "true"], repository)
    if not promisors:
        return
    remote = promisors.splitlines()[0].partition(" ")[0].removeprefix("remote.").removesuffix(".promisor")
    # A clone without trees does not know yet which contents it lacks: here git fetches the trees.
    git(["ls-tree", "-r", "-z", commit], repository, sources)
    listed = git(["rev-list", "--objects", "--no-walk", "--missing=print", commit], repository, sources)
    missing = [line[1:] for line in listed.splitlines() if line.startswith("?")]
    if missing:  # all at once: git itself would fetch file by file
        git([*_FETCH, remote], repository, sources, stdin="\n".join(missing) + "\n")


@contextlib.contextmanager
def _scratch_folder() -> Iterator[Path]:
    # A compiler or worker that is being ended may still write there.
    with tempfile.TemporaryDirectory(prefix=SCRATCH_PREFIX, ignore_cleanup_errors=True) as name:
        yield Path(name)


# No call may run the user's hooks or file system monitor.
_OPTIONS = ("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false")
# Take no optional locks, do not ask for passwords, answer in English.
_VARIABLES = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}


@functools.cache
def local_variables() -> frozenset[str]:
    """Return the names of the environment variables that bind git to one repository, as git lists them."""
    # Use an empty environment: a wrong value of one of these variables would make git fail.
    done = _run_git(
        ["git", "rev-parse", "--local-env-vars"], Path("/"), {"PATH": os.environ.get("PATH", os.defpath)}
    )
    return frozenset(os.fsdecode(done.stdout).split())


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return this process's environment for a call of git, without `local_variables`."""
    # git sets them for its hooks: a call that inherits them writes into the index of the commit in progress, whatever
    # its folder.
    inherited = {name: value for name, value in os.environ.items() if name not in local_variables()}
    return {**inherited, **_VARIABLES, **(extra or {})}


def git(
    arguments: Sequence[str], folder: Path, extra: Mapping[str, str] | None = None, *, stdin: str = ""
) -> str:
    """Run git in a folder and return its output without the last newline."""
    done = _run_git(["git", *_OPTIONS, *arguments], folder, environment(extra), os.fsencode(stdin))
    if done.returncode:
        message = os.fsdecode(done.stderr).strip() or f"status {done.returncode}"
        name = next(word for word in arguments if word != "-c" and "=" not in word)
        raise UsageError(f"git {name} must work in {folder} (got: {message})")
    return os.fsdecode(done.stdout).removesuffix("\n")


def try_git(arguments: Sequence[str], folder: Path) -> str | None:
    """Run git in a folder and return its output without the last newline; None if its exit status is not 0."""
    done = _run_git(["git", *_OPTIONS, *arguments], folder, environment())
    return None if done.returncode else os.fsdecode(done.stdout).removesuffix("\n")


def _run_git(
    arguments: Sequence[str], folder: Path, env: Mapping[str, str], stdin: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(arguments, cwd=folder, env=env, input=stdin, capture_output=True, check=False)
    except OSError as error:
        raise UsageError(f"git must be installed to compare revisions (got: {error})") from None
