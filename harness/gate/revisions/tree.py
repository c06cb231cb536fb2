"""Writes the files of a commit from git's object store into a folder.

``git worktree`` would register itself in the user's repository, take its locks, run its ``post-checkout`` hook and its
smudge filters, leave submodules empty, and stay registered when the gate is killed. ``git archive`` omits the files
that ``export-ignore`` names. Reading objects does not change the user's repository.

In a partial clone the missing contents of a tree are fetched at once; git itself would fetch file by file. The folder
is temporary; the next gate removes it if this one is killed.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO

from ...errors import UsageError
from ...store.reach import TOP_MARK
from .git import asked, command, environment, git

_LINK = "120000"
_PROGRAM = "100755"
_SUBMODULE = "160000"
_POINTER = b"version https://git-lfs.github.com/spec/v1\n"
_LONGEST_POINTER = 1024  # bytes, by the specification of Git LFS
_CHUNK = 1 << 20


@dataclass(frozen=True)
class Submodule:
    """A submodule whose files could not be read."""

    path: str
    """Folder of the submodule, relative to the repository."""
    commit: str
    """Full id of the required commit."""
    is_there: bool
    """Whether the submodule is checked out at another commit."""


@dataclass
class Tree:
    """The files of a commit in a folder."""

    folder: Path
    """Folder of the files."""
    missing: list[Submodule] = field(default_factory=list)
    """Submodules whose files are missing."""
    pointers: list[str] = field(default_factory=list)
    """Paths of Git LFS pointers, relative to the folder. Their contents are not in git."""


@dataclass(frozen=True)
class _Entry:
    mode: str
    id: str
    path: str


def write_tree(repository: Path, commit: str, folder: Path, extra: Mapping[str, str] | None = None) -> Tree:
    """Write the files of a commit and of its submodules as git stores them, without filters or line-end conversion."""
    tree = Tree(folder)
    folder.mkdir(parents=True)
    _write(tree, repository, commit, "", extra)
    if not os.path.lexists(folder / TOP_MARK):
        (folder / TOP_MARK).touch()
    return tree


def submodules(repository: Path, commit: str) -> list[Submodule]:
    """Return the submodules of a commit that are not checked out in the working tree."""
    return [
        Submodule(each.path, each.id, is_there=False)
        for each in _entries(repository, commit, None)
        if each.mode == _SUBMODULE and not (repository / each.path / ".git").exists()
    ]


def _write(tree: Tree, repository: Path, commit: str, prefix: str, extra: Mapping[str, str] | None) -> None:
    entries = _entries(repository, commit, extra)
    if extra is None:  # staged files are always present
        fetch_contents(repository, commit)
    # Links come last: no file is written through one.
    entries.sort(key=lambda entry: entry.mode == _LINK)
    root = tree.folder / prefix
    with _objects(repository, extra) as read:
        for entry in entries:
            _refuse_escape(entry.path, commit)
            path = root / entry.path
            try:
                if entry.mode == _SUBMODULE:
                    path.mkdir(parents=True, exist_ok=True)
                    continue
                path.parent.mkdir(parents=True, exist_ok=True)
                if entry.mode == _LINK:
                    path.symlink_to(os.fsdecode(b"".join(read(entry.id))))
                elif _write_file(path, read(entry.id), is_program=entry.mode == _PROGRAM):
                    tree.pointers.append(str(PurePosixPath(prefix, entry.path)))
            except OSError as error:
                raise UsageError(
                    f"the files of {commit} must be writable to {root} (got {entry.path}: {error.strerror})"
                ) from None
    for entry in entries:
        if entry.mode == _SUBMODULE:
            _write_submodule(tree, repository, entry, prefix)


def _write_submodule(tree: Tree, repository: Path, entry: _Entry, prefix: str) -> None:
    homes = _homes(repository, entry.path)
    for home in homes:
        if asked(["cat-file", "-e", f"{entry.id}^{{commit}}"], home) is not None:
            _write(tree, home, entry.id, str(PurePosixPath(prefix, entry.path)), None)
            return
    path = str(PurePosixPath(prefix, entry.path))
    tree.missing.append(Submodule(path, entry.id, is_there=bool(homes)))


def _homes(repository: Path, path: str) -> list[Path]:
    """Return folders in which git finds a submodule's repository: its checkout, and the clone kept by git."""
    homes = [repository / path] if (repository / path / ".git").exists() else []
    for option in ("--git-dir", "--git-common-dir"):
        found = asked(["rev-parse", option], repository)
        if found is not None and (repository / found / "modules" / path / "HEAD").is_file():
            homes.append(repository / found / "modules" / path)
    return homes


def _entries(repository: Path, commit: str, extra: Mapping[str, str] | None) -> list[_Entry]:
    listed = git(["ls-tree", "-r", "-z", "--full-tree", commit], repository, extra)
    entries = []
    for line in listed.split("\0"):
        if line:
            about, _, path = line.partition("\t")
            mode, _, name = about.split(" ")
            entries.append(_Entry(mode, name, path))
    return entries


