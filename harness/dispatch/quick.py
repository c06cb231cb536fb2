"""Calls on arrays whose layouts were seen before: from the library's own attributes to the launch.

Nothing is checked that the layouts decide: a layout is remembered after a call on it went through all checks. A quick
call returns None for anything it does not know, and the caller then checks and prepares as at the first call.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

from .arrays import stream_handle
from .known import KnownCall, Make

BOUNDARY_BYTES = 256
"""Two arrays have one layout only if they also start at the same offset from a multiple of this."""
MOST_KNOWN = 4096
"""Number of pairs of layouts after which all are forgotten."""

Layout = tuple[Hashable, ...]
QuickCall = Callable[[Any, Any, Any], Any]

_low_bits = BOUNDARY_BYTES - 1


class Library:
    """Arrays of one library.

    Parameters
    ----------
    types : tuple of type
        Exactly these are quick; a subclass may have no memory of its own.
    call : callable
        The quick call.
    layout : callable
        Gives the key of an array and its output; of the array alone where the output is None.
    make : callable
        Gives what makes an array like another: a function and its arguments.
    """

    def __init__(
        self,
        types: tuple[type, ...],
        call: QuickCall,
        layout: Callable[[Any, Any], Layout],
        make: Callable[[Any], Make],
    ) -> None:
        self.types = types
        self.call = call
        self.layout = layout
        self.make = make


class QuickCalls:
    """The layouts seen so far, and the libraries.

    Attributes
    ----------
    known : dict
        The launches for each layout.
    libraries : dict
        The library of each type of array.
    """

    def __init__(self) -> None:
        self.known: dict[Layout, KnownCall] = {}
        self.libraries: dict[type, Library] = {}
        self._calls: dict[type, QuickCall] = {}

    def __call__(self, x: Any, out: Any, stream: Any) -> Any:
        """Queue the launch for known layouts.

        Parameters
        ----------
        x, out, stream : object
            Arguments of `kernel_harness.softmax`.

        Returns
        -------
        array or None
            `out`, or a new array if it is None; None if nothing was launched.
        """
        call = self._calls.get(type(x))
        return None if call is None else call(x, out, stream)

    def library_of(self, x: Any, out: Any) -> Library | None:
        """Return the library of two arrays; None if it is not quick, or they are not of one library."""
        if type(x) not in self.libraries:
            added = _library_of(type(x), self.known)
            if added is not None:
                for each in added.types:
                    self.libraries[each], self._calls[each] = added, added.call
        found = self.libraries.get(type(x))
        return found if found is not None and type(out) in found.types else None

    def remember(self, x: Any, out: Any, call: KnownCall) -> None:
        """Keep the launches for arrays that passed all checks.

        Parameters
        ----------
        x, out : object
            Arrays of one quick library.
        call : KnownCall
            The launches.
        """
        if len(self.known) >= MOST_KNOWN:
            self.known.clear()
        layout = self.libraries[type(x)].layout
        self.known[layout(x, out if call.make is None else None)] = call


def _library_of(array_type: type, known: dict[Layout, KnownCall]) -> Library | None:
    module = array_type.__module__.partition(".")[0]
    if module == "torch":
        torch = sys.modules["torch"]
        types: tuple[type, ...] = (torch.Tensor, torch.nn.Parameter)
        if array_type in types:
            return Library(types, _torch_call(torch, known), _torch_layout, _torch_make(torch))
    if module == "cupy":
        cupy = sys.modules["cupy"]
        if array_type is cupy.ndarray:
            call = _cupy_call(cupy, known)
            return Library(
                (array_type,), call, _cupy_layout, lambda out: (cupy.empty, (out.shape, out.dtype))
            )
    return None


def current_stream_of(torch: Any) -> Callable[[int], int]:
    """Return what gives the handle of PyTorch's current stream on the GPU with a number."""
    # Without the object that torch.cuda.current_stream() makes; Triton's launches ask it too.
    quick: Callable[[int], int] | None = getattr(torch._C, "_cuda_getCurrentRawStream", None)
    return quick or (lambda device: int(torch.cuda.current_stream(device).cuda_stream))


