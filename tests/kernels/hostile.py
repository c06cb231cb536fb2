"""What the files of ``fixtures/hostile_kernels`` must come to: reads their ``expect`` blocks."""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from harness.variant.case import Case, parse_case_id
from harness.variant.declaration.discovery import load_variant
from harness.verdict import Reason, Verdict

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]
HOSTILE_KERNELS = ROOT / "fixtures" / "hostile_kernels"

_BLOCK = re.compile(r"^// /// expect\n(?P<content>(?://(?: .*)?\n)*?)// ///$", re.MULTILINE)
_KEYS = {"case", "cpu", "gpu", "fault"}

Outcome = tuple[Verdict, tuple[Reason, ...]]


@dataclass(frozen=True)
class Hostile:
    """What one hostile kernel must come to.

    `outcomes`: by kind of device: the verdict and all its reasons, in order. `fault`: what is hostile, in a
    sentence.
    """

    path: Path
    case: Case
    outcomes: dict[str, Outcome]
    fault: str


def read_hostile(path: Path) -> Hostile:
    """Read one file.

    Raises ValueError: there is not exactly one ``expect`` block, or a key is missing, unknown or of the wrong kind.
    """
    blocks = _BLOCK.findall(path.read_text(encoding="ascii"))
    if len(blocks) != 1:
        raise ValueError(f"{path}: expected one expect block (got {len(blocks)})")
    table = tomllib.loads("\n".join(line[3:] for line in blocks[0].splitlines()))
    if table.keys() != _KEYS:
        raise ValueError(f"{path}: expected the keys {sorted(_KEYS)} (got {sorted(table)})")
    if not table["fault"].endswith("."):
        raise ValueError(f"{path}: expected a fault that is a sentence (got {table['fault']!r})")
    variant = load_variant(path)
    case = parse_case_id(f"{variant.id}-{table['case']}", [variant])
    return Hostile(path, case, {kind: _outcome(path, table[kind]) for kind in ("cpu", "gpu")}, table["fault"])


def hostile_kernels() -> tuple[Hostile, ...]:
    return tuple(read_hostile(path) for path in sorted(HOSTILE_KERNELS.glob("*.cu")))


def _outcome(path: Path, words: list[str]) -> Outcome:
    verdict, reasons = Verdict(words[0]), tuple(Reason(word) for word in words[1:])
    if bool(reasons) != verdict.is_failure:
        raise ValueError(f"{path}: expected reasons just where the verdict is a failure (got {words})")
    return verdict, reasons
