import pytest

from harness.compiler.artifact import Param, read_entries
from harness.errors import PtxError

MODULE = """
.version 9.0
.target sm_90
.address_size 64

    // .globl k   // .entry commented_out(
/* .entry also_commented(
   .param .u32 x ) */
.visible .entry k(
    .param .u64 k_param_0,
    .param .u64 .ptr .global .align 16 k_param_1,
    .param .u32 k_param_2,
    .param .f32 k_param_3,
    .param .f64 k_param_4,
    .param .align 8 .b8 k_param_5[16],
    .param .align 2 .b8 k_param_6[2],
    .param .u8 k_param_7,
    .param .u64 .ptr k_param_8
)
.maxntid 128, 1, 1
{
    ret;
}
.entry empty()
{ ret; }
.weak .entry bare
{ ret; }
.visible .func (.param .b32 r) helper(.param .b32 x) { ret; }
"""


def test_parameters_have_width_kind_and_alignment():
    found = read_entries(MODULE)
    assert list(found) == ["k", "empty", "bare"]
    assert found == {
        "k": (
            Param(8, "int", 8), Param(8, "int", 8), Param(4, "int", 4), Param(4, "float", 4),
            Param(8, "float", 8), Param(16, "bytes", 8), Param(2, "bytes", 2), Param(1, "int", 1),
            Param(8, "int", 8),
        ),
        "empty": (),
        "bare": (),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("param", "message"),
    [
        (".param .v4 .f32 p", "has an unknown form"),
        (".reg .u32 p", "has an unknown form"),
        (".param .q32 p", r"unknown type \(got \.q32; known: b16, "),
    ],
)
def test_what_is_not_known_is_refused_with_entry_and_line(param, message):
    with pytest.raises(PtxError, match=rf"ptx line 2: a parameter of entry k .*{message}"):
        read_entries(f"/* one\n*/ .entry k({param}) {{ ret; }}")
