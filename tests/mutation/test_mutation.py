"""A few damaged files of each kind in every run of the tests; `python -m tests.mutation` reads as many as one likes."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from harness.errors import UsageError
from tests.mutation.campaign import CRASHED, HUNG, KILLED, REFUSED, TAKEN, data_of, run
from tests.mutation.declarations import Declarations

ROOT = Path(__file__).parents[2]
SEED = 1


@pytest.mark.parametrize(("kind", "count"), [("results", 40), ("declarations", 50), ("ptx", 15)])
def test_every_damaged_file_is_taken_or_refused_in_words(kind, count):
    # A process of its own: forks of one with threads may hang.
    done = subprocess.run(
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
