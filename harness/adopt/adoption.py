"""Finds the declaration of a kernel that has none, or lists what could not be found out."""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from ..compiler.ptx_file import PTX_SUFFIX
from ..compiler.source.includes import named_files
from ..errors import UsageError
from ..operation.catalogue import DEFAULT, catalogue_of
from ..operation.model import Operation
from ..run.session import Runner
from ..settings.settings import Settings
from ..variant.declaration.text.inline_block import read_source
from .adopted import Adoption, Wishes
from .drafts.from_host import host_launches
from .fitting.operation_names import OPERATIONS, kernel_name_fits, lacks_needed
from .operation_search import MOST_PROBES, UNNAMED, rank
from .reading.ptx_signature import ptx_kernels, with_names
from .reading.signature import KernelSignature, find_kernels
from .row_adoption import adopt_rows
from .search_adoption import adopt_any
from .trials.trial import OutOfTimeError, Trial

_MOST_WIDER = 60
"""Launches that are tried after one that is wrong on further sizes."""


def kernels_of(path: Path, settings: Settings) -> tuple[KernelSignature, ...]:
    """Return the kernels of a file, or, if it has none, of the headers that it includes."""
    if path.suffix == PTX_SUFFIX:
        return ptx_kernels(read_source(path))
    own = find_kernels(read_source(path))
    if own:
        return own
    named = named_files(path.absolute(), path.read_bytes(), settings.include_dirs)
    headers = dict.fromkeys(found for _, found in named)
    return tuple(kernel for header in headers for kernel in find_kernels(read_source(header)))


def choose(kernels: Sequence[KernelSignature], wanted: str, path: Path) -> KernelSignature:
    """Return the kernel with the wanted name, or the only one."""
    if not kernels:
        what = (
            "have an .entry"
            if path.suffix == PTX_SUFFIX
            else "define a __global__ function outside of macros"
        )
        raise UsageError(f"{path} must {what} (got none)")
    names = [kernel.qualified for kernel in kernels]
    if not wanted:
        if len(kernels) > 1:
            raise UsageError(
                f"a declaration is for one kernel, but {path} has {len(kernels)} (got {', '.join(names)}); "
                "name one with --entry, or write a file for each with --into FOLDER"
            )
        return kernels[0]
    name = wanted.partition("<")[0].strip().removeprefix("::")
    for kernel in kernels:
        if name in (kernel.qualified, kernel.name):
            return kernel
    closest = difflib.get_close_matches(name, names, n=1)
    hint = f"closest is {closest[0]}; " if closest else ""
    raise UsageError(f"--entry must be a kernel of {path} (got {wanted}); {hint}it has {', '.join(names)}")


