"""The operator of PyTorch: gradient, fake form, compilation. Its kernels are PyTorch's own here, on the CPU."""

import pytest

torch = pytest.importorskip("torch")

import harness  # noqa: E402
from harness.dispatch import torch_operator  # noqa: E402
from harness.errors import UsageError  # noqa: E402

softmax = torch.ops.kernel_harness.softmax


pytestmark = pytest.mark.usefixtures("operator_on_cpu")


def test_the_gradient_is_that_of_pytorch():
    x = torch.randn(5, 7, generator=torch.Generator().manual_seed(0)).requires_grad_()
    weights = torch.arange(35.0).reshape(5, 7)
    (found,) = torch.autograd.grad((softmax(x) * weights).sum(), x)
    (right,) = torch.autograd.grad((torch.softmax(x, -1) * weights).sum(), x)
    torch.testing.assert_close(found, right)


def test_the_second_gradient_is_right():
    x = torch.randn(3, 4, dtype=torch.float64, generator=torch.Generator().manual_seed(0)).requires_grad_()
    assert torch.autograd.gradgradcheck(softmax, x)


def test_it_can_be_compiled_whole():
    @torch.compile(fullgraph=True, backend="aot_eager")
    def function(x, out):
        harness.softmax(x, out=out)
        return harness.softmax(2 * x) + out

    x = torch.randn(5, 7)
    right = torch.softmax(2 * x, -1) + torch.softmax(x, -1)
    torch.testing.assert_close(function(x, torch.empty_like(x)), right)


def test_a_fake_tensor_gives_a_fake_tensor():
    with torch._subclasses.fake_tensor.FakeTensorMode():
        x = torch.empty_strided((3, 4), (9, 1), device="cuda", dtype=torch.float16)
        y = harness.softmax(x)
        assert (y.shape, y.stride(), y.dtype, y.device) == (x.shape, (4, 1), x.dtype, x.device)
        for wrong, message in (((3,), "2 axes"), ((3, 4), "float32, float16 or bfloat16")):
            with pytest.raises(RuntimeError, match=message):
                harness.softmax(torch.empty(wrong, device="cuda", dtype=torch.float64))


def test_an_output_cannot_have_a_gradient():
    x = torch.randn(2, 3).requires_grad_()
    with pytest.raises(UsageError, match=r"out must not be given .* \(got x with requires_grad\)"):
        torch_operator.softmax(x, torch.empty(2, 3))
    with torch.no_grad():
        torch_operator.softmax(x, torch.empty(2, 3))


def test_a_tensor_on_the_cpu_is_refused_with_and_without_a_gradient():
    for needs_grad in (False, True):
        with pytest.raises(UsageError, match=r"x must be an array on a GPU .* \(got torch.Tensor\)"):
            harness.softmax(torch.randn(2, 3).requires_grad_(needs_grad))


def test_a_gradient_of_another_size_is_refused():
    y = torch.softmax(torch.randn(2, 3), -1)
    for grad in (torch.randn(2, 4), torch.randn(2, 3).half()):
        with pytest.raises(RuntimeError, match=r"grad must be like y, torch.float32 \(2, 3\)"):
            torch_operator._launch_backward(grad, y)


def test_the_gradient_agrees_with_differences():
    x = torch.randn(3, 4, dtype=torch.float64, generator=torch.Generator().manual_seed(0)).requires_grad_()
    assert torch.autograd.gradcheck(softmax, x, check_batched_grad=True)


@pytest.mark.parametrize("name", ["softmax", "softmax_out", "softmax_backward"])
def test_pytorch_finds_the_operators_sound(name):
    inputs = tuple(
        torch.randn(3, 4, requires_grad=name != "softmax_out") for _ in range(1 + (name != "softmax"))
    )
    torch.library.opcheck(getattr(torch.ops.kernel_harness, name).default, inputs)


def test_only_memory_alone_is_launched_without_the_operator():
    x = torch.randn(2, 3)
    forward = torch.autograd.forward_ad
    assert not torch_operator.is_beyond_memory(x, None)
    assert torch_operator.is_beyond_memory(x.clone().requires_grad_(), None)
    with forward.dual_level():
        assert not torch_operator.is_beyond_memory(x, x)
        dual = forward.make_dual(x, x)
        assert torch_operator.is_beyond_memory(dual, None)
        assert torch_operator.is_beyond_memory(x, dual)
    seen = []
    torch.vmap(lambda row: (seen.append(torch_operator.is_beyond_memory(row, None)), row)[1])(x)
    torch.vmap(lambda row: (seen.append(torch_operator.is_beyond_memory(x, row)), row)[1])(x)
    assert seen == [True, True]
