"""Removes the temporary folders of copied revisions from a report, because they no longer exist when it is read.

Paths of copied files become relative to the repository, and the command that reruns a case first makes a copy. Paths
in the working tree stay unchanged.
"""

from __future__ import annotations

import shlex
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from ..errors import SpecError
from ..variant.case import Case
from ..variant.variant import Variant
from ..verdict import CaseResult
from .model import GateReport
from .revision import Revision

_ABBREVIATED = 12


def with_lasting_paths(report: GateReport, base: Revision, head: Revision) -> GateReport:
    """Return a report without the folders of copied revisions."""
    tops = [side.tree.folder for side in (base, head) if side.is_copy]
    # The longest first, because one spelling may be a prefix of another.
    spellings = sorted({str(path) for top in tops for path in (top, top.resolve())}, key=len, reverse=True)

    def lasting(value: Any) -> Any:
        if isinstance(value, str) and type(value) is str:
            for top in spellings:
                value = value.replace(f"{top}/", "").replace(top, ".")
        elif type(value) in (tuple, list):
            return type(value)(map(lasting, value))
        elif isinstance(value, SpecError):
            return SpecError(lasting(value.message), path=Path(lasting(str(value.path))), line=value.line)
        elif isinstance(value, Case | Variant) or (
            isinstance(value, CaseResult) and not value.verdict.is_failure
        ):
            return value  # no report shows a path of theirs
        elif is_dataclass(value) and not isinstance(value, type):
            shown = {field.name: lasting(getattr(value, field.name)) for field in fields(value)}
            if isinstance(value, CaseResult):
                shown["rerun"] = rerun_at(value.rerun, head)
            return replace(value, **shown)
        return value

    result: GateReport = lasting(report)
    return result


def rerun_at(command: str, revision: Revision) -> str:
    """Return the command that reruns a case of a revision, in a new worktree of the commit or a copy of the index.

    So the rerun neither changes the reader's checkout nor includes uncommitted or unstaged changes.
    """
    if not revision.is_copy or not command:
        return command
    folder = revision.root.relative_to(revision.tree.folder).as_posix()
    inside = '"$tree"' if folder == "." else f'"$tree"/{shlex.quote(folder)}'
    commit = revision.commit[:_ABBREVIATED]
    files = (
        f'git worktree add --quiet --detach "$tree" {commit}'
        if commit
        else 'git checkout-index --all --prefix="$tree"/'
    )
    return f"(tree=$(mktemp -d) && {files} && cd {inside} && {command})"
