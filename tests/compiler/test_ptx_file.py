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

HEAD = """// /// variant
// summary = "One element for each block."
// source  = "a test"
// operation = "transpose"
// entry   = "transpose"
// args    = ["inp", "out", "n_rows", "n_cols", "ld_inp", "ld_out"]
// block   = [32]
// grid    = ["n_rows", "n_cols"]
// requires = ["n_rows <= 65535", "n_cols <= 65535"]
// ///
"""
# One thread moves one element; the others of its block leave.
CODE = """.version 8.0
.target sm_80
.address_size 64
.visible .entry transpose(.param .u64 inp, .param .u64 out, .param .u32 n_rows, .param .u32 n_cols,
                          .param .u32 inp_stride, .param .u32 out_stride)
{
    .reg .pred %p<2>;
    .reg .b32 %r<8>;
    .reg .b64 %rd<8>;
    mov.u32 %r1, %tid.x;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra DONE;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ctaid.y;
    ld.param.u32 %r4, [inp_stride];
    ld.param.u32 %r5, [out_stride];
    ld.param.u64 %rd1, [inp];
    ld.param.u64 %rd2, [out];
    mul.wide.u32 %rd3, %r2, %r4;
    cvt.u64.u32 %rd4, %r3;
    add.s64 %rd3, %rd3, %rd4;
    shl.b64 %rd3, %rd3, 2;
    add.s64 %rd1, %rd1, %rd3;
    mul.wide.u32 %rd5, %r3, %r5;
    cvt.u64.u32 %rd6, %r2;
    add.s64 %rd5, %rd5, %rd6;
    shl.b64 %rd5, %rd5, 2;
    add.s64 %rd2, %rd2, %rd5;
    ld.global.b32 { %r6 }, [%rd1];
    st.global.b32 [%rd2], %r6;
DONE:
    ret;
}
"""


@pytest.fixture(scope="module")
def device():
    return PtxCpu(Settings.load(Path(__file__).parent))


def _run(path: Path, device: PtxCpu):  # type: ignore[no-untyped-def]
    variant = load_variant(path)
    case = make_case(variant, dtype="float32", n_rows=3, n_cols=5, kind="spread", block=(32, 1, 1))
    return run_case(case, device, Settings.load(Path(__file__).parent))


def test_a_handwritten_file_runs(tmp_path, device):
    path = tmp_path / "transpose.ptx"
    path.write_text(HEAD + CODE)
    result = _run(path, device)
    assert result.verdict is Verdict.PASS, result.findings


def test_a_finding_names_the_line_of_the_file(tmp_path, device):
    path = tmp_path / "transpose.ptx"
    path.write_text(HEAD + CODE.replace("[%rd1];", "[%rd1+64];"))
    result = _run(path, device)
    (finding,) = [each for each in result.findings if each.reason is Reason.OOB_READ]
    assert "[%rd1+64]" in path.read_text().split("\n")[finding.ptx_line - 1]


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
