"""`kernel-harness init` on kernels whose launch is written in host code; on the real cpu device."""

import re

import pytest

from harness.variant.declaration.inline_block import extract
from tests.adopt.commands import check, declared, invoke
from tests.sampled import one_in

# The rows of a block are constants of the kernel, and only the host code says how many blocks it needs.
ROWS_OF_FOUR = """\
__global__ void rows_of_four(const float* in, float* out, int n, int m) {
    int row = blockIdx.x * 4 + threadIdx.x / 16;
    if (row >= n) return;
    for (int i = threadIdx.x % 16; i < m; i += 16) out[row * m + i] = tanhf(in[row * m + i]);
}
"""
ITS_HOST = """\
void launch(const float* in, float* out, int batch, int width) {
    const int rows = 4;
    dim3 grid((batch + rows - 1) / rows), block(rows * 16);
    rows_of_four<<<grid, block>>>(in, out, batch, width);
}
"""


def init(folder, source, *options, **files):
    for name, text in files.items():
        (folder / f"{name}.h").write_text(text, encoding="ascii")
    path = folder / "kernel.cu"
    path.write_text(source, encoding="ascii")
    return invoke("init", path, "--no-input", *options), declared(path)


@pytest.mark.parametrize(
    ("source", "options", "files", "place"),
    [
        (ROWS_OF_FOUR + ITS_HOST, (), {}, "kernel.cu:9"),
        (ROWS_OF_FOUR, ("--host", "host.h"), {"host": ITS_HOST}, "host.h:4"),
    ],
)
def test_the_launch_of_the_host_code_is_declared(project, source, options, files, place):
    result, found = init(project, source, *options, **files)
    assert result.exit_code == 0, result.output
    assert (found["grid"], found["block"]) == ('"ceil_div(n_rows, 4)"', "[64]")
    assert f"launch: read in launch ({place})" in result.output


def test_a_file_of_host_code_must_exist(project):
    result, _ = init(project, ROWS_OF_FOUR, "--host", "none.h")
    assert result.exit_code == 2
    assert "a file of --host must exist (got none.h, which does not)" in result.output


# A thread has four columns, and a block has exactly one row: no fixed block is right.
GELU_OF_FOURS = """\
__global__ void gelu_x4(float4* in, float4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i >= n) return;
    float4 v = in[i];
    v.x *= 0.5f * (1.0f + erff(v.x * 0.70710678f));
    v.y *= 0.5f * (1.0f + erff(v.y * 0.70710678f));
    v.z *= 0.5f * (1.0f + erff(v.z * 0.70710678f));
    v.w *= 0.5f * (1.0f + erff(v.w * 0.70710678f));
    out[i] = v;
}
"""
BINDING = """\
#define BINDING(NAME, VEC)                                                        \\
    void NAME(torch::Tensor x, torch::Tensor y) {                                  \\
        const int S = x.size(0), K = x.size(1);                                    \\
        const int N = S * K;                                                       \\
        if (K / VEC <= 1024) {                                                     \\
            dim3 block(K / VEC), grid(S);                                          \\
            NAME##_x##VEC<<<grid, block>>>(x.data_ptr(), y.data_ptr(), N);         \\
        }                                                                          \\
    }
BINDING(gelu, 4)
"""


def test_a_block_that_depends_on_the_columns(project):
    options = ["--operation", "gelu", "--arg", "in=inp", "--arg", "out=out", "--host", "host.h"]
    result, found = init(project, GELU_OF_FOURS, *options, host=BINDING)
    assert result.exit_code == 0, result.output
    assert (found["args"], found["grid"]) == ('["inp", "out", "n_rows * n_cols"]', '"n_rows"')
    assert found["block"] == '"n_cols // 4"'
    assert '"n_cols // 4 <= 1024", "n_cols % 4 == 0"' in found["requires"]
    check("kernel.cu", "x256-")


