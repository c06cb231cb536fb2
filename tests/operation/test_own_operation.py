"""An operation of a project's own: one file, found by its name in pyproject.toml, and everything else knows it."""

import json
import re
import textwrap
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import harness.operation
from harness.cli.program import main
from harness.operation.catalogue import catalogue_of

ROOT = Path(__file__).resolve().parents[2]
DOCS = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
PYPROJECT = '[tool.kernel-harness]\nsources = ["kernels"]\noperations = ["operations"]\n'


def operation(name, reference, more=""):
    """Write a file of an operation whose arithmetic has one word; `reference` is an expression."""
    return f'''"""An operation of a test."""

import numpy as np

from kernel_harness.operation import INP, OUT, Array, Operation, Scalar, Vocabulary

OPERATION = Operation(
    name="{name}",
    summary="computed here",
    reference={reference},
    parse_arithmetic=Vocabulary(bases={{"ieee": "exact"}}).parse,
{more})
'''


def kernel(name, parameters, body, *, block=64, grid='"n_rows"', more=""):
    """Write a kernel; its arguments are named as its parameters are."""
    args = ", ".join(f'"{each.split()[-1]}"' for each in parameters.split(","))
    return f"""
// /// variant
// summary   = "As a test needs it."
// source    = "a test"
// operation = "{name}"
// args      = [{args}]
// block     = [{block}]
// grid      = {grid}
{more}// ///
extern "C" __global__ void {name}({parameters})
{{
{body}
}}
"""


ROWS = "long long inp_stride, long long out_stride"


def by_rows(name, body, out="float* out", **more):
    """Write a kernel of one block per row; `body` is done for each `col`, with the row's elements `x` and `y`."""
    given = f"const float* inp, {out}, {more.pop('further', '')}int n_cols, {ROWS}"
    kind, result = out.split("*")
    return kernel(
        name,
        given,
        "    const float* x = inp + blockIdx.x * inp_stride;\n"
        f"    {kind}* y ={result} + blockIdx.x * out_stride;\n"
        f"    for (int col = threadIdx.x; col < n_cols; col += blockDim.x)\n        {body}",
        **more,
    )


# Another operation than the example's: nothing is summed, no vector, NaN and infinities pass through.
RELU = operation("relu_row", "lambda inp: np.where(inp < 0.0, 0.0, inp)", "    never_negative=True,\n")
RELU_KERNEL = by_rows("relu_row", "y[col] = x[col] < 0.0f ? 0.0f : x[col];")


def example(name: str) -> str:
    found = re.search(rf"<!-- (?:example|file): {re.escape(name)} -->\n```\w+\n(.*?)```", DOCS, re.DOTALL)
    assert found is not None, name
    return found[1]


class Project:
    """A project in the current folder, with one operation and some kernels."""

    def __init__(self, name: str, text: str, kernels: dict[str, str]) -> None:
        for path, content in {
            "pyproject.toml": PYPROJECT,
            f"operations/{name}.py": text,
            **{f"kernels/{stem}.cu": content for stem, content in kernels.items()},
        }.items():
            Path(path).parent.mkdir(exist_ok=True)
            Path(path).write_text(content, encoding="ascii")

    def check(self, *arguments: str) -> int:
        """Check it; returns the exit status."""
        result = CliRunner().invoke(
            main, ["check", "--device", "cpu", "--json", "out.json", *arguments], catch_exceptions=False
        )
        self.output = result.output
        self.document = json.loads(Path("out.json").read_text(encoding="ascii"))
        self.variants = {each["id"]: each["cases"] for each in self.document["variants"]}
        return result.exit_code

    @property
    def reasons(self) -> dict[str, set[str]]:
        return {
            name: {reason for case in cases for reason in case["reasons"]}
            for name, cases in self.variants.items()
        }

    def messages(self, name: str) -> list[str]:
        return [finding["message"] for case in self.variants[name] for finding in case["findings"]]


