"""One round: start two commands, kill, look at what is left, run both again, compare."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .place import (
    Command,
    Place,
    abandoned_entries,
    damaged_entries,
    files_left,
    processes_left,
    repository_left,
    torn_files,
    verdicts_of,
    victim_of,
)

# A report of a command of which a worker was killed may differ in what the worker was doing.
_UNSETTLED = {"CRASH", "NOT-RUN"}
_CHECK_S = 0.005
_STARTING = ("Fatal Python error: init_import_site", "Could not import runpy module")
_VICTIM_WAIT_S = 60.0
_ONE_WORKER = {"cpu_workers": "1"}


@dataclass(frozen=True)
class Expected:
    verdicts: dict[str, Any]
    exit_status: int
    elapsed_s: float


@dataclass
class Outcome:
    round: Round
    findings: list[str] = field(default_factory=list)
    # By act: whether its signal was sent.
    was_sent: list[bool] = field(default_factory=list)
    n_abandoned: int = 0


def undisturbed(place: Place) -> dict[str, Expected]:
    """Run each command to its end and measure it; `check` once before, to fill the cache for both."""
    expected = {}
    for number, name in enumerate(("check", *COMMANDS)):
        folder = place.round_folder(f"undisturbed {number}")
        command = place.start(name, folder, which="first", cache=place.cache, settings={})
        said = command.ended()
        if command.process.returncode not in (0, 1) or not command.json_path.exists():
            raise RuntimeError(f"{name} ends with status {command.process.returncode}:\n{said}")
        elapsed_s = time.monotonic() - command.began_s
        expected[name] = Expected(verdicts_of(command.json_path), command.process.returncode, elapsed_s)
        place.remove(folder)
    return expected


def run_round(place: Place, each: Round, expected: dict[str, Expected]) -> Outcome:
    """Run a round; everything that is not as it should be is in the outcome's findings."""
    outcome = Outcome(each)
    folder = place.round_folder(f"round {each.number}")
    cache = folder / "cache" if each.has_fresh_cache else place.cache
    commands = [
        place.start(
            act.command,
            folder,
            which=which,
            cache=cache,
            settings={"memory_limit_bytes": act.limit, "cpu_workers": str(act.workers)},
        )
        for act, which in zip(each.acts, ("first", "second"), strict=True)
    ]
    outcome.was_sent = _kill_each(each.acts, commands, expected)
    said = [command.ended() for command in commands]
    outcome.findings += processes_left(commands)
    is_orderly = True
    for act, command, printed, was_sent in zip(each.acts, commands, said, outcome.was_sent, strict=True):
        outcome.findings += torn_files(command)
        outcome.findings += _wrong_answers(act, command, expected[act.command], printed, was_sent)
        is_orderly &= not (was_sent and act.number == signal.SIGKILL and act.victim == MAIN)
    outcome.findings += damaged_entries(cache)
    outcome.n_abandoned = abandoned_entries(cache)
    if is_orderly:  # else the next run may have to remove what is left
        outcome.findings += [f"before the next run: {text}" for text in _left(place, folder)]
    outcome.findings += _next_run(place, folder, cache, expected)
    place.remove(folder)
    return outcome


def _left(place: Place, folder: Path) -> list[str]:
    return files_left(folder) + repository_left(place.repository)


def _kill_each(acts: tuple[Act, Act], commands: list[Command], expected: dict[str, Expected]) -> list[bool]:
    """Send each act's signal at its moment; an act whose command ends before is left undone."""
    due = sorted(
        (act.moment * expected[act.command].elapsed_s, index)
        for index, act in enumerate(acts)
        if act.victim != NOBODY
    )
    was_sent = [False, False]
    for moment_s, index in due:
        act, command = acts[index], commands[index]
        while command.process.poll() is None and time.monotonic() - command.began_s < moment_s:
            time.sleep(_CHECK_S)
        if command.process.poll() is not None:
            continue
        victim = command.process.pid
        if act.victim == WORKER:
            victim = victim_of(command, act.choice, wait_s=_VICTIM_WAIT_S)
        if victim:
            with contextlib.suppress(ProcessLookupError):
                os.kill(victim, act.number)
                was_sent[index] = True
    return was_sent


