"""Folders of a soak, the processes of its commands, and what these leave behind."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from harness.store.disk_cache import DiskCache
from tests.gate.repository import COSTLIER, SMALL, Repository
from tests.run.kept_runtime import give_runtime
from tests.run.process_table import left_of, with_variable

ROOT = Path(__file__).parents[2]
_VARIABLE = "PYTEST_KH_SOAK"
DEADLINE_S = 600.0
_CHECK_S = 0.01

_SMALL = SMALL.replace("for (int col", "\n  for (int col")
_WRONG = _SMALL.replace("col < n_cols; ++col) y", "col < n_cols - 1; ++col) y")
_ARGUMENTS = {
    "check": ("check", "--device", "cpu", "-k", "3x4"),
    # A worktree for each side.
    "gate": ("gate", "--base", "HEAD~1", "--head", "HEAD", "--device", "cpu"),
}


@dataclass
class Command:
    name: str
    process: subprocess.Popen[str]
    mark: str
    folder: Path
    began_s: float = field(default_factory=time.monotonic)

    def running(self) -> list[int]:
        """List its processes, the first one's descendants among them."""
        return with_variable(_VARIABLE, self.mark)

    def ended(self) -> str:
        """Wait for the first process and return what it has printed."""
        try:
            return self.process.communicate(timeout=DEADLINE_S)[0]
        except subprocess.TimeoutExpired:
            return ""

    @property
    def json_path(self) -> Path:
        return self.folder / f"{self.name}.json"

    @property
    def markdown_path(self) -> Path:
        return self.folder / f"{self.name}.md"


class Place:
    """Folders of a soak: a repository, a cache that all share, and one for each round."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._started: list[subprocess.Popen[str]] = []
        self.cache = give_runtime(folder / "cache")
        self.repository = Repository(
            folder / "repository",
            {"kernels/plain.cu": _SMALL, "kernels/rows.cu": _SMALL, "kernels/wrong.cu": _WRONG},
        )
        self.repository.edit("kernels/rows.cu", *COSTLIER)
        self.repository.edit("kernels/wrong.cu", *COSTLIER)
        self.repository.commit("second")

    def round_folder(self, name: str) -> Path:
        """Make the folder of a round, with one for temporary files and one for each of two commands."""
        folder = self.folder / name
        for each in ("temporary", "first", "second"):
            (folder / each).mkdir(parents=True)
        return folder

    def start(
        self, name: str, folder: Path, *, which: str, cache: Path, settings: Mapping[str, str]
    ) -> Command:
        """Start a command; what it writes goes to `which` of the round's folders."""
        mark = uuid.uuid4().hex
        out = folder / which
        written = ["--json", str(out / f"{name}.json")]
        if name == "gate":
            written += ["--markdown", str(out / f"{name}.md")]
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "harness" / "checkout"))),
            "TMPDIR": str(folder / "temporary"),
            "KERNEL_HARNESS_CACHE_DIR": str(cache),
            **{f"KERNEL_HARNESS_{key.upper()}": value for key, value in settings.items() if value},
            _VARIABLE: mark,
        }
        process = subprocess.Popen(
            [sys.executable, "-m", "kernel_harness", *_ARGUMENTS[name], *written],
            cwd=self.repository.root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self._started.append(process)
        return Command(name, process, mark, out)

    def end(self) -> None:
        """Kill the commands that still run: the soak was broken off."""
        for process in self._started:
            process.kill()

    def remove(self, folder: Path) -> None:
        """Remove a round's folder and what it has left in the repository; the rounds after it are not to see it."""
        shutil.rmtree(folder, ignore_errors=True)
        self.repository.git("worktree", "prune")


def victim_of(command: Command, choice: float, *, wait_s: float) -> int:
    """Return a random process of a command other than its first; 0 where it has none before it ends."""
    end = time.monotonic() + wait_s
    while command.process.poll() is None and time.monotonic() < end:
        others = sorted(set(command.running()) - {command.process.pid})
        if others:
            return others[int(choice * len(others))]
        time.sleep(_CHECK_S)
    return 0


def verdicts_of(path: Path) -> dict[str, Any]:
    """Return what a report says without what differs from run to run: verdicts by case, or regressions by variant."""
    report = json.loads(path.read_text(encoding="utf-8"))
    if report["schema"].endswith("/check"):
        return {case["id"]: case["verdict"] for each in report["variants"] for case in each["cases"]}
    return {
        each["id"]: [each["change"], each["cases"], [found["kind"] for found in each["regressions"]]]
        for each in report["variants"]
    }


def hear_interrupts() -> None:
    """Let SIGINT end the programs that this process starts; in the background of a shell they would ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


GRACE_S = 20.0


def processes_left(commands: Iterable[Command]) -> list[str]:
    """List processes of commands whose first process has ended; they are killed."""
    return [
        f"a process of {command.name} is left"
        for command in commands
        for _ in left_of(command.running, GRACE_S)
    ]


def repository_left(repository: Repository) -> list[str]:
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
            if not (" kernel-harness gate: " in text[:40] and text.endswith("\n")):
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
