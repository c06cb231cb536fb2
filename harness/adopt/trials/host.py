"""Runs the launches that host code makes, and keeps the first with right results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...errors import HarnessError
from ..drafts.draft import Draft
from ..drafts.from_host import HostDraft, dispatched, siblings
from ..fitting.roles import element_types
from ..reading.compiled_kernel import Compiled
from ..reading.signature import KernelSignature
from ..styles.rows import ONE_DIMENSION, LaunchStyle
from .trial import Trial


def find_read(
    kernel: KernelSignature, drafts: Sequence[HostDraft], trial: Trial, on_step: Callable[[str], None]
) -> tuple[HostDraft, Compiled, Draft, tuple[str, ...]] | None:
    """Find the first launch of host code with right results, and lines on launches that belong to it and are wrong."""
    for host in drafts:
        on_step(f"{host.instance.entry}: trying the launch of {host.place}")
        for dtype in element_types(kernel, host.reading):
            draft = replace(host.draft, dtypes=(dtype,))
            try:
                compiled = trial.compiled(draft)
            except HarnessError:
                break
            if len(compiled.kinds) != len(kernel.parameters):
                break
            style = (
                LaunchStyle(host.style, draft.grid, draft.parallel, ONE_DIMENSION)
                if host.is_block_open
                else None
            )
            found = trial.accept(draft, compiled, style)
            if found is not None:
                return host, compiled, *_with_siblings(host, found, drafts, trial)
    return None


def _with_siblings(
    host: HostDraft, found: Draft, drafts: Sequence[HostDraft], trial: Trial
) -> tuple[Draft, tuple[str, ...]]:
    """Add the entries that the same host function launches for other sizes, and return a line for each wrong one.

    An entry with wrong results is declared, too: the host code launches it, so the check is to show the fault.
    """
    entries = {found.entry: found.requires}
    wrong = []
    for each in siblings(host, drafts):
        draft = replace(each.draft, dtypes=found.dtypes, block=found.block[:1])
        if draft.entry in entries:
            continue
        try:
            compiled = trial.compiled(draft)
        except HarnessError:
            wrong.append(f"{each.place}: {draft.entry} does not compile")
            continue
        entries[draft.entry] = draft.requires
        if trial.accept(draft, compiled, None) is None:
            wrong.append(f"{each.place}: {draft.entry}: wrong results")
    return dispatched(found, tuple(entries.items())), tuple(wrong)
