"""First statements of a child process: they make it end with its parent, then call the ``main`` of a module.

`harness.worker.child_process` runs this file as a script with ``python -S``: the guard must exist before
site-packages or a ``sitecustomize`` take time. `harness.worker.fork_server` calls its functions in each fork. The
arguments are the module, the parent's process id, the end of a pipe that the parent holds, the descriptor for ``main``,
and the parent's ``sys.path``.

Two mechanisms end the process when the parent is gone. The kernel kills it (PR_SET_PDEATHSIG), even while native code
blocks all threads of Python. A guard, a fork that does nothing else, then kills the process group: the kernel does
not signal the processes that this one started, such as compilers.
"""

import sys

_PATH: list[str] = []
if __name__ == "__main__":
    # This script's folder comes first, and its modules could hide others of the same name.
    _PATH = sys.argv[5:]
    sys.path[:] = _PATH

import os  # noqa: E402
import select  # noqa: E402
import signal  # noqa: E402

_PR_SET_PDEATHSIG = 1
_PR_SET_NAME = 15
# A pipe stays open while another process, such as a fork of the parent, has a copy of it.
_CHECK_MS = 1000


def tie(parent: int) -> None:
    """Have the kernel kill this process when the thread that started it ends."""
    _when_parent_ends(signal.SIGKILL)
    if os.getppid() != parent:  # the parent ended before prctl
        os._exit(1)


def name_process(name: str) -> None:
    """Give this process a name for ps(1) and top(1): the command line of a fork is that of its server."""
    _prctl(_PR_SET_NAME, f"kh-{name}".encode())


def _when_parent_ends(number: int) -> None:
    # prctl(2): fork clears the setting, so each process makes its own.
    _prctl(_PR_SET_PDEATHSIG, number)


def _prctl(option: int, value: bytes | int) -> None:
    import ctypes  # the program imports this module before its first process starts, and does not call it

    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def start_guard(lifeline: int, others: list[int]) -> int:
    """Fork the process that kills this one's group when the parent or this process is gone."""
    # Returns the end of a pipe: it stays open until this process ends, and executed programs do not inherit it. A fork
    # closes its copy.
    worker = os.getpid()
    ours, theirs = os.pipe()
    if os.fork():
        os.close(ours)
        os.close(lifeline)
        return theirs
    try:
        name_process("guard")
        # A stopped guard must continue.
        _when_parent_ends(signal.SIGCONT)
        # Copies of the guard would keep the worker's pipe and connection open after its end.
        for descriptor in (theirs, *others):
            os.close(descriptor)
        ends = select.poll()
        # No event is requested: poll reports a pipe without a writer anyway.
        ends.register(lifeline, 0)
        ends.register(ours, 0)
        while os.getppid() == worker and not ends.poll(_CHECK_MS):
            pass
    finally:
        # The number cannot have been reused: the guard is still in the group.
        os.killpg(worker, signal.SIGKILL)
    return theirs


def limit_threads() -> None:
    """Let linear algebra use one thread, unless the environment says how many."""
    # The OpenBLAS libraries of NumPy and SciPy each allocate 40 MB of private memory for every core when imported. With
    # 32 cores this exceeds the smallest memory limit.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _become(module: str, descriptor: int) -> None:
    # Before any import of NumPy: OpenBLAS reads the variable when it is loaded.
    limit_threads()
    import gc
    import importlib
    import site

    site.main()
    # Reading PTX makes tens of thousands of objects that are all in use. At Python's own thresholds, searching them
    # for garbage takes a third of that time.
    gc.set_threshold(20_000, 20, 20)
    # `site` has added folders of its own; imports must resolve as in the parent.
    sys.path[:] = _PATH
    sys.argv[:] = [module]
    name_process(module.rpartition(".")[2])
    importlib.import_module(module).main(descriptor)


if __name__ == "__main__":
    _module = sys.argv[1]
    _parent, _lifeline, _descriptor = map(int, sys.argv[2:5])
    tie(_parent)
    HELD = start_guard(_lifeline, [_descriptor])
    _become(_module, _descriptor)
