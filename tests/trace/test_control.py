"""The branches that decide whether a block runs."""

from harness.ptx.ir.flat_kernel import Block
from harness.ptx.ir.traced import controlling_blocks


def controlled(*successors):
    return controlling_blocks([Block(index, successors=each) for index, each in enumerate(successors)])


def test_a_branch_decides_about_its_sides_and_not_about_what_follows():
    assert controlled((1, 2), (3,), (3,), ()) == [(), (0,), (0,), ()]


def test_a_loop_decides_about_itself():
    assert controlled((1,), (1, 2), ()) == [(), (1,), ()]


def test_a_guard_over_one_side():
    assert controlled((2, 1), (2,), ()) == [(), (0,), ()]


def test_a_nested_branch_decides_directly_alone():
    assert controlled((1, 4), (2, 3), (3,), (4,), ()) == [(), (0,), (1,), (0,), ()]
