"""Cases that are made in the background are those of `assemble`, and the first are there before the last."""

import threading

import pytest

from harness.run.suite import Assembly, assemble, suites_of
from harness.variant.declaration.discovery import discover
from harness.variant.run_cases import MATRIX
from tests.run.fake_device import write_kernel


@pytest.fixture
def found(tmp_path):
    for stem in ("gamma", "alpha", "beta"):
        write_kernel(tmp_path, stem)
    write_kernel(tmp_path, "excluded", requires='["n_cols <= 100"]')
    write_kernel(tmp_path, "wrong_rule", requires='["100 // (n_cols - 1) > 2"]')
    (tmp_path / "a_wrong.cu").write_text("// /// variant\n// nothing = 1\n// ///\n")
    return discover([tmp_path])


def assembly_of(found, expression):
    return Assembly(suites_of(found, expression, MATRIX), found.errors)


@pytest.mark.parametrize("expression", ["", "alpha or excluded", "softmax and not 3x33", "nothing_has_this"])
def test_the_suite_is_the_one_that_is_made_at_once(found, expression):
    made, wanted = assembly_of(found, expression), assemble(found, expression)
    assert made.suite() == wanted
    assert list(made.cases()) == [case for part in wanted.parts for case in part.cases]


def test_a_full_id_selects_its_case(found):
    wanted = assemble(found, "").parts[0].cases[3]
    made = assembly_of(found, wanted.id)
    assert list(made.cases()) == [wanted]
    assert made.suite() == assemble(found, wanted.id)


def test_cases_come_while_others_are_made(found):
    has_first = threading.Event()

    def slowly():
        first, *others = suites_of(found, "", MATRIX)
        yield first
        assert has_first.wait(10), "the first variant's cases did not come"
        yield from others

    cases = Assembly(slowly(), ()).cases()
    assert next(cases).variant.id == "alpha"
    has_first.set()
    assert {case.variant.id for case in cases} == {"alpha", "beta", "gamma", "excluded"}


def test_what_making_a_case_raises_is_raised_to_whoever_waits(found):
    def interrupted():
        yield next(suites_of(found, "", MATRIX))
        raise KeyboardInterrupt

    made = Assembly(interrupted(), ())
    with pytest.raises(KeyboardInterrupt):
        made.suite()
    cases = made.cases()
    assert next(cases).variant.id == "alpha"
    with pytest.raises(KeyboardInterrupt):
        list(cases)
