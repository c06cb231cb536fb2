"""Calls on arrays whose layouts were seen before: from the library's own attributes to the launch.

Nothing is checked that the layouts decide: a layout is remembered after a call on it went through all checks. A quick
call returns None for anything it does not know, and the caller then checks and prepares as at the first call.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from typing import Any

from .arrays import stream_handle
from .known import KnownCall

BOUNDARY_BYTES = 256
"""Two arrays have one layout only if they also start at the same offset from a multiple of this."""
MOST_KNOWN = 4096
"""Number of pairs of layouts after which all are forgotten."""

Layout = tuple[Hashable, ...]
QuickCall = Callable[[Any, Any, Any], Any]

_low_bits = BOUNDARY_BYTES - 1


class QuickCalls:
    """The pairs of layouts seen so far, and the quick calls of the libraries.

    Attributes
    ----------
    known : dict
        The launches for each pair of layouts.
    by_type : dict
        The quick call for arrays of a type.
    """

    def __init__(self) -> None:
        self.known: dict[Layout, KnownCall] = {}
        self.by_type: dict[type, tuple[QuickCall, Callable[[Any, Any, bool], Layout]]] = {}

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
        found = self.by_type.get(type(x))
        return None if found is None else found[0](x, out, stream)

    def remember(self, x: Any, out: Any, *, is_made: bool, call: KnownCall) -> None:
        """Keep the launches for the layouts of two arrays, which passed all checks.

        Parameters
        ----------
        x, out : object
            The arrays.
        is_made : bool
            Whether `out` was made by the call; calls without `out` are known separately.
        call : KnownCall
            The launches.
        """
        if type(x) not in self.by_type:
            self._add(x)
        found = self.by_type.get(type(x))
        if found is None:
            return
        if len(self.known) >= MOST_KNOWN:
            self.known.clear()
        self.known[found[1](x, out, is_made)] = call

    def _add(self, x: Any) -> None:
        module = type(x).__module__.partition(".")[0]
        if module == "torch":
            torch = sys.modules["torch"]
            if type(x) in (torch.Tensor, torch.nn.Parameter):
                for each in (torch.Tensor, torch.nn.Parameter):
                    self.by_type[each] = torch_call(torch, self.known), torch_layout
        elif module == "cupy":
            self.by_type[type(x)] = cupy_call(sys.modules["cupy"], type(x), self.known), cupy_layout


def torch_call(torch: Any, known: dict[Layout, KnownCall]) -> QuickCall:
    """Return the quick call for PyTorch's tensors; subclasses of them are not quick."""
    types = (torch.Tensor, torch.nn.Parameter)
    empty_like, is_grad_enabled = torch.empty_like, torch.is_grad_enabled
    # Without the object that torch.cuda.current_stream() makes; Triton's launches ask it too.
    current_stream = getattr(torch._C, "_cuda_getCurrentRawStream", None) or (
        lambda device: torch.cuda.current_stream(device).cuda_stream
    )

    def call(x: Any, out: Any, stream: Any) -> Any:
        # This is `torch_layout`, without the time that a call takes.
        if x.requires_grad and is_grad_enabled():
            return None
        device = x.get_device()
        if device < 0:
            return None
        inp_address = x.data_ptr()
        if out is None:
            out = empty_like(x)
            out_address = out.data_ptr()
            key: Layout = (
                x.dtype, x.shape, x.stride(), device, inp_address & _low_bits, out_address & _low_bits,
            )  # fmt: skip
        elif type(out) in types and not (out.requires_grad and is_grad_enabled()):
            out_address = out.data_ptr()
            key = (
                x.dtype, x.shape, x.stride(), device, inp_address & _low_bits, out_address & _low_bits,
                out.dtype, out.shape, out.stride(), out.get_device(),
            )  # fmt: skip
        else:
            return None
        found = known.get(key)
        if found is None:
            return None
        if stream is None:
            stream = current_stream(device)
        elif type(stream) is not int:
            stream = stream_handle(stream)
        return out if found.launch(inp_address, out_address, stream) else None

    return call


def torch_layout(x: Any, out: Any, is_made: bool) -> Layout:
    """Return the key of a pair of PyTorch's tensors."""
    key: Layout = (
        x.dtype, x.shape, x.stride(), x.get_device(), x.data_ptr() & _low_bits, out.data_ptr() & _low_bits,
    )  # fmt: skip
    return key if is_made else (*key, out.dtype, out.shape, out.stride(), out.get_device())


def cupy_call(cupy: Any, array_type: type, known: dict[Layout, KnownCall]) -> QuickCall:
    """Return the quick call for CuPy's arrays."""
    empty = cupy.empty
    current_stream = cupy.cuda.get_current_stream

    def call(x: Any, out: Any, stream: Any) -> Any:
        is_made = out is None
        if is_made:
            out = empty(x.shape, x.dtype)
        elif type(out) is not array_type:
            return None
        found = known.get(cupy_layout(x, out, is_made))
        if found is None:
            return None
        if stream is None:
            stream = current_stream().ptr
        elif type(stream) is not int:
            stream = stream_handle(stream)
        return out if found.launch(x.data.ptr, out.data.ptr, stream) else None

    return call


def cupy_layout(x: Any, out: Any, is_made: bool) -> Layout:
    """Return the key of a pair of CuPy's arrays."""
    key: Layout = (
        x.dtype, x.shape, x.strides, x.data.device_id, x.data.ptr & _low_bits, out.data.ptr & _low_bits,
    )  # fmt: skip
    return key if is_made else (*key, out.dtype, out.shape, out.strides, out.data.device_id)
