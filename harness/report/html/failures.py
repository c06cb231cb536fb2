"""The cases that did not pass, of a check and of a gate, with the source lines that their findings name.

Cases are sorted into classes by their type, sizes, block, layout and input: the columns of a check's matrix.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import inf, prod

from ...launch.input_kinds import KINDS
from ...lazy import dataclass
from ...operation.catalogue import shipped_operations
from ...ptx.limits import MAX_BLOCK_THREADS
from ...run.fault_groups import SHOWN_FAULTS, FaultGroup
from ...variant.shape import LAYOUTS, find_layout
from ...variant.variant import SCALAR_TYPES, WARP
from ...verdict import Verdict
from ..json.check import CheckedCase, CheckedVariant
from ..json.gate import GatedFailure
from .templates import Markup, part, render

OTHER = "other"
_MOVED = "moved"

# Elements of a float4.
_VECTOR = 4


@dataclass(frozen=True)
class Dimension:
    name: str
    """Heading of the group of columns."""
    classes: Mapping[str, str]
    """Meaning of every class, in the order of the columns."""
    of: Callable[[CheckedCase], str]


def _width(case: CheckedCase) -> str:
    n = case.n_cols
    # Kernels go wrong at widths below a warp, above the largest block, and at widths that are not whole vectors.
    if n == 1:
        return "1"
    if n < WARP:
        return f"< {WARP}"
    size = "\u2264" if n <= MAX_BLOCK_THREADS else ">"
    return f"{size} {MAX_BLOCK_THREADS}, {'' if n % _VECTOR == 0 else 'not '}{_VECTOR}n"


def _rows(case: CheckedCase) -> str:
    m = case.n_rows
    return "1" if m == 1 else "2\u20137" if m < 8 else "\u2265 8"


def _block(case: CheckedCase) -> str:
    # A partial last warp is where masks and shuffles go wrong; a power of two is what trees need.
    threads = prod(case.block)
    if threads % WARP:
        return f"not {WARP}n"
    return "2\u207f" if threads & (threads - 1) == 0 else f"{WARP}n"


def _named(key: str, names: Sequence[str]) -> Callable[[CheckedCase], str]:
    return lambda case: value if (value := getattr(case, key)) in names else OTHER


def _layout(case: CheckedCase) -> str:
    if case.layout in LAYOUTS:
        return case.layout
    layout = find_layout(case.layout)
    if layout is None:
        return OTHER
    inp, out = (layout.inp_padding, layout.inp_offset), (layout.out_padding, layout.out_offset)
    is_same_shift = inp == out and inp[0] == 0
    return _MOVED if is_same_shift or any(inp) != any(out) else OTHER


def dimensions(cases: Sequence[CheckedCase]) -> list[tuple[Dimension, list[str]]]:
    """Return the groups of columns, each with its classes that have a case."""
    groups = []
    for dimension in DIMENSIONS:
        present = {dimension.of(case) for case in cases}
        names = [name for name in dimension.classes if name in present]
        if names:
            groups.append((dimension, names))
    return groups


_INPUTS = {
    **{name: kind.description for name, kind in KINDS.items()},
    **{own.name: own.description for one in shipped_operations().values() for own in one.own_kinds},
}

DIMENSIONS: tuple[Dimension, ...] = (
    Dimension(
        "type",
        {**dict.fromkeys(SCALAR_TYPES, "element type"), OTHER: "another element type"},
        _named("dtype", tuple(SCALAR_TYPES)),
    ),
    Dimension(
        "N, columns",
        {
            "1": "one column",
            f"< {WARP}": f"2 to {WARP - 1} columns: shorter than a warp",
            "\u2264 1024, 4n": f"{WARP} to 1024 columns, a multiple of 4",
            "\u2264 1024, not 4n": f"{WARP + 1} to 1023 columns, no multiple of 4",
            "> 1024, 4n": "more than 1024 columns, a multiple of 4",
            "> 1024, not 4n": "more than 1024 columns, no multiple of 4",
        },
        _width,
    ),
    Dimension("M, rows", {"1": "one row", "2\u20137": "2 to 7 rows", "\u2265 8": "8 rows and more"}, _rows),
    Dimension(
        "block",
        {
            "2\u207f": f"a power of two threads, at least {WARP}",
            f"{WARP}n": f"another multiple of {WARP} threads",
            f"not {WARP}n": "a partial last warp",
        },
        _block,
    ),
    Dimension(
        "layout",
        {
            **{name: layout.meaning for name, layout in LAYOUTS.items()},
            _MOVED: "padding or a shifted first row in inp or out alone, or the same shift in both",
            OTHER: "a layout found by a search",
        },
        _layout,
    ),
    Dimension(
        "input",
        {**_INPUTS, OTHER: "an input of your own operation, or one found by a search"},
        _named("input", tuple(_INPUTS)),
    ),
)


# Largest number of failing cases shown of a variant; further cases would repeat their findings.
MOST_SHOWN = 60


def shown_failures(cases: Sequence[CheckedCase], most: int = MOST_SHOWN) -> list[CheckedCase]:
    """Choose representative failing cases: the first of every class, verdict and set of reasons, then the rest."""
    firsts: dict[tuple[str, ...], int] = {}
    for index, case in enumerate(cases):
        marks = ((dimension.name, dimension.of(case)) for dimension in DIMENSIONS)
        for mark in (*marks, ("outcome", case.verdict, *case.reasons)):
            firsts.setdefault(mark, index)
    # A case that shows a class or a reason for the first time must not be cut off by the limit.
    chosen = list(dict.fromkeys((*firsts.values(), *range(len(cases)))))[
        : max(most, len(set(firsts.values())))
    ]
    return [cases[index] for index in sorted(chosen)]


def failures(name: str, variants: Sequence[CheckedVariant], file_name: str) -> Markup | None:
    """Build the list of cases that did not pass; None if all passed."""
    groups = []
    for variant in variants:
        cases = [case for case in variant.cases if case.verdict not in (Verdict.PASS, Verdict.SKIP)]
        if cases:
            shown = shown_failures(cases)
            groups.append(
                {
                    "variant": variant.id,
                    "n_cases": len(cases),
                    "n_shown": len(shown),
                    "reasons": reasons_text(cases),
                    "faults": faults(variant.groups, cases),
                    "cases": shown,
                }
            )
    if not groups:
        return None
    return render(
        "failures.html",
        name=name,
        file_name=file_name,
        groups=groups,
        classes_of=lambda case: "|".join(f"{own.name}={own.of(case)}" for own in DIMENSIONS),
        error_of=_error,
    )


def reasons_text(cases: Sequence[CheckedCase] | Sequence[GatedFailure]) -> str:
    reasons = Counter(reason for case in cases for reason in case.reasons or [case.verdict.lower()])
    ordered = sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{reason} {n}\u00d7" for reason, n in ordered)


def _error(case: CheckedCase) -> float | None:
    # An error within the bound, or none that was measured, is not shown.
    ratio = case.max_error_ratio
    return ratio if ratio is not None and 1 < ratio < inf else None


def faults(
    groups: Sequence[FaultGroup], cases: Sequence[CheckedCase] | Sequence[GatedFailure]
) -> Markup | None:
    """Build the faults of a variant, each with its smallest case and source lines; None without any."""
    by_id = {case.id: case for case in cases}
    shown = [(group, by_id.get(group.case)) for group in groups[:SHOWN_FAULTS]]
    return part("faults", shown, len(groups) - SHOWN_FAULTS) if groups else None
