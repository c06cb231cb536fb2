import itertools
import json
from dataclasses import replace
from pathlib import Path

import pytest

from harness.errors import UsageError
from harness.measure.baseline import MeasurementKey, load_records, read_record, records_of, text
from harness.measure.bench_file import read_bench
from harness.measure.history import by_key, key_changes, series_of
from tests.report.report_files import bench_document, made_up_time

ROOT = Path(__file__).parents[2]


def record(median_us=10.0, day=1, **changes):
    info = made_up_time("softmax_rows", 4096, 1024, 0.5, **{"copy_us": 8.0, **changes})
    bench = bench_document(
        [{**info, "median_us": median_us}],
        commit=f"{day:040x}",
        committed=f"2026-01-{day:02}T00:00:00+00:00",
        datetime=f"2026-01-{day:02}T12:00:00+00:00",
    )
    (made,) = records_of(read_bench(bench, "b.json"))
    return made


def test_the_key_is_gpu_driver_cuda_and_clocks_that_somebody_set():
    free = record()
    assert free.key == MeasurementKey("a made-up GPU", "1.2.3", "13.0")
    assert free.key.folder == "a_made_up_gpu-driver_1.2.3-cuda_13.0"
    held = record(clock_limits=["applications-clocks"], sm_clock_mhz=[1500, 1498])
    assert held.key.clocks_mhz == (1500, 2619)
    assert held.key.folder == "a_made_up_gpu-driver_1.2.3-cuda_13.0-clocks_1500_2619"
    # clocks that the GPU chose are information only
    assert record(sm_clock_mhz=[900, 900], clock_limits=["sw-power-cap"]).key == free.key
    keys = {record(**change).key for change in ({}, {"device": "b"}, {"driver": "2"}, {"cuda": "12.8"})}
    assert len(keys) == 4


def test_clocks_are_set_for_a_whole_run_or_not_at_all():
    held = {"clock_limits": ["applications-clocks"], "sm_clock_mhz": [1500, 1490]}
    run = [
        made_up_time("a", 10, 10, 0.5, **held),
        made_up_time("b", 10, 10, 0.5, **{**held, "sm_clock_mhz": [1507, 345]}),
    ]
    (record,) = records_of(read_bench(bench_document(run), "b.json"))
    assert record.key.clocks_mhz == (1500, 2619)
    (record,) = records_of(read_bench(bench_document([*run, made_up_time("c", 10, 10, 0.5)]), "b.json"))
    assert record.key.clocks_mhz == ()


def test_a_record_comes_back_as_it_was_written_and_is_small():
    made = record()
    written = text(made)
    assert read_record(json.loads(written), "x.json") == made
    assert text(read_record(json.loads(written), "x.json")) == written
    assert len(written.splitlines()) < 25


def test_records_are_in_the_order_of_commits_whatever_the_order_given():
    records = [record(day=day, median_us=float(day)) for day in (3, 1, 2)]
    (series,) = series_of(records)
    assert [each.median_us for each in series.results] == [1.0, 2.0, 3.0]


def test_a_change_is_against_the_one_before_or_a_commit():
    (series,) = series_of([record(10.0, 1), record(20.0, 2), record(22.0, 3)])
    assert series.change().share == pytest.approx(0.1)
    assert series.change(f"{1:040x}").share == pytest.approx(1.2)
    assert series.change("f") is None
    (alone,) = series_of([record()])
    assert alone.change() is None


def test_a_change_stands_out_where_the_middle_halves_lie_apart():
    # a made-up spread of half a percent to either side
    small, large = ([record(10.0, 1), record(10.0 * factor, 2)] for factor in (1.005, 1.02))
    assert not series_of(small)[0].change().stands_out
    assert series_of(large)[0].change().stands_out


def test_results_of_different_keys_are_never_compared():
    ours, theirs = record(10.0, 1), record(20.0, 2, device="another GPU")
    for records in itertools.permutations([ours, theirs]):
        with pytest.raises(UsageError, match="results of different keys must not be compared"):
            series_of(records)
        groups = by_key(records)
        assert [len(group) for group in groups.values()] == [1, 1]
        assert all(series.change() is None for group in groups.values() for series in series_of(group))


def test_where_the_key_changes_is_told_in_the_order_of_time():
    records = [record(day=1), record(day=2, driver="2.0"), record(day=3, driver="2.0"), record(day=4)]
    assert [(a.label, b.key.driver) for a, b in key_changes(records[::-1])] == [
        (records[0].label, "2.0"),
        (records[2].label, "1.2.3"),
    ]
    assert [key.driver for key in by_key(records)] == ["2.0", "1.2.3"]


def test_other_blocks_types_and_problems_are_other_series():
    first = record()
    result = first.results[0]
    others = [replace(result, block=(32, 4, 1)), replace(result, dtype="float16"), replace(result, n_rows=1)]
    assert len(series_of([replace(first, results=(result, *others))])) == 4


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"commit_info": {}}, "must be measured in a git checkout"),
        ({"commit_info": {"id": "unversioned", "time": None}}, "must be measured in a git checkout"),
        ({"benchmarks": []}, "must hold times of kernels"),
    ],
)
def test_what_cannot_be_kept_is_refused(change, said):
    bench = read_bench(bench_document([made_up_time("a", 10, 10, 0.5)], **change), "b.json")
    with pytest.raises(UsageError, match=said):
        records_of(bench)


def test_the_executors_times_are_not_kept():
    bench = read_bench(bench_document([made_up_time("a", 10, 10, 0.5, device_kind="cpu")]), "b.json")
    with pytest.raises(UsageError, match="got the PTX executor's, which say nothing about a GPU"):
        records_of(bench)


def test_one_run_on_two_devices_is_two_records():
    times = [made_up_time("a", 10, 10, 0.5), made_up_time("a", 10, 10, 0.5, device="another GPU")]
    assert [each.key.device for each in records_of(read_bench(bench_document(times), "b.json"))] == [
        "a made-up GPU",
        "another GPU",
    ]


def test_a_damaged_record_is_not_left_out(tmp_path):
    assert load_records(tmp_path / "none") == ()
    folder = tmp_path / "key"
    folder.mkdir()
    (folder / "a.json").write_text(text(record()))
    assert len(load_records(tmp_path)) == 1
    (folder / "b.json").write_text("{")
    with pytest.raises(UsageError, match=r"b\.json must be a readable JSON file"):
        load_records(tmp_path)
    (folder / "b.json").write_text(text(record()).replace('"version": 1', '"version": 2'))
    with pytest.raises(UsageError, match=r"version 1 \(got 'kernel-harness/baseline', 2\)"):
        load_records(tmp_path)
