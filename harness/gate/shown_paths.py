"""Removes the temporary folders of copied revisions from a report, because they no longer exist when it is read.

Paths of copied files become relative to the repository, and the command that reruns a case first makes a copy. Paths
in the working tree stay unchanged.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ..errors import SpecError
from ..run.outcome import VariantOutcome
from ..verdict import CaseResult, Finding
from .model import GateReport, NotCompared, VariantGate
from .revision import Revision

_ABBREVIATED = 12


def with_lasting_paths(report: GateReport, base: Revision, head: Revision) -> GateReport:
    """Return a report without the folders of copied revisions."""
    paths = _Paths((base, head))
    return replace(
        report,
        variants=tuple(_variant(gate, paths, head) for gate in report.variants),
        not_compared=tuple(map(paths.text, report.not_compared)),
        declaration_errors=tuple(map(paths.declaration_error, report.declaration_errors)),
        speed_errors=tuple(map(paths.text, report.speed_errors)),
    )


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


class _Paths:
    def __init__(self, sides: Sequence[Revision]) -> None:
        tops = [side.tree.folder for side in sides if side.is_copy]
        # The longest first, because one spelling may be a prefix of another.
        self._tops = sorted(
            {str(spelling) for top in tops for spelling in (top, top.resolve())}, key=len, reverse=True
        )

    def text(self, text: str) -> str:
        for top in self._tops:
            text = text.replace(f"{top}/", "").replace(top, ".")
        return text

    def finding(self, finding: Finding) -> Finding:
        return replace(finding, message=self.text(finding.message), source=self.text(finding.source))

    def declaration_error(self, error: SpecError) -> SpecError:
        return SpecError(self.text(error.message), path=Path(self.text(str(error.path))), line=error.line)


def _variant(gate: VariantGate, paths: _Paths, head: Revision) -> VariantGate:
    return replace(
        gate,
        change=replace(gate.change, why=paths.text(gate.change.why)),
        outcome=None if gate.outcome is None else _outcome(gate.outcome, paths, head),
        speeds=tuple(replace(speed, why=paths.text(speed.why)) for speed in gate.speeds),
        regressions=tuple(
            replace(regression, message=paths.text(regression.message)) for regression in gate.regressions
        ),
        errors=tuple(map(paths.text, gate.errors)),
        not_compared=tuple(
            NotCompared(paths.text(part.what), paths.text(part.why)) for part in gate.not_compared
        ),
        uncounted=paths.text(gate.uncounted),
        sources=tuple(replace(source, path=paths.text(source.path)) for source in gate.sources),
    )


def _outcome(outcome: VariantOutcome, paths: _Paths, head: Revision) -> VariantOutcome:
    return replace(
        outcome, results=tuple((case, _result(result, paths, head)) for case, result in outcome.results)
    )


def _result(result: CaseResult, paths: _Paths, head: Revision) -> CaseResult:
    if not result.verdict.is_failure:
        return result
    return replace(
        result,
        findings=tuple(map(paths.finding, result.findings)),
        notes=tuple(map(paths.finding, result.notes)),
        detail=paths.text(result.detail),
        printed=paths.text(result.printed),
        rerun=rerun_at(result.rerun, head),
    )
