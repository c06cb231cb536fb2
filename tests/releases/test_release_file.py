import json
import re

import pytest

from harness.errors import UsageError
from harness.releases import release_file
from harness.releases.model import Build, Cannot, Skip
from tests.releases.made_up import failed, impossible, release, variant


@pytest.fixture
def record():
    odd = Build("float16", ("64",), "sm_80", {}, ("declared, never used",), None, "k.cu(1): error: no")
    return release(
        "12.4", variant("a", builds=[odd]), failed("b"), impossible("c"), declaration_errors=("x.cu:1: no",)
    )


def test_a_record_comes_back_as_it_was(record, tmp_path):
    path = release_file.file_of(tmp_path, record.cuda)
    assert path.name == "12.4.json"
    path.write_text(release_file.text(record))
    assert release_file.read_file(path) == record
    assert release_file.read_folder(tmp_path) == (record,)


def test_the_same_record_gives_the_same_bytes(record):
    assert release_file.text(record) == release_file.text(record)
    assert release_file.text(record).isascii()


def test_releases_are_in_the_order_of_their_numbers(tmp_path):
    for cuda in ("12.4", "13.0", "11.8", "12.0"):
        release_file.file_of(tmp_path, cuda).write_text(release_file.text(release(cuda)))
    assert [each.cuda for each in release_file.read_folder(tmp_path)] == ["11.8", "12.0", "12.4", "13.0"]


def test_two_of_one_release_are_refused():
    with pytest.raises(UsageError, match=r"different CUDA releases \(got two of 12\.4\)"):
        release_file.in_order([release("12.4"), release("13.0"), release("12.4")])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"schema": "kernel-harness/check"}, r"written by `kernel-harness cuda check`, version 1 \(got"),
        ({"version": 2}, "version 2"),
        ({"cuda": "../../x"}, r"cuda must be a release such as 12\.4"),
        ({"archs": "sm_90"}, "archs"),
        ({"devices": {"cpu": 1}}, r"devices\.cpu must be a string"),
        ({"variants": [{}]}, "variants"),
    ],
)
def test_a_document_of_another_shape_is_refused(record, change, said):
    with pytest.raises(UsageError, match=said):
        release_file.read({**json.loads(release_file.text(record)), **change}, "kept.json")


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (
            (2, "builds", 0, "skip", "reason"),
            "too-lazy",
            "c: a skip must have one of the reasons arch-unsupported",
        ),
        (
            (0, "runs", "cpu", "verdicts", "PASS"),
            "many",
            "variants[0].runs.cpu.verdicts.PASS must be a whole number",
        ),
    ],
)
def test_a_wrong_value_is_refused_with_its_place(record, path, value, said):
    content = json.loads(release_file.text(record))
    place = content["variants"]
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(UsageError, match=re.escape(f"kept.json: {said}")):
        release_file.read(content, "kept.json")


@pytest.mark.parametrize("text", ["", "{", '{"schema": ', "[]", "null"])
def test_a_damaged_file_is_refused(tmp_path, text):
    path = tmp_path / "12.4.json"
    path.write_text(text)
    with pytest.raises(UsageError, match=r"12\.4\.json must be"):
        release_file.read_file(path)


def test_every_reason_can_be_kept(record):
    for reason in Cannot:
        build = Build("float32", ("64",), "sm_80", skip=Skip(reason, "so"))
        kept = release("12.4", variant(builds=[build]))
        assert release_file.read(json.loads(release_file.text(kept)), "kept") == kept
