"""CUDA tensors of PyTorch's CPU wheel, and Triton, on the virtual GPU."""

import json
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from harness.driver.torch_cuda.backend import KNOWN, build
from harness.errors import DeviceError
from harness.settings.settings import Settings
from tests.driver.program_text import run_text

# pytester has another home.
_CACHE = Settings.load(Path.cwd()).cache_dir
_KERNELS = """
import torch
import triton
import triton.language as tl


@triton.jit
def add(x, y, out, n, beyond: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n + beyond
    tl.store(out + at, tl.load(x + at, mask=mask) + tl.load(y + at, mask=mask), mask=mask)


@triton.jit
def helper(x):
    return x + 1


@triton.jit
def forgotten(x):
    tl.store(x, helper(tl.load(x)))


def added(x, y, beyond=0):
    out = torch.empty_like(x)
    add[(triton.cdiv(x.numel(), 256),)](x, y, out, x.numel(), beyond, BLOCK=256)
    return out
"""

_SERVICES = """
import os

import torch

# Streams and events
ones = torch.ones(1000, device="cuda")
main, side = torch.cuda.current_stream(), torch.cuda.Stream()
assert side != main == torch.cuda.default_stream() and side.cuda_stream and not main.cuda_stream
side.wait_stream(main)
with torch.cuda.stream(side):
    assert torch.cuda.current_stream() == side
    twice = ones * 2
    twice.record_stream(side)
assert torch.cuda.current_stream() == main
main.wait_stream(side)
start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
start.record()
assert twice.sum().item() == 2000
end.record()
end.synchronize()
assert end.query() and start.elapsed_time(end) > 0
torch.Event("cuda").record()


class Double(torch.autograd.Function):
    streams = []

    @staticmethod
    def forward(ctx, x):
        Double.streams.append(torch.cuda.current_stream())
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        Double.streams.append(torch.cuda.current_stream())
        return grad * 2


x = torch.ones(3, device="cuda", requires_grad=True)
with torch.cuda.stream(side):
    y = Double.apply(x)
y.sum().backward()
assert Double.streams == [side, side] and x.grad.tolist() == [2, 2, 2]

# Generators
torch.manual_seed(1)
host = torch.rand(2)
torch.manual_seed(1)
torch.cuda.manual_seed(2)
torch.rand(3, device="cuda")
assert torch.equal(torch.rand(2), host), "numbers of the GPU are taken from its own generator"
torch.cuda.manual_seed(2)
first = torch.rand(3, device="cuda")
torch.cuda.manual_seed(2)
assert torch.equal(torch.rand(3, device="cuda"), first)
mine = torch.Generator("cuda").manual_seed(2)
assert mine.device.type == "cuda" and torch.equal(torch.rand(3, device="cuda", generator=mine), first)
state = torch.cuda.get_rng_state()
first = torch.rand(3, device="cuda")
torch.cuda.set_rng_state(state)
assert torch.equal(torch.rand(3, device="cuda"), first)
dropped = torch.nn.functional.dropout(torch.ones(99, device="cuda"))
torch.cuda.set_rng_state(state)
torch.rand(3, device="cuda")
assert torch.equal(torch.nn.functional.dropout(torch.ones(99, device="cuda")), dropped)
assert set(dropped.tolist()) == {0, 2}
seed, offset = state.view(torch.int64).tolist()  # as programs with random kernels read the state
assert (seed, offset) == (2, 4) and torch.cuda.default_generators[0].get_offset() == 12
state.view(torch.int64)[1] = 0
torch.cuda.set_rng_state(state)
assert torch.equal(torch.rand(3, device="cuda").cpu(), torch.rand(3, generator=torch.Generator().manual_seed(2)))

# Memory
before = torch.cuda.memory_allocated()
torch.cuda.reset_peak_memory_stats()
large = torch.empty(1 << 20, device="cuda")
assert torch.cuda.memory_allocated() == before + (4 << 20)
free, total = torch.cuda.mem_get_info()
assert total - free >= 4 << 20
del large
torch.cuda.empty_cache()
assert torch.cuda.memory_allocated() == before and torch.cuda.max_memory_allocated() == before + (4 << 20)
assert "Allocated memory" in torch.cuda.memory_summary()
torch.accelerator.reset_peak_memory_stats()
torch.accelerator.empty_cache()
assert torch.accelerator.memory_allocated() == torch.accelerator.max_memory_allocated() == before
try:
    torch.empty(1 << 40, device="cuda")
    raise AssertionError
except torch.OutOfMemoryError as error:
    assert str(error).startswith("CUDA out of memory. Tried to allocate 4398046511104 bytes")
page_locked = torch.ones(4).pin_memory()
assert page_locked.is_pinned() and not host.is_pinned() and page_locked.cuda(non_blocking=True).sum().item() == 4
for _ in range(140_000):  # more than there are addresses: they are used again
    torch.empty(1, device="cuda")
assert ones.sum().item() == 1000

# The device
properties = torch.cuda.get_device_properties(0)
assert (properties.name, properties.major, properties.multi_processor_count) == ("NVIDIA A100-SXM4-40GB", 8, 108)
assert torch.cuda.is_available() and torch.cuda.is_bf16_supported() and torch.cuda.get_device_capability() == (8, 0)
try:
    torch.cuda.CUDAGraph()
    raise AssertionError
except NotImplementedError as error:
    assert "CUDAGraph" in str(error)
try:
    ones.add_(torch.ones(1000))
    raise AssertionError
except RuntimeError as error:
    assert "at least two devices, cuda:0 and cpu!" in str(error)

# Other processes
child = os.fork()
if child == 0:
    try:
        torch.ones(1, device="cuda")
    except RuntimeError as error:
        os._exit(int("Cannot re-initialize CUDA in forked subprocess" not in str(error)))
    os._exit(2)
assert os.waitpid(child, 0)[1] == 0
data = torch.utils.data.TensorDataset(torch.arange(8.0))
loader = torch.utils.data.DataLoader(data, batch_size=4, num_workers=1, pin_memory=True)
assert [part.cuda().sum().item() for (part,) in loader] == [6, 22]
kept = torch.ones(4, device="cuda")  # no leak: a tensor may live to the end
print("right")
"""


