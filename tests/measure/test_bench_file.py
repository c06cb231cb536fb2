import pytest

from harness.errors import UsageError
from harness.measure.bench_file import read_bench
from harness.report.html.document import html
from harness.report.inputs import Inputs
from tests.report.report_files import bench_document, made_up_time


def test_times_are_microseconds_and_rates_follow():
    bench = read_bench(bench_document([made_up_time("a", 1000, 1000, 0.5)]), "b.json")
    (time,) = bench.times
    # 8 MB at 3000 GB/s is what the copy takes; the kernel takes twice that.
    assert time.copy_us == pytest.approx(8 / 3)
    assert time.median_us == pytest.approx(16 / 3)
    assert (time.gbps, time.copy_gbps, time.copy_fraction) == pytest.approx((1500, 3000, 0.5))
    assert (time.shape, time.block_name) == ("1000x1000", "256")
    assert (bench.commit, bench.is_dirty) == ("c" * 40, False)


def test_what_is_not_known_is_not_made_up():
    known = {
        key: value
        for key, value in made_up_time("a", 10, 10, 0.5).items()
        if key in ("variant", "dtype", "n_rows", "n_cols", "block", "bytes", "device_kind", "median_us")
    }
    (time,) = read_bench(bench_document([known]), "b.json").times
    assert (time.copy_us, time.copy_gbps, time.copy_fraction) == (None, None, None)
    assert (time.device, time.driver, time.sm_clock_mhz) == ("", "", ())


def test_a_clock_that_was_not_read_is_left_out_of_the_table():
    info = made_up_time("a", 10, 10, 0.5, sm_clock_mhz=[None, 1980])
    bench = read_bench(bench_document([info]), "b.json")
    assert bench.times[0].sm_clock_mhz == (None, 1980)
    assert ">1980<" in html(Inputs(benches=(bench,)))


def test_other_benchmarks_of_the_file_are_left_alone():
    document = bench_document([made_up_time("a", 10, 10, 0.5)])
    document["benchmarks"].append({"stats": {}, "extra_info": {}})
    bench = read_bench(document, "b.json")
    assert len(bench.times) == 1


@pytest.mark.parametrize(("change", "said"), [
    ({"n_cols": "x"}, r"b.json: benchmarks\[0\].extra_info.n_cols must be a whole number \(got 'x'\)"),
    ({"block": []}, r"extra_info.block must be a list of length >= 1 \(got \[\]\)"),
    ({"bytes": 0}, r"extra_info.bytes must be a whole number >= 1 \(got 0\)"),
    ({"median_us": 0.0}, r"stats.median must be a number >= 1e-30 \(got 0.0\)"),
    ({"median_us": float("nan")}, r"stats.(min|median) must be a number >="),
])  # fmt: skip
def test_damage_is_named(change, said):
    with pytest.raises(UsageError, match=said):
        read_bench(bench_document([{**made_up_time("a", 10, 10, 0.5), **change}]), "b.json")
