import dataclasses
import stat
from collections import namedtuple

import pytest

from harness.device import selection
from harness.device.gpu import pycuda_build
from harness.device.gpu.pycuda_build import driver_path, driver_release, plan_build, stray_driver
from harness.settings.settings import Settings

Plan = namedtuple("Plan", "needs command")
WHEELS_12_4 = "pip install 'nvidia-cuda-runtime-cu12==12.4.*' 'nvidia-cuda-profiler-api-cu12==12.4.*'"
NAMES = ["c++ compiler", "python headers", "cuda headers", "libcuda.so", "libcurand.so"]


@pytest.fixture
def machine(tmp_path, monkeypatch, site):
    """A machine whose programs, toolkit and driver are what a test makes; gives a function that plans for it."""
    (tmp_path / "bin").mkdir()
    loaded = Settings.load(tmp_path, environ={"HOME": str(tmp_path)})
    monkeypatch.setattr(pycuda_build, "driver_path", lambda: None)
    monkeypatch.setattr(pycuda_build, "driver_release", lambda: None)
    monkeypatch.setattr(pycuda_build, "stray_driver", lambda: None)
    monkeypatch.setattr("os.geteuid", lambda: 1000)

    def plan(cuda_home=None, driver=None, newest=None):
        settings = dataclasses.replace(loaded, cuda_home=cuda_home, cache_dir=tmp_path / "cache")
        environ = {"PATH": str(tmp_path / "bin")}
        return Plan(*plan_build(settings, environ=environ, driver=driver, newest=newest))

    return plan


def program(folder, name, says=""):
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{says}'\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def touch(path, text=""):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def toolkit(folder):
    program(folder / "bin", "nvcc")
    touch(folder / "include/cuda.h", "#define CUDA_VERSION 13000\n")
    touch(folder / "include/cudaProfiler.h")
    touch(folder / "lib64/stubs/libcuda.so")
    touch(folder / "lib64/libcurand.so")
    return folder


def wheels(site, version=13000):
    touch(site / "cu13/include/cuda.h", f"#define CUDA_VERSION {version}\n")
    touch(site / "cu13/include/cudaProfiler.h")
    return site / "cu13/include"


def needs(plan):
    assert [need.name for need in plan.needs] == NAMES
    return {need.name: need for need in plan.needs}


def test_a_toolkit_on_path_needs_nothing_but_pip(machine, tmp_path):
    program(tmp_path / "bin", "c++", "libcuda.so")
    home = toolkit(tmp_path / "toolkit")
    (tmp_path / "bin/nvcc").symlink_to(home / "bin/nvcc")
    plan = machine()
    assert all(need.ok for need in plan.needs)
    assert plan.command == "pip install --no-cache-dir pycuda"


def test_a_toolkit_whose_nvcc_is_not_on_path_is_put_there(machine, tmp_path):
    program(tmp_path / "bin", "c++", "libcuda.so")
    home = toolkit(tmp_path / "toolkit")
    plan = machine(cuda_home=home)
    assert all(need.ok for need in plan.needs)
    assert plan.command == f'PATH="{home}/bin:$PATH" pip install --no-cache-dir pycuda'


def test_wheels_and_a_driver_are_enough(machine, site, tmp_path):
    program(tmp_path / "bin", "c++", "libcuda.so")
    include = wheels(site)
    driver = touch(tmp_path / "driver/libcuda.so.1")
    plan = machine(driver=driver)
    assert needs(plan)["libcuda.so"].found.startswith(f"only {driver}")
    link = tmp_path / "cache/pycuda"
    assert plan.command.split(" && ") == [
        f"mkdir -p {link}",
        f"ln -sf {driver} {link}/libcuda.so",
        "echo 'CUDA_ENABLE_CURAND = False' >> ~/.aksetup-defaults.py",
        f"CPLUS_INCLUDE_PATH={include} LIBRARY_PATH={link} pip install --no-cache-dir pycuda",
    ]
    assert not any(need.remedy for need in plan.needs)  # nothing else has to be done before


def test_what_the_linker_finds_by_itself_needs_no_link(machine, site, tmp_path):
    program(tmp_path / "bin", "c++", "/usr/lib64/libcuda.so")
    wheels(site)
    plan = machine(driver=tmp_path / "libcuda.so.1")
    assert needs(plan)["libcuda.so"].found == "/usr/lib64/libcuda.so"
    assert "LIBRARY_PATH" not in plan.command


@pytest.mark.parametrize(
    ("manager", "compiler", "headers"),
    [
        ("apt-get", "sudo apt-get install g++", r"sudo apt-get install python3\.\d+-dev"),
        ("dnf", "sudo dnf install gcc-c++", r"sudo dnf install python3\.\d+-devel"),
        ("zypper", "sudo zypper install gcc-c++", r"sudo zypper install python3\d+-devel"),
        (None, "install a C++ compiler", "install the headers of this Python"),
    ],
)
def test_a_missing_compiler_is_the_package_managers_business(
    machine, tmp_path, monkeypatch, manager, compiler, headers
):
    import re

    if manager:
        program(tmp_path / "bin", manager)
    monkeypatch.setattr("sysconfig.get_path", lambda _name: str(tmp_path / "nowhere"))
    found = needs(machine())
    assert found["c++ compiler"].remedy == compiler
    assert re.fullmatch(headers, found["python headers"].remedy)
    assert found["python headers"].found == f"no Python.h in {tmp_path / 'nowhere'}"


