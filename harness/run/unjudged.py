"""Results of cases that have no judgement: why, and which cases are not run because others hung. Also their times.

Every result has the shell command that reruns its case, with the options of unusual checks.
"""

from __future__ import annotations

import os
import shlex
from functools import lru_cache
from pathlib import Path

from ..compiler.source.file_names import display_path
from ..errors import CompileError, HarnessError, LaunchError, LimitError, PtxError, SpecError
from ..settings.settings import SETTINGS, Settings
from ..settings.watch_options import WATCH_OPTIONS
from ..variant.case import Case
from ..variant.variant import block_text
from ..verdict import CaseResult, Finding, Reason, Verdict

_REASONS: tuple[tuple[type[HarnessError], Reason], ...] = (
    # the first that fits counts, and a LimitError is a SpecError, too
    (LimitError, Reason.LAUNCH_ERROR),
    (SpecError, Reason.DECLARATION_ERROR),
    (CompileError, Reason.COMPILE_ERROR),
    (LaunchError, Reason.LAUNCH_ERROR),
    (PtxError, Reason.UNSUPPORTED_INSTRUCTION),
)

MOST_HANGS = 2
"""Number of hangs of a variant's block and element type after which later cases are not run."""


def unjudged(case: Case, kind: str, settings: Settings, verdict: Verdict, why: Finding | str) -> CaseResult:
    """Return the result of a case that ended without a judgement; `why` is a finding, or text without a finding."""
    findings, text = ((), why) if isinstance(why, str) else ((why,), why.message)
    return CaseResult(
        case_id=case.id,
        variant=case.variant.id,
        device=kind,
        verdict=verdict,
        findings=findings,
        # of a compile error it names source and compiler; the finding holds the log
        detail=text.partition("\n")[0] if findings else text,
        rerun=rerun_command(case, device_kind=kind, settings=settings),
    )


def errored(case: Case, kind: str, settings: Settings, error: HarnessError) -> CaseResult:
    reason = next(
        (reason for of_error, reason in _REASONS if isinstance(error, of_error)), Reason.INTERNAL_ERROR
    )
    return unjudged(case, kind, settings, Verdict.ERROR, Finding(reason, str(error)))


def outside(unmet: str) -> str:
    return f"outside `requires`: {unmet}"


def timed(result: CaseResult, elapsed_s: float) -> CaseResult:
    """Note a case's time in its result; a task's own kind of result has no field for a time."""
    if isinstance(result, CaseResult):
        # In place: nobody else has the result yet, and a copy of each of a hundred thousand takes seconds.
        object.__setattr__(result, "elapsed_s", elapsed_s)
    return result


class HangLimit:
    """Decides which cases are not run because others hung: each further hang would take a whole deadline.

    Of the cases with one variant, block and element type these are the ones behind the first `MOST_HANGS` that hang, in
    the order of the cases. So the decision does not depend on the number of workers, which may share an instance.
    """

    def __init__(self, settings: Settings) -> None:
        self._is_off = settings.keep_going
        self._hung: dict[tuple[object, ...], list[tuple[int, str]]] = {}

    def note(self, number: int, case: Case, result: object) -> None:
        if isinstance(result, CaseResult) and result.verdict is Verdict.HANG and not self._is_off:
            self._hung.setdefault(_code_of(case), []).append((number, case.id))

    def finding(self, number: int, case: Case) -> Finding | None:
        """Return why a case at this place in the order is not run; None if it is."""
        # asked for each of a hundred thousand cases, and hardly any hangs
        if not self._hung:
            return None
        hung = sorted(hang for hang in self._hung.get(_code_of(case), ()) if hang[0] < number)[:MOST_HANGS]
        if len(hung) < MOST_HANGS:
            return None
        message = (
            f"the kernel hung in {' and '.join(name for _, name in hung)}: further cases of block "
            f"{block_text(case.block)} and {case.dtype} are not run; --keep-going (in pytest --kernel-keep-going, in "
            "pyproject.toml keep_going = true) runs them"
        )
        return Finding(Reason.HANG, message)

    def settled(self, number: int, case: Case, result: CaseResult, settings: Settings) -> CaseResult:
        """Return the result of the next case in the order: NOT-RUN behind hangs, even if a worker has run the case."""
        behind = self.finding(number, case)
        if behind:
            return unjudged(case, result.device, settings, Verdict.NOT_RUN, behind)
        self.note(number, case, result)
        return result


def _code_of(case: Case) -> tuple[object, ...]:
    return case.variant.id, case.block, case.dtype


def is_behind_hangs(result: CaseResult) -> bool:
    return result.verdict is Verdict.NOT_RUN and Reason.HANG in result.reasons


def rerun_command(case: Case, *, device_kind: str, settings: Settings, command: str = "check") -> str:
    """Write the shell command that reruns just this case, from the folder of the current run."""
    # The command names a variant under the configured sources by its id, any other by its file. `command` is the
    # command's own name.
    variant = case.variant
    target = _target(variant.id, variant.path, settings.sources, _folder())
    line = f"kernel-harness {command} {_quoted(target)} -k {shlex.quote(case.id)} --device {device_kind}"
    return " ".join((line, *(watch_options(settings) if device_kind == "cpu" else ())))


def watch_options(settings: Settings) -> tuple[str, ...]:
    """Return the command-line options for the settings that differ from the defaults."""
    return tuple(
        option.given(value)
        for option in WATCH_OPTIONS
        if (value := getattr(settings, option.name)) != SETTINGS[option.name].default
    )


def _quoted(text: str) -> str:
    """Return a word of a shell's command line, on one line."""
    if text.isprintable():
        return shlex.quote(text)
    escaped = (
        char
        if char.isprintable() and char not in "'\\"
        else "".join(f"\\x{byte:02x}" for byte in os.fsencode(char))
        for char in text
    )
    # bash's ANSI-C quoting: line feeds, control characters and bytes that are not UTF-8 stay on one line.
    return f"$'{''.join(escaped)}'"


@lru_cache(maxsize=256)
def _target(variant_id: str, path: Path, sources: tuple[Path, ...], folder: str) -> str:
    """Return a variant's name on a command line in `folder`: its id under the sources, else its file."""
    root = Path(folder)
    is_source = any((root / path).is_relative_to(root / source) for source in sources)
    return variant_id if is_source else display_path(path)


def _folder() -> str:
    try:
        return os.getcwd()  # noqa: PTH109 - each case asks, and a path takes longer to make
    except OSError:  # it was removed
        return ""
