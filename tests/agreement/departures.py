"""Where the recorded GPU departs from the PTX ISA's text; the executor does what the GPU did."""

from dataclasses import dataclass


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
