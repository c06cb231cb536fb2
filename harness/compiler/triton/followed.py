"""Records the files and variables that a file of kernels reads, and denies it files out of reach.

`translator` loads this file by its path, without the package, and so this file imports nothing of the package. An audit
hook is not a sandbox: code can circumvent it on purpose.
"""

import hashlib
import os
import site
import sys
import sysconfig
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FrameType
from typing import Any

# System files that libraries read.
_OF_SYSTEM = (
    *("/usr/", "/lib/", "/lib64/", "/sys/devices/system/", "/proc/cpuinfo", "/proc/meminfo"),
    *("/dev/null", "/dev/urandom"),
)
# Events of a file's own code after which its results are not cached.
_NOT_FOLLOWED = {
    **dict.fromkeys(("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn"), "starts a program"),
    **dict.fromkeys(("os.fork", "os.forkpty"), "forks"),
    **dict.fromkeys(("os.listdir", "os.scandir"), "lists a folder"),
    "socket.connect": "opens a connection",
    "socket.bind": "opens a connection",
    "sqlite3.connect": "opens a database",
    "ctypes.dlopen": "loads a library",
}
_WRITES = os.O_WRONLY


class Followed:
    """The files and variables that a process's user code has asked for."""

    def __init__(self, reach: Iterable[str], work: str) -> None:
        self.files: dict[str, str] = {}
        self.variables: dict[str, str | None] = {}
        self.lost = ""
        self._imported: set[str] = set()
        self._reach = _prefixes(reach)
        self._stdlib = _prefixes(sysconfig.get_path(scheme) for scheme in ("stdlib", "platstdlib"))
        packages = (sysconfig.get_path(scheme) for scheme in ("purelib", "platlib"))
        self._installed = (*self._stdlib, *_prefixes((*packages, *site.getsitepackages(), work)))
        self._known = _prefixes((*sys.path, sys.prefix, sys.base_prefix, *_editable()))
        self._is_busy = False

    def begin(self) -> None:
        environment: Any = type(os.environ)
        read: Callable[..., str] = environment.__getitem__
        listed: Callable[..., Any] = environment.__iter__

        def read_and_note(variables: Any, name: Any) -> str:
            value = None
            try:
                value = read(variables, name)
                return value
            finally:
                if isinstance(name, str) and self._is_asked_by_user(sys._getframe(1)):
                    self.variables.setdefault(name, value)

        def list_and_note(variables: Any) -> Any:
            if self._is_asked_by_user(sys._getframe(1)):
                self._lose("reads the whole environment")
            return listed(variables)

        environment.__getitem__, environment.__iter__ = read_and_note, list_and_note
        sys.addaudithook(self._hear)

    def absent_modules(self) -> Iterable[str]:
        """Yield the files within reach that would be imported if they existed."""
        for name in self._imported - set(sys.modules):
            above, _, last = name.rpartition(".")
            folders = getattr(sys.modules.get(above), "__path__", ()) if above else sys.path
            for folder in folders:
                if f"{os.path.realpath(folder)}/".startswith(self._reach):
                    yield from (f"{folder}/{last}.py", f"{folder}/{last}/__init__.py")

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self._is_busy:
            return
        self._is_busy = True
        try:
            if event == "open":
                self._opens(arguments)
            elif event == "import":
                self._imported.add(arguments[0])
            elif event in _NOT_FOLLOWED and self._is_asked_by_user(sys._getframe(1)):
                self._lose(_NOT_FOLLOWED[event])
        finally:
            self._is_busy = False

    def _opens(self, arguments: tuple[Any, ...]) -> None:
        path, _, flags = arguments
        if isinstance(path, int):
            return
        name = os.path.abspath(os.fsdecode(path))  # noqa: PTH100 - a link stays a link
        real = f"{os.path.realpath(name)}/"
        if real.startswith(self._installed):
            return
        if ".git" not in real.split("/") and real.startswith(self._reach):
            # Bytecode is not the module: Python reads the module's file anew when it has changed.
            if not (flags or 0) & _WRITES and "__pycache__" not in real.split("/"):
                self.files.setdefault(name, digest_of(name))
        elif not real.startswith((*self._known, *_OF_SYSTEM)):
            raise PermissionError(
                f"a file must be in the source's folder, in its repository or in its include folders (got {name}); "
                "name the folder in the setting `include_dirs`"
            )
        elif not real.startswith(self._known) and self._is_asked_by_user(sys._getframe(2)):
            self._lose(f"reads {name}")

    def _is_asked_by_user(self, frame: FrameType | None) -> bool:
        """Whether a call comes from code that is neither Python's nor of an installed package."""
        while frame is not None:
            name = frame.f_code.co_filename
            if name.startswith("<frozen importlib"):
                return False
            real = os.path.realpath(name)
            if name != __file__ and not name.startswith("<frozen") and not real.startswith(self._stdlib):
                return name != _TRANSLATOR and not real.startswith(self._installed)
            frame = frame.f_back
        return False

    def _lose(self, what: str) -> None:
        self.lost = self.lost or what


_TRANSLATOR = str(Path(__file__).with_name("translator.py"))


def digest_of(name: str) -> str:
    try:
        return hashlib.sha256(Path(name).read_bytes()).hexdigest()
    except OSError:
        return ""


def _prefixes(folders: Iterable[str]) -> tuple[str, ...]:
    return tuple({f"{os.path.realpath(folder).rstrip('/')}/" for folder in folders if folder})


def _editable() -> Iterable[str]:
    """Yield the folders of packages that are installed as links to a checkout."""
    for finder in sys.meta_path:
        module = sys.modules.get(getattr(finder, "__module__", ""))
        mapping = getattr(module, "MAPPING", None)
        if isinstance(mapping, dict):
            yield from (str(folder) for folder in mapping.values() if isinstance(folder, str))
