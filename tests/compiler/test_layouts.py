"""The layout of structures that kernels take by value, read from the compiler."""

from pathlib import Path

import pytest

from harness.compiler import CompileRequest, compile  # noqa: A004 - its name
from harness.compiler.artifact import FieldLayout, StructParameter, read_layouts
from harness.errors import CompileError, PtxError

SOURCE = """
struct alignas(32) View { char c; const float* x; struct { short a; double b; } in; float f; const int n; };
template <class T> __global__ void twice(T* out, const View v) { out[0] = v.f; }
"""


def artifact_of(folder: Path, *parameters: StructParameter):
    path = folder / "k.cu"
    path.write_text(SOURCE, encoding="utf-8")
    return compile(CompileRequest(path, "sm_90", instances=("twice<float>",), layouts=parameters))


def test_offsets_are_those_of_the_compiler(tmp_path):
    fields = ("x", "in.b", "f", "n", "c")
    artifact = artifact_of(tmp_path, StructParameter("twice<float>", 1, fields))
    layout = artifact.layout("twice<float>", 1, fields)
    assert layout is not None
    assert layout.size_bytes == 64 == artifact.entries[artifact.symbol("twice<float>")][1].size_bytes
    assert layout.fields == (
        FieldLayout(8, 8, False),
        FieldLayout(24, 8, True),
        FieldLayout(32, 4, True),
        FieldLayout(36, 4, False),
        FieldLayout(0, 1, False),
    )
    assert artifact.layout("twice<float>", 0, fields) is None


def test_a_field_that_does_not_exist_is_the_compilers_error(tmp_path):
    with pytest.raises(CompileError, match=r'has no member|"y"'):
        artifact_of(tmp_path, StructParameter("twice<float>", 1, ("y",)))


def test_a_layout_that_the_code_lacks_is_refused():
    with pytest.raises(PtxError, match="the layout of parameter 3 of f is not in the PTX"):
        read_layouts(".version 9.0", (StructParameter("f", 2, ()),))
