"""Makes the cases of a run variant by variant, in the background: a run begins with the first while others are made.

To make a hundred thousand cases takes seconds, in which the workers need not wait.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator

from ..variant.case import Case
from ..variant.declaration.discovery import Discovery, sorted_errors
from ..variant.run_cases import RunCases
from .suite import Suite, assemble, narrowed


class Assembly:
    """The suite of a run, which a thread makes.

    Parameters
    ----------
    discovery : Discovery
        Variants and wrong declarations.
    expression : str
        Expression of ``-k``; an empty one selects everything.
    run_cases : RunCases
        The cases to select from.

    Raises
    ------
    UsageError
        As `harness.run.suite.narrowed`.
    """

    def __init__(self, discovery: Discovery, expression: str, run_cases: RunCases) -> None:
        self._discovery = narrowed(discovery, expression)
        self._expression = expression
        self._run_cases = run_cases
        # One suite of each variant, in order.
        self._made: list[Suite] = []
        self._failure: BaseException | None = None
        self._is_ended = False
        self._has_changed = threading.Condition()
        threading.Thread(target=self._make, name="cases of a run", daemon=True).start()

    def _make(self) -> None:
        failure: BaseException | None = None
        try:
            for variant in self._discovery.variants:
                made = assemble(Discovery((variant,), ()), self._expression, self._run_cases)
                with self._has_changed:
                    self._made.append(made)
                    self._has_changed.notify_all()
        except BaseException as error:
            failure = error
        with self._has_changed:
            self._failure = failure
            self._is_ended = True
            self._has_changed.notify_all()

    def _suites(self) -> Iterator[Suite]:
        """Yield the suite of each variant when it is made; raises what making raised."""
        n_taken = 0
        while True:
            with self._has_changed:
                while len(self._made) == n_taken and not self._is_ended:
                    self._has_changed.wait()
                fresh = self._made[n_taken:]
            if not fresh:
                break
            n_taken += len(fresh)
            yield from fresh
        if self._failure is not None:
            raise self._failure

    def cases(self) -> Iterator[Case]:
        """Yield the cases of `suite` in order, each variant's as soon as they are made.

        Raises
        ------
        BaseException
            As `suite`, behind the cases that were made.
        """
        for made in self._suites():
            for part in made.parts:
                yield from part.cases

    def suite(self) -> Suite:
        """Wait until all cases are made, and return what `harness.run.suite.assemble` returns.

        Raises
        ------
        BaseException
            What making a case raised; a wrong declaration does not raise.
        """
        suites = tuple(self._suites())
        errors = (error for made in suites for error in made.errors)
        return Suite(
            tuple(part for made in suites for part in made.parts),
            sorted_errors((*self._discovery.errors, *errors)),
        )
