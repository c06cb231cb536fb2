"""Messages between a session and its worker process, their connection, and a page of shared memory.

A `Channel` sends each variant once: a variant has thousands of cases, and the rest of a case is small. The worker notes
its progress on the page, and the session reads it near a deadline or after the worker's end: a message for each launch
would cost as much as a small launch on the ``cpu`` device.
"""

from __future__ import annotations

import contextlib
import copyreg
import enum
import io
import math
import mmap
import os
import pickle
import select
import struct
import time
from collections import deque
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from ..device.base import Device
from ..settings.settings import Settings
from ..variant.variant import Variant
from ..verdict import CaseResult, Reason

_PROTOCOL = 5


class Task(NamedTuple):
    """The functions of a worker. Each must be importable by name, because pickle sends its name."""

    open_device: Callable[[Settings], Device]
    """``open_device(settings)`` returns the device; raises DeviceError if it is unavailable."""
    run_case: Callable[..., CaseResult]
    """``run_case(case, device, settings)`` returns a CaseResult."""


class Start(NamedTuple):
    """First message to a worker, whose answer is `Done` with the device's DeviceInfo, or `Failed`."""

    settings: Settings
    open_device: Callable[[Settings], Device]


class Request(NamedTuple):
    """Asks for ``function(*before, device, settings, *after)``; `function` is importable by name."""

    number: int
    function: Callable[..., Any]
    before: tuple[Any, ...]
    after: tuple[Any, ...]


STOP = None
"""Last message to a worker: close the device and end."""


class Done(NamedTuple):
    value: Any


class Lost(NamedTuple):
    """The worker ends: its device is unusable (CRASH, or HANG if the driver ended a kernel), or OUT_OF_MEMORY."""

    why: str
    reason: Reason


class Refused(NamedTuple):
    """The kernel cannot be run: it is declared wrongly, does not compile or cannot be launched."""

    why: str


class Failed(NamedTuple):
    """The harness itself failed; the device is still usable."""

    why: str


class Channel:
    def __init__(self, descriptor: int) -> None:
        self._connection: Connection[Any, Any] = Connection(descriptor)
        # By id() of the variant, which is kept alive so that no other object gets the same id.
        self._sent: dict[int, tuple[int, Variant]] = {}
        self._received: dict[int, Variant] = {}
        # Messages that were queued here, and messages that came in one piece with the last one received.
        self._queued: list[object] = []
        self._arrived: deque[Any] = deque()

    def fileno(self) -> int:
        return self._connection.fileno()

    def queue(self, message: object) -> None:
        """Keep a message until `flush` or `send`. Many messages in one piece cost much less than each alone."""
        self._queued.append(message)

    def flush(self) -> None:
        """Send the queued messages; raises OSError if the other end is closed."""
        if self._queued:
            messages, self._queued = self._queued, []
            body = io.BytesIO()
            pickler = _VariantPickler(body, self._sent)
            # The variants travel in the outer pickle, because the body names them only by number.
            pickler.dump(messages)
            self._connection.send_bytes(pickle.dumps((pickler.fresh, body.getvalue()), _PROTOCOL))
            # Only now: variants of a message that could not be pickled or sent are not at the other end.
            self._sent.update((id(variant), (number, variant)) for number, variant in pickler.fresh.items())

    def send(self, message: object) -> None:
        """Send a message behind those that are queued; raises OSError if the other end is closed."""
        self.queue(message)
        self.flush()

    @property
    def has_arrived(self) -> bool:
        """Whether `receive` will not wait because more than one message came in one piece."""
        return bool(self._arrived)

    def poll(self, timeout_s: float) -> bool:
        """Wait up to a time; whether a message came or the other end was closed."""
        if self.has_arrived:
            return True
        # `Connection.poll` makes a selector each time, which takes longer than the rest of the wait for an answer.
        waiting = select.poll()
        waiting.register(self._connection.fileno(), select.POLLIN)
        return bool(waiting.poll(math.ceil(timeout_s * 1000.0)))

    def receive(self) -> Any:
        """Wait for a message and return it; raises EOFError or OSError if the other end is closed."""
        if not self._arrived:
            fresh, body = pickle.loads(self._connection.recv_bytes())
            self._received.update(fresh)
            self._arrived.extend(_VariantUnpickler(io.BytesIO(body), self._received).load())
        return self._arrived.popleft()

    def close(self) -> None:
        """Close this end; a second call does nothing."""
        self._connection.close()


class _VariantPickler(pickle.Pickler):
    """Writes a number for each variant, and lists in `fresh` the variants that the other end does not have yet."""

    def __init__(self, file: io.BytesIO, sent: dict[int, tuple[int, Variant]]) -> None:
        super().__init__(file, _PROTOCOL)
        self._sent = sent
        self.fresh: dict[int, Variant] = {}
        # Not `persistent_id`, which is called for every number and string of a message.
        self.dispatch_table = {**copyreg.dispatch_table, Variant: self._numbered}

    def _numbered(self, variant: Variant) -> tuple[Callable[[int], Variant], tuple[int]]:
        if id(variant) in self._sent:
            return variant_of, (self._sent[id(variant)][0],)
        number = next((number for number, known in self.fresh.items() if known is variant), None)
        if number is None:
            number = len(self._sent) + len(self.fresh)
            self.fresh[number] = variant
        return variant_of, (number,)


def variant_of(number: int) -> Variant:
    """Represent a variant in a message; the receiver looks the number up in its table instead."""
    raise pickle.UnpicklingError(f"a message must be read by a channel (got variant number {number})")


class _VariantUnpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, received: dict[int, Variant]) -> None:
        super().__init__(file)
        self._received = received

    def find_class(self, module: str, name: str) -> Any:
        if name == variant_of.__name__ and module == __name__:
            return self._received.__getitem__
        return super().find_class(module, name)


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


class Progress(NamedTuple):
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
