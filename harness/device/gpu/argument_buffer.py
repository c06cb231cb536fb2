"""Lays out kernel arguments by the compiled signature."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...compiler.artifact import Param
from ...errors import LaunchError


def argument_buffer(kernel: str, params: Sequence[Param], args: Sequence[np.generic]) -> bytes:
    """Return the argument buffer of a launch.

    Each argument lies at the next offset that its parameter's alignment allows; gaps are zero ("Kernel
    Launch" in the CUDA driver API: the buffer has the layout of a C struct with the parameters as members).
    """
    if len(args) != len(params):
        raise LaunchError(
            f"kernel {kernel} takes {len(params)} arguments (got {len(args)}); "
            "compare the declaration's args with the kernel's parameters"
        )
    buffer = bytearray()
    for position, (param, offset, arg) in enumerate(zip(params, offsets(params), args, strict=True)):
        data = arg.tobytes()
        if len(data) != param.size_bytes:
            raise LaunchError(
                f"argument {position} of kernel {kernel} is {param.size_bytes} bytes wide, {param.kind} "
                f"(got {arg.dtype} of {len(data)} bytes)"
            )
        buffer += bytes(offset - len(buffer))
        buffer += data
    return bytes(buffer)


def offsets(params: Sequence[Param]) -> tuple[int, ...]:
    """Return the offset of each parameter in the argument buffer, in bytes."""
    found = []
    end = 0
    for param in params:
        found.append(end + -end % (param.align_bytes or param.size_bytes))
        end = found[-1] + param.size_bytes
    return tuple(found)
