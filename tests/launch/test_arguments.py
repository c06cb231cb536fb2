from pathlib import Path

import numpy as np
import pytest

from harness.compiler.artifact import (
    Artifact,
    CompileRequest,
    FieldLayout,
    Param,
    StructLayout,
    StructParameter,
)
from harness.errors import LaunchError
from harness.launch.plan import arguments_of
from harness.variant.variant import PlannedLaunch, StructArgument

POINTERS = {"inp": 0x7F00_0000_0100, "out": 2**63}
INTEGERS = {"n_rows": 7, "n_cols": 2**31 - 1, "inp_stride": 2**31, "out_stride": 2**40}


def pack(names, *params, layouts=None, numbers=None, symbol="softmax"):
    layouts = layouts or {}
    request = CompileRequest(Path("k.cu"), "sm_90", layouts=tuple(layouts))
    entries = {symbol: params}
    artifact = Artifact(request, b"", "nvrtc", entries=entries, layouts=tuple(layouts.values()))
    planned = PlannedLaunch("softmax", names, (1, 1, 1), (1, 1, 1), 0, numbers=numbers or {})
    return arguments_of(artifact, planned, INTEGERS, pointers=POINTERS)


def test_every_value_has_the_width_of_its_parameter():
    names = ("inp", "n_cols", "n_rows", "n_rows", "out_stride", "out")
    widths = (8, 4, 2, 1, 8, 8)
    values = pack(names, *(Param(width, "int") for width in widths))
    assert [value.dtype for value in values] == [np.uint64, np.int32, np.int16, np.int8, np.int64, np.uint64]
    assert [int(value) for value in values] == [0x7F00_0000_0100, 2**31 - 1, 7, 7, 2**40, 2**63]
    assert tuple(value.dtype.itemsize for value in values) == widths


def test_rules_and_numbers_fit_integers_and_floats():
    numbers = {"n_rows * n_cols": 12, "0.5": 0.5, "1": 1, "-7": -7}
    params = (Param(4, "int"), Param(4, "float"), Param(8, "float"), Param(4, "int"))
    values = pack(tuple(numbers), *params, numbers=numbers)
    assert [value.dtype for value in values] == [np.int32, np.float32, np.float64, np.int32]
    assert [value.item() for value in values] == [12, 0.5, 1.0, -7]


@pytest.mark.parametrize(
    ("name", "param", "said"),
    [
        ("inp_stride", Param(4, "int"), "holds at most 2147483647 (got inp_stride = 2147483648)"),
        ("n_rows", Param(4, "float"), "is a float of 4 bytes, and 'n_rows' is an integer"),
        ("n_rows", Param(16, "bytes"), "is a struct of 16 bytes, and 'n_rows' is an integer"),
        ("inp", Param(4, "int"), "is an integer of 4 bytes, and 'inp' is a pointer of 8 bytes"),
        ("inp", Param(8, "float"), "is a float of 8 bytes, and 'inp' is a pointer of 8 bytes"),
        ("0.5", Param(4, "int"), "is an integer of 4 bytes, and '0.5' is a float or a double"),
        ("2**31", Param(4, "int"), "holds at most 2147483647 (got 2**31 = 2147483648)"),
        ("below", Param(4, "int"), "holds at least -2147483648 (got below = -2147483649)"),
    ],
)
def test_what_does_not_fit_is_refused_with_entry_and_position(name, param, said):
    numbers = {"0.5": 0.5, "2**31": 2**31, "below": -(2**31) - 1}
    with pytest.raises(LaunchError) as refused:
        pack(("out", name), Param(8, "int"), param, numbers=numbers)
    assert str(refused.value).startswith("parameter 2 of 'softmax' ")
    assert said in str(refused.value)


def test_a_wrong_number_of_arguments_and_another_entry_are_refused():
    with pytest.raises(LaunchError, match=r"takes 1 \(got 2: inp, out\)"):
        pack(("inp", "out"), Param(8, "int"))
    with pytest.raises(LaunchError, match=r"'softmax' is not in the compiled code \(got _Z5otherPf\)"):
        pack((), symbol="_Z5otherPf")


def test_a_structure_has_the_layout_of_the_compiler():
    argument = StructArgument((("x", "inp"), ("n", "n_rows"), ("scale", "half")))
    layout = StructLayout(32, (FieldLayout(8, 8, False), FieldLayout(0, 2, False), FieldLayout(16, 4, True)))
    how = {"layouts": {StructParameter("softmax", 1, ("x", "n", "scale")): layout}, "numbers": {"half": 0.5}}
    params = Param(8, "int"), Param(32, "bytes", 8)
    _, value = pack(("out", argument), *params, **how)
    data = value.tobytes()
    assert (len(data), int.from_bytes(data[:2], "little")) == (32, 7)
    assert int.from_bytes(data[8:16], "little") == POINTERS["inp"]
    assert np.frombuffer(data[16:20], np.float32)[0] == 0.5
    assert not any(data[20:])
    assert not any(data[2:8])
    wide = StructArgument((("x", "inp"), ("n", "n_cols"), ("scale", "half")))
    with pytest.raises(
        LaunchError, match=r"field 'n' of a structure, taken for a parameter: .* holds at most 32767"
    ):
        pack(("out", wide), *params, **how)
    with pytest.raises(LaunchError, match=r"is an integer of 8 bytes, and '\{ x = inp.*\}' is a structure"):
        pack((argument, "out"), *params, **how)
