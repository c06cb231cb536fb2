"""Records what every command says of every kernel here, and compares two such records.

``python -m tests.agreement.behaviour record FOLDER`` in a checkout before and in one after, then ``... compare BEFORE
AFTER``. Times are left out, and so are the words of messages: of these, the comparison prints how many differ. Exit
status 1: something else differs. ``--only`` names the commands to record, and ``-k`` selects the cases of the kernels
under ``fixtures``: an endless kernel takes its deadline for each case.
"""

import argparse
import difflib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.gate.repository import COSTLIER, KERNEL, Repository
from tests.kernels.mutants import mutants
from tests.progress import say

ROOT = Path(__file__).parents[2]
FIXTURES = ("bad_kernels", "hostile_kernels", "slow_kernels")
_TIMES = frozenset(
    {"timing", "started", "elapsed_s", "duration_us", "command", "harness", "version", "seconds", "commit"}
)
_WORDS = frozenset({"message", "detail", "why", "summary", "text"})
_SHOWN_LINES = 40


def record(folder: Path, only: Sequence[str] = (), expression: str = "") -> None:
    """Run commands, all by default, and keep the JSON or text of each with its exit status in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    # Ids of commits hold the time.
    os.environ.update(GIT_AUTHOR_DATE="2000-01-01T00:00:00Z", GIT_COMMITTER_DATE="2000-01-01T00:00:00Z")
    commands = [("list", ROOT, ["list"]), ("list_cases", ROOT, ["list", "--cases"])]
    commands += [("check", ROOT, ["check", "--device", "cpu", "--json", "FILE"])]
    selected = ["-k", expression] if expression else []
    for name in FIXTURES:
        sources = [f"fixtures/{name}", *map(str, mutants(ROOT / "fixtures" / name))]
        commands += [(name, ROOT, ["check", *sources, *selected, "--device", "cpu", "--json", "FILE"])]
    commands += [("count", ROOT, ["count", "--json", "FILE"])]
    commands += [("report", ROOT, ["report", "FILE", str(folder / "bad_kernels.json")])]
    with tempfile.TemporaryDirectory() as name:
        repository = Repository(Path(name) / "r", {"kernels/one.cu": KERNEL, "kernels/two.cu": KERNEL})
        repository.edit("kernels/one.cu", *COSTLIER)
        repository.edit("kernels/two.cu", "col < n_cols; ++col) y", "col < n_cols - 1; ++col) y")
        repository.commit("second")
        gate = ["gate", "--base", "HEAD~1", "--exact-base", "--head", "HEAD", "--device", "cpu"]
        commands += [("gate", repository.root, [*gate, "--json", "FILE"])]
        for title, place, arguments in commands:
            if only and title not in only:
                continue
            path = folder / f"{title}.{'html' if title == 'report' else 'json'}"
            run(title, place, [str(path) if word == "FILE" else word for word in arguments], folder)


def run(title: str, place: Path, arguments: Sequence[str], folder: Path) -> None:
    path = os.pathsep.join((str(ROOT), str(ROOT / "harness" / "checkout")))
    ran = subprocess.run(
        [sys.executable, "-m", "kernel_harness", *arguments],
        cwd=place,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    # click's own refusal: the command or an option is not there any more, and an empty record would compare as equal
    if ran.stderr.startswith("Usage:"):
        sys.exit(f"{title}: {' '.join(arguments)} is not a command line of kernel-harness\n{ran.stderr}")
    (folder / f"{title}.status").write_text(f"{ran.returncode}\n")
    if title.startswith("list"):
        (folder / f"{title}.txt").write_text(ran.stdout)
    say(f"{title}: exit status {ran.returncode}")


def compare(before: Path, after: Path) -> int:
    """Print what differs between two records; return how many files differ in more than words."""
    n_different = 0
    names = sorted({path.name for folder in (before, after) for path in folder.iterdir() if path.is_file()})
    for name in names:
        if name.endswith(".html"):
            continue
        old, new = (_facts(folder / name) for folder in (before, after))
        lines = list(difflib.unified_diff(old[0], new[0], "before", "after", "", "", 0))
        words = sum(a != b for a, b in zip(old[1], new[1], strict=False)) + abs(len(old[1]) - len(new[1]))
        n_different += bool(lines)
        say(f"{name}: {len(old[0])} facts, {'DIFFERENT' if lines else 'the same'}; {words} messages differ")
        for line in lines[:_SHOWN_LINES]:
            say(f"  {line}")
    say(f"{len(names)} files, {n_different} different")
    return n_different


def _facts(path: Path) -> tuple[list[str], list[str]]:
    """Read a file of a record: lines that must agree, and messages, whose words may change."""
    if not path.exists():
        return [], []
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".json":
        return text.splitlines(), []
    facts: list[str] = []
    words: list[str] = []
    for where, value in _leaves(json.loads(text), ""):
        key = re.split(r"[./]", where)[-1]
        if key in _WORDS:
            words.append(str(value))
        else:
            facts.append(f"{where} = {value!r}")
    return facts, words


def _leaves(value: Any, where: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, part in value.items():
            if key not in _TIMES:
                yield from _leaves(part, f"{where}/{key}")
    elif isinstance(value, list):
        for number, part in enumerate(value):
            named = part.get("id", number) if isinstance(part, dict) else number
            # The parts of a list are in the list's own words.
            yield from _leaves(part, f"{where}[{named}]" if isinstance(part, dict | list) else where)
    else:
        yield where, value


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.agreement.behaviour", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    recorded = commands.add_parser("record")
    recorded.add_argument("folder", type=Path)
    recorded.add_argument("--only", nargs="+", default=())
    recorded.add_argument("-k", dest="expression", default="")
    both = commands.add_parser("compare")
    both.add_argument("before", type=Path)
    both.add_argument("after", type=Path)
    options = parser.parse_args()
    if options.command == "record":
        record(options.folder.resolve(), options.only, options.expression)
        return 0
    return 1 if compare(options.before, options.after) else 0


if __name__ == "__main__":
    sys.exit(main())