DISPATCHED = """\
template <int WIDTH>
__global__ void softmax_of(const float* x, float* y, int rows) {
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    float top = -INFINITY, sum = 0.0f;
    for (int i = 0; i < WIDTH; i++) top = fmaxf(top, x[row * WIDTH + i]);
    for (int i = 0; i < WIDTH; i++) sum += expf(x[row * WIDTH + i] - top);
    for (int i = threadIdx.x; i < WIDTH; i += 32) y[row * WIDTH + i] = expf(x[row * WIDTH + i] - top) / sum;
}
void softmax(const float* x, float* y, int batch, int width) {
    dim3 block(32, 2);
    switch (width) {
        case 96: softmax_of<96><<<(batch + 1) / 2, block>>>(x, y, batch); break;
        case 40: softmax_of<40><<<(batch + 1) / 2, block>>>(x, y, batch); break;
        default: throw 1;
    }
}
"""


@pytest.mark.slow
def test_dispatch_by_size_gives_a_launch_for_each_template_argument(project):
    result, found = init(project, DISPATCHED)
    assert result.exit_code == 0, result.output
    text = (project / "kernel.cu").read_text(encoding="ascii")
    told = re.findall(r'(?:entry|when) += "(.*)"', text)
    assert told == ["softmax_of<96>", "n_cols == 96", "softmax_of<40>", "n_cols == 40"]
    assert '"n_cols == 96 or n_cols == 40"' in found["requires"]
    check("kernel.cu", "spread and x40-")
    assert found["grid"] == '"ceil_div(n_rows, 2)"'
    assert found["block"] == "[[32, 2]]"


@pytest.mark.slow
def test_a_wrong_launch_of_a_dispatch_is_declared_and_told(project):
    result, found = init(project, DISPATCHED.replace("softmax_of<40>", "softmax_of<41>"))
    assert result.exit_code == 0, result.output
    assert '"n_cols == 96 or n_cols == 40"' in found["requires"]
    assert "host code: softmax (kernel.cu:14): softmax_of<41>: wrong results" in result.output


# Launches that differ in more than their template argument: in the block, in the grid, in what they pass.
OF_BLOCK = """\
template <int BLOCK>
__global__ void relu_rows(float* out, const float* x, int C) {
    for (int i = threadIdx.x; i < C; i += BLOCK) out[blockIdx.x * C + i] = fmaxf(x[blockIdx.x * C + i], 0.0f);
}
void relu(float* out, const float* x, int N, int C) {
    if (C > 4096) throw 1;
    if (C <= 64) relu_rows<32><<<N, 32>>>(out, x, C);
    else if (C <= 1024) relu_rows<128><<<N, 128>>>(out, x, C);
    else relu_rows<256><<<N, 256>>>(out, x, C);
}
"""
OF_VECTORS = """\
template <int VEC>
__global__ void scale_rows(float* out, const float* in, float alpha, int n) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * VEC;
    for (int k = 0; k < VEC; ++k) if (i < n) out[i + k] = alpha * in[i + k];
}
void scale(float* out, const float* in, float alpha, int rows, int cols) {
    int n = rows * cols;
    if (cols % 4 == 0) scale_rows<4><<<(n / 4 + 127) / 128, 128>>>(out, in, alpha, n);
    else scale_rows<1><<<(n + 127) / 128, 128>>>(out, in, alpha, n);
}
"""
BY_SIZE = """\
__global__ void relu(float* out, const float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = x[i] < 0.0f ? 0.0f : x[i];
}
void run(float* out, const float* x, int n) {
    if (n > 100000) relu<<<(n + 511) / 512, 512>>>(out, x, n);
    else relu<<<(n + 127) / 128, 128>>>(out, x, n);
}
"""
CONTIGUOUS = ["inp_stride == n_cols", "out_stride == n_cols"]
IN_AN_INT = "n_rows * n_cols <= 2147483647"


