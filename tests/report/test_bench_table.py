from harness.pytest_plugin.bench import bench_table

ROW = {
    "variant": "softmax_rows",
    "dtype": "float32",
    "n_rows": 4096,
    "n_cols": 1024,
    "median_us": 12.345,
    "gbps": 2718.2,
    "copy_fraction": 0.9134,
    "registers": 32,
    "spill_bytes": 0,
    "occupancy": 0.75,
    "sectors_per_element": 0.25,
    "excess_wavefronts_per_row": 0.0,
    "throttled": False,
}


def test_a_row_says_what_the_time_means():
    head, row, *notes = bench_table([ROW])
    assert head.split("  ")[0] == "variant"
    assert row.split() == [
        "softmax_rows", "float32", "4096x1024", "12.35", "2718", "0.913", "32", "0", "75%", "0.250", "0.0",
    ]  # fmt: skip
    assert any(note.startswith("of copy:") for note in notes)


def test_rows_of_one_shape_stand_together_the_fastest_first():
    slow, wide = {**ROW, "median_us": 99.0, "variant": "a"}, {**ROW, "n_cols": 2048}
    lines = bench_table([wide, slow, ROW])[1:4]
    assert [line.split()[0] for line in lines] == ["softmax_rows", "a", "softmax_rows"]
    assert "4096x2048" in lines[2]


def test_what_is_not_known_is_not_made_up():
    known = {key: ROW[key] for key in ("variant", "dtype", "n_rows", "n_cols", "median_us")}
    _, row, *notes = bench_table([known])
    assert row.split()[4:] == ["-"] * 7
    assert not any(note.startswith("of copy:") for note in notes)


def test_throttling_is_told():
    assert bench_table([{**ROW, "throttled": True}])[-1].endswith("softmax_rows")
