"""``kernel_harness::softmax``: the same function as an operator of PyTorch, with derivatives and a fake form.

Eager calls that need no gradient do not come here. `torch.compile`, fake tensors, `torch.func`, autograd and forward
mode do.

- ``kernel_harness::softmax(Tensor x) -> Tensor``
- ``kernel_harness::softmax_out(Tensor x, Tensor(a!) out) -> ()``
- ``kernel_harness::softmax_backward(Tensor grad, Tensor y) -> Tensor``: the gradient, and the tangent of forward mode
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

from .gradient import queue_gradient
from .quick import current_stream_of
from .softmax import plain_softmax
from .torch_rules import Rule, Tensors, differentiate, fold_batches, has_tangent, refuse_gradient_of_out

# Everything here is called with PyTorch's tensors; without PyTorch the module only can be imported.
torch: Any = importlib.import_module("torch") if importlib.util.find_spec("torch") else None

_TYPES = {"torch.float32": "float32", "torch.float16": "float16", "torch.bfloat16": "bfloat16"}


def softmax(x: Any, out: Any = None) -> Any:
    """Call the operator; as `kernel_harness.softmax` on the current stream.

    Raises
    ------
    UsageError
        `out` is given where a gradient, a tangent or `torch.vmap` needs the result.
    """
    if out is None:
        return torch.ops.kernel_harness.softmax(x)
    torch.ops.kernel_harness.softmax_out(x, out)
    return out


def softmax_on(x: Any, out: Any, stream: int | None) -> Any:
    """Call the operator on the stream with a handle; None is the current stream.

    Raises
    ------
    UsageError
        As `softmax`.
    """
    if stream is None:
        return softmax(x, out)
    with torch.cuda.stream(torch.cuda.ExternalStream(stream, x.device)):
        return softmax(x, out)


def needs_operator(x: Any, out: Any) -> bool:
    """Whether a call on PyTorch's tensors must go through the operator.

    It must where a gradient or a tangent is needed, and for tensors without memory of their own: fake tensors, other
    subclasses, and those of `torch.func`.
    """
    if not x.is_cuda:
        return False  # refused with the message for any array that is not on a GPU
    return is_beyond_memory(x, out)


def is_beyond_memory(x: Any, out: Any) -> bool:
    """Whether more than the memory of PyTorch's tensors counts: a gradient, a tangent, or another tensor inside."""
    given = [each for each in (x, out) if isinstance(each, torch.Tensor)]
    if torch.is_grad_enabled() and any(each.requires_grad for each in given):
        return True
    if any(type(each) not in (torch.Tensor, torch.nn.Parameter) for each in given):
        return True
    try:
        for each in given:
            each.data_ptr()
    except RuntimeError:
        return True
    return any(map(has_tangent, given))


def _check(x: Any) -> None:
    torch._check(x.dim() == 2, lambda: f"x must have 2 axes, rows and columns (got {x.dim()}); reshape it")
    torch._check(
        str(x.dtype) in _TYPES, lambda: f"x must be float32, float16 or bfloat16 (got {x.dtype}); convert it"
    )


def _check_gradient(grad: Any, y: Any) -> None:
    _check(y)
    torch._check(
        grad.dtype == y.dtype and grad.shape == y.shape and grad.device == y.device,
        lambda: f"grad must be like y, {y.dtype} {tuple(y.shape)} (got {grad.dtype} {tuple(grad.shape)})",
    )


def _launch(x: Any) -> Any:
    return plain_softmax(x.detach(), torch.empty_like(x, memory_format=torch.contiguous_format), None)


def _launch_out(x: Any, out: Any) -> None:
    plain_softmax(x.detach(), out.detach(), None)


def _launch_backward(grad: Any, y: Any) -> Any:
    _check_gradient(grad, y)
    # The gradient of a sum is one number for all elements, with strides of 0.
    grad, y = grad.detach().contiguous(), y.detach().contiguous()
    out = torch.empty_like(y)
    addresses = {"grad": grad.data_ptr(), "y": y.data_ptr(), "out": out.data_ptr()}
    n_rows, n_cols = y.shape
    device = y.get_device()
    stream = current_stream_of(torch)(device)
    queue_gradient(addresses, n_rows, n_cols, _TYPES[str(y.dtype)], device, stream)
    return out


def _fake(x: Any) -> Any:
    _check(x)
    return torch.empty_like(x, memory_format=torch.contiguous_format)


def _fake_out(x: Any, out: Any) -> None:
    _check(x)
    torch._check(x.dtype == out.dtype, lambda: f"out must have the type of x, {x.dtype} (got {out.dtype})")
    torch._check(x.shape == out.shape, lambda: f"out must have the shape of x, {x.shape} (got {out.shape})")


def _fake_backward(grad: Any, y: Any) -> Any:
    _check_gradient(grad, y)
    return torch.empty_like(y, memory_format=torch.contiguous_format)


def _gradient(kept: Tensors, grad: Any) -> Tensors:
    return (torch.ops.kernel_harness.softmax_backward(grad, kept[0]),)


def _tangent(kept: Tensors, tangents: Tensors) -> Any:
    # The Jacobian of a row is symmetric: diag(y) - y y^T.
    return torch.ops.kernel_harness.softmax_backward(tangents[0], kept[0])


def _second_gradient(kept: Tensors, outer: Any) -> Tensors:
    grad, y = kept
    total = (y * grad).sum(-1, keepdim=True)
    of_y = outer * (grad - total) - grad * (outer * y).sum(-1, keepdim=True)
    return torch.ops.kernel_harness.softmax_backward(outer, y), of_y


def _second_tangent(kept: Tensors, tangents: Tensors) -> Any:
    (grad, y), (of_grad, of_y) = kept, tangents
    total = 0
    if of_grad is not None:
        total = torch.ops.kernel_harness.softmax_backward(of_grad, y)
    if of_y is not None:
        inner = (y * grad).sum(-1, keepdim=True)
        total = total + of_y * (grad - inner) - y * (of_y * grad).sum(-1, keepdim=True)
    return total


def _register() -> Any:
    library = torch.library
    for name, schema, launch, fake in (
        ("softmax", "(Tensor x) -> Tensor", _launch, _fake),
        ("softmax_out", "(Tensor x, Tensor(a!) out) -> ()", _launch_out, _fake_out),
        ("softmax_backward", "(Tensor grad, Tensor y) -> Tensor", _launch_backward, _fake_backward),
    ):
        full = f"kernel_harness::{name}"
        # A kernel takes rows: the compiler must not hand it columns one after the other.
        library.define(full, schema, tags=(torch.Tag.needs_fixed_stride_order,))
        library.impl(full, "CUDA")(launch)
        library.register_fake(full)(fake)
    rules = library.Library("kernel_harness", "FRAGMENT")
    differentiate(rules, "softmax", Rule(lambda _, result: (result,), _gradient, _tangent))
    of_inputs = Rule(lambda inputs, _: inputs, _second_gradient, _second_tangent)
    differentiate(rules, "softmax_backward", of_inputs)
    refuse_gradient_of_out(rules, "softmax_out")
    for name in ("softmax", "softmax_backward"):
        fold_batches(rules, name)
    return rules


# The registrations last as long as this object.
_RULES = None if torch is None else _register()
