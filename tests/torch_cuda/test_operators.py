"""Operators of PyTorch on the virtual GPU give what float64 gives, rounded once; findings of them and of Triton."""

import importlib.util
import re

import pytest

from tests.driver.program_text import run_text

pytestmark = [
    pytest.mark.torch,
    pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs PyTorch"),
]

ROUNDED = """
import torch
import torch.nn.functional as F

def is_rounded_once(got, exact):
    # half a unit in the last place, and what float32 leaves
    error = (got.cpu().double() - exact).abs()
    own = (exact.to(got.dtype).double() - exact).abs()
    return bool((error <= 1.01 * own + 2e-5).all())

def depthwise(a, b):  # ATen has another operator of it for a GPU
    return F.conv1d(a, b[:, None, :3], groups=64)

def depthwise_gradient(a, b):
    a.requires_grad_()
    return torch.autograd.grad(depthwise(a, b).sum(), a)[0]

OPERATORS = {
    "mm": lambda a, b: a @ b, "addmm": lambda a, b: torch.addmm(a, a, b), "sum": lambda a, b: a.sum(0),
    "mean": lambda a, b: a.mean(), "softmax": lambda a, b: a.softmax(0), "cumsum": lambda a, b: a.cumsum(0),
    "layer_norm": lambda a, b: F.layer_norm(a, (64,)), "sum of a dtype": lambda a, b: a.sum(dtype=a.dtype),
    "addmm_": lambda a, b: a.clone().addmm_(a, b), "out": lambda a, b: torch.mm(a, b, out=torch.empty_like(a)),
    "new out": lambda a, b: torch.mm(a, b, out=torch.empty(0, dtype=a.dtype, device=a.device)),
    "mse_loss": F.mse_loss, "smooth_l1_loss": F.smooth_l1_loss, "l1_loss": F.l1_loss,
    "bmm": lambda a, b: torch.bmm(a[None], b[None]), "gelu": lambda a, b: F.gelu(a),
    "conv1d": depthwise, "gradient of conv1d": depthwise_gradient,
}
torch.manual_seed(0)
for dtype in torch.float16, torch.bfloat16, torch.float32:
    a, b = (torch.randn(64, 64, device="cuda", dtype=dtype) for _ in "ab")
    for name, operator in OPERATORS.items():
        exact, got = operator(a.cpu().double(), b.cpu().double()), operator(a, b)
        assert got.dtype is dtype, (name, got.dtype)
        assert got.shape == exact.shape and got.is_cuda, name
        assert is_rounded_once(got, exact), (dtype, name)
x = torch.tensor(2.5, device="cuda")
assert torch.isclose(x, x) and x.abs().shape == () and torch.abs(x, out=x.new_empty(0)).shape == ()
for dtype in torch.int64, torch.half, torch.float32:  # the CPU has it of few types
    counts = torch.histc(torch.tensor([0, 1, 1, 3], device="cuda", dtype=dtype), 4, 0, 3)
    assert counts.dtype is dtype and counts.tolist() == [1, 2, 0, 1]
for function in torch.softmax, torch.log_softmax, F.softmin:
    x = torch.randn(4, 8, device="cuda", dtype=torch.half, requires_grad=True)
    with torch.autocast("cuda"):
        y = function(x, dim=-1)
    assert y.dtype is torch.float32
    y.square().sum().backward()
    exact = x.detach().cpu().double().requires_grad_()
    function(exact, dim=-1).square().sum().backward()
    assert x.grad.dtype is torch.half and is_rounded_once(x.grad, exact.grad), function
print("right")
"""


def test_operators_compute_in_float32_and_round_once(tmp_path):
    found = run_text(tmp_path, ROUNDED)
    assert found.stdout == "right\n", found.stderr
    assert found.returncode == 0, found.stderr


COPIES = """
import torch, triton, triton.language as tl
@triton.jit
def scale(x, n, B: tl.constexpr):
    i = tl.arange(0, B)
    v = tl.load(x + i, mask=i < n)
    tl.store(x + i, v / 2, mask=i < n)
@triton.jit
def shift(x, n, B: tl.constexpr):
    i = tl.arange(0, B)
    v = tl.load(x + i + 1, mask=i < n)
    tl.store(x + i, v, mask=i < n)
x = torch.ones(17, device="cuda")
scale[(1,)](x, 17, B=32)
assert x.eq(0.5).all()
{more}
print("right")
"""


@pytest.mark.skipif(importlib.util.find_spec("triton") is None, reason="needs Triton")
@pytest.mark.parametrize("is_shifted", [False, True])
def test_a_triton_kernel_in_place_races_only_where_it_reads_what_another_thread_stores(tmp_path, is_shifted):
    more = "shift[(1,)](torch.arange(1025., device='cuda'), 1024, B=1024)" if is_shifted else ""
    found = run_text(tmp_path, COPIES.format(more=more))
    assert found.stdout == "right\n", found.stderr
    assert found.returncode == is_shifted, found.stderr
    assert "note racecheck-raw" in found.stderr
    assert "FOUND racecheck-war" in found.stderr or not is_shifted
    assert "in scale, launch 1" in found.stderr