@pytest.mark.parametrize(
    ("source", "requires", "tables", "selected"),
    one_in(3, [
        (
            OF_BLOCK,
            [*CONTIGUOUS, "n_cols <= 4096"],
            {
                "n_cols <= 64": ("relu_rows<32>", "n_rows", "32"),
                "n_cols > 64 and n_cols <= 1024": ("relu_rows<128>", "n_rows", "128"),
                "n_cols > 1024": ("relu_rows<256>", "n_rows", "256"),
            },
            "3x1025 or 3x129 or 3x33",
        ),
        (
            OF_VECTORS,
            [*CONTIGUOUS, IN_AN_INT],
            {
                "n_cols % 4 == 0": ("scale_rows<4>", "ceil_div((n_rows * n_cols) // 4, 128)", None),
                "n_cols % 4 != 0": ("scale_rows<1>", "ceil_div(n_rows * n_cols, 128)", None),
            },
            "3x33 or 3x64",
        ),
        (
            BY_SIZE,
            [*CONTIGUOUS, IN_AN_INT],
            {
                "n_rows * n_cols > 100000": ("relu", "ceil_div(n_rows * n_cols, 512)", "512"),
                "n_rows * n_cols <= 100000": ("relu", "ceil_div(n_rows * n_cols, 128)", "128"),
            },
            "3x33 or 3x64",
        ),
    ], pytest.mark.slow),
)  # fmt: skip
def test_each_launch_of_a_dispatch_has_its_own_table(project, source, requires, tables, selected):
    result, _ = init(project, source)
    assert result.exit_code == 0, result.output
    assert "host code: " not in result.output
    path = project / "kernel.cu"
    block = extract(path.read_text("ascii"), path).table
    assert block["requires"] == requires
    own = {each["when"]: (each["entry"], each["grid"], each.get("block")) for each in block["launch"]}
    assert own == {when: (e, g, b and int(b)) for when, (e, g, b) in tables.items()}
    check(path, selected)


def test_a_launch_that_is_left_out_is_named(project):
    # A misread argument is no fault of the kernel, and two launches for the same sizes have no `when`.
    other = OF_VECTORS.replace("out, in, alpha, n);\n    else", "out, in, alpha, n % 7);\n    else")
    result, _ = init(project, other, "--operation", "scale")
    assert (
        "host code: scale (kernel.cu:8): scale_rows<4>: not used: no reading of its arguments"
        in result.output
    )
    text = (project / "kernel.cu").read_text(encoding="ascii")
    assert "[[launch]]" not in text
    (project / "kernel.cu").unlink()
    result, _ = init(
        project,
        OF_VECTORS.replace("cols % 4 == 0", "is_fast").replace("int cols)", "int cols, bool is_fast)"),
        *("--operation", "scale"),
    )
    assert re.search(
        r"host code: scale \(kernel.cu:[89]\): not used: not tried: the launch in scale", result.output
    )


@pytest.mark.slow
def test_without_its_host_code_no_launch_is_found(project):
    result, _ = init(project, DISPATCHED.partition("void softmax(")[0])
    assert result.exit_code == 2
    assert "grid" in result.output or "WIDTH" in result.output


@pytest.mark.parametrize("size", one_in(2, ["total", "N"], pytest.mark.slow))
def test_one_thread_an_element_is_a_known_style(project, size):
    source = (
        f"__global__ void gelu(const float* in, float* out, int {size}) {{\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        f"    if (i < {size}) out[i] = in[i] * 0.5f * (1.0f + erff(in[i] * 0.70710678f));\n"
        "}\n"
    )
    result, found = init(project, source)
    assert result.exit_code == 0, result.output
    assert found["grid"] == '"ceil_div(n_rows * n_cols, block_x)"'
    assert found["args"] == '["inp", "out", "n_rows * n_cols"]'


RECIPROCAL = """\
__global__ void rms_norm(const float* x, const float* w, float* y, int rows, dim_t cols, float q, float eps) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int i = 0; i < cols; i++) sum += x[row * cols + i] * x[row * cols + i];
    float factor = rsqrtf(sum * q + eps);
    for (int i = 0; i < cols; i++) y[row * cols + i] = x[row * cols + i] * factor * w[i];
}
"""
ITS_CALL = """\
void run(const float* x, const float* w, float* y, int rows, int dim) {
    rms_norm<<<(rows + 127) / 128, 128>>>(x, w, y, rows, dim, 1.0f / (float)dim, 1e-5f);
}
"""


@pytest.mark.parametrize(
    ("host", "block"), one_in(2, [("", "[256, 32, 1024]"), (ITS_CALL, "[128]")], pytest.mark.slow)
)
def test_a_reciprocal_of_a_size_and_an_alias_are_arguments(project, host, block):
    result, found = init(project, f"using dim_t = long long;\n{RECIPROCAL}{host}")
    assert result.exit_code == 0, result.output
    args = '["inp", "weight", "out", "n_rows", "n_cols", "1 / n_cols", '
    assert found["args"].startswith(args)
    assert found["block"] == block
    assert "cols (int of 8 bytes)" in result.output
    check("kernel.cu", "3x33 or 7x64")


