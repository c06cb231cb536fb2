"""The cluster's cache of compiled code: each program is compiled once, whichever host needs it first.

An entry has the key of the disk cache, a digest of everything that it depends on. Whoever asks for a missing entry is
to make it; others who ask meanwhile wait for it. Nothing here knows of Ray.

A worker process reaches it through a socket to the process that holds it on this host. Messages are bytes of a fixed
form. A worker process runs kernels, and one that a kernel has damaged must not be able to have anything evaluated here.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import socket
import struct
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..device.base import Device
from ..settings.settings import Settings
from ..store.code_source import CodeSource, use_source

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
        # a worker must not wait for itself
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
        # two hosts may have made it: who comes later gets what the first has made
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


_GET, _LOOK, _PUT = b"G", b"L", b"P"
_HIT, _MISS = b"H", b"M"
_KEY = re.compile(rb"[0-9a-f]{64}")
_KEY_BYTES = 64
_HEAD = struct.Struct("<cQ")
MOST_BYTES = 256 << 20
"""Largest entry that travels."""
_SECONDS = 60.0
_log = logging.getLogger("harness.cache")


class CodeServer:
    """Serves a source of compiled code to the worker processes of this one."""

    def __init__(self, source: CodeSource, path: Path) -> None:
        self._source = source
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.bind(str(path))
            self._socket.listen()
        except OSError:
            self._socket.close()
            raise
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """End serving; processes that still ask go on without the cluster's code."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._socket.accept()
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError, EOFError, ValueError):
            while True:
                kind, body = _receive(connection)
                key = body[:_KEY_BYTES]
                if not _KEY.fullmatch(key):
                    raise ValueError("no key")
                if kind == _PUT:
                    self._source.put(key.decode("ascii"), body[_KEY_BYTES:])
                    continue
                found = self._source.get(key.decode("ascii"), makes=kind == _GET)
                _send(connection, _MISS if found is None else _HIT, found or b"")


class CodeClient:
    """The source of compiled code of a worker process; after the first fault of the connection it has nothing."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._socket: socket.socket | None = None
        self._is_lost = False
        self._lock = threading.Lock()

    def get(self, key: str, makes: bool) -> bytes | None:
        """See `CodeSource.get`."""
        with self._lock, self._connected() as connection:
            if connection is None:
                return None
            _send(connection, _GET if makes else _LOOK, key.encode("ascii"))
            kind, body = _receive(connection)
            return body if kind == _HIT else None
        return None

    def put(self, key: str, data: bytes) -> None:
        """See `CodeSource.put`."""
        with self._lock, self._connected() as connection:
            if connection is not None and len(data) < MOST_BYTES - _KEY_BYTES:
                _send(connection, _PUT, key.encode("ascii") + data)

    def close(self) -> None:
        """Close the connection; the source then has nothing."""
        with self._lock:
            self._is_lost = True
            if self._socket is not None:
                self._socket.close()
            self._socket = None

    @contextlib.contextmanager
    def _connected(self) -> Iterator[socket.socket | None]:
        """Give the connection; None if it is lost. A fault of it in the block ends the block and loses it."""
        if self._socket is None and not self._is_lost:
            self._connect()
        try:
            yield self._socket
        except (OSError, EOFError, ValueError) as error:
            self._lose(error)

    def _connect(self) -> None:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(_SECONDS)
        try:
            connection.connect(self._path)
            self._socket = connection
        except OSError as error:
            connection.close()
            self._lose(error)

    def _lose(self, error: Exception) -> None:
        _log.info("compiled code comes from this host alone: %s", error)
        self._is_lost = True
        if self._socket is not None:
            self._socket.close()
        self._socket = None


def open_sharing(open_device: Callable[[Settings], Device], path: str, settings: Settings) -> Device:
    """Open a device whose compiled code comes from the cluster, too; called in a worker process."""
    use_source(CodeClient(path))
    return open_device(settings)


def _send(connection: socket.socket, kind: bytes, body: bytes) -> None:
    connection.sendall(_HEAD.pack(kind, len(body)) + body)


def _receive(connection: socket.socket) -> tuple[bytes, bytes]:
    kind, size = _HEAD.unpack(_exactly(connection, _HEAD.size))
    if size > MOST_BYTES:
        raise ValueError(f"an entry must have at most {MOST_BYTES} bytes (got {size})")
    return kind, _exactly(connection, size)


def _exactly(connection: socket.socket, size: int) -> bytes:
    parts = bytearray()
    while len(parts) < size:
        part = connection.recv(min(size - len(parts), 1 << 20))
        if not part:
            raise EOFError("the other end is closed")
        parts += part
    return bytes(parts)
