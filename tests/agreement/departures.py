"""Where results differ from a recorded GPU's: what PTX leaves open, and where the GPU departs from PTX's text.

Wherever it costs nothing the executor does what the GPU did, also where PTX leaves that open; such results are compared
like any other. `OPEN` lists the rest, and `may_differ` says which lanes of a form it concerns. `DEPARTURES` lists rules
of the manual that the GPU does not follow; there the executor does what the GPU did.
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
    lanes = np.zeros(len(recorded), bool)
    for each in open_results(opcode):
        lanes |= each.lanes(recorded, got)
    return lanes


@dataclass(frozen=True)
class Departure:
    """One rule of the manual that the GPU does not follow.

    `opcodes`: expression that the whole opcode matches. `manual`: the rule. `gpu`: what the GPU does instead.
    """

    opcodes: str
    manual: str
    gpu: str


DEPARTURES = (
    Departure(
        r"v(add|sub|absdiff|min|max)\.u32\.\w+\.\w+\.sat(\.\w+)?",
        "`.sat` to a whole u32 has both limits",
        "no upper limit: the low 32 bits of the result",
    ),
    Departure(
        r"v(add|sub|absdiff|min|max)\.\w+\.\w+\.\w+\.sat",
        "`.sat` to a part of the destination has both limits",
        "a negative number becomes the largest of the part's type",
    ),
    Departure(
        r"vsh[lr]\.\w+\.\w+\.u32\.sat\.\w+(\.\w+)?",
        "`.sat` limits the shifted number to the type of the destination or of its part",
        "its low 34 bits are limited to the 32-bit type; a part of the destination takes the low bits of that",
    ),
    Departure(
        r"v(add|sub|absdiff|min|max|set|sh[lr])\..*",
        "a destination's part `.h1` takes the low 16 bits of the result",
        "it takes the upper 16 bits of the 32-bit result",
    ),
    Departure(
        r"v(add|sub)(\.[us]32){3}(\.sat)?\.(min|max)|vsh[lr](\.[us]32){3}\.sat\.\w+\.(min|max)",
        "the second operation takes the number that the first one gave",
        "it takes the low 32 bits of that number, as a signed one",
    ),
    Departure(
        r"v(add|sub|absdiff|min|max|sh[lr])\.u32\..*\.(min|max)",
        "the second operation compares signed numbers of 33 bits",
        "it compares unsigned ones of 64 bits: a negative one is large",
    ),
    Departure(
        r"vset(\.[us]32){2}\.\w\w\.(min|max)",
        "the result of the comparison is unsigned, and so is the third source",
        "the third source has the type of the first one",
    ),
    Departure(
        r"vmad\..*",
        "a source of type u32 is unsigned, and the third source too where the product is",
        "whole sources and the third one are signed; only `.sat`, `.shr7` and `.shr15` are unsigned where no factor "
        "is s32 and no source is negated",
    ),
)
