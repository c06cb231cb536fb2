import gzip
import json
import os

import pytest

from harness.errors import UsageError
from harness.store import records
from harness.store.records import load_json


def test_a_document_is_read_packed_or_not(tmp_path):
    content = {"a": [1, "ä", None], "b": {"a": 1.5}}
    (tmp_path / "a.json").write_text(json.dumps(content))
    (tmp_path / "a.json.gz").write_bytes(gzip.compress(json.dumps(content).encode()))
    assert load_json(tmp_path / "a.json") == load_json(tmp_path / "a.json.gz") == content


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "Expecting value"),
        (b"{", "Expecting property name"),
        (b'{"a": 1} x', "Extra data"),
        (b'"\xff"', "'utf-8' codec can't decode"),
        (b"\xef\xbb\xbf{}", "BOM"),
        (b'{"a": 1, "b": {"c": 1, "d": 2, "c": 3}}', "duplicate key 'c' in one object"),
        (b"[" * 100_000 + b"]" * 100_000, "nested too deeply"),
        (b'{"a": ' * 100_000 + b"1" + b"}" * 100_000, "nested too deeply"),
        (b"1" * 10_000, "Exceeds the limit"),
        (b'{"' + b"a" * 5000 + b'": 1, "' + b"a" * 5000 + b'": 1}', r"aaa\.\.\."),
    ],
)
def test_what_is_no_document_is_refused_in_words(tmp_path, data, said):
    path = tmp_path / "a.json"
    path.write_bytes(data)
    with pytest.raises(UsageError, match=r"a\.json must be a readable JSON file \(got.*" + said) as refused:
        load_json(path)
    assert len(str(refused.value)) < 500


def test_a_packed_file_that_unpacks_to_more_than_a_result_has_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(records, "RESULT_BYTES", 1 << 20)
    path = tmp_path / "a.json.gz"
    path.write_bytes(gzip.compress(b'"' + b"a" * (1 << 20) + b'"'))
    assert path.stat().st_size < 10_000
    with pytest.raises(UsageError, match="more than 1 MiB, unpacked"):
        load_json(path)


def test_damage_of_the_packing_is_named(tmp_path):
    path = tmp_path / "a.json.gz"
    whole = gzip.compress(json.dumps(list(range(1000))).encode())
    for data in (b"", b"{}", whole[:100], whole[:50] + b"\0\0\0\0" + whole[54:], whole + b"x"):
        path.write_bytes(data)
        with pytest.raises(UsageError, match="must be a readable JSON file"):
            load_json(path)


def test_a_pipe_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "a.json")
    with pytest.raises(
        UsageError, match=r"readable JSON file \(got: must be a regular file \(got a pipe\)\)"
    ):
        load_json(tmp_path / "a.json")
