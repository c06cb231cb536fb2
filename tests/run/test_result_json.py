"""Results survive JSON without loss, and text of another form is refused."""

import json
import math

import numpy as np
import pytest

from harness.errors import UsageError
from harness.store.records import plain, read, to_json
from harness.verdict import CaseResult, Finding, Reason, Verdict

FINDING = Finding(
    Reason.OOB_READ,
    "reads\npast",
    "k",
    (1, 2, 3),
    (0, 0, 31),
    2**64 - 1,
    4,
    17,
    "k.cu:3",
    9,
    2,
    ("in f", "at k.cu:9"),
)
FULL = CaseResult(
    "case", "variant", "cpu", Verdict.FAIL, (FINDING,), "detail \udc80", "rerun", 12.5,
    (Finding(Reason.MISSING_HEADER, "no header"),), "printed\n", ("zeros",), 0.25,
    max_error_ulp=np.float64(0.1), max_error_ratio=math.inf, unseen_impostors=("ones", "twos"),
)  # fmt: skip

DOCUMENT = json.loads(to_json(plain(FULL)))


@pytest.mark.parametrize(
    "result", [FULL, CaseResult("case", "variant", "gpu", Verdict.NOT_RUN)], ids=["all fields", "no field"]
)
def test_a_result_is_the_same_after_json(result):
    back = read(json.loads(to_json(plain(result))), CaseResult, "here")
    assert back == result
    assert back.elapsed_s == result.elapsed_s


def test_nan_stays_nan():
    result = CaseResult("case", "variant", "cpu", Verdict.FAIL, max_error_ratio=math.nan)
    assert math.isnan(read(json.loads(to_json(plain(result))), CaseResult, "here").max_error_ratio)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"verdict": "FINE"}, "verdict"),
        ({"findings": "none"}, "findings"),
        ({"findings": [{**DOCUMENT["findings"][0], "address": "1e9"}]}, "address"),
        ({"findings": [{**DOCUMENT["findings"][0], "block": [1]}]}, "block"),
        ({"elapsed_s": None}, "elapsed_s"),
    ],
)
def test_another_form_is_refused(change, said):
    with pytest.raises(UsageError, match=rf"here.*{said}"):
        read({**DOCUMENT, **change}, CaseResult, "here")