def test_nobody_needs_sudo_who_is_root(machine, tmp_path, monkeypatch):
    monkeypatch.setattr("os.geteuid", lambda: 0)
    program(tmp_path / "bin", "apt-get")
    assert needs(machine())["c++ compiler"].remedy == "apt-get install g++"


def test_missing_headers_are_of_the_release_of_those_that_are_there(machine, site):
    touch(site / "cuda_runtime/include/cuda.h", "#define CUDA_VERSION 12040\n")
    plan = machine()
    need = needs(plan)["cuda headers"]
    assert need.found == f"no cudaProfiler.h next to {site}/cuda_runtime/include/cuda.h"
    assert need.remedy == WHEELS_12_4
    # Both folders, though the second is not there before the first command has run.
    assert f"{site}/cuda_runtime/include:{site}/cuda_profiler_api/include" in plan.command


def test_no_headers_at_all_are_those_of_the_pinned_release(machine):
    need = needs(machine())["cuda headers"]
    assert need.found == "no cuda.h nor cudaProfiler.h in a toolkit or a wheel"
    assert need.remedy == "pip install 'nvidia-cuda-runtime==13.0.*' 'nvidia-cuda-profiler-api==13.0.*'"


def test_headers_newer_than_the_driver_are_not_taken(machine, site, tmp_path):
    wheels(site)
    need = needs(machine(newest=(12, 4)))["cuda headers"]
    assert need.found == f"only headers of CUDA 13.0 in {site}/cu13/include; the driver is of CUDA 12.4"
    assert need.remedy == WHEELS_12_4
    touch(site / "cuda_runtime/include/cuda.h", "#define CUDA_VERSION 12040\n")
    touch(site / "cuda_profiler_api/include/cudaProfiler.h")
    assert needs(machine(newest=(12, 4)))["cuda headers"].ok
    assert f"CPLUS_INCLUDE_PATH={site}/cuda_runtime/include:" in machine(newest=(12, 4)).command
    with_kit = machine(cuda_home=toolkit(tmp_path / "kit"), newest=(12, 4))
    assert needs(with_kit)["cuda headers"].remedy == "install CUDA 12"


@pytest.mark.parametrize(
    ("status", "number", "release"), [(0, 12040, (12, 4)), (0, 0, None), (3, 13000, None)]
)
def test_the_driver_says_its_release(status, number, release):
    class Driver:
        @staticmethod
        def cuDriverGetVersion(place):  # noqa: N802 - the driver's name
            place._obj.value = number
            return status

    assert driver_release(lambda _name: Driver) == release


def test_without_a_driver_there_is_nothing_to_link_with(machine, tmp_path):
    program(tmp_path / "bin", "c++", "libcuda.so")
    need = needs(machine())["libcuda.so"]
    assert not need.ok
    assert need.found == "neither that nor libcuda.so.1: no NVIDIA driver"


def test_folders_with_blanks_stay_whole(machine, site, tmp_path):
    program(tmp_path / "bin", "c++", "libcuda.so")
    driver = touch(tmp_path / "a driver/libcuda.so.1")
    assert f"ln -sf '{driver}' " in machine(driver=driver).command


def test_the_drivers_file_is_the_one_that_is_loaded(tmp_path):
    maps = tmp_path / "maps"
    maps.write_text(
        "7f00-7f01 r-xp 00000000 08:01 12 /usr/lib/libc.so.6\n"
        "7f02-7f03 r-xp 00000000 08:01 13 /usr/lib/wsl/lib/libcuda.so.1.1\n"
    )
    assert str(driver_path(lambda _name: None, maps)) == "/usr/lib/wsl/lib/libcuda.so.1.1"

    def refuse(name):
        raise OSError(name)

    assert driver_path(refuse, maps) is None
    assert driver_path(lambda _name: None, tmp_path / "absent") is None


def test_a_driver_where_the_loader_does_not_look_is_named(tmp_path, monkeypatch):
    stray = touch(tmp_path / "wsl/lib/libcuda.so.1")
    assert stray_driver([str(tmp_path), str(stray.parent)]) == stray
    monkeypatch.setattr(selection, "stray_driver", lambda: stray)
    monkeypatch.setattr(selection, "DRIVER_LIBRARY", "libcuda-of-nobody.so.1")
    found = selection._run(("driver", selection._find_driver, "install it", ("gpu",)))
    assert not found.ok
    assert f"export LD_LIBRARY_PATH={stray.parent}:$LD_LIBRARY_PATH" in found.found
