"""Which arguments a kernel's parameters may be, as an operation with named arrays; nothing is compiled."""

from dataclasses import replace

import pytest

from harness.adopt.fitting.fit import Misfit, fit, parameters_to_ask
from harness.adopt.fitting.names import UNNAMED, rank, read_instances
from harness.adopt.launch_styles import looping_style, read_arithmetic
from harness.adopt.reading.compiled_kernel import CodeFacts, PointerUse
from harness.adopt.reading.signature import find_kernels
from harness.operation.catalogue import catalogue_of
from harness.operation.model import Hints

OPERATIONS = catalogue_of().operations
READ, WRITTEN = PointerUse(is_read=True, n_bytes=4), PointerUse(is_written=True, n_bytes=4)


def kernel_of(parameters, name="k", body="a();", before=""):
    return find_kernels(f"{before} __global__ void {name}({parameters}) {{ {body} }}")[0]


def fitted(parameters, operation, facts=None, given=None):
    return fit(kernel_of(parameters), facts or CodeFacts(), given or {}, OPERATIONS[operation])


@pytest.mark.parametrize(
    ("operation", "parameters", "args"),
    [
        ("cross_entropy", "float* losses, const float* logits, const int* labels, int B, int V",
         ("loss", "inp", "targets", "n_rows", "n_cols")),
        ("matmul", "int M, int N, int K, const float* A, int lda, const float* B, int ldb, float* C, int ldc",
         ("m", "n", "k", "a", "lda", "b", "ldb", "c", "ldc")),
        ("residual_rms_norm",
         "float* out, float* residual, const float* hidden_states, const float* gamma, float layernorm_eps, "
         "int rows, int hidden_size", ("out", "residual", "inp", "weight", "eps", "n_rows", "n_cols")),
        ("swiglu", "float* o, const float* x1, const float* x2, long n",
         ("out", "gate", "up", "n_rows * n_cols")),
        (
            "attention",
            "const float* Q, const float* K, const float* V, float* O, int seq_q, int seq_k, int head_dim, float scale",
            ("q", "k", "v", "out", "queries", "keys", "dim", "scale"),
        ),
        ("gather_rows", "const int* tokens, const float* wte, float* out, int N, int C",
         ("indices", "table", "out", "n_rows", "n_cols")),
    ],
)  # fmt: skip
def test_names_types_and_const_give_the_likeliest_reading(operation, parameters, args):
    assert fitted(parameters, operation)[0].args == args


def test_integers_of_another_width_are_declared():
    found = fitted(
        "float* loss, const float* inp, const int* targets, int n_rows, int n_cols", "cross_entropy"
    )
    assert found[0].types == (("targets", "int32"),)


@pytest.mark.parametrize(
    ("operation", "parameters", "facts", "given", "arrays"),
    [
        # The names say the opposite of `const`, of the code and of what is given.
        ("softmax", "const float* out, float* inp, int n_rows, int n_cols", None, {}, {("inp", "out")}),
        ("matmul", "float* c, float* a, float* b", CodeFacts((READ, READ, WRITTEN), (True,) * 3, is_known=True),
         {}, {("a", "b"), ("b", "a")}),
        ("matmul", "float* c, const float* p, const float* q", None, {"p": "b"}, {("c", "b")}),
    ],
)  # fmt: skip
def test_what_is_sure_decides_against_names(operation, parameters, facts, given, arrays):
    assert {each.args[:2] for each in fitted(parameters, operation, facts, given)} == arrays


def test_strides_that_the_kernel_does_not_take_are_required():
    parameters = "float* query, const float* cos_sin, const long long* positions, int heads, int head_dim"
    assert fitted(parameters, "rope")[0].requires == (
        "head_stride == head_dim",
        "token_stride == heads * head_stride",
    )


@pytest.mark.parametrize(
    ("operation", "parameters", "facts", "why"),
    [
        ("cross_entropy", "float* loss, const float* x, int n", None,
         "targets (in, int64), but loss: its elements are float32"),
        ("histogram", "const float* inp, int* counts, int n", None, "inp: its elements are float32"),
        ("matmul", "const float* a, const float* b, const float* c", None, "c: it is const"),
        ("softmax", "float* out, const float* x, const float* w", None, "has 2 arrays, and the kernel 3 pointers"),
        ("quantize_int8", "float* scale, float* out, const float* x", None, "out: its elements are float32"),
        # An array that is only written is not changed in place.
        ("residual_rms_norm", "float* residual, const float* x, const float* y",
         CodeFacts((WRITTEN, READ, READ), (True,) * 3, is_known=True),
         "residual (in-out, the element type), but residual: the kernel does not read it"),
    ],
)  # fmt: skip
def test_why_an_operation_does_not_fit_names_the_array(operation, parameters, facts, why):
    found = fitted(parameters, operation, facts)
    assert isinstance(found, Misfit)
    assert why in found.why


