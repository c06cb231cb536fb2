"""Compiles with NVRTC in a process of its own, for options that NVRTC does not switch off again.

After one compilation with ``--restrict``, NVRTC treats the pointer parameters of every later program of its process as
``__restrict__``, so the same source gives other code. After ``--optimization-info``, every later log names the inlined
functions. No option takes either back.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from ...errors import DeviceError
from ...settings.settings import passed_environment
from ...variant.declaration.compile_option import OPTIONS
from ..source.translation import RefusedError, Translation
from .nvrtc_library import NvrtcLibrary, load

_STAY_ON = frozenset(name for row in OPTIONS if row.stays_on for name in row.names)
_START = "import importlib, sys; sys.path[:] = sys.argv[2:]; importlib.import_module(sys.argv[1]).answer()"
_PR_SET_PDEATHSIG = 1
_MADE, _REFUSED, _FAILED = "made", "refused", "failed"


def stays_on(options: Sequence[str]) -> bool:
    """Whether NVRTC would keep one of the options on for later compilations of its process."""
    return any(option.partition("=")[0] in _STAY_ON for option in options)


def compile_apart(library: NvrtcLibrary, *arguments: Any, **options: Any) -> Translation:
    """Compile a program in a new process, which ends with this one."""
    request = os.getpid(), library.opened_as, arguments, options
    command = [sys.executable, "-W", "ignore", "-c", _START, __name__, *sys.path]
    try:
        done = subprocess.run(
            command, input=pickle.dumps(request), capture_output=True, check=False, env=passed_environment()
        )
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
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # the library may print
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
