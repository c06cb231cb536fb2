import struct

import ml_dtypes
import numpy as np
import pytest

from harness.compiler.artifact import Param
from harness.device.gpu.cuda_launch import argument_buffer
from harness.errors import LaunchError

INT, LONG, BYTE = Param(4, "int", 4), Param(8, "int", 8), Param(1, "int", 1)


def test_arguments_lie_as_members_of_a_c_struct():
    params = [LONG, INT, LONG, BYTE, Param(2, "bytes", 2), Param(4, "float", 4), Param(16, "bytes", 8), INT]
    struct_arg = np.void(bytes(range(16)))
    args = [
        np.uint64(2**63),
        np.int32(-1),
        np.int64(-2),
        np.uint8(200),
        np.float16(1.5),
        np.float32(0.1),
        struct_arg,
        np.int32(7),
    ]
    # struct's native mode pads as the platform's C compiler does.
    expected = struct.pack("@QiqBef0q16si", 2**63, -1, -2, 200, 1.5, 0.1, bytes(range(16)), 7)
    assert argument_buffer("k", params, args) == expected


@pytest.mark.parametrize(
    ("params", "args", "expected"),
    [
        ([], [], b""),
        ([Param(1, "int"), Param(8, "int")], [np.int8(1), np.int64(2)], b"\1" + bytes(7) + b"\2" + bytes(7)),
        ([Param(2, "bytes", 2)], [ml_dtypes.bfloat16(1.0)], b"\x80\x3f"),
    ],
    ids=["no arguments", "a missing alignment is the width", "bfloat16"],
)
def test_bytes_of_arguments(params, args, expected):
    assert argument_buffer("k", params, args) == expected


def test_gaps_are_zero():
    assert argument_buffer("k", [BYTE, LONG], [np.uint8(255), np.uint64(2**64 - 1)])[1:8] == bytes(7)


def test_every_argument_has_the_exact_width():
    with pytest.raises(
        LaunchError, match=r"argument 1 of kernel k is 4 bytes wide, int \(got int64 of 8 bytes\)"
    ):
        argument_buffer("k", [LONG, INT], [np.int64(0), np.int64(0)])


@pytest.mark.parametrize("count", [0, 1, 3])
def test_the_number_of_arguments_is_the_signatures(count):
    with pytest.raises(LaunchError, match=rf"kernel k takes 2 arguments \(got {count}\)"):
        argument_buffer("k", [INT, INT], [np.int32(0)] * count)
