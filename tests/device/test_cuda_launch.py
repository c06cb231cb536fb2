"""How a launch hands its arguments to the driver, on a driver of which only the call is there."""

import ctypes
import struct
from types import SimpleNamespace

import pytest

from harness.device.gpu import cuda_launch
from harness.device.gpu.cuda_launch import LaunchConfigStruct, SpecialLaunch


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
