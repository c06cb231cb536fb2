"""Lowers CUDA library functions that have no body in PTX.

``vprintf``, ``__assertfail``, ``malloc`` and ``free`` are described in the CUDA C++ Programming Guide under "Formatted
Output", "Assertion" and "Dynamic Global Memory Allocation". Here they are instructions ``kh_NAME result, arguments``;
see `harness.ptx.reading.inline.LIBRARY`.
"""

from __future__ import annotations

from ..text.syntax import Instruction
from .emitter import Emitter, Modifiers
from .llvm_text import SCRATCH, ivec


def _put(e: Emitter, i: Instruction, *types: str) -> tuple[str, ...]:
    for index, kind in enumerate(types):
        e.put(index, e.read(i.operands[index + 1], kind), ivec(int(kind[1:])))
    return SCRATCH[: len(types)]


def print_text(e: Emitter, i: Instruction, m: Modifiers) -> None:
    e.runtime("kh_vprintf", "%worker", e.mask, *_put(e, i, "b64", "b64"), "%scratch2", e.site())
    e.write(i.operands[0], e.get(2, ivec(32)), "b32")


def fail_assertion(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``__assertfail``: the launch ends with a fault."""
    # message, file, line and function; the fifth argument, the size of a character, changes nothing
    e.runtime("kh_assertfail", "%worker", "%warp", e.mask, *_put(e, i, "b64", "b64", "b32", "b64"), e.site())
    e.stmt("br label %dispatch")


def allocate(e: Emitter, i: Instruction, m: Modifiers) -> None:
    e.runtime("kh_malloc", "%worker", e.mask, *_put(e, i, "b64"), "%scratch1")
    e.write(i.operands[0], e.get(1, ivec(64)), "b64")


def free(e: Emitter, i: Instruction, m: Modifiers) -> None:
    e.runtime("kh_free", "%worker", e.mask, *_put(e, i, "b64"), e.site())
