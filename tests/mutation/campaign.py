"""Runs damaged files one by one, each in a process of its own, and keeps what was no clear answer."""

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

DEADLINE_S = 120.0
"""A damaged file that takes longer counts as a hang; a sound one takes a second, many on a busy machine."""

TAKEN, REFUSED, CRASHED, HUNG, KILLED = "taken", "refused", "crashed", "hung", "killed"


class Subject(Protocol):
    """What is damaged, and what then reads it."""

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
