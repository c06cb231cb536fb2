"""Outcomes of adopting the kernels of a checkout, and the files that are written about them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from pathlib import Path

from ...errors import UsageError
from ...lazy import dataclass
from ...store.whole_file import write_text


class State(str, Enum):
    ADOPTED = "adopted"
    NEEDS = "needs one line"
    CANNOT = "cannot"
    NOT_TRIED = "not tried"


@dataclass(frozen=True)
class KernelOutcome:
    """Outcome of adopting one kernel of a checkout."""

    file: str
    """Source, relative to the checkout."""
    line: int
    """1-based line on which the kernel begins; 0 for a file that cannot be read."""
    kernel: str
    """Name with namespaces."""
    id: str
    """Id of its declaration."""
    state: State
    """`adopted`, `needs one line`, `cannot` or `not tried`."""
    why: str = ""
    """Options that it needs, or why it cannot be declared."""
    operation: str = ""
    """Operation of the declaration."""
    launch: str = ""
    """Host function whose launch is declared; empty if trials found it."""
    verified: str = ""
    """How many launches were run."""
    findings: tuple[str, ...] = ()
    """What was wrong in the first cases, one line per reason."""
    notes: tuple[str, ...] = ()
    """What was guessed."""
    declaration: tuple[str, ...] = ()
    """Lines of its table."""


def declarations_text(outcomes: Sequence[KernelOutcome], origin: str, before: str = "") -> str:
    """Return a `kernels.toml`: a table for each adopted kernel, in the order of the sources."""
    adopted = [outcome for outcome in outcomes if outcome.state is State.ADOPTED]
    first = f"# Kernels of {origin}, declared by `kernel-harness adopt`."
    lines = [before.rstrip("\n") or first]
    for outcome in adopted:
        lines += ["", *outcome.declaration]
    return "\n".join(lines) + "\n"


NOT_TRIED_FILE = "not-tried.txt"
_HEAD = "# Kernels that `kernel-harness adopt` had no time for; `--resume` tries them: file, id.\n"


def write_not_tried(outcomes: Sequence[KernelOutcome], folder: Path) -> None:
    """Write the list, or remove an older one if every kernel was tried."""
    path = folder / NOT_TRIED_FILE
    left = [outcome for outcome in outcomes if outcome.state is State.NOT_TRIED]
    if left:
        write_text(_HEAD + "".join(f"{outcome.file}\t{outcome.id}\n" for outcome in left), path, "--into")
    else:
        path.unlink(missing_ok=True)


def read_not_tried(folder: Path) -> frozenset[tuple[str, str]]:
    path = folder / NOT_TRIED_FILE
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise UsageError(
            f"--resume needs the list of an adoption that ran out of time (got no {path}); "
            "leave --resume out to adopt the whole checkout"
        ) from None
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    if wrong := next((row for row in rows or [[""]] if len(row) != 2), None):
        raise UsageError(f"each line of {path} must be a file, a tab and an id (got {wrong})")
    return frozenset((file, kernel) for file, kernel in rows)
