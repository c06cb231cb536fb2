"""The recorded run of the right Triton kernels on a GPU is of the kernels and the matrix of today. Needs no Triton."""

import gzip
import json

from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from tests.kernels.expectations import ROOT

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
