"""What the pytest plugin knows during one run: settings, kernels, cases, and the device they share.

Made by `harness.plugin` when first needed, so that a run without kernels loads nothing of this.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from . import __version__
from .device.selection import count_gpus, missing_for, resolve_kind
from .device.share import shared_settings, xdist_worker
from .errors import HarnessError, SpecError
from .perf.case_counts import open_counter
from .perf.cost_info import cost_info
from .perf.launch_resources import Meter
from .run.bench_cases import bench_cases
from .run.case_run import skipped
from .run.session import Runner, open_runner
from .run.target import expected_target, target_lines
from .settings import Settings
from .spec import matrix
from .spec.case import SWEEP_KIND, Case
from .spec.coverage import Coverage
from .spec.discovery import Discovery, discover
from .spec.found_cases import read_found_cases, with_found_cases
from .spec.variant import Variant
from .verdict import CaseResult


@dataclass(frozen=True)
class Entry:
    """What one item of the run stands for.

    Parameters
    ----------
    id : str
        The case's id, or a name for what is wrong.
    case : Case or None
        None for a wrong declaration, and for the lack of any kernel.
    excluded : str
        The rule of the declaration that excludes the case, empty when none does.
    wrong : str
        Why there is no case, empty where there is one.
    """

    id: str
    case: Case | None
    excluded: str = ""
    wrong: str = ""

    @property
    def marks(self) -> tuple[str, ...]:
        """Names of the markers that its item gets."""
        return ("kernel_sweep",) if self.case is not None and self.case.kind == SWEEP_KIND else ()


NO_KERNELS = Entry(
    "no-kernels",
    None,
    wrong="there must be kernels to test (got no --kernel-sources, no `sources` in [tool.kernel-harness] of "
    "pyproject.toml and no folder cuda_src)",
)


class KernelSession:
    """One pytest run's kernels and device.

    Parameters
    ----------
    settings : Settings
        The project's, with the device of the command line.
    sources : sequence of Path
        Files and folders to look for kernels in instead of the project's; none for the project's own. They stay
        out of the settings, so that the command that reruns a case names a file that it will find.
    n_seeds : int
        Random inputs for each case of the matrix, at least 1.
    sweep : bool, optional
        Whether there are items for the width sweep; if not given, on ``gpu`` only.
    """

    def __init__(
        self,
        settings: Settings,
        sources: Sequence[Path] = (),
        *,
        n_seeds: int = 1,
        sweep: bool | None = None,
    ) -> None:
        worker = xdist_worker(os.environ)
        if worker is not None:
            settings = shared_settings(settings, worker, n_gpus=count_gpus())
        self.settings = settings
        self._n_seeds = n_seeds
        self._sweep = sweep
        self._sources = tuple(sources) or settings.sources
        self._resources = contextlib.ExitStack()
        self._runner: Runner | None = None
        self._counter: Runner | None = None
        self.timed: list[dict[str, object]] = []
        self._meter: Meter | None = None
        self._by_id: dict[str, Entry] = {}

    @cached_property
    def kind(self) -> str:
        """Kind of device that runs the kernels."""
        return resolve_kind(self.settings.device, self.settings)

    @cached_property
    def coverage(self) -> Coverage:
        """Which cases there are."""
        return Coverage.on(self.kind, n_seeds=self._n_seeds, sweep=self._sweep)

    @cached_property
    def gpu_missing(self) -> str:
        """What keeps the gpu from running here, empty when nothing does."""
        return "; ".join(f"no {each.name} ({each.found})" for each in missing_for("gpu", self.settings))

    @cached_property
    def discovery(self) -> Discovery:
        """Variants and wrong declarations under the sources."""
        return self._with_found_cases(
            discover(self._sources, self.settings.operations),
            is_everything=self._sources == self.settings.sources,
        )

    def discover_file(self, path: Path) -> Discovery:
        """Read one ``.cu`` file."""
        return self._with_found_cases(discover([path], self.settings.operations), is_everything=False)

    @cached_property
    def _by_file(self) -> dict[Path, Discovery]:
        files: dict[Path, tuple[list[Variant], list[SpecError]]] = {}
        for variant in self.discovery.variants:
            files.setdefault(variant.path.resolve(), ([], []))[0].append(variant)
        for error in self.discovery.errors:
            files.setdefault(Path(error.path).resolve(), ([], []))[1].append(error)
        return {path: Discovery(tuple(variants), tuple(errors)) for path, (variants, errors) in files.items()}

    def discovery_of(self, path: Path) -> Discovery | None:
        """Return what was found in one file under the sources; None for shared code and for files elsewhere."""
        return self._by_file.get(path.resolve())

    @property
    def source_errors(self) -> tuple[Entry, ...]:
        """What is wrong with the sources themselves, such as a folder without kernels, an entry each."""
        errors = [error for error in self.discovery.errors if not Path(error.path).is_file()]
        return tuple(_wrong_declarations(errors))

    def _with_found_cases(self, discovery: Discovery, *, is_everything: bool) -> Discovery:
        found = read_found_cases(self.settings.found_cases)
        return with_found_cases(discovery, found, is_everything=is_everything)

    def header(self, n_workers: int = 0) -> list[str]:
        """Lines for pytest's header: what runs where, and what does not run.

        Parameters
        ----------
        n_workers : int
            Processes that the run is spread over; 0 for this one alone.
        """
        target = expected_target(self.settings.device, self.settings)
        lines = [
            *target_lines(target),
            *(("workers", text) for text in self._workers_text(n_workers)),
            *(("not run", what) for what in self.coverage.not_covered("-m kernel_sweep")),
        ]
        return [f"kernel-harness {__version__}: {label}: {text}" for label, text in lines]

    @property
    def n_wanted_workers(self) -> int | None:
        """How many processes suit the device: one for each of several GPUs; None where it does not matter."""
        n_gpus = count_gpus() if self.kind == "gpu" else 0
        return n_gpus if n_gpus > 1 else None

    def _workers_text(self, n_workers: int) -> list[str]:
        n_gpus = count_gpus() if n_workers > 0 and self.kind == "gpu" else 0
        if n_gpus < 2:
            return []
        first = self.settings.gpu_index
        shares = ", ".join(f"gw{number} on GPU {(first + number) % n_gpus}" for number in range(n_workers))
        return [f"{shares}; numbers count within CUDA_VISIBLE_DEVICES"]

    def entries(self, discovery: Discovery) -> tuple[Entry, ...]:
        """List what becomes an item each: the cases of some variants, and what is wrong with declarations.

        Parameters
        ----------
        discovery : Discovery
            Variants and errors.

        Returns
        -------
        tuple of Entry
            In stable order: by variant, its runnable cases before the excluded ones; then the errors.
        """
        entries: list[Entry] = []
        for variant in discovery.variants:
            entries += [Entry(case.id, case) for case in self.coverage.cases(variant)]
            entries += [Entry(case.id, case, excluded=rule) for case, rule in matrix.skipped(variant)]
        return (*entries, *_wrong_declarations(discovery.errors))

    def wrong_declarations(self) -> tuple[Entry, ...]:
        """List what is wrong with declarations under the sources, an entry each."""
        return tuple(_wrong_declarations(self.discovery.errors))

    def case_ids(self) -> tuple[str, ...]:
        """Ids of the `entries` under the sources; `entry` gives what each stands for."""
        return self._remember(self.entries(self.discovery))

    def bench_ids(self, discovery: Discovery | None = None) -> tuple[str, ...]:
        """Ids of the cases to time and of the wrong declarations, in stable order; as for `case_ids`.

        Parameters
        ----------
        discovery : Discovery, optional
            Whose cases; without it, of all that is under the sources.
        """
        discovery = discovery or self.discovery
        entries = [
            Entry(case.id, case, excluded=case.unmet() or "")
            for variant in discovery.variants
            for case in bench_cases(variant, self.kind)
        ]
        return self._remember([*entries, *_wrong_declarations(discovery.errors)])

    def entry(self, item_id: str) -> Entry | None:
        """Look up an id that `case_ids` or `bench_ids` gave; None for any other."""
        return self._by_id.get(item_id)

    def run(self, case: Case, excluded: str = "") -> CaseResult:
        """Run one case; SKIP when a rule of the declaration excludes it."""
        if excluded:
            return skipped(case, excluded, device_kind=self.kind, settings=self.settings)
        return self.runner.run(case)

    @property
    def runner(self) -> Runner:
        """The device, opened at the first use and closed by `close`."""
        if self._runner is None:
            self._runner = self._resources.enter_context(open_runner(self.kind, self.settings))
        return self._runner

    def cost_info(self, case: Case) -> dict[str, object]:
        """Count a timed case on the executor and ask for its resources; see `harness.perf.cost_info`."""
        try:
            if self._counter is None:
                info = self.runner.info
                settings = replace(self.settings, arch=info.arch) if info else self.settings
                self._meter = Meter(settings, (settings.arch,))
                self._counter = self._resources.enter_context(open_counter(settings))
            assert self._meter is not None
            return cost_info(case, self._counter, self._meter)
        except HarnessError as error:
            return {"counters_error": str(error)}

    def close(self) -> None:
        """Close the device."""
        self._resources.close()
        self._runner = self._counter = None

    def _remember(self, entries: Sequence[Entry]) -> tuple[str, ...]:
        # An empty set of parameters would make pytest skip the test, as if it did not matter.
        entries = entries or [NO_KERNELS]
        self._by_id.update((entry.id, entry) for entry in entries)
        return tuple(entry.id for entry in entries)


def _wrong_declarations(errors: Sequence[SpecError]) -> list[Entry]:
    entries: dict[str, Entry] = {}
    for error in errors:
        base = item_id = f"{Path(error.path).stem}-declaration-line{error.line}"
        repeat = 1
        # Two errors on one line, or in two files of one name.
        while item_id in entries:
            repeat += 1
            item_id = f"{base}-{repeat}"
        entries[item_id] = Entry(item_id, None, wrong=f"ERROR declaration-error\n{error}")
    return list(entries.values())
