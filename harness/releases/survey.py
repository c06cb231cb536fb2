"""Builds, runs and counts every variant with the CUDA release of this environment."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from .. import __version__
from ..compiler import compile, open_cache, open_compiler  # noqa: A004 - its name
from ..compiler.backend.nvrtc import Nvrtc
from ..compiler.options import read_options
from ..compiler.request import code_request, source_request
from ..compiler.source.includes import include_digests, read_within
from ..device.selection import missing_for
from ..errors import CompileError, DeviceError, SpecError
from ..gate.costs import counters_of
from ..measure.case_counts import CountingError, count_on, open_counter
from ..run.bench_cases import bench_cases
from ..run.outcome import VariantOutcome
from ..run.session import open_runner
from ..run.suite import Suite, VariantCases, run_suite
from ..run.target import Target, target_of
from ..settings.settings import Settings
from ..store.disk_cache import content_key
from ..store.input_file import read_file
from ..store.reach import Reach
from ..variant.case import Case
from ..variant.declaration.discovery import Discovery
from ..variant.language import CUDA
from ..variant.variant import Variant, block_text
from ..verdict import CaseResult, Verdict
from .builds import build_all
from .model import Build, CaseCost, Failure, ReleaseRecord, Run, VariantRecord

NOT_RUN = "not run: "
"""Prefix of the entry of a device that ran nothing."""

_ISA = re.compile(r"^\.version\s+(\d+\.\d+)", re.MULTILINE)


class Observer(Protocol):
    """Receives the survey's progress; every method may do nothing."""

    def building(self, done: int, total: int) -> None:
        """Note the number of finished compilations."""

    def running(self, target: Target, suite: Suite) -> None:
        """Note that the cases of a device come next."""

    def case(self, result: CaseResult) -> None:
        """Note a finished case."""

    def variant(self, outcome: VariantOutcome) -> None:
        """Note that all cases of a variant on a device have finished."""

    def ran(self, outcomes: Sequence[VariantOutcome], stopped: str) -> None:
        """Note that all cases of a device have finished, or why the run was stopped."""

    def counting(self, done: int, total: int) -> None:
        """Note the number of counted cases."""


@dataclass(frozen=True)
class SurveyRequest:
    """Variants, cases and devices of a survey.

    Parameters
    ----------
    discovery : Discovery
        The variants, and wrong declarations.
    suite : Suite
        The variants' cases.
    device : {"auto", "cpu", "gpu"}
        ``cpu`` executes PTX on the cpu. ``gpu`` also runs machine code on a GPU and requires one. ``auto`` uses a GPU
        if there is one.
    """

    discovery: Discovery
    suite: Suite
    device: str = "auto"


def executed_arch(arch: str, archs: Sequence[str]) -> str:
    """Return the architecture whose PTX is executed: the wanted one, else the nearest that the release supports."""
    if arch in archs:
        return arch
    number = _number(arch)
    older = [each for each in archs if _number(each) <= number]
    return older[-1] if older else archs[0]


