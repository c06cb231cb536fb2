"""`kernel-harness init` on whole files that were not written for the harness; on the real cpu device."""

import json
import re
import shutil
from pathlib import Path

import pytest

from harness.cli.bodies.init import InitRequest, run_init
from harness.report.text.console import make_console
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant
from tests.adopt.commands import check, declared, init, invoke
from tests.sampled import one_in

FOREIGN = Path(__file__).parents[2] / "fixtures" / "foreign_kernels"
SIMPLE = """\
__global__ void simple(const float* in, float* out, int rows, int cols{more}) {{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float top = -INFINITY, sum = 0.0f;
    for (int i = 0; i < cols; i++) top = fmaxf(top, in[row * cols + i]);
    for (int i = 0; i < cols; i++) sum += expf(in[row * cols + i] - top);
    for (int i = 0; i < cols; i++) out[row * cols + i] = expf(in[row * cols + i] - top) / sum;
}}
"""


def write_simple(repository, more="", before=""):
    path = repository / "src" / "simple.cu"
    path.write_text(before + SIMPLE.format(more=more), encoding="ascii")
    return path


@pytest.fixture
def repository(project):
    """Make a project with the foreign sources in it."""
    shutil.copytree(FOREIGN, project / "src")
    return project


@pytest.mark.slow
def test_every_kernel_of_a_contiguous_ladder_with_host_code_is_adopted_unread(repository):
    source = repository / "src" / "teaching.cu"
    result = invoke("init", source, "--into", "kernels", "--source", "a course")
    assert result.exit_code == 0
    assert re.search(
        r"1 of 3 kernels done, 0 not declared, about \d+ s left; softmax_kernel2: comp", result.stderr
    )
    assert source.read_bytes() == (FOREIGN / "teaching.cu").read_bytes(), "the source is not touched"
    found = {path.stem: declared(path) for path in (repository / "kernels").iterdir()}
    assert {
        name: (each["grid"], each.get("smem_bytes"), each.get("parallel")) for name, each in found.items()
    } == {
        "softmax_kernel1": ('"ceil_div(n_rows, block_x)"', None, None),
        "softmax_kernel2": ('"n_rows"', '"block_x * 4"', '"block_x"'),
        "softmax_kernel3": ('"ceil_div(n_rows * warp, block_x)"', None, '"warp"'),
    }
    for each in found.values():
        assert each["args"] == '["out", "inp", "n_rows", "n_cols"]'
        assert each["block"] == "[256, 32, 1024]"
        assert each["requires"] == '["inp_stride == n_cols", "out_stride == n_cols"]'
        assert each["source"] == '"a course"'
    check("./kernels")


ROWS_IN_Y = """\
__global__ void silu(const float* in, float* out, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols) return;
    float x = in[(long long)blockIdx.y * cols + col];
    out[(long long)blockIdx.y * cols + col] = x / (1.0f + expf(-x));
}
"""
HOST = """
void run(const float* in, float* out, int rows, int cols) {
    silu<<<dim3((cols + 127) / 128, rows), 128>>>(in, out, rows, cols);
}
"""


@pytest.mark.parametrize("host", one_in(2, [HOST, ""], pytest.mark.slow))
def test_rows_in_grid_y_are_claimed_up_to_the_last_that_a_grid_has(repository, host):
    path = repository / "src" / "silu.cu"
    path.write_text(ROWS_IN_Y + host, encoding="ascii")
    _, found = init(path)
    assert '"n_rows <= 65535"]  # no GPU launches more than 65535 blocks in y or z' in found["requires"]
    check(path, "65536 or 65535 or 7x3")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "keys", "said", "limit"),
    [
        ("library.cu",
         {"entry": '"tensor::ops::softmax_rows<KH_SCALAR, THREADS>"', "defines": '{ THREADS = "block_x" }',
          "args": '["inp", "out", "n_rows", "n_cols", "inp_stride"]', "requires": '["inp_stride == out_stride"]',
          "dtypes": '["float32", "float16", "bfloat16"]'},
         "verified: args, block, grid and shared memory, by ", ""),
        # Parameters of any order, half and cooperative groups.
        ("blas.cu",
         {"args": '["n_rows", "n_cols", "inp", "inp_stride", "out", "out_stride"]', "dtypes": '["float16"]',
          "block": "[[32, 8], [32, 2], [32, 16]]", "requires": None}, "", ""),
        # A launch without races goes before one with.
        ("one_thread.cu", {"block": "[1]"}, "", ""),
        # A limit is told and left to the user.
        ("short_rows.cu", {}, "wrong on 10 of 22 further sizes: 3x257 (unwritten-output", "n_cols <= block_x"),
        # Truth values and a width are tried, and defaults taken.
        ("warp_batch.cu",
         {"entry": '"softmax_warp_batch<KH_SCALAR, KH_SCALAR, float, 10, false, false>"',
          "args": '["out", "inp", "n_rows", "inp_stride", "n_cols", 0, -1, 0]',
          "requires": '["inp_stride == out_stride", "n_cols <= 1024"]'}, "", ""),
    ],
)  # fmt: skip
def test_a_foreign_kernel_is_declared_unread_and_right(repository, file, keys, said, limit):
    path = repository / "src" / file
    output, found = init(path)
    assert {key: found.get(key) for key in keys} == keys
    assert said in output
    if limit:
        assert f'add "{limit}" to `requires`; else this is a bug' in output
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"(requires += .*)\]", rf'\1, "{limit}"]', text), encoding="utf-8")
    check(path)


