"""Records of Triton: releases side by side, and the recorded GPU run of the kernels of today. Needs no Triton."""

from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from tests.kernels.expectations import ROOT, recorded_verdicts
from tests.kernels.triton_table import table


def test_figures_that_differ_have_a_row() -> None:
    older = {"result": "PASS", "instructions": "10", "registers": "8"}
    kernels = {"b": older, "a": {"result": "CompileError"}}
    newer = {"b": {**older, "instructions": "11"}, "a": older}
    records = [
        {"triton": "3.10.0", "isa": "9.4", "kernels": newer},
        {"triton": "3.9.0", "isa": "9.3", "kernels": kernels},
    ]
    assert table(records).split("\n") == [
        "| kernel | figure | 3.9.0 | 3.10.0 |",
        "| --- | --- | ---: | ---: |",
        "| | PTX ISA | 9.3 | 9.4 |",
        "| `a` | result | CompileError | **PASS** |",
        "|  | instructions | - | **10** |",
        "|  | registers | - | **8** |",
        "| `b` | instructions | 10 | **11** |",
    ]


FOLDER = ROOT / "fixtures" / "triton"


def test_every_case_of_every_right_kernel_passed_on_a_gpu():
    (path,) = FOLDER.glob("check-*.json.gz")
    variants = [load_variant(path) for path in sorted((FOLDER / "right").glob("*.py"))]
    today = {variant.id: {case.id: "PASS" for case in cases(variant)} for variant in variants}
    assert recorded_verdicts(path) == today
