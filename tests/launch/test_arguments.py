from pathlib import Path

import numpy as np
import pytest

from harness.compiler.artifact import Artifact, CompileRequest, Param
from harness.compiler.layouts import FieldLayout, StructLayout, StructParameter
from harness.errors import LaunchError
from harness.launch.plan import pack_arguments
from harness.variant.kernel_launch import StructArgument

POINTERS = {"inp": 0x7F00_0000_0100, "out": 2**63}
INTEGERS = {"n_rows": 7, "n_cols": 2**31 - 1, "inp_stride": 2**31, "out_stride": 2**40}


def pack(names, *params):
    artifact = Artifact(CompileRequest(Path("k.cu"), "sm_90"), b"", "nvrtc", entries={"softmax": params})
    return pack_arguments(artifact, "softmax", names, pointers=POINTERS, integers=INTEGERS)


def test_every_value_has_the_width_of_its_parameter():
    names = ("inp", "n_cols", "n_rows", "n_rows", "out_stride", "out")
    widths = (8, 4, 2, 1, 8, 8)
    values = pack(names, *(Param(width, "int") for width in widths))
    assert [value.dtype for value in values] == [np.uint64, np.int32, np.int16, np.int8, np.int64, np.uint64]
    assert [int(value) for value in values] == [0x7F00_0000_0100, 2**31 - 1, 7, 7, 2**40, 2**63]
    assert tuple(value.dtype.itemsize for value in values) == widths


@pytest.mark.parametrize(
    ("name", "param", "said"),
    [
        ("inp_stride", Param(4, "int"), "holds at most 2147483647 (got inp_stride = 2147483648)"),
        ("n_rows", Param(4, "float"), "is a float of 4 bytes, and 'n_rows' is an integer"),
        ("n_rows", Param(16, "bytes"), "is a struct of 16 bytes, and 'n_rows' is an integer"),
        ("inp", Param(4, "int"), "is an integer of 4 bytes, and 'inp' is a pointer of 8 bytes"),
        ("inp", Param(8, "float"), "is a float of 8 bytes, and 'inp' is a pointer of 8 bytes"),
    ],
)
def test_what_does_not_fit_is_refused_with_entry_and_position(name, param, said):
    with pytest.raises(LaunchError) as refused:
        pack(("out", name), Param(8, "int"), param)
    assert str(refused.value).startswith("parameter 2 of 'softmax' ")
    assert said in str(refused.value)


def test_a_wrong_number_of_arguments_is_refused_with_both_numbers():
    with pytest.raises(LaunchError, match=r"takes 1 \(got 2: inp, out\)"):
        pack(("inp", "out"), Param(8, "int"))


def test_a_structure_has_the_layout_of_the_compiler():
    fields = (("x", "inp"), ("n", "n_rows"), ("scale", "half"))
    argument = StructArgument(fields)
    wanted = StructParameter("softmax", 1, ("x", "n", "scale"))
    layout = StructLayout(32, (FieldLayout(8, 8, False), FieldLayout(0, 2, False), FieldLayout(16, 4, True)))
    artifact = Artifact(
        CompileRequest(Path("k.cu"), "sm_90", layouts=(wanted,)),
        b"",
        "nvrtc",
        entries={"softmax": (Param(8, "int"), Param(32, "bytes", 8))},
        layouts=(layout,),
    )
    how = {"pointers": POINTERS, "integers": INTEGERS, "numbers": {"half": 0.5}}
    _, value = pack_arguments(artifact, "softmax", ("out", argument), **how)
    data = value.tobytes()
    assert (len(data), int.from_bytes(data[:2], "little")) == (32, 7)
    assert int.from_bytes(data[8:16], "little") == POINTERS["inp"]
    assert np.frombuffer(data[16:20], np.float32)[0] == 0.5
    assert not any(data[20:])
    assert not any(data[2:8])
    with pytest.raises(
        LaunchError, match=r"field 'n' of a structure, taken for a parameter: .* holds at most 32767"
    ):
        pack_arguments(
            artifact,
            "softmax",
            ("out", StructArgument((("x", "inp"), ("n", "n_cols"), ("scale", "half")))),
            **how,
        )
    with pytest.raises(LaunchError, match=r"is an integer of 8 bytes, and '\{ x = inp.*\}' is a structure"):
        pack_arguments(artifact, "softmax", (argument, "out"), **how)


def test_an_entry_that_is_not_there_is_refused_with_those_that_are():
    artifact = Artifact(CompileRequest(Path("k.cu"), "sm_90"), b"", "nvrtc", entries={"_Z5otherPf": ()})
    with pytest.raises(LaunchError, match=r"'softmax' is not in the compiled code \(got _Z5otherPf\)"):
        pack_arguments(artifact, "softmax", (), pointers={}, integers={})


def test_rules_and_numbers_fit_integers_and_floats():
    artifact = Artifact(
        CompileRequest(Path("k.cu"), "sm_90"),
        b"",
        "nvrtc",
        entries={"k": (Param(4, "int"), Param(4, "float"), Param(8, "float"), Param(4, "int"))},
    )
    numbers = {"n_rows * n_cols": 12, "0.5": 0.5, "1": 1, "-7": -7}
    values = pack_arguments(artifact, "k", tuple(numbers), pointers={}, integers={}, numbers=numbers)
    assert [value.dtype for value in values] == [np.int32, np.float32, np.float64, np.int32]
    assert [value.item() for value in values] == [12, 0.5, 1.0, -7]


@pytest.mark.parametrize(
    ("value", "param", "said"),
    [
        (0.5, Param(4, "int"), "is an integer of 4 bytes, and 'X' is a float or a double"),
        (2**31, Param(4, "int"), "holds at most 2147483647 (got X = 2147483648)"),
        (-(2**31) - 1, Param(4, "int"), "holds at least -2147483648 (got X = -2147483649)"),
    ],
)
def test_a_number_that_does_not_fit_is_refused(value, param, said):
    artifact = Artifact(CompileRequest(Path("k.cu"), "sm_90"), b"", "nvrtc", entries={"k": (param,)})
    with pytest.raises(LaunchError) as refused:
        pack_arguments(artifact, "k", ("X",), pointers={}, integers={}, numbers={"X": value})
    assert said in str(refused.value)
