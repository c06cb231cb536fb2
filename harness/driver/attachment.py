"""A virtual GPU in this process, and in the processes that it starts: driver, NVRTC, nvcc and findings.

All is set up before a program asks for it. The program's process puts a ``sitecustomize`` on the path of the Python
processes that it starts; there it calls `begin`. Findings come back through a folder: a file of lines for each process,
written as they are found, and a file of its kernels. A process that is killed loses nothing that it has found.
"""

from __future__ import annotations

import functools
import importlib.abc
import importlib.machinery
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from ..errors import DeviceError, HarnessError
from ..lazy import dataclass
from ..settings.settings import Settings
from ..store.disk_cache import content_key
from .device.gpu import VirtualGpu
from .elf import keep_file
from .findings import (
    FindingLog,
    KernelTotal,
    KernelTotalsFile,
    ProgramFinding,
    PythonLine,
    merged,
    python_line,
    read_totals,
)
from .interrupts import defer_handlers, defer_interrupts
from .library import LoadedDriver, write_library
from .nvcc import load_nvrtc, put_on_path

VARIABLE = "_KERNEL_HARNESS_VIRTUAL_GPU"
"""Environment variable with which a process tells those that it starts about the virtual GPU."""
_SITE = "site"
_FINDINGS, _KERNELS = ".findings", ".kernels"
_RUNTIME = "cuda.bindings.runtime"

_SITE_CODE = """\
# Python runs this when a program on a virtual GPU starts another Python process.
import importlib.machinery
import importlib.util
import os
import sys

_own = os.path.dirname(os.path.abspath(__file__))
_spec = importlib.machinery.PathFinder.find_spec(
    "sitecustomize", [path for path in sys.path if os.path.abspath(path) != _own]
)
if _spec is not None and _spec.loader is not None:  # the machine's own
    _module = importlib.util.module_from_spec(_spec)
    _spec.loader.exec_module(_module)
if {variable!r} in os.environ and {nvcc!r} not in sys.orig_argv:
    sys.path[1:1] = [folder for folder in {path!r} if folder not in sys.path]
    try:
        from {package}.attachment import begin
    except ImportError:
        if sys.prefix == {prefix!r}:
            raise
    else:  # another environment need not have what this package needs
        begin(os.environ[{variable!r}])
"""


class Children:
    """What the processes that this one starts have found."""

    def __init__(self, settings: Settings, library: Path, **options: str | bool) -> None:
        place = library.parent / "running"
        place.mkdir(exist_ok=True, mode=0o700)
        remove_left(place)
        self.folder = Path(tempfile.mkdtemp(prefix=f"{os.getpid()}-", dir=place))
        self._pid = os.getpid()  # a fork must not remove the folder
        self._read: dict[Path, int] = {}
        os.environ[VARIABLE] = json.dumps(
            {
                "folder": str(self.folder),
                "options": options,
                "settings": {
                    "device": "cpu",
                    "sanitizers": ",".join(settings.sanitizers) or None,
                    "cpu_threads": settings.cpu_threads,
                    "step_budget": settings.step_budget,
                    "triton_configs": settings.triton_configs,
                    "cache_dir": str(settings.cache_dir),
                },
            }
        )
        put_first(library)

    def read_into(self, log: FindingLog) -> None:
        for path in sorted(self.folder.glob(f"*{_FINDINGS}")):
            with path.open("rb") as lines:
                lines.seek(self._read.get(path, 0))
                data = lines.read()
            whole = data[: data.rfind(b"\n") + 1]  # a process may be in the middle of a line
            self._read[path] = self._read.get(path, 0) + len(whole)
            for line in whole.splitlines():
                call, *given = msgspec.json.decode(line)
                getattr(log, call)(*map(msgspec.convert, given, _CALLS[call]))

    def kernels(self) -> Iterator[KernelTotal]:
        for path in sorted(self.folder.glob(f"*{_KERNELS}")):
            yield from read_totals(path.read_bytes())

    def close(self) -> None:
        """Remove the folder; processes that start from now on have no virtual GPU."""
        if self._pid != os.getpid():
            return
        os.environ.pop(VARIABLE, None)
        shutil.rmtree(self.folder, ignore_errors=True)


