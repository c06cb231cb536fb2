"""Where code is kept between processes, and what guards it against damage."""

from __future__ import annotations

import hashlib
from typing import Protocol

_DIGEST_BYTES = 32


class CodeCache(Protocol):
    """What the caller provides; keys are 64 hexadecimal digits."""

    def get(self, key: str) -> bytes | None:
        """Return the bytes stored under a key, None if there are none."""

    def put(self, key: str, data: bytes) -> None:
        """Store bytes under a key."""


def get_intact(cache: CodeCache | None, key: str) -> bytes | None:
    """Return what `put_sealed` has stored under a key; None where there is nothing, or it is something else."""
    entry = cache.get(key) if cache is not None else None
    if entry is None or _seal(key, entry[_DIGEST_BYTES:]) != entry[:_DIGEST_BYTES]:
        return None
    return entry[_DIGEST_BYTES:]


def put_sealed(cache: CodeCache | None, key: str, data: bytes) -> None:
    """Store bytes behind a SHA-256 of their key and themselves, so that damage and another key's entry are seen."""
    if cache is not None:
        cache.put(key, _seal(key, data) + data)


def _seal(key: str, data: bytes) -> bytes:
    return hashlib.sha256(key.encode() + data).digest()
