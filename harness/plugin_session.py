"""What the pytest plugin knows during one run: settings, kernels, cases, and the device they share.

Made by `harness.plugin` when first needed, so that a run without kernels loads nothing of this.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from harness import __version__
from harness.check.verdict import CaseResult
from harness.device.selection import missing_for, resolve_kind
from harness.errors import SpecError
from harness.report.target import expected_target, target_lines
from harness.run.bench_cases import bench_cases
from harness.run.case_run import skipped
from harness.run.session import Runner, open_runner
from harness.settings import Settings
from harness.spec import matrix
from harness.spec.case import Case
from harness.spec.discovery import Discovery, discover


class KernelSession:
    """One pytest run's kernels and device.

    Parameters
    ----------
    settings : Settings
        Sources and device, command line included.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._resources = contextlib.ExitStack()
        self._runner: Runner | None = None
        self._by_id: dict[str, Case] = {}
        self._excluded: dict[str, str] = {}
        self._wrong: dict[str, SpecError] = {}

    @cached_property
    def kind(self) -> str:
        """Kind of device that runs the kernels."""
        return resolve_kind(self.settings.device, self.settings)

    @cached_property
    def gpu_missing(self) -> str:
        """What keeps the gpu from running here, empty when nothing does."""
        return "; ".join(f"no {each.name} ({each.found})" for each in missing_for("gpu", self.settings))

    @cached_property
    def discovery(self) -> Discovery:
        """Variants and wrong declarations under the sources."""
        return discover(self.settings.sources)

    def header(self) -> list[str]:
        """Lines for pytest's header: what runs where, and what does not run."""
        target = expected_target(self.settings.device, self.settings)
        return [f"kernel-harness {__version__}: {label}: {text}" for label, text in target_lines(target)]

    def case_ids(self, discovery: Discovery | None = None) -> tuple[str, ...]:
        """Ids for the items of a matrix, in stable order.

        Parameters
        ----------
        discovery : Discovery, optional
            Variants; those under the sources if not given.

        Returns
        -------
        tuple of str
            Ids of the cases, those that a declaration excludes after the others of their variant, then one
            for each wrong declaration. Each can be given to `case` or `wrong_declaration`.
        """
        discovery = self.discovery if discovery is None else discovery
        ids: list[str] = []
        for variant in discovery.variants:
            ids += self._remember(matrix.cases(variant))
            excluded = matrix.skipped(variant)
            self._excluded.update((case.id, rule) for case, rule in excluded)
            ids += self._remember([case for case, _ in excluded])
        return (*ids, *self._wrong_ids(discovery.errors))

    def bench_ids(self) -> tuple[str, ...]:
        """Ids of the cases to time, and of wrong declarations, in stable order."""
        ids: list[str] = []
        for variant in self.discovery.variants:
            cases = bench_cases(variant, self.kind)
            unmet = {case.id: case.unmet() for case in cases}
            self._excluded.update((case_id, rule) for case_id, rule in unmet.items() if rule is not None)
            ids += self._remember(cases)
        return (*ids, *self._wrong_ids(self.discovery.errors))

    def case(self, case_id: str) -> Case | None:
        """Look a case up by an id that `case_ids` or `bench_ids` gave; None for a wrong declaration."""
        return self._by_id.get(case_id)

    def wrong_declaration(self, item_id: str) -> str:
        """Text of the error that an id stands for."""
        return str(self._wrong[item_id])

    def run(self, case: Case) -> CaseResult:
        """Run one case; SKIP when the declaration excludes it."""
        rule = self._excluded.get(case.id)
        if rule is not None:
            return skipped(case, rule, device_kind=self.kind, settings=self.settings)
        return self.runner.run(case)

    @property
    def runner(self) -> Runner:
        """The device, opened at the first use and closed by `close`."""
        if self._runner is None:
            self._runner = self._resources.enter_context(open_runner(self.kind, self.settings))
        return self._runner

    def close(self) -> None:
        """Close the device."""
        self._resources.close()
        self._runner = None

    def _remember(self, cases: Sequence[Case]) -> list[str]:
        self._by_id.update((case.id, case) for case in cases)
        return [case.id for case in cases]

    def _wrong_ids(self, errors: Sequence[SpecError]) -> list[str]:
        ids = []
        for error in errors:
            base = item_id = f"{Path(error.path).stem}-declaration-line{error.line}"
            repeat = 1
            # Two errors on one line, or two files of one name.
            while self._wrong.get(item_id, error) is not error:
                repeat += 1
                item_id = f"{base}-{repeat}"
            self._wrong[item_id] = error
            ids.append(item_id)
        return ids