@pytest.mark.torch
def test_streams_generators_memory_and_processes_are_as_torch_has_them(tmp_path):
    found = run_text(tmp_path, _SERVICES, "--as", "sm_80")
    assert (found.stdout, found.returncode) == ("right\n", 0), found.stderr
    assert found.stderr.rstrip().endswith("0 findings, 0 notes"), found.stderr


_TIMED_OUT = """
import os
import signal
import sys
import time

import torch


def time_out(number, frame):
    raise TimeoutError


def trace(frame, event, _argument):
    if frame.f_code.co_name == "_define":
        sys.settrace(None)
        os.kill(os.getpid(), signal.SIGALRM)


signal.signal(signal.SIGALRM, time_out)
x = torch.empty(10, device="cuda")
torch.cuda.synchronize()
try:
    sys.settrace(trace)
    x[::2].fill_(1)
    time.sleep(1)
except TimeoutError:
    assert x[::2].tolist() == [1] * 5
    print("right")
"""


@pytest.mark.torch
def test_an_operator_ends_before_a_handler_of_the_program_raises(tmp_path):
    found = run_text(tmp_path, _TIMED_OUT)
    assert (found.stdout, found.returncode) == ("right\n", 0), found.stderr


_COST = """
import time

import torch


def us_of_an_operator(x, n=2000):
    start = time.process_time()
    for _ in range(n):
        x = x + 1
    return (time.process_time() - start) / n * 1e6


gpu, host = (min(us_of_an_operator(torch.arange(10.0, device=device)) for _ in range(5)) for device in ("cuda", "cpu"))
print(gpu, host)
"""


@pytest.mark.torch
def test_an_operator_takes_at_most_60_us(tmp_path):
    found = run_text(tmp_path, _COST)
    gpu, host = map(float, found.stdout.split())
    assert gpu <= max(60, 5 * host), found.stdout  # on a slow machine both are slow


