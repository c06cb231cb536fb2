"""Declarations of Triton kernels and of PTX files: keys, parameters, constants in rules."""

from pathlib import Path

import pytest

from harness.errors import SpecError
from harness.variant.case import make_case
from harness.variant.declaration.discovery import discover, load_variant
from harness.variant.launch_rule import LaunchRule
from harness.variant.variant import PTX, TRITON

KERNEL = """
import triton
import triton.language as tl

@triton.jit
def softmax(inp, out, n_cols, BLOCK: tl.constexpr, FAST: tl.constexpr = True):
    raise RuntimeError("never executed")
"""
HEAD = {
    "summary": '"a kernel"',
    "source": '"a test"',
    "args": '["inp", "out", "n_cols"]',
    "constexprs": '{ BLOCK = "next_power_of_2(n_cols)" }',
    "grid": '"n_rows"',
}


def _write(folder: Path, name: str = "k.py", code: str = KERNEL, **keys: str | None) -> Path:
    table = {key: value for key, value in {**HEAD, **keys}.items() if value is not None}
    mark = "#" if name.endswith(".py") else "//"
    lines = [
        f"{mark} /// variant",
        *(f"{mark} {key} = {value}" for key, value in table.items()),
        f"{mark} ///",
    ]
    path = folder / name
    path.write_text("\n".join(lines) + code)
    return path


def test_a_kernel_is_read_without_being_executed(tmp_path):
    assert load_variant(_write(tmp_path)).blocks == ((128, 1, 1),), "four warps by default"
    variant = load_variant(_write(tmp_path, num_warps="[2, 8]", num_stages="3", arch='"sm_80"'))
    assert variant.language == TRITON
    assert variant.blocks == ((64, 1, 1), (256, 1, 1))
    assert (variant.n_stages, variant.arch) == (3, "sm_80")
    case = make_case(variant, dtype="float32", n_rows=3, n_cols=33, kind="spread", block=(64, 1, 1))
    (planned,) = case.plan()
    assert planned.constants == (("BLOCK", "value", 64),)


def test_constants_may_be_values_texts_and_types(tmp_path):
    code = KERNEL.replace("FAST: tl.constexpr = True", "A, B, C, D: tl.constexpr")
    table = """{ BLOCK = 8, A = "'relu'", B = "None", C = "tl.float16", D = false }"""
    (launch,) = load_variant(_write(tmp_path, code=code, constexprs=table)).launches
    values = {"BLOCK": 8, "A": "relu", "B": None, "D": False}
    expected = {name: ("value", value) for name, value in values.items()} | {"C": ("dtype", "float16")}
    assert dict(launch.constexprs) == expected


def test_rules_may_use_constants(tmp_path):
    table = '{ BLOCK = "max(next_power_of_2(n_cols) // 2, 1)", FAST = 1 }'
    variant = load_variant(
        _write(tmp_path, constexprs=table, grid='["n_rows", "ceil_div(n_cols, BLOCK) + FAST"]')
    )
    case = make_case(variant, dtype="float32", n_rows=3, n_cols=33, kind="spread", block=(128, 1, 1))
    assert case.plan()[0].grid == (3, 3, 1)


@pytest.mark.parametrize(("keys", "said"), [
    ({"entry": '"other"'}, "a function marked @triton.jit must be one of a known set (got 'other')"),
    ({"args": '["inp", "out"]'}, "non-constant parameters of 'softmax': inp, out, n_cols (got 2 for 3)"),
    ({"constexprs": "{ FAST = false }"}, "the constant parameter 'BLOCK' of 'softmax' must have a value"),
    ({"constexprs": "{ BLOCK = 8, BLOK = 8 }"}, "a parameter of 'softmax' must be one of a known set"),
    ({"constexprs": '{ BLOCK = "relu" }'}, "unknown name in a rule"),
    ({"constexprs": '{ BLOCK = "tl.float7" }'}, "an element type must be one of a known set"),
    ({"block": "[128]"}, "a Triton kernel has no 'block'"),
    ({"smem_bytes": "64"}, "a Triton kernel has no 'smem_bytes'"),
    ({"num_warps": "3"}, "'num_warps' must be a power of two from 1 to 32, or an array of such (got 3)"),
    ({"num_warps": "[4, 4]"}, "a number of warps must be listed only once (got 4 again)"),
    ({"num_stages": "0"}, "'num_stages' must be an integer from 1 to 32 (got 0)"),
    ({"arch": '"90"'}, "'arch' must be a target such as"),
])  # fmt: skip
def test_a_wrong_key_is_an_error_at_its_line(keys, said, tmp_path):
    path = _write(tmp_path, **keys)
    with pytest.raises(SpecError) as caught:
        load_variant(path)
    assert said in str(caught.value)
    assert path.read_text().split("\n")[caught.value.line - 1].startswith(f"# {next(iter(keys))}")


def test_a_file_that_is_no_python_is_an_error_at_its_line(tmp_path):
    with pytest.raises(SpecError, match=r"k\.py:9: a Triton kernel's file must be Python"):
        load_variant(_write(tmp_path, code="\n\ndef k(:\n"))


def test_a_folder_may_hold_other_python_and_ptx(tmp_path):
    _write(tmp_path)
    (tmp_path / "other.py").write_text('TEXT = "# /// variant"\n')
    (tmp_path / "built.ptx").write_text(".version 8.0\n")
    found = discover([tmp_path])
    assert [each.id for each in found.variants] == ["k"]
    assert found.errors == ()


def test_a_named_python_file_must_have_a_declaration(tmp_path):
    path = tmp_path / "other.py"
    path.write_text("x = 1\n")
    with pytest.raises(SpecError, match="got no line '# /// variant'"):
        load_variant(path)


def test_a_ptx_file_has_a_symbol_and_one_type(tmp_path):
    own = {"constexprs": None, "block": "[64]", "entry": '"_Z7softmax$1"'}
    variant = load_variant(_write(tmp_path, name="k.ptx", code="\n.version 8.0\n", **own))
    assert variant.language == PTX
    assert variant.instances == ()
    two = {**own, "dtypes": '["float32", "float16"]'}
    with pytest.raises(SpecError, match="compiled for one element type"):
        load_variant(_write(tmp_path, name="k.ptx", code="\n", **two))
    with pytest.raises(SpecError, match=r"a \.ptx file has no 'defines'"):
        load_variant(_write(tmp_path, name="k.ptx", code="\n", defines="{ A = 1 }", **own))


def test_cuda_source_has_no_keys_of_triton(tmp_path):
    with pytest.raises(SpecError, match="CUDA source has no 'num_warps'"):
        load_variant(_write(tmp_path, name="k.cu", constexprs=None, block="[64]", num_warps="4"))


@pytest.mark.parametrize(("value", "power"), [(0, 1), (1, 1), (2, 2), (3, 4), (1024, 1024), (1025, 2048)])
def test_next_power_of_2_is_tritons(value, power):
    assert LaunchRule.parse("next_power_of_2(n_cols)").evaluate({"n_cols": value}) == power
