"""The functions of the driver API, by subject. Importing a module of this package registers its functions."""

from __future__ import annotations

import importlib
import pkgutil


def load_all() -> None:
    """Import every module of this package."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f".{module.name}", __package__)