_TESTS = (
    _KERNELS
    + """
import pytest


class Added(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return added(x, x)

    @staticmethod
    def backward(ctx, grad):
        return added(grad.contiguous(), grad.contiguous(), beyond=1)


@pytest.mark.parametrize("beyond", [0, 1])
def test_add(beyond):
    x = torch.ones(4, 250, device="cuda").t()
    assert torch.equal(added(x, x, beyond), x + x)
    torch.cuda.synchronize()


def test_right_after_a_fault():
    assert added(*torch.ones(2, 5, device="cuda")).tolist() == [2] * 5


def test_backward():
    Added.apply(torch.ones(7, device="cuda", requires_grad=True)).sum().backward()


def test_unwritten():
    torch.empty(10, device="cuda").sum().item()
"""
)


@pytest.mark.torch
@pytest.mark.parametrize("way", ["run", "option"])
def test_a_finding_fails_its_test_and_no_other(pytester, monkeypatch, way):
    monkeypatch.setenv("KERNEL_HARNESS_CACHE_DIR", str(_CACHE))
    monkeypatch.setenv("COLUMNS", "200")
    pytester.makepyfile(test_it=_TESTS)
    options = ("-p", "no:cacheprovider", "-W", "ignore")
    if way == "run":
        result = pytester.run(sys.executable, "-m", "kernel_harness", "run", "-m", "pytest", *options)
    else:
        result = pytester.runpytest_subprocess("--kernel-virtual-gpu", "sm_90", "-n", "2", *options)
    result.assert_outcomes(passed=2, failed=3)
    result.stdout.fnmatch_lines_random(
        [
            "FAILED test_it.py::test_add[[]1[]] - torch.AcceleratorError: CUDA error: an illegal memory access*",
            "FAILED test_it.py::test_backward - FOUND oob-read: *",
            "FAILED test_it.py::test_unwritten - FOUND uninitialised-read: aten::sum reads 40 of 40 bytes of the "
            "float32 tensor [[]10[]] of test_it.py:* that nothing has written",
            "FOUND oob-write: * (0 bytes past the end of the float32 tensor [[]250, 4[]] with strides [[]1, 250[]] of "
            "test_it.py:24, 4000 bytes)",
            "  launched by *test_it.py:25, in added",
            "  from *test_it.py:44, in test_add",
        ]
    )
    lines = result.errlines if way == "run" else result.outlines
    assert sum("5 launches on a virtual NVIDIA H100" in line for line in lines) == 1, lines
    unlaunched = [line for line in lines if line.startswith("no test launched")]
    assert len(unlaunched) == 1, lines
    assert re.fullmatch(r"no test launched forgotten of .*test_it\.py:18", unlaunched[0])


_TUNED = """
import torch
import triton
import triton.language as tl


@triton.autotune(configs=[triton.Config({"BLOCK": block}) for block in (4096, 128, 256)], key=["n"])
@triton.jit
def double(x, out, n, BLOCK: tl.constexpr):
    tl.static_assert(BLOCK < 4096)
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + at, mask=at < n) * 2, mask=at < n)


x, out = torch.ones(300, device="cuda"), torch.empty(300, device="cuda")
double[lambda meta: (triton.cdiv(300, meta["BLOCK"]),)](x, out, 300)
assert out.sum().item() == 600
assert min(triton.testing.do_bench(lambda: x + 1, quantiles=[0.2, 0.8])) > 0
print(double.best_config.kwargs["BLOCK"])
"""


@pytest.mark.torch
@pytest.mark.parametrize(("configs", "n_launches"), [("first", 2), ("all", 3)])
def test_the_autotuner_stops_at_the_first_configuration_that_runs(tmp_path, monkeypatch, configs, n_launches):
    monkeypatch.setenv("KERNEL_HARNESS_TRITON_CONFIGS", configs)
    report = tmp_path / "report.json"
    found = run_text(tmp_path, _TUNED, "--json", str(report))
    assert found.returncode == 0, found.stderr
    assert found.stdout in (("128\n",) if configs == "first" else ("128\n", "256\n"))
    assert json.loads(report.read_text())["launches"] == n_launches
    assert found.stderr.count("event times are the executor's own") == 1


_COMPILED = """
import torch


def function(x, w):
    return torch.nn.functional.gelu(x @ w).softmax(-1).sum(0)


x = torch.randn(16, 8, device="cuda", requires_grad=True)
w = torch.randn(8, 24, device="cuda")
results = []
for each in (torch.compile(function), function):
    x.grad = None
    y = each(x, w)
    y.square().sum().backward()
    results.append((y.detach(), x.grad))
for compiled, eager in zip(*results):
    torch.testing.assert_close(compiled, eager)
print("right")
"""