SQUARE = """\
__global__ void square_matmul(const float* p, const float* q, float* r, int N) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int i = 0; row < N && col < N && i < N; i++) sum += p[row * N + i] * q[i * N + col];
    if (row < N && col < N) r[row * N + col] = sum;
}
"""
VOLUME = """\
__global__ void sum_of(const float* p, const float* q, float* r, int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z, i = x + nx * (y + ny * z);
    if (x < nx && y < ny && z < nz) r[i] = p[i] + q[i];
}
void run(float* p, float* q, float* r, int nx, int ny, int nz) {
    sum_of<<<dim3((nx + 15) / 16, (ny + 7) / 8, (nz + 1) / 2), dim3(16, 8, 2)>>>(p, q, r, nx, ny, nz);
}
"""
CHOSEN = """\
template <int PARTS> __global__ void tanh_of(const float* p, float* r, int n) {
    int i = PARTS * (blockIdx.x * 24 + threadIdx.x);
    for (int k = i; k < i + PARTS && k < n; k++) r[k] = tanhf(p[k]);
}
void run(const float* p, float* r, int rows, int cols) {
    void (*chosen)(const float*, float*, int) = rows > 4 ? tanh_of<2> : tanh_of<4>;
    chosen<<<(rows * cols + 47) / 48, 24>>>(p, r, rows * cols);
}
"""
# The program's own numbers would make a grid of 100,000 blocks for a few elements.
FIXED = """\
__global__ void tanh_of(const float* p, float* r, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) r[i] = tanhf(p[i]);
}
int main() {
    const int batch = 256, channels = 32, height = 224, width = 224, size = batch * channels * height * width;
    tanh_of<<<(size + 191) / 192, 192>>>(nullptr, nullptr, size);
}
"""


@pytest.mark.parametrize(
    ("source", "args", "grid", "selected"),
    [
        pytest.param(
            SQUARE,
            '["a", "b", "c", "n"]',
            '["ceil_div(n, block_x)", "ceil_div(m, block_y)"]',
            "33x33 or 16x16",
            marks=pytest.mark.slow,
        ),
        (
            VOLUME,
            '["inp", "other", "out", "n_cols", "n_rows", 1]',
            '["ceil_div(n_cols, 16)", "ceil_div(n_rows, 8)"]',
            "",
        ),
        (CHOSEN, '["inp", "out", "n_rows * n_cols"]', '"ceil_div(n_rows * n_cols, 48)"', ""),
        (FIXED, '["inp", "out", "n_rows * n_cols"]', '"ceil_div(n_rows * n_cols, 192)"', ""),
    ],
    ids=["equal sizes", "three dimensions", "a pointer to a kernel", "numbers of a program"],
)
def test_what_tutorials_launch_is_declared(project, source, args, grid, selected):
    result, found = init(project, source)
    assert result.exit_code == 0, result.output
    assert (found["args"], found["grid"]) == (args, grid)
    check("kernel.cu", selected or "3x33 or 7x64")


def test_a_stride_is_not_mistaken_for_a_size(project):
    # Blocks of 32 columns hide it, because they read beyond the columns only in rows with padding.
    names = {"nx": "p1", "ny": "p2", "nz": "p3"}
    source = re.sub(r"\bn[xyz]\b", lambda name: names[name[0]], VOLUME.partition("void run")[0])
    result, _ = init(project, source)
    assert result.exit_code == 0, result.output
    assert "right on 22 further sizes" in result.output


