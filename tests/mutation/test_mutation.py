"""Some damaged files of each kind, and mutants of kernels, in every run; `python -m tests.mutation` has more."""

import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from harness.errors import UsageError
from harness.operation.problem import Expected
from tests import forked
from tests.mutation.campaign import CRASHED, HUNG, KILLED, REFUSED, TAKEN, data_of, run
from tests.mutation.kernels import FAULTS, SOURCES, Mutant, changes_of, mutant, write
from tests.mutation.subjects import Declarations
from tests.mutation.tolerances import FLAT, Recorder, is_close, outcome, table

ROOT = Path(__file__).parents[2]
SEED = 1


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "count"), [("results", 40), ("declarations", 50), ("ptx", 15)])
def test_every_damaged_file_is_taken_or_refused_in_words(kind, count):
    # A process of its own: forks of one with threads may hang.
    done = forked.run(
        [sys.executable, "-m", "tests.mutation", kind, "--count", str(count), "--seed", str(SEED)],
        capture_output=True, text=True, cwd=ROOT, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-10_000:] + done.stderr[-2000:]
    assert f"{kind}, seed {SEED}: {count} damaged files: " in done.stdout
    # A generator that damages nothing, or everything beyond recognition, tests little.
    assert ", 0 refused" not in done.stdout
    assert ": 0 taken" not in done.stdout


def test_a_number_makes_the_same_file_again():
    subject = Declarations()
    files = [data_of(subject, SEED, number) for number in range(30)]
    assert files == [data_of(Declarations(), SEED, number) for number in range(30)]
    assert len(set(files)) > 25
    assert files != [data_of(subject, SEED + 1, number) for number in range(30)]


class _Misbehaving:
    """Reads a file as its first byte says."""

    def prepare(self, folder: Path) -> None:
        assert folder.is_dir()

    def damaged(self, draws: random.Random) -> bytes:
        return bytes([draws.randrange(5)])

    def read(self, data: bytes, folder: Path) -> None:
        assert folder.is_dir()
        if data == b"\1":
            raise UsageError("a file must be good (got a bad one)")
        if data == b"\2":
            raise KeyError("a traceback")
        if data == b"\3":
            subprocess.run(["kill", "-KILL", str(_own_pid())], check=True)
        if data == b"\4":
            while True:
                pass


def _own_pid() -> int:
    return int(Path("/proc/self").readlink().name)


def test_what_misbehaves_is_found_out(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.mutation.campaign.DEADLINE_S", 1.0)
    subject = _Misbehaving()
    numbers = {data_of(subject, SEED, number)[0]: number for number in range(100)}
    expected = [TAKEN, REFUSED, CRASHED, KILLED, HUNG]
    items = []
    summary = run(
        subject, [numbers[way] for way in range(5)], seed=SEED, folder=tmp_path, on_item=items.append
    )
    assert [item.outcome for item in items] == expected
    assert [item.outcome for item in summary.failures] == [CRASHED, KILLED, HUNG]
    assert "KeyError: 'a traceback'" in items[2].said
    assert "-9" in items[3].said


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
