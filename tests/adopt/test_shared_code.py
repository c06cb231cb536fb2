"""The cpu device of an adoption, which compiles the instances of a source together."""

from dataclasses import replace
from pathlib import Path

import pytest

from harness.adopt.checkout.shared_code import SharedCodeCpu, instance_families
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


def test_families_are_the_first_instance_of_each_template_then_all_of_each() -> None:
    assert instance_families(find_kernels(SOURCE)) == (
        ("deep::rows<float, 256>", "vectors<4>", "wrong<float>"),
        tuple(f"vectors<{n}>" for n in (4, 8, 1, 2, 16, 32)),
    )


def test_instances_are_compiled_together_and_those_that_are_wrong_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compilations: list[tuple[str, ...]] = []
    compile_program = NvrtcLibrary.compile

    def counted(self: NvrtcLibrary, *arguments: object, **options: object) -> object:
        compilations.append(options.get("instances", ()))  # type: ignore[arg-type]
        return compile_program(self, *arguments, **options)  # type: ignore[arg-type]

    path = tmp_path / "k.cu"
    path.write_text(SOURCE, encoding="ascii")
    device = SharedCodeCpu(replace(Settings.load(tmp_path), cache_dir=tmp_path / "cache"))
    monkeypatch.setattr(NvrtcLibrary, "compile", counted)
    try:
        device.expect(path, find_kernels(SOURCE))
        plain = CompileRequest(path, "sm_90", defines=(("KH_SCALAR", "float"),))
        sized = CompileRequest(
            path,
            "sm_90",
            defines=(("KH_SCALAR", "float"), ("THREADS", "256")),
            instances=("deep::rows<KH_SCALAR, THREADS>",),
        )
        first = device.compile(plain)
        assert first.symbol("plain") in first.entries
        made = device.compile(sized)
        assert made.request is sized
        assert made.symbols == {"deep::rows<KH_SCALAR, THREADS>": "_ZN4deep4rowsIfLi256EEEvPT_"}
        assert len(compilations) == 2, "the first has the wrong template, the second does without"
        for n in (4, 8, 2):
            assert device.compile(CompileRequest(path, "sm_90", instances=(f"vectors<{n}>",))).symbols
        wrong = CompileRequest(path, "sm_90", defines=plain.defines, instances=("wrong<KH_SCALAR>",))
        with pytest.raises(CompileError, match="missing"):
            device.compile(wrong)
    finally:
        device.close()


def test_a_macro_that_the_source_uses_is_compiled_with_its_value(tmp_path: Path) -> None:
    path = tmp_path / "k.cu"
    path.write_text(
        "template <int N> __global__ void k(int* out) { *out = N + THREADS; }\n", encoding="ascii"
    )
    device = SharedCodeCpu(replace(Settings.load(tmp_path), cache_dir=tmp_path / "cache"))
    try:
        device.expect(path, find_kernels(path.read_text(encoding="ascii")))
        made = device.compile(
            CompileRequest(path, "sm_90", defines=(("THREADS", "64"),), instances=("k<THREADS>",))
        )
        assert "128" in made.code.decode("ascii").partition(".entry")[2]
    finally:
        device.close()
