from __future__ import annotations

import sys

import pytest

from harness.compiler import nvrtc as nvrtc_module
from harness.compiler.nvrtc import Nvrtc, nvrtc_version
from harness.errors import DeviceError


@pytest.fixture
def forget_version():
    nvrtc_version.cache_clear()
    yield
    nvrtc_version.cache_clear()


def test_the_version_is_the_librarys_own_with_patch_level():
    from cuda.bindings import nvrtc

    _, major, minor = nvrtc.nvrtcVersion()
    assert nvrtc_version().startswith(f"{major}.{minor}.")
    assert Nvrtc().identity == f"nvrtc {nvrtc_version()}"
    assert Nvrtc().cuda == f"{major}.{minor}"


def test_one_byte_strings_are_left_alone():
    # The bindings write into the buffer they are given; an empty log is one byte long.
    import tempfile
    from pathlib import Path

    from harness.compiler import CompileRequest, compile  # noqa: A004 - its name

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "k.cu")
        path.write_text('extern "C" __global__ void k() {}\n')
        compile(CompileRequest(path, "sm_90"), compiler=Nvrtc())
    assert bytes([32]) == b" "
    assert bytes([0]) == b"\0"


@pytest.mark.usefixtures("forget_version")
def test_missing_bindings_name_the_wheels(monkeypatch):
    monkeypatch.setitem(sys.modules, "cuda.bindings", None)
    with pytest.raises(DeviceError, match="pip install cuda-bindings nvidia-cuda-nvrtc"):
        Nvrtc()


@pytest.mark.usefixtures("forget_version")
def test_a_missing_library_names_the_wheel(monkeypatch):
    class Bindings:
        @staticmethod
        def nvrtcCreateProgram(*_args):  # noqa: N802 - the bindings' name
            raise RuntimeError('failure finding "libnvrtc.so"')

    monkeypatch.setattr(nvrtc_module, "_bindings", lambda: Bindings)
    with pytest.raises(
        DeviceError, match="the nvrtc library cannot be loaded; pip install nvidia-cuda-nvrtc"
    ):
        Nvrtc()
