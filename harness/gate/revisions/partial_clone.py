"""Fetches the missing contents of a tree in a partial clone at once. git itself would fetch file by file."""

from __future__ import annotations

from pathlib import Path

from .git import asked, git

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