def changed(right: str, faults: dict[str, tuple[str, str]]) -> dict[str, str]:
    """Give the right kernel and its wrong copies, each with one text in another's place."""
    for old, _ in faults.values():
        assert old in right
    return {"right": right, **{name: right.replace(old, new) for name, (old, new) in faults.items()}}


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # starting workers takes longer than most of these checks
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")


@pytest.fixture
def _of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let worker processes run the cases, and load the operation for themselves."""
    monkeypatch.delenv("KERNEL_HARNESS_ISOLATION")


@pytest.mark.usefixtures("_of_workers")
def test_the_documented_operation_passes_right_and_fails_wrong_kernels() -> None:
    faults = {
        "no_weight": (" * weight[col]", ""),
        "weight_of_thread": ("weight[col]", "weight[t]"),
        "sum_not_stored": ("        r[col] = total;\n", ""),
        "residual_by_out_stride": ("residual + blockIdx.x * inp_", "residual + blockIdx.x * out_"),
    }
    kernels = changed(example("add_rms_norm_rows.cu"), faults)
    project = Project("add_rms_norm", example("add_rms_norm.py"), kernels)
    assert project.check() == 1, project.output
    found = project.reasons
    assert found.pop("right") == set(), project.output
    assert all("wrong-value" in each for each in found.values()), found
    assert "oob-write" in found["residual_by_out_stride"]
    assert {variant["operation"] for variant in project.document["variants"]} == {"add_rms_norm"}
    assert all(len(cases) > 50 for cases in project.variants.values())
    assert all(message.startswith("out: ") for message in project.messages("no_weight"))
    assert any(message.startswith("residual: ") for message in project.messages("sum_not_stored"))


@pytest.mark.slow
def test_the_documented_operation_with_sizes_and_strides_passes_right_and_fails_wrong_kernels() -> None:
    right = kernel(
        "scale_heads",
        "float* out, const float* inp, const float* factor, int heads, int dim, long long token_stride, "
        "long long head_stride",
        """\
    const long long token = blockIdx.x, head = blockIdx.y;
    const float* x = inp + token * token_stride + head * head_stride;
    float* y = out + (token * heads + head) * dim;
    for (int i = threadIdx.x; i < dim; i += blockDim.x)
        y[i] = x[i] * factor[head];""",
        grid='["tokens", "heads"]',
        more='// requires  = ["heads <= 65535"]\n',
    )
    faults = {
        "first_factor": ("factor[head];", "factor[0];"),
        "dense_heads": ("head * head_stride", "head * dim"),
        "swapped_strides": ("token * token_stride + head * head_", "token * head_stride + head * token_"),
    }
    project = Project("scale_heads", example("scale_heads.py"), changed(right, faults))
    assert project.check() == 1, project.output
    found = project.reasons
    assert found.pop("right") == set(), project.output
    assert all("wrong-value" in each for each in found.values()), found
    dense = [case for case in project.variants["dense_heads"] if case["verdict"] == "FAIL"]
    assert dense
    assert all("strided" in case["layout"] and case["sizes"]["heads"] > 1 for case in dense)
    assert any("worst at element [" in message for message in project.messages("first_factor"))


@pytest.mark.slow
def test_an_output_of_integers_is_compared_exactly() -> None:
    text = operation(
        "row_top",
        'lambda inp: {"top": np.max(inp, axis=1), "column": np.argmax(inp, axis=1)}',
        """\
    arrays=(
        INP,
        Array(name="top", meaning="the maximum", role="out", shape=("n_rows",)),
        Array(name="column", meaning="its column", role="out", shape=("n_rows",), dtype="int32", below="n_cols"),
    ),
    kinds=("spread", "normal", "sweep", "ascending", "descending"),
    moves_with_columns=False,
