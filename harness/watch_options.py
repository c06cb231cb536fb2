"""Settings of what each launch on the cpu device is watched for, which are options of the program and of pytest too."""

from __future__ import annotations

from dataclasses import dataclass

from .setting_table import SANITIZERS


@dataclass(frozen=True)
class WatchOption:
    """One row of `WATCH_OPTIONS`.

    Parameters
    ----------
    name : str
        The setting.
    metavar : str
        Stands for the value in help texts.
    default : object
        Value of the setting where nothing is given.
    help : str
        For both help texts.
    """

    name: str
    metavar: str
    default: object
    help: str

    @property
    def flag(self) -> str:
        """The program's option; pytest's begins with ``--kernel-``."""
        return f"--{self.name.replace('_', '-')}"

    def given(self, value: object) -> str:
        """Return the words of a command line that give a value."""
        return f"{self.flag} {','.join(value) if isinstance(value, tuple) else value}"


WATCH_OPTIONS = (
    WatchOption(
        "sanitizers",
        "LIST",
        SANITIZERS,
        f"On the cpu device, what to look for in each launch: {','.join(SANITIZERS)} (all by default; "
        f"{SANITIZERS[0]} always).",
    ),
    WatchOption(
        "schedules",
        "N",
        1,
        "On the cpu device, other orders of blocks, warps and lanes in which to launch each case again (default: 1).",
    ),
    WatchOption(
        "schedule_seed",
        "SEED",
        None,
        "The first of these orders; the next ones count up (default: each case's own).",
    ),
    WatchOption(
        "stress_approximations",
        "SEED",
        None,
        "On the cpu device, let approximate instructions err within what the PTX ISA allows.",
    ),
)
