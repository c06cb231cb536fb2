"""Damages files byte by byte and runs each in a process of its own; keeps what was not a clear answer."""

import gc
import os
import random
import select
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from harness.errors import HarnessError

CHARACTERS = (
    "\x00", "\x1b[31m", "\r", "\x85", "\u2028", "\u202e", "\ufeff", "\U0001f600", "\u0660", "\xb2", "'", '"', "\\",
    "`", "|", "<", "&",
)  # fmt: skip
"""Control characters, other line ends, other directions, digits that are none of ASCII, and marks of formats."""

BYTES = (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x00")
"""What is no UTF-8, or a half of a surrogate pair; NUL."""


def damaged_bytes(data: bytes, draws: random.Random) -> bytes:
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


DEADLINE_S = 120.0
"""A damaged file that takes longer counts as a hang; a sound one takes a second, many on a busy machine."""

TAKEN, REFUSED, CRASHED, HUNG, KILLED = "taken", "refused", "crashed", "hung", "killed"


class Subject(Protocol):
    def prepare(self, folder: Path) -> None:
        """Read sound files, so that what is imported and made on first use is there for every process to come."""

    def damaged(self, draws: random.Random) -> bytes:
        """Make a damaged file."""

    def read(self, data: bytes, folder: Path) -> None:
        """Read one as the program does; HarnessError where it is refused."""


@dataclass(frozen=True)
class Item:
    """What became of one damaged file.

    `number`: its number; with the seed it makes the file again. `outcome`: `TAKEN`, `REFUSED`, `CRASHED`, `HUNG` or
    `KILLED`. `said`: the message it was refused with, or the traceback.
    """

    number: int
    outcome: str
    said: str = ""

    @property
    def is_failure(self) -> bool:
        """Whether the reader gave no clear answer."""
        return self.outcome not in (TAKEN, REFUSED)


@dataclass
class Summary:
    outcomes: Counter[str] = field(default_factory=Counter)
    failures: list[Item] = field(default_factory=list)

    def __str__(self) -> str:
        told = ", ".join(f"{self.outcomes[each]} {each}" for each in (TAKEN, REFUSED, CRASHED, HUNG, KILLED))
        return f"{self.outcomes.total()} damaged files: {told}"


def data_of(subject: Subject, seed: int, number: int) -> bytes:
    """Make one damaged file; the same for the same seed and number."""
    return subject.damaged(random.Random(f"{seed} {number}"))


def run(
    subject: Subject,
    numbers: Iterable[int],
    *,
    seed: int,
    folder: Path,
    on_item: Callable[[Item], None] = lambda _: None,
) -> Summary:
    summary = Summary()
    subject.prepare(folder)
    # What is there now is no rubbish in any fork: a collection would touch, and so copy, every page of it.
    gc.collect()
    gc.freeze()
    for number in numbers:
        item = _in_process(subject, data_of(subject, seed, number), number, folder)
        summary.outcomes[item.outcome] += 1
        if item.is_failure:
            summary.failures.append(item)
        on_item(item)
    return summary


def _in_process(subject: Subject, data: bytes, number: int, folder: Path) -> Item:
    """Read a file in a fork of this process, which may hang, be killed or leave threads."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reading)
            outcome, said = _answer(subject, data, folder)
            os.write(writing, f"{outcome}\n{said}".encode("utf-8", "backslashreplace")[:60_000])
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    try:
        ready, _, _ = select.select([reading], [], [], DEADLINE_S)
        if not ready:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return Item(number, HUNG, f"no answer in {DEADLINE_S:g} s")
        answer = b""
        while part := os.read(reading, 65536):
            answer += part
    finally:
        os.close(reading)
    _, status = os.waitpid(child, 0)
    if not answer:
        return Item(number, KILLED, f"the process ended with {os.waitstatus_to_exitcode(status)}")
    outcome, _, said = answer.decode().partition("\n")
    return Item(number, outcome, said)


def _answer(subject: Subject, data: bytes, folder: Path) -> tuple[str, str]:
    try:
        subject.read(data, folder)
    except HarnessError as error:
        said = str(error)
        # A message is no dump of the file.
        return (
            (REFUSED, said)
            if said.strip() and len(said) < 20_000
            else (CRASHED, f"a bad message: {said[:2000]!r}")
        )
    except BaseException:
        sys.stdout.flush()
        return CRASHED, traceback.format_exc()
    return TAKEN, ""
