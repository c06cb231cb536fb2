"""Runs the cases that hypothesis draws and collects the failures: one smallest case per failure mode."""

from __future__ import annotations

from collections.abc import Callable

import hypothesis
from hypothesis.errors import Unsatisfiable

from ..run.session import Runner
from ..settings.settings import Settings
from ..variant.case import Case
from ..variant.variant import Variant
from ..verdict import CaseResult, Reason, Verdict
from . import DEFAULT_EXAMPLES, DEFAULT_SEED
from .draws import cases
from .outcome import Found, SearchOutcome
from .reduction import complexity, reduce
from .space import Space

# Maximum number of cases that crash a worker or reach its deadline. Reducing a hang of twenty seconds in a hundred
# steps would take more than half an hour.
_MOST_COSTLY = 12
_COSTLY = (Verdict.HANG, Verdict.CRASH)

FailureMode = tuple[Verdict, Reason | None]
"""Verdict and most informative reason of a failing case. Failures with different modes count as different faults."""


def search(
    variant: Variant,
    runner: Runner,
    settings: Settings,
    *,
    n_examples: int = DEFAULT_EXAMPLES,
    seed: int = DEFAULT_SEED,
    on_case: Callable[[CaseResult], None] = lambda _: None,
) -> SearchOutcome:
    """Search a variant's claimed domain for failing cases."""
    return _CaseSearch(variant, runner, settings, on_case).run(n_examples, seed)


class _FailedError(Exception):
    """Reports a failing case to hypothesis. Each failure mode has its own subclass, to be told apart."""


class _CaseSearch:
    def __init__(
        self, variant: Variant, runner: Runner, settings: Settings, on_case: Callable[[CaseResult], None]
    ) -> None:
        self._variant = variant
        self._runner = runner
        self._space = Space(variant, runner.kind, settings.include_dirs)
        self._on_case = on_case
        # Run a case only once, even if it is drawn twice, so that even a nondeterministic kernel has one result for it.
        self._results: dict[str, CaseResult] = {}
        self._failures: dict[FailureMode, list[Case]] = {}
        self._errors: dict[FailureMode, type[_FailedError]] = {}
        self._n_costly: dict[Verdict, int] = {}
        self._cut_short = False
        self._not_run: CaseResult | None = None

    def run(self, n_examples: int, seed: int) -> SearchOutcome:
        def check(case: Case) -> None:
            failed = self._failure_of(case)
            if failed is not None:
                raise self._error_of(failed)

        drawn = hypothesis.given(cases(self._space))(check)
        seeded = hypothesis.seed(seed)(_settings(n_examples)(drawn))
        try:
            seeded()
        except Unsatisfiable:
            pass
        except Exception as error:
            if not _is_expected(error):
                raise
        found = [self._reduced(mode) for mode in tuple(self._failures)]
        n_weak = sum(result.verdict is Verdict.UNPROVEN for result in self._results.values())
        return SearchOutcome(
            self._variant, tuple(found), len(self._results), n_weak, self._cut_short, self._not_run
        )

    def _reduced(self, mode: FailureMode) -> Found:
        tried = self._failures[mode]
        first, smallest = tried[0], min(tried, key=complexity)
        case = reduce(smallest, lambda smaller: self._failure_of(smaller) == mode)
        return Found(case, self._results[case.id], first.id)

    def _failure_of(self, case: Case) -> FailureMode | None:
        """Run a case unless it has a result, and return its failure mode; None if it passes or is not run."""
        result = self._results.get(case.id)
        if result is None:
            if self._not_run is not None or self._is_too_costly():
                return None
            result = self._results[case.id] = self._runner.run(case)
            self._on_case(result)
            self._note(case, result)
        return _failure_mode(result)

    def _note(self, case: Case, result: CaseResult) -> None:
        if result.verdict is Verdict.NOT_RUN:
            self._not_run = result
        if result.verdict in _COSTLY:
            self._n_costly[result.verdict] = self._n_costly.get(result.verdict, 0) + 1
        mode = _failure_mode(result)
        if mode is not None:
            self._failures.setdefault(mode, []).append(case)

    def _is_too_costly(self) -> bool:
        self._cut_short = self._cut_short or any(n >= _MOST_COSTLY for n in self._n_costly.values())
        return self._cut_short

    def _error_of(self, mode: FailureMode) -> _FailedError:
        if mode not in self._errors:
            verdict, reason = mode
            name = f"{verdict.value}_{reason.value if reason else 'unknown'}"
            self._errors[mode] = type(name, (_FailedError,), {})
        return self._errors[mode]()


def _settings(n_examples: int) -> hypothesis.settings:
    return hypothesis.settings(
        max_examples=n_examples,
        # No database and no deadlines, so that the same seed gives the same cases.
        database=None,
        deadline=None,
        phases=(hypothesis.Phase.generate, hypothesis.Phase.shrink),
        suppress_health_check=tuple(hypothesis.HealthCheck),
        report_multiple_bugs=True,
        print_blob=False,
        verbosity=hypothesis.Verbosity.quiet,
    )


def _failure_mode(result: CaseResult) -> FailureMode | None:
    if not result.verdict.is_failure or result.verdict is Verdict.NOT_RUN:
        return None
    return result.verdict, next(iter(result.reasons), None)


def _is_expected(error: BaseException) -> bool:
    # Several failure modes are raised as an exception group, which Python 3.10 does not have as a built-in.
    parts = getattr(error, "exceptions", None)
    return all(map(_is_expected, parts)) if parts else isinstance(error, _FailedError)
