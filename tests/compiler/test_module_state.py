"""Modules whose kernels may keep values from one launch to the next, and modules whose kernels cannot."""

from pathlib import Path

import pytest

from harness.compiler.artifact import CompileRequest
from harness.compiler.compilation import compile as compile_source
from harness.compiler.module_state import keeps_state
from harness.compiler.ptx_file import read_ptx
from harness.compiler.request import case_request
from harness.settings.settings import Settings
from harness.store.disk_cache import DiskCache
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from tests.kernels.mutants import kernel

ROOT = Path(__file__).resolve().parents[2]
WITH_STATE = (
    "alternating_order",
    "every_second_launch",
    "result_kept_in_global",
    "skips_like_inputs",
    "sum_not_reset",
)

HEAD = ".version 9.0\n.target sm_90\n.address_size 64\n"
BODY = ".visible .entry k(.param .u64 .ptr .global .align 4 k_param_0) {{ .reg .b64 %rd<4>; {} ret; }}\n"
LOAD = "ld.global.nc.u32 %r1, [n+4];"


@pytest.mark.parametrize(
    ("variable", "code"),
    [
        (".global .align 4 .u32 n;", "atom.global.add.u32 %r1, [n], 1;"),
        (".global .align 4 .u32 n;", "st.global.u32 [n], %r1;"),
        (".global .align 4 .u32 n;", "mov.u64 %rd1, n;"),
        (".global .align 4 .u32 n;", "{ mov.u64 %rd1, n; }"),
        (".visible .global .align 4 .b8 n[64] = {1, 2};", LOAD + " @%p1 red.global.add.u32 [n+8], 1;"),
        (".global .attribute(.managed) .align 4 .u32 n = 1;", "mov.u64 %rd1, n;"),
        (".global .v4 .f32 n;", "mov.u64 %rd1, n;"),
        (".global .u32 m, n;", "mov.u64 %rd1, n;"),
        (".global .u32 n; .global .u64 at = generic(n);", "ld.global.u64 %rd1, [at];"),
        (".weak .global .u32 $n$0;", "mov.u64 %rd1, $n$0;"),
    ],
)
def test_a_variable_that_may_be_written_is_state(variable, code):
    assert keeps_state(HEAD + variable + "\n" + BODY.format(code))


@pytest.mark.parametrize(
    ("variable", "code"),
    [
        ("", "ld.global.u32 %r1, [%rd1];"),
        (".global .align 4 .u32 n = 32;", ""),
        (".global .align 4 .u32 n = 32;", LOAD),
        (".global .align 4 .u32 n = 32;", "// mov.u64 %rd1, n;"),
        (".const .align 4 .u32 n = 32;", "mov.u64 %rd1, n;"),
        (".extern .shared .align 16 .b8 n[];", "mov.u32 %r1, n;"),
        (".global .align 4 .u32 n = 32;", "mov.u64 %rd1, n_other; mov.u64 %rd2, other_n;"),
    ],
)
def test_what_is_only_loaded_is_none(variable, code):
    assert not keeps_state(HEAD + variable + "\n" + BODY.format(code + "\n"))


def artifact_of(path, tmp_path, target):
    """Compile the first case of a variant, and compile it once more from the cache."""
    settings = Settings.load(tmp_path, environ={"HOME": str(tmp_path)})
    request = case_request(cases(load_variant(path))[0], arch="sm_90", target=target, settings=settings)
    cache = DiskCache(tmp_path / "cache")
    made, read = (compile_source(request, cache=cache) for _ in range(2))
    assert read == made
    return made


@pytest.mark.parametrize("target", ["ptx", "cubin"])
@pytest.mark.parametrize("stem", WITH_STATE)
def test_kernels_that_remember_a_launch_are_known(stem, target, tmp_path):
    assert artifact_of(kernel(ROOT / "fixtures" / "bad_kernels", stem), tmp_path, target).keeps_state


@pytest.mark.parametrize("stem", ["softmax_warp_row", "softmax_grid", "softmax_lanes", "softmax_cluster_8"])
def test_constants_of_a_namespace_are_no_state(stem, tmp_path):
    """Each has a few; its cases may run beside others."""
    assert not artifact_of(ROOT / "cuda_src" / f"{stem}.cu", tmp_path, "ptx").keeps_state


def test_a_file_of_ptx_is_read_too(tmp_path):
    path = tmp_path / "k.ptx"
    for code, expected in (("", False), ("atom.global.add.u32 %r1, [n], 1;", True)):
        path.write_text(HEAD + ".global .u32 n;\n" + BODY.format(code))
        assert read_ptx(CompileRequest(path, "sm_90")).keeps_state == expected
