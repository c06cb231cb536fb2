"""The executor against what every form of every instruction gave on a GPU."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from harness.ptx import isa
from harness.ptx.executor import Executor
from tests.agreement.form_modules import Batch, batches
from tests.agreement.instruction_forms import Form, elsewhere, forms
from tests.agreement.operand_tables import digest
from tests.agreement.replay import Results, replay
from tests.agreement.vector_comparison import compare, describe
from tests.agreement.vector_files import Recording, operands_key, read

NOT_RECORDED = "not recorded yet: python -m tests.agreement.record_gpu_vectors fixtures/gpu_vectors, on a GPU"
REPLAYED = [row for row in isa.ROWS if not elsewhere(row)]
FORMS_OF = {row.syntax: [form for form in forms() if form.row == row.syntax] for row in REPLAYED}


class Replayed:
    """What forms give on the executor, a whole kernel at a time."""

    def __init__(self, executor: Executor, names: set[str]) -> None:
        self._executor = executor
        self._results: Results = {}
        self._refused: dict[str, str] = {}
        kept = [form for form in forms() if form.name in names]
        self._batches: dict[str, Batch] = {
            form.name: batch for batch in batches(kept) for form in batch.forms
        }

    def get(self, form: Form):
        """Return a form's results, or why it is refused."""
        if form.name not in self._results and form.name not in self._refused:
            found, refused = replay(self._executor, self._batches[form.name])
            self._results.update(found)
            self._refused.update(refused)
        return self._results.get(form.name) or self._refused[form.name]


@pytest.fixture(scope="module")
def recording() -> Recording:
    found = read()
    if found is None:
        pytest.skip(NOT_RECORDED)
    return found


@pytest.fixture(scope="module")
def replayed(recording: Recording) -> Iterator[Replayed]:
    executor = Executor(n_workers=1)
    yield Replayed(executor, set(recording.results))
    executor.close()


def test_every_row_is_recorded_or_tested_elsewhere():
    """A new row of the table needs a way to record it, or a place in the list of what is not recorded."""
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
    assert [form.name for form in forms() if form.name not in known] == [], "record again"


@pytest.mark.parametrize("row", FORMS_OF)
def test_executor_gives_what_the_gpu_gave(row, recording, replayed):
    wrong = []
    for form in FORMS_OF[row]:
        if form.name not in recording.results:
            continue
        got = replayed.get(form)
        if isinstance(got, str):
            wrong.append(f"{form.name}: {got}")
            continue
        compared = compare(form, recording.results[form.name], got)
        if compared.wrong.any():
            wrong.append(describe(form, recording.results[form.name], got, compared.wrong))
    assert not wrong, f"{len(wrong)} of {len(FORMS_OF[row])} forms differ\n" + "\n".join(wrong[:12])


# -- the comparison itself ---------------------------------------------------------------------------------------------

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
