"""A page of memory in which a worker notes what it is doing, for its session to read when a deadline is near.

Sending a message for each launch would cost as much as a small launch on the ``cpu`` device does. The worker
writes here instead, and the session looks only when a case takes long or its worker has ended.
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
# After the version: request, stage, start in seconds of CLOCK_MONOTONIC; then last kernel launched, what the stage
# works on. The version is odd while these are written, and written by itself, as one word: packed together with them it
# would be even, and they zeros, for a moment, and a worker can be kept from going on in any moment.
_HEAD_AT = 8
_HEAD = struct.Struct("=QQd")
_NAMES_AT = _HEAD_AT + _HEAD.size
_SIZE = _NAMES_AT + 2 * _NAME_BYTES
_READ_ATTEMPTS = 1000


class Stage(enum.IntEnum):
    """What can take for ever, each with a deadline of its own."""

    NONE = 0
    """Anything else: making inputs, copying, judging."""
    COMPILE = 1
    """The CUDA compiler runs."""
    LOAD = 2
    """Compiled code is made ready for the device: on ``cpu``, translated for this processor."""
    LAUNCH = 3
    """A kernel runs."""


@dataclass(frozen=True)
class Progress:
    """Where a worker is with one request.

    Parameters
    ----------
    stage : Stage
        What it does.
    subject : str
        What the stage works on: a file or a kernel; empty in `Stage.NONE`.
    started_s : float
        When the stage began, on `time.monotonic`, which all processes of a machine share on Linux.
    kernel : str
        The kernel that was launched last for this request, empty when none was.
    """

    stage: Stage = Stage.NONE
    subject: str = ""
    started_s: float = 0.0
    kernel: str = ""


class ProgressPage:
    """The page; made by the session with `create`, opened by the worker from the descriptor.

    Parameters
    ----------
    descriptor : int
        File descriptor of the memory; owned by this object.
    """

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._memory = mmap.mmap(descriptor, _SIZE)
        self._words = memoryview(self._memory)[:_HEAD_AT].cast("Q")
        self._version = 0
        self._request = 0
        self._kernel = b""

    @classmethod
    def create(cls) -> ProgressPage:
        """Make an empty page; raises OSError when there is no memory for it."""
        descriptor = os.memfd_create("kernel-harness-progress")
        try:
            os.ftruncate(descriptor, _SIZE)
            return cls(descriptor)
        except BaseException:
            os.close(descriptor)
            raise

    def close(self) -> None:
        """Give the memory back; a second call does nothing."""
        self._words.release()
        self._memory.close()
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def begin(self, request: int) -> None:
        """Note in the worker that a request is being worked on.

        Parameters
        ----------
        request : int
            Its number; what was noted for another is not read as its own.
        """
        self._request = request
        self._kernel = b""
        self._write(Stage.NONE, b"")

    @contextlib.contextmanager
    def during(self, stage: Stage, subject: str) -> Iterator[None]:
        """Note in the worker that a stage has begun, and afterwards, however it ends, that it has ended."""
        name = subject.encode("utf-8", "replace")[:_NAME_BYTES]
        if stage is Stage.LAUNCH:
            self._kernel = name
        self._write(stage, name)
        try:
            yield
        finally:
            self._write(Stage.NONE, b"")

    def read(self, request: int) -> Progress:
        """Return in the session where the worker is with a request."""
        for _ in range(_READ_ATTEMPTS):
            version = self._words[0]
            before = bytes(self._memory[:])
            # An odd version is one being written; a changed one has been written meanwhile.
            if version % 2 == 0 and self._words[0] == version:
                break
            time.sleep(0)
        # A worker that ended in the middle of a note leaves an odd version: what stands there is as good as any.
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
