"""What is done in one round, drawn from a seed: the same number of the same soak is the same round again."""

import random
import signal
from dataclasses import dataclass

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
        """Command, signal, victim and limit, in words."""
        sent = "-" if self.victim == NOBODY else signal.Signals(self.number).name
        return self.command, sent, self.victim, "limited" if self.limit else "unlimited"


@dataclass(frozen=True)
class Round:
    """Commands that run at the same time, with one cache."""

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
