"""The first statements of a child process: they tie its life to its parent's, then the process becomes what it is for.

Run as a script by `harness.worker.child_process`, with ``python -S``: neither site-packages nor a ``sitecustomize`` may
take time before there is somebody to end this process. Its arguments are the end of a pipe, the parent's process id,
the module whose ``main`` is called, how many numbers ``main`` takes, these, and the parent's ``sys.path``.

Two things end the process when the parent is gone. The kernel kills it (PR_SET_PDEATHSIG), even where native code keeps
all threads of Python waiting. A guard, which is a fork of it that does nothing else, then kills its process group: what
the process has started, compilers among them, is told of nothing by the kernel.
"""

import sys

_N_FIXED = 5
_PATH: list[str] = []
if __name__ == "__main__":
    # This script's folder comes first, and holds modules of every name.
    _PATH = sys.argv[_N_FIXED + int(sys.argv[4]) :]
    sys.path[:] = _PATH

import ctypes  # noqa: E402
import os  # noqa: E402
import select  # noqa: E402
import signal  # noqa: E402

_PR_SET_PDEATHSIG = 1
# Nobody closes a pipe of which somebody else has a copy: a fork of the parent, say.
_CHECK_MS = 1000


def _tie(parent: int) -> None:
    """Have the kernel kill this process when the thread that started it ends."""
    _when_parent_ends(signal.SIGKILL)
    if os.getppid() != parent:  # gone before the kernel was asked
        os._exit(1)


def _when_parent_ends(number: int) -> None:
    # prctl(2): cleared by fork, so that each process has its own.
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, number, 0, 0, 0)


def _start_guard(lifeline: int, others: list[int]) -> None:
    """Fork the process that kills this one's group when the parent or this process is gone."""
    worker = os.getpid()
    ours, theirs = os.pipe()
    if os.fork():
        os.close(ours)
        os.close(lifeline)
        # `theirs` stays open as long as this process lives, and is not inherited by what it executes.
        return
    try:
        # A guard that is stopped must go on.
        _when_parent_ends(signal.SIGCONT)
        for descriptor in (theirs, *others):
            os.close(descriptor)
        ends = select.poll()
        # No event is asked for: a pipe without a writer is reported all the same.
        ends.register(lifeline, 0)
        ends.register(ours, 0)
        while os.getppid() == worker and not ends.poll(_CHECK_MS):
            pass
    finally:
        # Not whoever got the number since: as long as the guard is in the group, the number is the group's.
        os.killpg(worker, signal.SIGKILL)


def _become(module: str, numbers: list[int]) -> None:
    import importlib
    import site

    site.main()
    sys.path[:] = _PATH
    sys.argv[:] = [module]
    importlib.import_module(module).main(*numbers)


if __name__ == "__main__":
    _lifeline, _parent = int(sys.argv[1]), int(sys.argv[2])
    _module, _numbers = sys.argv[3], [int(each) for each in sys.argv[_N_FIXED:][: int(sys.argv[4])]]
    _tie(_parent)
    _start_guard(_lifeline, _numbers)
    _become(_module, _numbers)
