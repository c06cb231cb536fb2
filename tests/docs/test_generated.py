"""Pages that are made from the code are what it gives, and leave nothing out."""

import json
import re
from dataclasses import dataclass, field
from typing import Annotated, get_type_hints

import pytest

from harness.store.records import read, record_text
from harness.verdict import Number
from tests.docs import json_reference
from tests.docs.__main__ import main as write_pages
from tests.docs.json_samples import samples
from tests.docs.links import DOCS, ROOT
from tests.docs.tables import PAGES

NAMED_SCHEMA = re.compile(r"""^(?:SCHEMA| +schema: str) = "([^"]+)"$""", re.MULTILINE)


@pytest.mark.parametrize("name", PAGES)
def test_pages_are_what_the_code_gives(name):
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name](), "python -m tests.docs docs"


def test_every_schema_of_the_program_is_described():
    pages = "".join(path.read_text(encoding="utf-8") for path in DOCS.glob("*.md"))
    schemas = {
        found
        for path in (ROOT / "harness").rglob("*.py")
        for found in NAMED_SCHEMA.findall(path.read_text(encoding="utf-8"))
    }
    assert len(schemas) >= 4
    assert {schema for schema in schemas if f"`{schema}`" not in pages} == set()


@dataclass
class Example:
    """An example."""

    bare: int
    first: Annotated[float, "at most 3"]
    second: tuple[int, int, int] | None
    """`first`, `second`: two of a kind."""
    third: Number | None
    """Perhaps NaN."""
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By name."""


def test_a_field_has_its_type_in_words_and_the_text_below_it():
    hints = get_type_hints(Example, include_extras=True)
    assert [json_reference.type_words(hint) for hint in hints.values()] == [
        "integer",
        "number",
        "list of 3 integers or null",
        "number, string or null",
        "object of list of strings",
    ]
    assert json_reference.field_texts(Example) == {
        "bare": "",
        "first": "Two of a kind",
        "second": "Two of a kind",
        "third": "Perhaps NaN",
        "names": "By name",
    }


def test_a_field_without_a_text_is_refused(monkeypatch):
    monkeypatch.setattr(json_reference, "DOCUMENTS", (json_reference.Document(Example, "nobody"),))
    monkeypatch.setattr(json_reference, "_overview", str)
    with pytest.raises(ValueError, match=r"Example\.bare must have a description below it"):
        json_reference.page()


def test_records_have_every_field_of_every_document_and_give_the_same_back(tmp_path):
    records = {each.record.schema: each.record for each in json_reference.DOCUMENTS}
    documents = samples(tmp_path)
    assert documents.keys() == records.keys()
    for schema, several in documents.items():
        for document in several:
            assert json.loads(record_text(read(document, records[schema], schema))) == document


def test_the_writer_takes_one_folder(capsys):
    assert write_pages([]) == 2
    assert capsys.readouterr().err.startswith("usage: ")
