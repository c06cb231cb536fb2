"""Makes the cases of a run in the background, variant by variant: workers run the first while the others are made.

A hundred thousand cases take seconds to make.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence

from ..errors import SpecError
from ..variant.case import Case
from .suite import Suite, joined


class Assembly:
    """A suite whose variants are read on a thread of its own, which makes their cases."""

    def __init__(self, suites: Iterable[Suite], errors: Sequence[SpecError]) -> None:
        self._suites = suites
        self._errors = errors
        self._made: list[Suite] = []
        self._failure: BaseException | None = None
        self._is_ended = False
        self._has_changed = threading.Condition()
        # a daemon: a run that is stopped does not wait for cases that nobody will run
        threading.Thread(target=self._make, name="cases of a run", daemon=True).start()

    def _make(self) -> None:
        failure: BaseException | None = None
        try:
            for made in self._suites:
                with self._has_changed:
                    self._made.append(made)
                    self._has_changed.notify_all()
        # raised again where the cases are asked for: nobody sees an exception of this thread
        except BaseException as error:
            failure = error
        with self._has_changed:
            self._failure = failure
            self._is_ended = True
            self._has_changed.notify_all()

    def _each(self) -> Iterator[Suite]:
        """Yield each variant's suite when it is made; raises what making raised."""
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
        """Yield the cases of `suite` in order, each variant's as soon as they are made."""
        for made in self._each():
            for part in made.parts:
                yield from part.cases

    def suite(self) -> Suite:
        """Wait until all cases are made, and return what `harness.run.suite.assemble` returns."""
        return joined(self._each(), self._errors)
