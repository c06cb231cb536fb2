from types import SimpleNamespace

from harness.report.html.check import MOST_SHOWN, shown_failures
from harness.report.html.matrix import DIMENSIONS


def case(n_cols, layout="contiguous", reasons=("wrong-value",), verdict="FAIL"):
    return SimpleNamespace(
        id=f"{n_cols}-{layout}", dtype="float32", n_rows=3, n_cols=n_cols, block=(32, 1, 1), layout=layout,
        input="spread", verdict=verdict, reasons=reasons,
    )  # fmt: skip


def test_few_are_shown_whole():
    some = [case(n) for n in range(1, 20)]
    assert shown_failures(some) == some


def test_of_many_every_class_and_every_set_of_reasons_is_shown():
    many = [case(64)] * 5000 + [
        case(1),
        case(64, "strided"),
        case(64, verdict="HANG"),
        case(64, reasons=("oob-read",)),
    ]
    shown = shown_failures(many)
    assert len(shown) == MOST_SHOWN
    for dimension in DIMENSIONS:
        assert {dimension.of(each) for each in shown} == {dimension.of(each) for each in many}
    assert {(each.verdict, *each.reasons) for each in shown} == {(e.verdict, *e.reasons) for e in many}
