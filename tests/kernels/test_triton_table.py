"""Records of Triton: releases side by side, and the recorded GPU run of the kernels of today. Needs no Triton."""

import gzip
import json

from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from tests.kernels.expectations import ROOT
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
    recorded = json.loads(gzip.decompress(path.read_bytes()))
    assert recorded["device"]["info"]["kind"] == "gpu"
    verdicts = {
        case["id"]: case["verdict"]
        for variant in recorded["variants"]
        for case in variant["cases"]
        if case["verdict"] != "SKIP"
    }
    variants = [load_variant(path) for path in sorted((FOLDER / "right").glob("*.py"))]
    assert verdicts == {case.id: "PASS" for variant in variants for case in cases(variant)}
