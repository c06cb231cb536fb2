import json
import re

import pytest

from harness.report.text.history_text import trend
from tests.report.report_files import bench_document, made_up_time


@pytest.fixture
def measured(project):
    """Make up a saved run of benchmarks at the n-th commit."""

    def write(day, median_us=10.0, *, dirty=False, **changes):
        times = [
            {**made_up_time("softmax_rows", 4096, 1024, 0.5, **changes), "median_us": median_us},
            {**made_up_time("softmax_other", 64, 100, 0.5, **changes), "median_us": 5.0},
        ]
        document = bench_document(
            times,
            commit=f"{day}" * 40,
            committed=f"2026-01-0{day}T00:00:00+00:00",
            datetime=f"2026-01-0{day}T12:00:00+00:00",
        )
        document["commit_info"]["dirty"] = dirty
        path = project / "bench.json"
        path.write_text(json.dumps(document))
        return path

    return write


def lines(result, word):
    return [line for line in result.stdout.splitlines() if line.startswith(word)]


def test_results_are_kept_by_key_and_commit_and_listed_with_their_change(project, invoke, measured):
    for day, median_us in enumerate((10.0, 10.2, 9.18), start=1):
        assert invoke("history", "add", measured(day, median_us)).exit_code == 0
    kept = sorted(
        path.relative_to(project).as_posix() for path in (project / "fixtures/baselines").rglob("*.json")
    )
    folder = "fixtures/baselines/a_made_up_gpu-driver_1.2.3-cuda_13.0"
    assert kept == [f"{folder}/{str(day) * 40}.json" for day in (1, 2, 3)]

    result = invoke("history")
    assert result.exit_code == 0
    assert "a made-up GPU, driver 1.2.3, CUDA 13.0, clocks not set" in result.stdout
    (row,) = lines(result, "softmax_rows")
    assert re.search(r"float32 4096x1024 block 256 +9\.18 +1\.0% +-10\.0%\* +", row)
    assert row.endswith(trend([10.0, 10.2, 9.18]))
    (row,) = lines(invoke("history", "--since", "1" * 12), "softmax_rows")
    assert "-8.2%*" in row


def test_names_and_shapes_choose(invoke, measured):
    invoke("history", "add", measured(1))
    assert not lines(invoke("history", "softmax_rows"), "softmax_other")
    assert not lines(invoke("history", "show", "--shape", "64x100"), "softmax_rows")


def test_another_key_is_listed_apart_and_not_compared(invoke, measured):
    invoke("history", "add", measured(1, 10.0))
    invoke("history", "add", measured(2, 20.0, driver="2.0.0"))
    result = invoke("history")
    rows = lines(result, "softmax_rows")
    assert len(rows) == 2
    assert all("%*" not in row and "+100" not in row for row in rows)
    assert "the key changes at 222222222, 2026-01-02: a made-up GPU, driver 1.2.3" in result.stdout
    refused = invoke("history", "--since", "1" * 9)
    assert refused.exit_code == 2
    assert "results of different keys are not compared" in refused.stderr


def test_what_cannot_be_kept_is_refused_and_nothing_is_written(project, invoke, measured):
    for arguments, said in (
        ({"device_kind": "cpu"}, "say nothing about a GPU"),
        ({"dirty": True}, "measured while files differed from 111111111"),
        ({"driver": "x" * 5000}, "must fit into a path (got 5"),
    ):
        result = invoke("history", "add", measured(1, **arguments))
        assert result.exit_code == 2
        assert said in result.stderr
    assert not (project / "fixtures").exists()


def test_a_result_is_replaced_only_when_asked_for(project, invoke, measured):
    invoke("history", "add", measured(1, 10.0))
    again = invoke("history", "add", measured(1, 11.0))
    assert again.exit_code == 2
    assert "pass --replace to replace it" in again.stderr
    assert "10.00" in lines(invoke("history"), "softmax_rows")[0]
    assert invoke("history", "add", "--replace", measured(1, 11.0)).exit_code == 0
    assert "11.00" in lines(invoke("history"), "softmax_rows")[0]
    assert invoke("history", "add", "--dirty", measured(1, 12.0, dirty=True)).exit_code == 0
    assert "111111111 111111111+" in invoke("history").stdout


def test_the_folder_can_be_set(project, invoke, measured, monkeypatch):
    monkeypatch.setenv("KERNEL_HARNESS_BASELINES", str(project / "kept"))
    invoke("history", "add", measured(1))
    assert len(list((project / "kept").rglob("*.json"))) == 1


def test_html_has_the_history_alone(project, invoke, measured):
    for day in (1, 2):
        invoke("history", "add", measured(day, 10.0 + day))
    assert invoke("history", "--html", "history.html").exit_code == 0
    text = (project / "history.html").read_text(encoding="utf-8")
    assert 'id="history"' in text
    assert 'class="trend"' in text
    assert 'id="cost"' not in text
    whole = invoke("report", "all.html", "fixtures/baselines")
    assert whole.stdout.startswith("all.html: 2 kept results")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "no results in"),
        (["add", "missing.json"], "missing.json must be a readable JSON file"),
        (["add"], "Missing argument 'BENCH.json'"),
    ],
)
def test_usage_errors(invoke, arguments, said):
    result = invoke("history", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr


def test_unknown_names_are_told(invoke, measured):
    invoke("history", "add", measured(1))
    for arguments, said in (
        (["softmax_row"], "closest is softmax_rows"),
        (["--shape", "1x1"], "--shape must be the shape of a stored result (got 1x1)"),
        (["--since", "abc"], "--since must name a commit with a stored result (got 'abc')"),
    ):
        result = invoke("history", *arguments)
        assert result.exit_code == 2
        assert said in result.stderr


def test_a_trend_is_flat_for_noise_and_spans_what_changes():
    assert trend([10.0]) == "\u00b7"
    assert trend([10.0, 20.0]) == "\u2581\u2588"
    assert set(trend([100.0, 100.1, 99.95])) <= set("\u2583\u2584\u2585\u2586")
    assert len(trend([1.0] * 100)) == 24
