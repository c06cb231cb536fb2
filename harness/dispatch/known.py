"""Launches for arrays of known layouts, repeated with ctypes alone: only the addresses and the stream change."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from ..device.gpu.cuda_launch import LaunchConfigStruct, launch_extra, launch_parameters
from ..device.gpu.driver_library import DRIVER_LIBRARY
from .prepared import Prepared

CTypesCall = Callable[..., int]
Make = tuple[Callable[..., Any], tuple[Any, ...]]


class DriverFunctions(NamedTuple):
    """Functions of the driver, as ctypes calls them."""

    launch: CTypesCall
    get_current: CTypesCall
    allocate: CTypesCall
    free: CTypesCall


@lru_cache(maxsize=1)
def driver_functions() -> DriverFunctions:
    """Return the functions of the loaded driver, in the order in which the extension in C takes them.

    They are ``cuLaunchKernelEx``, ``cuCtxGetCurrent``, ``cuMemAllocFromPoolAsync`` and ``cuMemFreeAsync``. All but
    the second release the GIL, since the driver waits while its queue is full; the second never waits.
    """
    library = ctypes.CDLL(DRIVER_LIBRARY)
    allocate, free = library.cuMemAllocFromPoolAsync, library.cuMemFreeAsync
    allocate.argtypes = (ctypes.POINTER(ctypes.c_uint64), ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p)
    free.argtypes = (ctypes.c_uint64, ctypes.c_void_p)
    return DriverFunctions(
        library.cuLaunchKernelEx, ctypes.PyDLL(DRIVER_LIBRARY).cuCtxGetCurrent, allocate, free
    )


class _Launch(NamedTuple):
    """One launch: its configuration, its kernel and its arguments."""

    config: LaunchConfigStruct
    config_at: Any
    function: ctypes.c_void_p
    parameters: Any
    extra: Any
    kept: tuple[Any, ...]


class _Block:
    """Memory that one launch at a time hands to the driver."""

    __slots__ = ("context", "context_at", "launches", "places", "scratch")

    def __init__(self, prepared: Prepared) -> None:
        self.context = ctypes.c_void_p()
        self.context_at = ctypes.pointer(self.context)
        self.scratch: dict[str, tuple[Any, int]] = {
            name: (ctypes.pointer(ctypes.c_uint64()), size_bytes)
            for name, size_bytes in prepared.scratch_bytes.items()
        }
        self.places: dict[str, list[ctypes.c_uint64]] = {name: [] for name in ("inp", "out", *self.scratch)}
        self.launches: list[_Launch] = []
        for step in prepared.steps:
            config = LaunchConfigStruct.from_buffer_copy(step.launch.config)
            arguments = ctypes.create_string_buffer(step.arguments, len(step.arguments))
            start, size_bytes = ctypes.addressof(arguments), ctypes.c_size_t(len(step.arguments))
            parameters = extra = None
            if step.launch.offsets is None:
                extra = launch_extra(start, ctypes.addressof(size_bytes))
            else:
                parameters = launch_parameters(start, step.launch.offsets)
            for offset, name in step.addresses:
                self.places[name].append(ctypes.c_uint64.from_buffer(arguments, offset))
            function = ctypes.c_void_p(step.launch.function)
            kept = (arguments, size_bytes)
            self.launches.append(_Launch(config, ctypes.pointer(config), function, parameters, extra, kept))


class KnownCall:
    """The launches for one pair of layouts on one GPU; any number of threads may launch at a time.

    Parameters
    ----------
    prepared : Prepared
        Launches of a regime.
    context : int
        Handle of the context that the code is loaded into.
    inp_bytes, out_bytes : int
        Bytes from the first element of the input or output to the end of its last.
    make : tuple of (callable, tuple), optional
        Function and arguments that make the output, where the call makes it.
    """

    __slots__ = ("_driver", "_free", "context", "inp_bytes", "make", "out_bytes", "prepared")

    def __init__(
        self, prepared: Prepared, context: int, inp_bytes: int, out_bytes: int, make: Make | None = None
    ) -> None:
        self.prepared = prepared
        self.context = context
        self.inp_bytes = inp_bytes
        self.out_bytes = out_bytes
        self.make = make
        self._driver = driver_functions()
        self._free: list[_Block] = []

    def launch(self, inp: int, out: int, stream: int) -> bool:
        """Queue the launches; scratch memory is allocated and freed in stream order.

        Parameters
        ----------
        inp, out : int
            Addresses.
        stream : int
            Handle of the stream.

        Returns
        -------
        bool
            False if the arrays overlap, another context is current, or the driver refuses a launch or scratch memory:
            nothing that was launched is wrong, and the caller has to find out which.
        """
        if inp < out + self.out_bytes and out < inp + self.inp_bytes:
            return False
        try:
            block = self._free.pop()  # one operation, so no two threads get the same block
        except IndexError:
            block = _Block(self.prepared)
        self._driver.get_current(block.context_at)
        is_launched = block.context.value == self.context and self._run(block, inp, out, stream)
        self._free.append(block)
        return is_launched

    def _run(self, block: _Block, inp: int, out: int, stream: int) -> bool:
        """Queue the launches from a block that no other thread uses; False if the driver refuses anything."""
        driver, places = self._driver, block.places
        for place in places["inp"]:
            place.value = inp
        for place in places["out"]:
            place.value = out
        taken, status = [], 0
        for name, (address_at, size_bytes) in block.scratch.items():
            status = driver.allocate(address_at, size_bytes, self.prepared.pool, stream)
            if status:
                break
            address = address_at[0]
            taken.append(address)
            for place in places[name]:
                place.value = address
        if not status:
            for config, config_at, function, parameters, extra, _ in block.launches:
                config.stream = stream
                status = driver.launch(config_at, function, parameters, extra)
                if status:
                    break
        for each in taken:
            status = driver.free(each, stream) or status
        return not status
