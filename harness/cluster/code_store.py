"""Compiled code of a cluster, as a worker process sees it: what another host has compiled comes from there.

An entry has the key of the disk cache, a digest of everything that it depends on. A worker process reaches the cluster
through a socket to the process that holds it on this host. Messages are bytes of a fixed form. A worker process runs
kernels, and one that a kernel has damaged must not be able to have anything evaluated here.
"""

from __future__ import annotations

import contextlib
import logging
import re
import socket
import threading
from collections.abc import Callable
from multiprocessing.connection import Client, Connection
from pathlib import Path
from typing import Any

from ..device.base import Device
from ..settings.settings import Settings
from ..store.disk_cache import CodeSource, use_source

# A message: what is asked or answered, in one byte; then the key; then the entry.
_GET, _PUT = b"G", b"P"
_HIT, _MISS = b"H", b"M"
_KEY = re.compile(rb"[0-9a-f]{64}")
_ENTRY_AT = 65
MOST_BYTES = 256 << 20
"""Largest message."""
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
            # On Linux close(2) alone does not end the accept(2) that the thread waits in.
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                accepted, _ = self._socket.accept()
                # A socket object would close the descriptor when it is freed.
                threading.Thread(target=self._serve, args=(accepted.detach(),), daemon=True).start()

    def _serve(self, descriptor: int) -> None:
        connection: Connection[Any, Any] = Connection(descriptor)
        with connection, contextlib.suppress(OSError, EOFError):
            while _KEY.fullmatch((message := connection.recv_bytes(MOST_BYTES))[1:_ENTRY_AT]):
                key = message[1:_ENTRY_AT].decode("ascii")
                if message.startswith(_PUT):
                    self._source.put(key, message[_ENTRY_AT:])
                else:
                    found = self._source.get(key)
                    connection.send_bytes(_MISS if found is None else _HIT + found)


class CodeClient:
    """The source of compiled code of a worker process; after the first fault of the connection it has nothing."""

    def __init__(self, path: str) -> None:
        self._lock = threading.Lock()
        self._connection: Connection[Any, Any] | None = None
        try:
            self._connection = Client(path, "AF_UNIX")
        except OSError as error:
            self._lose(error)

    def get(self, key: str) -> bytes | None:
        answer = self._ask(_GET + key.encode("ascii"), is_answered=True)
        return answer[1:] if answer.startswith(_HIT) else None

    def put(self, key: str, data: bytes) -> None:
        if _ENTRY_AT + len(data) <= MOST_BYTES:
            self._ask(_PUT + key.encode("ascii") + data, is_answered=False)

    def close(self) -> None:
        """Close the connection; the source then has nothing."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def _ask(self, message: bytes, is_answered: bool) -> bytes:
        """Send a message and return the answer; empty if there is none."""
        try:
            with self._lock:
                if self._connection is None:
                    return b""
                self._connection.send_bytes(message)
                if not is_answered:
                    return b""
                if not self._connection.poll(_SECONDS):
                    raise EOFError(f"no answer within {_SECONDS:g} seconds")
                return self._connection.recv_bytes(MOST_BYTES)
        except (OSError, EOFError) as error:
            # Outside of the lock, which `close` takes itself.
            self._lose(error)
            return b""

    def _lose(self, error: Exception) -> None:
        _log.info("compiled code comes from this host alone: %s", error)
        self.close()


def open_sharing(open_device: Callable[[Settings], Device], path: str, settings: Settings) -> Device:
    """Open a device whose compiled code comes from the cluster, too; called in a worker process."""
    use_source(CodeClient(path))
    return open_device(settings)
