"""A wrong value without a sanitizer's finding is traced to its store, once for each fault."""

import json

import pytest
from click.testing import CliRunner

from harness.cli.program import main
from tests.kernels.expectations import BAD_KERNELS, ROOT


def checked(name, folder, *options):
    path = folder / "check.json"
    arguments = ["check", str(BAD_KERNELS / f"{name}.cu"), "--device", "cpu", "--json", str(path), *options]
    printed = CliRunner().invoke(main, arguments).output
    (variant,) = json.loads(path.read_text())["variants"]
    return printed, variant["groups"]


@pytest.mark.parametrize(
    ("name", "said", "lines"),
    [
        ("writes_zeros", "stored out[0, 1] at writes_zeros.cu:28; it does not depend on inp[0, 0..1]", [28]),
        ("dropped_tail_write", "no thread stored to out[0, 0]", []),
        (
            "merge_of_empty_lanes",
            "the first nan is sub.f32(-inf, -inf) in thread (2, 0, 0) of block",
            [30, 38, 55],
        ),
    ],
)
def test_the_store_of_a_wrong_value_is_shown(tmp_path, monkeypatch, name, said, lines):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    printed, groups = checked(name, tmp_path, "-k", "1x2-spread")
    assert [said in group["origin"] for group in groups] == [True]
    assert groups[0]["origin"].endswith("a line before it, which the trace lists") == ("first nan" in said)
    assert [excerpt["line"] for excerpt in groups[0]["excerpts"]] == lines
    assert f"  origin: {groups[0]['origin']}" in printed
    assert "\n  trace: kernel-harness trace " in printed


def test_a_fault_with_a_line_and_one_of_a_further_launch_have_no_origin(tmp_path, monkeypatch):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    for name, expression in (("write_past_row", "1x2-spread"), ("nan_stays_in_block", "133x5-spread")):
        _, groups = checked(name, tmp_path, "-k", expression)
        assert [group["origin"] for group in groups] == [""]


def test_the_scalars_of_the_case_are_shown(tmp_path, monkeypatch):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    path = tmp_path / "layer_norm_wrong.cu"
    source = (ROOT / "cuda_src/layer_norm_naive.cu").read_text(encoding="utf-8")
    assert source.count("+ eps") == 1
    path.write_text(source.replace("+ eps", "+ 1e-5f"), encoding="utf-8")
    printed = CliRunner().invoke(main, ["check", str(path), "--device", "cpu", "-k", "normal"]).output
    assert "\n  with eps = " in printed


def test_an_annotation_stands_at_the_store(monkeypatch):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    path = str(BAD_KERNELS / "writes_zeros.cu")
    arguments = ["check", path, "--device", "cpu", "-k", "1x2-spread", "--annotate", "github"]
    assert "writes_zeros.cu,line=28," in CliRunner().invoke(main, arguments).output
