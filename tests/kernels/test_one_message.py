"""One fault is one message of at most 25 lines, with the line of source to look at."""

import re
import shlex
from importlib.util import find_spec
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from harness.cli.program import main
from tests.gate.conftest import thin_out
from tests.gate.repository import COSTLIER, ROWS, Repository, reports
from tests.kernels.expectations import BAD_KERNELS, ROOT
from tests.kernels.mutants import kernel
from tests.sampled import one_in

MOST_LINES = 25

FAULTS = {
    "a race": ("missing_barrier_between_levels", "racecheck-raw", "spread-block256"),
    "out of bounds": ("write_past_row", "oob-write", "spread-block128"),
    "uninitialised": ("scratch_taken_for_zero", "uninitialised-read", "spread-block256"),
    "a wrong value": ("writes_zeros", "wrong-value", "spread-block128"),
    "a hang": ("endless_loop", "hang", "1x2-spread or 3x1-spread"),
    "a misaligned access": ("misaligned_float4", "misaligned-access", "3x1001-spread-strided"),
    "a barrier": ("barrier_in_divergent_branch", "barrier-divergence", "spread-block64"),
    "a NaN": ("merge_of_empty_lanes", "wrong-value", "spread-block128"),
    "an alias": ("exponentials_by_ldg", "noncoherent-read", "spread-block"),
    "an element that nobody wrote": ("dropped_tail_write", "unwritten-output", "spread-block64"),
}
NEEDS_TRITON = pytest.mark.skipif(find_spec("triton") is None, reason="needs Triton")
TRITON = pytest.param("gelu_no_mask", "oob-write", "x129-spread", id="a Triton mask", marks=NEEDS_TRITON)


@pytest.mark.parametrize(
    ("name", "reason", "expression"),
    [
        *(
            pytest.param(*FAULTS[name], id=name, marks=[pytest.mark.slow] * (at % 2))
            for at, name in enumerate(FAULTS)
        ),
        TRITON,
    ],
)
def test_a_fault_is_a_short_message_with_its_line(monkeypatch, name, reason, expression):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    if reason == "hang":
        monkeypatch.setenv("KERNEL_HARNESS_STEP_BUDGET", "100000")
    path = kernel(ROOT / "fixtures/triton/wrong" if name == "gelu_no_mask" else BAD_KERNELS, name)
    printed = CliRunner().invoke(main, ["check", str(path), "--device", "cpu", "-k", expression]).output
    first, *others = re.split(r"\n\n(?=(?:FAIL|HANG|ERROR) \S+-float)", printed)[1:]
    message = first.partition("\n\n")[0].splitlines()
    assert reason in message[0].rpartition("  ")[2]
    assert len(message) <= MOST_LINES
    assert others == []
    # An element that nobody wrote has no line.
    marked = [line for line in message if re.match(r"  >\s+\d+ \| ", line)]
    assert marked or "  origin: no thread stored to out[0, 0]" in message
    (rerun,) = (line.partition("rerun: ")[2] for line in message if "rerun: " in line)
    assert shlex.split(rerun)[:2] == ["kernel-harness", "check"]


CHANGES = {
    "wrong": ("sum += expf", "sum = expf", "origin: ", f"{ROWS}:19"),
    "costlier": (*COSTLIER, "global_load_sectors: ", f"{ROWS}:17"),
    "narrowed": (
        "// grid ",
        '// requires = ["n_cols % 4 == 0"]\n// grid ',
        "cases that `n_cols % 4 == 0` now excludes",
        f"{ROWS}:6",
    ),
}


@pytest.mark.parametrize("kind", one_in(3, CHANGES, pytest.mark.slow))
def test_a_regression_is_a_short_message_with_its_line_in_every_report(tmp_path, monkeypatch, kind):
    old, new, said, place = CHANGES[kind]
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    thin_out(monkeypatch)
    repository = Repository(tmp_path / "project")
    monkeypatch.chdir(repository.root)
    repository.edit(ROWS, old, new)
    _, texts = reports(tmp_path, "--base", "HEAD")
    message = texts["text"].partition("\nREGRESSION ")[2].partition("\n\n")[0].splitlines()
    assert message[0].partition(": ")[0] == f"{kind} rows, {place}"
    assert said in "\n".join(message)
    assert len(message) <= MOST_LINES
    assert (
        any(re.match(rf"  >\s+{place.rpartition(':')[2]} \| ", line) for line in message) or kind == "wrong"
    )
    assert sum("rerun: kernel-harness" in line for line in message) == 1
    assert f"`{place}`" in texts["markdown"]
    (failure,) = ElementTree.fromstring(texts["junit"]).iter("failure")
    assert failure.get("message", "").startswith(f"{kind}, {place}: ")
