"""Whether Ray is installed, without importing it."""

from __future__ import annotations

import importlib.util

from ..errors import UsageError

INSTALL = "pip install 'ray[default]>=2.60'"


def refuse_without_ray() -> None:
    """Raise UsageError, with what to install, if there is no package ``ray``."""
    if importlib.util.find_spec("ray") is None:
        raise UsageError(f"--on ray must find Ray (got no installed package ray); install it: {INSTALL}")
