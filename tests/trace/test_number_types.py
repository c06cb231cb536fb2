"""What recorded bits are."""

import numpy as np
import pytest

from harness.ptx.ir.traced import TracedInstruction
from harness.trace.number_types import as_numbers, of_result, shown_type, type_of


def instruction(opcode):
    return TracedInstruction(opcode, 1, 0, 0, (), 0, "", (), ())


@pytest.mark.parametrize(
    ("opcode", "kind"),
    [
        ("add.rn.f32", "f32"),
        ("cvt.f32.f16", "f32"),
        ("cvt.rn.bf16.f32", "bf16"),
        ("ld.global.b32", ""),
        ("setp.lt.f32", "pred"),
        ("mad.lo.s32", "s32"),
    ],
)
def test_an_opcode_states_the_type_of_its_result(opcode, kind):
    assert of_result(instruction(opcode)) == kind


def test_bits_have_the_type_of_what_uses_them_through_moves():
    traced = tuple(map(instruction, ("ld.shared.b32", "shfl.sync.bfly.b32", "add.f32")))
    users, makers = {0: [1], 1: [2], 2: []}, {0: [], 1: [0], 2: [1]}
    assert type_of(0, traced, users.__getitem__, makers.__getitem__) == "f32"


def test_bits_that_are_stored_have_the_type_of_what_made_them():
    traced = tuple(map(instruction, ("cvt.rn.f16.f32", "mov.b16", "st.global.b16")))
    users, makers = {0: [1], 1: [2], 2: []}, {0: [], 1: [0], 2: [1]}
    assert type_of(1, traced, users.__getitem__, makers.__getitem__) == "f16"


@pytest.mark.parametrize("number", range(4))
def test_a_half_that_is_widened_for_a_shuffle_stays_a_half(number):
    opcodes = ("ld.global.b16", "cvt.u32.u16", "shfl.sync.bfly.b32", "cvt.u16.u32", "max.f16")
    traced = tuple(map(instruction, opcodes))
    users, makers = {0: [1], 1: [2], 2: [3], 3: [4], 4: []}, {0: [], 1: [0], 2: [1], 3: [2], 4: [3]}
    assert type_of(number, traced, users.__getitem__, makers.__getitem__) == "f16"


def test_a_widened_integer_stays_an_integer():
    traced = tuple(map(instruction, ("ld.global.u16", "cvt.u32.u16", "add.u32")))
    users, makers = {0: [1], 1: [2], 2: []}, {0: [], 1: [0], 2: [1]}
    assert type_of(1, traced, users.__getitem__, makers.__getitem__) == "u32"


def test_bits_that_nothing_tells_about_stay_bits():
    traced = (instruction("mov.b32"),)
    assert type_of(0, traced, lambda _: [], lambda _: []) == ""


def test_packed_halves_are_two_numbers():
    bits = np.array([0x3C00_4000], np.uint32)
    assert as_numbers(bits, "f16x2").tolist() == [[2.0, 1.0]]


def test_a_narrow_value_in_a_wide_register():
    assert as_numbers(np.array([0x3C00], np.uint32), "f16").tolist() == [1.0]


@pytest.mark.parametrize(
    ("kind", "shown"), [("b16", "u16"), ("b64", "u64"), ("bf16", "bf16"), ("f16", "f16"), ("s32", "s32")]
)
def test_operands_of_a_comparison_are_shown_as_numbers_of_its_type(kind, shown):
    assert shown_type(kind) == shown
    assert as_numbers(
        np.array([0], np.uint64).astype(f"u{int(kind.lstrip('bfsu')) // 8}"), shown
    ).tolist() == [0]
