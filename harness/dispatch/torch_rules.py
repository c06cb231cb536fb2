"""Rules of the operators for autograd, forward mode and `torch.vmap`, alone and nested in `torch.func`.

`torch.library.register_autograd` is not used: the function that it makes is refused in `torch.func` (PyTorch 2.13), and
it has no forward mode. The kernels here do what PyTorch's own operators do: each records one level of `torch.func`, and
the call below goes on to the next level.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any, NamedTuple

from ..errors import UsageError

torch: Any = importlib.import_module("torch") if importlib.util.find_spec("torch") else None

Tensors = tuple[Any, ...]


class Rule(NamedTuple):
    """How an operator with one result is differentiated.

    Attributes
    ----------
    keep : callable
        Takes the inputs and the result; gives the tensors that the other two need.
    backward : callable
        Takes these tensors and the gradient of the result; gives the gradient of each input.
    forward : callable
        Takes these tensors and the tangent of each input, None for none; gives the tangent of the result.
    """

    keep: Callable[[Tensors, Any], Tensors]
    backward: Callable[[Tensors, Any], Tensors]
    forward: Callable[[Tensors, Tensors], Any]


def has_tangent(tensor: Any) -> bool:
    """Whether a tensor carries a tangent of forward mode."""
    # PyTorch has one level. Its number is named because compiled code enters it without `dual_level`.
    return torch.autograd.forward_ad.unpack_dual(tensor, level=0).tangent is not None


def differentiate(library: Any, name: str, rule: Rule) -> None:
    """Register the kernel that records calls of an operator.

    Parameters
    ----------
    library : torch.library.Library
        Library of ``kernel_harness``.
    name : str
        Operator, without its namespace.
    rule : Rule
        Its derivatives.
    """
    function = _function(f"{name}_rule", rule)
    operator = getattr(torch.ops.kernel_harness, name).default
    is_in_func = torch._C._are_functorch_transforms_active

    def kernel(keyset: Any, *inputs: Any) -> Any:
        needs_grad = torch.is_grad_enabled()

        def below(*inputs: Any) -> Any:
            return _below(operator, keyset, inputs)

        if not (needs_grad and torch._C._any_requires_grad(*inputs)) and not any(map(has_tangent, inputs)):
            return below(*inputs)
        if not is_in_func():
            return function.apply(below, *inputs)
        needs_tangent = torch._C._is_fwd_grad_enabled()

        def next_level(*inputs: Any) -> Any:
            # PyTorch calls this with recording off, which would also hold for the levels around this one.
            with torch.set_grad_enabled(needs_grad), _set_forward(needs_tangent):
                return below(*inputs)

        with torch._functorch.utils.enable_single_level_autograd_function():
            return super(torch.autograd.Function, function).apply(next_level, *inputs)

    library.impl(name, kernel, "Autograd", with_keyset=True)


def refuse_gradient_of_out(library: Any, name: str) -> None:
    """Register the kernels that refuse to write to `out` where a gradient, a tangent or `torch.vmap` needs a result.

    Parameters
    ----------
    library : torch.library.Library
        Library of ``kernel_harness``.
    name : str
        Operator without its namespace; its arguments are `x` and `out`.
    """
    operator = getattr(torch.ops.kernel_harness, name).default

    def kernel(keyset: Any, x: Any, out: Any) -> Any:
        for argument, tensor in (("x", x), ("out", out)):
            if torch.is_grad_enabled() and tensor.requires_grad:
                raise UsageError(
                    f"out must not be given where a gradient is needed (got {argument} with requires_grad): leave it "
                    "out, or call under torch.no_grad()"
                )
            if has_tangent(tensor):
                raise UsageError(
                    f"out must not be given in forward mode (got {argument} with a tangent): leave it out"
                )
        return _below(operator, keyset, (x, out))

    def batched(info: Any, dims: tuple[int | None, ...], *_: Any) -> Any:
        batched = " and ".join(each for each, at in zip(("x", "out"), dims, strict=True) if at is not None)
        raise UsageError(
            f"out must not be given under torch.vmap (got a batch of {info.batch_size} in {batched}): leave it out"
        )

    library.impl(name, kernel, "Autograd", with_keyset=True)
    torch.library.register_vmap(f"kernel_harness::{name}", batched, lib=library)


def fold_batches(library: Any, name: str) -> None:
    """Register the rule of `torch.vmap` for an operator on rows: a batch of matrices is one taller matrix.

    Parameters
    ----------
    library : torch.library.Library
        Library of ``kernel_harness``.
    name : str
        Operator without its namespace; all of its arguments and its result have the same shape.
    """
    operator = getattr(torch.ops.kernel_harness, name)

    def batched(info: Any, dims: tuple[int | None, ...], *inputs: Any) -> tuple[Any, int]:
        stacks = [_stack(each, at, info.batch_size) for each, at in zip(inputs, dims, strict=True)]
        shape = stacks[0].shape
        rows = [each.reshape(shape[0] * shape[1], shape[2]).contiguous() for each in stacks]
        return operator(*rows).reshape(shape), 0

    torch.library.register_vmap(f"kernel_harness::{name}", batched, lib=library)


def _stack(tensor: Any, at: int | None, size: int) -> Any:
    """Return a batch of matrices with the batch as its first axis."""
    axes = tensor.dim() - (at is not None)
    if axes != 2:
        raise UsageError(
            f"x must have 2 axes, rows and columns, besides the axis of torch.vmap (got {axes}); reshape it, or call "
            "without torch.vmap"
        )
    return tensor.unsqueeze(0).expand(size, -1, -1) if at is None else tensor.movedim(at, 0)


def _below(operator: Any, keyset: Any, inputs: Tensors) -> Any:
    with torch._C._AutoDispatchBelowAutograd():
        return operator.redispatch(keyset & torch._C._after_autograd_keyset, *inputs)


def _set_forward(mode: bool) -> Any:
    return torch.autograd.forward_ad._set_fwd_grad_enabled(mode)


def _function(name: str, rule: Rule) -> Any:
    """Make the `torch.autograd.Function` of a rule; its first argument computes the result."""

    def forward(ctx: Any, below: Callable[..., Any], *inputs: Any) -> Any:
        result = below(*inputs)
        kept = rule.keep(inputs, result)
        ctx.save_for_backward(*kept)
        ctx.save_for_forward(*kept)
        return result

    def backward(ctx: Any, grad: Any) -> Tensors:
        return (None, *rule.backward(ctx.saved_tensors, grad))

    def jvp(ctx: Any, _: None, *tangents: Any) -> Any:
        # PyTorch calls this with forward mode off. The levels around this one need it; this level must not record.
        with _set_forward(True):
            unpack = torch.autograd.forward_ad.unpack_dual
            kept = tuple(unpack(each, level=0).primal for each in ctx.saved_tensors)
            return rule.forward(kept, tangents)

    members: dict[str, Callable[..., Any]] = {"forward": forward, "backward": backward, "jvp": jvp}
    static = {each: staticmethod(made) for each, made in members.items()}
    return type(name, (torch.autograd.Function,), static)
