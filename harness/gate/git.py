"""Calls git: free of the repository that a hook's environment names, without hooks, locks or prompts."""

from __future__ import annotations

import functools
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..errors import UsageError

# No call may run a hook or a file system monitor of the user's.
_OPTIONS = ("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false")
# Commands that only read take no locks, ask for no password and answer in English.
_VARIABLES = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}


@functools.cache
def local_variables() -> frozenset[str]:
    """Return the names of the environment variables that tie git to one repository, as git lists them.

    Raises
    ------
    UsageError
        git is not installed.
    """
    # Not in our own environment: a wrong value of one of them would keep git from answering.
    done = _run(
        ["git", "rev-parse", "--local-env-vars"], Path("/"), {"PATH": os.environ.get("PATH", os.defpath)}
    )
    return frozenset(os.fsdecode(done.stdout).split())


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return this process's environment for a call of git.

    git sets `local_variables` for its hooks. A command that inherits them writes into the index of the commit that is
    being made, whatever folder it runs in.

    Parameters
    ----------
    extra : mapping of str to str, optional
        Variables to set.
    """
    inherited = {name: value for name, value in os.environ.items() if name not in local_variables()}
    return {**inherited, **_VARIABLES, **(extra or {})}


def command(arguments: Sequence[str]) -> list[str]:
    """Return a command line of git."""
    return ["git", *_OPTIONS, *arguments]


def git(
    arguments: Sequence[str], folder: Path, extra: Mapping[str, str] | None = None, *, said: str = ""
) -> str:
    """Run git in a folder and return what it prints, without the last newline.

    Parameters
    ----------
    arguments : sequence of str
        Its command and options.
    folder : Path
        Where it runs.
    extra : mapping of str to str, optional
        Environment variables to set.
    said : str
        Its standard input.

    Raises
    ------
    UsageError
        git is not installed, or its status is not 0; the message holds its own.
    """
    done = _run(command(arguments), folder, environment(extra), os.fsencode(said))
    if done.returncode:
        told = os.fsdecode(done.stderr).strip() or f"status {done.returncode}"
        name = next(each for each in arguments if each != "-c" and "=" not in each)
        raise UsageError(f"git {name} must work in {folder} (got: {told})")
    return os.fsdecode(done.stdout).removesuffix("\n")


def asked(arguments: Sequence[str], folder: Path) -> str | None:
    """Run git in a folder and return what it prints, without the last newline; None where its status is not 0."""
    done = _run(command(arguments), folder, environment())
    return None if done.returncode else os.fsdecode(done.stdout).removesuffix("\n")


def _run(
    arguments: Sequence[str], folder: Path, env: Mapping[str, str], said: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(arguments, cwd=folder, env=env, input=said, capture_output=True, check=False)
    except OSError as error:
        raise UsageError(f"git must be installed to compare revisions (got: {error})") from None
