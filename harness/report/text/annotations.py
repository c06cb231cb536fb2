"""Annotations of source lines: GitHub's workflow commands and GitLab's code quality report."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from ...compiler.source.file_names import display_path
from ...errors import SpecError
from ...lazy import pattern
from ...run.fault_groups import fault_groups
from ...run.source_files import SourceLines, kernel_line, named_sources
from ...store.whole_file import write_text
from ..model import CheckReport
from . import plain_text
from .console import print_line
from .terminal import fault_texts, undeclared_texts

_COMPILERS = pattern(
    r"^\s*(?:compile-error: )?(?P<file>[^\s(:][^(:\n]*)\((?P<line>\d+)\): error", re.MULTILINE
)
_EXCERPT = pattern(r"^ *>? *\d* \|.*\n", re.MULTILINE)


class Annotation(NamedTuple):
    place: str
    """``file:line``; the line of a compiler's message takes its place."""
    title: str
    """Kind and variant, the same in every run."""
    message: str
    is_error: bool = True
    columns: tuple[int, int] = (0, 0)

    @property
    def resolved(self) -> tuple[str, int]:
        """File, from the top of a CI job's checkout, and line."""
        file, _, line = self.place.rpartition(":")
        if found := _COMPILERS.search(self.message):
            file, line = found.groups()
        top = Path(os.environ.get("GITHUB_WORKSPACE") or os.environ.get("CI_PROJECT_DIR") or Path.cwd())
        path, top = Path(file).resolve(), top.resolve()
        # A gate's places are from the top already.
        is_below = path.exists() and path.is_relative_to(top)
        return path.relative_to(top).as_posix() if is_below else file, int(line)

    @property
    def text(self) -> str:
        # The annotation stands at the source.
        return plain_text.lines(_EXCERPT.sub("", self.message))


def of_check(report: CheckReport) -> Iterator[Annotation]:
    lines = SourceLines(report.include_dirs)
    for outcome in report.outcomes:
        variant, groups = outcome.variant, fault_groups(outcome, lines)
        paths = {each.file: each.path for each in named_sources(outcome, report.include_dirs)}
        for group, text in zip(groups, fault_texts(outcome, groups), strict=False):
            file, _, line = group.source.rpartition(":")
            if file not in paths:
                paths[file], line = display_path(variant.code_path), str(kernel_line(variant))
            title = f"{group.reason or group.verdict}: {variant.id}"
            columns = next((each.columns for each in group.excerpts if str(each.line) == line), (0, 0))
            is_error = group.verdict.is_failure or report.strict
            yield Annotation(f"{paths[file]}:{line}", title, text, is_error, columns)
    for run in report.undeclared:
        for text in undeclared_texts(run, lines):
            title, _, rest = text.partition("\n")
            place = next((each.source for each in run.findings if title.endswith(f"  {each.reason}")), "")
            yield Annotation(f"{run.path}:{place.rpartition(':')[2] or run.line}", title, rest)
    yield from map(of_declaration, report.declaration_errors)


def of_declaration(error: SpecError) -> Annotation:
    return Annotation(f"{error.path}:{error.line}", "declaration-error", error.message)


def write_annotations(annotations: Iterable[Annotation], path: Path | None, console: Console) -> None:
    """Write GitLab's report to a file, or print GitHub's commands if there is none."""
    if path is not None:
        write_text(gitlab(annotations), path, "--annotate")
        return
    for one in annotations:
        print_line(console, github(one))


def github(one: Annotation) -> str:
    """Return a workflow command (docs.github.com/actions/reference/workflow-commands-for-github-actions)."""
    file, line = one.resolved
    columns = {"col": one.columns[0], "endColumn": one.columns[1]} if one.columns[0] else {}
    properties = {"file": file, "line": line, **columns, "title": one.title}
    shown = ",".join(f"{name}={_escaped(str(value), ':,')}" for name, value in properties.items())
    return f"::{'error' if one.is_error else 'warning'} {shown}::{_escaped(one.text)}"


def _escaped(text: str, further: str = "") -> str:
    return "".join(f"%{ord(each):02X}" if each in f"%\r\n{further}" else each for each in text)


def gitlab(annotations: Iterable[Annotation]) -> str:
    """Return the JSON of a code quality report (docs.gitlab.com/ci/testing/code_quality)."""
    seen, rows = Counter[str](), []
    for one in annotations:
        file, line = one.resolved
        # Without line and message: a fault that moves, or fails in other cases, is the same fault.
        seen[fault := f"{file}:{one.title}"] += 1
        rows.append(
            {
                "description": f"{one.title}\n{one.text}",
                "check_name": one.title.partition(":")[0],
                "fingerprint": sha256(f"{fault}:{seen[fault]}".encode("utf-8", "replace")).hexdigest(),
                "severity": "major" if one.is_error else "minor",
                "location": {"path": file, "lines": {"begin": line}},
            }
        )
    return json.dumps(rows, indent=1) + "\n"
