"""Stand-ins for modules of a file of kernels: packages that are not installed, and the packages around the file.

`translator` loads this file by its path, without the package, and so this file imports nothing of the package.
"""

import ast
import importlib
import importlib.abc
import importlib.machinery
import types
from pathlib import Path
from typing import Any

# Packages that files of kernels import for their host code.
_MAY_BE_ABSENT = {
    *("torch", "torchvision", "transformers", "einops", "packaging", "yaml", "sqlalchemy"),
    *("tqdm", "datasets", "accelerate", "huggingface_hub", "peft", "bitsandbytes", "deepspeed"),
    *("flash_attn", "xformers", "vllm", "unsloth_zoo", "pandas", "matplotlib"),
}
# Version of an absent package, so that code for new versions is chosen.
_NEW_VERSION = "9.9.9"


def placeholder(owner: str, name: str) -> Any:
    """Return the placeholder of a name; AttributeError for one of Python's own, such as ``__wrapped__``."""
    if name.startswith("__"):
        raise AttributeError(name)
    return Placeholder(f"{owner}.{name}")


class Absent(types.ModuleType):
    """A module that is not installed: everything in it is a placeholder, which fails where it is used by a kernel."""

    __path__ = ()  # type: ignore[assignment]

    def __getattr__(self, name: str) -> Any:
        if name == "__version__":
            return _NEW_VERSION
        return placeholder(self.__name__, name)


class Placeholder:
    """A name of an absent module: may stand in annotations and conditions, and as a decorator changes nothing."""

    # It is false, equal to itself alone, and greater than everything, as the newest version is

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return placeholder(self._name, name)

    def __call__(self, *args: Any, **options: Any) -> Any:
        """Return the only argument if it is a function, else this placeholder; the target of compilation is a GPU."""
        if self._name == "torch.cuda.is_available":
            return True
        return args[0] if len(args) == 1 and callable(args[0]) and not options else self

    def __mro_entries__(self, bases: Any) -> tuple[type, ...]:
        return (AbsentBase,)

    def __or__(self, other: Any) -> Any:
        return self

    __ror__ = __getitem__ = __add__ = __radd__ = __sub__ = __mul__ = __rmul__ = __floordiv__ = __or__

    def __lt__(self, other: Any) -> bool:
        return False

    def __ge__(self, other: Any) -> bool:
        return True

    __le__ = __contains__ = __lt__
    __gt__ = __ge__

    def __bool__(self) -> bool:
        return False

    def __int__(self) -> int:
        return 0

    __index__ = __int__

    def __iter__(self) -> Any:
        return iter((0, 0))

    def __repr__(self) -> str:
        return f"<{self._name}, not installed>"


class AbsentAttributes(type):
    """Type of classes with an absent base: attributes of the base are placeholders."""

    def __getattr__(cls, name: str) -> Any:
        return placeholder(cls.__name__, name)


class AbsentBase(metaclass=AbsentAttributes):
    """The base in place of an absent one."""


class AbsentModules(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds PyTorch and packages imported along with it where they are not installed: few kernels need them."""

    def find_spec(self, name: str, *_: Any) -> Any:
        if name.partition(".")[0] in _MAY_BE_ABSENT:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec: Any) -> types.ModuleType:
        return Absent(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        """Leave the module empty."""


class LazyPackage(types.ModuleType):
    """A package around the user's file, whose ``__init__.py`` is executed when a name of it is asked for."""

    # A kernel needs its neighbours, seldom everything that a package imports

    def __init__(self, name: str, folder: Path) -> None:
        super().__init__(name)
        self.__path__ = [str(folder)]
        self.__file__ = str(folder / "__init__.py")
        self.__package__ = name
        self._is_executed = False

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            return self._literal(name)
        try:
            return importlib.import_module(f"{self.__name__}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"{self.__name__}.{name}":
                raise
        if not self._is_executed:
            self._is_executed = True
            text = Path(self.__file__ or "").read_text(encoding="utf-8-sig")
            exec(compile(text, self.__file__ or "", "exec"), self.__dict__)
            if name in self.__dict__:
                return self.__dict__[name]
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")

    def _literal(self, name: str) -> Any:
        """Return a name such as ``__version__`` that the package's text sets to a literal."""
        if name == "__version__":
            for statement in ast.parse(Path(self.__file__ or "").read_text(encoding="utf-8-sig")).body:
                targets = statement.targets if isinstance(statement, ast.Assign) else []
                if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                    return ast.literal_eval(statement.value)  # type: ignore[attr-defined]
        raise AttributeError(name)
