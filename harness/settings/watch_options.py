"""Checks of each case and launch: settings that are options of the program and of pytest, too.

Apart from the settings, because the pytest plugin imports it in every project of an environment.
"""

from __future__ import annotations

from typing import NamedTuple

SANITIZERS = ("memcheck", "racecheck", "initcheck", "synccheck")
"""Checks of the cpu device. The first is always on, because it protects the process's own memory."""


class WatchOption(NamedTuple):
    name: str
    metavar: str
    """Stands for the value in help texts; empty for an option without one."""
    help: str

    @property
    def flag(self) -> str:
        """The program's option; pytest's begins with ``--kernel-``."""
        return f"--{self.name.replace('_', '-')}"

    def given(self, value: object) -> str:
        if not self.metavar:
            return self.flag
        return f"{self.flag} {','.join(value) if isinstance(value, tuple) else value}"


WATCH_OPTIONS = (
    WatchOption(
        "thorough",
        "",
        "On the cpu device, make all further launches in every case. Default: each case makes one kind of them, in "
        "turn.",
    ),
    WatchOption(
        "numerics",
        "",
        "On the cpu device, also launch with random rounding, and note the source lines whose roundings alone move a "
        "result by more than half of its digits.",
    ),
    WatchOption(
        "sanitizers",
        "LIST",
        f"On the cpu device, checks of each launch: {','.join(SANITIZERS)} (default: all; {SANITIZERS[0]} is always "
        "on).",
    ),
    WatchOption(
        "schedules",
        "N",
        "On the cpu device, number of other orders of blocks, warps and lanes in which a case is launched again; more "
        "than 1: each case (default: 1).",
    ),
    WatchOption(
        "schedule_seed",
        "SEED",
        "Seed of the first of these orders, increased by 1 for each further order (default: each case's own).",
    ),
    WatchOption(
        "stress_approximations",
        "SEED",
        "On the cpu device, seed of errors of approximate instructions, within the limits of the PTX ISA.",
    ),
)