@pytest.mark.torch
@pytest.mark.slow
def test_a_compiled_function_and_its_backward_run_as_triton_kernels(tmp_path):
    report = tmp_path / "report.json"
    found = run_text(tmp_path, _COMPILED, "--json", str(report))
    assert (found.stdout, found.returncode) == ("right\n", 0), found.stderr
    assert any(row["kernel"].startswith("triton_") for row in json.loads(report.read_text())["kernels"])


@pytest.mark.torch
def test_a_compiler_that_does_not_know_the_headers_ends_the_program_with_an_error(tmp_path, monkeypatch):
    monkeypatch.setenv("KERNEL_HARNESS_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("CXX", "false")
    found = run_text(tmp_path, "try:\n    import torch\nexcept ImportError:\n    print('skipped')")
    assert (found.stdout, found.returncode) == ("skipped\n", 1)
    assert "the virtual GPU does not know PyTorch" in found.stderr


@pytest.mark.parametrize(
    ("compiler", "message"),
    [
        ("", r"need a C\+\+ compiler \(got none\); install g\+\+, or set CXX"),
        ("false", r"does not know PyTorch 1\.2\.3; it knows 2\.11, .*2\.\d+ \(got from false"),
        ("/no/such/compiler", r"must be a program \(got '/no/such/compiler'"),
    ],
)
def test_the_error_of_a_backend_that_cannot_be_built_says_why(tmp_path, monkeypatch, compiler, message):
    (tmp_path / "version.py").write_text("__version__ = '1.2.3'\n")
    monkeypatch.setenv("CXX", compiler)
    if not compiler:
        monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DeviceError, match=message):
        build(tmp_path, tmp_path / "cache")


@pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")
def test_a_backend_whose_names_a_pytorch_does_not_export_is_refused_by_name(tmp_path):
    torch = tmp_path / "torch"
    (torch / "lib").mkdir(parents=True)
    (torch / "version.py").write_text("__version__ = '1.2.3'\n")
    (torch / "__init__.py").touch()
    texts = {"c10": "", "torch_cpu": "", "missing": "void other(); void kh_serve() { other(); }"}
    served = "".join(f"void {name}() {{}} " for name in ("kh_exchange_stream", "kh_changes", "kh_serve"))
    texts["taken"] = f'{served} const char* kh_unserved() {{ return "a_table"; }}'
    for name, text in texts.items():
        place = torch / "lib" / f"lib{name}.so"
        command = ["g++", "-shared", "-fPIC", "-Wl,-z,now", "-x", "c++", "-", "-o", str(place)]
        subprocess.run(command, input=f'extern "C" {{ {text} }}', text=True, check=True)
    program = f"""
from pathlib import Path
from kernel_harness.driver.attachment import attachment
from kernel_harness.driver.torch_cuda.backend import Backend
from kernel_harness.errors import DeviceError

torch = Path({str(torch)!r})
for name in ("libmissing.so", "libtaken.so"):
    try:
        Backend(attachment().gpu, torch / "lib" / name, torch)
    except DeviceError as error:
        print(error)
"""
    found = run_text(tmp_path, program)
    lines = found.stdout.splitlines()
    assert len(lines) == 2, found.stdout + found.stderr
    assert all(
        line.startswith("the virtual GPU does not know PyTorch 1.2.3; it knows 2.11, ") for line in lines
    ), lines
    assert "undefined symbol: other" in lines[0]
    assert "(got another backend in a_table)" in lines[1]


def test_each_known_release_has_an_environment_of_tox():
    text = (Path(__file__).resolve().parents[2] / "tox.ini").read_text()
    assert tuple(re.findall(r"torch==(\d+\.\d+)\.", text)) == KNOWN


def test_an_interpreter_without_the_package_starts_without_a_word(tmp_path):
    venv.create(tmp_path / "other", symlinks=True)
    python = tmp_path / "other" / "bin" / "python"
    text = f"""
import subprocess
done = subprocess.run([{str(python)!r}, "-c", "print('right')"], capture_output=True, text=True)
print(done.stdout + done.stderr, end="")
"""
    assert run_text(tmp_path, text).stdout == "right\n"
