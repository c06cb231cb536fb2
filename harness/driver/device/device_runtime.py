"""What programs link as ``libcudadevrt.a``: the barrier of a grid, in PTX.

The functions are those of the CUDA device runtime that cooperative groups call (``cudaCGGetIntrinsicHandle``,
``cudaCGSynchronize``). The barrier counts blocks in the second word of the workspace that a cooperative launch has: the
first block adds 2^31 less the number of others, which add 1 each, so the highest bit changes with the last of them.
Launches from the device are not here; a kernel that calls their functions is refused by their names.
"""

from __future__ import annotations

_ARCHIVE = b"!<arch>\n"
_MEMBER = b"cuda_device_runtime.o"

TEXT = """\
.version 6.0
.target sm_70
.address_size 64

.visible .func (.param .b64 handle) cudaCGGetIntrinsicHandle(.param .b32 scope)
{
    .reg .pred %is_other;
    .reg .b32 %scope, %upper, %lower;
    .reg .b64 %workspace;
    ld.param.b32 %scope, [scope];
    mov.b32 %upper, %envreg1;
    mov.b32 %lower, %envreg2;
    mov.b64 %workspace, {%lower, %upper};
    setp.ne.u32 %is_other, %scope, 1; // cudaCGScopeGrid
    @%is_other mov.b64 %workspace, 0;
    st.param.b64 [handle], %workspace;
    ret;
}

.visible .func (.param .b32 error) cudaCGSynchronize(.param .b64 handle, .param .b32 flags)
{
    .reg .pred %is_none, %is_other, %waits;
    .reg .b32 %n, %word, %step, %old, %now;
    .reg .b64 %workspace;
    ld.param.b64 %workspace, [handle];
    setp.eq.u64 %is_none, %workspace, 0;
    @%is_none trap; // not a cooperative launch
    barrier.sync 0;
    mov.u32 %n, %tid.x;
    mov.u32 %word, %tid.y;
    or.b32 %n, %n, %word;
    mov.u32 %word, %tid.z;
    or.b32 %n, %n, %word;
    setp.ne.u32 %is_other, %n, 0;
    @%is_other bra Done;

    mov.u32 %n, %nctaid.x;
    mov.u32 %word, %nctaid.y;
    mul.lo.u32 %n, %n, %word;
    mov.u32 %word, %nctaid.z;
    mul.lo.u32 %n, %n, %word;
    sub.u32 %step, 0x80000001, %n;
    mov.u32 %n, %ctaid.x;
    mov.u32 %word, %ctaid.y;
    or.b32 %n, %n, %word;
    mov.u32 %word, %ctaid.z;
    or.b32 %n, %n, %word;
    setp.ne.u32 %is_other, %n, 0;
    @%is_other mov.u32 %step, 1;

    fence.acq_rel.gpu;
    atom.add.acq_rel.gpu.u32 %old, [%workspace+4], %step;
Wait:
    ld.acquire.gpu.u32 %now, [%workspace+4];
    xor.b32 %now, %now, %old;
    setp.ge.s32 %waits, %now, 0;
    @%waits bra Wait;
    fence.acq_rel.gpu;
Done:
    barrier.sync 0;
    st.param.b32 [error], 0;
    ret;
}
"""


_SET_CONDITION = "cudaGraphSetConditional"
CONDITION_TEXT = f"""\
.version 6.0
.target sm_70
.address_size 64

.visible .func {_SET_CONDITION}(.param .b64 handle, .param .b32 value)
{{
    .reg .b32 %value;
    .reg .b64 %handle;
    ld.param.b64 %handle, [handle];
    ld.param.b32 %value, [value];
    st.relaxed.gpu.u32 [%handle], %value; // a condition's handle is the address of its value
    ret;
}}
"""
"""The function by which kernels set a condition of a graph; the driver itself has it."""


def sets_condition(text: str) -> bool:
    """Return whether PTX declares the function that sets conditions."""
    return _SET_CONDITION in text


def is_archive(data: bytes) -> bool:
    """Return whether an image is a static library."""
    return data.startswith(_ARCHIVE)


def is_device_runtime(data: bytes) -> bool:
    """Return whether a static library is NVIDIA's device runtime."""
    return _MEMBER in data
