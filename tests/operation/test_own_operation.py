"""An operation of a project's own: one file, found by its name in pyproject.toml, and everything else knows it."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness.cli.program import main

ROOT = Path(__file__).resolve().parents[2]
DOCS = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")

PYPROJECT = """
[tool.kernel-harness]
sources = ["kernels"]
operations = ["operations"]
"""

# Another operation than the example's: nothing is summed, no vector, NaN and infinities pass through.
RELU = '''
"""Rectified rows: max(x, 0)."""

import numpy as np

from kernel_harness.operation import Operation, Vocabulary

OPERATION = Operation(
    name="relu_row",
    summary="max(x, 0)",
    reference=lambda inp: np.where(inp < 0.0, 0.0, inp),
    parse_arithmetic=Vocabulary(bases={"ieee": "exact"}).parse,
    never_negative=True,
)
'''


def by_rows(
    operation, body, *, args='"inp", "out", "n_cols", "inp_stride", "out_stride"', more="", out="float"
):
    """Write a kernel of one block per row; `body` is done for each `col`, with the row's elements `x` and `y`."""
    parameters = {
        "inp": "const float* inp",
        "out": f"{out}* out",
        "mark": f"{out}* out",
        "slope": "float slope",
        "n_cols": "int n_cols",
        "inp_stride": "long long inp_stride",
        "out_stride": "long long out_stride",
    }
    taken = ", ".join(parameters[name.strip(' "')] for name in args.split(","))
    return f"""
// /// variant
// summary   = "One block per row."
// source    = "a test"
// operation = "{operation}"
// args      = [{args}]
// block     = [64]
// grid      = "n_rows"
{more}// ///
extern "C" __global__ void {operation}({taken})
{{
    const float* x = inp + blockIdx.x * inp_stride;
    {out}* y = out + blockIdx.x * out_stride;
    for (int col = threadIdx.x; col < n_cols; col += blockDim.x)
        {body}
}}
"""


RELU_KERNEL = by_rows("relu_row", "y[col] = x[col] < 0.0f ? 0.0f : x[col];")

# An output of integers, which are compared exactly, beside one of numbers.
ROW_TOP = '''
"""Largest element of each row, and its column."""

import numpy as np

from kernel_harness.operation import INP, Array, Operation, Vocabulary


def reference(inp):
    return {"top": np.max(inp, axis=1), "column": np.argmax(inp, axis=1)}


OPERATION = Operation(
    name="row_top",
    summary="max of x and its column, along each row",
    reference=reference,
    parse_arithmetic=Vocabulary(bases={"ieee": "exact"}).parse,
    arrays=(
        INP,
        Array(name="top", meaning="the maximum", role="out", shape=("n_rows",)),
        Array(name="column", meaning="its column", role="out", shape=("n_rows",), dtype="int32", below="n_cols"),
    ),
    kinds=("spread", "normal", "sweep", "ascending", "descending"),
    moves_with_columns=False,
)
'''

ROW_TOP_KERNEL = """
// /// variant
// summary   = "One thread per row."
// source    = "a test"
// operation = "row_top"
// args      = ["inp", "top", "column", "n_rows", "n_cols", "inp_stride"]
// block     = [64]
// grid      = "ceil_div(n_rows, block_x)"
// ///
extern "C" __global__ void row_top(const float* inp, float* top, int* column, int n_rows, int n_cols,
                                   long long inp_stride)
{
    const long long row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n_rows)
        return;
    int best = 0;
    for (int col = 1; col < n_cols; ++col)
        if (inp[row * inp_stride + col] > inp[row * inp_stride + best])
            best = col;
    top[row] = inp[row * inp_stride + best];
    column[row] = best;
}
"""


