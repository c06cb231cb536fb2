"""Makes ``import kernel_harness`` give the package ``harness`` of this checkout.

A wheel installs the folder ``harness/`` as the package ``kernel_harness``, so that it clashes with nobody's own
``harness``. An editable installation puts this folder and the checkout on ``sys.path`` instead. Every module then
exists once, whichever of the two names imports it. A wheel leaves this folder out.

pytest: PYTEST_DONT_REWRITE, for the reason that the package itself gives.
"""

from __future__ import annotations

import importlib.util
import sys
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, ModuleType

import harness

_PUBLIC = __name__


class _SameModule:
    """Finds ``kernel_harness.x`` as ``harness.x``; a finder and loader without their base classes, which take 12 ms."""

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        if not fullname.startswith(f"{_PUBLIC}."):
            return None
        own = importlib.util.find_spec(harness.__name__ + fullname.removeprefix(_PUBLIC))
        return own and ModuleSpec(
            fullname, self, origin=own.origin, is_package=own.submodule_search_locations is not None
        )

    def get_code(self, fullname: str) -> CodeType | None:
        """Return the code of a module, for ``python -m``."""
        own = importlib.util.find_spec(harness.__name__ + fullname.removeprefix(_PUBLIC))
        assert own is not None
        assert isinstance(own.loader, SourceFileLoader)
        return own.loader.get_code(own.name)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = importlib.import_module(harness.__name__ + spec.name.removeprefix(_PUBLIC))
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        # The import system has put the alias's spec into the module: give it its own back.
        assert module.__spec__ is not None
        module.__spec__ = module.__spec__.loader_state


def __getattr__(name: str) -> object:
    found = getattr(harness, name)
    if name == "softmax":  # a function to be called often; the rest is looked up once
        globals()[name] = found
    return found


# Before pytest's import hook, which would load the file a second time.
sys.meta_path.insert(0, _SameModule())
