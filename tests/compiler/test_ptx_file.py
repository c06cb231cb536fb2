"""A ``.ptx`` file is taken as it is: run, counted on, and refused with its line."""

from pathlib import Path

import pytest

from harness.compiler import CompileRequest, compile  # noqa: A004 - its name
from harness.device.cpu.ptx_cpu import PtxCpu
from harness.errors import CompileError
from harness.run.case_run import run_case
from harness.settings.settings import Settings
from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant
from harness.verdict import Reason, Verdict

WRITTEN = Path(__file__).parents[2] / "fixtures" / "disclosure" / "leak4.ptx"
"""A transposition by hand."""


@pytest.fixture(scope="module")
def device():
    return PtxCpu(Settings.load(Path(__file__).parent))


def _run(path: Path, device: PtxCpu):  # type: ignore[no-untyped-def]
    variant = load_variant(path)
    case = make_case(variant, dtype="float32", n_rows=3, n_cols=5, kind="spread", block=(128, 1, 1))
    return run_case(case, device, Settings.load(Path(__file__).parent))


def test_a_handwritten_file_runs(tmp_path, device):
    path = tmp_path / "transpose.ptx"
    path.write_text(WRITTEN.read_text())
    result = _run(path, device)
    assert result.verdict is Verdict.PASS, result.findings


def test_a_finding_names_the_line_of_the_file(tmp_path, device):
    path = tmp_path / "transpose.ptx"
    path.write_text(WRITTEN.read_text().replace("[%rd4];", "[%rd4+64];"))
    result = _run(path, device)
    (finding,) = [each for each in result.findings if each.reason is Reason.OOB_READ]
    assert "[%rd4+64]" in path.read_text().split("\n")[finding.ptx_line - 1]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b".version 8.0\n.target sm_80\n", "no .entry in the text"),
        (b".version 8.0\n\xff\n", "k.ptx(2): error: PTX must be ASCII (got byte 0xff)"),
        (b".entry k(.param .v9 x)\n", "an unknown type (got .v9"),
    ],
)
def test_a_file_that_is_no_ptx_is_refused(content, said, tmp_path):
    path = tmp_path / "k.ptx"
    path.write_bytes(content)
    with pytest.raises(CompileError) as caught:
        compile(CompileRequest(path, "sm_90"))
    assert said in caught.value.log


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(CompileError, match=r"gone\.ptx cannot be read"):
        compile(CompileRequest(tmp_path / "gone.ptx", "sm_90"))