def _wrong_answers(act: Act, command: Command, right: Expected, printed: str, was_sent: bool) -> list[str]:
    """List what a command should not have said, or how it should not have ended."""
    status = command.process.returncode
    where = f"{act.command}, {act.victim}, {signal.Signals(act.number).name}, moment {act.moment:.2f}"
    if status is None:
        command.process.kill()
        return [f"{where}: it did not end"]
    # Before the command line is imported nobody takes an interrupt; Python may be importing its own modules then.
    is_early = act.number == signal.SIGINT and (
        status == -signal.SIGINT or any(each in printed for each in _STARTING)
    )
    if "Traceback" in printed and act.victim != WORKER and not is_early:
        return [f"{where}: a traceback: {printed[-2000:]}"]
    if was_sent and act.victim == MAIN:
        # An interrupted command ends in its own way; SIGINT may also come before Python can take it.
        allowed = {-act.number, right.exit_status, *((1, 2, 3, 130) if act.number == signal.SIGINT else ())}
        return [] if status in allowed else [f"{where}: status {status}: {printed[-2000:]}"]
    if not command.json_path.exists():
        # A gate without git, or a device, is an error; that is what the victim was.
        is_refused = was_sent and status == 2
        return [] if is_refused else [f"{where}: no report, status {status}: {printed[-2000:]}"]
    return [f"{where}: {text}" for text in _differences(act, verdicts_of(command.json_path), right, was_sent)]


def _differences(act: Act, found: dict[str, Any], right: Expected, was_sent: bool) -> list[str]:
    if not was_sent:
        return [] if found == right.verdicts else [f"other verdicts: {found}"]
    if act.command == "gate":
        same = {name: each[0] for name, each in found.items()} == {
            name: each[0] for name, each in right.verdicts.items()
        }
        return [] if same else [f"other changes: {found}"]
    return [
        f"{case} is {found.get(case)}"
        for case, verdict in right.verdicts.items()
        if found.get(case) not in {verdict, *_UNSETTLED}
    ]


def _next_run(place: Place, folder: Path, cache: Path, expected: dict[str, Expected]) -> list[str]:
    """Run both commands, undisturbed and side by side, and list what is not right then."""
    # One worker each: a second would take longer to start than it saves.
    commands = [
        place.start(name, folder, which=which, cache=cache, settings=_ONE_WORKER)
        for name, which in zip(COMMANDS, ("first", "second"), strict=True)
    ]
    found = []
    for command in commands:
        said = command.ended()
        right = expected[command.name]
        status = command.process.returncode
        if status != right.exit_status:
            found.append(f"{command.name} ends with status {status}: {said[-2000:]}")
        elif verdicts_of(command.json_path) != right.verdicts:
            found.append(f"{command.name} has other verdicts: {verdicts_of(command.json_path)}")
    found += processes_left(commands) + _left(place, folder) + damaged_entries(cache)
    return [f"next run: {text}" for text in found]


COMMANDS = ("check", "gate")
SIGNALS = (signal.SIGTERM, signal.SIGKILL, signal.SIGINT)
MAIN, WORKER, NOBODY = "main", "worker", "nobody"
LIMITS = ("", str(2**30))
"""The setting memory_limit_bytes; empty for its default."""
# Of these rounds each has a cache of its own, empty at first: most of their time is spent compiling.
_FRESH_EVERY = 10


@dataclass(frozen=True)
class Act:
    """One command of a round, and how it is broken off.

    `victim`: which of its processes gets the signal: its first, a random other, or none. `moment`: when, as a share
    of the time that the command takes undisturbed. `limit`: the setting memory_limit_bytes; empty for its default.
    `workers`: the setting cpu_workers. `choice`: from 0 to below 1; which of the processes is the victim.
    """

    command: str
    victim: str
    number: int
    moment: float
    limit: str
    workers: int
    choice: float

    @property
    def key(self) -> tuple[str, str, str, str]:
        sent = "-" if self.victim == NOBODY else signal.Signals(self.number).name
        return self.command, sent, self.victim, "limited" if self.limit else "unlimited"


@dataclass(frozen=True)
class Round:
    number: int
    acts: tuple[Act, Act]
    has_fresh_cache: bool


def round_of(seed: int, number: int) -> Round:
    draw = random.Random(f"{seed} {number}")
    # Somebody is always killed; sometimes the other command goes on, and must come out right.
    victims = [draw.choice((MAIN, WORKER)), draw.choice((MAIN, MAIN, WORKER, WORKER, NOBODY))]
    draw.shuffle(victims)
    acts = [
        Act(
            command=draw.choice(COMMANDS),
            victim=victim,
            number=draw.choice(SIGNALS),
            moment=draw.random(),
            limit=draw.choice(LIMITS),
            workers=draw.choice((1, 2)),
            choice=draw.random(),
        )
        for victim in victims
    ]
    return Round(number, (acts[0], acts[1]), has_fresh_cache=number % _FRESH_EVERY == 0)
