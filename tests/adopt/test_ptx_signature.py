"""What a PTX module says about its kernels' parameters, and which of Numba's belong to one array."""

import pytest

from harness.adopt.reading.ptx_signature import members_of, plain_symbol, ptx_kernels, role_of, with_names
from harness.adopt.reading.signature import ArrayMember
from harness.errors import UsageError

HEAD = ".version 8.0\n.target sm_80\n.address_size 64\n"
NUMBA = "_ZN8__main__4rowsB2v1E5ArrayIfLi2E1C7mutable7alignedEx5ArrayIxLi1E1A7mutable7alignedE"


def parameters_of(
    body, declared, registers=".reg .b64 %d<9>;\n.reg .b32 %r<9>;\n.reg .f32 %f<9>;\n.reg .b16 %h<9>;\n"
):
    text = f"{HEAD}// a comment\n.visible .entry k(\n{declared}\n)\n{{\n{registers}{body}ret;\n}}\n"
    (kernel,) = ptx_kernels(text)
    return [(each.name, each.type, each.is_pointer, each.is_const) for each in kernel.parameters]


def test_pointers_and_their_elements_follow_from_the_code():
    declared = (
        ".param .u64 .ptr .global .align 4 k_param_0,\n.param .u64 there,\n"
        ".param .u32 k_param_2,\n.param .f32 k_param_3"
    )
    body = """ld.param.u64 %d0, [k_param_0];
ld.param.u64 %d1, [there];
ld.param.u32 %r0, [k_param_2];
ld.global.b32 %r1, [%d0];
cvt.rn.f16.f32 %h0, %r1;
st.global.b16 [%d1], %h0;
"""
    assert parameters_of(body, declared) == [
        ("param_0", "float", True, True),
        ("there", "half", True, False),
        ("param_2", "int", False, False),
        ("param_3", "float", False, False),
    ]


def test_a_number_of_64_bits_is_no_pointer_unless_memory_is_read_through_it():
    body = "ld.param.u64 %d0, [k_param_0];\nld.param.u64 %d1, [k_param_1];\nst.global.u64 [%d0], %d1;\n"
    assert parameters_of(body, ".param .u64 k_param_0,\n.param .u64 k_param_1") == [
        ("param_0", "long long", True, False),
        ("param_1", "long long", False, False),
    ]


@pytest.mark.parametrize(
    ("symbol", "name"),
    [
        ("softmax_f32", "softmax_f32"),
        ("_Z4rowsPKfPfi", "rows"),
        ("_ZN2ns4rowsIfLi4EEEvPKT_PS1_i", "rows"),
        (NUMBA, "rows"),
    ],
)
def test_the_name_of_a_symbol_is_without_its_types(symbol, name):
    assert plain_symbol(symbol) == name


def test_a_parameter_is_named_by_its_number_too():
    text = f"{HEAD}.visible .entry k(.param .u64 k_param_0, .param .u32 n)\n{{\nret;\n}}\n"
    (kernel,) = ptx_kernels(text)
    assert with_names(kernel, {"0": "inp", "n": "n_cols"}) == {"param_0": "inp", "n": "n_cols"}
    assert with_names(kernel, {"k_param_0": "inp"}) == {"param_0": "inp"}


def test_what_is_no_ptx_is_refused_with_the_line():
    with pytest.raises(UsageError, match=r"must be PTX that the executor reads \(got: ptx line 5: "):
        ptx_kernels(f"{HEAD}.visible .entry k(.param .u64 k_param_0)\n{{ no such instruction }}\n")


def test_an_array_of_numba_is_a_pointer_with_sizes_and_strides():
    members = members_of(NUMBA, 17)
    assert members[2] == ArrayMember(4, "count", 0, 2, 4)
    assert [members[n].what for n in range(9) if n in members] == (
        ["nothing", "nothing", "count", "bytes", "size", "size", "stride", "stride"]
    )
    assert 9 not in members, "a number of its own"
    assert members[10].pointer == 14
    assert (members[16].what, members[16].n_bytes) == ("stride", 8)
    assert not members_of(NUMBA, 16), "another number of parameters than the types have"
    assert not members_of("_Z4rowsPKfPfi", 3)


def test_members_of_an_array_follow_from_its_shape():
    shape = ["n_rows", "n_cols"]
    roles = [role_of(ArrayMember(4, of, axis, 2, 4), shape) for of in ("size", "stride") for axis in (0, 1)]
    assert roles == ["n_rows", "n_cols", "n_cols * 4", "4"]
    assert role_of(ArrayMember(4, "count", 0, 2, 4), shape) == "n_rows * n_cols"
    assert role_of(ArrayMember(4, "size", 0, 1, 4), shape) == "n_rows * n_cols", "an array of all elements"
    assert role_of(ArrayMember(4, "size", 0, 3, 4), shape) == "", "another number of dimensions"
