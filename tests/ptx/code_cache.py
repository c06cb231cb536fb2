"""The cache of compiled code that every run on this machine shares, for tests that run kernels.

Its keys hold the text that is compiled and the sources of the code generator: tests see what is generated today.
Tests of the compilers and of the cache itself take none, or one of their own.
"""

import contextlib
from pathlib import Path

from harness.compiler import CompileRequest, compile  # noqa: A004 - its name
from harness.compiler.compilation import open_cache
from harness.ptx.launch.executor import Executor
from harness.settings.settings import Settings
from harness.store.disk_cache import DiskCache

ROOT = Path(__file__).parents[2]


def code_cache() -> DiskCache:
    """Return the cache; its kernels call the runtime by name, so that the sanitized one serves them as well."""
    return open_cache(Settings.load(ROOT))


def ptx_of(request: CompileRequest) -> str:
    """Return what NVRTC makes of a source."""
    return compile(request, cache=open_cache(Settings.load(ROOT))).code.decode("ascii")


def compiling_executor(step_budget: int | None = None) -> Executor:
    """Return an executor that compiles every kernel: damaged and random ones would only fill the cache.

    The runtime's machine code alone comes from the cache.
    """
    Executor(code_cache(), n_workers=1).close()
    return Executor(n_workers=1) if step_budget is None else Executor(n_workers=1, step_budget=step_budget)


class Store:
    """A cache in memory that counts."""

    def __init__(self):
        self.entries: dict[str, bytes] = {}
        self.hits = 0
        self.is_claimed = False
        self.folder = Path()  # None would say that nothing is stored

    @contextlib.contextmanager
    def claim(self, _key, waits=False):
        yield waits or not self.is_claimed

    def get(self, key, makes=True):
        self.hits += key in self.entries
        return self.entries.get(key)

    def put(self, key, data):
        self.entries[key] = data
