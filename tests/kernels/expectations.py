"""What the files of ``fixtures/bad_kernels`` must be rejected for: reads their ``expect`` blocks."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from harness.check.verdict import Reason

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]
CUDA_SOURCES = ROOT / "cuda_src"
BAD_KERNELS = ROOT / "fixtures" / "bad_kernels"

_BLOCK = re.compile(r"^// /// expect\n(?P<content>(?://(?: .*)?\n)*?)// ///$", re.MULTILINE)
_KEYS = {"reasons", "cases", "fault"}


@dataclass(frozen=True)
class Expectation:
    """What one bad kernel must be rejected for.

    Parameters
    ----------
    path : Path
        The ``.cu`` file.
    reasons : tuple of Reason
        All of them must be reported, in each of the cases; others may be.
    cases : str
        Expression as for ``-k``; empty for a file that no case is made of.
    fault : str
        What is wrong, in a sentence.
    """

    path: Path
    reasons: tuple[Reason, ...]
    cases: str
    fault: str


def read_expectation(path: Path) -> Expectation:
    """Read the ``expect`` block of one file.

    Raises
    ------
    ValueError
        There is not exactly one block, or a key is missing, unknown or of the wrong kind.
    """
    blocks = _BLOCK.findall(path.read_text(encoding="ascii"))
    if len(blocks) != 1:
        raise ValueError(f"{path}: expected one expect block (got {len(blocks)})")
    table = tomllib.loads("\n".join(line[3:] for line in blocks[0].splitlines()))
    if unknown := table.keys() - _KEYS:
        raise ValueError(f"{path}: expected the keys {sorted(_KEYS)} (got {sorted(unknown)})")
    reasons = tuple(Reason(reason) for reason in table.get("reasons", ()))
    fault = table.get("fault", "")
    if not reasons or not fault.endswith("."):
        raise ValueError(f"{path}: expected reasons and a fault that is a sentence (got {table})")
    return Expectation(path, reasons, table.get("cases", ""), fault)


def runnable() -> tuple[Expectation, ...]:
    """Read all bad kernels that compile, by name."""
    return tuple(read_expectation(path) for path in sorted(BAD_KERNELS.glob("*.cu")))


def broken() -> tuple[Expectation, ...]:
    """Read the bad kernels that never get as far as a case, by name."""
    return tuple(read_expectation(path) for path in sorted((BAD_KERNELS / "broken").glob("*.cu")))
