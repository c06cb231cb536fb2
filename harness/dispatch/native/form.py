"""Which form of a repeated call is used: the extension in C, or Python."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from ..known import KnownCall, driver_functions
from .build import LIBRARY, PURE, SOURCE, source_digest

_REBUILD = "`python -m kernel_harness.dispatch.native.build` compiles it"


def extension() -> tuple[ModuleType | None, str]:
    """Load the extension.

    Returns
    -------
    module or None
        The extension; None if it is not used.
    str
        Reason why it is not used; empty if it is.
    """
    if os.environ.get(PURE, "") not in ("", "0"):
        return None, f"{PURE} is set"
    try:
        from . import quick_call
    except ImportError as error:
        return None, f"{LIBRARY} cannot be loaded (got: {error}); {_REBUILD}"
    # An editable installation keeps its library when the source changes.
    if SOURCE.is_file() and getattr(quick_call, "SOURCE", "") != source_digest():
        return None, f"{LIBRARY} was built from another {SOURCE.name}; {_REBUILD}"
    return quick_call, ""


class NativeCalls:
    """The extension, with the types that it was told of.

    Parameters
    ----------
    module : module
        The extension.
    """

    def __init__(self, module: Any) -> None:
        self._module = module
        self._types: dict[type, bool] = {}
        self.call: Callable[[Any, Any, Any], Any] = module.call

    def remember(self, x: Any, out: Any, call: KnownCall) -> None:
        """Keep the launches for arrays that passed all checks; arrays without an exchange table are left to Python.

        Parameters
        ----------
        x, out : object
            Arrays of one quick library.
        call : KnownCall
            The launches.
        """
        if not (self._takes(type(x)) and self._takes(type(out))):
            return
        scratch_bytes = call.prepared.scratch_bytes
        numbers = {name: number for number, name in enumerate(("inp", "out", *scratch_bytes))}
        steps = tuple(
            (
                step.launch.function,
                step.launch.config,
                step.launch.attributes,
                step.arguments,
                tuple(each for at, name in step.addresses for each in (at, numbers[name])),
                step.launch.offsets or (),
            )
            for step in call.prepared.steps
        )
        if call.make is not None:
            out = None
        with contextlib.suppress(ValueError):  # larger than the extension has room for: left to Python
            self._module.remember(
                x,
                out,
                *(call.make or (None, ())),
                call.context,
                call.inp_bytes,
                call.out_bytes,
                call.prepared.pool,
                tuple(scratch_bytes.values()),
                steps,
            )

    def _takes(self, array_type: type) -> bool:
        taken = self._types.get(array_type)
        if taken is None:
            exchange = getattr(array_type, "__dlpack_c_exchange_api__", None)
            taken = exchange is not None and self._add(array_type, exchange)
            self._types[array_type] = taken
        return taken

    def _add(self, array_type: type, exchange: object) -> bool:
        functions: Any = driver_functions()
        self._module.take_driver(*(ctypes.cast(each, ctypes.c_void_p).value for each in functions))
        forward = sys.modules.get("torch.autograd.forward_ad")
        if forward is not None:
            self._module.watch_forward(vars(forward))
        return bool(self._module.add_type(array_type, exchange))
