import math
from dataclasses import replace

import pytest

from harness.run.outcome import ImpostorCount, VariantOutcome
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from harness.verdict import CaseResult, Finding, Reason, Verdict
from tests.run.fake_device import write_kernel


@pytest.fixture
def variant(tmp_path):
    return load_variant(write_kernel(tmp_path))


def outcome(variant, *verdicts, ratios=()):
    ratios = (*ratios, *[None] * (len(verdicts) - len(ratios)))
    pairs = zip(cases(variant), verdicts, ratios, strict=False)
    results = tuple(
        (case, CaseResult(case.id, variant.id, "cpu", verdict, max_error_ratio=ratio))
        for case, verdict, ratio in pairs
    )
    return VariantOutcome(variant, results)


@pytest.mark.parametrize(
    ("verdicts", "worst"),
    [
        ("PASS PASS", "PASS"), ("SKIP PASS", "PASS"), ("PASS UNPROVEN", "UNPROVEN"),
        ("UNPROVEN NOT-RUN", "NOT-RUN"), ("NOT-RUN ERROR", "ERROR"), ("ERROR FAIL PASS", "FAIL"),
        ("FAIL HANG", "HANG"), ("HANG CRASH", "CRASH"), ("SKIP SKIP", "SKIP"), ("", "SKIP"),
    ],
)  # fmt: skip
def test_a_variant_is_what_its_worst_case_is(variant, verdicts, worst):
    assert outcome(variant, *map(Verdict, verdicts.split())).verdict is Verdict(worst)


def test_only_pass_unproven_and_skip_are_no_failures(variant):
    every = outcome(variant, *Verdict)
    # What was not run here had no turn; without a device it is a failure.
    no_failures = (Verdict.PASS, Verdict.UNPROVEN, Verdict.SKIP, Verdict.NOT_RUN)
    assert [result.verdict for result in every.failures] == [
        verdict for verdict in Verdict if verdict not in no_failures
    ]
    assert [result.verdict for result in every.not_begun] == [Verdict.NOT_RUN]
    assert [result.verdict for result in every.unproven] == [Verdict.UNPROVEN]
    assert every.sums.done == len(Verdict) - 2
    absent = Finding(Reason.DEVICE_UNAVAILABLE, "no driver")
    case, stopped = next(each for each in every.results if each[1].verdict is Verdict.NOT_RUN)
    without = VariantOutcome(variant, ((case, replace(stopped, findings=(absent,))),))
    assert (len(without.failures), without.not_begun, without.sums.done) == (1, (), 0)
    assert every.counts == dict.fromkeys(Verdict, 1)


def test_the_worst_ratio_passes_unjudged_cases_over_and_no_nan(variant):
    assert outcome(variant, Verdict.SKIP).worst_ratio is None
    assert outcome(variant, Verdict.PASS, Verdict.PASS, Verdict.SKIP, ratios=(0.25, 0.5)).worst_ratio == 0.5
    assert math.isnan(outcome(variant, *[Verdict.FAIL] * 3, ratios=(1.0, math.nan, 2.0)).worst_ratio)


def test_impostors_are_counted_over_the_cases(variant):
    made = outcome(variant, Verdict.PASS, Verdict.FAIL, Verdict.SKIP)
    said = [(("zeros", "another eps"), ()), (("zeros",), ("another eps", "rows swapped")), ((), ())]
    results = tuple(
        (case, replace(result, rejected_impostors=rejected, unseen_impostors=unseen))
        for (case, result), (rejected, unseen) in zip(made.results, said, strict=True)
    )
    assert VariantOutcome(variant, results).impostors == (
        ImpostorCount("zeros", 2, 2),
        ImpostorCount("another eps", 2, 1),
        ImpostorCount("rows swapped", 1, 0),
    )
    assert made.impostors == ()