OPERATION = """\
import numpy as np
from kernel_harness.operation import Array, Operation, Scalar, Size, Vocabulary

def reference(x, weight, eps):
    d = x - np.mean(x, axis=(2, 3), keepdims=True)
    return d / np.sqrt(np.mean(d * d, axis=(2, 3), keepdims=True) + eps) * weight[:, :, None]

SHAPE = ("images", "groups", "per", "hw")
OPERATION = Operation(
    name="group_norm",
    summary="mean and variance of each group",
    reference=reference,
    parse_arithmetic=Vocabulary(bases={"ieee": "float32"}, modifiers={"rsqrt": "rsqrtf"}).parse,
    sizes=(Size("images", "images", of="n_rows"), Size("hw", "pixels", of="n_cols"),
           Size("groups", "groups", values=(2, 4, 1)), Size("per", "channels of a group", values=(3, 1, 8))),
    arrays=(Array(name="x", meaning="images", role="in", shape=SHAPE),
            Array(name="weight", meaning="factors", shape=("groups", "per")),
            Array(name="y", meaning="result", role="out", shape=SHAPE)),
    kinds=("spread", "normal", "sweep"),
    scalars=(Scalar("eps", "added to the variance", values=(1e-5, 1e-3)),),
)
"""
GROUPS = """\
__global__ void group_norm(const float* x, const float* w, float* y, int channels, int hw, int groups, float eps) {
    int per = channels / groups, count = per * hw, group = blockIdx.x % groups;
    float mean = 0.0f, square = 0.0f;
    for (int i = 0; i < count; i++) mean += x[blockIdx.x * count + i] / count;
    for (int i = 0; i < count; i++) {
        float d = x[blockIdx.x * count + i] - mean;
        square += d * d / count;
    }
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        y[blockIdx.x * count + i] = (x[blockIdx.x * count + i] - mean) * rsqrtf(square + eps) * w[group * per + i / hw];
}
void run(const float* x, const float* w, float* y, int n, int c, int hw, int groups, float eps) {
    group_norm<<<GRID, 32>>>(x, w, y, c, hw, groups, eps);
}
"""


@pytest.fixture
def with_groups(project):
    """Make a project with an operation of two further sizes."""
    (project / "ops").mkdir()
    (project / "ops/group_norm.py").write_text(OPERATION, encoding="ascii")
    (project / "pyproject.toml").write_text('[tool.kernel-harness]\noperations = ["ops"]\n', encoding="ascii")
    return project


@pytest.mark.parametrize(
    ("values", "said"),
    one_in(2, [("(3,)", "cpu device, all with per = 3\n"), ("(3, 1, 8)", "cpu device\n")], pytest.mark.slow),
)
def test_sizes_of_host_code_and_their_products_are_arguments_and_grids(with_groups, values, said):
    path = with_groups / "ops/group_norm.py"
    path.write_text(OPERATION.replace("(3, 1, 8)", values), encoding="ascii")
    result, found = init(with_groups, GROUPS.replace("GRID", "n * groups"), "--operation", "group_norm")
    assert result.exit_code == 0, result.output
    assert found["args"] == '["x", "weight", "y", "groups * per", "hw", "groups", "eps"]'
    assert found["grid"] == '"images * groups"'
    assert "launch: read in run (kernel.cu:13)" in result.output
    assert said in result.output
    check("kernel.cu", "spread and 7x")


def test_an_operation_that_cannot_be_read_is_an_error(with_groups):
    (with_groups / "ops/group_norm.py").write_text("typo", encoding="ascii")
    for command in (("init", "kernel.cu"), ("adopt", ".")):
        (with_groups / "kernel.cu").write_text(GROUPS, encoding="ascii")
        result = invoke(*command)
        assert result.exit_code == 2
        assert "group_norm.py:1: an operation's file must run" in result.output


@pytest.mark.slow
def test_why_a_launch_of_host_code_is_not_used_is_said(with_groups):
    # One block for each image is right if an image is one group: every size takes several values.
    result, _ = init(with_groups, GROUPS.replace("GRID", "n"), "--operation", "group_norm")
    assert result.exit_code == 2
    assert "host code: run (kernel.cu:13): not used: unwritten-output" in result.output


@pytest.mark.slow
def test_two_arguments_that_do_as_well_are_a_question(with_groups):
    text = (
        OPERATION[: OPERATION.index("def reference")]
        + "def reference(x): return x\n"
        + OPERATION[OPERATION.index("SHAPE =") :]
    )
    text = "".join(line for line in text.splitlines(keepends=True) if not re.search("weight|scalars", line))
    (with_groups / "ops/copied.py").write_text(text.replace("group_norm", "copied"), encoding="ascii")
    (with_groups / "ops/group_norm.py").unlink()
    result, _ = init(
        with_groups,
        "__global__ void copied(const float* x, float* y, int images, int hw, int p, int q) {\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < images * hw * p * q) y[i] = x[i];\n}\n",
    )
    assert result.exit_code == 2
    assert "could not determine p: groups and per give the same right results" in result.output
