import shutil
import sys
from pathlib import Path

import pytest

from tests.kernels.mutants import kernel
from tests.run.fake_device import write_kernel

ROOT = Path(__file__).parents[2]
RARE = ROOT / "fixtures" / "rare_faults"
FEW = ("--examples", "50")


@pytest.fixture
def real(real):
    """Add two kernels, one wrong for wide padding."""
    shutil.copy(ROOT / "cuda_src" / "softmax_naive.cu", real / "cuda_src")
    text = kernel(RARE, "one_stride").read_text()
    assert "inp_stride == n_cols + 3" in text
    # Less rare, so that few examples find it whatever hypothesis draws.
    text = text.replace("inp_stride == n_cols + 3", "inp_stride >= n_cols + 3")
    (real / "cuda_src" / "one_stride.cu").write_text(text)
    return real


def test_what_is_found_is_printed_with_its_rerun_command(project, invoke):
    write_kernel(project / "cuda_src", "a_wrong", fault="wrong-value")
    write_kernel(project / "cuda_src", "b_good")
    result = invoke("search", "--device", "cpu", "--examples", "20")
    assert result.exit_code == 1
    assert "searching 2 variants, 20 cases drawn for each, seed 0" in result.stdout
    assert "\nFAIL     a_wrong " in result.stdout
    assert "\nPASS     b_good " in result.stdout
    assert "\nFAIL a_wrong-float32-1x1-spread-block32  wrong-value\n" in result.stdout
    assert "\n  input row 0: " in result.stdout
    assert (
        "rerun: kernel-harness check a_wrong -k a_wrong-float32-1x1-spread-block32 --device cpu\n"
        in result.stdout
    )
    assert result.stdout.rstrip().endswith("1 found")


def test_nothing_found_exits_0_and_a_wrong_declaration_2(project, invoke, monkeypatch):
    monkeypatch.setattr("harness.report.text.console.SILENCE_S", 0.0)
    write_kernel(project / "cuda_src")
    result = invoke("search", "softmax_fake", "--device", "cpu", "--examples", "20", "--seed", "7")
    assert result.exit_code == 0
    assert "seed 7" in result.stdout
    assert not (project / ".hypothesis").exists()
    assert "running   1 of 20 cases done, 0 failed, about " in result.stdout
    assert result.stdout.rstrip().endswith("nothing found")
    write_kernel(project / "cuda_src", "wrong", blok="[[32]]")
    result = invoke("search", "--device", "cpu", "--examples", "20")
    assert result.exit_code == 2
    assert "PASS     softmax_fake" in result.stdout
    assert "ERROR declaration-error\n" in result.stdout
    assert "wrong.cu" in result.stdout


def test_a_device_that_is_not_there_fails(project, invoke):
    write_kernel(project / "cuda_src")
    result = invoke("search", "--device", "gpu", "--examples", "20")
    assert result.exit_code == 1
    assert "NOT-RUN softmax_fake\n  the gpu device is not available" in result.stdout.replace("\n\n", "\n")


def test_without_hypothesis_the_command_to_install_it_is_named(project, invoke, monkeypatch):
    # What an import finds that finds nothing.
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    write_kernel(project / "cuda_src")
    result = invoke("search", "--device", "cpu")
    assert result.exit_code == 2
    assert "pip install hypothesis" in result.stderr


def test_a_pinned_case_is_checked_ever_after(real, invoke):
    result = invoke("search", "--device", "cpu", "--pin", *FEW)
    assert result.exit_code == 1
    assert "\npinned: 1 new case in fixtures/found_cases/one_stride.toml\n" in result.stdout
    assert "not checked yet" not in result.stdout
    case_id = "one_stride-float32-1x1-spread-strided_3_0-block128"
    assert f'id  = "{case_id}"\n' in (real / "fixtures" / "found_cases" / "one_stride.toml").read_text()

    assert f"\n{case_id}\n" in invoke("list", "--cases").stdout
    for expression in ("found", case_id):
        check = invoke("check", "--device", "cpu", "-k", expression)
        assert check.exit_code == 1
        assert f"\nFAIL {case_id}  wrong-value\n" in check.stdout
        assert "1 variant, 1 case: 0 passed, 1 failed (1 FAIL), 0 skipped" in check.stdout

    again = invoke("search", "one_stride", "--device", "cpu", "--pin", *FEW)
    assert "pinned: 0 new cases in fixtures/found_cases/one_stride.toml" in again.stdout

    # Mended, the case is what keeps the fault from coming back.
    source = real / "cuda_src" / "one_stride.cu"
    source.write_text(source.read_text().replace("sum *= 2.0f;", ""))
    mended = invoke("check", "--device", "cpu", "-k", "found")
    assert mended.exit_code == 0
    assert "1 variant, 1 case: 1 passed" in mended.stdout


def test_a_file_of_ones_own_is_pinned_to_and_has_to_be_configured(real, invoke):
    result = invoke("search", "one_stride", "--device", "cpu", "--pin", "mine/cases.toml", *FEW)
    assert "pinned: 1 new case in mine/cases.toml\n" in result.stdout
    assert "not checked yet: add mine/cases.toml to `found_cases`" in result.stdout
    assert invoke("check", "-k", "found", "--device", "cpu").exit_code == 2
    (real / "pyproject.toml").write_text('[tool.kernel-harness]\nfound_cases = ["mine/cases.toml"]\n')
    assert invoke("check", "-k", "found", "--device", "cpu").exit_code == 1
    again = invoke("search", "one_stride", "--device", "cpu", "--pin", "mine/cases.toml", *FEW)
    assert "pinned: 0 new cases in mine/cases.toml" in again.stdout
    assert "not checked yet" not in again.stdout


def test_a_wrong_file_of_found_cases_is_an_error_of_a_check(project, invoke):
    write_kernel(project / "cuda_src")
    folder = project / "fixtures" / "found_cases"
    folder.mkdir(parents=True)
    (folder / "a.toml").write_text('[[case]]\nid = "gone-float32-1x1-spread-block32"\nwhy = "so"\n')
    result = invoke("check", "--device", "cpu", "-k", "3x1-")
    assert result.exit_code == 2
    assert "a.toml:2: a found case must name a variant that exists" in result.stdout
