"""Which arguments a kernel's parameters may be, as an operation with named arrays; nothing is compiled."""

from dataclasses import replace

import pytest

from harness.adopt.fitting.fit import Misfit, fit
from harness.adopt.fitting.names import UNNAMED, rank
from harness.adopt.reading.compiled_kernel import CodeFacts, PointerUse
from harness.adopt.reading.signature import find_kernels
from harness.operation.catalogue import catalogue_of
from harness.operation.hints import Hints

OPERATIONS = catalogue_of().operations
READ, WRITTEN = PointerUse(is_read=True, n_bytes=4), PointerUse(is_written=True, n_bytes=4)
CHANGED = PointerUse(is_read=True, is_written=True, n_bytes=4)


def kernel_of(parameters, name="k", body="a();"):
    return find_kernels(f"__global__ void {name}({parameters}) {{ {body} }}")[0]


def fitted(parameters, operation, facts=None, given=None):
    return fit(kernel_of(parameters), facts or CodeFacts(), given or {}, OPERATIONS[operation])


@pytest.mark.parametrize(
    ("operation", "parameters", "args"),
    [
        (
            "cross_entropy",
            "float* losses, const float* logits, const int* labels, int B, int V",
            ("loss", "inp", "targets", "n_rows", "n_cols"),
        ),
        (
            "matmul",
            "int M, int N, int K, const float* A, int lda, const float* B, int ldb, float* C, int ldc",
            ("m", "n", "k", "a", "lda", "b", "ldb", "c", "ldc"),
        ),
        (
            "residual_rms_norm",
            "float* out, float* residual, const float* hidden_states, const float* gamma, float layernorm_eps, "
            "int rows, int hidden_size",
            ("out", "residual", "inp", "weight", "eps", "n_rows", "n_cols"),
        ),
        (
            "swiglu",
            "float* o, const float* x1, const float* x2, long n",
            ("out", "gate", "up", "n_rows * n_cols"),
        ),
        (
            "attention",
            "const float* Q, const float* K, const float* V, float* O, int seq_q, int seq_k, int head_dim, float scale",
            ("q", "k", "v", "out", "queries", "keys", "dim", "scale"),
        ),
        (
            "gather_rows",
            "const int* tokens, const float* wte, float* out, int N, int C",
            ("indices", "table", "out", "n_rows", "n_cols"),
        ),
    ],
)
def test_names_types_and_const_give_the_likeliest_reading(operation, parameters, args):
    assert fitted(parameters, operation)[0].args == args


def test_integers_of_another_width_are_declared():
    found = fitted(
        "float* loss, const float* inp, const int* targets, int n_rows, int n_cols", "cross_entropy"
    )
    assert found[0].types == (("targets", "int32"),)


def test_a_const_array_is_never_written():
    # The names say the opposite.
    found = fitted("const float* out, float* inp, int n_rows, int n_cols", "softmax")
    assert {each.args[:2] for each in found} == {("inp", "out")}


def test_the_code_decides_against_names():
    facts = CodeFacts((READ, READ, WRITTEN), (True,) * 3, is_known=True)
    found = fitted("float* c, float* a, float* b", "matmul", facts)
    assert {each.args[2] for each in found} == {"c"}


def test_strides_that_the_kernel_does_not_take_are_required():
    parameters = "float* query, const float* cos_sin, const long long* positions, int heads, int head_dim"
    assert fitted(parameters, "rope")[0].requires == (
        "head_stride == head_dim",
        "token_stride == heads * head_stride",
    )


def test_what_is_given_wins():
    found = fitted("float* c, const float* p, const float* q", "matmul", given={"p": "b"})
    assert {each.args for each in found} == {("c", "b", "a")}


@pytest.mark.parametrize(
    ("operation", "parameters", "why"),
    [
        (
            "cross_entropy",
            "float* loss, const float* x, int n",
            "targets (in, int64), but loss: its elements are float32",
        ),
        ("histogram", "const float* inp, int* counts, int n", "inp: its elements are float32"),
        ("matmul", "const float* a, const float* b, const float* c", "c: it is const"),
        ("softmax", "float* out, const float* x, const float* w", "has 2 arrays, and the kernel 3 pointers"),
        ("quantize_int8", "float* scale, float* out, const float* x", "out: its elements are float32"),
    ],
)
def test_why_an_operation_does_not_fit_names_the_array(operation, parameters, why):
    found = fitted(parameters, operation)
    assert isinstance(found, Misfit)
    assert why in found.why


def test_an_array_that_is_only_written_is_not_changed_in_place():
    facts = CodeFacts((WRITTEN, READ, READ), (True,) * 3, is_known=True)
    found = fitted("float* residual, const float* x, const float* y", "residual_rms_norm", facts)
    assert isinstance(found, Misfit)
    assert "residual (in-out" in found.why
    assert "the kernel does not read it" in found.why


@pytest.mark.parametrize(
    ("name", "body", "operation"),
    [
        ("softmax_backward_kernel1", "a();", "softmax_backward"),
        ("layernorm_backward", "rsqrtf(a);", "layer_norm_backward"),
        ("embedding_lookup", "a();", "gather_rows"),
        ("fusedAddRMSNorm", "rsqrtf(a);", "residual_rms_norm"),
        ("gelu_forward", "tanhf(a);", "gelu_tanh"),
        ("gelu_forward", "erff(a);", "gelu"),
        ("sgemm_naive", "a();", "matmul"),
    ],
)
def test_names_and_text_rank_operations(name, body, operation):
    kernel = kernel_of("float* a", name, body)
    assert min(OPERATIONS.values(), key=lambda each: rank(kernel, each)).name == operation


def test_an_operation_of_a_project_is_recognised_as_a_shipped_one_is():
    own = replace(
        OPERATIONS["softmax"],
        name="smooth_rows",
        recognised_by=Hints(names="smooth|soften", needs=("exp",), aliases={"inp": "rough"}),
    )
    told, untold = (kernel_of("float* a", name, "expf(a);") for name in ("soften2d", "rows"))
    assert rank(told, own) < UNNAMED <= rank(untold, own)
    assert rank(kernel_of("float* a", "soften2d", "a();"), own) > rank(told, own)
    found = fit(kernel_of("float* rough, float* out, int n_rows, int n_cols"), CodeFacts(), {}, own)
    assert found[0].args == ("inp", "out", "n_rows", "n_cols")
    assert found[0].cost < 1.5
