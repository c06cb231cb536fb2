"""Damage to text and bytes that any format may suffer."""

import random
from collections.abc import Callable

CHARACTERS = (
    "\x00",
    "\x1b[31m",
    "\r",
    "\x85",
    "\u2028",
    "\u202e",
    "\ufeff",
    "\U0001f600",
    "\u0660",
    "\xb2",
    "'",
    '"',
    "\\",
    "`",
    "|",
    "<",
    "&",
)
"""Control characters, other line ends, other directions, digits that are none of ASCII, and marks of formats."""

BYTES = (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x00")
"""What is no UTF-8, or a half of a surrogate pair; NUL."""


def damaged_bytes(data: bytes, draws: random.Random) -> bytes:
    """Cut, flip, repeat or put something else into bytes."""
    start = draws.randrange(len(data) + 1)
    length = draws.choice((1, 1, 1, 2, 5, 30, 300))
    ways: tuple[Callable[[], bytes], ...] = (
        lambda: data[:start],
        lambda: data[:start] + data[start + length :],
        lambda: data[:start] + data[start : start + length] * draws.choice((2, 3, 50)) + data[start + length :],
        lambda: data[:start] + draws.choice(BYTES) + data[start:],
        lambda: data[:start] + draws.choice(CHARACTERS).encode() + data[start + length :],
        lambda: data[:start] + bytes([draws.randrange(256)]) + data[start + 1 :],
        lambda: data[:start] + bytes([data[start % len(data)] ^ 1 << draws.randrange(8)]) + data[start + 1 :],
        lambda: draws.choice((b"", b"\n", b"\xff\xfe", b"\x00" * 100, b"{" * 5000, b"[" * 100_000)),
    )  # fmt: skip
    # The last destroys everything, which is no test of what comes after the first line.
    return (ways[-1] if draws.random() < 0.02 else draws.choice(ways[:-1]))()
