"""A suite of Triton kernels, each of them right and with one fault: what is found, and at which line."""

import json
import sys
from pathlib import Path

import pytest

from harness.settings.settings import Settings

pytestmark = pytest.mark.torch

# A comment names the tests that have findings at its line.
SUITE = """
import pytest
import torch
import triton
import triton.language as tl

both = pytest.mark.parametrize("wrong", [False, True])


@triton.jit
def double(x, out, n, WRONG: tl.constexpr, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    mask = at <= n if WRONG else at < n
    tl.store(out + at, 2 * tl.load(x + at, mask=mask), mask=mask)  # mask backward


@both
def test_mask(wrong):
    x, out = torch.ones(250, device="cuda"), torch.empty(250, device="cuda")
    double[(4,)](x, out, 250, wrong, B=64)
    assert out.eq(2).all()


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, wrong):
        ctx.wrong = wrong
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        grad = grad.contiguous()
        out = torch.empty_like(grad)
        double[(4,)](grad, out, grad.numel(), ctx.wrong, B=64)
        return out, None


@both
def test_backward(wrong):
    x = torch.ones(250, device="cuda", requires_grad=True)
    Double.apply(x, wrong).sum().backward()
    assert x.grad.eq(2).all()


@triton.jit
def maxima(x, out, stride, n, other, B: tl.constexpr):
    at = tl.arange(0, B)
    row = tl.load(x + tl.program_id(0) * stride + at, mask=at < n, other=other)  # stride
    tl.store(out + tl.program_id(0), tl.max(row))


@both
def test_stride(wrong):
    x, out = torch.randn(4, 60, device="cuda"), torch.empty(4, device="cuda")
    maxima[(4,)](x, out, 64 if wrong else x.stride(0), 60, -float("inf"), B=64)
    torch.cuda.synchronize()
    assert wrong or out.equal(x.amax(1))


@both
def test_other(wrong):
    x, out = -1 - torch.rand(4, 60, device="cuda"), torch.empty(4, device="cuda")
    maxima[(4,)](x, out, 60, 60, 0.0 if wrong else -float("inf"), B=64)
    assert out.equal(x.amax(1))


@triton.jit
def total(x, parts, out, WRONG: tl.constexpr, B: tl.constexpr, N: tl.constexpr):
    part = tl.sum(tl.load(x + tl.program_id(0) * B + tl.arange(0, B)))
    tl.store(parts + tl.program_id(0), part)  # barrier
    if WRONG and tl.program_id(0) == N - 1:
        tl.store(out, tl.sum(tl.load(parts + tl.arange(0, N))))  # barrier


@triton.jit
def total_of_parts(parts, out, N: tl.constexpr):
    tl.store(out, tl.sum(tl.load(parts + tl.arange(0, N))))


@both
def test_barrier(wrong):
    x, parts, out = torch.ones(256, device="cuda"), torch.zeros(4, device="cuda"), torch.empty(1, device="cuda")
    total[(4,)](x, parts, out, wrong, B=64, N=4)
    if not wrong:
        total_of_parts[(1,)](parts, out, N=4)
    assert out.item() == 256


@triton.jit
def count(x, out, WRONG: tl.constexpr, B: tl.constexpr):
    n = tl.sum(tl.load(x + tl.program_id(0) * B + tl.arange(0, B)))
    if WRONG:
        tl.store(out, tl.load(out) + n)  # atomic
    else:
        tl.atomic_add(out, n)  # scratch


@both
def test_atomic(wrong):
    x, out = torch.ones(256, device="cuda"), torch.zeros(1, device="cuda")
    count[(4,)](x, out, wrong, B=64)
    assert out.item() == 256


@both
def test_scratch(wrong):
    x = torch.ones(256, device="cuda")
    out = (torch.empty if wrong else torch.zeros)(1, device="cuda")
    count[(4,)](x, out, False, B=64)
    assert wrong or out.item() == 256


@triton.jit
def halve(x, out, WRONG: tl.constexpr, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    out = out.to(tl.pointer_type(tl.float32), bitcast=True) if WRONG else out
    tl.store(out + at, tl.load(x + at) / 2)  # dtype


@both
def test_dtype(wrong):
    x, out = torch.ones(256, device="cuda"), torch.empty(256, device="cuda", dtype=torch.half)
    halve[(4,)](x, out, wrong, B=64)
    torch.cuda.synchronize()
    assert wrong or out.eq(0.5).all()


@triton.jit
def reverse(x, out, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(out + n - 1 - at, tl.load(x + at))  # alias


@both
def test_alias(wrong):
    x = torch.arange(256.0, device="cuda")
    out = x if wrong else torch.empty_like(x)
    reverse[(4,)](x, out, 256, B=64)
    assert wrong or out.equal(x.flip(0))


@triton.jit
def first_of_rows(x, out, stride, WRONG: tl.constexpr):
    start = (tl.program_id(0).to(tl.int16) * stride.to(tl.int16)) if WRONG else tl.program_id(0) * stride
    tl.store(out + tl.program_id(0), tl.load(x + start))  # offset


@both
def test_offset(wrong):
    x, out = torch.ones(3, 20_000, device="cuda"), torch.empty(3, device="cuda")
    first_of_rows[(3,)](x, out, 20_000, wrong)
    torch.cuda.synchronize()
    assert out.eq(1).all()
"""
FOUND = {
    "mask": {"oob-read", "oob-write"},
    "backward": {"oob-read", "oob-write"},
    "stride": {"oob-read"},
    "barrier": {"racecheck-raw"},
    "atomic": {"racecheck-raw", "racecheck-waw"},
    "scratch": {"uninitialised-read"},
    "dtype": {"oob-write"},
    "alias": {"racecheck-raw"},
    "offset": {"oob-read"},
}


def test_faults_of_a_suite_are_found_at_their_lines_and_right_kernels_pass(pytester, monkeypatch):
    monkeypatch.setenv("KERNEL_HARNESS_CACHE_DIR", str(Settings.load(Path.cwd()).cache_dir))
    path = pytester.makepyfile(test_it=SUITE)
    of_run = ("-m", "kernel_harness", "run", "--as", "sm_80", "--json", "report.json")
    of_pytest = ("-m", "pytest", "-p", "no:cacheprovider", "-W", "ignore", "-rf")
    result = pytester.run(sys.executable, *of_run, *of_pytest)
    # what a wrong `other` loads is no fault of an access: only the comparison of the suite sees it
    result.assert_outcomes(passed=len(FOUND) + 1, failed=len(FOUND) + 1)
    result.stdout.fnmatch_lines_random(
        [f"FAILED test_it.py::test_{name}[[]True[]]*" for name in (*FOUND, "other")]
    )
    found: dict[str, set[str]] = {}
    functions = {"backward": "backward", **{f"test_{name}": name for name in FOUND}}
    lines = path.read_text().splitlines()
    for finding in json.loads((pytester.path / "report.json").read_text())["findings"]:
        name, line = (
            functions[finding["python"]["function"]],
            int(finding["source"].removeprefix("test_it.py:")),
        )
        assert name in lines[line - 1].partition("#")[2].split(), finding
        found.setdefault(name, set()).add(finding["reason"])
    assert found == FOUND