SUMS = """
import torch, triton, triton.language as tl
@triton.jit
def dot(x, y, out, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(out, tl.sum(tl.load(x + i) * tl.load(y + i)) + tl.program_id(0))
@triton.jit
def halve(x, out, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(out + i // 2, tl.load(x + i))
@triton.jit
def halve_in_two_warps(x, out, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(out + i % (B // 2), tl.load(x + i))
out = torch.empty(128, device="cuda")
for n in 32, 128:  # the terms cancel: copies of the sum differ by more than a rounding of it
    torch.manual_seed(0)
    x, y = torch.randn(n)[: n // 2], torch.randn(n)[: n // 2]
    terms = [torch.cat([x, x]).cuda(), torch.cat([y, -y]).cuda()]
    dot[(1,)](*terms, out, B=n, num_warps=8)
    assert abs(out[0].item()) < 1e-4
{wrong}
print("right")
"""
WRONG = """
dot[(2,)](*terms, out, B=128)
halve[(1,)](x.cuda(), out, B=64, num_warps=1)
halve_in_two_warps[(1,)](x.cuda(), out, B=64, num_warps=2)
halve[(1,)](torch.arange(64, device="cuda"), out.long(), B=64, num_warps=2)
"""


@pytest.mark.skipif(importlib.util.find_spec("triton") is None, reason="needs Triton")
@pytest.mark.parametrize("wrong", ["", WRONG], ids=["right", "wrong"])
def test_copies_of_a_sum_do_not_race_and_elements_at_one_place_do(tmp_path, wrong):
    found = run_text(tmp_path, SUMS.format(wrong=wrong), "--as", "sm_80")
    assert found.stdout == "right\n", found.stderr
    assert "note racecheck-waw" in found.stderr
    races = re.findall(r"FOUND racecheck-waw: race: global .*\n  in (\w+), launch (\d+)", found.stderr)
    kernels = ["dot", "halve", "halve_in_two_warps", "halve"] if wrong else []
    assert races == [(name, str(launch)) for launch, name in enumerate(kernels, 3)], found.stderr
    assert found.stderr.count("FOUND") == len(kernels), found.stderr


WRITTEN = """
import torch
import torch.nn.functional as F
x = torch.empty(4, 8, device="cuda")
x[:, :4] = 1
x[:, :4].clone(), x[:, 1:3].sum(), x.as_strided((4, 2), (8, 2)).mean(), x.t()[:4].contiguous().sum()
y = x.clone()  # what nothing has written stays so
assert y[:, :4].sum() == 16
padded = F.pad(x[:, :4], (0, 4))
assert padded.sum() == 16
torch.empty(0, device="cuda").sum(), torch.empty(0, 4, device="cuda").clone().cpu()
wide = x.half().float().expand(2, 4, 8)[:, :, :4].sum()
half = torch.empty(2, 4, device="cuda").copy_(x[:2, :4])
i = torch.tensor([0, 1, 2], device="cuda")
for write in (
    lambda z: z.index_put_((i,), torch.ones(3, device="cuda")), lambda z: z.index_fill_(0, i, 1.0),
    lambda z: z.index_copy_(0, i, torch.ones(3, device="cuda")), lambda z: z.scatter_(0, i, 1.0),
    lambda z: z.masked_fill_(torch.ones(3, device="cuda", dtype=torch.bool), 1.0), lambda z: z.normal_(),
    lambda z: torch.add(i, i, out=z),
):
    write(torch.empty(3, device="cuda")).sum().item()
assert torch.zeros(3, device="cuda").index_put_((i[:1],), torch.ones(1, device="cuda")).sum() == 1
{more}
print("right")
"""
UNWRITTEN = {
    "aten::sum reads 32 of 32 elements": "x.new_empty(8, 8)[:, :4].sum()",
    "aten::sum reads 64 of 128 bytes": "y.view(8, 4).t().sum()",
    "a copy to the host reads 64 of 128 bytes": "x.clone().cpu()",
    "aten::_index_put_impl_ reads 12 of 12 bytes":
        "x.new_empty(3).index_put_((i,), torch.ones(3, device='cuda'), accumulate=True)",
}  # fmt: skip


@pytest.mark.parametrize("said", ["", *UNWRITTEN])
def test_operators_read_what_was_written(tmp_path, said):
    found = run_text(tmp_path, WRITTEN.format(more=UNWRITTEN.get(said, "")))
    assert found.stdout == "right\n", found.stderr
    assert found.returncode == bool(said), found.stderr
    assert said in found.stderr
    assert found.stderr.count("FOUND uninitialised-read") == bool(said), found.stderr