""",
    )
    right = kernel(
        "row_top",
        "const float* inp, float* top, int* column, int n_rows, int n_cols, long long inp_stride",
        """\
    const long long row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n_rows)
        return;
    int best = 0;
    for (int col = 1; col < n_cols; ++col)
        if (inp[row * inp_stride + col] > inp[row * inp_stride + best])
            best = col;
    top[row] = inp[row * inp_stride + best];
    column[row] = best;""",
        grid='"ceil_div(n_rows, block_x)"',
    )
    faults = {
        "counts_from_one": ("column[row] = best", "column[row] = best + 1"),
        "first_column_only": ("column[row] = best", "if (best) column[row] = best"),
    }
    project = Project("row_top", text, changed(right, faults))
    assert project.check() == 1, project.output
    found = {"counts_from_one": {"wrong-value"}, "first_column_only": {"unwritten-output"}}
    assert project.reasons == {"right": set(), **found}
    assert project.messages("counts_from_one")[0].startswith("column: ")


def test_the_example_that_messages_name_is_an_operation() -> None:
    code = (harness.operation.__doc__ or "").partition("::\n")[2]
    names: dict[str, Any] = {}
    exec(textwrap.dedent(code), names)
    assert names["OPERATION"].reference(np.ones((2, 3))).tolist() == [3, 3]


def test_an_import_of_a_file_beside_it_has_a_hint(tmp_path) -> None:
    (tmp_path / "beside.py").touch()
    (tmp_path / "own.py").write_text("import beside\n", encoding="ascii")
    (error,) = catalogue_of((tmp_path / "own.py",)).errors
    assert str(error).endswith("; before the import, put `sys.path.insert(0, str(Path(__file__).parent))`)")


@pytest.mark.usefixtures("_of_workers")
def test_a_broken_file_of_an_operation_costs_its_own_variants_only() -> None:
    kernels = {"a": RELU_KERNEL.replace("relu_row", "swish_gate").lstrip(), "b": RELU_KERNEL}
    project = Project("relu_row", RELU, kernels)
    Path("operations/swish_gate.py").write_text("import numpy\n\n1 / 0\n", encoding="ascii")
    assert project.check("-k", "1x127") == 2, project.output
    errors = [
        (Path(each["path"]).name, each["line"], each["message"])
        for each in project.document["declaration_errors"]
    ]
    why = "an operation's file must run (got ZeroDivisionError: division by zero)"
    assert errors[0] == ("swish_gate.py", 3, why)
    assert errors[1][:2] == ("a.cu", 4)
    assert "an operation must be one of a known set (got 'swish_gate')" in errors[1][2]
    assert "not loaded: " in errors[1][2]
    verdicts = [(each["id"], each["verdict"]) for each in project.document["variants"]]
    assert verdicts == [("b", "PASS")]


@pytest.mark.parametrize(("line", "broken", "message"), [
    (10, "lambda inp: 1 / 0", "its reference failed (got ZeroDivisionError: division by zero)"),
    (1, "lambda inp: inp[0, :3]",
     "its reference failed (got ValueError: the reference of out must have the shape (1, 127) (got (3,)))"),
    (1, "lambda inp: inp, precise_reference=lambda problem: np.zeros(3)",
     "its precise_reference failed (got ValueError: it must have the shape of the input, (1, 127) (got (3,)))"),
])  # fmt: skip
def test_a_reference_that_fails_names_its_line(line: int, broken: str, message: str) -> None:
    project = Project("relu_row", operation("relu_row", broken), {"b": RELU_KERNEL})
    assert project.check("-k", "1x127") == 1, project.output
    (case,) = project.variants["b"]
    assert (case["verdict"], case["reasons"]) == ("ERROR", ["declaration-error"])
    assert f"relu_row.py:{line}: operation 'relu_row': {message}" in case["findings"][0]["message"]


def test_an_unknown_operation_says_where_to_name_ones_own() -> None:
    project = Project("relu_row", RELU, {"a": RELU_KERNEL.replace("relu_row", "relu_rows")})
    assert project.check() == 2
    (error,) = project.document["declaration_errors"]
    assert error["line"] == 5
    assert "(got 'relu_rows'); closest is 'relu_row'" in error["message"]
    assert "to add your own, name its file in `operations` of [tool.kernel-harness]" in error["message"]


def test_list_and_count_know_it() -> None:
    Project("relu_row", RELU, {"b": RELU_KERNEL})
    listed = CliRunner().invoke(main, ["list"])
    assert "float32; blocks 64; relu_row, ieee" in listed.output
    counted = CliRunner().invoke(main, ["count", "b", "--shape", "4x100"])
    assert "relu_row float32 4x100" in counted.output


def test_a_check_says_which_mistake_no_case_sees() -> None:
    """A slope of parts in 1e12 cannot show in float32."""
    text = operation(
        "scaled_rows",
        "lambda inp, slope: inp + 1e-12 * slope * inp",
        """\
    arrays=(INP, OUT),
    scalars=(Scalar("slope", "a tiny factor", values=(1.0, 0.5)),),
    kinds=("spread", "normal", "constant", "sweep"),