def _torch_call(torch: Any, known: dict[Layout, KnownCall]) -> QuickCall:
    types = (torch.Tensor, torch.nn.Parameter)
    is_grad_enabled = torch.is_grad_enabled
    current_stream = current_stream_of(torch)
    forward = torch.autograd.forward_ad

    def call(x: Any, out: Any, stream: Any) -> Any:
        # The keys are those of `_torch_layout`, without the time that a call of it takes.
        if forward._current_level >= 0 and (
            forward.unpack_dual(x).tangent is not None
            or (type(out) in types and forward.unpack_dual(out).tangent is not None)
        ):
            return None
        if x.requires_grad and is_grad_enabled():
            return None
        device = x.get_device()
        if device < 0:
            return None
        try:
            inp = x.data_ptr()
        except RuntimeError:  # a tensor of torch.func has no memory of its own
            return None
        if out is None:
            found = known.get((x.dtype, x.shape, x.stride(), device, inp & _low_bits))
            if found is None or found.make is None:
                return None
            make, arguments = found.make
            out = make(*arguments)
            address = out.data_ptr()
            if address & _low_bits or out.get_device() != device:
                return None
        elif type(out) in types and not (out.requires_grad and is_grad_enabled()):
            try:
                address = out.data_ptr()
            except RuntimeError:
                return None
            found = known.get((
                x.dtype, x.shape, x.stride(), device, inp & _low_bits,
                out.dtype, out.shape, out.stride(), out.get_device(), address & _low_bits,
            ))  # fmt: skip
            if found is None:
                return None
        else:
            return None
        if stream is None:
            stream = current_stream(device)
        elif type(stream) is not int:
            stream = stream_handle(stream)
        return out if found.launch(inp, address, stream) else None

    return call


def _torch_layout(x: Any, out: Any) -> Layout:
    key = (x.dtype, x.shape, x.stride(), x.get_device(), x.data_ptr() & _low_bits)
    if out is None:
        return key
    return (*key, out.dtype, out.shape, out.stride(), out.get_device(), out.data_ptr() & _low_bits)


def _torch_make(torch: Any) -> Callable[[Any], Make]:
    guards = getattr(getattr(torch._C, "_dynamo", None), "guards", None)
    # What compiled PyTorch programs allocate with: a third of the time of torch.empty, on the current GPU.
    quick = getattr(guards, "_empty_strided_cuda", None)

    def make(out: Any) -> Make:
        if quick is not None:
            return quick, (tuple(out.shape), tuple(out.stride()), out.dtype)
        on = partial(torch.empty_strided, dtype=out.dtype, device=out.device)
        return on, (tuple(out.shape), tuple(out.stride()))

    return make


def _cupy_call(cupy: Any, known: dict[Layout, KnownCall]) -> QuickCall:
    array_type = cupy.ndarray
    current_stream = cupy.cuda.get_current_stream

    def call(x: Any, out: Any, stream: Any) -> Any:
        if out is not None and type(out) is not array_type:
            return None
        found = known.get(_cupy_layout(x, out))
        if found is None:
            return None
        if out is None:
            if found.make is None:
                return None
            make, arguments = found.make
            out = make(*arguments)
            if out.data.ptr & _low_bits or out.data.device_id != x.data.device_id:
                return None
        if stream is None:
            stream = current_stream().ptr
        elif type(stream) is not int:
            stream = stream_handle(stream)
        return out if found.launch(x.data.ptr, out.data.ptr, stream) else None

    return call


def _cupy_layout(x: Any, out: Any) -> Layout:
    key = (x.dtype, x.shape, x.strides, x.data.device_id, x.data.ptr & _low_bits)
    if out is None:
        return key
    return (*key, out.dtype, out.shape, out.strides, out.data.device_id, out.data.ptr & _low_bits)
