"""Writes ``docs/json.md``: every field of every JSON document, its type read off the documents themselves.

    python -m tests.docs docs

Which fields there are, and their types, come from what the renderers give (`tests.docs.json_samples`); what each means
stands in ``json_fields.toml`` beside this file. A field without a meaning and a meaning without a field are errors.
"""

import itertools
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FIELDS = Path(__file__).with_name("json_fields.toml")

COMMON = frozenset(["schema", "version", "harness"])
"""Fields that the head of the page describes for all documents."""
_NAMES = {str: "string", bool: "boolean", int: "integer", float: "number", dict: "object"}
# The order in which types of one field are named.
_ORDER = ("object", "list", "boolean", "integer", "number", "string", "null")


def page(samples: Mapping[str, Sequence[dict[str, Any]]]) -> str:
    """Return the page.

    `samples`: by schema: documents that together hold every field. Raises ValueError: a field has no meaning, a
    meaning has no field, or a schema is not described.
    """
    described = tomllib.loads(FIELDS.read_text(encoding="utf-8"))
    documents = {each["schema"]: each for each in described["document"]}
    if documents.keys() != samples.keys():
        raise ValueError(f"{FIELDS.name} must describe {sorted(samples)} (got {sorted(documents)})")
    parts = [described["head"].strip(), _overview(described["document"], samples)]
    parts += [_document(each, samples) for each in described["document"]]
    return "\n\n".join(parts) + "\n"


def _overview(documents: Sequence[dict[str, Any]], samples: Mapping[str, Sequence[dict[str, Any]]]) -> str:
    rows = ["| schema | version | written by | read by |", "|---|---|---|---|"]
    for each in documents:
        (version,) = {sample["version"] for sample in samples[each["schema"]]}
        anchor = each["heading"].lower().replace(" ", "-")
        rows.append(
            f"| [`{each['schema']}`](#{anchor}) | {version} | {each['written_by']} | {each['read_by']} |"
        )
    return "\n".join(rows)


def _document(described: dict[str, Any], documents: Mapping[str, Sequence[dict[str, Any]]]) -> str:
    schema, free = described["schema"], set(described.get("keyed_by_data", ()))
    types = field_types(documents[schema], free)
    for name, like in described.get("alike", {}).items():
        _drop_alike(types, types, name, like)
    for name, (other, like) in described.get("alike_elsewhere", {}).items():
        _drop_alike(types, field_types(documents[other], set()), name, like)
    for name in COMMON:
        types.pop(name, "")
    meanings = {name: text for group in described["group"] for name, text in group["fields"].items()}
    for what, names in (
        # An object that is always there is named by its fields.
        (
            "say what these fields mean",
            {name for name in types.keys() - meanings.keys() if types[name] != "object"},
        ),
        ("describe fields that there are, not these", meanings.keys() - types.keys()),
        ("name objects that there are as keyed_by_data", free - types.keys()),
    ):
        if names:
            raise ValueError(f"{FIELDS.name}: {schema} must {what} (got {', '.join(sorted(names))})")
    parts = [f"## {described['heading']}", described["text"].strip()]
    for group in described["group"]:
        if "heading" in group:
            parts.append(f"### {group['heading']}")
        rows = ["| field | meaning |", "|---|---|"]
        rows += _rows(group["fields"], types)
        parts.append("\n".join(rows))
    return "\n\n".join(parts)


def _rows(meanings: Mapping[str, str], types: Mapping[str, str]) -> Iterator[str]:
    """Yield the rows of a table: one for fields of one object that are alike; the object is named in its first row."""
    parent = ""
    alike = itertools.groupby(
        meanings.items(), lambda each: (each[0].rpartition(".")[0], types[each[0]], each[1])
    )
    for (prefix, kind, meaning), fields in alike:
        names = [name.removeprefix(prefix) if prefix == parent and prefix else name for name, _ in fields]
        if prefix and prefix != parent:
            names[1:] = [name.removeprefix(prefix) for name in names[1:]]
        parent = prefix
        shown = meaning if kind == "string" else f"{kind}: {meaning}"
        yield f"| {', '.join(f'`{name}`' for name in names)} | {shown} |"


def _drop_alike(types: dict[str, str], others: Mapping[str, str], name: str, like: str) -> None:
    """Leave out the fields of an object that has those of another one, which its meaning says."""
    same, other = (
        {each.removeprefix(start): each for each in known if each.startswith(start) and each != start}
        for known, start in ((types, name), (others, like))
    )
    if {each: types[full] for each, full in same.items()} != {
        each: others[full] for each, full in other.items()
    }:
        raise ValueError(
            f"{FIELDS.name}: {name} must have the fields of {like} (got {sorted(same)}, {sorted(other)})"
        )
    for full in same.values():
        del types[full]


def field_types(samples: Sequence[dict[str, Any]], keyed_by_data: set[str]) -> dict[str, str]:
    """Return the type of each field in words, such as ``list of 3 integers or null``.

    `samples`: documents of one schema. `keyed_by_data`: objects whose keys are no fields, such as ids. Raises
    ValueError: a list is empty in all of them, or a field null, so that its type does not show.
    """
    values: dict[str, list[Any]] = {}
    for sample in samples:
        for name, value in _fields(sample, keyed_by_data):
            values.setdefault(name, []).append(value)
    return {name: _type(name, found) for name, found in values.items()}


def _fields(value: dict[str, Any], keyed_by_data: set[str], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, inner in value.items():
        name = f"{prefix}{key}"
        yield name, inner
        if name in keyed_by_data:
            continue
        if isinstance(inner, dict):
            yield from _fields(inner, keyed_by_data, f"{name}.")
        elif isinstance(inner, list):
            for each in inner:
                if isinstance(each, dict):
                    yield from _fields(each, keyed_by_data, f"{name}[].")


def _type(name: str, values: list[Any]) -> str:
    found = {_one_type(value) for value in values}
    lists = [value for value in values if isinstance(value, list)]
    if found == {"null"} or (lists and not any(lists)):
        raise ValueError(f"a sample must show the type of {name} (got {values[:3]!r})")
    if "number" in found:
        found.discard("integer")
    texts = []
    for each in sorted(found, key=_ORDER.index):
        texts.append(_list_type(lists) if each == "list" else each)
    *first, last = texts
    return f"{', '.join(first)} or {last}" if first else last


def _one_type(value: Any) -> str:
    if value is None or isinstance(value, list):
        return "null" if value is None else "list"
    return _NAMES[type(value)]


def _list_type(lists: list[list[Any]]) -> str:
    (inner,) = {_one_type(each) for value in lists for each in value}
    lengths = {len(value) for value in lists}
    # Three numbers are x, y and z.
    number = "3 " if lengths == {3} and inner == "integer" else ""
    return f"list of {number}{inner}s"
