"""What was worked out of a PTX text before, kept between processes beside the machine code it led to."""

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
"""What a pickle of an array names, in NumPy 1 and 2."""

_PROTOCOL = 5
_EXECUTOR = __name__.rsplit(".", 2)[0]
"""The package of the executor, whose classes entries hold and whose sources they depend on."""


class KeptCode:
    """What belongs to one PTX text.

    Entries are pickles: like the machine code beside them they are trusted as far as the cache's folder is. A pickle
    may name classes of the executor and NumPy's arrays alone; one that is damaged or names anything else is made
    anew. Each is found by the text and by the sources of the executor itself, so that a change of either makes it
    anew.

    Parameters
    ----------
    cache : DiskCache or None
        Where it is kept; with None everything is made afresh.
    text : str
        The PTX.
    """

    def __init__(self, cache: DiskCache | None, text: str) -> None:
        self._cache = cache
        self._digest = hashlib.sha256(text.encode()).hexdigest()

    def get(self, what: str, make: Callable[[], Value], is_kept: Callable[[Value], bool] = bool) -> Value:
        """Return what is kept under a name; make it, and keep it, where there is nothing.

        Parameters
        ----------
        what : str
            Name of it, of one type for each name.
        make : callable
            Makes it; what it raises is not kept.
        is_kept : callable
            Says of what was made whether it is to be kept.
        """
        if self._cache is None:
            return make()  # there is no need to read the sources
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
    """An entry holds nothing that `KeptCode` has kept."""


class _Unpickler(pickle.Unpickler):
    """Finds classes of this package and what pickles of NumPy's arrays name, nothing else."""

    def find_class(self, module: str, name: str) -> object:
        # A name with dots would lead on to what a module of ours has imported.
        is_own = module.startswith(f"{_EXECUTOR}.") and "." not in name
        if is_own or (module, name) in _ARRAY_NAMES:
            found: object = super().find_class(module, name)
            if not is_own or (isinstance(found, type) and found.__module__ == module):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is not kept")


def _unpickled(data: bytes) -> object:
    try:
        return _Unpickler(io.BytesIO(data)).load()
    except Exception as error:  # a pickle that is not one may raise anything
        raise _NotKeptError from error


def _maker() -> str:
    """Return what entries depend on besides the text: the executor's sources and what a pickle of its objects needs."""
    # A checkout and a wheel have the same sources under different package names, and a pickle holds the name.
    return f"{sys.version_info[:2]}|{_EXECUTOR}|{sources_digest(_EXECUTOR)}"