def test_what_cannot_be_told_is_listed_and_nothing_is_written(repository):
    path = repository / "src" / "masked.cu"
    result = invoke("init", path)
    assert result.exit_code == 2
    assert "could not determine mask: a pointer to const unsigned char" in result.output
    assert "--arg mask=ROLE" in result.output
    assert '// args      = ["inp", "? mask", "out", "n_rows", "n_cols"]' in result.output
    assert path.read_bytes() == (FOREIGN / "masked.cu").read_bytes()


@pytest.mark.slow
def test_somebody_who_is_there_is_asked(repository):
    path = write_simple(repository, more=", int version")
    source = path.read_text(encoding="ascii")
    path.write_text(source.replace("(row >= rows)", "(row >= rows || version != 77)"), encoding="ascii")
    asked = []

    def answer(kernel, unknown):
        asked.append((kernel, unknown.name, unknown.why))
        return "77"

    settings = Settings.load(repository)
    request = InitRequest(files=(path,), ask=answer)
    assert run_init(request, settings, make_console(), make_console()) == 0
    assert asked == [("simple", "version", "int")]
    assert declared(path)["args"] == '["inp", "out", "n_rows", "n_cols", 77]'


@pytest.mark.slow
def test_a_kernel_with_a_fault_of_its_own_is_declared_and_the_fault_told(repository):
    path = write_simple(repository)
    path.write_text(path.read_text(encoding="ascii").replace(" - top)", ")"), encoding="ascii")
    output, found = init(path)
    assert found["grid"] == '"ceil_div(n_rows, block_x)"'
    assert "`arithmetic` may be wrong" not in output
    assert re.search(r"wrong on \d+ of 22 further sizes: .*wrong-value", output)
    assert invoke("check", path, "-k", "3x1031-huge1e4-block32", "--device", "cpu").exit_code == 1


@pytest.mark.parametrize(
    ("parameters", "body", "said"),
    one_in(3, [
        ("float* data, int rows, int cols", "data[0] = 1;",
         "data is the only pointer, and no operation in place was right; you can write one"),
        ("const float* in, float* out, int rows, int cols", "out[0] = in[0];",
         "could not determine operation: no operation is near; write one: `python -m pydoc kernel_harness."
         "operation` has an example\n  does not fit "),
        # Half of the elements agree with relu and clamp, which says nothing.
        ("float* y, const float* x, float slope, int n",
         "int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = x[i] > 0 ? x[i] : slope * x[i];",
         'an example\n  does not fit '),
    ], pytest.mark.slow),
)  # fmt: skip
def test_why_a_kernel_is_not_declared_is_said(repository, parameters, body, said):
    path = repository / "src" / "refused.cu"
    path.write_text(f"__global__ void k({parameters}) {{ {body} }}\n", encoding="ascii")
    result = invoke("init", path)
    assert result.exit_code == 2
    assert said in result.output
    assert "nearest: " not in result.output
    assert 'operation = "?"' in result.output.replace("  ", " ")
    assert not path.read_text(encoding="ascii").startswith("//")


FIXED = """\
template <int PER> __global__ void relu_fixed(const float* x, float* y, int rows, int cols) {
    float part[PER];
    for (int k = 0; k < PER; ++k)
        part[k] = threadIdx.x + 256 * k < cols ? x[blockIdx.x * cols + threadIdx.x + 256 * k] : 0.0f;
    for (int k = 0; k < PER; ++k)
        if (threadIdx.x + 256 * k < cols)
            y[blockIdx.x * cols + threadIdx.x + 256 * k] = fmaxf(part[k], 0.0f);
}
void relu(const float* x, float* y, int rows, int cols) { relu_fixed<8><<<rows, 256>>>(x, y, rows, cols); }
"""


