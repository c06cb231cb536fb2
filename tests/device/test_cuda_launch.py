"""Arguments of a launch, how they are handed to the driver, and the driver's version."""

import ctypes
import struct
from types import SimpleNamespace

import ml_dtypes
import numpy as np
import pytest

from harness.compiler.artifact import Param
from harness.device.gpu import cuda_gpu, cuda_launch
from harness.device.gpu.cuda_launch import LaunchConfigStruct, SpecialLaunch, argument_buffer
from harness.errors import LaunchError

INT, LONG, BYTE = Param(4, "int", 4), Param(8, "int", 8), Param(1, "int", 1)


def test_arguments_lie_as_members_of_a_c_struct():
    params = [LONG, INT, LONG, BYTE, Param(2, "bytes", 2), Param(4, "float", 4), Param(16, "bytes", 8), INT]
    args = [np.uint64(2**63), np.int32(-1), np.int64(-2), np.uint8(200), np.float16(1.5), np.float32(0.1)]
    args += [np.void(bytes(range(16))), np.int32(7)]
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


def test_every_argument_has_the_exact_width():
    refused = r"argument 1 of kernel k is 4 bytes wide, int \(got int64 of 8 bytes\)"
    with pytest.raises(LaunchError, match=refused):
        argument_buffer("k", [LONG, INT], [np.int64(0), np.int64(0)])


@pytest.mark.parametrize("count", [0, 1, 3])
def test_the_number_of_arguments_is_the_signatures(count):
    with pytest.raises(LaunchError, match=rf"kernel k takes 2 arguments \(got {count}\)"):
        argument_buffer("k", [INT, INT], [np.int32(0)] * count)


@pytest.fixture
def driver(monkeypatch):
    """Note what a launch hands over, and answer for a kernel with parameters at offsets 0, 8 and 12."""
    from cuda.bindings import driver

    handed = {}

    def launch(config, function, params, extra):
        handed["params"] = params and [
            ctypes.c_uint32.from_address(at).value for at in (ctypes.c_void_p * 3).from_address(params)
        ]
        handed["extra"] = extra and ctypes.string_at((ctypes.c_void_p * 5).from_address(extra)[1], 16)
        return (SimpleNamespace(name="CUDA_SUCCESS"),)

    def parameter(function, index):
        if index == 3:
            return driver.CUresult.CUDA_ERROR_INVALID_VALUE, 0, 0
        return driver.CUresult.CUDA_SUCCESS, (0, 8, 12)[index], 4

    monkeypatch.setattr(driver, "cuLaunchKernelEx", launch)
    monkeypatch.setattr(driver, "cuFuncGetParamInfo", parameter)
    return handed


@pytest.fixture
def config():
    kept = LaunchConfigStruct()
    return SimpleNamespace(getPtr=lambda: ctypes.addressof(kept), kept=kept)


ARGUMENTS = struct.pack("<QII", 7, 8, 9)


def test_arguments_are_handed_over_packed(driver, config):
    SpecialLaunch("kernel k", None, config)(0, ARGUMENTS)
    assert driver == {"params": 0, "extra": ARGUMENTS}


def test_those_of_a_grid_that_synchronises_are_handed_over_one_by_one(driver, config):
    offsets = cuda_launch._parameter_offsets(None)
    assert offsets == (0, 8, 12)
    SpecialLaunch("kernel k", None, config, offsets)(0, ARGUMENTS)
    assert driver == {"params": [7, 8, 9], "extra": 0}


def test_an_old_driver_gets_them_packed(driver, monkeypatch):
    from cuda.bindings import driver as bindings

    def missing(function, index):
        raise RuntimeError("Function cuFuncGetParamInfo not found")

    monkeypatch.setattr(bindings, "cuFuncGetParamInfo", missing)
    assert cuda_launch._parameter_offsets(None) is None


def nvml(status=0):
    """Stand for NVML: an array of characters becomes the version."""
    return SimpleNamespace(
        nvmlInit_v2=lambda: status,
        nvmlSystemGetDriverVersion=lambda text, _size: setattr(text, "value", b"580.1 of NVML") or 0,
        nvmlShutdown=lambda: 0,
    )


def refuse(_name):
    raise OSError("no such library")


@pytest.mark.parametrize(
    ("text", "library", "version"),
    [
        ("580.2\n", refuse, "580.2"),  # NVML is not asked
        (None, lambda _name: nvml(), "580.1 of NVML"),
        (None, lambda _name: nvml(status=9), ""),
        (None, refuse, ""),
    ],
)
def test_the_version_is_read_from_the_module_or_from_nvml(tmp_path, monkeypatch, text, library, version):
    path = tmp_path / "version"
    if text is not None:
        path.write_text(text)
    monkeypatch.setattr(cuda_gpu, "_MODULE_VERSION", path)
    monkeypatch.setattr(cuda_gpu, "is_virtual", lambda: False)
    monkeypatch.setattr(ctypes, "CDLL", library)
    assert cuda_gpu.driver_version() == version
