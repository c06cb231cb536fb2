"""Calls git without the repository variables of a hook's environment, and without hooks, locks or prompts."""

from __future__ import annotations

import functools
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..errors import UsageError

# No call may run the user's hooks or file system monitor.
_OPTIONS = ("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false")
# Take no optional locks, do not ask for passwords, answer in English.
_VARIABLES = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}


@functools.cache
def local_variables() -> frozenset[str]:
    """Return the names of the environment variables that bind git to one repository, as git lists them."""
    # Use an empty environment: a wrong value of one of these variables would make git fail.
    done = _run(
        ["git", "rev-parse", "--local-env-vars"], Path("/"), {"PATH": os.environ.get("PATH", os.defpath)}
    )
    return frozenset(os.fsdecode(done.stdout).split())


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return this process's environment for a call of git, without `local_variables`."""
    # git sets them for its hooks: a call that inherits them writes into the index of the commit in progress, whatever
    # its folder.
    inherited = {name: value for name, value in os.environ.items() if name not in local_variables()}
    return {**inherited, **_VARIABLES, **(extra or {})}


def git(
    arguments: Sequence[str], folder: Path, extra: Mapping[str, str] | None = None, *, stdin: str = ""
) -> str:
    """Run git in a folder and return its output without the last newline."""
    done = _run(["git", *_OPTIONS, *arguments], folder, environment(extra), os.fsencode(stdin))
    if done.returncode:
        message = os.fsdecode(done.stderr).strip() or f"status {done.returncode}"
        name = next(word for word in arguments if word != "-c" and "=" not in word)
        raise UsageError(f"git {name} must work in {folder} (got: {message})")
    return os.fsdecode(done.stdout).removesuffix("\n")


def try_git(arguments: Sequence[str], folder: Path) -> str | None:
    """Run git in a folder and return its output without the last newline; None if its exit status is not 0."""
    done = _run(["git", *_OPTIONS, *arguments], folder, environment())
    return None if done.returncode else os.fsdecode(done.stdout).removesuffix("\n")


def _run(
    arguments: Sequence[str], folder: Path, env: Mapping[str, str], stdin: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(arguments, cwd=folder, env=env, input=stdin, capture_output=True, check=False)
    except OSError as error:
        raise UsageError(f"git must be installed to compare revisions (got: {error})") from None
