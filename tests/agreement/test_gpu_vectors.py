"""The executor against what every form of every instruction gave on a GPU."""

import re

import numpy as np
import pytest

from harness.ptx.isa import table as isa
from harness.ptx.launch.executor import Executor
from tests.agreement.departures import DEPARTURES, OPEN, may_differ
from tests.agreement.fidelity import NEWER_TARGET, accepted_though_refused, compare, describe, vectors
from tests.agreement.form_modules import Batch, Recording, Results, batches, operands_key, read, replay
from tests.agreement.instruction_forms import NOT_RECORDED, Form, elsewhere, forms
from tests.agreement.operand_tables import digest
from tests.sampled import one_in

RECORD = "python -m tests.agreement.record_gpu_vectors fixtures/gpu_vectors, on a GPU"
REPLAYED = [row for row in isa.ROWS if not elsewhere(row) and row.syntax not in NOT_RECORDED]
FORMS_OF: dict[str, list[Form]] = {row.syntax: [] for row in REPLAYED}
for _form in forms():
    FORMS_OF.get(_form.row, []).append(_form)


BATCHES = batches(forms())


@pytest.fixture(scope="module")
def recording() -> Recording:
    return read()


def test_every_row_is_recorded_or_tested_elsewhere():
    """A new row of the table needs a way to record it, or a place in a list of what is not recorded."""
    assert {syntax for syntax, found in FORMS_OF.items() if not found} == set()


def test_it_was_recorded_on_a_gpu(recording):
    assert recording.made_with["kind"] == "gpu"
    assert recording.made_with["arch"] == "sm_90"


def test_operands_are_those_that_were_recorded(recording):
    todays = {
        operands_key(form): digest(form.kinds, form.n) for form in forms() if form.name in recording.results
    }
    assert todays == recording.digests, "the operands changed: record again"


def test_every_form_is_recorded_or_refused(recording):
    assert recording.failed == {}
    known = recording.results.keys() | recording.refused.keys()
    new = {form.name: form.row for form in forms() if form.name not in known and form.row not in NOT_RECORDED}
    assert new == {}, (
        f"forms of {len(set(new.values()))} rows are not recorded: {RECORD}; until then name these rows, with the "
        "reason, in NOT_RECORDED of tests/agreement/instruction_forms.py"
    )


def test_what_is_said_to_be_unrecorded_is(recording):
    known = recording.results.keys() | recording.refused.keys()
    rows = {row.syntax for row in isa.ROWS if not elsewhere(row)}
    assert NOT_RECORDED.keys() <= rows
    for syntax in NOT_RECORDED:
        found = [form.name for form in forms() if form.row == syntax]
        assert not found or not known.issuperset(found), f"{syntax} is recorded: take it out of NOT_RECORDED"


@pytest.mark.parametrize(
    "batch", one_in(18, BATCHES, pytest.mark.slow), ids=lambda batch: batch.forms[0].name
)
def test_executor_gives_what_the_gpu_gave(batch, recording):
    compared = [form for form in batch.forms if form.name in recording.results and form.row in FORMS_OF]
    wrong = [text for form in compared if (text := vectors().wrong(form))]
    assert not wrong, f"{len(wrong)} of {len(compared)} forms differ\n" + "\n".join(wrong[:12])


def test_what_the_assembler_refuses_is_refused():
    """All but what needs a later architecture: which one an instruction needs is the assembler's business.

    One form in sixteen; `tests.agreement.fidelity_table`, which CI runs, asks for all.
    """
    wrong = {name: why for name, why in accepted_though_refused(every=16).items() if NEWER_TARGET not in why}
    assert wrong == {}


@pytest.mark.parametrize("each", [*OPEN, *DEPARTURES], ids=lambda each: each.opcodes)
def test_what_the_page_lists_is_about_recorded_forms(each, recording):
    assert any(re.fullmatch(each.opcodes, name.partition("/")[0]) for name in recording.results)


@pytest.mark.parametrize("name", ["add.rn.f64", "fma.rz.f64", "sqrt.rn.f64", "red.add.f64"])
def test_other_results_of_an_open_form_are_not_open(name, recording):
    form = next(form for form in forms() if form.name == name)
    recorded = recording.results[name]
    lane = int(np.flatnonzero(~np.isnan(recorded[0].view(np.float64)))[0])
    got = (recorded[0].copy(),)
    got[0][lane] ^= 1
    assert np.flatnonzero(compare(form, recorded, got).wrong).tolist() == [lane]


def test_only_what_lay_there_before_is_open_in_a_read_only_load():
    recorded, got = np.array([0, 5, 5], np.uint32), np.array([9, 9, 5], np.uint32)
    assert may_differ("ld.global.nc.ca.b32", recorded, got).tolist() == [True, False, False]
    assert not may_differ("ld.global.ca.b32", recorded, got).any()


def test_a_nan_is_not_open_where_the_gpu_has_a_number():
    recorded, got = (np.array([value], np.float64).view(np.uint64) for value in (1.0, np.nan))
    assert not may_differ("add.rn.f64", recorded, got).any()
    assert may_differ("add.rn.f64", got, got ^ np.uint64(1)).all()
    assert not may_differ("min.f64", got, got ^ np.uint64(1)).any()


ADD = next(form for form in forms() if form.name == "add.rn.f32")
ROOT = next(form for form in forms() if form.name == "sqrt.approx.f32")


@pytest.mark.parametrize("form", [ADD, ROOT], ids=lambda form: form.name)
def test_agreement_is_found(form, shared_results):
    got = shared_results[form.name]
    assert not compare(form, got, got).wrong.any()


@pytest.mark.parametrize(
    ("form", "flip"), [(ADD, 1), (ROOT, 1 << 4)], ids=lambda value: getattr(value, "name", "")
)
def test_one_wrong_lane_is_found(form, flip, shared_results):
    got = shared_results[form.name]
    # a lane with an ordinary result, since anything may be allowed where a bound is absolute
    lane = int(np.flatnonzero((got[0] > 0x3F000000) & (got[0] < 0x40000000))[0])
    recorded = (got[0].copy(),)
    recorded[0][lane] ^= flip
    compared = compare(form, recorded, got)
    assert np.flatnonzero(compared.wrong).tolist() == [lane]
    assert f"lane {lane}" in describe(form, recorded, got, compared.wrong)


@pytest.fixture(scope="module")
def shared_results() -> Results:
    executor = Executor(n_workers=1)
    found = {}
    for form in (ADD, ROOT):
        found.update(replay(executor, Batch((form,)))[0])
    executor.close()
    return found
