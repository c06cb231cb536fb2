"""`kernel-harness init` on PTX of other compilers: LLVM's, and in the form in which Numba passes arrays."""

import llvmlite.binding as llvm
import pytest

from harness.compiler import CompileRequest
from harness.device.cpu.ptx_cpu import PtxCpu
from harness.settings.settings import Settings
from tests.adopt.commands import check, declared, init, invoke

SREG = "llvm.nvvm.read.ptx.sreg"
# Row-wise SiLU, its exponential by ex2 of x times -log2(e); the last parameter is not used.
LLVM_IR = f"""target triple = "nvptx64-nvidia-cuda"
declare i32 @{SREG}.tid.x()
declare i32 @{SREG}.ctaid.x()
declare i32 @{SREG}.ntid.x()
declare float @llvm.nvvm.ex2.approx.f(float)
define ptx_kernel void @silu(ptr addrspace(1) %y, ptr addrspace(1) %x, i64 %count, float %unused) {{
  %t = call i32 @{SREG}.tid.x()
  %b = call i32 @{SREG}.ctaid.x()
  %n = call i32 @{SREG}.ntid.x()
  %o = mul i32 %b, %n
  %at = add i32 %o, %t
  %i = zext i32 %at to i64
  %in = icmp slt i64 %i, %count
  br i1 %in, label %do, label %end
do:
  %p = getelementptr float, ptr addrspace(1) %x, i64 %i
  %q = getelementptr float, ptr addrspace(1) %y, i64 %i
  %v = load float, ptr addrspace(1) %p
  %m = fmul float %v, 0xBFF7154760000000
  %e = call float @llvm.nvvm.ex2.approx.f(float %m)
  %d = fadd float %e, 1.0
  %z = fdiv float %v, %d
  store float %z, ptr addrspace(1) %q
  br label %end
end:
  ret void
}}
"""
_ARRAY = "5ArrayIfLi2E1A7mutable7alignedE"
NUMBA = f"_ZN8__main__4siluB2v1E{_ARRAY}{_ARRAY}"
_NUMBERS = ", ".join(f"long long p{n}" for n in range(18))
# Data, sizes and strides are members 4 to 8 of each array's nine.
NUMBA_SOURCE = f"""extern "C" __global__ void {NUMBA}({_NUMBERS}) {{
    long long at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= p5 * p6) return;
    float x = *(const float*)(p4 + at / p6 * p7 + at % p6 * p8);
    *(float*)(p13 + at / p6 * p16 + at % p6 * p17) = x / (1.0f + exp2f(x * -1.442695f));
}}
"""


def numba_ptx(folder, source=NUMBA_SOURCE):
    (folder / "numba.cu").write_text(source, encoding="ascii")
    device = PtxCpu(Settings.load(folder))
    try:
        return device.compile(CompileRequest(folder / "numba.cu", "sm_90")).code.decode("ascii")
    finally:
        device.close()


@pytest.fixture(scope="module")
def llvm_ptx():
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple("nvptx64-nvidia-cuda")
    return target.create_target_machine(cpu="sm_80", opt=3).emit_assembly(llvm.parse_assembly(LLVM_IR))


def test_a_kernel_of_llvm_is_declared_in_its_file(project, llvm_ptx):
    source = project / "silu.ptx"
    source.write_text(llvm_ptx, encoding="ascii")
    output, told = init(source)
    assert "compiled code: parameters param_0 (pointer), param_1 (pointer)" in output
    assert told["args"].startswith('["out", "inp", "n_rows * n_cols", ')
    assert (told["grid"], told["arithmetic"]) == ('"ceil_div(n_rows * n_cols, block_x)"', '"exp2"')
    head, _, rest = source.read_text(encoding="ascii").partition("// /// variant\n")
    assert head + rest.partition("// ///\n")[2].removeprefix("\n") == llvm_ptx, "the rest is not touched"
    check(source)
    assert invoke("init", source).exit_code == 0
    assert declared(source) == told, "a declaration stays"


def test_arrays_of_numba_get_sizes_and_strides_in_bytes(project):
    source = project / "numba.ptx"
    source.write_text(before := numba_ptx(project), encoding="ascii")
    (project / "kernels").mkdir()
    result = invoke("init", source, "--into", "kernels")
    assert result.exit_code == 0, result.output
    assert source.read_text(encoding="ascii") == before
    assert "param_" not in result.output.partition("guessed: ")[2], "the symbol says what they are"
    (path,) = (project / "kernels").iterdir()
    told = declared(path)
    assert told["file"] == '"../numba.ptx"'
    assert told["entry"] == f'"{NUMBA}"'
    array = '0, 0, 0, 0, "{}", {}, "n_cols * 4", 4'
    first = array.format("inp", '"n_rows", "n_cols"')
    assert told["args"] == f"[{first}, {array.format('out', '0, 0')}]"
    check(path)


def test_a_kernel_that_computes_nothing_known_is_not_declared(project):
    source = project / "numba.ptx"
    text = numba_ptx(project, NUMBA_SOURCE.replace("1.0f", "2.0f"))
    source.write_text(text, encoding="ascii")
    result = invoke("init", source, "--operation", "silu", "--no-input")
    assert result.exit_code == 2
    assert "NOT DECLARED" in result.output
    assert "wrong-value" in result.output
    assert source.read_text(encoding="ascii") == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("int main() {}\n", "numba.ptx must have an .entry (got none)"),
        (".version 8.0\n.target sm_80\n.visible .entry k()\n{\nex3 ?;\n}\n", "a .ptx file must be PTX"),
    ],
)
def test_what_is_no_kernel_in_ptx_is_refused(project, text, message):
    (project / "numba.ptx").write_text(text, encoding="ascii")
    result = invoke("init", "numba.ptx")
    assert result.exit_code == 2
    assert message in result.output
