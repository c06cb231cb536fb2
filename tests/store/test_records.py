import gzip
import json
import math
import os
from dataclasses import dataclass
from enum import Enum

import pytest

from harness.errors import UsageError
from harness.store import records
from harness.store.records import COUNT, SIZE, load_json, plain, read, read_text, to_json
from harness.verdict import Number


class Word(str, Enum):
    YES = "yes"
    NO = "no"


@dataclass(frozen=True)
class Flag:
    on: bool
    why: str | None = None
    words: tuple[Word, ...] | None = ()


@dataclass(frozen=True)
class Example:
    name: str
    n: COUNT
    share: Number
    size: SIZE
    flags: tuple[Flag, ...]
    word: Word = Word.YES
    counts: dict[str, COUNT] | None = None


GOOD = {"name": "x", "n": 3, "share": 0.5, "size": 2, "flags": [{"on": True}, {"on": False, "why": None}]}


def test_a_record_is_read_and_fields_that_it_does_not_have_are_ignored():
    example = Example("x", 3, 0.5, 2.0, (Flag(True), Flag(False)))
    assert read({**GOOD, "new": object()}, Example, "f.json") == example
    assert read(json.loads(to_json(plain(example))), Example, "f.json") == example


def test_numbers_that_json_does_not_have_are_strings():
    for value, spelled in ((math.nan, "NaN"), (math.inf, "Infinity"), (-math.inf, "-Infinity")):
        document = json.loads(to_json(plain(Example("x", 3, value, 2, ()))))
        assert document["share"] == spelled
        assert repr(read(document, Example, "f.json").share) == repr(value)
    assert isinstance(read({**GOOD, "share": 7}, Example, "f.json").share, int)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": 3}, r"f.json: name must be a string \(got 3\)"),
        ({"n": True}, r"f.json: n must be a whole number \(got True\)"),
        ({"n": 1.5}, r"f.json: n must be a whole number"),
        ({"n": -1}, r"f.json: n must be a whole number >= 0 \(got -1\)"),
        ({"n": 10**400}, r"f.json: n must be a whole number"),
        ({"size": math.nan}, r"f.json: size must be a number >= 0.0 \(got nan\)"),
        ({"size": 10**400}, r"f.json: size must be a number of usual size"),
        ({"share": "much"}, r"f.json: share must be a number \(got 'much'\)"),
        ({"share": True}, r"f.json: share must be a number"),
        ({"share": 10**400}, r"f.json: share must be a number"),
        ({"flags": {}}, r"f.json: flags must be a list"),
        ({"flags": [{"on": True}, {}]}, r"f.json: flags\[1\] must have 'on'"),
        ({"flags": [{"on": True, "why": 3}]}, r"flags\[0\].why must be a string or null \(got 3\)"),
        ({"word": "on"}, r"f.json: word must be one of no, yes \(got 'on'\)"),
        (
            {"flags": [{"on": True, "words": ["yes", "on"]}]},
            r"f.json: flags\[0\].words\[1\] must be one of no, yes \(got 'on'\)",
        ),
        ({"word": "\ud800"}, r"f.json must have one of the known words \(got '\\ud800'\)"),
        ({"counts": {"a": "b"}}, r"f.json: counts\[...\] must be a whole number \(got another value"),
        ({"counts": "x" * 100}, r"counts must be an object or null \(got 'x{56}\.\.\.\)"),
    ],
)
def test_what_does_not_fit_is_named(change, said):
    with pytest.raises(UsageError, match=said):
        read({**GOOD, **change}, Example, "f.json")


def test_a_missing_field_another_type_and_text_that_is_not_json_are_named():
    with pytest.raises(UsageError, match=r"f\.json must have 'n'"):
        read({"name": "x"}, Example, "f.json")
    with pytest.raises(UsageError, match=r"f.json must be an object \(got \[\]\)"):
        read([], Example, "f.json")
    with pytest.raises(UsageError, match=r"an answer must be JSON \(got: "):
        read_text(b"\x80\x04", Example, "an answer")


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
