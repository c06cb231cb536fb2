"""Lays out the variables of a kernel, each in its own state space."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...errors import PtxError
from ..layout import CONST_BASE, MODULE_BASE
from ..text.declared import Variable
from ..text.syntax import Instruction, symbols_of
from .flat_kernel import FlatKernel
from .kernel_code import Frame

VARIABLE_GAP_BYTES = 1 << 16
"""Distance between module variables in bytes, so that an access past one hits no other."""
MAX_LOCAL_BYTES = 512 * 1024
"""Local memory of a thread (CUDA Programming Guide, "Technical Specifications per Compute Capability")."""
MAX_CONST_BYTES = 64 * 1024
"""Constant memory of a module (same place)."""
MAX_PARAM_BYTES = 32764
"""Parameters of a kernel (PTX ISA 9.0, "Kernel Function Parameters")."""
SHARED_ALIGNMENT = 16
"""Smallest alignment of dynamic shared memory in bytes; its declaration may ask for more."""


def place_variables(
    variables: Iterable[Variable], start: int = 0, gap: int = 0
) -> tuple[dict[str, int], int]:
    """Return each variable's aligned offset, in the order given, and the end of the last."""
    offsets = {}
    end = start
    for variable in variables:
        end = -(-end // variable.align) * variable.align
        offsets[variable.name] = end
        end += variable.size_bytes + gap
    return offsets, end


def place_module_variables(variables: Mapping[str, Variable]) -> dict[str, int]:
    addresses: dict[str, int] = {}
    for space, base in (("const", CONST_BASE), ("global", MODULE_BASE)):
        own = [v for v in variables.values() if v.space == space and not v.is_extern]
        addresses.update(place_variables(own, base, VARIABLE_GAP_BYTES)[0])
        # without the gaps, which belong to this device and not to the module
        total = sum(v.size_bytes for v in own)
        if space == "const" and total > MAX_CONST_BYTES:
            raise PtxError(f"a module may have at most {MAX_CONST_BYTES} bytes of constants (got {total})")
    return addresses


def _symbols(kernel: FlatKernel) -> set[str]:
    """Return the names in a kernel's instructions: shared memory of other kernels does not count as its own."""
    instructions = (statement for statement in kernel.body if isinstance(statement, Instruction))
    return {name for i in instructions for operand in i.operands for name in symbols_of(operand)}


def build_frame(kernel: FlatKernel, module_variables: Mapping[str, Variable]) -> Frame:
    """Lay out all variables of a kernel. Dynamic shared memory starts behind static shared memory."""
    used = _symbols(kernel)
    everything = (*module_variables.values(), *kernel.shared.values())
    in_shared = [v for v in everything if v.space == "shared" and v.name in used]
    dynamic = [v for v in in_shared if v.is_extern]
    shared, static_bytes = place_variables(v for v in in_shared if not v.is_extern)
    alignment = max([SHARED_ALIGNMENT, *(v.align for v in dynamic)])
    dynamic_offset = -(-static_bytes // alignment) * alignment
    # all extern arrays start at one address, as in CUDA
    shared.update((v.name, dynamic_offset) for v in dynamic)
    params, param_bytes = place_variables(kernel.params)
    for what, have, limit in (
        ("local memory of a thread", kernel.local_bytes, MAX_LOCAL_BYTES),
        ("parameters", param_bytes, MAX_PARAM_BYTES),
    ):
        if have > limit:
            raise PtxError(f"kernel {kernel.name} needs {have} bytes of {what} (at most {limit})")
    # frames of calls follow, which are aligned to 16
    frame_bytes = -(-kernel.local_bytes // 16) * 16
    return Frame(
        shared=shared,
        static_shared_bytes=static_bytes,
        dynamic_offset=dynamic_offset,
        locals=kernel.locals,
        local_bytes=frame_bytes + kernel.stack_bytes,
        frame_bytes=frame_bytes,
        params=params,
        param_bytes=param_bytes,
        module=place_module_variables(module_variables),
    )
