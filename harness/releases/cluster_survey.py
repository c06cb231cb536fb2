"""Surveys CUDA releases on the hosts of a cluster that have them, a job for each release."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..cluster.engine import Engine, Need
from ..cluster.job import Job, JobRun
from ..cluster.placement import RELEASE_PREFIX
from ..errors import UsageError
from ..run.outcome import VariantOutcome
from ..run.suite import Suite
from ..run.target import Target
from ..settings.settings import Settings
from ..verdict import CaseResult
from . import release_file
from .model import ReleaseRecord
from .survey import SurveyRequest, survey


@dataclass(frozen=True)
class Surveyed:
    """What became of a release on a cluster.

    Parameters
    ----------
    cuda : str
        The release.
    host : str
        Host that surveyed it; empty if none did.
    record : ReleaseRecord or None
        The record; None if there is none, for the reason in `error`.
    error : str
        Why there is no record.
    """

    cuda: str
    host: str
    record: ReleaseRecord | None
    error: str = ""


def releases_on(engine: Engine, wanted: Sequence[str]) -> tuple[str, ...]:
    """Return the releases to survey: those that are wanted, else all that hosts have.

    Raises
    ------
    UsageError
        No release is wanted, and no host says that it has one.
    """
    found = tuple(dict.fromkeys(wanted)) or engine.releases()
    if not found:
        raise UsageError(
            f"a host of the cluster must say which CUDA release it has (got {engine.hosts() or 'no host'}): start "
            f"its Ray with --resources='{{\"{RELEASE_PREFIX}12.9\": 1}}'"
        )
    return found


def survey_on(
    engine: Engine,
    need: Need,
    releases: Sequence[str],
    request: SurveyRequest,
    settings: Settings,
    on_line: Callable[[str], None],
) -> tuple[Surveyed, ...]:
    """Survey releases, each on one core of a host that has it; as many at a time as there is room for.

    Parameters
    ----------
    engine : Engine
        The cluster.
    need : Need
        What a survey occupies besides its release.
    releases : sequence of str
        From `releases_on`.
    request : SurveyRequest
        As for `harness.releases.survey.survey`; ``auto`` is not a device here.
    settings : Settings
        Settings of the run.
    on_line : callable
        Called with one line of text for each step.

    Raises
    ------
    DeviceError
        No host has one of the releases.
    """
    jobs = [
        Job(
            f"cuda {release}",
            survey_job,
            (request, release),
            request.discovery.variants,
            replace(need, cuda_release=release),
        )
        for release in releases
    ]
    said = functools.partial(_said, on_line, releases)
    run = JobRun(engine, settings, need, jobs, on_line=said)
    answers = run.run()
    for loss in run.losses:
        on_line(f"lost: {loss}")
    found = []
    for release, answer in zip(releases, answers, strict=True):
        record, error = None, answer.error
        if answer.value is not None:
            try:
                record = _record(answer.value, release, answer.host)
            except UsageError as wrong:
                error = str(wrong)
        found.append(Surveyed(release, answer.host, record, error))
    return tuple(found)


def survey_job(
    settings: Settings, say: Callable[[str], None], request: SurveyRequest, release: str
) -> dict[str, Any]:
    """Survey a release on the host of a job; return the document of its record."""
    record = survey(request, replace(settings, cuda=release), _Lines(say))
    return release_file.document(record)


def _record(value: dict[str, Any], release: str, host: str) -> ReleaseRecord:
    record = release_file.read(value, f"an answer from {host}")
    if record.cuda != release:
        raise UsageError(
            f"{host} must have CUDA {release} (got {record.cuda}); its resource {RELEASE_PREFIX}{release} is wrong"
        )
    return record


def _said(on_line: Callable[[str], None], releases: Sequence[str], job: int, host: str, line: str) -> None:
    on_line(f"CUDA {releases[job]} on {host}: {line}")


class _Lines:
    """Says each step of a survey once."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._steps: set[str] = set()

    def building(self, done: int, total: int) -> None:
        self._step("compiling", done, total)

    def counting(self, done: int, total: int) -> None:
        self._step("counting", done, total)

    def running(self, target: Target, suite: Suite) -> None:
        self._step(f"running on {target.kind}", 0, suite.n_cases)

    def case(self, result: CaseResult) -> None:
        pass

    def variant(self, outcome: VariantOutcome) -> None:
        pass

    def ran(self, outcomes: Sequence[VariantOutcome], stopped: str) -> None:
        pass

    def _step(self, what: str, done: int, total: int) -> None:
        if what not in self._steps:
            self._steps.add(what)
            self._say(f"{what}, {done:,} of {total:,} done")
