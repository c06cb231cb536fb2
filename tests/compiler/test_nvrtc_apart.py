"""Options that NVRTC does not switch off again do not reach the next compilation."""

import contextlib
import sys
from pathlib import Path

import pytest

from harness.compiler import CompileRequest
from harness.compiler.backend import nvrtc
from harness.compiler.backend.nvrtc import Nvrtc, stays_on
from harness.compiler.source.translation import CompileJob, RefusedError
from harness.errors import DeviceError
from harness.variant.declaration.compile_option import OPTIONS, fault_of
from tests.run.process_table import Program, wait_until
from tests.variant.test_compile_option import given

FOLDER = Path(__file__).parent
SOURCE = b"""
__device__ float longer(float x) { return x + threadIdx.x; }
extern "C" __global__ void k(const float* inp, float* out, int n) {
  float sum = 0.0f;
  for (int i = 0; i < n; ++i) { out[i] = longer(sum) / (sum + 1e-39f); sum += inp[0] * inp[1]; }
}
"""
SWITCHES = ("--restrict", "-restrict", "-opt-info=inline", "--optimization-info=inline")


def job(*options, source=SOURCE, target="ptx", instances=()):
    request = CompileRequest(FOLDER / "k.cu", "sm_90", target, instances=instances)
    return CompileJob(request, source, options, (FOLDER,))


@pytest.mark.parametrize("option", SWITCHES)
def test_the_next_compilation_is_as_before(option):
    compiler = Nvrtc()
    before = compiler.translate(job())
    switched = compiler.translate(job(option))
    assert (switched.ptx, switched.log) != (before.ptx, before.log)
    assert compiler.translate(job()) == before


PROBES = (
    SOURCE,
    b"""
template <int N> __device__ float more(float x) { if constexpr (N > 1) return x + N; else return x; }
extern "C" __global__ void k(float* out, int n) {
  for (int i : {1, 2, n}) out[i] = std::move(out[0]);
  out[0] = __shfl_sync(~0u, more<3>(out[1]), n);
  if (n < 0) printf("%d", n);
}
""",
    b'int more(int n) { return n + 1; } extern "C" __global__ void k(int* out) { out[0] = more(out[1]); }',
    b'extern "C" __global__ void k(long long* out, __int128 n) { out[0] = (long long)(n >> 70); }',
    b"template <class T> concept wide = sizeof(T) > 4;",
)
"""Programs that options change; NVRTC refuses the last three unless an option allows them."""


@pytest.mark.slow
def test_no_option_of_a_declaration_changes_what_is_compiled_later():
    def outcomes():
        """Yield what the library makes of the probes; `translate` would correct some of them."""
        for source in PROBES:
            try:
                yield library.compile(source, "k.cu", options, {}, want_cubin=False)
            except RefusedError as refused:
                yield str(refused)

    compiler = Nvrtc()
    library = compiler._library
    options = ["-arch=compute_90", "-std=c++17", *(["--no-cache"] if library.cuda >= (12, 9) else [])]
    before = [*outcomes()]
    assert [isinstance(outcome, str) for outcome in before] == [False, False, True, True, True]
    for row in OPTIONS:
        for option in given(row) if "nvrtc" in row.compilers else ():
            with contextlib.suppress(RefusedError):
                compiler.translate(job(option))
    assert [*outcomes()] == before


def test_each_spelling_may_be_declared_and_is_known_to_stay_on():
    assert [fault_of(option) for option in SWITCHES] == [None] * len(SWITCHES)
    assert all(stays_on(("-w", option)) for option in SWITCHES)
    assert not stays_on(("-w", "-std=c++17", "--restricted"))


def test_code_symbols_and_refusals_come_back():
    compiler = Nvrtc()
    template = b"template <int N> __global__ void k(float* out) { out[threadIdx.x] = N; }\n"
    made = compiler.translate(job("--restrict", source=template, target="cubin", instances=("k<3>",)))
    assert made.cubin.startswith(b"\x7fELF")
    assert made.symbols["k<3>"] in made.ptx
    with pytest.raises(RefusedError, match=r"^k\.cu\(1\): error: ") as refused:
        compiler.translate(job("--restrict", source=b"oops"))
    assert refused.value.is_lasting


def test_a_process_that_dies_is_a_refusal_that_may_pass(monkeypatch):
    monkeypatch.setattr(nvrtc, "_START", "import os; os.kill(os.getpid(), 9)")
    with pytest.raises(RefusedError, match=r"ended without an answer \(signal 9\)") as refused:
        Nvrtc().translate(job("--restrict"))
    assert not refused.value.is_lasting
    monkeypatch.setattr(nvrtc, "_START", "raise SystemExit('no memory')")
    with pytest.raises(RefusedError, match=r"\(exit status 1\)\nno memory"):
        Nvrtc().translate(job("--restrict"))


def test_a_library_that_is_gone_and_a_process_that_cannot_start_are_no_compiler(monkeypatch):
    compiler = Nvrtc()
    path, cuda = compiler._library.opened_as
    monkeypatch.setattr(compiler._library, "opened_as", (f"{path}.gone", cuda))
    with pytest.raises(DeviceError, match=r"the nvrtc library cannot be loaded; pip install"):
        compiler.translate(job("--restrict"))
    monkeypatch.setattr(sys, "executable", "/dev/null/python")
    with pytest.raises(DeviceError, match=r"nvrtc must run in a process of its own \(got: "):
        compiler.translate(job("--restrict"))


ASKS = """
import sys
from pathlib import Path
from harness.compiler import CompileRequest
from harness.compiler.backend import nvrtc
from harness.compiler.backend.nvrtc import Nvrtc
from harness.compiler.source.translation import CompileJob

compiler = Nvrtc()
nvrtc._START = '''
import os, sys, time
noted = sys.argv.pop()
sys.path[:] = sys.argv[2:]
import harness.compiler.backend.nvrtc as apart

def stay(*_):
    with open(noted, "w") as file:
        file.write(str(os.getpid()))
    time.sleep(600)

apart.load = stay
apart.answer()
'''
sys.path.append(sys.argv[1])
compiler.translate(CompileJob(CompileRequest(Path("k.cu"), "sm_90"), b"", ("--restrict",), (Path.cwd(),)))
"""
"""Program that asks for a compilation; the new process writes its number to a file and then sleeps."""


def test_the_process_ends_with_the_one_that_asked(tmp_path):
    noted = tmp_path / "pid"
    program = Program(sys.executable, "-c", ASKS, noted)
    try:
        wait_until(lambda: noted.exists() and noted.read_text())
        assert int(noted.read_text()) in program.running()
    finally:
        assert program.left_when_killed() == []
