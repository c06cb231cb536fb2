import re

from harness.report.html.verdicts import regressions, uncounted
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


def test_a_regression_shows_its_message():
    message = "sectors: 100 -> 300 (+200.0 %) at the-worst: one more pass"
    costlier = regression("costlier", message, places=["a.cu:7", "a.cu:7"])
    said = text(variant("a", costlier, regression("slower", "+22.20 % at it")))
    assert f"COSTLIER a.cu:7 {message.replace('>', '&gt;')} SLOWER +22.20 % at it" in said


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
    traced = failure(1, findings=[], rerun="kernel-harness check a")
    group |= {"origin": "a.cu:3 gave it", "reason": "wrong-value"}
    said = text(variant("a", regression("wrong", "m"), failures=[traced], groups=[group]))
    assert said.count("kernel-harness check a") == said.count("kernel-harness trace a") == 1
