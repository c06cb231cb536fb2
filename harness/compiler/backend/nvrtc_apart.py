"""Compiles with NVRTC in a process of its own, for options that NVRTC does not switch off again.

After one compilation with ``--restrict``, every later one of the process treats pointer parameters as ``__restrict__``:
other code from the same source. After ``--optimization-info``, every later log names what was inlined. No option takes
either back (seen with NVRTC 13.0.88; the other options that a declaration may give were tried too).
"""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Sequence

from ...errors import DeviceError
from ..source.translation import RefusedError, Translation
from .nvrtc_library import NvrtcLibrary, load

STAYS_ON = ("-restrict", "--restrict", "-opt-info", "--optimization-info")
"""Options that stay on for as long as the process lives."""

_START = "import importlib, sys; sys.path[:] = sys.argv[2:]; importlib.import_module(sys.argv[1]).answer()"
_PR_SET_PDEATHSIG = 1
_MADE, _REFUSED, _FAILED = "made", "refused", "failed"


def stays_on(options: Sequence[str]) -> bool:
    """Whether one of the options would change later compilations of the process."""
    return any(option.partition("=")[0] in STAYS_ON for option in options)


def compile_apart(
    library: NvrtcLibrary,
    source: bytes,
    name: str,
    options: Sequence[str],
    headers: dict[str, str],
    *,
    want_cubin: bool,
    instances: Sequence[str] = (),
) -> Translation:
    """Compile a program as `NvrtcLibrary.compile` does, in a new process, which ends with this one.

    Raises
    ------
    RefusedError
        The source or an option is refused, or the process ended without an answer; carries the log.
    DeviceError
        The library itself fails, or the process cannot be started.
    """
    arguments = (source, name, tuple(options), headers)
    request = (os.getpid(), library.opened_as, arguments, {"want_cubin": want_cubin, "instances": instances})
    command = [sys.executable, "-W", "ignore", "-c", _START, __name__, *filter(None, sys.path)]
    try:
        done = subprocess.run(command, input=pickle.dumps(request), capture_output=True, check=False)
    except OSError as error:
        raise DeviceError(f"nvrtc must run in a process of its own (got: {error})") from None
    if done.returncode:
        how = f"signal {-done.returncode}" if done.returncode < 0 else f"exit status {done.returncode}"
        said = done.stderr.decode("utf-8", "replace").strip()
        raise RefusedError(
            f"the process that ran nvrtc ended without an answer ({how})\n{said}".rstrip() + "\n"
        )
    kind, *found = pickle.loads(done.stdout)
    if kind == _REFUSED:
        raise RefusedError(found[0], is_lasting=found[1])
    if kind == _FAILED:
        raise DeviceError(found[0])
    translation: Translation = found[0]
    return translation


def answer() -> None:
    """Compile what standard input asks for; the new process starts here."""
    answers = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever the library prints is no answer
    parent, opened_as, arguments, options = pickle.load(sys.stdin.buffer)
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # it ended before prctl
        return
    try:
        found: tuple[object, ...] = (_MADE, load(*opened_as).compile(*arguments, **options))
    except RefusedError as error:
        found = (_REFUSED, str(error), error.is_lasting)
    except DeviceError as error:
        found = (_FAILED, str(error))
    with os.fdopen(answers, "wb") as file:
        pickle.dump(found, file)