def test_an_instance_that_takes_so_many_columns_is_declared_for_them(repository):
    path = repository / "src" / "relu.cu"
    path.write_text(FIXED, encoding="ascii")
    said = invoke("init", path).output
    assert '"n_cols <= 2048"' in declared(path)["requires"], said
    assert "guessed: n_cols <= 2048, because relu_fixed<8> was wrong on longer rows" in said


HALVES = """\
#include <cuda_fp16.h>
__global__ void relu_half2(const TYPE* x, TYPE* y, int rows, int cols) {
    for (int i = threadIdx.x; i < cols / 2; i += blockDim.x)
        ((half2*)(y + blockIdx.x * cols / PER))[i] =
            __hmax2(((const half2*)(x + blockIdx.x * cols / PER))[i], __float2half2_rn(0.0f));
}
"""


@pytest.mark.slow
def test_a_kernel_of_vectors_is_declared_for_whole_ones_and_a_missing_tail_is_not(repository):
    path = repository / "src" / "relu.cu"
    path.write_text(HALVES.replace("TYPE", "half2").replace("PER", "2"), encoding="ascii")
    said = invoke("init", path).output
    assert declared(path)["requires"].endswith(', "n_cols % 2 == 0"]')
    assert "guessed: n_cols % 2 == 0, because the kernel takes vectors, and other widths were wrong" in said
    assert "this is a bug" not in said
    # Of rows that begin anywhere, the last element was forgotten.
    text = (
        HALVES.replace("TYPE", "half")
        .replace("PER", "1")
        .replace("half2*)", "half*)")
        .replace("i < cols / 2", "i < cols - 1")
    )
    text = text.replace("__hmax2", "__hmax").replace("__float2half2_rn", "__float2half")
    path.write_text(text, encoding="ascii")
    invoke("init", path)
    assert "n_cols % 2" not in path.read_text(encoding="ascii")


@pytest.mark.parametrize(
    ("parameters", "body", "operation", "args"),
    one_in(3, [
        ("float* x, float s, int n", "x[i] *= s", "scale", ["inp", "alpha", "n_rows * n_cols"]),
        ("int n, float a, const float* x, float* y", "y[i] = a * x[i] + y[i]", "axpy",
         ["n_rows * n_cols", "alpha", "x", "y"]),
        ("const float* a, const float* b, float* c, int n", "c[i] = a[i] * b[i]", "multiply",
         ["inp", "other", "out", "n_rows * n_cols"]),
    ], pytest.mark.slow),
)  # fmt: skip
def test_an_elementwise_kernel_of_two_lines_is_declared_in_place_or_not(
    repository, parameters, body, operation, args
):
    path = repository / "src" / "k.cu"
    index = "int i = blockIdx.x * blockDim.x + threadIdx.x;"
    path.write_text(f"__global__ void k({parameters}) {{ {index} if (i < n) {body}; }}\n", encoding="ascii")
    _, found = init(path)
    assert found["operation"] == json.dumps(operation)
    assert json.loads(found["args"]) == args
    assert found.get("in_place") == ("true" if operation == "scale" else None)
    # An int counts no more elements.
    assert "n_rows * n_cols <= 2147483647" in json.loads(found["requires"])
    check(path)


def init_norm(repository, entry):
    result = invoke("init", repository / "src" / "norms.cu", "--entry", entry, "--into", "src")
    assert result.exit_code == 0, result.output
    return result, repository / "src" / f"{entry}.cu"


@pytest.mark.slow
def test_vectors_statistics_and_a_constant_of_a_norm_are_found_by_name_and_by_running(repository):
    result, path = init_norm(repository, "layernorm_forward")
    found = declared(path)
    assert found["operation"] == '"layer_norm_stats"'
    assert found["args"] == '["out", "mean", "rstd", "inp", "weight", "bias", "n_rows", "n_cols"]'
    assert found["arithmetic"] == '"ieee+rsqrt"'
    assert found["constants"] == "{ eps = 1e-06 }"
    assert [each.name for each in load_variant(path).scratch] == []
    assert 'guessed: operation = "layer_norm_stats"' in result.output
    assert "guessed: eps = 1e-06, a number in the text of the kernel" in result.output
    check(path)