def adopt(
    path: Path,
    kernel: KernelSignature,
    wishes: Wishes,
    runner: Runner,
    settings: Settings,
    on_step: Callable[[str], None] = lambda _: None,
    seconds: float = math.inf,
    most_probes: int = MOST_PROBES,
    on_found: Callable[[], None] = lambda: None,
) -> Adoption:
    """Find the declaration of one kernel."""
    wishes = replace(wishes, given=with_names(kernel, wishes.given))
    names = [each.name for each in kernel.parameters] + [each.name for each in kernel.template]
    unused = sorted(set(wishes.given) - set(names))
    if unused:
        raise UsageError(
            f"--arg must name a parameter of {kernel.qualified} (got {unused[0]}); it has {', '.join(names)}"
        )
    operations = _operations(wishes, settings)
    trial = Trial(path, runner, settings, seconds, on_found=on_found)
    likely = min(operations, key=lambda each: (rank(kernel, each), not each.has_one_matrix))
    searched: Adoption | None = None
    launches = host_launches(path, wishes.hosts, settings)
    if rank(kernel, likely) < UNNAMED:
        most_probes = MOST_PROBES
    if not likely.has_one_matrix:
        searched = adopt_any(kernel, wishes, operations, trial, on_step, most_probes, launches)
        if searched.is_whole or len(operations) == 1:
            return searched
    by_name = _operation_of(kernel, operations)
    if by_name is not None and _is_another(kernel, by_name):
        by_name = None
    if by_name is not None and likely.has_one_matrix:
        adopted = adopt_rows(kernel, wishes, by_name, trial, on_step, launches)
        if adopted.is_whole and (adopted.launch or not _is_too_narrow(adopted, kernel)):
            return adopted
        if adopted.is_whole:
            # Launches of other shapes may be right on every row.
            try:
                wider = adopt_any(kernel, wishes, (by_name,), trial, on_step, most_probes=_MOST_WIDER)
            except OutOfTimeError:
                return adopted
            return _wider(adopted, wider)
    if searched is None:
        searched = adopt_any(kernel, wishes, operations, trial, on_step, most_probes, launches)
    if searched.is_whole or by_name is None or not likely.has_one_matrix:
        return searched
    is_open = any(each.why.startswith("a pointer") or each.name == "grid" for each in adopted.unknown)
    if rank(kernel, by_name) >= UNNAMED and is_open:
        return searched  # nothing says that it is this operation
    return replace(adopted, nearest=searched.nearest, misfits=searched.misfits, read=searched.read)


def _operations(wishes: Wishes, settings: Settings) -> tuple[Operation, ...]:
    """Return the operation named by the user, else all."""
    known = catalogue_of(settings.operations).operations
    if not wishes.operation:
        return tuple(known.values())
    if wishes.operation not in known:
        closest = difflib.get_close_matches(wishes.operation, known, n=1)
        hint = f"closest is {closest[0]}; " if closest else ""
        raise UsageError(
            f"--operation must be one of {', '.join(known)} (got {wishes.operation!r}); {hint}"
            "docs/operations.md shows how to add one"
        )
    return (known[wishes.operation],)


def _operation_of(kernel: KernelSignature, operations: Sequence[Operation]) -> Operation | None:
    """Return the operation with one matrix in and one out that a kernel's name tells, else the default."""
    fitting = {each.name: each for each in operations if each.has_one_matrix}
    if len(fitting) < 2:
        return next(iter(fitting.values()), None)
    told = kernel.name.replace("_", "").lower()
    named = [name for name in fitting if name.replace("_", "") in told]
    # Of operations with the same name, the text tells: GELU by tanh or by erf.
    like = [name for name in fitting if name in OPERATIONS and kernel_name_fits(name, kernel.name)]
    best = min(
        dict.fromkeys((*sorted(named, key=len, reverse=True), *like)),
        default=DEFAULT,
        key=lambda name: rank(kernel, fitting[name]),
    )
    return fitting.get(best)


def _is_another(kernel: KernelSignature, operation: Operation) -> bool:
    """Whether neither name nor text say that a kernel of several arrays computes an operation."""
    n_pointers = sum(each.is_pointer for each in kernel.parameters)
    return n_pointers > 1 and rank(kernel, operation) >= UNNAMED and lacks_needed(operation.name, kernel.code)


def _is_too_narrow(adopted: Adoption, kernel: KernelSignature) -> bool:
    """Whether a launch leaves elements of long rows unwritten, which another grid may write.

    A template's arguments belong to the launch, so that of a template is kept.
    """
    failed = adopted.survey.failed if adopted.survey else ()
    return not kernel.template and any("unwritten-output" in why for _, why in failed)


def _wider(first: Adoption, second: Adoption) -> Adoption:
    """Return the adoption with fewer failures on further sizes; one that claims less is no better."""
    if first.survey is None or second.survey is None or first.draft is None or second.draft is None:
        return first
    if not second.is_whole or set(second.draft.requires) - set(first.draft.requires):
        return first
    return second if len(second.survey.failed) < len(first.survey.failed) else first
