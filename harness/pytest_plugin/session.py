"""State of the pytest plugin during one run: settings, kernels, cases, and their shared device.

`harness.pytest_plugin.hooks` makes it at first use, so a run without kernels does not load this module.

Timed cases are counted while the GPU times them: each count is a run of the PTX executor, on cores that are idle.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property
from pathlib import Path

from .. import __version__
from ..device.selection import count_gpus, missing_for, resolve_kind
from ..device.share import shared_settings, xdist_worker
from ..errors import HarnessError, SpecError
from ..lazy import dataclass, replace
from ..measure.case_counts import open_counter
from ..measure.launch_resources import Meter, cost_info
from ..operation.kinds import SWEEP_KIND
from ..run.bench_cases import bench_cases
from ..run.precompilation import precompile_cases
from ..run.session import Runner, open_runner
from ..run.target import expected_target, target_lines
from ..run.unjudged import HangLimit, outside, unjudged
from ..settings.settings import ISOLATION_PROCESS, Settings, usable_cores
from ..variant import matrix
from ..variant.case import Case
from ..variant.declaration.discovery import Discovery, discover, read_found_cases, with_found_cases
from ..variant.selection import RunCases
from ..variant.variant import Variant
from ..verdict import CaseResult, Verdict


@dataclass(frozen=True)
class Entry:
    """The case or the error of one item of the run."""

    id: str
    case: Case | None
    """Case; None for a wrong declaration, and in a project without kernels."""
    excluded: str = ""
    """Reason to skip the case; empty if there is none."""
    wrong: str = ""
    """Reason that a case is missing; empty otherwise."""

    @property
    def marks(self) -> tuple[str, ...]:
        return ("kernel_sweep",) if self.case is not None and self.case.kind == SWEEP_KIND else ()


NO_KERNELS = Entry(
    "no-kernels",
    None,
    wrong="no kernels to test (got no folder cuda_src): pass --kernel-sources, or set `sources` in "
    "[tool.kernel-harness] of pyproject.toml",
)


class KernelSession:
    def __init__(
        self, settings: Settings, sources: Sequence[Path] = (), *, n_seeds: int = 1, sweep: bool | None = None
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
        self._counted: Costs | None = None
        self._is_timing = False
        self.timed: list[dict[str, object]] = []
        self.first_with: dict[tuple[str, ...], str] = {}
        """By fault, the first case that failed with it in this process."""
        self._by_id: dict[str, Entry] = {}
        self._hangs = HangLimit(settings)
        self._places = itertools.count()

    @cached_property
    def kind(self) -> str:
        return resolve_kind(self.settings.device, self.settings)

    @cached_property
    def run_cases(self) -> RunCases:
        return RunCases.on(self.kind, n_seeds=self._n_seeds, sweep=self._sweep)

    @cached_property
    def gpu_missing(self) -> str:
        return "; ".join(f"no {probe.name} ({probe.found})" for probe in missing_for("gpu", self.settings))

    @cached_property
    def discovery(self) -> Discovery:
        return self.read(self._sources, is_everything=self._sources == self.settings.sources)

    def read(self, paths: Sequence[Path], *, is_everything: bool = False) -> Discovery:
        discovery = discover(paths, self.settings.operations)
        pinned = read_found_cases(self.settings.found_cases)
        return with_found_cases(discovery, pinned, is_everything=is_everything)

    @cached_property
    def _by_file(self) -> dict[Path, Discovery]:
        files: dict[Path, tuple[list[Variant], list[SpecError]]] = {}
        for variant in self.discovery.variants:
            files.setdefault(variant.path.resolve(), ([], []))[0].append(variant)
        for error in self.discovery.errors:
            files.setdefault(Path(error.path).resolve(), ([], []))[1].append(error)
        return {path: Discovery(tuple(variants), tuple(errors)) for path, (variants, errors) in files.items()}

    def discovery_of(self, path: Path) -> Discovery | None:
        """Return variants and errors of one file under the sources; None for shared code and for other files."""
        return self._by_file.get(path.resolve())

    def header(self, n_workers: int = 0) -> list[str]:
        """Return the lines of pytest's header: the device, the compiler, and the cases that are not run."""
        lines = [*target_lines(expected_target(self.settings.device, self.settings))]
        if n_workers > 0 and (n_gpus := self.n_wanted_workers):
            first = self.settings.gpu_index
            shares = (f"gw{number} on GPU {(first + number) % n_gpus}" for number in range(n_workers))
            lines.append(("workers", f"{', '.join(shares)}; numbers count within CUDA_VISIBLE_DEVICES"))
        lines += [("not run", what) for what in self.run_cases.not_covered("-m kernel_sweep")]
        return [f"kernel-harness {__version__}: {label}: {text}" for label, text in lines]

    @property
    def n_wanted_workers(self) -> int | None:
        """Number of xdist processes that suit the device: one for each of several GPUs; None for any number."""
        n_gpus = count_gpus() if self.kind == "gpu" else 0
        return n_gpus if n_gpus > 1 else None

    def entries(self, discovery: Discovery) -> tuple[Entry, ...]:
        """Return the entries of all items: the cases of some variants, and errors in declarations."""
        entries: list[Entry] = []
        for variant in discovery.variants:
            left_out = [(case, outside(rule)) for case, rule in matrix.skipped(variant)]
            left_out += matrix.too_large(variant)
            entries += [Entry(case.id, case) for case in self.run_cases.cases(variant)]
            entries += [Entry(case.id, case, excluded=why) for case, why in left_out]
        return (*entries, *wrong_declarations(discovery.errors))

    def case_ids(self) -> tuple[str, ...]:
        """Return the ids of the `entries` under the sources; `entry` returns the entry of an id."""
        return self._remember(self.entries(self.discovery))

    def bench_ids(self, discovery: Discovery | None = None) -> tuple[str, ...]:
        """Return the ids of the cases to time and of the wrong declarations, in stable order; see `case_ids`."""
        discovery = discovery or self.discovery
        entries = [
            Entry(case.id, case, excluded=outside(unmet) if (unmet := case.unmet()) else "")
            for variant in discovery.variants
            for case in bench_cases(variant, self.kind)
        ]
        return self._remember([*entries, *wrong_declarations(discovery.errors)])

    def entry(self, item_id: str) -> Entry | None:
        return self._by_id.get(item_id)

    def run(self, case: Case, excluded: str = "") -> CaseResult:
        """Run one case. The verdict is SKIP if there is a reason to leave it out."""
        # Before the device is opened: a run of excluded cases alone needs no device.
        if excluded:
            return unjudged(case, self.kind, self.settings, Verdict.SKIP, excluded)
        number = next(self._places)
        # A kernel that hangs does so in most cases, and each costs a deadline.
        behind = self._hangs.finding(number, case)
        if behind is not None:
            return unjudged(case, self.kind, self.settings, Verdict.NOT_RUN, behind)
        result = self.runner.run(case)
        self._hangs.note(number, case, result)
        return result

    @property
    def runner(self) -> Runner:
        """The device, opened at first use and closed by `close`."""
        if self._runner is None:
            self._runner = self._resources.enter_context(open_runner(self.kind, self.settings))
        return self._runner

    def begin_timing(self, item_ids: Iterable[str]) -> None:
        """Compile the cases of items on all cores, and begin to count them while a GPU times them; once in a session.

        On `cpu` counts would disturb the times, and each case is compiled when it is checked.
        """
        if self._is_timing or self.kind != "gpu":
            return
        self._is_timing = True
        entries = (self.entry(item_id) for item_id in item_ids)
        cases = [entry.case for entry in entries if entry and entry.case and not entry.excluded]
        if self.runner.info is not None:
            precompile_cases(cases, self.runner.info, self.settings)
        self.costs.begin(cases)

    @property
    def costs(self) -> Costs:
        if self._counted is None:
            info = self.runner.info
            self._counted = Costs(replace(self.settings, arch=info.arch) if info else self.settings)
        return self._counted

    def close(self) -> None:
        if self._counted is not None:
            self._counted.close()
        self._resources.close()
        self._runner = self._counted = None

    def _remember(self, entries: Sequence[Entry]) -> tuple[str, ...]:
        # With no parameters at all pytest would skip the test instead of failing.
        entries = entries or [NO_KERNELS]
        self._by_id.update((entry.id, entry) for entry in entries)
        return tuple(entry.id for entry in entries)


