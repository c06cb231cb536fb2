"""What must hold after a round: nothing is left, what was written is whole, and the next run is right."""

import json
from collections.abc import Iterable
from pathlib import Path

from harness.store.disk_cache import DiskCache
from tests.gate.repository import Repository
from tests.run.process_table import left_of

from .place import Command

GRACE_S = 20.0


def processes_left(commands: Iterable[Command]) -> list[str]:
    """List processes of commands whose first process has ended; they are killed."""
    return [
        f"a process of {command.name} is left"
        for command in commands
        for _ in left_of(command.running, GRACE_S)
    ]


def repository_left(repository: Repository) -> list[str]:
    """List worktrees, their records and locks that are left in a repository."""
    listed = repository.git("worktree", "list", "--porcelain").count("worktree ") - 1
    records = list((repository.root / ".git" / "worktrees").glob("*"))
    locks = [path.name for path in (repository.root / ".git").rglob("*.lock")]
    changed = repository.git("status", "--porcelain").splitlines()
    return [
        *["a worktree is left"] * max(listed, len(records)),
        *[f"the lock {name} is left" for name in locks],
        *[f"the repository has changed: {line}" for line in changed],
    ]


def files_left(folder: Path) -> list[str]:
    return [f"the temporary {path.name} is left" for path in sorted((folder / "temporary").iterdir())]


def torn_files(command: Command) -> list[str]:
    """List files of a command that are neither whole nor absent, and others beside them."""
    found = []
    for path in sorted(command.folder.iterdir()):
        text = path.read_text(encoding="utf-8")
        if path == command.json_path:
            try:
                json.loads(text)
            except ValueError:
                found.append(f"{path.name} is torn")
        elif path == command.markdown_path:
            if not (text.startswith("## kernel-harness gate") and text.endswith("\n")):
                found.append(f"{path.name} is torn")
        else:
            found.append(f"{path.name} is left beside the report")
    return found


def damaged_entries(cache: Path) -> list[str]:
    """List cache entries that cannot be read; an entry that is being written is no entry."""
    return [
        f"the cache entry {path.name} is damaged"
        for path in sorted(cache.glob("v*/??/*.bin"))
        if DiskCache(cache).get(path.stem) is None
    ]


def abandoned_entries(cache: Path) -> int:
    """Count files that a killed process was writing into the cache; those are removed when they are an hour old."""
    return sum(1 for _ in cache.glob("v*/??/*.tmp"))
