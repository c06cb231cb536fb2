"""Compiles into the cache, on all cores, what one process would otherwise compile one after the other."""

from __future__ import annotations

import contextlib
import functools
import signal
from collections.abc import Iterable, Sequence

from ..compiler import Compiler, CompileRequest, compile, open_cache, open_compiler  # noqa: A004 - its name
from ..compiler.compilation import missing_key, uses_nvcc
from ..device.base import DeviceInfo
from ..errors import HarnessError
from ..launch.loading import compile_request
from ..settings.settings import Settings, usable_cores
from ..variant.case import Case
from ..worker.jobs import run_jobs

_FEWEST_CORES = 3
_FEW = {"nvrtc": 6, "nvcc": 1}
"""Compilations that take no longer one after the other than the start of processes for them."""


def precompile(jobs: Sequence[tuple[Settings, CompileRequest]], *, device: str) -> None:
    """Compile requests in child processes, if they are many and there are cores for it.

    Parameters
    ----------
    jobs : sequence of (Settings, CompileRequest)
        Distinct requests that the cache of their settings lacks. One that is refused, that crashes the compiler or that
        takes longer than ``compile_deadline_s`` is left to who needs it.
    device : {"cpu", "gpu"}
        Kind of the device that will run the code.
    """
    n_cores = usable_cores()
    if not jobs or n_cores < _FEWEST_CORES:
        return
    if len(jobs) > _FEW["nvcc" if uses_nvcc(jobs[0][0], device=device) else "nvrtc"]:
        for _ in run_jobs(functools.partial(_compile_into_cache, device), jobs, n_cores):
            pass


def precompile_cases(cases: Iterable[Case], info: DeviceInfo, settings: Settings) -> None:
    """Compile what cases need and the cache lacks; see `precompile`.

    Parameters
    ----------
    cases : iterable of Case
        Cases that will run on one device.
    info : DeviceInfo
        The device.
    settings : Settings
        Include folders, compiler and cache.
    """
    jobs: dict[str, tuple[Settings, CompileRequest]] = {}
    # who needs the code meets the same error, and reports it
    with contextlib.suppress(HarnessError):
        compiler, cache = open_compiler(settings, device=info.kind), open_cache(settings)
        for case in cases:
            with contextlib.suppress(HarnessError):
                request = compile_request(case, info, settings)
                if key := missing_key(request, compiler=compiler, cache=cache):
                    jobs[key] = settings, request
    precompile(tuple(jobs.values()), device=info.kind)


def _compile_into_cache(device: str, job: tuple[Settings, CompileRequest]) -> None:
    settings, request = job
    # the signal ends this process, also in the compiler's own code; its guard ends what it has started
    signal.setitimer(signal.ITIMER_REAL, settings.compile_deadline_s)
    with contextlib.suppress(HarnessError):
        compile(request, compiler=_compiler(settings, device), cache=open_cache(settings))
    signal.setitimer(signal.ITIMER_REAL, 0)


@functools.cache
def _compiler(settings: Settings, device: str) -> Compiler:
    return open_compiler(settings, device=device)