SCALE_HEADS_KERNEL = """
// /// variant
// summary   = "One block per head of a token."
// source    = "a test"
// operation = "scale_heads"
// args      = ["out", "inp", "factor", "heads", "dim", "token_stride", "head_stride"]
// block     = [64]
// grid      = ["tokens", "heads"]
// requires  = ["heads <= 65535"]
// ///
extern "C" __global__ void scale_heads(float* out, const float* inp, const float* factor, int heads, int dim,
                                       long long token_stride, long long head_stride)
{
    const long long token = blockIdx.x, head = blockIdx.y;
    const float* x = inp + token * token_stride + head * head_stride;
    float* y = out + (token * heads + head) * dim;
    for (int i = threadIdx.x; i < dim; i += blockDim.x)
        y[i] = x[i] * factor[head];
}
"""


def example(name: str) -> str:
    found = re.search(rf"<!-- (?:example|file): {re.escape(name)} -->\n```\w+\n(.*?)```", DOCS, re.DOTALL)
    assert found is not None, name
    return found[1]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "operations").mkdir()
    (tmp_path / "kernels").mkdir()
    (tmp_path / "pyproject.toml").write_text(PYPROJECT, encoding="ascii")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(
        "KERNEL_HARNESS_ISOLATION", "none"
    )  # starting workers takes longer than most of these checks
    return tmp_path