""",
    )
    project = Project(
        "scaled_rows",
        text,
        {"scaled_rows": by_rows("scaled_rows", "y[col] = x[col];", further="float slope, ")},
    )
    assert project.check() == 0, project.output
    (variant,) = project.document["variants"]
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
    ) in project.output
    assert "one element off" not in project.output


def test_a_byte_that_is_never_written_shows_where_its_poison_is_right() -> None:
    """Every element is right if nobody writes it: 165 is the poison of uint8."""
    text = operation(
        "marked",
        "lambda inp: np.full(inp.shape, 165)",
        """\
    arrays=(INP, Array(name="mark", meaning="165", role="out", dtype="uint8", rows="out")),
    kinds=("spread", "normal", "sweep"),
""",
    )
    right, wrong = (
        by_rows(
            "marked",
            f"if (col != {unwritten}) y[col] = 165;",
            "unsigned char* mark",
            more='// requires  = ["n_cols <= 64"]\n',
        )
        for unwritten in ("-1", "n_cols - 1")
    )
    project = Project("marked", text, {"right": right, "wrong": wrong})
    assert project.check("-k", "spread") == 1, project.output
    assert project.reasons == {"right": set(), "wrong": {"nondeterministic"}}
    verdicts = {name: {case["verdict"] for case in cases} for name, cases in project.variants.items()}
    assert verdicts == {"right": {"PASS", "SKIP"}, "wrong": {"FAIL", "SKIP"}}


@pytest.mark.parametrize(("result", "is_right"), [
    ("fminf(fmaxf(rintf(quotient), -127.0f), 127.0f)", True),
    ("max(-127, min(127, __float2int_rn(quotient)))", True),
    ("fminf(fmaxf(roundf(quotient), -127.0f), 127.0f)", False),
    ("fminf(fmaxf(floorf(quotient + 0.5f), -127.0f), 127.0f)", False),
    ("fminf(fmaxf(truncf(quotient), -127.0f), 127.0f)", False),
    ("__float2int_rn(quotient)", False),
])  # fmt: skip
def test_a_quantisation_rounds_halves_to_even_and_saturates(result, is_right):
    text = operation(
        "static_int8",
        "lambda inp, scale: np.clip(np.rint(inp / scale), -127.0, 127.0)",
        """\
    arrays=(INP, Array(name="q", meaning="quantised", role="out", dtype="int8")),
    scalars=(Scalar("scale", "step", values=(0.05, 0.5, 1.0)),),
""",
    )
    quantized = kernel(
        "static_int8",
        "signed char* q, const float* inp, int n_rows, int n_cols, int inp_stride, float scale",
        f"""\
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n_rows * n_cols) {{
        const float quotient = inp[(long long)(i / n_cols) * inp_stride + i % n_cols] / scale;
        q[i] = (signed char)({result});
    }}""",
        block=256,
        grid='"ceil_div(n_rows * n_cols, block_x)"',
    )
    project = Project("static_int8", text, {"quantized": quantized})
    assert project.check("-v", "-k", "rounding_ties or spread and 3x7") == (0 if is_right else 1), (
        project.output
    )
    assert ("quantized-float32-3x1031-rounding_ties-block256" in project.output) is not is_right