@pytest.mark.slow
def test_a_strided_template_of_vectors_needs_no_word(repository):
    result, path = init_norm(repository, "rmsnorm_rows")
    found = declared(path)
    assert found["entry"] == '"norms::rmsnorm_rows<4, KH_SCALAR, THREADS>"'
    assert found["args"] == '["inp", "weight", "out", "n_cols", "inp_stride", "out_stride", "eps", 0, 0]'
    assert "inp_stride % (16 // itemsize) == 0" in found["requires"]
    assert "inp_offset % (16 // itemsize) == 0" in found["requires"]
    assert "guessed: VEC_SIZE = 4, which the results agree with" in result.output
    assert "rows must begin at multiples of 16 bytes, because unaligned rows" in result.output
    check(path, "7x32 or strided8")


@pytest.mark.slow
def test_larger_blocks_that_are_not_right_are_told(repository):
    path = write_simple(repository)
    text = path.read_text(encoding="ascii")
    spoilt = "if (row >= rows || blockDim.x > 256) return;"
    path.write_text(text.replace("if (row >= rows) return;", spoilt), encoding="ascii")
    output, found = init(path)
    assert found["block"] == "[256, 32]"
    assert "wrong with larger blocks: 512 1024 (unwritten-output); if your code launches it" in output


@pytest.mark.slow
def test_a_declared_file_is_left_alone_unless_forced(repository):
    path = write_simple(repository, before="// /// variant\n// nonsense\n// ///\n")
    before = path.read_bytes()
    result = invoke("init", path)
    assert result.exit_code == 0
    assert "it is declared already; --force replaces that" in result.output
    assert path.read_bytes() == before
    assert invoke("init", path, "--force", "--operation", "softmax").exit_code == 0
    assert load_variant(path).usual_block == (256, 1, 1)
    assert "nonsense" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("src/nowhere.cu",), "a FILE must be a file (got src/nowhere.cu, which does not exist"),
        (("src/README.md",), "a FILE must be a .cu, a .ptx or a Triton .py file"),
        (("src/teaching.cu",), "has 3 (got softmax_kernel1, "),
        (("src/teaching.cu", "--entry", "softmax_kernel9"), "closest is softmax_kernel"),
        (("src/blas.cu", "--arg", "width=n_cols"), "--arg must name a parameter of hsoftmax (got width)"),
        (("src/blas.cu", "--arg", "width"), "--arg must be PARAMETER=ROLE (got 'width')"),
        (("src/simple.cu", "--into", "src/blas.cu"), "the folder of --into must be one that can be made"),
        (("src/blas.cu", "--operation", "rms_nrom"), "(got 'rms_nrom'); closest is rms_norm;"),
        (("src/empty.cu",), "must define a __global__ function"),
        (("src/two.py",), "name one with --entry: `kernel-harness init src/two.py --entry silu`; or"),
        (("src/two.py", "--entry", "relu", "--into", "src"),
         "--entry must be a kernel of src/two.py (got relu)"),
        (("src/none.py",), "must have a function marked @triton.jit that stores (got none)"),
        (("src/broken.cu",), "broken.cu(1): error"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_a_usage_error(repository, arguments, said):
    write_simple(repository)
    (repository / "src" / "empty.cu").write_text("int a;\n", encoding="ascii")
    kernels = (f"@triton.jit\ndef {name}(y): tl.store(y, 1)\n" for name in ("silu", "gelu"))
    (repository / "src" / "two.py").write_text("".join(kernels), encoding="ascii")
    (repository / "src" / "none.py").write_text("a = 1\n", encoding="ascii")
    (repository / "src" / "broken.cu").write_text(
        "__global__ void k(const float* in, float* out, int n) { typo; }\n", encoding="ascii"
    )
    result = invoke("init", *arguments)
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())
    assert "--into" not in said or "compiling" not in result.output


def test_one_file_that_cannot_be_declared_does_not_keep_the_others(repository, monkeypatch):
    monkeypatch.delenv("KERNEL_HARNESS_ISOLATION")  # as users have it, in a worker process
    path = write_simple(repository)
    assert invoke("init", "src/masked.cu", path, "--operation", "softmax").exit_code == 2
    assert "args" in declared(path)


def test_every_foreign_kernel_is_in_the_readme():
    listed = re.findall(
        r"^\| `(\w+\.cu)` \|", (FOREIGN / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert sorted(listed) == sorted(path.name for path in FOREIGN.glob("*.cu"))