class ChildLog(FindingLog):
    """The log of a process that a program started: it writes each call to a file, which `Children` repeats."""

    def __init__(self, folder: Path) -> None:
        super().__init__(lambda *found: self._write("add", *found))
        self.folder = folder
        name = f"{os.getpid()}-{os.urandom(4).hex()}"
        self._file = (folder / f"{name}{_FINDINGS}").open("ab", buffering=0)
        self.kernels = KernelTotalsFile(folder / f"{name}{_KERNELS}")

    def not_served(self, symbol: str, line: PythonLine | None = None) -> None:
        line = line or python_line()
        super().not_served(symbol, line)
        self._write("not_served", symbol, line)

    def note_time_read(self) -> None:
        super().note_time_read()
        self._write("note_time_read")

    def note_triton_kernel(self, kernel: PythonLine, called: tuple[str, ...]) -> None:
        super().note_triton_kernel(kernel, called)
        self._write("note_triton_kernel", kernel, called)

    def add_failure(self, text: str) -> None:
        super().add_failure(text)
        self._write("add_failure", text)

    def _write(self, call: str, *given: object) -> None:
        record = msgspec.json.encode((call, *given))
        try:
            self._file.write(record + b"\n")
        except OSError:
            sys.stderr.write(
                f"the virtual GPU cannot report to the process that started this one: {record.decode()}\n"
            )


# Methods of a log that `ChildLog` writes, with the types of what they take.
_CALLS: dict[str, tuple[type, ...]] = {
    "add": (ProgramFinding, bool), "not_served": (str, PythonLine), "note_time_read": (), "add_failure": (str,),
    "note_triton_kernel": (PythonLine, tuple[str, ...]),
}  # fmt: skip


@functools.cache
def _site(library: Path) -> tuple[Path, str]:
    """Return the folder and the text of the ``sitecustomize`` of this environment."""
    assert __package__ is not None
    own = str(Path(__file__).resolve().parents[2])
    # an installed package is on the path anyway; a checkout need not be
    is_usual = own in sys.path and own.endswith(("site-packages", "dist-packages"))
    path = [] if is_usual else [own]
    names = {"variable": VARIABLE, "nvcc": f"{__package__}.nvcc", "package": __package__}
    text = _SITE_CODE.format(**names, path=path, prefix=sys.prefix)
    # processes of several environments use the library's folder at the same time
    return library / f"{_SITE}-{content_key(text)[:16]}", text


def put_first(library: Path) -> None:
    # what `_site` returned first: the program may have replaced the path that it looks at
    site, text = _site(library)
    keep_file(site / "sitecustomize.py", text.encode())
    others = [folder for folder in os.environ.get("PYTHONPATH", "").split(os.pathsep) if folder != str(site)]
    os.environ["PYTHONPATH"] = os.pathsep.join([str(site), *(folder for folder in others if folder)])
    # worker processes of this package get this process's path, behind the program's own folder
    if str(site) not in sys.path:
        sys.path.insert(1, str(site))


def remove_left(place: Path) -> None:
    """Remove the folders of processes that have ended without removing them."""
    for path in place.iterdir():
        if not Path("/proc", path.name.partition("-")[0]).exists():
            shutil.rmtree(path, ignore_errors=True)


@dataclass(eq=False)
class Attachment:
    """The virtual GPU of this process."""

    gpu: VirtualGpu
    driver: LoadedDriver
    log: FindingLog
    """What was found here, and after `collect` in the processes that this one started."""
    library: Path
    children: Children | None = None
    """Processes that this one started; None in such a process itself."""

    def reach_children(self) -> None:
        """Give a virtual GPU to the processes that this one starts, where something has replaced ``sys.path``."""
        put_first(self.library)

    def collect(self) -> None:
        if self.children is not None:
            self.children.read_into(self.log)

    def n_processes(self) -> int:
        """Return how many processes have had a virtual GPU since the program's began, and not by it alone."""
        reader = self.log if isinstance(self.log, ChildLog) else self.children
        return 0 if reader is None else sum(1 for _ in reader.folder.glob(f"*{_FINDINGS}"))

    @property
    def launches(self) -> int:
        """Launches of this process, and of those that it has started."""
        return sum(kernel.launches for kernel in self.kernels)

    @property
    def kernels(self) -> tuple[KernelTotal, ...]:
        return merged([*self.log.kernels, *(self.children.kernels() if self.children else ())])


class _Finder(importlib.abc.MetaPathFinder):
    """Finds modules that have to be changed when they are imported: does so before or after they are loaded."""

    def __init__(self, changes: dict[str, tuple[Callable[[Any], None], bool]]) -> None:
        self._changes = changes

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if name not in self._changes:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None or spec.loader is None:
            return None
        change, is_before = self._changes[name]
        execute = spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            if is_before:
                change(module)
            execute(module)
            if not is_before:
                change(module)

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def _replace_calls(runtime: ModuleType) -> None:
    # Few programs import the binding; the others start without this.
    from .runtime_calls import RuntimeCalls

    RuntimeCalls(runtime).replace()


