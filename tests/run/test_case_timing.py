import dataclasses

import pytest

from harness.errors import CompileError, DeviceError, LaunchError
from harness.run.case_run import time_case
from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant

from .fake_device import FakeDevice, write_kernel


@pytest.fixture
def case(tmp_path):
    variant = load_variant(write_kernel(tmp_path, requires='["n_cols <= 64"]'))
    return make_case(variant, dtype="float32", n_rows=3, n_cols=33, block=(32, 1, 1))


def test_every_round_is_one_launch_after_a_warm_up(case, settings):
    device = FakeDevice()
    # The fake's launches take 11, 12, 13, ... microseconds.
    assert time_case(device, settings, case, 3) == pytest.approx([12e-6, 13e-6, 14e-6], rel=1e-12)
    assert device.n_launches == 4
    assert device.n_freed == 1


def test_code_is_compiled_once_for_timing_and_checking(case, settings):
    device = FakeDevice()
    time_case(device, settings, case, 1)
    time_case(device, settings, case, 1)
    assert len(device.compiled) == 1


def test_a_case_outside_the_declaration_is_not_timed(case, settings):
    wide = dataclasses.replace(
        case, shape=dataclasses.replace(case.shape, n_cols=65, inp_stride=65, out_stride=65)
    )
    with pytest.raises(LaunchError, match=r"outside what the variant declares: n_cols <= 64"):
        time_case(FakeDevice(), settings, wide, 1)


@pytest.mark.parametrize(
    ("fault", "error"),
    [("compile-error", CompileError), ("launch-error", LaunchError), ("crash", DeviceError)],
)
def test_what_keeps_a_kernel_from_running_is_raised(case, settings, fault, error):
    with pytest.raises(error):
        time_case(FakeDevice(fault=fault), settings, case, 1)


def test_a_hung_kernel_has_no_time_and_its_memory_is_freed(case, settings):
    device = FakeDevice(fault="hang")
    with pytest.raises(LaunchError, match="did not end within its step budget"):
        time_case(device, settings, case, 5)
    assert device.n_launches == 1
    assert device.n_freed == 1
