"""Completion of a declaration: words of `arithmetic` and the alignment of rows."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from harness.adopt.draft import Draft
from harness.adopt.search import with_exactness
from harness.adopt.trial import ALIGNED, Trial
from harness.operation.catalogue import catalogue_of
from harness.settings.settings import Settings
from harness.verdict import CaseResult, Verdict

OPERATIONS = catalogue_of(()).operations
DRAFT = Draft("a test", "here", ("inp", "out"), ((256, 1, 1),), ("n_rows",), entry="rows<KH_SCALAR>")


def judged(is_within):
    """Return what stands for a trial: it says which arithmetic is exact for which type."""

    def is_exact(draft, dtypes=()):
        return all(is_within(draft.arithmetic, dtype) for dtype in dtypes or draft.dtypes[:1])

    return SimpleNamespace(is_exact=is_exact)


@pytest.mark.parametrize(
    ("dtypes", "may_add"),
    [
        (("float32",), False),
        (("float32", "float16"), False),
        (("float16", "bfloat16"), False),
        (("float16",), True),
    ],
)
def test_only_kernels_of_16_bits_may_add_in_them(dtypes, may_add):
    trial = judged(lambda arithmetic, _: "half_accumulation" in arithmetic)
    start = replace(DRAFT, dtypes=dtypes, operation="layer_norm")
    draft, doubts = with_exactness(start, OPERATIONS["layer_norm"], trial)
    assert (not doubts, "half_accumulation" in draft.arithmetic) == (may_add, may_add)


def test_a_word_that_only_further_types_need_is_found():
    trial = judged(lambda arithmetic, dtype: dtype == "float32" or "stored_sum" in arithmetic)
    start = replace(
        DRAFT, dtypes=("float32", "float16"), operation="residual_rms_norm", arithmetic="ieee+rsqrt"
    )
    draft, doubts = with_exactness(start, OPERATIONS["residual_rms_norm"], trial)
    assert not doubts
    assert draft.arithmetic == "ieee+rsqrt+stored_sum"
    others = judged(lambda _, dtype: dtype == "float32")
    assert with_exactness(start, OPERATIONS["residual_rms_norm"], others)[0] == start


def test_the_alignment_of_rows_is_tried_on_a_size_that_the_declaration_claims(tmp_path, monkeypatch):
    tried = []

    def misaligned(trial, case):
        tried.append(case)
        is_run = case.unmet() is None
        trial.is_misaligned = is_run
        return CaseResult(case.id, "a test", "cpu", Verdict.FAIL if is_run else Verdict.SKIP)

    monkeypatch.setattr(Trial, "_run", misaligned)
    trial = Trial(tmp_path / "k.cu", None, Settings.load(tmp_path))
    draft = replace(DRAFT, requires=("n_cols == 32 or n_cols == 64",))
    assert ALIGNED[1] in trial.with_alignment(draft).requires
    assert tried[-1].shape.n_cols in (32, 64)
