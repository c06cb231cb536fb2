"""The operator in `torch.func`, `torch.vmap` and forward mode, beside PyTorch's softmax; on the CPU, in float64."""

import pytest

torch = pytest.importorskip("torch")

from torch.autograd import forward_ad  # noqa: E402
from torch.func import grad, hessian, jacfwd, jacrev, jvp, vjp  # noqa: E402

from harness.dispatch import torch_operator  # noqa: E402
from harness.errors import UsageError  # noqa: E402

pytestmark = [
    pytest.mark.usefixtures("operator_on_cpu"),
    # PyTorch's own, on its first use of forward mode.
    pytest.mark.filterwarnings("ignore:.torch.jit.script. is deprecated:DeprecationWarning"),
]

X, T, W = torch.randn(3, 3, 4, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
BATCH = torch.randn(5, 3, 4, dtype=torch.float64, generator=torch.Generator().manual_seed(1))


def right(x):
    return torch.softmax(x, -1)


def found(x):
    return torch_operator.softmax(x)


def loss(softmax):
    return lambda x: (softmax(x) * W).sum()


def dual(softmax, x=X):
    with forward_ad.dual_level():
        return forward_ad.unpack_dual(softmax(forward_ad.make_dual(x, T))).tangent


def constant_inside(softmax):
    def function(x):
        with torch.no_grad():
            constant = softmax(x)
        return (constant * x).sum()

    return grad(function)(X)


def through_autograd(function, x):
    x = x.clone().requires_grad_()
    return torch.autograd.grad((function(x) * T).sum(), x)[0]


FIRST = {
    "grad": lambda s: grad(loss(s))(X),
    "vjp": lambda s: vjp(s, X)[1](T)[0],
    "jacrev": lambda s: jacrev(s)(X),
    "jvp": lambda s: jvp(s, (X,), (T,)),
    "jacfwd": lambda s: jacfwd(s)(X),
    "forward_ad": dual,
    "forward_ad_no_grad": lambda s: torch.no_grad()(dual)(s),
    "no_grad_inside": constant_inside,
    "no_tangent": lambda s: jvp(lambda x: s(X) * x, (X,), (T,)),
}
NESTED = {
    "double_backward": lambda s: through_autograd(
        lambda x: torch.autograd.grad(loss(s)(x), x, create_graph=True)[0], X
    ),
    "autograd_of_grad": lambda s: through_autograd(grad(loss(s)), X),
    "grad_of_grad": lambda s: grad(lambda x: (grad(loss(s))(x) * T).sum())(X),
    "grad_of_vjp": lambda s: grad(
        lambda x: sum((each * W).sum() for each in (vjp(s, x)[0], vjp(s, x)[1](T)[0]))
    )(X),
    "grad_of_jvp": lambda s: grad(lambda x: (jvp(s, (x,), (T,))[1] * W).sum())(X),
    "jvp_of_grad": lambda s: jvp(grad(loss(s)), (X,), (T,)),
    "jvp_of_jvp": lambda s: jvp(lambda x: jvp(s, (x,), (T,))[1], (X,), (W,)),
    "jvp_three_times": lambda s: jvp(
        lambda x: jvp(lambda y: jvp(s, (y,), (T,))[1], (x,), (W,))[1], (X,), (T,)
    ),
    "grad_three_times": lambda s: grad(lambda x: (grad(lambda y: (grad(loss(s))(y) * T).sum())(x) * W).sum())(
        X
    ),
    "hessian": lambda s: hessian(loss(s))(X),
    "jacrev_of_jacfwd": lambda s: jacrev(jacfwd(loss(s)))(X),
    "jacrev_of_jacrev": lambda s: jacrev(jacrev(loss(s)))(X),
}
BATCHED = {
    "vmap_0": lambda s: torch.vmap(s)(BATCH),
    "vmap_1": lambda s: torch.vmap(s, in_dims=1)(BATCH),
    "vmap_2": lambda s: torch.vmap(s, in_dims=2, out_dims=1)(BATCH),
    "one_row": lambda s: torch.vmap(s, in_dims=2)(BATCH[:, :1]),
    "no_rows": lambda s: torch.vmap(s)(BATCH[:, :0]),
    "not_batched": lambda s: torch.vmap(lambda x: s(X) * x)(BATCH),
    "vmap_of_vmap": lambda s: torch.vmap(torch.vmap(s, in_dims=1))(BATCH.expand(2, 5, 3, 4)),
    "backward": lambda s: through_autograd(torch.vmap(s), BATCH),
    "vmap_of_grad": lambda s: torch.vmap(grad(loss(s)))(BATCH),
    "grad_of_vmap": lambda s: grad(lambda x: (torch.vmap(s)(x) * W).sum())(BATCH),
    "vmap_of_jvp": lambda s: torch.vmap(lambda x: jvp(s, (x,), (T,)))(BATCH),
    "vmap_of_hessian": lambda s: torch.vmap(hessian(loss(s)), in_dims=2)(BATCH.movedim(0, 2)),
    "batched_grads": lambda s: (lambda x: torch.autograd.grad(s(x), x, BATCH, is_grads_batched=True)[0])(
        X.clone().requires_grad_()
    ),
}


@pytest.mark.parametrize(
    "case", [pytest.param(each, id=name) for name, each in (FIRST | NESTED | BATCHED).items()]
)
def test_results_are_those_of_pytorch(case):
    torch.testing.assert_close(case(found), case(right))


def test_tangents_agree_with_differences():
    x = X.clone().requires_grad_()
    options = {"check_forward_ad": True, "check_batched_forward_grad": True}
    assert torch.autograd.gradcheck(found, x, **options)
    backward = torch.ops.kernel_harness.softmax_backward
    assert torch.autograd.gradcheck(backward, (x, T.clone().requires_grad_()), **options)
    assert torch.autograd.gradgradcheck(found, x, check_fwd_over_rev=True)


@pytest.mark.parametrize("name", ["grad", "jvp", "hessian", "vmap_1", "vmap_of_grad"])
def test_they_can_be_compiled_whole(name, monkeypatch):
    for each in ("X", "T", "W", "BATCH"):
        monkeypatch.setitem(globals(), each, globals()[each].float())  # the operator takes no float64
    case = (FIRST | NESTED | BATCHED)[name]
    compiled = torch.compile(lambda: case(found), fullgraph=True, backend="aot_eager")
    torch.testing.assert_close(compiled(), case(right))


def test_the_operator_stays_one_node_of_a_traced_gradient():
    from torch.fx.experimental.proxy_tensor import make_fx

    targets = [str(node.target) for node in make_fx(grad(loss(found)))(X).graph.nodes]
    assert targets.count("kernel_harness.softmax.default") == 1
    assert targets.count("kernel_harness.softmax_backward.default") == 1


def into_out(x):
    out = torch.empty_like(x)
    torch_operator.softmax(x, out)
    return out


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: grad(loss(into_out))(X), r"where a gradient is needed \(got x with requires_grad\)"),
        (lambda: jvp(into_out, (X,), (T,)), r"in forward mode \(got x with a tangent\)"),
        (lambda: dual(into_out), r"in forward mode \(got x with a tangent\)"),
        (lambda: torch.vmap(into_out)(BATCH), r"under torch.vmap \(got a batch of 5 in x and out\)"),
        (lambda: torch.vmap(lambda x: torch_operator.softmax(x, W))(BATCH), r"\(got a batch of 5 in x\)"),
    ],
    ids=["grad", "jvp", "forward_ad", "vmap", "vmap_x"],
)
def test_an_output_is_refused(call, message):
    with pytest.raises(UsageError, match=rf"out must not be given .*{message}: leave it out"):
        call()


@pytest.mark.parametrize("shape", [(5, 4), (2, 2, 3, 4)])
def test_a_batch_of_anything_but_matrices_is_refused(shape):
    with pytest.raises(
        UsageError, match=rf"besides the axis of torch.vmap \(got {len(shape) - 1}\); reshape it"
    ):
        torch.vmap(found)(torch.ones(shape))
