import re

from harness.report.html.verdicts import MOST_FAILURES, regressions, uncounted
from harness.report.json.gate import GatedVariant
from harness.store.records import read


def variant(name, *found, **changes):
    document = {
        "id": name, "change": "changed", "why": "compiled code", "renamed_to": "", "cases": {}, "failures": [],
        "sources": [], "regressions": list(found), "errors": [], "counted": [], "uncounted": None,
        "not_compared": [], "costs": [], "speeds": [], **changes,
    }  # fmt: skip
    return read(document, GatedVariant, "gate.json")


def regression(kind, message, allowed=None, **more):
    return {"kind": kind, "message": message, "allowed": allowed, **more}


def cost(counter, base, head, where="a-float32-64x1024", is_worse=True, hint="one more pass"):
    return {
        "counter": counter, "where": where, "base": base, "head": head, "is_worse": is_worse, "hint": hint,
    }  # fmt: skip


def failure(n, reason="wrong-value", **more):
    shown = {"id": f"a-{n}", "verdict": "FAIL", "reasons": [reason], "findings": [], "rerun": f"rerun {n}"}
    return {**shown, **more}


ALLOWED = {"name": "a", "reason": "it is worth it", "who": "somebody"}


def text(*variants):
    markup = regressions(variants).replace("<wbr>", "")
    return " ".join(re.sub(r"<[^>]*>", " ", markup).replace("\u00a0", " ").split())


def test_without_a_regression_there_is_nothing():
    assert regressions([variant("a")]) is None


def test_regressions_stand_by_variant_those_that_stop_the_merge_first():
    said = text(
        variant("let_through", regression("slower", "m", ALLOWED)),
        variant("stops", regression("narrowed", "claims less"), regression("removed", "gone")),
        variant("the_same"),
    )
    assert said.startswith(
        "3 regressions in 2 variants stops changed: compiled code NARROWED claims less REMOVED gone"
    )
    assert said.index("stops") < said.index("let_through")
    assert "Allowed by somebody: it is worth it" in said
    assert "the_same" not in said


def test_a_counter_has_the_growth_of_the_case_where_it_grew_most():
    costs = [
        cost("sectors", 100, 150),
        cost("sectors", 100, 300, where="the-worst"),
        cost("sectors", 100, 900, where="no-regression", is_worse=False),
        cost("others", 1, 9, where="another-counter"),
    ]
    said = text(variant("a", regression("costlier", "sectors: 100 -> 300 at the-worst: m"), costs=costs))
    assert "+200.0 % sectors 100 \u2192 300 One more pass. the-worst , the largest change of 2 cases" in said
    assert "another-counter" not in said


def test_a_counter_that_was_zero_is_new_and_fewer_warps_are_worse():
    said = text(variant("a", regression("costlier", "spills: m"), costs=[cost("spills", 0, 8)]))
    assert "new spills 0 \u2192 8" in said
    costs = [cost("resident_warps", 64, 60), cost("resident_warps", 64, 32)]
    said = text(variant("a", regression("costlier", "resident_warps: m"), costs=costs))
    assert "\u221250.0 % resident_warps 64 \u2192 32" in said


def test_a_time_has_its_change_and_its_interval():
    speed = {
        "base_case": "a-float32-1x1", "case": "a-float32-1x1", "speed": "SLOWER", "base_us": 46.0, "head_us": 56.2,
        "change": {"estimate": 0.222, "low": 0.219, "high": 0.224, "n_pairs": 150, "n_restarts": 5},
    }  # fmt: skip
    found = regression("slower", "+22.20 % [+21.90, +22.40] at a-float32-1x1: 46.00 us -> 56.20 us")
    said = text(variant("a", found, speeds=[{**speed, "case": "a-float32-1x10"}, speed]))
    assert (
        "+22.2 % time 46 \u2192 56.2 \u00b5s Interval +21.90 % to +22.40 %, 150 pairs in 5 processes. a-float32-1x1"
        in said
    )


def test_wrong_cases_are_a_share_of_those_that_ran_with_their_commands():
    found = regression("wrong", "8 of 80 cases fail\n  listed again")
    counts = {"PASS": 72, "FAIL": 8, "SKIP": 50, "NOT-RUN": 4}
    said = text(variant("a", found, failures=[failure(n) for n in range(8)], cases=counts))
    assert (
        "WRONG 10 % 8 of 80 cases fail wrong-value 8\u00d7 5 cases FAIL a-0 wrong-value rerun 0 Copy" in said
    )
    assert said.count("rerun ") == MOST_FAILURES
    assert "3 more cases in the file." in said
    assert "listed again" not in said


def test_a_file_with_less_than_that_shows_the_message():
    for kind in ("wrong", "costlier", "slower"):
        assert text(variant("a", regression(kind, "sectors: what happened"))).endswith(
            "sectors: what happened"
        )


def test_the_line_that_accepts_a_regression_is_shown_where_the_file_has_it():
    found = regression("slower", "m", accept="--allow a/slower='REASON'")
    said = text(variant("a", found, found, regression("wrong", "m", accept="")))
    assert said.count("To accept this regression") == 1
    assert "To accept this regression: --allow a/slower=&#x27;REASON&#x27;" in said


def finding(reason, source):
    return {
        "reason": reason, "message": f"what {reason} is", "kernel": "softmax", "block": [0, 1, 0],
        "thread": [2, 0, 0], "source": source,
    }  # fmt: skip


def test_what_was_not_counted_is_told_with_what_accepts_it():
    assert uncounted([variant("a"), variant("b", uncounted=None)]) is None
    why = {"why": "no shape in both", "allowed": None, "accept": "--allow b/uncounted=REASON"}
    markup = uncounted(
        [variant("a"), variant("b", uncounted=why), variant("c", uncounted={**why, "allowed": ALLOWED})]
    )
    assert "the cost of 2 variants is unknown" in markup
    assert markup.count("no shape in both") == 2
    assert markup.count("To accept this regression") == 1
    assert "Allowed by somebody: it is worth it" in markup


def test_a_wrong_kernel_shows_its_faults_with_their_lines():
    excerpt = {"file": "a.cu", "line": 3, "first": 2, "texts": ["second", "the fault"]}
    failures = [failure(1, "oob-write", findings=[finding("oob-write", "a.cu:3")])]
    group = {
        "verdict": "FAIL",
        "reason": "oob-write",
        "source": "a.cu:3",
        "case": failures[0]["id"],
        "n_cases": 1,
    }
    group |= {"fails": "fails: every case that ran", "also": [], "excerpts": [excerpt]}
    wrong = variant("a", regression("wrong", "1 of 1 cases fail"), failures=failures, groups=[group])
    said = text(wrong)
    assert (
        "kernel softmax \u00b7 block (0, 1, 0) \u00b7 thread (2, 0, 0) \u00b7 a.cu:3 what oob-write is 2 second 3"
        in said
    )
    assert "3 the fault Fails: every case that ran." in said
