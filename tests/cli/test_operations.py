import json

import pytest

from harness.operation.catalogue import shipped_operations

OWN = '''"""Copies: no rounding, so the bound is 0."""

from kernel_harness.operation import Operation, Vocabulary, vector

OPERATION = Operation(
    name="copy_row",
    summary="the input",
    reference=lambda inp, mask: inp,
    parse_arithmetic=Vocabulary(bases={"ieee": "exact", "fast": "less"}, float32_only=("fast",)).parse,
    vectors=(vector("mask", "not read"),),
)
'''


@pytest.fixture
def own(project, monkeypatch):
    (project / "copy_row.py").write_text(OWN, encoding="ascii")
    monkeypatch.setenv("KERNEL_HARNESS_OPERATIONS", str(project / "copy_row.py"))
    return project


def test_every_operation_is_listed_with_what_a_declaration_needs(own, invoke):
    result = invoke("operations")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    names = [line.split()[0] for line in lines if not line.startswith(" ")]
    assert names == [*shipped_operations(), "copy_row"]
    start = lines.index("copy_row  the input")
    assert lines[start + 1 : start + 6] == [
        "  args        inp, out, n_rows, n_cols, inp_stride, out_stride, mask",
        "  mask        not read; required",
        "  dtypes      float32, float16, bfloat16, float64",
        "  arithmetic  ieee: exact",
        "              fast: less (not float64)",
    ]
    assert lines[-1] == "  bound       copy_row.py"
    assert "  weight      a factor for each column; 1 without it" in lines
    assert "              +rsqrt: rsqrtf instead" in lines
    assert "  eps         what is added to the variance; checked with 1e-05, 0.001, 1e-06" in lines


def test_a_named_operation_is_printed_with_the_derivation_of_its_bound(own, invoke):
    result = invoke("operations", "copy_row", "rms_norm", "--json", "o.json")
    assert result.exit_code == 0
    assert "\nCopies: no rounding, so the bound is 0.\n" in result.stdout
    assert "Root Mean Square Layer Normalization" in result.stdout
    assert "log of the sum" not in result.stdout
    document = json.loads((own / "o.json").read_text())
    rms_norm, copy_row = document["operations"]
    assert (rms_norm["name"], copy_row["source"]) == ("rms_norm", "copy_row.py")
    assert copy_row["vectors"] == [{"name": "mask", "meaning": "not read", "absent": None}]
    assert [word["float64"] for word in copy_row["arithmetic"]] == [True, False]
    assert rms_norm["input_kinds"][-1]["name"] == "small"
    assert document["errors"] == []


def test_a_wrong_file_is_an_error_beside_the_others(own, invoke):
    (own / "copy_row.py").write_text("import no_such_module\n", encoding="ascii")
    result = invoke("operations", "--json", "o.json")
    assert result.exit_code == 2
    assert "ERROR " in result.stdout
    assert "No module named 'no_such_module'" in result.stdout
    document = json.loads((own / "o.json").read_text())
    assert [error["line"] for error in document["errors"]] == [1]
    assert "softmax" in {each["name"] for each in document["operations"]}
    named = invoke("operations", "copy_row")
    assert named.exit_code == 2
    assert "NAME must be an operation (got 'copy_row')" in named.stderr
    assert "copy_row.py:1: an operation's file must run (got ModuleNotFoundError" in named.stderr
