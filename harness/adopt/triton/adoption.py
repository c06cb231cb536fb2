"""Finds the declaration of a Triton kernel by launches on the ``cpu`` device."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from ...errors import SpecError, UsageError
from ...operation.model import Operation
from ...run.session import Runner
from ...settings.settings import Settings
from ..adoption import Adoption, AdoptionOptions, wanted_operations
from ..draft import Draft
from ..fitting.names import Unknown
from ..search import Candidate, RightLaunch, Search
from ..trial import SHAPES, WIDE, WIDE_OF_HEADS, OutOfTimeError, Trial
from .candidates import candidates, ranked
from .signature import TritonSignature

SECONDS = 120.0
"""Time for finding the launch of one kernel."""
_WIDTHS = (1, 3, 31, 33, 64, 100, 127, 129, 257, 1000, 1025, 4099)
"""Fewer widths than of a CUDA kernel: Triton compiles the kernel for each."""


def adopt_triton(
    path: Path,
    kernel: TritonSignature,
    options: AdoptionOptions,
    runner: Runner,
    settings: Settings,
    seconds: float = SECONDS,
    on_found: Callable[[], None] = lambda: None,
) -> Adoption:
    """Try declarations of one kernel until one gives right results."""
    operations: Sequence[Operation] = wanted_operations(options, settings)
    if not options.operation:
        operations = ranked(kernel, operations, path.stem)
    if not operations:
        raise UsageError(
            f"the name of a Triton kernel or of its file must tell its operation (got '{kernel.name}' in {path.name}); "
            "name it: --operation NAME"
        )
    # Triton compiles in a process of its own, whose time this one's clock of the processor does not count.
    trial = Trial(path, runner, settings, seconds, clock=time.monotonic, on_found=on_found)
    search = Search(trial, seconds)
    found: RightLaunch | None = None
    try:
        for operation in operations:
            found = search.first_right(_candidates(path, kernel, operation, options, trial, settings))
            if found is not None:
                break
    except OutOfTimeError:
        pass  # one that was right on its first case is better than none
    draft = found.draft if found is not None else search.first_near
    if draft is None:
        return Adoption(
            kernel.name,
            unknown=(Unknown("grid", "no known launch gave right results"),),
            verified=trial.tried,
            nearest=search.nearest,
        )
    trial.finish()
    draft, survey = trial.with_own_roundings(draft, _WIDTHS)
    return Adoption(
        kernel.name,
        trial.with_grid_limit(draft),
        is_whole=True,
        verified=trial.tried,
        guessed=("arithmetic, from the text of the kernel",),
        survey=survey,
    )


def _candidates(
    path: Path,
    kernel: TritonSignature,
    operation: Operation,
    options: AdoptionOptions,
    trial: Trial,
    settings: Settings,
) -> Iterator[Candidate]:
    # Each width compiles the kernel again, so one usual and one wide size decide.
    shapes = (SHAPES[0], WIDE_OF_HEADS if operation.further_sizes else WIDE)

    def settled(draft: Draft) -> RightLaunch | None:
        return RightLaunch(draft, operation) if trial.is_right(draft, shapes) else None

    for draft in candidates(kernel, operation, options.given, options.source):
        try:
            draft.variant(path, settings.operations)
        except SpecError:
            continue  # not every combination of guesses can be declared
        # Each launch is compiled for seconds, so no better one is looked for.
        yield Candidate(draft, partial(settled, draft), is_taken_at_once=True)
