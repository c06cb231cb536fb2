"""Pages that are made from the code are what it gives, and leave nothing out."""

import re

import pytest

from tests.docs import json_reference
from tests.docs.__main__ import main as write_pages
from tests.docs.generated import PAGES
from tests.docs.links import DOCS, ROOT

NAMED_SCHEMA = re.compile(r'^SCHEMA = "(kernel-harness/\w+)"$', re.MULTILINE)


@pytest.mark.parametrize("name", PAGES)
def test_pages_are_what_the_code_gives(name, tmp_path):
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name](tmp_path), "python -m tests.docs docs"


def test_every_schema_of_the_program_is_described():
    pages = "".join(path.read_text(encoding="utf-8") for path in DOCS.glob("*.md"))
    schemas = {
        found
        for path in (ROOT / "harness").rglob("*.py")
        for found in NAMED_SCHEMA.findall(path.read_text(encoding="utf-8"))
    }
    assert len(schemas) >= 4
    assert {schema for schema in schemas if f"`{schema}`" not in pages} == set()


@pytest.mark.parametrize(
    ("documents", "types"),
    [
        ([{"a": 1}, {"a": None}], {"a": "integer or null"}),
        ([{"a": 1}, {"a": 1.5}, {"a": "NaN"}], {"a": "number or string"}),
        ([{"a": [1, 2, 3]}], {"a": "list of 3 integers"}),
        ([{"a": []}, {"a": ["b"]}], {"a": "list of strings"}),
        ([{"a": True}], {"a": "boolean"}),
        ([{"a": {"b": [{"c": 1}]}}], {"a": "object", "a.b": "list of objects", "a.b[].c": "integer"}),
    ],
)
def test_types_are_those_of_the_documents(documents, types):
    assert json_reference.field_types(documents, set()) == types


def test_an_object_keyed_by_data_has_no_fields():
    assert json_reference.field_types([{"a": {"id7": 1}}], {"a"}) == {"a": "object"}


@pytest.mark.parametrize("value", [None, []])
def test_a_type_that_no_sample_shows_is_refused(value):
    with pytest.raises(ValueError, match="a sample must show the type of a"):
        json_reference.field_types([{"a": value}], set())


@pytest.mark.parametrize(
    ("replace", "by", "said"),
    [
        ('"exit_code" = ', '"exit_cod" = ', "must say what these fields mean .got exit_code"),
        ('"summary.cases" = ', '"summary.case" = ', "must say what these fields mean .got summary.cases"),
        ('"kernel-harness/count"', '"kernel-harness/cost"', "must describe"),
        ('"variants[].counts", ', '"variants[].count", ', "must"),
    ],
)
def test_a_field_without_a_meaning_is_refused(tmp_path, monkeypatch, replace, by, said, documents):
    text = json_reference.FIELDS.read_text(encoding="utf-8")
    assert replace in text
    changed = tmp_path / "json_fields.toml"
    changed.write_text(text.replace(replace, by, 1), encoding="utf-8")
    monkeypatch.setattr(json_reference, "FIELDS", changed)
    with pytest.raises(ValueError, match=said):
        json_reference.page(documents)


@pytest.fixture(scope="module")
def documents(tmp_path_factory):
    from tests.docs.json_samples import samples

    return samples(tmp_path_factory.mktemp("samples"))


def test_the_writer_takes_one_folder(capsys):
    assert write_pages([]) == 2
    assert capsys.readouterr().err.startswith("usage: ")