@pytest.fixture
def project_of_workers(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same where worker processes run the cases, and load the operation for themselves."""
    monkeypatch.delenv("KERNEL_HARNESS_ISOLATION")
    return project


def check(*arguments: str) -> tuple[int, dict, str]:
    result = CliRunner().invoke(main, ["check", "--device", "cpu", "--json", "out.json", *arguments])
    document = json.loads(Path("out.json").read_text(encoding="ascii")) if Path("out.json").exists() else {}
    return result.exit_code, document, result.output


def reasons(document: dict) -> dict[str, set[str]]:
    return {
        variant["id"]: {reason for case in variant["cases"] for reason in case["reasons"]}
        for variant in document["variants"]
    }


def test_the_documented_operation_passes_right_and_fails_wrong_kernels(project_of_workers: Path) -> None:
    (project_of_workers / "operations" / "add_rms_norm.py").write_text(
        example("add_rms_norm.py"), encoding="ascii"
    )
    right = example("add_rms_norm_rows.cu")
    (project_of_workers / "kernels" / "add_rms_norm_rows.cu").write_text(right, encoding="ascii")
    for name, old, new in (
        ("no_weight", " * weight[col]", ""),
        ("weight_of_thread", "weight[col]", "weight[t]"),
        ("sum_not_stored", "        r[col] = total;\n", ""),
        (
            "residual_by_out_stride",
            "residual + blockIdx.x * inp_stride",
            "residual + blockIdx.x * out_stride",
        ),
    ):
        assert old in right
        (project_of_workers / "kernels" / f"{name}.cu").write_text(right.replace(old, new), encoding="ascii")
    status, document, output = check()
    assert status == 1, output
    found = reasons(document)
    assert found.pop("add_rms_norm_rows") == set(), output
    assert all("wrong-value" in each for each in found.values()), found
    assert "oob-write" in found["residual_by_out_stride"]
    assert {variant["operation"] for variant in document["variants"]} == {"add_rms_norm"}
    assert all(len(variant["cases"]) > 50 for variant in document["variants"])
    messages = {
        variant["id"]: [finding["message"] for case in variant["cases"] for finding in case["findings"]]
        for variant in document["variants"]
    }
    assert all(message.startswith("out: ") for message in messages["no_weight"])
    assert any(message.startswith("residual: ") for message in messages["sum_not_stored"])


def test_the_documented_operation_with_sizes_and_strides_passes_right_and_fails_wrong_kernels(
    project: Path,
) -> None:
    (project / "operations" / "scale_heads.py").write_text(example("scale_heads.py"), encoding="ascii")
    right = SCALE_HEADS_KERNEL
    (project / "kernels" / "scale_heads_block.cu").write_text(right, encoding="ascii")
    for name, old, new in (
        ("first_factor", "factor[head];", "factor[0];"),
        ("dense_heads", "head * head_stride", "head * dim"),
        (
            "swapped_strides",
            "token * token_stride + head * head_stride",
            "token * head_stride + head * token_stride",
        ),
    ):
        assert old in right
        (project / "kernels" / f"{name}.cu").write_text(right.replace(old, new), encoding="ascii")
    status, document, output = check()
    assert status == 1, output
    found = reasons(document)
    assert found.pop("scale_heads_block") == set(), output
    assert all("wrong-value" in each for each in found.values()), found
    cases = {variant["id"]: variant["cases"] for variant in document["variants"]}
    dense = [case for case in cases["dense_heads"] if case["verdict"] == "FAIL"]
    assert dense
    assert all("strided" in case["layout"] and case["sizes"]["heads"] > 1 for case in dense)
    messages = [finding["message"] for case in cases["first_factor"] for finding in case["findings"]]
    assert any("worst at element [" in message for message in messages)


def test_an_output_of_integers_is_compared_exactly(project: Path) -> None:
    (project / "operations" / "row_top.py").write_text(ROW_TOP, encoding="ascii")
    for name, old, new in (
        ("right", "", ""),
        ("counts_from_one", "column[row] = best", "column[row] = best + 1"),
        ("first_column_only", "column[row] = best", "if (best) column[row] = best"),
    ):
        text = ROW_TOP_KERNEL.replace(old, new, 1) if old else ROW_TOP_KERNEL
        (project / "kernels" / f"{name}.cu").write_text(text, encoding="ascii")
    status, document, output = check()
    assert status == 1, output
    found = reasons(document)
    assert found.pop("right") == set(), output
    assert found == {"counts_from_one": {"wrong-value"}, "first_column_only": {"unwritten-output"}}
    first = next(case for case in document["variants"][0]["cases"] if case["findings"])
    assert first["findings"][0]["message"].startswith("column: ")


def test_a_broken_file_of_an_operation_costs_its_own_variants_only(project_of_workers: Path) -> None:
    (project_of_workers / "operations" / "relu_row.py").write_text(RELU, encoding="ascii")
    (project_of_workers / "operations" / "swish_gate.py").write_text(
        "import numpy\n\n1 / 0\n", encoding="ascii"
    )
    (project_of_workers / "kernels" / "a.cu").write_text(
        RELU_KERNEL.replace("relu_row", "swish_gate").lstrip(), encoding="ascii"
    )
    (project_of_workers / "kernels" / "b.cu").write_text(RELU_KERNEL, encoding="ascii")
    status, document, output = check("-k", "1x127")
    assert status == 2, output
    errors = [
        (Path(each["path"]).name, each["line"], each["message"]) for each in document["declaration_errors"]
    ]
    assert errors[0][:2] == ("a.cu", 4)
    assert "an operation must be one of a known set (got 'swish_gate')" in errors[0][2]
    assert "not loaded: " in errors[0][2]
    assert errors[1] == (
        "swish_gate.py",
        3,
        "an operation's file must run (got ZeroDivisionError: division by zero)",
    )
    assert [(each["id"], each["verdict"]) for each in document["variants"]] == [("b", "PASS")]


@pytest.mark.parametrize(
    ("line", "broken", "message"),
    [
        (
            11,
            "reference=lambda inp: 1 / 0",
            "its reference failed (got ZeroDivisionError: division by zero)",
        ),
        (
            1,
            "reference=lambda inp: inp[0, :3]",
            "its reference failed (got ValueError: the reference of out must have the shape (1, 127) (got (3,)))",
        ),
        (
            1,
            "reference=lambda inp: inp, precise_reference=lambda problem: np.zeros(3)",
            "its precise_reference failed (got ValueError: it must have the shape of the input, (1, 127) (got (3,)))",
        ),
    ],
)
def test_a_reference_that_fails_names_its_line(project: Path, line: int, broken: str, message: str) -> None:
    part = broken.partition("=")[0]
    text = re.sub(rf"^    {part}=.*$", f"    {broken},", RELU, flags=re.MULTILINE)
    (project / "operations" / "relu_row.py").write_text(text, encoding="ascii")
    (project / "kernels" / "b.cu").write_text(RELU_KERNEL, encoding="ascii")
    status, document, output = check("-k", "1x127")
    assert status == 1, output
    (case,) = document["variants"][0]["cases"]
    assert (case["verdict"], case["reasons"]) == ("ERROR", ["declaration-error"])
    assert f"relu_row.py:{line}: operation 'relu_row': {message}" in case["findings"][0]["message"]


def test_an_unknown_operation_says_where_to_name_ones_own(project: Path) -> None:
    (project / "operations" / "relu_row.py").write_text(RELU, encoding="ascii")
    (project / "kernels" / "a.cu").write_text(RELU_KERNEL.replace("relu_row", "relu_rows"), encoding="ascii")
    status, document, _ = check()
    assert status == 2
    (error,) = document["declaration_errors"]
    assert error["line"] == 5
    assert "(got 'relu_rows'); closest is 'relu_row'" in error["message"]
    assert "to add your own, name its file in `operations` of [tool.kernel-harness]" in error["message"]


def test_list_and_count_know_it(project: Path) -> None:
    (project / "operations" / "relu_row.py").write_text(RELU, encoding="ascii")
    (project / "kernels" / "b.cu").write_text(RELU_KERNEL, encoding="ascii")
    listed = CliRunner().invoke(main, ["list"])
    assert "float32; blocks 64; relu_row, ieee" in listed.output
    counted = CliRunner().invoke(main, ["count", "b", "--shape", "4x100"])
    assert "relu_row float32 4x100" in counted.output


# The slope shows only where the shift does not hide it: nowhere.
SLOPE = '''
"""Rows plus a constant: a slope of parts in 1e12 cannot show in float32."""

from kernel_harness.operation import INP, OUT, Operation, Scalar, Vocabulary

OPERATION = Operation(
    name="scaled_rows",
    summary="slope x",
    reference=lambda inp, slope: inp + 1e-12 * slope * inp,
    parse_arithmetic=Vocabulary(bases={"ieee": "as written"}).parse,
    arrays=(INP, OUT),
    scalars=(Scalar("slope", "a tiny factor", values=(1.0, 0.5)),),
    kinds=("spread", "normal", "constant", "sweep"),
)
'''

SLOPE_KERNEL = by_rows(
    "scaled_rows", "y[col] = x[col];", args='"inp", "out", "slope", "n_cols", "inp_stride", "out_stride"'
)


def test_a_check_says_which_mistake_no_case_sees(project: Path) -> None:
    (project / "operations" / "scaled_rows.py").write_text(SLOPE, encoding="ascii")
    (project / "kernels" / "scaled_rows.cu").write_text(SLOPE_KERNEL, encoding="ascii")
    status, document, output = check()
    assert status == 0, output
    (variant,) = document["variants"]
    counts = {each.pop("name"): each for each in variant["impostors"]}
    first = [
        case for case in variant["cases"] if case["block"] == [64, 1, 1] and case["layout"] == "contiguous"
    ]
    small = [case for case in first if case["n_rows"] * case["n_cols"] <= 8192]
    assert counts["another slope"] == {"tried": len(small), "rejected": 0}
    assert counts["zeros"] == {"tried": len(variant["cases"]), "rejected": len(variant["cases"])}
    assert 0 < counts["rows swapped"]["rejected"] < counts["rows swapped"]["tried"]
    unseen = {case["id"]: case["unseen_impostors"] for case in variant["cases"]}
    assert {case["id"] for case in small} == {
        name for name, each in unseen.items() if "another slope" in each
    }
    assert all("rows swapped" in unseen[case["id"]] for case in variant["cases"] if case["n_rows"] == 1)
    assert (
        "NOTE scaled_rows\n"
        f"  no case rejects the impostor 'another slope' ({len(small)} cases tried it): "
        "a kernel with this mistake may pass\n"
    ) in output
    assert "one element off" not in output


# Every element is right if nobody writes it: 165 is the poison of uint8.
POISON = '''
"""The number 165 in every element."""

import numpy as np

from kernel_harness.operation import INP, Array, Operation, Vocabulary

OPERATION = Operation(
    name="marked",
    summary="165",
    reference=lambda inp: np.full(inp.shape, 165),
    parse_arithmetic=Vocabulary(bases={"ieee": "exact"}).parse,
    arrays=(INP, Array(name="mark", meaning="165", role="out", dtype="uint8", rows="out")),
    kinds=("spread", "normal", "sweep"),
)
'''

POISON_KERNEL = by_rows(
    "marked",
    "if (col != UNWRITTEN) y[col] = 165;",
    args='"inp", "mark", "n_cols", "inp_stride", "out_stride"',
    more='// requires  = ["n_cols <= 64"]\n',
    out="unsigned char",
)


def test_a_byte_that_is_never_written_shows_where_its_poison_is_right(project: Path) -> None:
    (project / "operations" / "marked.py").write_text(POISON, encoding="ascii")
    for name, unwritten in (("right", "-1"), ("wrong", "n_cols - 1")):
        text = POISON_KERNEL.replace("UNWRITTEN", unwritten)
        (project / "kernels" / f"{name}.cu").write_text(text, encoding="ascii")
    status, document, output = check("-k", "spread")
    assert status == 1, output
    assert reasons(document) == {"right": set(), "wrong": {"nondeterministic"}}
    verdicts = {
        variant["id"]: {case["verdict"] for case in variant["cases"]} for variant in document["variants"]
    }
    assert verdicts == {"right": {"PASS", "SKIP"}, "wrong": {"FAIL", "SKIP"}}


STATIC_INT8 = '''
"""int8 with a given scale, saturated."""
import numpy as np
from kernel_harness.operation import INP, Array, Operation, Scalar, Vocabulary

def reference(inp, scale):
    return np.clip(np.rint(inp / scale), -127.0, 127.0)

OPERATION = Operation(
    name="static_int8", summary="clip(rint(x / scale), -127, 127)", reference=reference,
    parse_arithmetic=Vocabulary(bases={"ieee": "float32, IEEE division"}).parse,
    arrays=(INP, Array(name="q", meaning="quantised", role="out", dtype="int8")),
    scalars=(Scalar("scale", "step", values=(0.05, 0.5, 1.0)),),
)
'''

STATIC_INT8_KERNEL = """
// /// variant
// summary   = "One thread an element."
// source    = "a test"
// operation = "static_int8"
// args      = ["q", "inp", "n_rows", "n_cols", "inp_stride", "scale"]
// block     = [256]
// grid      = "ceil_div(n_rows * n_cols, block_x)"
// ///
extern "C" __global__ void static_int8(signed char* q, const float* inp, int n_rows, int n_cols, int inp_stride,
                                       float scale)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n_rows * n_cols) {
        const float quotient = inp[(long long)(i / n_cols) * inp_stride + i % n_cols] / scale;
        q[i] = (signed char)(RESULT);
    }
}
"""


@pytest.mark.parametrize(
    ("result", "is_right"),
    [
        ("fminf(fmaxf(rintf(quotient), -127.0f), 127.0f)", True),
        ("max(-127, min(127, __float2int_rn(quotient)))", True),
        ("fminf(fmaxf(roundf(quotient), -127.0f), 127.0f)", False),
        ("fminf(fmaxf(floorf(quotient + 0.5f), -127.0f), 127.0f)", False),
        ("fminf(fmaxf(truncf(quotient), -127.0f), 127.0f)", False),
        ("__float2int_rn(quotient)", False),
    ],
)
def test_a_quantisation_rounds_halves_to_even_and_saturates(tmp_path, monkeypatch, result, is_right):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text(PYPROJECT, encoding="utf-8")
    for folder, name, text in (
        ("operations", "static_int8.py", STATIC_INT8),
        ("kernels", "quantized.cu", STATIC_INT8_KERNEL.replace("RESULT", result)),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text(text, encoding="utf-8")
    found = CliRunner().invoke(main, ["check", "--device", "cpu", "-k", "rounding_ties or spread and 3x7"])
    assert found.exit_code == (0 if is_right else 1), found.output
    assert ("quantized-float32-3x1031-rounding_ties-block256" in found.output) is not is_right
