"""``kernel-harness gate --cuda``: judges one release against another, or a change with each of several."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from ...compiler.backend.nvrtc_library import installed_libraries
from ...compiler.backend.wheels import install_command, read_release, release_text
from ...errors import UsageError
from ...gate.model import EXIT_AMBIGUOUS, EXIT_CLEAN, EXIT_ERROR, EXIT_REGRESSION
from ...releases import release_file
from ...releases.comparison import compare_releases
from ...releases.model import ReleaseRecord
from ...releases.survey import of_cuda, source_digest
from ...report.json import gate as gate_json
from ...report.text.gate_junit import junit
from ...report.text.gate_markdown import markdown
from ...report.text.gate_text import print_gate
from ...run.suite import find_variants
from ...settings.settings import Settings
from ...store.whole_file import check_writable, refuse_devices, write_text
from ...variant.declaration.discovery import with_checked_rules
from ...worker.termination import Terminated
from .gate import GateCommand

_RELEASE = re.compile(r"[1-9][0-9]\.[0-9]")
# The worst first.
_WORST = (EXIT_REGRESSION, EXIT_ERROR, EXIT_AMBIGUOUS, EXIT_CLEAN)


def read_releases(text: str) -> tuple[str, ...]:
    """Read releases such as ``12.4,13.0``; UsageError if one is invalid or repeated."""
    releases = tuple(part.strip() for part in text.split(","))
    for each in releases:
        if not _RELEASE.fullmatch(each):
            raise UsageError(f"--cuda must be releases such as 12.4,13.0 (got {text!r})")
    if len(set(releases)) != len(releases):
        raise UsageError(f"--cuda must name each release once (got {text!r})")
    return releases


def judge_releases(command: GateCommand, releases: Sequence[str], console: Console) -> int:
    """Judge the later releases against the first, from kept results, and return the exit status.

    Raises
    ------
    UsageError
        Fewer than two releases are named, one was not checked, or a file cannot be written.
    """
    if len(releases) < 2:
        raise UsageError(
            f"--cuda must name two releases, one to compare with and one to judge (got {', '.join(releases)!r}); "
            "with --base REF one is enough"
        )
    for flag, path in command.files.items():
        check_writable(path, flag)
    settings = Settings.load(Path.cwd())
    records = [_kept(settings.cuda_results, release) for release in releases]
    found = find_variants(command.names, settings.sources, operations=settings.operations)
    discovery = with_checked_rules(of_cuda(found))
    report = compare_releases(
        records[0],
        records[1:],
        {variant.id: source_digest(variant, settings) for variant in discovery.variants},
        declaration_errors=discovery.errors,
        allowances=command.allowances,
    )
    print_gate(report, console)
    renderers = {"--json": gate_json.text, "--markdown": markdown, "--junit": junit}
    for flag, path in command.files.items():
        write_text(renderers[flag](report), path, flag)
    return report.exit_code


def _kept(folder: Path, release: str) -> ReleaseRecord:
    path = release_file.file_of(folder, release)
    if not path.is_file():
        raise UsageError(
            f"CUDA {release} has not been checked (got no {path}): run tox -e cuda{release.replace('.', '')}, "
            f"or {install_command(read_release(release))} && kernel-harness cuda check --cuda {release}"
        )
    return release_file.read_file(path)


@dataclass(frozen=True)
class Environment:
    """A Python environment with a CUDA release.

    Parameters
    ----------
    release : str
        The release.
    python : str
        Path of its interpreter, which has this package too.
    """

    release: str
    python: str


def environment_of(release: str, settings: Settings) -> Environment:
    """Find an environment that has a CUDA release: this one, else tox's.

    Raises
    ------
    UsageError
        Neither has the release; the message names the commands that make an environment.
    """
    if any(release_text(file.cuda) == release for file in installed_libraries(settings.cuda_home)):
        return Environment(release, sys.executable)
    name = f"cuda{release.replace('.', '')}"
    python = settings.root / ".tox" / name / "bin" / "python"
    if python.is_file():
        return Environment(release, str(python))
    raise UsageError(
        f"nvrtc of CUDA {release} must be installed here or in .tox/{name} (got neither); "
        f"tox -e {name} --notest, or {install_command(read_release(release))}"
    )


def judge_change(command: GateCommand, releases: Sequence[str], console: Console) -> int:
    """Judge a change once with the compiler of each release, and return the worst exit status.

    Each gate runs in its own process, in the environment with the release, and writes its own files, with the release
    in their names.

    Raises
    ------
    UsageError
        No environment has one of the releases, or a file cannot be written; nothing was compared.
    """
    settings = Settings.load(Path.cwd())
    environments = [environment_of(release, settings) for release in releases]
    refuse_devices(command.files.items(), "with --base and --cuda each release writes its own file")
    for flag, path in command.files.items():
        check_writable(path, flag)
    statuses = []
    for each in environments:
        console.print(Text(f"CUDA {each.release}", style="bold"), soft_wrap=True)
        console.file.flush()
        status = _run(
            [each.python, "-m", "kernel_harness", *_arguments(command, each.release)],
            {**os.environ, "KERNEL_HARNESS_CUDA": each.release, "KERNEL_HARNESS_COMPILER": "nvrtc"},
        )
        statuses.append(status if status in _WORST else EXIT_ERROR)
        console.print()
    told = ", ".join(f"{each.release}: {status}" for each, status in zip(environments, statuses, strict=True))
    console.print(Text(f"exit status by CUDA release: {told}"), soft_wrap=True)
    return next(status for status in _WORST if status in statuses)


def _run(arguments: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run a gate and return its status; a signal that ends this process ends the gate, too."""
    with subprocess.Popen(arguments, env=environment) as process:
        try:
            return process.wait()
        except Terminated:
            process.terminate()
            raise


def _arguments(command: GateCommand, release: str) -> list[str]:
    arguments = ["gate", *command.names, "--base", command.base, f"--margin={100 * command.margin:.10g}%"]
    if command.head is not None:
        arguments += ["--head", command.head]
    if command.exact_base:
        arguments.append("--exact-base")
    if command.staged:
        arguments.append("--staged")
    if command.device is not None:
        arguments += ["--device", command.device]
    if command.sweep is not None:
        arguments.append("--sweep" if command.sweep else "--no-sweep")
    arguments += [f"--allow={each.name}:{each.reason}" for each in command.allowances]
    for flag, path in command.files.items():
        arguments += [flag, str(path.with_name(f"{path.stem}-{release}{path.suffix}"))]
    return arguments
