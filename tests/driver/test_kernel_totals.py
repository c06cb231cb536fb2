"""Launches and counters of a program's kernels: their sums, the file of another process, and a program's own."""

import json

import pytest

from harness.driver.findings import KernelTotal, KernelTotals, KernelTotalsFile, merged, read_totals
from harness.ptx.launch.counts import Counters
from harness.report.text.program_text import table_lines
from tests.driver.program_text import ROOT, run_text

LOADS = {"global_load_requests": 2, "global_load_sectors": 8}
STORES = {"global_store_requests": 1, "global_store_sectors": 4, "global_atomic_sectors": 1}
TRAFFIC = Counters(10, 160, **LOADS, **STORES, branches=4, divergent_branches=1)


def launched(totals):
    for kernel in ("k", "other", "k"):
        totals.add(KernelTotal(kernel, launches=1))
    for _ in range(2):
        totals.add(KernelTotal("k", 0, 1, TRAFFIC, 3))
    return totals


def test_launches_and_counters_are_summed_by_kernel_and_sorted():
    first, k, other = merged((*launched(KernelTotals()), KernelTotal("a", 1)))
    assert (k.kernel, k.launches, k.counted, k.block_barriers) == ("k", 2, 2, 6)
    assert k.counters == Counters(*(2 * n for n in TRAFFIC))
    assert (first.kernel, other) == ("a", KernelTotal("other", launches=1))
    (both,) = merged((k, k))  # of two processes
    assert (both.launches, both.counted, both.block_barriers) == (4, 4, 12)
    assert both.counters.global_load_sectors == 32


def test_a_file_gives_what_the_process_had(tmp_path):
    totals = launched(KernelTotalsFile(tmp_path / "k"))
    assert list(read_totals((tmp_path / "k").read_bytes())) == list(totals)


@pytest.mark.parametrize("n_missing", [1, 326, 332, 333])
def test_a_record_that_is_not_whole_is_left_out(tmp_path, n_missing):
    launched(KernelTotalsFile(tmp_path / "k"))
    data = (tmp_path / "k").read_bytes()[:-n_missing]
    assert [each.kernel for each in read_totals(data)] == ["k"]


def test_the_table_has_bytes_and_says_what_is_not_counted():
    head, row, bare, *rest = table_lines((KernelTotal("k", 3, 2, TRAFFIC, 6), KernelTotal("other", 1)))
    assert head.split()[:3] == ["kernel", "launches", "instr"]
    assert row.split() == ["k", "3", "10", "16.0", "256", "160", "4.0", "4.0", "0", "6", "0", "25%", "0"]
    assert bare.split() == ["other", "1", *"-" * 11]
    assert rest[-2] == "not counted: 1 of 3 launches of k, which did not run to their end"


def test_a_program_and_its_child_are_counted_together(tmp_path):
    add = ROOT / "fixtures" / "programs" / "right" / "add.py"
    text = (
        "import runpy, subprocess, sys\n"
        f"runpy.run_path({str(add)!r})\n"
        "if len(sys.argv) == 1:\n    subprocess.run([sys.executable, __file__, 'child'], check=True)\n"
    )
    report = tmp_path / "out.json"
    ran = run_text(tmp_path, text, "--counters", "--json", str(report))
    assert ran.returncode == 0, ran.stderr
    document = json.loads(report.read_text())
    (k,) = document["kernels"]
    assert (document["launches"], k["kernel"], k["launches"], k["counted"]) == (2, "k", 2, 2)
    # 1000 floats are 125 sectors, and 32 warps with an active lane ask for them
    assert (k["counters"]["global_load_sectors"], k["counters"]["global_load_requests"]) == (250, 64)
    assert k["counters"]["global_store_bytes"] == 2 * 4000
    assert "\nk " in f"\n{ran.stderr}"
