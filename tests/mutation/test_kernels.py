"""Mutants of kernels are made by number, and each gets the right verdicts; `python -m tests.mutation.tolerances`."""

import numpy as np
import pytest

from harness.operation.expected import Expected
from tests.mutation.kernels import FAULTS, SOURCES, Mutant, changes_of, mutant, write
from tests.mutation.tolerances import FLAT, Recorder, is_close, outcome, table


def test_a_number_makes_the_same_mutant_again():
    drawn = [mutant(0, number) for number in range(60)]
    assert drawn == [mutant(0, number) for number in range(60)]
    assert drawn != [mutant(1, number) for number in range(60)]
    assert {each.change.fault for each in drawn} == set(FAULTS)
    assert len({each.source for each in drawn}) > 20


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_a_mutant_differs_in_one_line_of_code(source, tmp_path):
    changes = changes_of(source)
    assert len(changes) >= 20
    for change in changes[::17]:
        folder = tmp_path / f"{changes.index(change)}"
        whole, changed = (write(source, each, folder / str(each is None)) for each in (None, change))
        before, after = (
            [path.read_text(encoding="ascii") for path in sorted(base.rglob("*.cu*"))]
            for base in (folder / "True", folder / "False")
        )
        assert whole.name == changed.name == source.name
        lines = [
            (old, new)
            for one, other in zip(before, after, strict=True)
            for old, new in zip(one.splitlines(), other.splitlines(), strict=True)
            if old != new
        ]
        assert len(lines) == 1
        assert not lines[0][0].lstrip().startswith(("//", "#"))


@pytest.mark.parametrize(
    ("kernel", "change", "group", "rejected"),
    [
        (
            "softmax_float4",
            "`expf` to `exp2f` in `pair.sum += expf(x - shift_of(pair.max));`",
            "judged",
            True,
        ),
        ("softmax_warp_row", "` / ` to ` * ` in `for (unsigned offset = warp_lanes / 2;", "same bits", False),
        ("cross_entropy_warp", "`inp_stride` to `out_stride` in `const scalar_t* x =", "no kernel", False),
    ],
)
def test_what_becomes_of_a_mutant(kernel, change, group, rejected):
    source = next(path for path in SOURCES if path.stem == kernel)
    made = next(each for each in changes_of(source) if change in str(each))
    found = outcome(Mutant(0, source, made), {}, Recorder())
    assert (found.kernel, found.group, found.ours) == (kernel, group, rejected)
    if rejected:
        # Vectors have no elements beside them in rows of 1024.
        assert (found.ours_ordinary, found.flat_ordinary, found.flat_all, found.values) == (
            False,
            (),
            FLAT,
            True,
        )
        assert "| all | 1 | 1 | 1 | 1 | 1 | 0 | 0 | 0 | 0 |" in table([found])


@pytest.mark.parametrize(
    ("got", "tolerance", "close"),
    [
        ([1.009, np.nan, np.inf], 1e-2, True),
        ([1.03, np.nan, np.inf], 1e-2, False),
        ([1.009, 0.0, np.inf], 1e-2, False),
        ([1.009, np.nan, 3e38], 1e-2, False),
        ([1.000001, np.nan, np.inf], 1e-5, True),
        ([1.0001, np.nan, np.inf], 1e-5, False),
    ],
)
def test_a_flat_tolerance_is_that_of_allclose(got, tolerance, close):
    expected = {"out": Expected(np.array([[1.0, np.nan, 1e39]]), np.zeros((1, 3)))}
    assert is_close({"out": np.array([got], np.float32)}, expected, tolerance) is close
