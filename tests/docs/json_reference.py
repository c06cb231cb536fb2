"""Writes ``docs/json.md`` from the records of the JSON documents: their docstrings, fields and types.

python -m tests.docs docs
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import re
import types
import typing
from collections.abc import Iterator
from enum import Enum
from numbers import Real
from typing import Any, NamedTuple

from harness.report.json.adopt import AdoptDocument
from harness.report.json.check import CheckDocument
from harness.report.json.count import CountDocument
from harness.report.json.gate import GateDocument
from harness.report.json.operations import OperationsDocument
from harness.report.json.program import ProgramDocument
from harness.report.json.trace import TraceDocument

COMMON = ("schema", "version", "harness")
"""Fields that the head of the page describes for all documents."""


class Document(NamedTuple):
    record: type
    written_by: str
    read_by: str = "`kernel-harness report`"


DOCUMENTS = (
    Document(CheckDocument, "`kernel-harness check --json FILE`"),
    Document(GateDocument, "`kernel-harness gate --json FILE`"),
    Document(AdoptDocument, "`kernel-harness adopt --json FILE`", "nothing yet"),
    Document(CountDocument, "`kernel-harness count --json FILE`"),
    Document(
        OperationsDocument, "`kernel-harness operations --json FILE`", "programs that write declarations"
    ),
    Document(ProgramDocument, "[`kernel-harness run --json FILE`](programs.md)"),
    Document(TraceDocument, "[`kernel-harness trace --json FILE`](reading-a-failure.md#tracing-one-element)"),
)

HEAD = """\
# The JSON of kernel-harness

<!-- made by python -m tests.docs docs -->

- `schema` and `version` say what a document is, `harness` which version of kernel-harness wrote it. `version` rises
  when a field is removed, renamed or changes its meaning. Fields may be added without that, so ignore unknown ones.
- A file holds the old content or all of the new one, never a part. If the command cannot start, nothing is written.
- The same findings give the same bytes: ASCII, keys in one order, nothing rounded or left out.
- Paths below the folder of the command are relative to it.

A type that is a link is an object with the fields behind the link. A number or string is the string `"NaN"`,
`"Infinity"` or `"-Infinity"` for a number that JSON does not have. A value that is unknown or does not exist is null
or empty."""


def page() -> str:
    """Return the page; ValueError names a field without a description."""
    shown: set[type] = set()
    parts = [HEAD, _overview()]
    for document in DOCUMENTS:
        heading, _, text = (inspect.getdoc(document.record) or "").partition("\n\n")
        parts.append(f"## {heading.rstrip('.')}")
        parts += [text] if text else []
        parts.append(_table(document.record))
        for record in _inner(document.record):
            if record not in shown:
                shown.add(record)
                heading = (inspect.getdoc(record) or "").partition("\n\n")[0]
                heading = " ".join(heading.split()).replace("``", "`")
                parts += [f"### {_title(record)}", heading, _table(record)]
    return "\n\n".join(parts) + "\n"


def _overview() -> str:
    rows = ["| schema | version | written by | read by |", "|---|---|---|---|"]
    for document in DOCUMENTS:
        heading = (inspect.getdoc(document.record) or "").partition("\n")[0].rstrip(".")
        link = f"[`{document.record.schema}`](#{heading.lower().replace(' ', '-')})"
        rows.append(f"| {link} | {document.record.version} | {document.written_by} | {document.read_by} |")
    return "\n".join(rows)


def _table(record: type) -> str:
    rows = ["| field | type | meaning |", "|---|---|---|"]
    hints, meanings = typing.get_type_hints(record, include_extras=True), field_texts(record)
    for field in dataclasses.fields(record):
        if field.name in COMMON and record in {document.record for document in DOCUMENTS}:
            continue
        if not meanings.get(field.name):
            raise ValueError(f"{record.__name__}.{field.name} must have a description below it")
        rows.append(f"| `{field.name}` | {type_words(hints[field.name])} | {meanings[field.name]} |")
    return "\n".join(rows)


def field_texts(record: type) -> dict[str, str]:
    """Return the description of each field of a dataclass, read from below it in the source; bases first.

    A text that begins with names of several fields, ``a``, ``b``: is about each of these.
    """
    texts: dict[str, str] = {}
    for base in reversed(record.__mro__[:-1]):
        (body,) = ast.parse(inspect.cleandoc(inspect.getsource(base))).body
        assert isinstance(body, ast.ClassDef)
        for field, below in zip(body.body, body.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                is_text = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
                texts[field.target.id] = _meaning(below.value.value) if is_text else ""  # type: ignore[attr-defined]
        for text in list(texts.values()):
            if several := re.match(r"((?:`\w+`, )+`\w+`): ", text):
                rest = text[several.end() :]
                for name in re.findall(r"`(\w+)`", several[1]):
                    texts[name] = rest[:1].upper() + rest[1:]
    return texts


def _meaning(text: str) -> str:
    # The page is Markdown, and docstrings of the code have names of code in doubled ticks.
    shown = " ".join(text.split())
    shown = shown if shown.endswith("...") else shown.removesuffix(".")
    return shown.replace("``", "`").replace("None", "null").replace("|", "\\|")


def type_words(hint: Any, plural: str = "") -> str:
    """Return a type in words: ``list of 3 whole numbers or null``."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return type_words(arguments[0], plural)
    if origin in (typing.Union, types.UnionType):
        words = [type_words(each, plural) for each in arguments if each is not type(None)]
        *others, last = [*words, "null"] if type(None) in arguments else words
        return f"{' or '.join(others).replace(' or ', ', ')} or {last}"
    if origin is tuple:
        number = "" if arguments[-1] is Ellipsis else f"{len(arguments)} "
        return f"list of {number}{type_words(arguments[0], 's')}"
    if origin is dict or hint is dict:
        return "object" if arguments[1] is Any else f"object of {type_words(arguments[1], 's')}"
    if dataclasses.is_dataclass(hint):
        return f"[{_title(hint)}](#{_title(hint).lower().replace(' ', '-')})"
    if isinstance(hint, type) and issubclass(hint, Enum):
        return f"string{plural}"
    if origin is typing.Literal:
        return f"string{plural}"
    if hint is Real:  # a number that JSON does not have is a string
        return f"number{plural} or string{plural}"
    return {str: "string", bool: "boolean", int: "integer", float: "number"}[hint] + plural


def _title(record: type) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", record.__name__).capitalize()


def _inner(record: type) -> Iterator[type]:
    """Yield the records in the fields of a record, each before those in its own fields."""
    for hint in typing.get_type_hints(record).values():
        for part in _parts(hint):
            if dataclasses.is_dataclass(part):
                yield part
                yield from _inner(part)


def _parts(hint: Any) -> Iterator[Any]:
    yield hint
    for argument in typing.get_args(hint):
        yield from _parts(argument)
