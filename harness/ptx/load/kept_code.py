"""Cache of results derived from a PTX text, kept between processes beside its machine code."""

from __future__ import annotations

import contextlib
import hashlib
import io
import pickle
import sys
from collections.abc import Callable
from typing import TypeVar, cast

from ...store.disk_cache import DiskCache
from ...store.sources import sources_digest

Value = TypeVar("Value")

_ARRAY_NAMES = frozenset(
    (module, name)
    for name, modules in {
        "_frombuffer": ("numpy.core.numeric", "numpy._core.numeric"),
        "_reconstruct": ("numpy.core.multiarray", "numpy._core.multiarray"),
        "dtype": ("numpy",),
        "ndarray": ("numpy",),
    }.items()
    for module in modules
)
"""Names in a pickle of an array, for NumPy 1 and 2."""

_PROTOCOL = 5
_EXECUTOR = __name__.rsplit(".", 2)[0]
"""The package of the executor, whose classes entries hold and whose sources they depend on."""


class KeptCode:
    """Cache entries of one PTX text.

    Entries are pickles. Like the machine code beside them, they are trusted as far as the cache's folder is. A pickle
    may name only classes of the executor and NumPy's arrays; an entry that is damaged or names anything else is made
    again. An entry's key is the text and the executor's sources, so a change of either makes a new entry.
    """

    def __init__(self, cache: DiskCache | None, text: str) -> None:
        self._cache = cache
        self._digest = hashlib.sha256(text.encode()).hexdigest()

    def get(self, what: str, make: Callable[[], Value], is_kept: Callable[[Value], bool] = bool) -> Value:
        """Return the entry of a name; make and keep the entry if there is none."""
        if self._cache is None:
            return make()  # no need to read the sources
        key = hashlib.sha256(f"kept|{_maker()}|{self._digest}|{what}".encode()).hexdigest()
        data = self._cache.get(key)
        if data is not None:
            with contextlib.suppress(_NotKeptError):
                return cast(Value, _unpickled(data))
        value = make()
        if is_kept(value):
            self._cache.put(key, pickle.dumps(value, _PROTOCOL))
        return value


class _NotKeptError(Exception):
    """An entry was not written by `KeptCode`."""


class _CodeUnpickler(pickle.Unpickler):
    """Finds only classes of this package and names in pickles of NumPy's arrays."""

    def find_class(self, module: str, name: str) -> object:
        # a name with dots could reach the imports of our modules
        is_own = module.startswith(f"{_EXECUTOR}.") and "." not in name
        if is_own or (module, name) in _ARRAY_NAMES:
            found: object = super().find_class(module, name)
            if not is_own or (isinstance(found, type) and found.__module__ == module):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is not kept")


def _unpickled(data: bytes) -> object:
    try:
        return _CodeUnpickler(io.BytesIO(data)).load()
    except Exception as error:  # a damaged pickle may raise anything
        raise _NotKeptError from error


def _maker() -> str:
    """Return the part of an entry's key besides the text: the executor's sources and pickle versions."""
    # A checkout and a wheel have the same sources under different package names, and a pickle holds the name.
    return f"{sys.version_info[:2]}|{_EXECUTOR}|{sources_digest(_EXECUTOR)}"
