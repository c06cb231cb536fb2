"""The executor's counters against hardware's, and what records and compares them."""

import json

import pytest

from harness.ptx.launch.counts import Counters
from tests.agreement.counter_cases import N_SHAPES, cases, everything
from tests.agreement.counter_fidelity import (
    COMPARED,
    DIFFERENCES,
    PAGE,
    START,
    compare,
    details,
    differences,
    group_of,
    main,
    summary,
)
from tests.agreement.family_outputs import variants
from tests.agreement.ncu_launches import main as launch_all
from tests.agreement.record_ncu import BUNDLES, GROUPS, ProfiledLaunch, metrics_by_id, read_report
from tests.agreement.record_ncu import read_notes as read_launch_notes
from tests.agreement.summary_page import with_summary

_HEAD = (
    '"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size",'
    '"Device","CC"'
)
_WHERE = '"1","7","(256, 1, 1)","(64, 1, 1)","0","9.0"'
WIDE = f"""\
==PROF== Connected to process 12
==PROF== Profiling "softmax" - 0: 0%....50%....100% - 3 passes
{_HEAD},"l1tex__t_sectors.sum","memory_l1_wavefronts_shared"
"","","","","","","","","","","","sector",""
"0","12","python3","127.0.0.1","softmax",{_WHERE},"24,576","512"
"1","12","python3","127.0.0.1","write_slices(const float *, int)",{_WHERE},"1,024","n/a"
==PROF== Disconnected from process 12
"""


def test_report_with_a_row_a_launch_is_read():
    assert read_report(WIDE) == [
        ProfiledLaunch("softmax", {"l1tex__t_sectors.sum": 24576.0, "memory_l1_wavefronts_shared": 512.0}),
        ProfiledLaunch("write_slices", {"l1tex__t_sectors.sum": 1024.0}),
    ]


@pytest.mark.parametrize("text", ["", "==ERROR== The profiler cannot be used here\n"])
def test_report_without_rows(text):
    assert read_report(text) == []


def test_launches_and_rows_are_put_together():
    launched = [("a", "softmax"), ("b", "first"), ("b", "second")]
    rows = [
        ProfiledLaunch("softmax", {"m": 1.0}),
        ProfiledLaunch("library_fill", {"m": 9.0}),
        ProfiledLaunch("first", {"m": 2.0}),
        ProfiledLaunch("second", {"m": 3.0}),
    ]
    assert metrics_by_id(launched, rows) == ({"a": [{"m": 1.0}], "b": [{"m": 2.0}, {"m": 3.0}]}, "")


def test_rows_that_do_not_fit_are_not_taken():
    launched = [("a", "softmax"), ("b", "first"), ("c", "softmax")]
    found, misfit = metrics_by_id(launched, [ProfiledLaunch("softmax", {}), ProfiledLaunch("softmax", {})])
    assert list(found) == ["a"]
    assert misfit == "launch 1 is first of b, and softmax in the report"
    found, misfit = metrics_by_id(launched, [ProfiledLaunch("softmax", {})])
    assert list(found) == ["a"]
    assert "launch 1 (first of b) is not in the report, which has 1 of them" in misfit


def test_notes_that_were_cut_short_are_read():
    lines = [
        '{"made_with": {"device": "X"}}',
        '{"id": "a", "entry": "softmax"}',
        '{"id": "b", "failed": "why"}',
        '{"id": "c"',
    ]
    notes = read_launch_notes("\n".join(lines))
    assert notes.made_with == {"device": "X"}
    assert notes.launches == [("a", "softmax")]
    assert notes.failed == {"b": "why"}
    assert notes.ids == ["a", "b"]
    assert not notes.is_done


def test_every_variant_has_its_shapes():
    counts = dict.fromkeys((variant.id for variant in variants()), 0)
    for case in cases():
        counts[case.variant.id] += case.dtype == case.variant.dtypes[0]
    # They claim rows that start at multiples of 16 bytes, of few widths: no more of the shapes.
    fewer = {name: n for name, n in counts.items() if n != N_SHAPES}
    assert fewer == {"softmax_lanes": 2, "softmax_warps": 5}


