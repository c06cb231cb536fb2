"""Tells a virtual GPU (``kernel-harness run``) from a real one."""

from __future__ import annotations

import ctypes
import os

from .driver_library import DRIVER_LIBRARY
from .pycuda_build import VIRTUAL_TABLE


def is_virtual() -> bool:
    """Whether this process has loaded the driver of a virtual GPU: it alone exports its table, and runs PTX alone."""
    try:
        library = ctypes.CDLL(DRIVER_LIBRARY, mode=os.RTLD_NOLOAD | os.RTLD_NOW)
    except OSError:
        return False
    return hasattr(library, VIRTUAL_TABLE)