def wrong_declarations(errors: Iterable[SpecError]) -> list[Entry]:
    entries: dict[str, Entry] = {}
    for error in errors:
        base = f"{Path(error.path).stem}-declaration-line{error.line}"
        # Two errors may be on one line, or in two files with one name.
        ids = itertools.chain([base], (f"{base}-{repeat}" for repeat in itertools.count(2)))
        item_id = next(name for name in ids if name not in entries)
        entries[item_id] = Entry(item_id, None, wrong=f"ERROR declaration-error\n{error}")
    return list(entries.values())


# A counter takes up to half of so many cores; the others queue launches and judge.
CORES_PER_COUNTER = 4
MOST_COUNTERS = 4


class Costs:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._resources = contextlib.ExitStack()
        self._mine = threading.local()
        self._opening = threading.Lock()
        self._pool: ThreadPoolExecutor | None = None
        self._soon: dict[str, Future[dict[str, object]]] = {}

    def begin(self, cases: Sequence[Case]) -> None:
        """Begin to count cases, in their order, if there are cores for it; a second call does nothing."""
        n_counters = min(MOST_COUNTERS, usable_cores() // CORES_PER_COUNTER, len(cases))
        is_isolated = self._settings.isolation == ISOLATION_PROCESS
        if self._pool is not None or n_counters < 1 or not is_isolated:
            return
        threads = CORES_PER_COUNTER // 2
        self._settings = replace(self._settings, cpu_workers=1, cpu_threads=threads)
        self._pool = ThreadPoolExecutor(n_counters)
        # In the order of the timing, so that the first counts are ready when they are asked for.
        self._soon = {case.id: self._pool.submit(self._count, case) for case in cases}

    def of(self, case: Case) -> dict[str, object]:
        try:
            soon = self._soon.get(case.id)
            return self._count(case) if soon is None else soon.result()
        except HarnessError as error:
            return {"counters_error": str(error)}

    def _count(self, case: Case) -> dict[str, object]:
        # Threads do not share counters.
        if not hasattr(self._mine, "counter"):
            counter = open_counter(self._settings)
            # A `with` would close the counter behind this case; the stack closes it with the session.
            opened: Runner = counter.__enter__()
            # An ExitStack is not made for several threads.
            with self._opening:
                self._resources.push(counter.__exit__)
            self._mine.counter = opened
            self._mine.meter = Meter(self._settings, (self._settings.arch,))
        return cost_info(case, self._mine.counter, self._mine.meter)

    def close(self) -> None:
        # First, because threads that still count use the counters closed below.
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
        self._resources.close()
