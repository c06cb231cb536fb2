import gzip
import json

import pytest
from click.testing import CliRunner

from harness.cli.program import main
from harness.errors import UsageError
from harness.report.inputs import read_inputs
from tests.docs.json_samples import samples
from tests.report.report_files import ROOT, bench_document, check_text, gate_text, ladder


def test_files_are_told_by_their_schema(tmp_path):
    texts = {
        "a.json": check_text(tmp_path),
        "b.json": gate_text(),
        "c.json": json.dumps(bench_document(ladder())),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "d.json.gz").write_bytes(gzip.compress(texts["a.json"].encode()))
    inputs = read_inputs([tmp_path])
    assert [each.name for each in inputs.checks] == ["a.json", "d.json.gz"]
    assert [each.name for each in inputs.gates] == ["b.json"]
    assert [each.name for each in inputs.benches] == ["c.json"]


@pytest.mark.parametrize(
    "path", sorted((ROOT / "fixtures" / "gpu_runs").glob("check-*.json.gz")), ids=lambda path: path.name
)
def test_recorded_runs_are_read(path):
    (check,) = read_inputs([path]).checks
    assert check.content.device.kind == "gpu"


def test_a_recorded_benchmark_is_read_and_shown(tmp_path):
    (path,) = (ROOT / "fixtures" / "gpu_runs").glob("benchmark-*.json.gz")
    (bench,) = read_inputs([path]).benches
    assert bench.name == path.name
    page = tmp_path / "page.html"
    result = CliRunner().invoke(main, ["report", str(page), str(path)])
    assert result.exit_code == 0, result.output
    shown = page.read_text(encoding="utf-8")
    for entry in json.loads(gzip.decompress(path.read_bytes()))["benchmarks"]:
        assert entry["extra_info"]["variant"] in shown
        assert entry["extra_info"]["device"] in shown
        assert entry["extra_info"]["clock"] == "kernel time from CUDA events"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", r"x.json must be a readable JSON file"),
        (b"{", r"x.json must be a readable JSON file"),
        (b"\xff\xfe", r"x.json must be a readable JSON file"),
        (b"[]", r"got a document without a schema"),
        (b'{"a": 1}', r"must be written by `kernel-harness check --json`.*got a document without a schema"),
        (b'{"schema": "kernel-harness/other"}', r"got schema 'kernel-harness/other'"),
        (b'{"schema": "kernel-harness/check", "version": 99}', r"must be of version 1 .*got 99"),
        (b'{"schema": "kernel-harness/gate", "version": 1}', r"x.json must have 'harness'; it is damaged"),
        (b'{"benchmarks": [], "machine_info": {}}', r"x.json must have 'commit_info'"),
    ],
)
def test_what_is_none_of_them_is_refused(tmp_path, content, said):
    path = tmp_path / "x.json"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=said):
        read_inputs([path])


def at(document, place):
    """Return the object that has the field of a document at a place, and the field's name."""
    *parents, name = [int(step) if step.isdigit() else step for step in place.split(".")]
    for step in parents:
        document = document[step]
    return document, name


@pytest.fixture(scope="module")
def sample_texts(tmp_path_factory):
    made = samples(tmp_path_factory.mktemp("samples"))
    return {schema: [json.dumps(each) for each in documents] for schema, documents in made.items()}


@pytest.mark.parametrize(
    ("schema", "place"),
    [
        ("check", "device.info.observes"), ("check", "device.isolation"), ("check", "device.not_covered"),
        ("check", "variants.0.branches.lines"), ("check", "variants.0.branches.unknown"),
        ("check", "variants.0.cases.0.sizes"), ("count", "cases.0.sizes"), ("count", "harness"),
        ("program", "findings.0.launches"), ("program", "kernels"),
    ],
)  # fmt: skip
def test_a_field_that_is_always_written_must_be_there(tmp_path, sample_texts, schema, place):
    document = json.loads(sample_texts[f"kernel-harness/{schema}"][-2 if schema == "check" else 0])
    inside, name = at(document, place)
    path = tmp_path / "x.json"
    path.write_text(json.dumps(document))
    read_inputs([path])
    del inside[name]
    path.write_text(json.dumps(document))
    with pytest.raises(UsageError, match=f"must have '{name}'; it is damaged"):
        read_inputs([path])


@pytest.mark.parametrize(
    ("text_of", "place", "value", "said"),
    [
        (
            check_text,
            "variants.1.cases.4.n_cols",
            "many",
            r"variants\[1\].cases\[4\].n_cols must be a whole number",
        ),
        # a change that no axis could show
        (lambda _: gate_text(), "variants.0.speeds.0.change.low", -1.7e308, r"speeds.*change.*1\.7e\+308"),
    ],
)
def test_damage_deep_inside_is_named(tmp_path, text_of, place, value, said):
    document = json.loads(text_of(tmp_path))
    inside, name = at(document, place)
    inside[name] = value
    path = tmp_path / "x.json"
    path.write_text(json.dumps(document))
    with pytest.raises(UsageError, match=f"x.json: {said}" if place.endswith("n_cols") else said):
        read_inputs([path])


def test_a_packed_file_that_ends_early_and_an_empty_folder_are_refused(tmp_path):
    packed = tmp_path / "x.json.gz"
    packed.write_bytes(gzip.compress(b"{}" * 1000)[:20])
    with pytest.raises(UsageError, match="must be a readable JSON file"):
        read_inputs([packed])
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match=r"a folder must hold \.json files"):
        read_inputs([tmp_path / "empty"])