def replace_on_import() -> None:
    """Replace the functions of the runtime's binding when the program imports it, or now if it has been imported."""
    if _RUNTIME in sys.modules:
        _replace_calls(sys.modules[_RUNTIME])
    elif not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        changes = {
            _RUNTIME: (_replace_calls, False),
            "torch": (_load_backend, True),
            "torch.cuda": (_bind, True),
            "triton.testing": (_replace_timing, False),
            "triton.runtime.autotuner": (_stop_tuning, False),
            "triton.runtime.jit": (_note_kernels, False),
        }
        sys.meta_path.insert(0, _Finder(changes))


_backends: list[Any] = []


def _load_backend(torch: ModuleType) -> None:
    """Make the CUDA tensors of a PyTorch that is about to be imported."""
    from .torch_cuda.backend import Backend, build

    folder, gpu = Path(torch.__path__[0]), _attached[-1].gpu
    try:
        _backends.append(Backend(gpu, build(folder, gpu.settings.cache_dir), folder))
    except DeviceError as error:
        gpu.log.add_failure(str(error))  # a test may skip where torch cannot be imported
        raise ImportError(str(error), name="torch") from error


def _bind(_cuda: ModuleType) -> None:
    from .torch_cuda.binding import Binding

    if _backends:
        Binding(_attached[-1].gpu, _backends[-1], sys.modules["torch"]).install()


def _replace_timing(testing: ModuleType) -> None:
    from .torch_cuda.triton_calls import replace_timing

    replace_timing(testing, _attached[-1].gpu)


def _note_kernels(jit: ModuleType) -> None:
    from .torch_cuda.triton_calls import note_kernels

    note_kernels(jit, _attached[-1].gpu)


def _stop_tuning(autotuner: ModuleType) -> None:
    from .torch_cuda.triton_calls import stop_at_first

    if _attached[-1].gpu.settings.triton_configs == "first":
        stop_at_first(autotuner)


_attached: list[Attachment] = []


def _begin_fork() -> None:
    """Let a fork of this process report to the process that collects, like other processes that this one starts."""
    attached = _attached[-1]
    reader = attached.log if isinstance(attached.log, ChildLog) else attached.children
    if reader is None or not reader.folder.is_dir():
        return  # the program has ended
    attached.log, attached.children = ChildLog(reader.folder), None
    attached.gpu.begin_fork(attached.log)


def attachment() -> Attachment | None:
    return _attached[-1] if _attached else None


def attach(
    settings: Settings,
    *,
    arch: str = "sm_90",
    checks_leaks: bool = False,
    has_counters: bool = False,
    recording: str = "",
    log: FindingLog | None = None,
    show: Callable[[ProgramFinding, bool], None] = lambda *_: None,
) -> Attachment:
    """Give this process a virtual GPU, before it has loaded a CUDA driver."""
    # A process that a program started gives its `log`; the processes that it starts itself report where it does.
    from .served import ServedGpu

    is_first, log = log is None, log or FindingLog(show)
    gpu = ServedGpu(settings, arch, log, checks_leaks, has_counters)
    # the libraries come before anything that the program imports: the loader takes the first one of a name
    library = write_library(settings.cache_dir)
    driver = LoadedDriver(library, gpu)
    put_on_path(library.parent)
    load_nvrtc(library.parent.parent, settings.cuda_home)
    replace_on_import()
    defer_handlers()
    attached = Attachment(gpu, driver, log, library.parent)
    if recording:
        from ..undeclared.recording import Recorder

        gpu.recorder = Recorder(Path(recording))
    if is_first:
        attached.children = Children(
            settings,
            library.parent,
            arch=arch,
            checks_leaks=checks_leaks,
            has_counters=has_counters,
            recording=recording,
        )
    _attached.append(attached)
    if len(_attached) == 1:  # it cannot be taken back
        os.register_at_fork(after_in_child=_begin_fork)
    return attached


def begin(described: str) -> None:
    """Give this process a virtual GPU like that of the process that started it."""
    given = json.loads(described)
    folder = Path(given["folder"])
    if not folder.is_dir():
        return  # the program has ended
    try:
        log = ChildLog(folder)
        attached = attach(Settings.load(folder, **given["settings"]), log=log, **given["options"])
    except (HarnessError, OSError) as error:
        sys.stderr.write(f"no virtual GPU in this process: {error}\n")
        return
    attached.driver.keep()
    defer_interrupts(attached.gpu.executor.stop)
