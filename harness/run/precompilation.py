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
from ..worker.jobs import run_jobs

_FEW = {"nvrtc": 6, "nvcc": 1}
"""Compilations that take no longer one after the other than the start of processes for them."""


def precompile(jobs: Iterable[tuple[Settings, CompileRequest]], *, device: str) -> None:
    """Compile requests in child processes, if there are many of them and more than one core."""
    n_cores = usable_cores()
    listed = tuple(jobs) if n_cores > 1 else ()
    if listed and len(listed) > _FEW["nvcc" if uses_nvcc(listed[0][0], device=device) else "nvrtc"]:
        for _ in run_jobs(functools.partial(compile_into_cache, device), listed, n_cores):
            pass


def precompile_cases(cases: Iterable[Case], info: DeviceInfo, settings: Settings) -> None:
    """Compile the code of cases that the cache lacks; see `precompile`."""
    precompile(_missing(cases, info, settings), device=info.kind)


def _missing(
    cases: Iterable[Case], info: DeviceInfo, settings: Settings
) -> Iterator[tuple[Settings, CompileRequest]]:
    known: set[str] = set()
    # the caller's own compilation raises the same error
    with contextlib.suppress(HarnessError):
        compiler, cache = open_compiler(settings, device=info.kind), open_cache(settings)
        for request, key in missing_keys(_requests_of(cases, info, settings), compiler=compiler, cache=cache):
            if key not in known:
                known.add(key)
                yield settings, request


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
