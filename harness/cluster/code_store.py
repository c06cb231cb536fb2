"""The cluster's cache of compiled code: each program is compiled once, whichever host needs it first.

An entry has the key of the disk cache, a digest of everything that it depends on. Whoever asks for a missing entry is
to make it; others who ask meanwhile wait for it. Nothing here knows of Ray.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

WAIT_S = 40.0
"""Longest wait for an entry that another worker makes; then the waiting one makes it, too."""


@dataclass(eq=False)
class _Claim:
    holder: str
    is_over: asyncio.Event = field(default_factory=asyncio.Event)


class CodeStore:
    """Entries by key; all methods run in one event loop."""

    def __init__(self, wait_s: float = WAIT_S) -> None:
        self._wait_s = wait_s
        self._entries: dict[str, Any] = {}
        self._claims: dict[str, _Claim] = {}
        self._n_put: Counter[str] = Counter()
        self._n_taken = 0

    async def get(self, key: str, holder: str, makes: bool = True) -> Any | None:
        """Return an entry; None if there is none, and the caller is to make it."""
        claim = self._claims.get(key)
        if claim is not None and makes and claim.holder != holder and key not in self._entries:
            try:
                await asyncio.wait_for(claim.is_over.wait(), self._wait_s)
            except asyncio.TimeoutError:
                return None
            return await self.get(key, holder, makes)
        found = self._entries.get(key)
        if found is not None:
            self._n_taken += 1
        elif makes:
            self._claims[key] = _Claim(holder)
        return found

    async def put(self, key: str, entry: Any) -> None:
        """Keep an entry, unless there is one already, and give it to all who wait."""
        self._n_put[key] += 1
        self._entries.setdefault(key, entry)
        self._end(key)

    async def release(self, holder: str) -> None:
        """End the claims of a worker that will not make its entries; others make them."""
        for key in [key for key, claim in self._claims.items() if claim.holder == holder]:
            self._end(key)

    async def counts(self) -> dict[str, int]:
        """Return how many entries there are, how many were made more than once, and how often one was taken."""
        return {
            "entries": len(self._entries),
            "made_again": sum(n - 1 for n in self._n_put.values()),
            "taken": self._n_taken,
        }

    def _end(self, key: str) -> None:
        claim = self._claims.pop(key, None)
        if claim is not None:
            claim.is_over.set()