def survey(
    request: SurveyRequest,
    settings: Settings,
    observer: Observer,
    *,
    clock: Callable[[], float] = time.monotonic,
) -> ReleaseRecord:
    """Compile all variants for every architecture, run the cases and count their cost.

    Parameters
    ----------
    request : SurveyRequest
        Variants, cases and devices of a survey.
    settings : Settings
        ``cuda`` names the release.
    observer : Observer
        Receives the progress.
    clock : callable
        Returns seconds.

    Raises
    ------
    DeviceError
        The release is not installed.
    """
    started = clock()
    settings = replace(settings, compiler="nvrtc")
    compiler = open_compiler(settings, device="cpu")
    assert isinstance(compiler, Nvrtc)
    archs = compiler.archs
    arch = executed_arch(settings.arch, archs)
    settings = replace(settings, arch=arch)
    variants, wrong = _with_values(request.discovery.variants)
    builds = build_all(variants, archs, settings, on_progress=observer.building)
    devices: dict[str, str] = {}
    runs: dict[str, dict[str, Run]] = {}
    for kind in ("cpu", "gpu"):
        devices[kind], found = _run(kind, request, settings, builds, archs, observer)
        for name, run in found.items():
            runs.setdefault(name, {})[kind] = run
    costs, errors = _count(variants, settings, builds, observer)
    records = [
        VariantRecord(
            id=variant.id,
            source=source_digest(variant, settings),
            dtype=variant.dtypes[0],
            block=block_text(variant.usual_block),
            builds=builds[variant.id],
            runs=runs.get(variant.id, {}),
            costs=costs.get(variant.id, ()),
            errors=errors.get(variant.id, ()),
        )
        for variant in variants
    ]
    return ReleaseRecord(
        harness=__version__,
        cuda=compiler.cuda,
        compiler=compiler.identity,
        headers=compiler.fingerprint[0],
        ptx_isa=_ptx_isa(variants, builds, settings),
        arch=arch,
        archs=archs,
        devices=devices,
        variants=tuple(records),
        declaration_errors=tuple(str(error) for error in (*request.discovery.errors, *wrong)),
        elapsed_s=clock() - started,
    )


def of_cuda(discovery: Discovery) -> Discovery:
    """Leave out variants in PTX and Triton, which no CUDA release compiles."""
    return replace(discovery, variants=tuple(each for each in discovery.variants if each.language == CUDA))


def source_digest(variant: Variant, settings: Settings) -> str:
    """Return a digest of a variant's files, its operation's, and every user's header that it includes.

    CUDA's headers belong to the release and are excluded.
    """
    options = read_options(source_request(variant, settings.arch, settings.include_dirs))
    path = variant.code_path.absolute()
    source = b""
    digests: tuple[str, ...] = ()
    with contextlib.suppress(CompileError):  # no release compiles it
        source = read_within(path, Reach(path, options.include_dirs))
        digests = include_digests(path, source, options.include_dirs, options.pre_includes)
    operation = variant.operation.source
    what = b"" if operation is None else read_file(operation)
    if variant.file is not None:
        what += read_file(variant.path)
    return content_key(variant.code_path.name, source, what, *digests)[:16]


def _with_values(variants: Sequence[Variant]) -> tuple[list[Variant], list[SpecError]]:
    """Drop the variants whose macros have no value."""
    good, wrong = [], []
    for variant in variants:
        try:
            for dtype in variant.dtypes:
                for block in variant.blocks:
                    variant.macros(block, dtype)
            good.append(variant)
        except SpecError as error:
            wrong.append(error)
    return good, wrong


def _run(
    kind: str,
    request: SurveyRequest,
    settings: Settings,
    builds: dict[str, tuple[Build, ...]],
    archs: Sequence[str],
    observer: Observer,
) -> tuple[str, dict[str, Run]]:
    """Run the cases on a device; return its name, or why none ran, and the results by variant."""
    if kind == "gpu":
        if request.device == "cpu":
            return NOT_RUN + "not requested", {}
        missing = missing_for("gpu", replace(settings, device="gpu"))
        if missing and request.device == "auto":
            return NOT_RUN + f"no {missing[0].name} ({missing[0].found})", {}
    with open_runner(kind, replace(settings, device=kind)) as runner:
        target = target_of(kind, runner, settings)
        arch = runner.info.arch if runner.info else settings.arch
        if runner.info is not None and arch not in archs:
            return (
                NOT_RUN + f"{runner.info.name} is {arch}, which CUDA does not compile for in this release",
                {},
            )
        suite = _buildable(request.suite, builds, arch, needs_machine_code=kind == "gpu")
        observer.running(target, suite)
        result = run_suite(suite, runner, settings, on_case=observer.case, on_variant=observer.variant)
        observer.ran(result.outcomes, result.stopped)
        if result.stopped:
            raise KeyboardInterrupt
    runs = {outcome.variant.id: _as_run(outcome) for outcome in result.outcomes if outcome.results}
    if target.info is None:
        return NOT_RUN + target.unavailable, runs
    driver = f", driver {target.info.driver}" if target.info.driver else ""
    return f"{target.info.name}, {target.info.arch}{driver}", runs


