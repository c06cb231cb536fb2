"""The order of operations in streams: which must have ended before another begins.

Every operation has a number in its stream. A stream's clock holds, for each stream, the number of its last operation
that comes before the next operation of this stream; so does an event's, and the host's for the next order it gives.

For a stream `s` a clock has two numbers: at ``~id(s)`` without, and at ``id(s)`` with the waits of the host for copies
into pageable memory, which end before their calls return.
"""

from __future__ import annotations

from collections.abc import Sequence

from .state import Event, Stream


class Order:
    """Happens-before relation of operations in streams, seen from one host."""

    def __init__(self) -> None:
        self.host: dict[int, int] = {}

    def begin(self, stream: Stream, streams: Sequence[Stream]) -> int:
        """Order a new operation of a stream; return its number."""
        _merge(stream.clock, self.host)
        default = streams[0]
        if stream is default:
            for each in streams[1:]:
                if each.is_blocking:
                    _merge(stream.clock, each.clock)
        elif stream.is_blocking:
            _merge(stream.clock, default.clock)
        number = self.number(stream) + 1
        stream.clock[id(stream)] = stream.clock[~id(stream)] = number
        return number

    @staticmethod
    def number(stream: Stream) -> int:
        """Return the number of the last begun operation of a stream."""
        return stream.clock.get(id(stream), 0)

    def wait(self, stream: Stream) -> None:
        """Let the host wait for a stream."""
        _merge(self.host, stream.clock)

    def wait_for_pageable(self, stream: Stream) -> None:
        """Let the host wait for a copy of a stream into pageable memory."""
        _merge(self.host, {key: number for key, number in stream.clock.items() if key >= 0})

    def record(self, event: Event, stream: Stream) -> None:
        """Record an event in a stream."""
        event.clock = dict(stream.clock)

    def wait_for_event(self, event: Event, stream: Stream | None) -> None:
        """Let a stream wait for an event; None means the host."""
        _merge(self.host if stream is None else stream.clock, event.clock)

    @staticmethod
    def is_before(writer: Stream, number: int, stream: Stream, *, by_pageable: bool = False) -> bool:
        """Whether an operation of a stream comes before the last begun one of another.

        `by_pageable` also counts the waits for copies into pageable memory.
        """
        return stream.clock.get(id(writer) if by_pageable else ~id(writer), 0) >= number


def _merge(clock: dict[int, int], other: dict[int, int]) -> None:
    for key, number in other.items():
        if clock.get(key, 0) < number:
            clock[key] = number
