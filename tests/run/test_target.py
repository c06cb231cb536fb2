import dataclasses
from pathlib import Path

import pytest

from harness.device.base import DeviceInfo
from harness.device.selection import Probe
from harness.errors import CompileError
from harness.run import target as target_module
from harness.run.target import (
    Target,
    compilers_of,
    expected_target,
    not_covered,
    not_run_line,
    target_lines,
    target_of,
)
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant
from tests.run.session_tasks import opened_runner, run_case_here

ROOT = Path(__file__).parents[2]
DRIVER = Probe("driver", False, "libcuda.so.1 not found", "install the driver", ("gpu",))


def test_on_cpu_the_gpu_is_named_with_what_it_lacks(settings, monkeypatch):
    monkeypatch.setattr(target_module, "first_missing", lambda _kind, _settings: DRIVER)
    line, _ = not_covered("cpu", settings)
    assert line.startswith("gpu: no driver (libcuda.so.1 not found)")
    monkeypatch.setattr(target_module, "first_missing", lambda _kind, _settings: None)
    line, _ = not_covered("cpu", settings)
    assert line.startswith("gpu: not requested")


def test_what_is_switched_off_on_cpu_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(target_module, "first_missing", lambda _kind, _settings: None)
    settings = Settings.load(
        tmp_path,
        environ={"HOME": str(tmp_path)},
        sanitizers="racecheck",
        schedules=0,
        stress_approximations=3,
    )
    _, *lines = not_covered("cpu", settings)
    assert lines == [
        "most further launches: each case makes those of one kind, in turn; --thorough makes all in every case",
        "initcheck: switched off",
        "synccheck: switched off",
        "other orders of blocks, warps and lanes: switched off; --schedules N runs each case in N of them",
        "correctly rounded approximations: replaced by errors of seed 3",
    ]
    assert len(not_covered("gpu", settings)) == 1


def test_on_gpu_what_a_gpu_cannot_report_is_named(settings):
    (line,) = not_covered("gpu", settings)
    assert "bad reads" in line


def test_the_expected_cpu_is_the_compiler_that_will_be_used(settings):
    target = expected_target("cpu", settings)
    assert target.info is not None
    assert (target.kind, target.info.arch) == ("cpu", "sm_90")
    assert target.info.compiler.startswith("nvrtc ")
    assert target.info.cuda in target.info.compiler


def test_an_expected_device_that_is_not_there_says_what_is_missing(settings, monkeypatch):
    monkeypatch.setattr(target_module, "missing_for", lambda _kind, _settings: (DRIVER,))
    target = expected_target("gpu", settings)
    assert target.info is None
    assert "driver (got: libcuda.so.1 not found), install the driver" in target.unavailable


def test_isolation_is_mentioned_where_there_is_none(settings):
    assert "isolation" not in dict(target_lines(expected_target("cpu", settings)))
    bare = dataclasses.replace(settings, isolation="none")
    assert dict(target_lines(expected_target("cpu", bare)))["isolation"].startswith(
        "none: kernels run in this process"
    )
    with opened_runner("cpu", bare, run_case=run_case_here) as runner:
        assert target_of("cpu", runner, bare).isolation == "none"


def test_a_driver_is_named_where_there_is_one():
    info = DeviceInfo("gpu", "NVIDIA H200", "sm_90", "nvcc 13.0", "13.0", driver="580.1")
    assert target_lines(Target("auto", "gpu", info)) == [
        ("device", "gpu: NVIDIA H200, sm_90, driver 580.1"),
        ("compiler", "nvcc 13.0, CUDA 13.0"),
    ]


@pytest.mark.parametrize(
    ("names", "compilers"),
    [
        (["cuda_src/softmax_naive.cu"], ("nvrtc 13.0.88",)),
        (["fixtures/triton/right/softmax_row.py"], ("triton 3.9.0",)),
        (["cuda_src/softmax_naive.cu", "fixtures/triton/right/softmax_row.py"], ("nvrtc 13.0.88", "triton 3.9.0")),
        ([], ("nvrtc 13.0.88",)),
    ],
)  # fmt: skip
def test_the_compilers_are_those_of_the_kernels(names, compilers, monkeypatch):
    monkeypatch.setattr(target_module, "triton_version", lambda: "3.9.0")
    assert compilers_of("nvrtc 13.0.88", [load_variant(ROOT / name) for name in names]) == compilers


def test_a_triton_that_is_not_installed_is_named(monkeypatch):
    def missing():
        raise CompileError("no Triton", log="")

    monkeypatch.setattr(target_module, "triton_version", missing)
    variant = load_variant(ROOT / "fixtures" / "triton" / "right" / "softmax_row.py")
    assert compilers_of("nvrtc 13.0.88", [variant]) == ("triton: not installed",)


def test_triton_has_no_cuda_release_of_its_own():
    info = DeviceInfo("cpu", "PTX executor", "sm_90", "nvrtc 13.0.88", "13.0")
    target = Target("cpu", "cpu", info, compilers=("nvrtc 13.0.88", "triton 3.9.0"))
    assert target_lines(target)[1:] == [
        ("compiler", "nvrtc 13.0.88, CUDA 13.0"),
        ("compiler", "triton 3.9.0"),
    ]


def test_what_did_not_run_is_one_line_with_the_number_of_large_cases():
    case = "softmax_grid-float32-1x{}-spread-block256: 4,325,376 elements or threads where 'n_cols' bends"
    left_out = ["gpu: no driver (libcuda.so.1)", "width sweep: every width; --sweep runs it"]
    large = [case.format(width) for width in (135168, 135169)]
    assert not_run_line(left_out) == "gpu (no driver), width sweep (only with --sweep)"
    assert not_run_line([*left_out, *large]).endswith(", 2 cases of too many elements")
    assert not_run_line(large[:1]) == "1 case of too many elements"
