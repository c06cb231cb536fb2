"""Runs one Python program on the virtual GPU, in this process."""

from __future__ import annotations

import atexit
import gc
import os
import runpy
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from ..errors import UsageError
from ..lazy import dataclass
from ..settings.settings import Settings
from .attachment import Attachment, attach
from .device.profile import GpuProfile
from .findings import OWN_FOLDER, KernelTotal, ProgramFinding, PythonLine, is_installed
from .interrupts import defer_interrupts, receive_due_interrupt, restore_handler

_OWN_THREADS = "kernel-harness-cpu"


@dataclass(frozen=True)
class ProgramReport:
    """The result of a program's run."""

    command: tuple[str, ...]
    """The program and its arguments; a module's name stands behind ``-m``."""
    gpu: GpuProfile
    sanitizers: tuple[str, ...]
    program_status: int
    launches: int
    times_read: int
    findings: tuple[ProgramFinding, ...]
    """Faults."""
    notes: tuple[ProgramFinding, ...]
    """Observations that are not faults."""
    unserved: tuple[tuple[str, PythonLine, int], ...]
    """Calls of driver functions that the virtual GPU lacks: the function, the line, how often."""
    failures: tuple[str, ...]
    """Errors of the virtual GPU itself."""
    kernels: tuple[KernelTotal, ...] = ()
    has_counters: bool = False
    unlaunched: tuple[PythonLine, ...] = ()
    """Triton kernels of the current folder that no test of a suite has launched."""
    imported: tuple[str, ...] = ()
    """Python files that this process has imported, but those of installed packages."""

    @property
    def exit_code(self) -> int:
        """1 if there are findings, or the virtual GPU failed; else the program's own status."""
        return 1 if self.findings or self.failures else self.program_status


def run_program(
    arguments: Sequence[str],
    settings: Settings,
    *,
    is_module: bool = False,
    arch: str = "sm_90",
    checks_leaks: bool = False,
    has_counters: bool = False,
    recording: str = "",
    show: Callable[[ProgramFinding, bool], None] = lambda *_: None,
) -> ProgramReport:
    """Run a program to its end, its exit handlers included."""
    # A process can run several one after another, but modules that the first has imported stay imported.
    if not is_module and not Path(arguments[0]).exists():
        raise UsageError(f"the program must be a Python file (got {arguments[0]!r}, which does not exist)")
    attached = attach(
        settings,
        arch=arch,
        checks_leaks=checks_leaks,
        has_counters=has_counters,
        recording=recording,
        show=show,
    )
    process = os.getpid()
    try:
        status = _run(list(arguments), is_module, attached.gpu.executor.stop)
        # A fork that the program has made returns here, too.
        if os.getpid() != process:
            _end_fork(attached, status)
        attached.gpu.end()
        return report_of(attached, (("-m",) if is_module else ()) + tuple(arguments), status)
    finally:
        attached.driver.keep()
        if attached.children is not None:
            attached.children.close()


def _end_fork(attached: Attachment, status: int) -> NoReturn:
    """End a fork of the program's process: that process reports what the fork has found."""
    if not attached.gpu.is_used_by_parent:
        attached.gpu.end()
    sys.stdout.flush()
    sys.stderr.flush()
    # The frames below belong to the parent's run, which ends there.
    os._exit(status)


def report_of(attached: Attachment, command: tuple[str, ...], status: int) -> ProgramReport:
    """Return what a process and those that it has started have found so far."""
    attached.collect()
    is_suite = "pytest" in command[:2]
    launched = {kernel.kernel for kernel in attached.kernels}
    return ProgramReport(
        command,
        attached.gpu.profile,
        attached.gpu.settings.sanitizers,
        status,
        attached.launches,
        attached.log.times_read,
        attached.log.findings,
        attached.log.notes,
        tuple((symbol, line, n) for (symbol, line), n in attached.log.unserved.items()),
        tuple(attached.log.failures),
        attached.kernels,
        attached.gpu.watch.counts,
        attached.log.unlaunched(launched, Path.cwd()) if is_suite else (),
        tuple(sorted(_imported())),
    )


def _imported() -> set[str]:
    files = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    # The path of a program is as it was given.
    paths = {str(Path(file).resolve()) for file in files if file}
    return {path for path in paths if not is_installed(path) and not path.startswith(OWN_FOLDER)}


def _run(arguments: list[str], is_module: bool, stop: Callable[[int], None]) -> int:
    """Run a program as Python would, and then what Python does when it ends; return the exit status."""
    sys.argv = arguments
    if threading.current_thread() is threading.main_thread():
        # the program finds signals as Python has them: it would catch an exception of ours, and go on
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, signal.SIG_DFL)
        signal.set_wakeup_fd(-1)  # `defer_interrupts` needs it
    path = list(sys.path)
    status, interruption = 0, None
    defer_interrupts(stop)
    try:
        try:
            if is_module:
                sys.path.insert(0, str(Path.cwd()))
                runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
            else:
                # a file's folder comes first; run_path does that for folders and zip files alone
                sys.path.insert(0, str(Path(arguments[0]).resolve().parent))
                runpy.run_path(arguments[0], run_name="__main__")
        finally:
            receive_due_interrupt()
    except SystemExit as end:
        status = _status(end.code)
    except KeyboardInterrupt as error:
        interruption = error
    except BaseException as error:
        _print_error(error, arguments[0])
        status = 1
    sys.path[:] = path
    if interruption is not None:
        # as Python does: exit handlers run, while the driver is there
        _forget_frames(interruption)
        _end_program()
        restore_handler()
        raise interruption
    for thread in threading.enumerate():
        is_own = thread is threading.current_thread() or thread.name.startswith(_OWN_THREADS)
        if not is_own and not thread.daemon:
            thread.join()
    _end_program()
    restore_handler()
    return status


def _forget_frames(error: BaseException | None) -> None:
    """Drop the frames that an exception, and those that led to it, keep alive with a program's objects."""
    while error is not None:
        error.__traceback__ = None
        error = error.__cause__ or error.__context__


def _end_program() -> None:
    """Free what a program has left, before its context ends, and run its exit handlers."""
    # They keep the frames of an error alive, and with them what the program has on the device.
    sys.last_value = sys.last_traceback = None
    gc.collect()
    atexit._run_exitfuncs()


def _status(code: object) -> int:
    if code is None:
        return 0
    if isinstance(code, int):
        return code
    sys.stderr.write(f"{code}\n")
    return 1


def _print_error(error: BaseException, program: str) -> None:
    """Print a program's error as Python does, from the program's own frame on."""
    trace = error.__traceback__
    start = trace
    while start is not None and start.tb_frame.f_code.co_filename != program:
        start = start.tb_next
    traceback.print_exception(type(error), error, start or trace)