def test_ids_are_different():
    ids = [name for name, _ in everything()]
    assert len(set(ids)) == len(ids)


def test_launches_are_noted_in_order(tmp_path):
    path = tmp_path / "notes"
    assert launch_all([str(path), "--device", "cpu", "--skip", "1", "--limit", "2"]) == 0
    notes = read_launch_notes(path.read_text(encoding="ascii"))
    assert notes.is_done
    assert notes.ids == [name for name, _ in everything()][1:3]
    assert [json.loads(line) for line in path.read_text().splitlines()][-1] == {"done": True}


def test_every_group_is_collected_once():
    assert sorted(name for bundle in BUNDLES for name in bundle) == sorted(GROUPS)
    assert set(COMPARED) <= {metric for metrics in GROUPS.values() for metric in metrics}


LOADS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"


def test_differences_are_found_and_listed():
    recorded = {
        "softmax_a-float32-1x1": [{LOADS: 8.0, "smsp__inst_executed.sum": 30.0}],
        "softmax_a-float32-2x2": [{LOADS: 16.0}],
        "probe-global_load_32-same": [{LOADS: 5.0}],
        "softmax_gone-float32-1x1": [{LOADS: 1.0}],
    }
    counted = {
        "softmax_a-float32-1x1": [("softmax", Counters(instructions=20, global_load_sectors=8))],
        "softmax_a-float32-2x2": [("softmax", Counters(instructions=20, global_load_sectors=12))],
        "probe-global_load_32-same": [("global_load_32", Counters(instructions=9, global_load_sectors=5))],
    }
    groups = compare(recorded, counted)
    assert [group.key for group in groups] == ["softmax_a", "probe-global_load_32"]
    assert (groups[0].equal["load sectors"], groups[0].compared["load sectors"]) == (1, 2)
    assert groups[0].ratios == (1.5,)
    (difference,) = groups[0].differences
    assert (difference.id, difference.hardware, difference.executor) == ("softmax_a-float32-2x2", 16, 12)
    assert groups[1].differences == ()
    text = details({"device": "X"}, groups, {"softmax_a": "It is joined."})
    assert "| `softmax_a` | 2 | 1 of 2 | 1.50 to 1.50 |" in text
    assert "\nsoftmax_a: It is joined.\n" in text
    assert differences(groups) == ["softmax_a-float32-2x2\tsoftmax\tload sectors\t16\t12"]
    assert "Not explained yet." in details({}, groups, {})
    assert "1 counts of 1 kernels differ." in summary({}, groups)


def test_groups():
    assert group_of("softmax_naive-float32-1x1-normal-block256") == "softmax_naive"
    assert group_of("probe-shared_load_32-same") == "probe-shared_load_32"


def test_files_that_are_out_of_date_are_refused(monkeypatch, capsys):
    monkeypatch.setattr("tests.agreement.counter_fidelity.count_everything", lambda _wanted: {})
    before = PAGE.read_bytes(), DIFFERENCES.read_bytes()
    assert main(["--check"]) == 1
    said = capsys.readouterr().out
    assert "counter_differences.tsv is out of date, run this without --check\n" in said
    assert "counters.md is out of date, run this without --check\n" in said
    assert "explained in counter_notes.toml, and there is no difference: softmax_grid\n" in said
    assert (PAGE.read_bytes(), DIFFERENCES.read_bytes()) == before


def test_the_page_has_the_number_of_differences():
    n = len(DIFFERENCES.read_text(encoding="utf-8").splitlines())
    assert f" {n} counts of " in PAGE.read_text(encoding="utf-8")


def test_a_page_without_the_marks_is_refused():
    with pytest.raises(AssertionError, match="compared by"):
        with_summary("# Counters", START, "text")
