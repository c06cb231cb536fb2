"""Lowers CUDA library functions that have no body in PTX.

``vprintf``, ``__assertfail``, ``malloc`` and ``free`` are described in the CUDA C++ Programming Guide under "Formatted
Output", "Assertion" and "Dynamic Global Memory Allocation". Here they are instructions ``kh_NAME result, arguments``;
see `harness.ptx.reading.inline.LIBRARY`.
"""

from __future__ import annotations

from ..text.syntax import Instruction
from .emitter import Emitter, Modifiers
from .llvm_text import ivec


def _put(e: Emitter, i: Instruction, *types: str) -> list[tuple[str, str]]:
    for index, kind in enumerate(types):
        e.put(index, e.read(i.operands[index + 1], kind), ivec(int(kind[1:])))
    return [("ptr", f"%scratch{index}") for index in range(len(types))]


def print_text(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``vprintf``."""
    arguments = _put(e, i, "b64", "b64")
    common = (("ptr", "%worker"), ("i32", e.mask))
    e.call("void", "kh_vprintf", *common, *arguments, ("ptr", "%scratch2"), ("i32", str(e.site())))
    e.write(i.operands[0], e.get(2, ivec(32)), "b32")


def fail_assertion(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``__assertfail``: the launch ends with a fault."""
    arguments = _put(e, i, "b64", "b64", "b32", "b64")
    common = (("ptr", "%worker"), ("ptr", "%warp"), ("i32", e.mask))
    e.call("void", "kh_assertfail", *common, *arguments, ("i32", str(e.site())))
    e.stmt("br label %dispatch")


def allocate(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``malloc``."""
    arguments = _put(e, i, "b64")
    e.call("void", "kh_malloc", ("ptr", "%worker"), ("i32", e.mask), *arguments, ("ptr", "%scratch1"))
    e.write(i.operands[0], e.get(1, ivec(64)), "b64")


def free(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``free``."""
    arguments = _put(e, i, "b64")
    e.call("void", "kh_free", ("ptr", "%worker"), ("i32", e.mask), *arguments, ("i32", str(e.site())))
