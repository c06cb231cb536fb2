"""Results of a long run in a file, one line for each case that ends: an interrupted run resumes from it.

The first line identifies what the results depend on: the harness, the device and the settings of checks. Each result
carries a digest of its variant's files; a case whose files have changed is run again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO

from ..device.base import DeviceInfo
from ..errors import UsageError
from ..lazy import dataclass
from ..run.session import Runner
from ..run.source_files import code_digest
from ..run.unjudged import HangLimit, unjudged, watch_options
from ..settings.settings import Settings
from ..store.input_file import RESULT_BYTES, read_file
from ..store.records import plain, read_text, to_json
from ..variant.case import Case
from ..variant.variant import Variant
from ..verdict import CaseResult, Reason, Verdict
from .remote_worker import software

SCHEMA = "kernel-harness/results"


@dataclass(frozen=True)
class _JournalHead:
    schema: str
    device: str
    harness: str
    options: tuple[str, ...]


@dataclass(frozen=True)
class _JournalLine:
    files: str
    result: CaseResult


class ResumedRun:
    """A run that takes known results from a file, and adds the missing ones to it."""

    def __init__(self, runner: Runner, info: DeviceInfo, path: Path, settings: Settings) -> None:
        self._runner = runner
        self._settings = settings
        self._digests: dict[str, str] = {}
        self._known: dict[tuple[str, str], CaseResult] = {}
        device = f"{info.kind}: {info.name}, {info.arch}, {info.compiler}, {info.driver}"
        head = _JournalHead(SCHEMA, device, software(), tuple(watch_options(settings)))
        try:
            text = read_file(path, RESULT_BYTES) if path.exists() else b""
            whole, _, torn = text.rpartition(b"\n")
            self._read(whole.splitlines(), head, path)
            self._file: IO[bytes] = path.open("ab")
            if torn:  # the run was killed while it wrote this line
                self._file.truncate(len(text) - len(torn))
            if not whole:
                self._write(head)
        except OSError as error:
            raise UsageError(
                f"--resume must name a file that can be written (got {path}: {error.strerror or error})"
            ) from None

    def run_all(
        self, cases: Iterable[Case], on_end: Callable[[CaseResult], None] = lambda _: None
    ) -> Generator[CaseResult, None, None]:
        listed = self._with_known(cases)
        with contextlib.closing(
            self._runner.run_all([case for case, known in listed if known is None], on_end)
        ) as ran:
            for case, known in listed:
                if known is not None:
                    on_end(known)
                    yield known
                    continue
                result = next(ran)
                # the next run tries cases that did not run
                if result.verdict is not Verdict.NOT_RUN and Reason.DEVICE_UNAVAILABLE not in result.reasons:
                    self._write(_JournalLine(self._digest(case.variant), result))
                yield result

    def _with_known(self, cases: Iterable[Case]) -> list[tuple[Case, CaseResult | None]]:
        """Return each case with its result, also if it is not run because of hangs; None for cases to run."""
        hangs = HangLimit(self._settings)
        listed = [(case, self._known.get((case.id, self._digest(case.variant)))) for case in cases]
        for number, (case, result) in enumerate(listed):
            hangs.note(number, case, result)
            if result is None and (behind := hangs.finding(number, case)):
                not_run = unjudged(case, self._runner.kind, self._settings, Verdict.NOT_RUN, behind)
                listed[number] = case, not_run
        return listed

    def close(self) -> None:
        self._file.close()

    def _write(self, record: object) -> None:
        self._file.write(to_json(plain(record)).encode("ascii") + b"\n")
        # the run may be killed at any time: only results in the file survive
        self._file.flush()

    def _read(self, lines: Sequence[bytes], head: _JournalHead, path: Path) -> None:
        for number, text in enumerate(lines, 1):
            where = f"{path}, line {number}"
            if number > 1:
                line = read_text(text, _JournalLine, where)
                self._known[line.result.case_id, line.files] = line.result
                continue
            recorded = read_text(text, _JournalHead, where)
            for name in _JournalHead.__dataclass_fields__:
                got, wanted = getattr(recorded, name), getattr(head, name)
                if got != wanted:
                    raise UsageError(
                        f"--resume must keep the same {name} (got {_shown(got)} in {path}, and {_shown(wanted)} "
                        "now); name another file"
                    )

    def _digest(self, variant: Variant) -> str:
        if variant.id not in self._digests:
            self._digests[variant.id] = code_digest(variant, self._settings.include_dirs)
        return self._digests[variant.id]


def _shown(value: str | tuple[str, ...]) -> str:
    return repr(value if isinstance(value, str) else list(value))


RunAll = Callable[..., Generator[CaseResult, None, None]]
"""Such as ``Runner.run_all``."""


@contextlib.contextmanager
def resumed(runner: Runner, path: Path | None, settings: Settings) -> Iterator[RunAll]:
    """Yield the `run_all` of a runner, which goes on from a file if there are a file and a device."""
    if path is None or runner.info is None:
        yield runner.run_all
        return
    with contextlib.closing(ResumedRun(runner, runner.info, path, settings)) as resuming:
        yield resuming.run_all
