"""``kernel-harness gate``: opens both revisions, compares them, prints and writes the report."""

from __future__ import annotations

import contextlib
import getpass
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console

from ...cluster.opening import HERE, Where, kind_on
from ...compiler import open_compiler
from ...device.gpu.virtual import is_virtual
from ...errors import Interrupted, UsageError
from ...gate.gate import GateRequest, run_gate
from ...gate.git import try_git
from ...gate.judge import judging_settings
from ...gate.model import Allowance, GateReport
from ...gate.revision import open_revisions
from ...report.text.gate_junit import junit
from ...report.text.gate_markdown import markdown
from ...report.text.gate_text import print_gate
from ...store.whole_file import check_writable, write_text
from ...variant.run_cases import RunCases
from .count import read_arch

_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s*%")
# Variables with the user who started a run, in GitHub Actions and GitLab CI.
_ACTORS = ("GITHUB_ACTOR", "GITLAB_USER_LOGIN")


@dataclass(frozen=True)
class GateCommand:
    """Arguments of ``kernel-harness gate``."""

    base: str
    """Revision to compare with."""
    head: str | None
    """Revision to judge; None is the working tree."""
    names: tuple[str, ...]
    """Variants; empty for all."""
    device: str | None
    """Device that runs the cases; base and head are timed if it is a gpu."""
    margin: float
    """Smallest slowdown to detect, as a share."""
    allowances: tuple[Allowance, ...]
    """Allowed regressions."""
    sweep: bool | None
    """As for ``check``."""
    files: Mapping[str, Path]
    """Files to write, by flag: ``--json``, ``--markdown``, ``--junit``."""
    exact_base: bool = False
    """Compare with `base` itself, not with the merge base."""
    staged: bool = False
    """Judge the index, the content of the next commit."""
    where: Where = HERE
    """This machine, or the cluster that runs the cases."""
    archs: tuple[str, ...] = ()
    """Architectures whose resources are compared; empty for that of the settings."""


def run_gate_command(
    command: GateCommand, console: Console, *, on_step: Callable[[str], None] = lambda _: None
) -> int:
    """Run a gate and return the exit status: 0 clean, 1 regression, 2 error, 3 ambiguous only."""
    for flag, path in command.files.items():
        check_writable(path, flag)
    archs = tuple(dict.fromkeys(map(read_arch, command.archs)))
    command = replace(command, archs=archs)
    step = "reading base and head"

    def begin(text: str) -> None:
        nonlocal step
        step = text
        on_step(text)

    begin(step)
    try:
        report = _compared(command, begin)
    except Interrupted:
        raise
    except KeyboardInterrupt:
        raise Interrupted(f"{step}; nothing is judged") from None
    print_gate(report, console)
    renderers = {"--json": _json, "--markdown": markdown, "--junit": junit}
    for flag, path in command.files.items():
        write_text(renderers[flag](report), path, flag)
    return report.exit_code


def _json(report: GateReport) -> str:
    from ...report.json import gate as gate_json  # loads msgspec

    return gate_json.text(report)


def _compared(command: GateCommand, on_step: Callable[[str], None]) -> GateReport:
    revisions = open_revisions(
        command.base,
        command.head,
        Path.cwd(),
        {"device": command.device},
        exact_base=command.exact_base,
        staged=command.staged,
    )
    with revisions as (base, head):
        settings, weakened = judging_settings(base, head, command.allowances)
        head = replace(head, settings=settings)
        kind = kind_on(command.where, head.settings.device, head.settings)
        request = GateRequest(
            names=command.names,
            allowances=command.allowances,
            margin=command.margin,
            with_speed=kind == "gpu" and not is_virtual(),
            run_cases=RunCases.on(kind, sweep=command.sweep),
            where=command.where,
            archs=command.archs,
            weakened=weakened,
        )
        # Counters and resources come from the pinned compiler on every machine.
        compiler = open_compiler(head.settings, device="cpu")
        return run_gate(base, head, compiler, request, on_step=on_step)


def read_margin(text: str) -> float:
    """Read a margin such as ``1%`` or ``0.25%`` as a share; UsageError if it is outside 0.01 % to 50 %."""
    found = _PERCENT.fullmatch(text.strip())
    share = float(found[1]) / 100 if found else 0.0
    if not 0.0001 <= share <= 0.5:
        raise UsageError(f"--margin must be 0.01% to 50%, with the sign (got {text!r})")
    return share


def read_allowance(text: str, environ: Mapping[str, str] | None = None) -> Allowance:
    """Read ``NAME:REASON``; UsageError if either is missing."""
    name, colon, reason = text.partition(":")
    if not colon or not name.strip() or not reason.strip():
        raise UsageError(f"--allow must be NAME:REASON, a variant and the reason (got {text!r})")
    return Allowance(name.strip(), reason.strip(), _who(os.environ if environ is None else environ))


def _who(environ: Mapping[str, str]) -> str:
    for name in _ACTORS:
        if environ.get(name):
            return environ[name]
    with contextlib.suppress(UsageError):  # without git
        email = try_git(["config", "user.email"], Path.cwd())
        if email:
            return email
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "unknown"
