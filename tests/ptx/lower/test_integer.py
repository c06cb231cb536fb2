"""Integer, comparison, video and conversion instructions that PTX does not have.

What the others give is compared with what an H200 gave: `tests.agreement.test_gpu_vectors`.
"""

import pytest

from tests.ptx.ptx_text import check_refused, kernel


@pytest.mark.parametrize(("body", "rule"), [
    ("addc.u32 %r2, %r3, 0;", "the carry flag is not set"),
    ("lop3.b32 %r2, %r3, %r3, %r3, %r3;", "lop3 needs a constant truth table"),
    ("setp.eq.f16 %p1|%p2, %h1, %h2;", "setp of .f16 has one destination"),
    ("setp.eq.bf16 %p1|%p2, %h1, %h2;", "setp of .bf16 has one destination"),
    ("vadd.u32.u32.u32 %r2.b0, %r3, %r4;", "needs a third source"),
    ("vadd.u32.u32.u32 %r2, %r3, %r4, %r5;", "needs a third source"),
    ("vadd.u32.u32.u32.add %r2.b0, %r3, %r4, %r5;", "needs a third source"),
    ("vadd.u32.u32.u32 %r2, %r3.h2, %r4;", "a part is one of .b0 to .b3, .h0 and .h1 (got .h2)"),
    ("vadd.u32.u32.u32 %r2.h3, %r3, %r4, %r5;", "a part is one of .b0 to .b3, .h0 and .h1 (got .h3)"),
    ("vadd.u32.u32.u32 %r2, -%r3, %r4;", "only the sources of vmad may have a sign"),
    ("vadd2.u32.u32.u32 %r2, %r3.b10, %r4, %r5;", "these parts do not exist here (got .b10)"),
    ("vadd2.u32.u32.u32 %r2, %r3.h1, %r4, %r5;", "2 parts are selected (got .h1)"),
    ("vadd2.u32.u32.u32 %r2.h01, %r3, %r4, %r5;", "the parts of a destination go down (got .h01)"),
    ("vadd4.u32.u32.u32 %r2.b5, %r3, %r4, %r5;", "these parts do not exist here (got .b5)"),
    ("vadd2.u32.u32.u32 %r2, %r3, %r4, %r5.h1;", "this operand has no parts"),
    ("vmad.u32.u32.u32.po %r2, -%r3, %r4, %r5;", "vmad takes the sign of the product or of the third source"),
    ("vmad.u32.u32.u32 %r2, -%r3, %r4, -%r5;", "vmad takes the sign of the product or of the third source"),
    ("vmad.u32.u32.u32 %r2, %r3, %r4, %r5.b0;", "only the factors of vmad have parts"),
    ("add.u32 %r2, %r3.b0, %r4;", "cannot be read as u32 (got part)"),
    ("add.u32 %r2.h1, %r3, %r4;", "the destination must be a register"),
    ("add.u32 %r2, -%r3, %r4;", "cannot be read as u32 (got part)"),
    ("vadd.u32.u32.u32 %r2, %r3.q0, %r4;", "expected the parts of a register"),
    ("cvt.u32.f32 %r2, %f1;", "a conversion to an integer needs .rni, .rzi, .rmi or .rpi"),
    ("cvt.rn.u32.f32 %r2, %f1;", "a conversion to an integer needs .rni, .rzi, .rmi or .rpi"),
    ("cvt.f32.u32 %f1, %r2;", "a conversion from an integer needs .rn, .rz, .rm or .rp"),
    ("cvt.rni.f32.u32 %f1, %r2;", "a conversion from an integer needs .rn, .rz, .rm or .rp"),
    ("cvt.f16.f32 %h1, %f1;", "a conversion that loses precision needs .rn, .rz, .rm or .rp"),
    ("cvt.rni.f16.f32 %h1, %f1;", "integer rounding needs two operands of one type"),
    ("cvt.ftz.f64.f16 %fd1, %h1;", ".ftz needs an f32 operand"),
    ("cvt.sat.s32.u16 %r2, %h1;", ".sat needs a destination that cannot hold every source value"),
    ("cvt.rn.sat.bf16.f32 %h1, %f1;", ".sat does not apply to bf16"),
    ("cvt.sat.f32.bf16 %f1, %h1;", ".sat does not apply to bf16"),
    ("cvt.rn.bf16.u8 %h1, %h2;", "needs a register of 8 bits for the integer (got one of type .b"),
    ("cvt.rzi.s8.bf16 %h1, %h2;", "needs a register of 8 bits for the integer (got one of type .b"),
    ("cvt.rn.f64.f32 %fd1, %f1;", "a conversion that loses nothing takes no rounding"),
    ("cvt.rn.f32.f32 %f1, %f2;", "a conversion that loses nothing takes no rounding"),
    ("cvt.rn.u32.s32 %r2, %r3;", "integers are converted without rounding"),
])  # fmt: skip
def test_refused(body, rule, executor):
    check_refused(executor, kernel(body), rule, body)