def _refuse_escape(path: str, commit: str) -> None:
    """Refuse paths that git itself would not check out, because a tree may come from a stranger."""
    if any(part in ("", ".", "..") or part.lower() == ".git" for part in path.split("/")):
        raise UsageError(f"a path in {commit} must stay in its folder and out of .git (got {path!r})")


def _write_file(path: Path, chunks: Iterator[bytes], *, is_program: bool) -> bool:
    """Write a new file; return whether it is a Git LFS pointer."""
    size, begin = 0, b""
    with path.open("xb") as file:
        for chunk in chunks:
            begin = begin or chunk[:_LONGEST_POINTER]
            size += len(chunk)
            file.write(chunk)
    if is_program:
        path.chmod(0o755)
    return size < _LONGEST_POINTER and begin.startswith(_POINTER)


@contextlib.contextmanager
def _objects(repository: Path, extra: Mapping[str, str] | None) -> Iterator[_ObjectReader]:
    with subprocess.Popen(
        command(["cat-file", "--batch"]),
        cwd=repository,
        env=environment(extra),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield _ObjectReader(process.stdin, process.stdout, repository)
        finally:
            # If git has ended, closing the pipe fails on what is still to be written, and would hide the error.
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()
            process.kill()


class _ObjectReader:
    """Reads objects one by one from one ``git cat-file --batch``."""

    def __init__(self, requests: IO[bytes], answers: IO[bytes], repository: Path) -> None:
        self._requests = requests
        self._answers = answers
        self._repository = repository

    def __call__(self, name: str) -> Iterator[bytes]:
        """Yield an object's content in pieces. All pieces must be read before the next object is requested."""
        with contextlib.suppress(BrokenPipeError):  # git has ended; its missing answer is reported below
            self._requests.write(name.encode("ascii") + b"\n")
            self._requests.flush()
        told = self._answers.readline().split()
        if len(told) != 3:
            raise UsageError(
                f"object {name} must be in {self._repository} (got none); git fsck lists missing objects"
            )
        left = int(told[2])
        while left:
            chunk = self._answers.read(min(left, _CHUNK))
            if not chunk:
                raise UsageError(
                    f"git cat-file must return the whole object {name} (got {left} bytes too few)"
                )
            left -= len(chunk)
            yield chunk
        self._answers.read(1)


# As git itself fetches what a partial clone lacks ("Partial Clone", git's technical documentation).
_FETCH = (
    "-c", "fetch.negotiationAlgorithm=noop",
    "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--recurse-submodules=no", "--filter=blob:none",
    "--stdin",
)  # fmt: skip


def fetch_contents(repository: Path, commit: str) -> None:
    """Fetch the contents of a commit's files that a partial clone lacks. Other repositories are left alone."""
    found = asked(["config", "--bool", "--get-regexp", r"^remote\..*\.promisor$", "true"], repository)
    if not found:
        return
    remote = found.splitlines()[0].partition(" ")[0].removeprefix("remote.").removesuffix(".promisor")
    listed = git(["rev-list", "--objects", "--no-walk", "--missing=print", commit], repository)
    missing = [line[1:] for line in listed.splitlines() if line.startswith("?")]
    if missing:
        git([*_FETCH, remote], repository, said="\n".join(missing) + "\n")


PREFIX = "kernel-harness-gate-"
PARTS = frozenset({"base", "head", "staged"})
"""Names of all entries that a gate creates in its folder."""

# As `tempfile.mkdtemp` makes names.
_NAME = re.compile(re.escape(PREFIX) + r"[a-z0-9_]{8}")


@contextlib.contextmanager
def scratch_folder() -> Iterator[Path]:
    """Make a temporary folder, and remove the folders of killed gates.

    A gate holds an advisory lock on its folder. The operating system releases the lock when the process ends, so a
    folder without a lock is abandoned.
    """
    _remove_abandoned(Path(tempfile.gettempdir()))
    folder, held = _made()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(held)


def _made() -> tuple[Path, int]:
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        with contextlib.suppress(OSError):  # on a file system without locks no folder counts as abandoned
            fcntl.flock(held, fcntl.LOCK_EX)
        # Another gate may have removed the folder before it was locked.
        if folder.is_dir():
            return folder, held
        os.close(held)


def _remove_abandoned(parent: Path) -> None:
    for folder in parent.glob(f"{PREFIX}*"):
        if not _NAME.fullmatch(folder.name):
            continue
        try:
            held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        except OSError:
            continue
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_ours = (
                os.fstat(held).st_uid == os.getuid() and {each.name for each in folder.iterdir()} <= PARTS
            )
            if is_ours:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            pass  # locked by a running gate, or the file system has no locks
        finally:
            os.close(held)
