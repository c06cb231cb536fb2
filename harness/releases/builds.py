"""Compiles every variant for every architecture of a release, on all cores, each request once."""

from __future__ import annotations

import contextlib
import functools
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from ..compiler import CompileRequest, compile, open_cache, open_compiler  # noqa: A004 - its name
from ..compiler.compilation import CRASHED, keep_crash
from ..compiler.request import code_request
from ..compiler.resources import Resources, asked_for, resources_and_log
from ..compiler.source.translation import Compiler
from ..errors import CompileError, HarnessError, UsageError
from ..measure.launch_resources import resident_warps
from ..run.bench_cases import BENCH_SHAPES
from ..settings.settings import Settings, usable_cores
from ..variant.variant import Block, Variant, block_text
from ..worker.channel import Failed
from ..worker.jobs import Died, run_jobs
from .model import Build, Cannot, Skip
from .refusal import limit_of, warnings_of

# Starting a further process pays off from this many requests.
_LEAST_SHARE = 4

_CRASHED = Skip(Cannot.CRASH, CRASHED)
_ASSEMBLER_CRASHED = Skip(Cannot.ASSEMBLER_CRASH, f"{CRASHED} over the machine code, not over the PTX")


@dataclass(frozen=True)
class _Made:
    """A compiler's result for one request."""

    resources: dict[str, Resources] | None
    log: str
    crashed: bool = False
    is_lasting: bool = False
    has_ptx: bool = False


def build_all(
    variants: Sequence[Variant],
    archs: Sequence[str],
    settings: Settings,
    *,
    on_progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> dict[str, tuple[Build, ...]]:
    """Compile variants.

    Parameters
    ----------
    variants : sequence of Variant
        Variants to compile, in every declared type.
    archs : sequence of str
        Target architectures.
    settings : Settings
        Compiler and cache. Variants are compiled with every declared block for its ``arch``, and with the usual block
        for the others: blocks differ only in macros.
    on_progress : callable
        Called with the numbers of finished and of all requests.

    Returns
    -------
    dict of str to tuple of Build
        By variant id; ordered by type, block and architecture.

    Raises
    ------
    DeviceError
        The compiler is not installed.
    SpecError
        A rule in the ``defines`` of a variant has no value.
    """
    wanted: dict[CompileRequest, None] = {}
    plans: list[tuple[Variant, str, Block, str, CompileRequest]] = []
    for variant in variants:
        for dtype in variant.dtypes:
            for block in variant.blocks:
                for arch in archs:
                    request, usual = (
                        code_request(variant, each, dtype, arch=arch, target="cubin", settings=settings)
                        for each in (block, variant.usual_block)
                    )
                    if arch != settings.arch and request != usual:
                        continue
                    wanted[request] = None
                    plans.append((variant, dtype, block, arch, request))
    compiler = open_compiler(settings, device="cpu")
    made: dict[CompileRequest, _Made] = {}
    on_progress(0, len(wanted))
    cache = open_cache(settings)
    for request, each in _translate(list(wanted), functools.partial(_one, settings)):
        made[request] = each
        if each.is_lasting:
            keep_crash(asked_for(request), compiler=compiler, cache=cache)
        on_progress(len(made), len(wanted))
    # The executor needs no machine code.
    as_ptx = {replace(each, target="ptx"): each for each in made if made[each].crashed}
    for request, each in _translate(list(as_ptx), functools.partial(_ptx, settings)):
        if each.is_lasting:
            keep_crash(request, compiler=compiler, cache=cache)
        crashed = as_ptx[request]
        made[crashed] = replace(made[crashed], has_ptx=each.has_ptx)

    found: dict[str, dict[tuple[str, CompileRequest], tuple[Build, Block]]] = {}
    for variant, dtype, block, arch, request in plans:
        builds = found.setdefault(variant.id, {})
        known = builds.get((dtype, request))
        if known is None:
            build = _build(variant, dtype, block, arch, made[request], compiler)
            builds[dtype, request] = build, block
        else:
            build, first = known
            shared = Build(
                dtype,
                (*build.blocks, block_text(block)),
                arch,
                build.costs,
                build.warnings,
                build.skip,
                build.error,
            )
            builds[dtype, request] = shared, first
    return {name: tuple(build for build, _ in builds.values()) for name, builds in found.items()}


def _build(variant: Variant, dtype: str, block: Block, arch: str, made: _Made, compiler: Compiler) -> Build:
    blocks = (block_text(block),)
    if made.resources is None:
        crash = _ASSEMBLER_CRASHED if made.has_ptx else _CRASHED
        skip = crash if made.crashed else limit_of(made.log, compiler.cuda_dirs)
        return Build(
            dtype, blocks, arch, skip=skip, error="" if skip else made.log.strip() or "no reason given"
        )
    entries = made.resources.values()
    costs = {
        name: max((getattr(each, name) for each in entries), default=0)
        for name in ("registers", "spill_store_bytes", "spill_load_bytes", "stack_bytes", "shared_bytes")
    }
    # The table does not have newer architectures; all other figures are known.
    with contextlib.suppress(UsageError):
        warps = resident_warps(variant, block, dtype, made.resources, BENCH_SHAPES["cpu"])
        if warps is not None:
            costs["resident_warps"] = warps
    return Build(dtype, blocks, arch, costs, warnings_of(made.log))


def _translate(
    requests: Sequence[CompileRequest], work: Callable[[CompileRequest], _Made]
) -> Iterator[tuple[CompileRequest, _Made]]:
    """Compile in child processes: a compiler uses one core, and its crash costs one request only."""
    n_processes = min(usable_cores(), max(1, len(requests) // _LEAST_SHARE))
    with contextlib.closing(run_jobs(work, requests, n_processes)) as answers:
        for request, answer in answers:
            if _was_killed(answer):
                # A lack of memory or a user may have killed it; a second attempt may succeed.
                ((_, answer),) = run_jobs(work, [request], 1)
            if isinstance(answer, Failed):
                raise RuntimeError(answer.why)
            if isinstance(answer, Died):
                yield request, _Made(None, "", crashed=True, is_lasting=not _was_killed(answer))
            else:
                yield request, answer.value


def _was_killed(answer: object) -> bool:
    return isinstance(answer, Died) and answer.signal == signal.SIGKILL


def _one(settings: Settings, request: CompileRequest) -> _Made:
    compiler = _compiler(settings)
    try:
        found, log = resources_and_log(request, compiler=compiler, cache=open_cache(settings))
    except CompileError as error:
        if error.log == CRASHED:  # from the cache
            return _Made(None, "", crashed=True)
        return _Made(None, error.log)
    except HarnessError as error:
        return _Made(None, f"{request.path.name}(1): error: {error}")
    return _Made(found, log)


def _ptx(settings: Settings, request: CompileRequest) -> _Made:
    try:
        compile(request, compiler=_compiler(settings), cache=open_cache(settings))
    except HarnessError:
        return _Made(None, "")
    return _Made(None, "", has_ptx=True)


@functools.cache
def _compiler(settings: Settings) -> Compiler:
    return open_compiler(settings, device="cpu")
