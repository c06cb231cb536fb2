"""A page of shared memory: the worker notes its progress, and the session reads it near a deadline.

A message for each launch would cost as much as a small launch on the ``cpu`` device. So the worker writes to the
page, and the session reads it only when a case takes long or its worker has ended.
"""

from __future__ import annotations

import contextlib
import enum
import mmap
import os
import struct
import time
from collections.abc import Iterator
from dataclasses import dataclass

_NAME_BYTES = 512
# After the version: request, stage, start in seconds of CLOCK_MONOTONIC; then last kernel launched, subject of the
# stage. The version is odd while the others are written. It is written alone, as one word: packing all together would
# show an even version with zeros for a moment, and a worker can be stopped at any moment.
_HEAD_AT = 8
_HEAD = struct.Struct("=QQd")
_NAMES_AT = _HEAD_AT + _HEAD.size
_SIZE = _NAMES_AT + 2 * _NAME_BYTES
_READ_ATTEMPTS = 1000


class Stage(enum.IntEnum):
    """Potentially endless stages, each with its own deadline."""

    NONE = 0
    """Anything else: making inputs, copying, judging."""
    COMPILE = 1
    """The CUDA compiler runs."""
    LOAD = 2
    """The device loads compiled code; ``cpu`` translates it for this processor."""
    LAUNCH = 3
    """A kernel runs."""


@dataclass(frozen=True)
class Progress:
    stage: Stage = Stage.NONE
    subject: str = ""
    """File or kernel that the stage works on; empty in `Stage.NONE`."""
    started_s: float = 0.0
    """Start of the stage in seconds of `time.monotonic`, a clock that all processes share on Linux."""
    kernel: str = ""
    """The kernel launched last for this request; empty if none was."""


class ProgressPage:
    """The page; the session makes it with `create`, the worker opens it from the descriptor."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._memory = mmap.mmap(descriptor, _SIZE)
        self._words = memoryview(self._memory)[:_HEAD_AT].cast("Q")
        self._version = 0
        self._request = 0
        self._kernel = b""

    @classmethod
    def create(cls) -> ProgressPage:
        descriptor = os.memfd_create("kernel-harness-progress")
        try:
            os.ftruncate(descriptor, _SIZE)
            return cls(descriptor)
        except BaseException:
            os.close(descriptor)
            raise

    def close(self) -> None:
        """Release the memory; a second call does nothing."""
        self._words.release()
        self._memory.close()
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def begin(self, request: int) -> None:
        """Note, in the worker, that it works on a request."""
        self._request = request
        self._kernel = b""
        self._write(Stage.NONE, b"")

    @contextlib.contextmanager
    def during(self, stage: Stage, subject: str) -> Iterator[None]:
        """Note, in the worker, the start of a stage, and on any exit from the block its end."""
        name = subject.encode("utf-8", "replace")[:_NAME_BYTES]
        if stage is Stage.LAUNCH:
            self._kernel = name
        self._write(stage, name)
        try:
            yield
        finally:
            self._write(Stage.NONE, b"")

    def read(self, request: int) -> Progress:
        """Return, in the session, the worker's progress with a request."""
        for _ in range(_READ_ATTEMPTS):
            version = self._words[0]
            before = bytes(self._memory[:])
            # An odd or a changed version means that the worker was writing.
            if version % 2 == 0 and self._words[0] == version:
                break
            # Lets the writer go on if both share a core.
            time.sleep(0)
        # A worker that ended while writing leaves an odd version: nothing better than this content will come.
        noted, stage, started_s = _HEAD.unpack_from(before, _HEAD_AT)
        if noted != request:
            return Progress()
        kernel, subject = (
            before[at : at + _NAME_BYTES].rstrip(b"\0").decode("utf-8", "replace")
            for at in (_NAMES_AT, _NAMES_AT + _NAME_BYTES)
        )
        return Progress(Stage(stage), subject, started_s, kernel)

    def _write(self, stage: Stage, subject: bytes) -> None:
        head = _HEAD.pack(self._request, stage, time.monotonic())
        names = self._kernel.ljust(_NAME_BYTES, b"\0") + subject.ljust(_NAME_BYTES, b"\0")
        self._words[0] = self._version + 1
        self._memory[_HEAD_AT:] = head + names
        self._version += 2
        self._words[0] = self._version
