"""The cpu device of an adoption, which compiles the instances of a source together."""

from dataclasses import replace

import pytest

from harness.adopt.checkout.workers import SharedCodeCpu, instance_families
from harness.adopt.reading.signature import find_kernels
from harness.compiler import CompileRequest
from harness.compiler.backend.nvrtc_library import NvrtcLibrary
from harness.errors import CompileError
from harness.settings.settings import Settings

SOURCE = """\
namespace deep { template <typename T, int BLOCK_SIZE> __global__ void rows(T* out) { out[threadIdx.x] = BLOCK_SIZE; } }
template <int VEC> __global__ void vectors(float* out) { static_assert(VEC != 1, "no"); out[threadIdx.x] = VEC; }
template <typename T> __global__ void wrong(T* out) { *out = missing(*out); }
__global__ void plain(float* out) { *out = 1; }
"""


def test_families_are_the_first_instance_of_each_template_then_all_of_each():
    assert instance_families(find_kernels(SOURCE)) == (
        ("deep::rows<float, 256>", "vectors<4>", "wrong<float>"),
        tuple(f"vectors<{n}>" for n in (4, 8, 1, 2, 16, 32)),
    )


@pytest.fixture
def device(tmp_path):
    """Open a device with an empty cache."""
    device = SharedCodeCpu(replace(Settings.load(tmp_path), cache_dir=tmp_path / "cache"))
    yield device
    device.close()


def expected(device, path, source):
    """Write a source whose kernels a device is to expect, and return what makes requests for it."""
    path.write_text(source, encoding="ascii")
    device.expect(path, find_kernels(source))
    return lambda *instances, **defines: CompileRequest(
        path, "sm_90", defines=tuple(defines.items()), instances=instances
    )


def test_instances_are_compiled_together_and_those_that_are_wrong_are_refused(tmp_path, device, monkeypatch):
    compilations = []
    compile_program = NvrtcLibrary.compile

    def counted(self, *arguments, **options):
        compilations.append(options.get("instances", ()))
        return compile_program(self, *arguments, **options)

    monkeypatch.setattr(NvrtcLibrary, "compile", counted)
    request = expected(device, tmp_path / "k.cu", SOURCE)
    first = device.compile(request(KH_SCALAR="float"))
    assert first.symbol("plain") in first.entries
    sized = request("deep::rows<KH_SCALAR, THREADS>", KH_SCALAR="float", THREADS="256")
    made = device.compile(sized)
    assert made.request is sized
    assert made.symbols == {"deep::rows<KH_SCALAR, THREADS>": "_ZN4deep4rowsIfLi256EEEvPT_"}
    assert len(compilations) == 2, "the first has the wrong template, the second does without"
    for n in (4, 8, 2):
        assert device.compile(request(f"vectors<{n}>")).symbols
    with pytest.raises(CompileError, match="missing"):
        device.compile(request("wrong<KH_SCALAR>", KH_SCALAR="float"))


def test_a_macro_that_the_source_uses_is_compiled_with_its_value(tmp_path, device):
    source = "template <int N> __global__ void k(int* out) { *out = N + THREADS; }\n"
    made = device.compile(expected(device, tmp_path / "k.cu", source)("k<THREADS>", THREADS="64"))
    assert "128" in made.code.decode("ascii").partition(".entry")[2]
