"""Compiles kernels into the cache on all cores, before one process needs them one after the other."""

from __future__ import annotations

import contextlib
import functools
import signal
from collections.abc import Iterable, Iterator

from ..compiler import Compiler, CompileRequest, compile, open_cache, open_compiler  # noqa: A004 - its name
from ..compiler.compilation import missing_keys, uses_nvcc
from ..device.base import DeviceInfo
from ..errors import HarnessError
from ..launch.plan import compile_request
from ..settings.settings import Settings, usable_cores
from ..variant.case import Case
from ..worker.pool import run_jobs

_FEW = {"nvrtc": 6, "nvcc": 1}
"""Most compilations that take no longer one after the other than starting processes for them."""


def precompile(
    wanted: Iterable[tuple[Settings, Iterable[CompileRequest]]], compiler: Compiler, *, device: str
) -> None:
    """Compile the requests that the cache of their settings lacks, equal code once, if there are many."""
    # They are compiled in child processes, one for each core; with one core this does nothing.
    n_cores = usable_cores()
    if n_cores == 1:
        return
    jobs: dict[str, tuple[Settings, CompileRequest]] = {}
    for settings, requests in wanted:
        for request, key in missing_keys(requests, compiler=compiler, cache=open_cache(settings)):
            jobs.setdefault(key, (settings, request))
    listed = tuple(jobs.values())
    if listed and len(listed) > _FEW["nvcc" if uses_nvcc(listed[0][0], device=device) else "nvrtc"]:
        for _ in run_jobs(functools.partial(compile_into_cache, device), listed, n_cores):
            pass


def precompile_cases(cases: Iterable[Case], info: DeviceInfo, settings: Settings) -> None:
    """Compile the code of cases that the cache lacks; see `precompile`."""
    # the caller's own compilation raises the same error
    with contextlib.suppress(HarnessError):
        requests = _requests_of(cases, info, settings)
        precompile([(settings, requests)], open_compiler(settings, device=info.kind), device=info.kind)


def _requests_of(cases: Iterable[Case], info: DeviceInfo, settings: Settings) -> Iterator[CompileRequest]:
    for case in cases:
        with contextlib.suppress(HarnessError):
            yield compile_request(case, info, settings)


def compile_into_cache(device: str, job: tuple[Settings, CompileRequest]) -> None:
    """Compile one request in this child process; the deadline ends the process."""
    settings, request = job
    # SIGALRM ends this process even in the compiler's native code; the guard ends the processes that it started
    signal.setitimer(signal.ITIMER_REAL, settings.compile_deadline_s)
    try:
        with contextlib.suppress(HarnessError):
            compile(request, compiler=_compiler(settings, device), cache=open_cache(settings))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@functools.cache
def _compiler(settings: Settings, device: str) -> Compiler:
    return open_compiler(settings, device=device)
