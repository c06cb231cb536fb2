"""Small programs of what CUDA 13.0 assembles wrongly for sm_90, each with the result that PTX asks for.

``python -m tests.fuzz.constructs --device gpu`` prints what a GPU makes of them, ``--ptx NAME`` the text of one.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from tests.fuzz.campaign import Device, Difference, device_of
from tests.fuzz.program import Program
from tests.progress import say

_PARAMS = (
    ".param .u64 out, .param .u64 init, .param .u64 own, .param .u64 table, .param .u64 cells, .param .u32 n"
)
_HEAD = f""".version 8.5
.target sm_90
.address_size 64
.visible .entry k({_PARAMS})
{{
.reg .b64 %a<2>;
.reg .b16 %h<4>;
.reg .b32 %r<8>;
.reg .f32 %f<4>;
.reg .b64 %d<4>;
.reg .pred %p<2>;
.shared .align 16 .b32 cell[4];
ld.param.u64 %a0, [out];
"""


@dataclass(frozen=True)
class Construct:
    """Statements on 32-bit inputs, which no assembler knows, and what they leave in ``%r0``."""

    inputs: tuple[int, ...]
    body: str
    wanted: int

    @property
    def program(self) -> Program:
        """One thread that begins with the inputs in ``%r1``, ``%r2`` and so on, their halves in ``%h1``, ``%h2``."""
        lines = []
        for n, value in enumerate(self.inputs, 1):
            lines += [
                f"st.volatile.global.b32 [%a0], {value};",
                f"ld.volatile.global.b32 %r{n}, [%a0];",
                f"cvt.u16.u32 %h{n}, %r{n};",
            ]
        lines += [
            "setp.ne.u32 %p0, %r1, %r1;",
            self.body.replace("; ", ";\n"),
            "st.global.b32 [%a0], %r0;",
            "ret;",
            "}",
            "",
        ]
        return Program(1, _HEAD + "\n".join(lines), (1, 1, 1), (1, 1, 1))

    def result(self, device: Device) -> int | str:
        """Return what a device leaves in ``%r0``, or why it does not run."""
        found = device.run(self.program)
        return str(found) if isinstance(found, Difference) else int.from_bytes(found["out"][:4], "little")


_ONE, _TWO = 0x3F800000, 0x40000000
CONSTRUCTS = {
    "guard of set": Construct((7,), "mov.b32 %r0, 7; @%p0 set.eq.u32.u32 %r0, %r1, 7;", 7),
    "guard of vadd4": Construct((1, 2), "mov.b32 %r0, 7; @%p0 vadd4.u32.u32.u32.add %r0, %r1, %r2, %r2;", 7),
    "guard of vsub4": Construct((1, 2), "mov.b32 %r0, 7; @%p0 vsub4.u32.u32.u32.add %r0, %r1, %r2, %r2;", 7),
    "decimal constant in set": Construct(
        (_ONE,), "mov.b32 %f0, %r1; set.le.bf16.f32 %h0, %f0, 1.5; cvt.u32.u16 %r0, %h0;", 0x3F80
    ),
    "bfe beyond the last bit": Construct((0x7FFFFFFF,), "bfe.s32 %r0, %r1, 40, 3;", 0),
    "byte of a half": Construct(
        (0x4248,),
        "add.rn.f16 %h0, %h1, %h1; st.global.b32 [%a0], 0; st.global.b8 [%a0], %h0; ld.global.b32 %r0, [%a0];",
        0x48,
    ),
    "half of a single": Construct(
        (0x3F812345,),
        "add.rn.f32 %r2, %r1, %r1; st.global.b32 [%a0], 0; st.global.b16 [%a0], %r2; ld.global.b32 %r0, [%a0];",
        0x2345,
    ),
    "shift by a single": Construct(
        (0, 2), "add.rn.f32 %r1, %r1, %r2; mov.b64 %d1, 3; shl.b64 %d0, %d1, %r1; cvt.u32.u64 %r0, %d0;", 12
    ),
    "saturated integer": Construct(
        (0x40000000, 1), "add.sat.s32 %r3, %r1, %r2; cvt.sat.f32.f32 %r0, %r3;", 0x3F800000
    ),
    "negated smallest": Construct((0x8000,), "neg.s16 %h0, %h1; set.ge.s32.s16 %r0, 4, %h0;", 0xFFFFFFFF),
    "half of cnot": Construct(
        (0,),
        "st.shared.b32 [cell], 0; cnot.b32 %r2, %r1; atom.shared.add.noftz.f16x2 %r3, [cell], %r2; "
        "ld.shared.b32 %r0, [cell];",
        1,
    ),
    "halves of vmad": Construct(
        (0x7C003C00, 1, 0),
        "st.shared.b32 [cell], 0; vmad.u32.u32.u32.shr7 %r4, %r1, %r2.b0, %r3; "
        "atom.shared.add.noftz.f16x2 %r5, [cell], %r4; ld.shared.b32 %r0, [cell];",
        0x7C003C00 >> 7,
    ),
}
"""Each by a few words."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what a device makes of each construct; returns 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.constructs", description=__doc__)
    parser.add_argument("--device", choices=("cpu", "gpu"), default="cpu")
    parser.add_argument("--level", type=int, choices=range(5), default=4, help="gpu: how much it optimises")
    parser.add_argument("--ptx", choices=CONSTRUCTS, help="print the text of one and run nothing")
    options = parser.parse_args(arguments)
    if options.ptx:
        say(CONSTRUCTS[options.ptx].program.text)
        return 0
    options.watch, options.schedule = False, None
    device = device_of(options)
    for name, construct in CONSTRUCTS.items():
        found = construct.result(device)
        shown = f"0x{found:08X}" if isinstance(found, int) else found
        word = "as PTX asks" if found == construct.wanted else "otherwise"
        say(f"{name:24} must be 0x{construct.wanted:08X}, is {shown}  {word}")
    if options.device == "gpu":
        say(str(device))
    return 0


if __name__ == "__main__":
    sys.exit(main())
