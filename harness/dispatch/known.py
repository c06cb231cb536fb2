"""Launches for arrays of known layouts, repeated with ctypes alone: only the addresses and the stream change."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ..device.gpu.cuda_launch import LaunchConfigStruct, launch_extra
from ..device.gpu.driver_library import DRIVER_LIBRARY
from .prepared import Prepared

CTypesCall = Callable[..., int]
Make = tuple[Callable[..., Any], tuple[Any, ...]]


@lru_cache(maxsize=1)
def driver_functions() -> tuple[CTypesCall, CTypesCall]:
    """Return ``cuLaunchKernelEx`` and ``cuCtxGetCurrent`` of the loaded driver, as ctypes functions.

    The first releases the GIL, since the driver waits while its queue is full; the second never waits.
    """
    return (
        ctypes.CDLL(DRIVER_LIBRARY).cuLaunchKernelEx,
        ctypes.PyDLL(DRIVER_LIBRARY).cuCtxGetCurrent,
    )


class _Block:
    """Memory that one launch at a time hands to the driver."""

    __slots__ = ("context", "context_at", "inps", "launches", "outs")

    def __init__(self, prepared: Prepared) -> None:
        self.context = ctypes.c_void_p()
        self.context_at = ctypes.pointer(self.context)
        self.inps: list[ctypes.c_uint64] = []
        self.outs: list[ctypes.c_uint64] = []
        self.launches: list[tuple[LaunchConfigStruct, Any, ctypes.c_void_p, Any]] = []
        for step in prepared.steps:
            config = LaunchConfigStruct.from_buffer_copy(step.launch.config)
            arguments = ctypes.create_string_buffer(step.arguments, len(step.arguments))
            size_bytes = ctypes.c_size_t(len(step.arguments))
            extra = launch_extra(ctypes.addressof(arguments), ctypes.addressof(size_bytes))
            extra.kept = (arguments, size_bytes)  # type: ignore[attr-defined]
            for offset, name in step.addresses:
                places = self.inps if name == "inp" else self.outs
                places.append(ctypes.c_uint64.from_buffer(arguments, offset))
            self.launches.append(
                (config, ctypes.pointer(config), ctypes.c_void_p(step.launch.function), extra)
            )


class KnownCall:
    """The launches for one pair of layouts on one GPU; any number of threads may launch at a time.

    Parameters
    ----------
    prepared : Prepared
        Launches of a regime without scratch memory.
    context : int
        Handle of the context that the code is loaded into.
    inp_bytes, out_bytes : int
        Bytes from the first element of the input or output to the end of its last.
    make : tuple of (callable, tuple), optional
        Function and arguments that make the output, where the call makes it.
    """

    __slots__ = ("_free", "_get_current", "_launch", "context", "inp_bytes", "make", "out_bytes", "prepared")

    def __init__(
        self, prepared: Prepared, context: int, inp_bytes: int, out_bytes: int, make: Make | None = None
    ) -> None:
        self.prepared = prepared
        self.context = context
        self.inp_bytes = inp_bytes
        self.out_bytes = out_bytes
        self.make = make
        self._launch, self._get_current = driver_functions()
        self._free: list[_Block] = []

    def launch(self, inp: int, out: int, stream: int) -> bool:
        """Queue the launches.

        Parameters
        ----------
        inp, out : int
            Addresses.
        stream : int
            Handle of the stream.

        Returns
        -------
        bool
            False if the arrays overlap, another context is current or the driver refuses a launch: nothing that was
            launched is wrong, and the caller has to find out which.
        """
        if inp < out + self.out_bytes and out < inp + self.inp_bytes:
            return False
        try:
            block = self._free.pop()  # one operation, so no two threads get the same block
        except IndexError:
            block = _Block(self.prepared)
        self._get_current(block.context_at)
        is_launched = block.context.value == self.context
        if is_launched:
            for place in block.inps:
                place.value = inp
            for place in block.outs:
                place.value = out
            for config, config_at, function, extra in block.launches:
                config.stream = stream
                if self._launch(config_at, function, None, extra):
                    is_launched = False
                    break
        self._free.append(block)
        return is_launched