def _buildable(
    suite: Suite, builds: dict[str, tuple[Build, ...]], arch: str, *, needs_machine_code: bool
) -> Suite:
    """Drop the cases that the release cannot compile; rejected ones stay, and fail."""
    known = {
        (name, each.dtype, block): each
        for name, found in builds.items()
        for each in found
        if each.arch == arch
        for block in each.blocks
    }

    def kept(case: Case) -> bool:
        # A block that was not compiled for the architecture uses the result of the usual block.
        usual = block_text(case.variant.usual_block)
        blocks = (block_text(case.block), usual)
        build = next((b for block in blocks if (b := known.get((case.variant.id, case.dtype, block)))), None)
        if build is None or build.skip is None:
            return True
        return build.has_ptx and not needs_machine_code

    parts = (
        VariantCases(
            part.variant,
            tuple(case for case in part.cases if kept(case)),
            tuple(each for each in part.excluded if kept(each[0])),
        )
        for part in suite.parts
        if part.variant.id in builds
    )
    return Suite(tuple(part for part in parts if part.cases), suite.errors)


def _as_run(outcome: VariantOutcome) -> Run:
    counts = outcome.counts
    return Run(
        verdicts={verdict.value: counts[verdict] for verdict in Verdict if counts[verdict]},
        failures=tuple(
            Failure(each.case_id, each.verdict.value, tuple(r.value for r in each.reasons), each.rerun)
            for each in outcome.failures
        ),
    )


def _count(
    variants: Sequence[Variant],
    settings: Settings,
    builds: dict[str, tuple[Build, ...]],
    observer: Observer,
) -> tuple[dict[str, tuple[CaseCost, ...]], dict[str, tuple[str, ...]]]:
    """Count the usual block of every variant in every type; one uncountable variant does not affect the others."""
    suite = Suite(tuple(VariantCases(variant, bench_cases(variant, "cpu")) for variant in variants))
    parts = _buildable(suite, builds, settings.arch, needs_machine_code=False).parts
    failed = {name for name, known in builds.items() if any(each.error for each in known)}
    total = sum(len(part.cases) for part in parts)
    done = 0
    costs: dict[str, tuple[CaseCost, ...]] = {}
    errors: dict[str, tuple[str, ...]] = {}
    observer.counting(0, total)
    with open_counter(settings) as runner:
        for part in parts:
            found = []
            for case in part.cases:
                done += 1
                try:
                    if part.variant.id in failed or case.unmet() is not None:
                        continue
                    counts = count_on(runner, case)
                except (CountingError, SpecError, DeviceError) as error:
                    errors[part.variant.id] = (str(error),)
                    break
                found.append(CaseCost(case.id, case.dtype, counts.n_elements, counters_of(counts)))
                observer.counting(done, total)
            costs[part.variant.id] = tuple(found)
    return costs, errors


def _ptx_isa(variants: Sequence[Variant], builds: dict[str, tuple[Build, ...]], settings: Settings) -> str:
    """Return the instruction set's version in the executed PTX."""
    compiler, cache = open_compiler(settings, device="cpu"), open_cache(settings)
    for variant in variants:
        if not any(each.has_ptx and each.arch == settings.arch for each in builds[variant.id]):
            continue
        request = code_request(
            variant,
            variant.usual_block,
            variant.dtypes[0],
            arch=settings.arch,
            target="ptx",
            settings=settings,
        )
        try:
            code = compile(request, compiler=compiler, cache=cache).code
        except CompileError:
            continue
        found = _ISA.search(code.decode("ascii", "replace"))
        if found:
            return found[1]
    return ""


def _number(arch: str) -> int:
    return int(re.sub(r"\D", "", arch))
