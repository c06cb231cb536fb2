"""The whole check from bytes to verdict, on kernels that are right and on one mutant for every promise."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from harness.check.judgement import Evidence, judge
from harness.launch.buffers import GuardedImage, Spacing, input_image, output_image, scratch_image
from harness.launch.input_kinds import KINDS
from harness.launch.inputs import make_input
from harness.operation.derived import expected_of
from harness.operation.shipped.softmax import OPERATION
from harness.verdict import Finding, Reason, Verdict

from . import simulated
from .softmax_problem import softmax_problem

LAYOUTS = {"contiguous": {}, "strided": {"row_stride": 40}, "offset": {"offset": 3}}


@dataclass
class Launch:
    """Device memory of one case, and what a kernel may do to it."""

    inp: np.ndarray
    inp_image: GuardedImage
    out_image: GuardedImage

    def __post_init__(self):
        self.inp_words = self.inp_image.data.copy().view(self.inp.dtype)
        self.out_words = self.out_image.data.copy().view(self.inp.dtype)

    def out_index(self, row, column):
        return self.out_image.origin_bytes // self.inp.itemsize + row * self.out_image.row_stride + column

    def inp_index(self, row, column):
        return self.inp_image.origin_bytes // self.inp.itemsize + row * self.inp_image.row_stride + column

    def store(self, array):
        for row, values in enumerate(array):
            start = self.out_index(row, 0)
            self.out_words[start : start + len(values)] = values


def run(kernel, kind="spread", shape=(5, 33), dtype="float32", layout="contiguous", **options):
    inp = make_input(kind, *shape, dtype, 3)
    where = dict(LAYOUTS[layout])
    launch = Launch(
        inp, input_image("inp", inp, Spacing(**where)), output_image("out", *shape, dtype, Spacing(**where))
    )
    kernel(launch)
    options = {"arithmetic": "ieee", "row_threads": 32, **options}
    problem = softmax_problem(inp, options.pop("arithmetic"), options.pop("row_threads"))
    out = launch.out_image.inspect(launch.out_words.view(np.uint8))
    evidence = Evidence({"out": out}, (launch.inp_image.inspect(launch.inp_words.view(np.uint8)),), **options)
    return judge(operation=OPERATION, problem=problem, evidence=evidence)


def right(inp):
    return simulated.simulate("ieee", inp.astype(np.float32), 32, seed=1).astype(inp.dtype)


def kernel_that_never_ran(launch):
    del launch


def kernel_right(launch):
    launch.store(right(launch.inp))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_right_kernel_passes(kind, dtype, layout):
    for shape in ((5, 33), (1, 1), (6, 3)):
        judgement = run(kernel_right, kind, shape, dtype, layout)
        assert judgement.verdict is Verdict.PASS, judgement
        assert judgement.findings == ()
        assert judgement.detail == ""
        assert 0.0 <= judgement.max_error_ratio <= 1.0
        if dtype != "float32":
            assert judgement.max_error_ulp <= 1.0


@pytest.mark.parametrize("shape", [(0, 33), (5, 0)])
def test_an_empty_case_passes_unless_something_was_written(shape):
    judgement = run(kernel_that_never_ran, shape=shape)
    assert judgement.verdict is Verdict.PASS
    assert judgement.max_error_ulp is None
    assert (judgement.max_error_ratio, judgement.max_error_at, judgement.wrong_elements) == (None, "", None)


def storing(values):
    """Make a kernel that stores what a function gives for its input."""
    return lambda launch: launch.store(values(launch.inp).astype(launch.inp.dtype))


def without_tail(inp):
    return np.concatenate([right(inp[:, :-1]), np.zeros_like(inp[:, :1])], axis=1)


def unshifted(inp):
    numerators = np.exp(inp.astype(np.float32))
    return numerators / numerators.sum(axis=1, keepdims=True)


kernel_zeros, kernel_nan = storing(np.zeros_like), storing(lambda inp: np.full_like(inp, np.nan))
kernel_dropped_tail = storing(without_tail)
WRONG = {
    "zeros": kernel_zeros,
    "constant": storing(lambda inp: np.full_like(inp, 1.0 / inp.shape[1])),
    "dropped tail": kernel_dropped_tail,
    "shifted rows": storing(lambda inp: np.roll(right(inp), 1, axis=0)),
    "first row only": storing(lambda inp: np.repeat(right(inp)[:1], inp.shape[0], axis=0)),
    "nan": kernel_nan,
    "unshifted": storing(unshifted),
    "negated": storing(lambda inp: -right(inp)),
}


def kernel_wrong_at_one_column(launch):
    # A loop over pairs that never runs for one column.
    out = right(launch.inp)
    launch.store(np.zeros_like(out) if launch.inp.shape[1] == 1 else out)


@pytest.mark.parametrize("kernel", WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
def test_wrong_values_fail(kernel, dtype):
    for shape in ((5, 33), (5, 2), (2, 1000)):
        with np.errstate(all="ignore"):
            judgement = run(kernel, shape=shape, dtype=dtype)
        assert judgement.verdict is Verdict.FAIL
        assert [finding.reason for finding in judgement.findings] == [Reason.WRONG_VALUE]
        assert judgement.max_error_ratio > 1.0
        (finding,) = judgement.findings
        assert f"worst at {judgement.max_error_at.partition(', ')[2]}:" in finding.message
        assert judgement.wrong_elements == finding.count
        assert finding.message.startswith(f"{finding.count} of {shape[0] * shape[1]} elements are off")


@pytest.mark.parametrize("kind", [kind for kind in KINDS if not kind.startswith(("pos_inf", "nan"))])
def test_wrong_only_at_one_column_fails_there(kind):
    assert run(kernel_wrong_at_one_column, kind, (2, 2)).verdict is Verdict.PASS
    judgement = run(kernel_wrong_at_one_column, kind, (2, 1))
    assert judgement.verdict is Verdict.FAIL
    assert judgement.findings[0].reason is Reason.WRONG_VALUE


@pytest.mark.parametrize("kind", ["neg_inf_all", "pos_inf", "nan"])
def test_a_number_where_the_contract_says_nan_fails(kind):
    def kernel(launch):
        launch.store(np.nan_to_num(right(launch.inp), nan=0.0))

    judgement = run(kernel, kind)
    assert judgement.verdict is Verdict.FAIL
    assert "a number where nan is expected" in judgement.findings[0].message


def reasons(judgement, verdict=Verdict.FAIL):
    assert judgement.verdict is verdict
    return [finding.reason for finding in judgement.findings]


def test_one_unwritten_element_is_unwritten_and_not_wrong():
    def kernel(launch):
        before = launch.out_words[launch.out_index(2, 7)].tobytes()
        kernel_right(launch)
        launch.out_words[launch.out_index(2, 7)] = np.frombuffer(before, dtype=launch.inp.dtype)[0]

    judgement = run(kernel)
    assert reasons(judgement) == [Reason.UNWRITTEN_OUTPUT]
    assert judgement.findings[0].message == (
        "1 of 165 elements were never written, first at row 2, column 7\nunwritten: row 2, column 7"
    )
    assert judgement.max_error_ratio <= 1.0


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16", "float64"])
def test_a_kernel_that_never_ran_wrote_nothing(dtype):
    judgement = run(kernel_that_never_ran, dtype=dtype)
    assert reasons(judgement) == [Reason.UNWRITTEN_OUTPUT]
    assert judgement.findings[0].count == 165
    assert judgement.max_error_ulp is None


def test_an_unwritten_tail_is_told_from_wrong_values_beside_it():
    def kernel(launch):
        out = right(launch.inp)
        out[:, 0] = 2.0
        for row in range(5):
            start = launch.out_index(row, 0)
            launch.out_words[start : start + 32] = out[row, :32]

    judgement = run(kernel)
    assert reasons(judgement) == [Reason.UNWRITTEN_OUTPUT, Reason.WRONG_VALUE]
    assert "unwritten: column 32 of every row" in judgement.findings[0].message
    assert "wrong: column 0 of every row" in judgement.findings[1].message


@pytest.mark.parametrize(("place", "layout", "words"), [
    ((1, 33), "strided", "1 element past the end of row 1 (column 33)"),
    ((0, -1), "contiguous", "1 element before the start of the array"),
    ((0, -1), "offset", "1 element before the start of the array"),
    ((4, 33), "contiguous", "1 element past the end of the array, whose last element is row 4, column 32"),
    ((4, 33), "strided", "1 element past the end of the array, whose last element is row 4, column 32"),
])  # fmt: skip
@pytest.mark.parametrize("target", ["out", "inp"])
def test_a_stray_write_fails_with_its_place(place, layout, words, target):
    def kernel(launch):
        kernel_right(launch)
        if target == "out":
            launch.out_words[launch.out_index(*place)] = 0.5
        else:
            launch.inp_words[launch.inp_index(*place)] = 0.5

    judgement = run(kernel, layout=layout)
    assert reasons(judgement) == [Reason.OOB_WRITE]
    assert judgement.findings[0].message.startswith(
        f"{target}: memory outside the elements was written\n{words}"
    )
    assert judgement.max_error_ratio <= 1.0


def test_a_modified_input_fails_even_when_the_output_is_right():
    def kernel(launch):
        kernel_right(launch)
        launch.inp_words[launch.inp_index(3, 4)] += 1.0

    judgement = run(kernel)
    assert reasons(judgement) == [Reason.INPUT_MODIFIED]
    assert judgement.findings[0].message == (
        "inp: 1 of 165 input elements were changed\nchanged: row 3, column 4"
    )


def test_a_modified_input_names_the_store_that_the_device_noted():
    def kernel(launch):
        kernel_right(launch)
        launch.inp_words[launch.inp_index(3, 4)] += 1.0

    text = "global write of size 4 at 0x7000 (8 bytes into {}, 64 bytes), which is an input"
    notes = [
        Finding(
            Reason.INPUT_MODIFIED, text.format(name), "k", thread=(9, 0, 0), source=f"k.cu:{line}", count=5
        )
        for name, line in (("weight", 1), ("inp", 2))
    ]
    (finding,) = run(kernel, notes=notes).findings
    assert (finding.source, finding.thread) == ("k.cu:2", (9, 0, 0))
    assert finding.message.startswith("inp: 1 of ")
    assert finding.message.endswith(f"\nthe first store: {text.format('inp')}")
    # the same values again are no change
    assert run(kernel_right, notes=notes).verdict is Verdict.PASS


def test_scratch_may_be_written_but_not_beyond():
    image = scratch_image("partials", 64)
    after = image.data.copy()
    after[image.origin_bytes : image.origin_bytes + 64] = 1
    assert run(kernel_right, scratch=(image.inspect(after),)).verdict is Verdict.PASS
    after[image.origin_bytes + 64] = 1
    judgement = run(kernel_right, scratch=(image.inspect(after),))
    assert reasons(judgement) == [Reason.OOB_WRITE]
    assert judgement.findings[0].message.startswith("partials: ")


def test_many_stray_places_are_counted_and_not_all_listed():
    image = output_image("out", 1, 8, "float32")
    report = image.inspect(np.zeros_like(image.data))
    assert len(report.strays) == 2
    repeated = type(report)(report.label, report.values, report.unwritten, report.changed, report.strays * 5)
    inp = np.zeros((1, 8), dtype=np.float32)
    problem = softmax_problem(inp, row_threads=1)
    judgement = judge(operation=OPERATION, problem=problem, evidence=Evidence({"out": repeated}))
    lines = judgement.findings[0].message.splitlines()
    assert len(lines) == 1 + 4 + 1
    assert lines[-1] == "... and 6 more places"


def test_findings_are_ordered_by_what_they_tell():
    def kernel(launch):
        launch.store(np.zeros_like(launch.inp)[:, :30])
        launch.inp_words[launch.inp_index(0, 0)] += 1.0
        launch.out_words[launch.out_index(0, -1)] = 0.0

    seen = Finding(Reason.OOB_READ, "invalid global read of 4 bytes")
    judgement = run(kernel, findings=[seen])
    names = ("OOB_READ", "OOB_WRITE", "INPUT_MODIFIED", "UNWRITTEN_OUTPUT", "WRONG_VALUE")
    assert reasons(judgement) == [Reason[name] for name in names]
    assert judgement.findings[0] is seen


def test_what_the_device_saw_fails_a_right_result():
    judgement = run(kernel_right, findings=[Finding(Reason.BARRIER_DIVERGENCE, "threads 0..31 wait")])
    assert reasons(judgement) == [Reason.BARRIER_DIVERGENCE]


def test_a_hang_comes_first_and_values_are_not_judged():
    seen = Finding(Reason.OOB_READ, "invalid global read of 4 bytes")
    judgement = run(kernel_zeros, hung=True, findings=[seen])
    assert reasons(judgement, Verdict.HANG) == [Reason.HANG, Reason.OOB_READ]
    assert judgement.max_error_ratio is None


def test_a_hang_that_the_device_describes_is_not_described_twice():
    seen = Finding(Reason.HANG, "block 3 of softmax ran 1000000 steps without ending")
    other = Finding(Reason.OOB_READ, "invalid global read of 4 bytes")
    judgement = run(kernel_zeros, hung=True, findings=[other, seen])
    assert judgement.verdict is Verdict.HANG
    assert judgement.findings == (seen, other)


EXPECTED = expected_of


def vacuous_bound(operation, problem):
    return {
        name: replace(each, allowed=np.full(each.reference.shape, 1.0))
        for name, each in EXPECTED(operation, problem).items()
    }


def test_a_vacuous_bound_is_unproven_and_never_a_pass(monkeypatch):
    monkeypatch.setattr("harness.operation.derived.expected_of", vacuous_bound)
    judgement = run(kernel_right)
    assert reasons(judgement, Verdict.UNPROVEN) == [Reason.VACUOUS_CHECK]
    assert judgement.detail == (
        "the error bound of this case also accepts known wrong outputs: zeros, constant 1/n, dropped tail"
    )


def test_a_vacuous_bound_does_not_hide_what_is_wrong_anyway(monkeypatch):
    monkeypatch.setattr("harness.operation.derived.expected_of", vacuous_bound)
    for kernel, reason in ((kernel_nan, Reason.WRONG_VALUE), (kernel_zeros, Reason.ROW_SUM)):
        judgement = run(kernel)
        assert reasons(judgement) == [reason, Reason.VACUOUS_CHECK]
