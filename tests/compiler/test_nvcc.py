"""nvcc through PyCUDA, with a PyCUDA of our own: neither a toolkit nor a driver is needed here."""

import dataclasses
import sys
import types
import warnings

import pytest

from harness.compiler import CompileRequest, compile  # noqa: A004 - its name
from harness.compiler.backend import nvcc as nvcc_module
from harness.compiler.backend.nvcc import Nvcc, find_nvcc, instance_symbols
from harness.errors import CompileError, DeviceError
from harness.settings.settings import COMPILER_VARIABLES

PTX = """\
.version 9.0
.visible .entry k(
\t.param .u64 k_param_0
)
{ ret; }
\t.file\t1 "/tmp/tmpabc/k.cu"
"""


class FakeCompileError(Exception):
    def __init__(self, stdout=None, stderr=None):
        super().__init__("nvcc compilation of /tmp/tmpabc/kernel.cu failed")
        self.stdout = stdout
        self.stderr = stderr


@pytest.fixture
def calls(monkeypatch):
    """What the fake ``pycuda.compiler.compile`` was called with, one dict a call."""
    calls = []

    def fake_compile(source, **keywords):
        calls.append({"source": source, **keywords})
        if "refuse me" in source:
            raise FakeCompileError(stderr='k.cu(1): error: no\n1 error in "kernel.cu".\n')
        if "warn me" in source:
            warnings.warn(
                "The CUDA compiler succeeded, but said the following:\nk.cu(1): warning: hm\n", stacklevel=2
            )
        return PTX.encode() if keywords["target"] == "ptx" else b"\x7fELF code"

    package = types.ModuleType("pycuda")
    package.__path__ = []
    driver = types.ModuleType("pycuda.driver")
    driver.CompileError = FakeCompileError
    compiler = types.ModuleType("pycuda.compiler")
    compiler.compile = fake_compile
    for module in (package, driver, compiler):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    for name in COMPILER_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    return calls


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "toolkit" / "bin" / "nvcc"
    path.parent.mkdir(parents=True)
    path.write_text("#!/bin/sh\necho 'Cuda compilation tools, release 13.0, V13.0.88'\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def request_k(tmp_path):
    path = tmp_path / "k.cu"
    path.write_text('extern "C" __global__ void k(int* p) {}\n')
    return CompileRequest(path, "sm_90", target="cubin", defines=(("A", "1"),), options=("--use_fast_math",))


def test_pycuda_compiles_the_named_source_without_its_own_cache(calls, program, request_k, tmp_path):
    artifact = compile(request_k, compiler=Nvcc(str(program)))
    assert artifact.compiler == "nvcc 13.0.88"
    assert artifact.code == b"\x7fELF code"
    assert list(artifact.entries) == ["k"]
    assert [call["target"] for call in calls] == ["ptx", "cubin"]
    for call in calls:
        assert call["source"] == '#define A 1\n#line 1 "k.cu"\nextern "C" __global__ void k(int* p) {}\n'
        assert call["nvcc"] == str(program)
        assert call["options"] == ["-std=c++17", "-lineinfo", "--use_fast_math"]
        assert call["no_extern_c"] is True
        assert call["arch"] == "sm_90"
        assert call["cache_dir"] is False
        assert call["include_dirs"] == [str(tmp_path)]


@pytest.mark.parametrize("text", ["$(touch made)", "`touch made`", '"$(touch made)"', "1; touch made"])
def test_nothing_of_a_macro_reaches_the_shell_that_nvcc_starts(calls, program, request_k, text):
    """nvcc 13.0 ran what stands in $(...) and between backticks of -D."""
    request = dataclasses.replace(
        request_k, defines=(("A", text),), options=("-include=first.h", "--use_fast_math")
    )
    compile(request, compiler=Nvcc(str(program)))
    for call in calls:
        assert call["options"] == ["-std=c++17", "-lineinfo", "--use_fast_math"]
        assert call["source"].startswith(f'#define A {text}\n#include "first.h"\n#line 1 "k.cu"\n')


@pytest.mark.parametrize("name", ["`touch made`", "$(touch made)", "a'b", 'a"b', "a\\b", "a\nb"])
def test_a_folder_whose_name_a_shell_would_read_is_refused(calls, program, request_k, tmp_path, name):
    """nvcc 13.0 ran what stands between backticks of -I; the folder of the source is one."""
    folder = tmp_path / name
    folder.mkdir()
    path = folder / "k.cu"
    path.write_bytes(request_k.path.read_bytes())
    with pytest.raises(CompileError, match="gives the names of folders to a shell"):
        compile(dataclasses.replace(request_k, path=path), compiler=Nvcc(str(program)))
    assert calls == []


@pytest.mark.usefixtures("calls")
def test_ptx_does_not_name_the_temporary_folder(program, request_k):
    ptx = compile(dataclasses.replace(request_k, target="ptx"), compiler=Nvcc(str(program))).code.decode()
    assert '.file\t1 "k.cu"' in ptx
    assert "tmpabc" not in ptx


@pytest.mark.usefixtures("calls")
def test_a_refusal_carries_nvccs_log(program, request_k, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    request_k.path.write_text("refuse me")
    with pytest.raises(CompileError) as refused:
        compile(request_k, compiler=Nvcc(str(program)))
    assert str(refused.value).splitlines() == [
        "k.cu does not compile for sm_90 with nvcc 13.0.88",
        "k.cu(1): error: no",
        '1 error in "k.cu".',
    ]


@pytest.mark.usefixtures("calls")
def test_a_warning_of_nvcc_is_the_log_and_no_python_warning(program, request_k, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    request_k.path.write_text("warn me")
    assert compile(request_k, compiler=Nvcc(str(program))).log == "k.cu(1): warning: hm\n"


@pytest.mark.usefixtures("calls")
def test_variables_that_nvcc_reads_are_in_the_fingerprint(program, monkeypatch):
    before = Nvcc(str(program)).fingerprint
    monkeypatch.setenv("NVCC_APPEND_FLAGS", "-G")
    after = Nvcc(str(program)).fingerprint
    assert before != after
    assert "NVCC_APPEND_FLAGS=-G" in after


def test_nvcc_is_found_by_path_on_path_or_in_the_toolkit(program, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_nvcc(str(program)) == str(program)
    assert find_nvcc("nvcc") is None
    assert find_nvcc("nvcc", tmp_path / "toolkit") == str(program)
    monkeypatch.setenv("PATH", str(program.parent))
    assert find_nvcc("nvcc") == str(program)


def test_a_missing_nvcc_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        DeviceError, match=r"nvcc must be installed .*got 'nvcc', not on PATH.*KERNEL_HARNESS_NVCC"
    ):
        Nvcc()


@pytest.mark.parametrize(
    ("script", "said"), [("exit 3", "nvcc does not run"), ("echo gcc 12", "prints no version")]
)
@pytest.mark.usefixtures("calls")
def test_a_program_that_is_no_nvcc_is_refused(program, script, said):
    program.write_text(f"#!/bin/sh\n{script}\n")
    with pytest.raises(DeviceError, match=said):
        Nvcc(str(program))


def test_a_missing_pycuda_is_named(program, monkeypatch):
    monkeypatch.setitem(sys.modules, "pycuda", None)
    with pytest.raises(DeviceError, match=r"pip install pycuda"):
        Nvcc(str(program))


def test_a_pycuda_without_a_driver_says_so(program, monkeypatch):
    def no_driver(_name):
        raise ImportError("libcuda.so.1: cannot open shared object file")

    monkeypatch.setattr(nvcc_module.importlib, "import_module", no_driver)
    with pytest.raises(DeviceError, match=r"is the NVIDIA driver installed\? \(got: libcuda\.so\.1"):
        Nvcc(str(program))


def test_symbols_of_instances_are_told_from_their_names():
    others = ("_Z5otherIfEvPT_", "_Z5otherIiEvPT_", "_Z6bareOfPf")
    symbols = ("_ZN1a1kIfLi64EEEvPKT_PS1_m", "_ZL4barePf", "c", *others)
    instances = ("a::k<float, 64>", "other<float>", "::bare", "c", "missing::k")
    assert instance_symbols(instances, symbols) == {
        "a::k<float, 64>": "_ZN1a1kIfLi64EEEvPKT_PS1_m",
        "::bare": "_ZL4barePf",
        "c": "c",
    }
