"""The executor's runtime for a cache of a test's own: compiling it takes seconds, and is proven elsewhere."""

from pathlib import Path

from harness.ptx.codegen.native import _cached_object, runtime_text
from harness.settings.settings import Settings
from harness.store.disk_cache import DiskCache

ROOT = Path(__file__).parents[2]


class _Through(DiskCache):
    """The cache of all tests; what is read of it, or put into it, goes into another as well."""

    def __init__(self, other: DiskCache) -> None:
        super().__init__(Settings.load(ROOT).cache_dir)
        self.other = other

    def get(self, key: str) -> bytes | None:
        data = super().get(key)
        if data is not None:
            self.other.put(key, data)
        return data

    def put(self, key: str, data: bytes) -> None:
        super().put(key, data)
        self.other.put(key, data)


def give_runtime(folder: Path) -> Path:
    """Put the runtime's machine code into a cache; returns its folder."""
    _cached_object(_Through(DiskCache(folder)), runtime_text(), 2, optimize=True)
    return folder
