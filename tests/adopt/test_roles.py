import pytest

from harness.adopt.fitting.fit import Misfit, fit, untold_parameters
from harness.adopt.fitting.instances import read_instances
from harness.adopt.launch_styles import looping_style, read_arithmetic
from harness.adopt.reading.compiled_kernel import CodeFacts
from harness.adopt.reading.signature import find_kernels
from harness.operation.catalogue import catalogue_of

SOFTMAX = catalogue_of().operations["softmax"]
PACKED = ("inp_stride == n_cols", "out_stride == n_cols")
ONE_STRIDE = ("inp_stride == out_stride",)


def kernel(parameters, before=""):
    (found,) = find_kernels(f"{before} __global__ void k({parameters}) {{ }}")
    return found


def readings(parameters, **given):
    found = fit(kernel(parameters), CodeFacts(), given, SOFTMAX)
    assert not isinstance(found, Misfit)
    assert untold_parameters(kernel(parameters), given, SOFTMAX) == ()
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
        (
            "const float* in, float* out, int rows, int cols, int numel",
            "inp out n_rows n_cols n_rows * n_cols",
        ),
        (
            "const float* in, float* out, int rows, int cols, float scale, bool log",
            "inp out n_rows n_cols 1.0 0",
        ),
        ("const float* in, float* out, int rows, int cols, int block_size", "inp out n_rows n_cols block_x"),
    ],
)
def test_names_and_const_decide_what_is_tried_first(parameters, args):
    assert readings(parameters)[0] == (args, PACKED)


def test_strides_belong_to_what_their_names_say():
    assert readings("int m, int n, const float* x, int ldx, float* y, int ldy")[0] == (
        "n_rows n_cols inp inp_stride out out_stride",
        (),
    )
    strides = "int input_row_stride, int output_row_stride, int n_rows, int n_cols"
    assert readings(f"float* output_ptr, const float* input_ptr, {strides}")[0] == (
        "out inp inp_stride out_stride n_rows n_cols",
        (),
    )


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
    missing = untold_parameters(kernel(parameters), {}, SOFTMAX)
    assert [each.name for each in missing] == unknown


def test_what_is_given_wins():
    found = readings(
        "const float* in, float* out, int rows, int cols, float clip",
        clip="0.5",
        rows="n_cols",
        cols="n_rows",
    )
    assert found == [("inp out n_cols n_rows 0.5", PACKED)]


@pytest.mark.parametrize(
    ("before", "parameters", "entry", "defines"),
    [
        ("", "float* x", "k", {}),
        ("template <typename T>", "const T* x, T* y", "k<KH_SCALAR>", {}),
        ("template <typename T, typename ACC_T>", "const T* x, T* y", "k<KH_SCALAR, float>", {}),
        ("template <int BLOCK_SIZE, typename T>", "T* x", "k<THREADS, KH_SCALAR>", {"THREADS": "block_x"}),
        (
            "template <typename T, int ROWS_PER_BLOCK>",
            "T* x",
            "k<KH_SCALAR, BLOCK_ROWS>",
            {"BLOCK_ROWS": "block_y"},
        ),
        ("template <typename T, typename index_t>", "T* x, index_t n", "k<KH_SCALAR, int>", {}),
        ("template <typename T, int UNROLL = 4>", "T* x", "k<KH_SCALAR>", {}),
    ],
)
def test_templates_are_instantiated(before, parameters, entry, defines):
    (instance,), unknown = read_instances(kernel(parameters, before), {})
    assert unknown == ()
    assert (instance.entry, instance.defines) == (entry, defines)


def test_what_a_template_does_not_tell_is_tried_or_given():
    template = kernel("T* x", "template <typename T, int COLS_PER_THREAD, bool LOG>")
    instances, unknown = read_instances(template, {})
    assert unknown == ()
    assert [each.entry for each in instances[:3]] == [
        "k<KH_SCALAR, 4, false>",
        "k<KH_SCALAR, 4, true>",
        "k<KH_SCALAR, 8, false>",
    ]
    assert instances[0].tried == {"COLS_PER_THREAD": "4", "LOG": "false"}
    (instance,), _ = read_instances(template, {"COLS_PER_THREAD": "2", "LOG": "true"})
    assert (instance.entry, instance.tried) == ("k<KH_SCALAR, 2, true>", {})
    (logarithm, *_), _ = read_instances(kernel("T* x", "template <typename T, int log2_elements>"), {})
    assert logarithm.entry == "k<KH_SCALAR, 10>"


def test_two_numbers_of_a_template_that_nobody_knows_are_listed():
    instances, unknown = read_instances(kernel("float* x", "template <int UNROLL, int PARTS>"), {})
    assert instances == ()
    assert [each.name for each in unknown] == ["UNROLL", "PARTS"]
    _, unknown = read_instances(kernel("float* x", "template <Policy P>"), {})
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
