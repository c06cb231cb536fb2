"""Results that PTX leaves open and that may differ from the recorded ones: where, how far, and why.

Wherever it costs nothing the executor does what the GPU did, also where PTX leaves that open; such results are compared
like any other. What is listed here is the rest. `may_differ` says which lanes of a form it concerns.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Bits = NDArray[Any]
Lanes = NDArray[np.bool_]


def both_nan(recorded: Bits, got: Bits) -> Lanes:
    """Return the lanes where both f64 results are NaNs, whatever their signs and payloads."""
    return np.isnan(recorded.view(np.float64)) & np.isnan(got.view(np.float64))


def seen_before(recorded: Bits, got: Bits) -> Lanes:
    """Return the lanes where the GPU gave the zeros that lay in memory before the kernel wrote to it."""
    return recorded == 0


@dataclass(frozen=True)
class OpenResult:
    """What may differ.

    `opcodes`: expression that the whole opcode matches. `what`: what of the result is open, in words. `lanes`:
    lanes that may differ, from what was recorded and what the executor gives. `reason`: why the executor does not
    do what the GPU did.
    """

    opcodes: str
    what: str
    lanes: Callable[[Bits, Bits], Lanes]
    reason: str


OPEN = (
    OpenResult(
        r"(add|sub|mul|fma|mad|div|rcp|sqrt)(\.r[nzmp])?\.f64",
        "sign and payload of a NaN",
        both_nan,
        "The host's own arithmetic chooses them: of two NaN operands an H200 passes on the last, x86-64 the first, "
        "AArch64 a signalling one before a quiet one, and what each makes of infinity less infinity differs as well. "
        "Choosing as the H200 does would cost every f64 operation several times its own time.",
    ),
    OpenResult(
        r"(atom|red)(\.\w+(::\w+)?)*\.add\.f64",
        "sign and payload of a NaN",
        both_nan,
        "As above; in global memory an H200 besides leaves a signalling NaN signalling.",
    ),
    OpenResult(
        r"ld\.global\.nc(\.\w+(::\w+)?)*\.b32",
        "memory that the same kernel wrote",
        seen_before,
        "The recorded kernels write the words that they then load through the read-only path, which PTX leaves "
        "undefined: the H200 gave what lay there before, the executor gives what was written. Loads of memory that "
        "only the host wrote are part of the family's outputs.",
    ),
)


def open_results(opcode: str) -> tuple[OpenResult, ...]:
    return tuple(each for each in OPEN if re.fullmatch(each.opcodes, opcode))


def may_differ(opcode: str, recorded: Bits, got: Bits) -> Lanes:
    """Return the lanes of a result that may differ from the recorded one."""
    lanes = np.zeros(len(recorded), bool)
    for each in open_results(opcode):
        lanes |= each.lanes(recorded, got)
    return lanes