@pytest.mark.parametrize(
    ("name", "body", "operation"),
    [
        ("softmax_backward_kernel1", "a();", "softmax_backward"),
        ("layernorm_backward", "rsqrtf(a);", "layer_norm_backward"),
        ("embedding_lookup", "a();", "gather_rows"),
        ("fusedAddRMSNorm", "rsqrtf(a);", "residual_rms_norm"),
        ("gelu_forward", "tanhf(a);", "gelu_tanh"),
        ("gelu_forward", "erff(a);", "gelu"),
        ("log_softmax", "logf(expf(a));", "log_softmax"),
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


SOFTMAX = OPERATIONS["softmax"]
PACKED = ("inp_stride == n_cols", "out_stride == n_cols")
ONE_STRIDE = ("inp_stride == out_stride",)


def readings(parameters, **given):
    found = fitted(parameters, "softmax", given=given)
    assert not isinstance(found, Misfit)
    assert parameters_to_ask(kernel_of(parameters), given, SOFTMAX) == ()
    return [(" ".join(each.args), each.requires) for each in found]


@pytest.mark.parametrize(
    ("parameters", "args"),
    [
        ("float* out, const float* inp, int N, int C", "out inp n_rows n_cols"),
        ("float* out, float* inp, int N, int C", "out inp n_rows n_cols"),
        ("const float* a, float* b, int M, int N", "inp out n_rows n_cols"),
        ("float* dst, const float* foo, size_t rows, size_t cols", "out inp n_rows n_cols"),
        ("const T* d_input, T* d_output, unsigned numCols, unsigned numRows", "inp out n_cols n_rows"),
        ("const half* x, half* y, int batch_size, int hidden_size", "inp out n_rows n_cols"),
        ("float* out, const float* inp, int B, int T, int C", "out inp n_rows 1 n_cols"),
        ("const float* in, float* out, int batch_size, int seq_len, int dim", "inp out n_rows 1 n_cols"),
        ("const float* in, float* out, int n", "inp out n_rows * n_cols"),
        ("const float* in, float* out, int width", "inp out n_cols"),
        ("const float* in, float* out, int rows, int cols, int numel",
         "inp out n_rows n_cols n_rows * n_cols"),
        ("const float* in, float* out, int rows, int cols, float scale, bool log",
         "inp out n_rows n_cols 1.0 0"),
        ("const float* in, float* out, int rows, int cols, int block_size", "inp out n_rows n_cols block_x"),
    ],
)  # fmt: skip
def test_names_and_const_decide_what_is_tried_first(parameters, args):
    assert readings(parameters)[0] == (args, PACKED)


@pytest.mark.parametrize(
    ("parameters", "given", "args", "requires"),
    [
        ("int m, int n, const float* x, int ldx, float* y, int ldy", {},
         "n_rows n_cols inp inp_stride out out_stride", ()),
        ("float* output_ptr, const float* input_ptr, int input_row_stride, int output_row_stride, int rows, int cols",
         {}, "out inp inp_stride out_stride n_rows n_cols", ()),
        ("const float* in, float* out, int rows, int cols, float clip",
         {"clip": "0.5", "rows": "n_cols", "cols": "n_rows"}, "inp out n_cols n_rows 0.5", PACKED),
    ],
)  # fmt: skip
def test_strides_belong_to_what_their_names_say_and_what_is_given_wins(parameters, given, args, requires):
    assert readings(parameters, **given)[0] == (args, requires)


def test_one_stride_is_tried_in_every_sense():
    found = readings("const float* input, float* output, int rows, int cols, int stride")
    assert found[0] == ("inp out n_rows n_cols inp_stride", ONE_STRIDE)
    assert {("inp out n_rows n_cols out_stride", ONE_STRIDE), ("inp out n_rows n_cols 1", PACKED)} <= set(
        found
    )


def test_what_names_do_not_tell_is_tried_in_both_orders():
    found = {args for args, _ in readings("float* foo, float* bar, int p, int q")}
    assert found >= {
        f"{pointers} {sizes}"
        for pointers in ("inp out", "out inp")
        for sizes in ("n_rows n_cols", "n_cols n_rows")
    }


@pytest.mark.parametrize(
    ("parameters", "unknown"),
    [
        ("const float* in, const int* mask, float* out, int rows, int cols", ["mask"]),
        ("float* data, int rows, int cols", ["out"]),
        ("const float* in, float* out, int rows, int cols, float clip", ["clip"]),
        ("const float* in, float* out, int p, int q, int r", ["p", "q", "r"]),
        ("const float* in, float* out, Params params", ["params"]),
        ("int rows, int cols", ["inp", "out"]),
    ],
)
def test_what_cannot_be_told_is_listed(parameters, unknown):
    missing = parameters_to_ask(kernel_of(parameters), {}, SOFTMAX)
    assert [each.name for each in missing] == unknown


@pytest.mark.parametrize(
    ("before", "parameters", "entry", "defines"),
    [
        ("", "float* x", "k", {}),
        ("template <typename T>", "const T* x, T* y", "k<KH_SCALAR>", {}),
        ("template <typename T, typename ACC_T>", "const T* x, T* y", "k<KH_SCALAR, float>", {}),
        ("template <int BLOCK_SIZE, typename T>", "T* x", "k<THREADS, KH_SCALAR>", {"THREADS": "block_x"}),
        ("template <typename T, int ROWS_PER_BLOCK>", "T* x", "k<KH_SCALAR, BLOCK_ROWS>",
         {"BLOCK_ROWS": "block_y"}),
        ("template <typename T, typename index_t>", "T* x, index_t n", "k<KH_SCALAR, int>", {}),
        ("template <typename T, int UNROLL = 4>", "T* x", "k<KH_SCALAR>", {}),
    ],
)  # fmt: skip
def test_templates_are_instantiated(before, parameters, entry, defines):
    (instance,), unknown = read_instances(kernel_of(parameters, before=before), {})
    assert unknown == ()
    assert (instance.entry, instance.defines) == (entry, defines)


def test_what_a_template_does_not_tell_is_tried_or_given():
    template = kernel_of("T* x", before="template <typename T, int COLS_PER_THREAD, bool LOG>")
    instances, unknown = read_instances(template, {})
    assert unknown == ()
    entries = [each.entry for each in instances[:3]]
    assert entries == ["k<KH_SCALAR, 4, false>", "k<KH_SCALAR, 4, true>", "k<KH_SCALAR, 8, false>"]
    assert instances[0].tried == {"COLS_PER_THREAD": "4", "LOG": "false"}
    (instance,), _ = read_instances(template, {"COLS_PER_THREAD": "2", "LOG": "true"})
    assert (instance.entry, instance.tried) == ("k<KH_SCALAR, 2, true>", {})
    (logarithm, *_), _ = read_instances(
        kernel_of("T* x", before="template <typename T, int log2_elements>"), {}
    )
    assert logarithm.entry == "k<KH_SCALAR, 10>"


def test_two_numbers_of_a_template_that_nobody_knows_are_listed():
    instances, unknown = read_instances(kernel_of("float* x", before="template <int UNROLL, int PARTS>"), {})
    assert instances == ()
    assert [each.name for each in unknown] == ["UNROLL", "PARTS"]
    _, unknown = read_instances(kernel_of("float* x", before="template <Policy P>"), {})
    assert [each.name for each in unknown] == ["P"]


@pytest.mark.parametrize(
    ("code", "arithmetic"),
    [
        ("y = expf(x - m) / sum;", "ieee"),
        ("y = __expf(x - m) / sum;", "fast_exp"),
        ("y = exp2f(x * L - m * L) / sum;", "exp2"),
        ("y = __fdividef(__expf(x - m), sum);", "fast_exp+fast_div"),
        ("float inv = 1.0f / sum; y = expf(x - m) * inv;", "ieee+reciprocal"),
        ("sum = sum * expf(old - m) + expf(x[i] - m); y = expf(x[i] - m) / sum;", "ieee+online"),
        ("sum *= __expf(m - top); y = e[i] / sum;", "fast_exp+online"),
        ("y = expf(x - m - logf(sum));", "ieee+division_free"),
    ],
)
def test_arithmetic_is_read_from_the_text(code, arithmetic):
    assert read_arithmetic(code) == arithmetic


@pytest.mark.parametrize(
    ("code", "parallel"), [("__syncthreads();", "block_x"), ("__shfl_xor_sync(m, v, 1);", "warp"), ("x;", "")]
)
def test_a_kernel_that_loops_over_rows_gets_the_grid_of_its_kind(code, parallel):
    assert looping_style(code, ((256, 1, 1),)).parallel == parallel
